//! astral-html's reader, whose manifest asks for a newer compiler than the others.

use astral_html::{Reader, Token};
use benches::Sum;

use super::{Contender, Work, validated};

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender {
        name: "astral-html",
        package: Some("astral-html"),
        work: Work::Decoded,
        does: "all decoded, owned where changed; UTF-8 validation",
        omits: "spans, parse errors; text modes in MathML",
        exact: false,
        on_request: false,
        start: || Box::new(run),
    }]
}

/// A reader is for one document.
fn run(page: &str) -> Sum {
    let mut sum = Sum::default();
    for token in Reader::new(validated(page)) {
        sum.tokens += 1;
        match token {
            Token::StartTag(tag) => {
                sum.start_tags += 1;
                sum.attributes += tag.attributes.len() as u64;
                sum.touch(tag.name.as_bytes());
                for attribute in &tag.attributes {
                    sum.touch(attribute.name.as_bytes());
                    sum.touch(attribute.value.as_bytes());
                }
            }
            Token::EndTag(tag) => sum.touch(tag.name.as_bytes()),
            Token::Text(text) => {
                sum.text_bytes += text.len() as u64;
                sum.touch(text.as_bytes());
            }
            Token::Comment(data) => sum.touch(data.as_bytes()),
            Token::Doctype(doctype) => {
                for field in [&doctype.name, &doctype.public_id, &doctype.system_id] {
                    sum.touch(field.as_deref().unwrap_or_default().as_bytes());
                }
            }
            _ => {}
        }
    }
    sum
}
