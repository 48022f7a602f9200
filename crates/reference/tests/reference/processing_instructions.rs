//! Vectors of the edition with processing instructions: events, their order and their offsets, derived by hand.

use tagspan_reference::{ERROR_CODES, Edition, EventKind, Options, TextState, tokenize};

/// An event's offset, and what it is.
type Expected = (usize, EventKind);

fn events<I: AsRef<[u8]> + ?Sized>(input: &I, options: &Options) -> Vec<Expected> {
    tokenize(input, options).into_iter().map(|event| (event.span.start, event.kind)).collect()
}

fn instruction(offset: usize, target: &str, data: &str) -> Expected {
    let kind = EventKind::ProcessingInstruction { target: target.to_owned(), data: data.to_owned() };
    (offset, kind)
}

fn text(offset: usize, data: &str) -> Expected {
    (offset, EventKind::Text(data.to_owned()))
}

fn comment(offset: usize, data: &str) -> Expected {
    (offset, EventKind::Comment(data.to_owned()))
}

fn error(offset: usize, code: &'static str) -> Expected {
    (offset, EventKind::Error(code))
}

const EOF: &str = "eof-in-processing-instruction";
const FIRST: &str = "invalid-first-character-of-processing-instruction-target";
const INVALID: &str = "invalid-processing-instruction-target";
const DISALLOWED: &str = "disallowed-processing-instruction-target";
const CONTROL: &str = "control-character-in-input-stream";
const NONCHARACTER: &str = "noncharacter-in-input-stream";
const NULL: &str = "unexpected-null-character";

fn options() -> Options {
    Options { edition: Edition::LivingProcessingInstructions, ..Options::default() }
}

fn check(options: &Options, cases: Vec<(&[u8], Vec<Expected>)>) {
    for (input, expected) in cases {
        assert_eq!(events(input, options), expected, "{:?}", input.escape_ascii().to_string());
    }
}

#[test]
fn tokens() {
    check(
        &options(),
        vec![
            (b"<?a?>", vec![instruction(0, "a", "")]),
            (b"<?t?d?>", vec![instruction(0, "t", "?d")]),
            (b"<?a>", vec![instruction(0, "a", "")]),
            (b"<?a b?c?>", vec![instruction(0, "a", "b?c")]),
            (b"<?a  b >", vec![instruction(0, "a", "b ")]),
            (b"<?a \t\n\x0C>", vec![instruction(0, "a", "")]),
            (b"<?a b ?>", vec![instruction(0, "a", "b ")]),
            (b"<?a\tb><?a\nb>", vec![instruction(0, "a", "b"), instruction(6, "a", "b")]),
            (b"<?a\x0Cb><?a b>", vec![instruction(0, "a", "b"), instruction(6, "a", "b")]),
            (b"<?a ??>", vec![instruction(0, "a", "?")]),
            (b"<?a?? >", vec![instruction(0, "a", "?? ")]),
            (b"<?xml-x>", vec![instruction(0, "xml-x", "")]),
            (b"<?_xml>", vec![instruction(0, "_xml", "")]),
            (b"<?AzZ_-09 Q>", vec![instruction(0, "AzZ_-09", "Q")]),
            // NUL is data as anything else, and no error; so are markup and what looks like a reference.
            (b"<?_-9 \0>", vec![instruction(0, "_-9", "\0")]),
            (b"<?a <b c='&amp;>", vec![instruction(0, "a", "<b c='&amp;")]),
            (b"<?a \xFF\xC3\xA9>", vec![instruction(0, "a", "\u{FFFD}\u{E9}")]),
            // Newlines are normalised, and the offsets after them are those of the bytes.
            (b"<?a\r\nb\r\n>", vec![instruction(0, "a", "b\n")]),
            (
                b"x\r\n<?a\r\nb\r\rc?>\ry<?d>",
                vec![
                    text(0, "x\n"),
                    instruction(3, "a", "b\n\nc"),
                    text(14, "\ny"),
                    instruction(16, "d", ""),
                ],
            ),
            // The data state follows, and nothing of one token is left in the next.
            (b"<?a b>>?><?c>", vec![instruction(0, "a", "b"), text(6, ">?>"), instruction(9, "c", "")]),
        ],
    );
}

#[test]
fn bogus_comments() {
    check(
        &options(),
        vec![
            (b"<?>", vec![error(2, FIRST), comment(0, "?")]),
            (b"<??>", vec![error(2, FIRST), comment(0, "??")]),
            (b"<? a?>", vec![error(2, FIRST), comment(0, "? a?")]),
            (b"<?-a>", vec![error(2, FIRST), comment(0, "?-a")]),
            (b"<?9", vec![error(2, FIRST), comment(0, "?9")]),
            (b"<?\0>", vec![error(2, FIRST), error(2, NULL), comment(0, "?\u{FFFD}")]),
            ("<?\u{E9}>".as_bytes(), vec![error(2, FIRST), comment(0, "?\u{E9}")]),
            (b"<?xml>", vec![error(5, DISALLOWED), comment(0, "?xml")]),
            (b"<?xml?>", vec![error(5, DISALLOWED), comment(0, "?xml?")]),
            (b"<?xMl ", vec![error(5, DISALLOWED), comment(0, "?xMl ")]),
            (b"<?xml\r\na>", vec![error(5, DISALLOWED), comment(0, "?xml\na")]),
            (b"<?XML-Stylesheet ?>", vec![error(16, DISALLOWED), comment(0, "?XML-Stylesheet ?")]),
            // The character after the target is looked at first.
            (b"<?xml$>", vec![error(5, INVALID), comment(0, "?xml$")]),
            (b"<?a$>", vec![error(3, INVALID), comment(0, "?a$")]),
            (b"<?a\0b>", vec![error(3, INVALID), error(3, NULL), comment(0, "?a\u{FFFD}b")]),
            ("<?a\u{212A}>".as_bytes(), vec![error(3, INVALID), comment(0, "?a\u{212A}")]),
            (b"<?b:c d?>e", vec![error(3, INVALID), comment(0, "?b:c d?"), text(9, "e")]),
            // The temporary buffer is empty for each.
            (
                b"<?a$><?b>&<?c$>",
                vec![
                    error(3, INVALID),
                    comment(0, "?a$"),
                    instruction(5, "b", ""),
                    text(9, "&"),
                    error(13, INVALID),
                    comment(10, "?c$"),
                ],
            ),
        ],
    );
}

#[test]
fn the_end_of_the_input() {
    check(
        &options(),
        vec![
            (b"<?", vec![error(2, EOF)]),
            (b"<?a", vec![error(3, EOF)]),
            (b"<?xml", vec![error(5, EOF)]),
            (b"<?a ", vec![error(4, EOF)]),
            (b"<?a\r\n", vec![error(5, EOF)]),
            (b"<?a?", vec![error(4, EOF)]),
            (b"<?a b?", vec![error(6, EOF)]),
            (b"x<?a b", vec![text(0, "x"), error(6, EOF)]),
        ],
    );
}

#[test]
fn errors_of_the_input_stream() {
    check(
        &options(),
        vec![
            // Before other errors at the same character, and each once.
            (b"<?\x0B", vec![error(2, CONTROL), error(2, FIRST), comment(0, "?\x0B")]),
            (b"<?a\x0B", vec![error(3, CONTROL), error(3, INVALID), comment(0, "?a\x0B")]),
            (b"<?a \x01?\x7F>", vec![error(4, CONTROL), error(6, CONTROL), instruction(0, "a", "\x01?\x7F")]),
            (b"<?a?\x01", vec![error(4, CONTROL), error(5, EOF)]),
            (b"<?a \xEF\xB7\x90?>", vec![error(4, NONCHARACTER), instruction(0, "a", "\u{FDD0}")]),
        ],
    );
}

#[test]
fn only_markup_in_the_data_state_is_one() {
    for initial_state in TextState::ALL {
        let expected =
            if initial_state == TextState::Data { instruction(0, "a", "") } else { text(0, "<?a?>") };
        let found = events("<?a?>", &Options { initial_state, ..options() });
        assert_eq!(found[0], expected, "{}", initial_state.as_str());
    }
}

#[test]
fn the_older_edition_knows_none_of_it() {
    let expected = [error(1, "unexpected-question-mark-instead-of-tag-name"), comment(0, "?a?")];
    assert_eq!(events("<?a?>", &Options::default()), expected);
}

#[test]
fn the_codes_are_listed_in_order() {
    assert!(ERROR_CODES.is_sorted_by(|code, next| code < next));
    for code in [EOF, FIRST, INVALID, DISALLOWED] {
        assert!(ERROR_CODES.contains(&code), "{code}");
    }
}
