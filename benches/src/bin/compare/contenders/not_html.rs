//! Two that are often taken for HTML and are not: tl, which builds a tree of its own kind, and an XML reader.

use benches::Sum;
use quick_xml::events::Event;
use quick_xml::{Error, Reader};
use tl::{Node, ParserOptions};

use super::{Contender, Work, validated};

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender {
            name: "quick-xml",
            package: Some("quick-xml"),
            work: Work::Tokens,
            does: "reads XML, its checks off: names, values, text as slices; goes on after errors",
            omits: "HTML: text modes, what a browser does with an error; not conformant",
            exact: false,
            on_request: false,
            start: || Box::new(quick_xml),
        },
        Contender {
            name: "tl",
            package: Some("tl"),
            work: Work::Tokens,
            does: "a tree of slices, default options; its tags and attributes are counted",
            omits: "HTML: text modes, the standard's tokens and tree; not conformant",
            exact: false,
            on_request: false,
            start: || Box::new(tl),
        },
    ]
}

fn quick_xml(page: &str) -> Sum {
    let mut sum = Sum::default();
    let mut rest = validated(page);
    // A syntax error ends a reader: another continues after the `<` at fault.
    while let Some(fault) = read_xml(rest, &mut sum) {
        let next = (fault + 1..rest.len()).find(|index| rest.is_char_boundary(*index));
        rest = next.map_or("", |next| &rest[next..]);
    }
    sum
}

/// Where a syntax error is, unless the reader came to the end.
fn read_xml(text: &str, sum: &mut Sum) -> Option<usize> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return None,
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                sum.tokens += 1;
                sum.start_tags += 1;
                sum.touch(tag.name().as_ref().as_bytes());
                for attribute in tag.html_attributes().with_checks(false).flatten() {
                    sum.attributes += 1;
                    sum.touch(attribute.key.as_ref().as_bytes());
                    sum.touch(attribute.value.as_bytes());
                }
            }
            Ok(Event::Text(text)) => {
                sum.tokens += 1;
                sum.text_bytes += text.len() as u64;
                sum.touch(text.as_bytes());
            }
            Ok(event) => {
                sum.tokens += 1;
                sum.touch(event.as_bytes());
            }
            Err(Error::IllFormed(_)) => {}
            Err(_) => return usize::try_from(reader.error_position()).ok(),
        }
    }
}

fn tl(page: &str) -> Sum {
    let mut sum = Sum::default();
    let tree = tl::parse(validated(page), ParserOptions::default()).expect("a page of less than 4 GiB");
    for node in tree.nodes() {
        match node {
            Node::Tag(tag) => {
                sum.start_tags += 1;
                sum.attributes += tag.attributes().len() as u64;
                sum.touch(tag.name().as_bytes());
            }
            Node::Raw(text) => {
                sum.text_bytes += text.as_bytes().len() as u64;
                sum.touch(text.as_bytes());
            }
            Node::Comment(data) => sum.touch(data.as_bytes()),
        }
    }
    sum
}
