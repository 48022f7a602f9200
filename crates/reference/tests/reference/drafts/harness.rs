//! Vectors of drafts: their fields, the format of events, and the runner.

use tagspan_reference::{Edition, Event, EventKind, Options, Tag, TextState, tokenize};

/// An input and what an edition makes of it.
///
/// Events are written one a string, after their offset:
/// `0 text 'a'`, `0 start a b='c' /`, `0 end a`, `0 comment 'a'`, `0 doctype a public 'b' system 'c' quirks`
/// (what is missing is left out; so is `quirks` when the DOCTYPE is correct) and `0 error Tag open state`.
/// Within apostrophes all characters are as they are, but for the apostrophe, which is doubled.
pub(crate) struct Vector {
    /// The rule that the vector shows, in a few words.
    rule: &'static str,
    input: &'static str,
    events: &'static [&'static str],
    next: Next,
    state: TextState,
    last_start_tag: Option<&'static str>,
    cdata: bool,
}

/// The result of the next edition for the same input.
enum Next {
    /// The same.
    Same,
    /// The same, but that the errors have other names.
    Renamed,
    /// Something else.
    Differs(&'static [&'static str]),
}

/// A rule that the next edition has too.
pub(crate) const fn same(rule: &'static str, input: &'static str, events: &'static [&'static str]) -> Vector {
    Vector {
        rule,
        input,
        events,
        next: Next::Same,
        state: TextState::Data,
        last_start_tag: None,
        cdata: false,
    }
}

/// A rule that the next edition has too, with an error of another name.
pub(crate) const fn renamed(
    rule: &'static str,
    input: &'static str,
    events: &'static [&'static str],
) -> Vector {
    Vector { next: Next::Renamed, ..same(rule, input, events) }
}

/// A rule in which the next edition differs, and what it makes of the input.
pub(crate) const fn differs(
    rule: &'static str,
    input: &'static str,
    events: &'static [&'static str],
    successor: &'static [&'static str],
) -> Vector {
    Vector { next: Next::Differs(successor), ..same(rule, input, events) }
}

impl Vector {
    /// In another state than the data state, or with another content model flag than PCDATA.
    pub(crate) const fn starting_in(self, state: TextState) -> Vector {
        Vector { state, ..self }
    }

    /// In that state after a start tag of this name.
    pub(crate) const fn within(self, state: TextState, name: &'static str) -> Vector {
        Vector { state, last_start_tag: Some(name), ..self }
    }

    /// Where `<![CDATA[` opens a CDATA section, if the edition has these.
    pub(crate) const fn in_foreign_content(self) -> Vector {
        Vector { cdata: true, ..self }
    }

    fn run(&self, edition: Edition) -> Vec<String> {
        let options = Options {
            edition,
            initial_state: self.state,
            last_start_tag: self.last_start_tag.map(str::to_owned),
            cdata: self.cdata,
            ..Options::default()
        };
        let events = tokenize(self.input, &options);
        let mut end = 0;
        for event in &events {
            let span = &event.span;
            if matches!(event.kind, EventKind::Error(_)) {
                assert!(span.is_empty() && span.end <= self.input.len(), "{}: {event:?}", self.rule);
            } else {
                // Tokens are made of some bytes, and no two of the same.
                assert!(end <= span.start && !span.is_empty(), "{}: {event:?}", self.rule);
                end = span.end;
                let bytes = &self.input.as_bytes()[span.clone()];
                let whole = bytes.starts_with(b"<") && (bytes.ends_with(b">") || end == self.input.len());
                assert!(whole || matches!(event.kind, EventKind::Text(_)), "{}: {event:?}", self.rule);
            }
        }
        assert!(end <= self.input.len(), "{}: {events:?}", self.rule);
        events.iter().map(write).collect()
    }
}

/// Runs the vectors in the edition and in its successor.
#[track_caller]
pub(crate) fn check(edition: Edition, successor: Edition, vectors: &[Vector]) {
    let mut wrong = Vec::new();
    for (index, vector) in vectors.iter().enumerate() {
        let unique = vectors[..index].iter().all(|other| other.rule != vector.rule);
        assert!(unique && !vector.rule.is_empty(), "{:?} names two vectors or none", vector.rule);

        let mut expect = |edition: Edition, found: Vec<String>, expected: Vec<String>| {
            if found != expected {
                wrong.push(format!(
                    "{}\n  input     {:?}\n  edition   {edition:?}\n  found     {found:#?}\n  expected  {expected:#?}",
                    vector.rule, vector.input
                ));
            }
        };
        let expected = owned(vector.events);
        let next = vector.run(successor);
        match vector.next {
            Next::Same => expect(successor, next, expected.clone()),
            Next::Renamed => {
                assert_ne!(next, expected, "{}: not an error is renamed", vector.rule);
                expect(successor, without_names(next), without_names(expected.clone()));
            }
            Next::Differs(events) => {
                let events = owned(events);
                assert_ne!(events, expected, "{}: not a difference", vector.rule);
                expect(successor, next, events);
            }
        }
        expect(edition, vector.run(edition), expected);
    }
    assert!(wrong.is_empty(), "{} of {} are wrong\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
}

fn owned(events: &[&str]) -> Vec<String> {
    events.iter().map(|&event| event.to_owned()).collect()
}

/// The events with errors that have only an offset.
fn without_names(events: Vec<String>) -> Vec<String> {
    let unnamed = |event: String| match event.split_once(" error ") {
        Some((offset, _)) if offset.bytes().all(|byte| byte.is_ascii_digit()) => format!("{offset} error"),
        _ => event,
    };
    events.into_iter().map(unnamed).collect()
}

/// An event as [`Vector`] describes it.
pub(crate) fn write(event: &Event) -> String {
    let kind = match &event.kind {
        EventKind::Text(text) => format!("text {}", quote(text)),
        EventKind::StartTag(tag) => format!("start {}", write_tag(tag)),
        EventKind::EndTag(tag) => format!("end {}", write_tag(tag)),
        EventKind::Comment(data) => format!("comment {}", quote(data)),
        EventKind::Doctype(doctype) => {
            let mut text = "doctype".to_owned();
            text.extend(doctype.name.iter().map(|name| format!(" {name}")));
            text.extend(doctype.public_id.iter().map(|id| format!(" public {}", quote(id))));
            text.extend(doctype.system_id.iter().map(|id| format!(" system {}", quote(id))));
            text.extend(doctype.force_quirks.then_some(" quirks"));
            text
        }
        EventKind::Error(name) => format!("error {name}"),
        other => panic!("no draft has {other:?}"),
    };
    format!("{} {kind}", event.span.start)
}

fn write_tag(tag: &Tag) -> String {
    let mut text = tag.name.clone();
    text.extend(
        tag.attributes.iter().map(|attribute| format!(" {}={}", attribute.name, quote(&attribute.value))),
    );
    text.extend(tag.self_closing.then_some(" /"));
    text
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
