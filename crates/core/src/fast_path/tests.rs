//! The bytes that the fast path reads, and those at which it bails out. Tokens cannot show this, as the states give the same ones later.

use crate::machine::Found;
use crate::options::{Feedback, Options};
use crate::scanner::Scanner;
use crate::token::Token;
use crate::{LimitAction, LimitKind, Limits};

/// The first token of the body, if the fast path reads it, at once or before the states.
fn read(scanner: &mut Scanner, body: &[u8]) -> Option<Found> {
    let rest = scanner.fast_path_rest(body);
    match scanner.fast_path(rest) {
        Some(token) => Some(token.found()),
        None => scanner.machine.fast_path_in_scan(body),
    }
}

fn scanner(set: impl Fn(&mut Options)) -> Scanner {
    let mut options = Options::default();
    set(&mut options);
    Scanner::with_options(options)
}

/// The length of the first token, if the fast path reads it: without error reports, and with them.
fn first_tokens(set: impl Fn(&mut Options), html: &str) -> [Option<usize>; 2] {
    [false, true].map(|errors| {
        let mut scanner = scanner(|options| {
            set(options);
            options.parse_errors = errors;
        });
        let body = &html.as_bytes()[scanner.enter(html.as_bytes(), false)];
        let found = read(&mut scanner, body)?;
        let length = scanner.resolve(body, found).raw().len();
        assert!(html.as_bytes().starts_with(scanner.resolve(body, found).raw()), "{html:?}");
        assert_eq!(scanner.consumed(), length, "{html:?}");
        Some(length)
    })
}

/// The whole token is read, with error reports and without.
const BOTH: [bool; 2] = [true, true];
/// There is a parse error in it, or what follows decides.
const WITHOUT_ERRORS: [bool; 2] = [true, false];
const NEITHER: [bool; 2] = [false, false];

#[test]
fn tags() {
    let table: &[(&str, [bool; 2])] = &[
        ("<p>", BOTH),
        ("<P1->", BOTH),
        ("</p>", BOTH),
        ("</p >", BOTH),
        ("<p =", NEITHER),
        ("<p a='>", NEITHER),
        ("<1>", NEITHER),
        ("</1>", NEITHER),
        ("</>", NEITHER),
        ("<!p>", NEITHER),
        ("<?p>", NEITHER),
        // Names of tags.
        ("<p=q>", BOTH),
        ("<p'\"<q>", BOTH),
        ("<pé>", BOTH),
        ("<p\0>", WITHOUT_ERRORS),
        ("<p\x01>", WITHOUT_ERRORS),
        ("</p\x01q>", WITHOUT_ERRORS),
        ("<p\u{FFFE}>", WITHOUT_ERRORS),
        ("<p\u{FFFD}>", BOTH),
        // Attributes of end tags, and solidi.
        ("</p a>", WITHOUT_ERRORS),
        ("</p/>", WITHOUT_ERRORS),
        ("<p/>", BOTH),
        ("<p />", BOTH),
        ("<p a/>", BOTH),
        ("<p / >", WITHOUT_ERRORS),
        ("<p/a>", WITHOUT_ERRORS),
        ("<p//>", WITHOUT_ERRORS),
        // Names of attributes.
        ("<p a>", BOTH),
        ("<p a b>", BOTH),
        ("<p\ta\nb\x0Cc\rd >", BOTH),
        ("<p          a           b>", BOTH),
        ("<p a-b:c=d>", BOTH),
        ("<p A=b>", BOTH),
        ("<p =>", WITHOUT_ERRORS),
        ("<p =a>", WITHOUT_ERRORS),
        ("<p =a=b>", WITHOUT_ERRORS),
        ("<p a'=b>", WITHOUT_ERRORS),
        ("<p a\"b>", WITHOUT_ERRORS),
        ("<p a<='b'>", WITHOUT_ERRORS),
        ("<p a\x01=b>", WITHOUT_ERRORS),
        ("<p a\0=b>", NEITHER),
        ("<p é=b>", NEITHER),
        ("<p a\x01é=b>", NEITHER),
        ("<p a a>", WITHOUT_ERRORS),
        ("<p a='b' A='b'>", WITHOUT_ERRORS),
        ("<p a=b a=b>", WITHOUT_ERRORS),
        ("<p aaaaaaaaaaaaaa='b'>", BOTH),
        ("<p aaaaaaaaaaaaaaa='b'>", BOTH),
        ("<p aaaaaaaaaaaaaaaa='b'>", BOTH),
        ("<p aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa='b'>", BOTH),
        // Values.
        ("<p a=\"b\">", BOTH),
        ("<p a='b'>", BOTH),
        ("<p a=''>", BOTH),
        ("<p a='b\"c'>", BOTH),
        ("<p a=\"b'c>d\">", BOTH),
        ("<p a = b>", BOTH),
        ("<p a = 'b'>", BOTH),
        ("<p a='b'/>", BOTH),
        ("<p a=b/>", BOTH),
        ("<p a=b/c>", BOTH),
        ("<p a='é'>", BOTH),
        ("<p a=é>", BOTH),
        ("<p a='1\n2\t3'>", BOTH),
        ("<p a='b'c='d'>", WITHOUT_ERRORS),
        ("<p a='b\0c'>", WITHOUT_ERRORS),
        ("<p a='b\x7F'>", WITHOUT_ERRORS),
        ("<p a=>", WITHOUT_ERRORS),
        ("<p a=b\"c>", WITHOUT_ERRORS),
        ("<p a=b'c>", WITHOUT_ERRORS),
        ("<p a=b<c>", WITHOUT_ERRORS),
        ("<p a=b=c>", WITHOUT_ERRORS),
        ("<p a=b`c>", WITHOUT_ERRORS),
        ("<p a=b\x01c>", WITHOUT_ERRORS),
        ("<p a=b\0c>", WITHOUT_ERRORS),
        // Character references in values.
        ("<p a='&'>", BOTH),
        ("<p a='& b'>", BOTH),
        ("<p a='&amp;'>", BOTH),
        ("<p a='&amp'>", WITHOUT_ERRORS),
        ("<p a='&amp=b'>", BOTH),
        ("<p a='&ampb'>", BOTH),
        ("<p a='&notit;'>", BOTH),
        ("<p a='&b'>", BOTH),
        ("<p a='&zzzz;'>", WITHOUT_ERRORS),
        ("<p a='&#65;'>", BOTH),
        ("<p a='&#65'>", WITHOUT_ERRORS),
        ("<p a='&#x41;' b='&#X41;'>", BOTH),
        ("<p a='&#0;'>", WITHOUT_ERRORS),
        ("<p a='&#x80;'>", WITHOUT_ERRORS),
        ("<p a='&#;'>", WITHOUT_ERRORS),
        ("<p a='&#x;'>", WITHOUT_ERRORS),
        ("<p a='&amp;' b='&#0;'>", WITHOUT_ERRORS),
        // Special elements of the content model, in which the states continue.
        ("<title>", BOTH),
        ("<script>", BOTH),
        ("<plaintext>", BOTH),
        ("<meta charset=a>", BOTH),
        ("<script charset=a>", BOTH),
    ];
    let long = "x".repeat(200);
    for feedback in [Feedback::Simulated, Feedback::Names, Feedback::None] {
        for &(tag, expected) in table {
            let length = expected.map(|read| read.then_some(tag.len()));
            // With a whole window after the last attribute, and without. A quote is open where neither path reads a tag.
            for rest in ["", &long] {
                let html = format!("{tag}{rest}");
                let found = first_tokens(|options| options.feedback = feedback, &html);
                assert_eq!(found, length, "{html:?} with {feedback:?}");
            }
        }
    }
}

/// A `meta` that may declare an encoding is left to the states while one is watched for.
#[test]
fn metas_that_are_watched_for() {
    for (html, may_declare) in [
        ("<meta charset=a>", true),
        ("<META a HTTP-EQUIV=b>", true),
        ("<meta name=a>", false),
        ("<meta>", false),
        ("<title charset=a>", false),
        ("<script http-equiv=a>", false),
        ("<p charset=a>", false),
    ] {
        for feedback in [Feedback::Simulated, Feedback::Names, Feedback::None] {
            for watches in [false, true] {
                let mut scanner = scanner(|options| options.feedback = feedback);
                scanner.watch_meta(watches);
                let body = &html.as_bytes()[scanner.enter(html.as_bytes(), false)];
                assert_eq!(
                    read(&mut scanner, body).is_none(),
                    watches && may_declare,
                    "{html} with {feedback:?}, watched for: {watches}"
                );
            }
        }
    }
}

/// Whatever comes before a value, and however long it is: the ends of values are searched from before their names.
#[test]
fn values_end_at_their_quotes() {
    let lengths = (1..=18).chain(28..=70).chain([126, 127, 128, 129, 130]);
    let values = lengths.map(|length| "v".repeat(length));
    // Each may end before it begins.
    let values: Vec<_> = values.chain(["".into(), ">".into(), " x".into(), "/>x".into()]).collect();
    for tag_name in ["p", "p\"q'", "a-name-longer-than-a-block"] {
        for value in &values {
            for name in ["a", "a\"", "'a"] {
                assert_value_is_found(tag_name, name, value);
            }
        }
    }
    // The first quote is at each place about the end of a window that begins with the tag.
    for tag_length in 44..=70 {
        for name_length in 1..=16 {
            for value in [&values[0], ">", " x", "/>x", &values[60]] {
                assert_value_is_found(&"n".repeat(tag_length), &"a".repeat(name_length), value);
            }
        }
    }
}

/// Reads a tag with this value twice, the second time after another name, in either quotes and in none.
fn assert_value_is_found(tag_name: &str, name: &str, value: &str) {
    for quote in ["\"", "'", ""] {
        if quote.is_empty() && (value.is_empty() || value.contains(['>', ' '])) {
            continue;
        }
        for rest in ["", &format!(">x{}", "x".repeat(200))] {
            let attributes = [name, "second"].map(|name| format!(" {name}={quote}{value}{quote}")).concat();
            let html = format!("<{tag_name}{attributes}>{rest}");
            let length = html.len() - rest.len();
            let mut scanner = Scanner::default();
            let body = &html.as_bytes()[scanner.enter(html.as_bytes(), false)];
            let found = read(&mut scanner, body).expect("a tag");
            let Token::StartTag(tag) = scanner.resolve(body, found) else { panic!("{html}") };
            assert_eq!(tag.raw().len(), length, "{html}");
            let found: Vec<_> = tag.attributes().map(|it| (it.raw_name(), it.raw_value())).collect();
            let expected = [name, "second"].map(|name| (name.as_bytes(), value.as_bytes()));
            assert_eq!(found, expected, "{html}");
            let is_error_free = !name.contains(['"', '\'']);
            let expected = [Some(length), is_error_free.then_some(length)];
            assert_eq!(first_tokens(|_| (), &html), expected, "{html}");
        }
    }
}

#[test]
fn text() {
    // The text, what follows it, and where it is read.
    let table: &[(&str, &str, [bool; 2])] = &[
        ("abc", "<p>", BOTH),
        ("abc", "<P>", BOTH),
        ("abc", "</p>", BOTH),
        ("abc", "<!", BOTH),
        ("abc", "<?", BOTH),
        (">\"'=", "<p>", BOTH),
        ("é\u{FFFD}\u{10FFFD}", "<p>", BOTH),
        ("1\t2\n3\x0C4\r\n5\r6", "<p>", BOTH),
        ("a", "<p>", BOTH),
        ("abc", "<", NEITHER),
        ("abc", "< d", NEITHER),
        ("abc", "<1", NEITHER),
        // More text may follow, and its errors.
        ("abc", "", WITHOUT_ERRORS),
        ("ab&amp;", "", WITHOUT_ERRORS),
        ("ab& c", "", WITHOUT_ERRORS),
        ("ab&", "", NEITHER),
        ("ab&am", "", NEITHER),
        ("ab&amp", "", NEITHER),
        ("ab&#", "", NEITHER),
        ("ab&#6", "", NEITHER),
        // It is too short for a token with what surely follows it.
        ("ab", "", NEITHER),
        // Errors of the input stream.
        ("a\0b", "<p>", WITHOUT_ERRORS),
        ("a\x0Bb", "<p>", WITHOUT_ERRORS),
        ("a\x7Fb", "<p>", WITHOUT_ERRORS),
        ("a\u{80}b", "<p>", WITHOUT_ERRORS),
        ("a\u{A0}b", "<p>", BOTH),
        ("a\u{FDD0}b", "<p>", WITHOUT_ERRORS),
        ("a\u{FDCF}b", "<p>", BOTH),
        ("a\u{1FFFE}b", "<p>", WITHOUT_ERRORS),
        ("\u{1FFFD}b", "<p>", BOTH),
        // Character references.
        ("a&b", "<p>", BOTH),
        ("a&", "<p>", BOTH),
        ("a& b", "<p>", BOTH),
        ("a&&", "<p>", BOTH),
        ("a&amp;b", "<p>", BOTH),
        ("&amp;", "<p>", BOTH),
        ("&amp;&lt;&gt;", "<p>", BOTH),
        ("a&amp", "<p>", WITHOUT_ERRORS),
        ("a&ampb", "<p>", WITHOUT_ERRORS),
        ("a&amp=b", "<p>", WITHOUT_ERRORS),
        ("a&zzzz;", "<p>", WITHOUT_ERRORS),
        ("a&zzzz", "<p>", BOTH),
        ("a&zzzz!;", "<p>", BOTH),
        ("a&notin;", "<p>", BOTH),
        ("a&#65;", "<p>", BOTH),
        ("a&#65", "<p>", WITHOUT_ERRORS),
        ("a&#65b;", "<p>", WITHOUT_ERRORS),
        ("a&#x4f;", "<p>", BOTH),
        ("a&#X4f;", "<p>", BOTH),
        ("a&#x4fg;", "<p>", WITHOUT_ERRORS),
        ("a&#x;", "<p>", WITHOUT_ERRORS),
        ("a&#;", "<p>", WITHOUT_ERRORS),
        ("a&#0;", "<p>", WITHOUT_ERRORS),
        ("a&#xD800;", "<p>", WITHOUT_ERRORS),
        ("a&#x110000;", "<p>", WITHOUT_ERRORS),
    ];
    let filler = "x".repeat(100);
    for &(text, next, expected) in table {
        for before in ["", &filler] {
            // What is too short alone is not too short after others.
            if text == "ab" && !before.is_empty() {
                continue;
            }
            let html = format!("{before}{text}{next}");
            let length = expected.map(|read| read.then_some(before.len() + text.len()));
            assert_eq!(first_tokens(|_| (), &html), length, "{html:?}");
        }
    }
}

/// A token that may be beyond a limit is left to the states, which measure it.
#[test]
fn limits() {
    let with = |kind, max| {
        let limits = match kind {
            LimitKind::Tag => Limits::new().tag(max, LimitAction::Fail),
            LimitKind::AttributeValue => Limits::new().attribute_value(max, LimitAction::Fail),
            LimitKind::Attributes => Limits::new().attributes(max, LimitAction::Fail),
            _ => Limits::new().character_reference(max, LimitAction::Fail),
        };
        move |options: &mut Options| options.limits = limits
    };
    for (kind, html, least) in [
        (LimitKind::Tag, "<p a='b'>", 9),
        (LimitKind::Tag, "</abcdef>", 9),
        (LimitKind::AttributeValue, "<p a='b'>", 9),
        (LimitKind::AttributeValue, "</abcdef>", 9),
        (LimitKind::Attributes, "<p a b='c' d>", 3),
        (LimitKind::CharacterReference, "a&amp;&amp;bcdef<p>", 16),
    ] {
        let length = html.strip_suffix("<p>").unwrap_or(html).len();
        assert_eq!(
            first_tokens(with(kind, least), html),
            [Some(length); 2],
            "{html} within {least} of {kind:?}"
        );
        assert_eq!(first_tokens(with(kind, least - 1), html), [None; 2], "{html} beyond {least} of {kind:?}");
    }
}
