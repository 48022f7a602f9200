//! Tests of `Rewriter`: edits, encodings, limits and errors, and that all other bytes are those of the source.

use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;
use std::error::Error as _;

use tagspan::{
    Encoding, EncodingOptions, ErrorKind, LimitAction, LimitKind, Limits, RewriteErrorKind, Rewriter, Token,
    TokenEdit, Tokenizer, TokenizerBuilder, UTF_8,
};
use testing::corpora;

pub(super) const SIZES: [usize; 6] = [1, 2, 3, 7, 1460, 1 << 20];

/// Labels of encodings, and characters that each of them has.
const ENCODINGS: &[(&str, &str)] = &[
    ("utf-8", "é日\u{1F600}"),
    ("windows-1252", "éÿ"),
    ("windows-1251", "жя"),
    ("koi8-r", "жя"),
    ("iso-8859-2", "čř"),
    ("x-user-defined", "\u{F780}"),
    ("gbk", "日本丂"),
    ("gb18030", "日é\u{1F600}"),
    ("big5", "日本兀"),
    ("euc-jp", "日本ｱ"),
    ("iso-2022-jp", "日本ア"),
    ("shift_jis", "日表ｱ"),
    ("euc-kr", "한글"),
    ("utf-16le", "é日\u{1F600}"),
    ("utf-16be", "é日\u{1F600}"),
];

pub(super) fn encoding(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap()
}

fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

pub(super) fn rewrite(
    builder: TokenizerBuilder,
    page: &[u8],
    size: usize,
    mut each: impl FnMut(Token<'_>, &mut TokenEdit),
) -> Vec<u8> {
    let mut rewriter = Rewriter::with_builder(Vec::new(), builder);
    for chunk in page.chunks(size) {
        rewriter.write(chunk, &mut each).unwrap();
    }
    rewriter.finish(each).unwrap()
}

pub(super) fn known(encoding: &'static Encoding) -> TokenizerBuilder {
    Tokenizer::builder().encoding(encoding)
}

/// Keeps every token, by an edit of tags that changes nothing.
fn touch(token: Token<'_>, edit: &mut TokenEdit) {
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => edit.write_tag(tag.edit()),
        _ => edit.keep(),
    }
}

#[test]
fn what_is_not_changed_is_as_it_was() {
    let mut pages = corpora::own();
    pages.push(("oversized".to_owned(), format!("<p><!--{}--><b title='{0}'>", "-x".repeat(9 << 20)).into()));
    pages.push(("mark".to_owned(), b"\xEF\xBB\xBF<a href=http://caf\xC3>\xFF\0&\r\n\r<a href".to_vec()));
    pages.push(("utf-16".to_owned(), b"\xFF\xFE<\0p\0\x3D\xD8>\0\x00\xDE\0".to_vec()));
    pages.push((
        "escapes".to_owned(),
        b"<meta charset=iso-2022-jp>\x1B$B\x1B(B\x1B$Ba<p>\x1B(\x1B$B\x1B".to_vec(),
    ));
    pages.push(("replacement".to_owned(), b"<meta charset=iso-2022-kr>text<p>\xFF".to_vec()));
    let builder = Tokenizer::builder().limits(Limits::lossless());
    for (name, page) in pages {
        for size in SIZES {
            if page.len() / size > 1 << 20 {
                continue;
            }
            let unchanged = rewrite(builder.clone(), &page, size, |_, _| {});
            assert!(unchanged == page, "{name}, chunks of {size}");
            assert!(rewrite(builder.clone(), &page, size, touch) == page, "{name}, chunks of {size}");
        }
    }
}

/// Noise in every encoding.
#[test]
fn ill_formed_bytes_stay() {
    let mut rng = XorShiftRng::seed_from_u64(1);
    for &(label, _) in ENCODINGS {
        for round in 0..200 {
            let mut page = vec![0; 40];
            rng.fill_bytes(&mut page);
            // More of what matters.
            for byte in page.iter_mut().filter(|byte| **byte % 3 == 0) {
                *byte = b"<>/ab='\"\x1B$(B"[usize::from(*byte) % 12];
            }
            let size = 1 + round % 5;
            let builder = known(encoding(label));
            assert_eq!(rewrite(builder.clone(), &page, size, |_, _| {}), page, "{label}");
            assert_eq!(rewrite(builder, &page, size, touch), page, "{label}");
        }
    }
}

/// A page made of what has places in the source that are hard to tell, over these characters.
fn page(rng: &mut XorShiftRng, characters: &str) -> String {
    let characters: Vec<char> = characters.chars().collect();
    let mut html = String::new();
    for _ in 0..12 {
        let mut text = || -> String {
            (0..rng.next_u32() % 3).map(|_| characters[rng.next_u32() as usize % characters.len()]).collect()
        };
        let (one, two) = (text(), text());
        html += &match rng.next_u32() % 9 {
            0 => format!("<a href='{one}' {two}x>"),
            1 => format!("<a href={one} title=\"{two}\" >"),
            2 => format!("<a title={one}{two}/>"),
            3 => format!("<!--{one}-->"),
            4 => format!("</a{one} {two}>"),
            5 => format!("{one}&amp;{two}"),
            6 => format!("{one}\r\n"),
            7 => format!("<script>{one}</script>{two}"),
            _ => one + &two,
        };
    }
    html
}

/// Edits of all kinds, with these characters in what is inserted.
fn edit_all(token: Token<'_>, edit: &mut TokenEdit, characters: &str) {
    match token {
        Token::StartTag(tag) if tag.is("a") => {
            edit.before(&format!("{characters}<i>"));
            edit.after(characters);
            edit.write_tag(
                tag.edit()
                    .set_attribute("href", characters)
                    .set_attribute("id", "1")
                    .remove_attribute("title"),
            );
        }
        Token::EndTag(tag) if tag.is("script") => edit.after(characters),
        Token::EndTag(_) => edit.replace(characters),
        Token::Comment(_) => edit.remove(),
        Token::Text(text) if text.raw().len() % 2 == 1 => edit.remove(),
        _ => {}
    }
}

/// The same document is written in each encoding.
#[test]
fn output_is_in_the_encoding_of_the_source() {
    let mut rng = XorShiftRng::seed_from_u64(2);
    for &(label, characters) in ENCODINGS {
        let encoding = encoding(label);
        for round in 0..300 {
            // What is removed at the start changes what may stand there.
            let page = format!("<p>{}", page(&mut rng, characters));
            let each = |token: Token<'_>, edit: &mut TokenEdit| edit_all(token, edit, characters);
            let expected = rewrite(known(UTF_8), page.as_bytes(), usize::MAX, each);
            let source = encode(encoding, &page);
            // One chunk, as pieces of text are edited.
            let output = rewrite(known(encoding), &source, usize::MAX, each);
            let (decoded, is_ill_formed) = encoding.decode_without_bom_handling(&output);
            assert_eq!(decoded.as_bytes(), expected, "{label}, round {round}: {page}");
            assert!(!is_ill_formed, "{label}: {page}");
            // Chunks, with edits that do not depend on how text is divided.
            let each = |token: Token<'_>, edit: &mut TokenEdit| match token {
                Token::Text(_) => {}
                token => edit_all(token, edit, characters),
            };
            let expected = rewrite(known(encoding), &source, usize::MAX, each);
            for size in [1, 2, 5] {
                assert_eq!(rewrite(known(encoding), &source, size, each), expected, "{label}: {page}");
            }
        }
    }
}

/// Markup is inserted where it was meant to be, whatever stands before it.
#[test]
fn ill_formed_sequences_swallow_no_markup() {
    let mut rng = XorShiftRng::seed_from_u64(3);
    for &(label, characters) in ENCODINGS {
        let encoding = encoding(label);
        for _ in 0..300 {
            // A page that begins with other bytes than those of a byte order mark.
            let start = encode(encoding, "..");
            let mut source = [&start[..], &encode(encoding, &page(&mut rng, characters))].concat();
            for _ in 0..4 {
                let index = rng.next_u32() as usize % source.len();
                if index >= start.len() && encoding.name() != "ISO-2022-JP" {
                    source[index] = rng.next_u32() as u8 | 0x80;
                }
            }
            let decoded = encoding.decode_without_bom_handling(&source).0;
            let each = |token: Token<'_>, edit: &mut TokenEdit| {
                if let Token::StartTag(tag) = token {
                    edit.before("<i>");
                    edit.after("<b>");
                    edit.write_tag(tag.edit().set_attribute("href", "x").remove_attribute("title"));
                }
            };
            let expected = rewrite(known(UTF_8), decoded.as_bytes(), usize::MAX, each);
            let output = rewrite(known(encoding), &source, usize::MAX, each);
            let output = encoding.decode_without_bom_handling(&output).0;
            if encoding == UTF_8 {
                // Offsets of ill-formed bytes count.
                assert_eq!(
                    output.matches("<i>").count(),
                    String::from_utf8_lossy(&expected).matches("<i>").count()
                );
            } else {
                assert_eq!(output.as_bytes(), expected, "{label}: {decoded}");
            }
        }
    }
}

#[test]
fn only_the_edited_bytes_of_a_legacy_page_change() {
    let page = b"<meta charset=windows-1251><A HREF='/\xCC' TITLE=\"\xE8\">\xF0\x98</A>\x98";
    let expected =
        b"<meta charset=windows-1251><A HREF='\xD4 &#9774; &amp;' TITLE=\"\xE8\">\xF0\x98</A>\x98".to_vec();
    for size in SIZES {
        let output = rewrite(Tokenizer::builder(), page, size, |token, edit| {
            if let Token::StartTag(tag) = token
                && tag.is("a")
            {
                edit.write_tag(tag.edit().set_attribute("href", "Ф ☮ &"));
            }
        });
        assert_eq!(output, expected, "chunks of {size}");
    }
}

#[test]
fn marks_are_kept_and_are_no_tokens() {
    for label in ["utf-8", "utf-16le", "utf-16be"] {
        let encoding = encoding(label);
        let encoded = |text: &str| encode(encoding, text);
        for size in SIZES {
            let output = rewrite(Tokenizer::builder(), &encoded("\u{FEFF}<p>é</p>"), size, |token, edit| {
                if let Token::StartTag(_) = token {
                    edit.before("日");
                    edit.after("\u{1F600}");
                }
                if let Token::Dropped(_) = token {
                    edit.remove();
                }
            });
            assert_eq!(output, encoded("\u{FEFF}日<p>\u{1F600}é</p>"), "{label}, chunks of {size}");
        }
    }
}

/// Inserts the same before each tag.
fn insert(token: Token<'_>, edit: &mut TokenEdit) {
    if let Token::StartTag(_) = token {
        edit.before("é");
    }
}

#[test]
fn inserted_text_does_not_depend_on_an_encoding_that_may_change() {
    // No byte is searched for a declaration before the tokenizer starts.
    let unseen = Tokenizer::builder().encoding_options(EncodingOptions::new().prescan_bytes(0));
    let table: &[(TokenizerBuilder, &[u8], &[u8])] = &[
        // No declaration.
        (Tokenizer::builder(), b"<p>\xE9", b"&#233;<p>\xE9"),
        (known(encoding("windows-1252")), b"<p>\xE9", b"\xE9<p>\xE9"),
        (known(UTF_8), b"<p>\xE9", b"\xC3\xA9<p>\xE9"),
        // One that is found beforehand, one that changes the decoder, and one that comes too late for that.
        (
            Tokenizer::builder(),
            b"<p><meta charset=utf-8><p>",
            b"\xC3\xA9<p>\xC3\xA9<meta charset=utf-8>\xC3\xA9<p>",
        ),
        (
            unseen.clone(),
            b"<p><meta charset=utf-8><p>\xFF",
            b"&#233;<p>&#233;<meta charset=utf-8>\xC3\xA9<p>\xFF",
        ),
        (
            unseen.clone(),
            b"<p><meta charset=koi8-r><p>\xFF",
            b"&#233;<p>&#233;<meta charset=koi8-r>&#233;<p>\xFF",
        ),
        (unseen, b"<p>\xE9<meta charset=utf-8><p>", b"&#233;<p>\xE9&#233;<meta charset=utf-8>&#233;<p>"),
    ];
    for (builder, page, expected) in table {
        for size in SIZES {
            let output = rewrite(builder.clone(), page, size, insert);
            assert_eq!(output, *expected, "{:?}", String::from_utf8_lossy(page));
        }
    }
}

type Calls = fn(&mut TokenEdit);

#[test]
fn calls_have_the_order_of_the_output() {
    let table: &[(Calls, &str)] = &[
        (|edit| edit.keep(), "a<p>b"),
        (|edit| edit.remove(), "ab"),
        (|edit| edit.replace("1"), "a1b"),
        (
            |edit| {
                edit.after("3");
                edit.before("1");
                edit.before("2");
                edit.after("4");
            },
            "a12<p>34b",
        ),
        (
            |edit| {
                edit.before("1");
                edit.remove();
                edit.after("2");
            },
            "a12b",
        ),
        (
            |edit| {
                edit.remove();
                edit.replace("1");
                edit.keep();
            },
            "a<p>b",
        ),
    ];
    for (index, (calls, expected)) in table.iter().enumerate() {
        let output = rewrite(known(UTF_8), b"a<p>b", 1, |token, edit| {
            if let Token::StartTag(_) = token {
                calls(edit);
            }
        });
        assert_eq!(String::from_utf8(output).unwrap(), *expected, "{index}");
    }
}

#[test]
fn errors_say_where_and_what_to_do() {
    let mut rewriter = Rewriter::with_builder(Vec::new(), known(UTF_8));
    rewriter.write(b"ab", |_, _| {}).unwrap();
    let error = rewriter
        .write(b"c<p>", |token, edit| {
            if let Token::StartTag(tag) = token {
                edit.write_tag(tag.edit().set_name("1"));
            }
        })
        .unwrap_err();
    assert!(matches!(error.kind(), RewriteErrorKind::InvalidName(_)));
    assert!(error.to_string().starts_with("the tag at byte 3 cannot be written: \"1\" is not"), "{error}");
    assert!(error.source().is_some_and(|cause| error.to_string().ends_with(&cause.to_string())), "{error}");
    let error = rewriter.finish(|_, _| {}).unwrap_err();
    assert!(matches!(error.kind(), RewriteErrorKind::AfterError));
    assert!(error.to_string().contains("use a new rewriter") && error.source().is_none(), "{error}");

    let strict = known(UTF_8).validation(tagspan::Validation::Strict);
    let error = Rewriter::with_builder(Vec::new(), strict).read_from(&b"ab\xFFc"[..], |_, _| {}).unwrap_err();
    let RewriteErrorKind::Token(inner) = error.kind() else { panic!("{error}") };
    assert_eq!((inner.offset(), error.to_string()), (2, inner.to_string()));
}

#[test]
fn replaced_text_is_read_as_it_was_given() {
    let text = "</title>\r\n&amp;<b>\u{A0}";
    let each = |token: Token<'_>, edit: &mut TokenEdit| match token {
        Token::Text(_) | Token::Comment(_) => edit.replace_text(text),
        _ => {}
    };
    for page in ["x", "<p>x</p>", "<p><!--x--></p>", "<title>x</title>", "<textarea>x</textarea>"] {
        let html = rewrite(known(UTF_8), page.as_bytes(), usize::MAX, each);
        let mut tokens = tagspan::tokenize(&html);
        let mut read = String::new();
        while let Some(token) = tokens.next_token().unwrap() {
            if let Token::Text(part) = token {
                read += &part.value();
            }
        }
        assert_eq!(read, text, "{page}");
    }
    // The text, and the end tag after empty text.
    for (start, end) in [
        ("<script>", "x"),
        ("<style>", "x"),
        ("<xmp>", "x"),
        ("<plaintext>", "x"),
        ("<svg><![CDATA[", "x"),
        ("<script>", "</script>"),
        ("<style>", "</style >x"),
    ] {
        let page = format!("{start}{end}");
        let each = |token: Token<'_>, edit: &mut TokenEdit| {
            if let Token::Text(_) | Token::EndTag(_) = token {
                edit.replace_text("x");
            }
        };
        let error = Rewriter::new(Vec::new()).read_from(page.as_bytes(), each).expect_err(&page);
        assert!(matches!(error.kind(), RewriteErrorKind::RawText(_)), "{error:?}");
        assert_eq!(error.offset(), start.len() as u64);
        assert!(error.to_string().contains("`TokenEdit::replace`"), "{error}");
    }
}

#[test]
fn replaced_text_is_refused_behind_tags_that_are_skipped() {
    let limits = Limits::new().attributes(2, LimitAction::Skip);
    let replace_end = |page: &str| {
        let rewriter = Rewriter::with_builder(Vec::new(), known(UTF_8).limits(limits));
        rewriter.read_from(page.as_bytes(), |token, edit| match token {
            Token::EndTag(_) => edit.replace_text("x"),
            Token::Dropped(part) if part.raw() == b"]]>" => edit.replace_text("x"),
            _ => {}
        })
    };
    for page in ["<script a b c></script>", "<svg><![CDATA[a]]>"] {
        let error = replace_end(page).expect_err(page);
        assert!(matches!(error.kind(), RewriteErrorKind::RawText(_)), "{error:?}");
    }
    for page in ["<title a b c></title>", "<script></script a b c></p>"] {
        assert!(replace_end(page).is_ok(), "{page}");
    }
}

#[test]
fn editors_of_other_tags_are_refused() {
    // Another place, other bytes, an end tag, and a tag within the span of the token.
    for other in ["text<abc d=efg>", "<abc d=xyz>", "</bc d=efg>", "<b d=e>", "<abc d=efghi>"] {
        for changes in [false, true] {
            let result = Rewriter::new(Vec::new()).read_from(&b"<abc d=efg>"[..], |_, edit| {
                let mut tokens = tagspan::tokenize(other);
                while let Some(token) = tokens.next_token().unwrap() {
                    if let Token::StartTag(tag) | Token::EndTag(tag) = token {
                        let mut editor = tag.edit();
                        if changes {
                            editor.set_attribute("d", "");
                        }
                        edit.write_tag(editor);
                    }
                }
            });
            let error = result.expect_err(other);
            assert!(matches!(error.kind(), RewriteErrorKind::OtherTag), "{other}: {error}");
            assert_eq!(error.offset(), 0);
            assert!(error.to_string().contains("edit the tag that the callback gets"), "{error}");
        }
    }
}

#[test]
fn editors_are_taken_by_value_and_by_reference() {
    let calls: [fn(tagspan::Tag<'_>, &mut TokenEdit); 3] = [
        |tag, edit| edit.write_tag(tag.edit()),
        |tag, edit| edit.write_tag(tag.edit().remove_attribute("a")),
        |tag, edit| {
            let editor = tag.edit();
            edit.write_tag(&editor);
            edit.write_tag(editor);
        },
    ];
    for call in calls {
        let html = rewrite(known(UTF_8), b"<p id=1>", usize::MAX, |token, edit| {
            if let Token::StartTag(tag) = token {
                call(tag, edit);
            }
        });
        assert_eq!(html, b"<p id=1>");
    }
}

#[test]
fn errors_convert_into_those_of_input_and_output() {
    use std::io::{self, ErrorKind};

    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    fn replace(_: Token<'_>, edit: &mut TokenEdit) {
        edit.replace_text("x");
    }

    let error = Rewriter::new(Vec::new()).read_from(Broken, replace).unwrap_err();
    assert_eq!(io::Error::from(error).kind(), ErrorKind::ConnectionReset);
    let error = Rewriter::new(&mut [][..]).read_from(&b"<p>"[..], replace).unwrap_err();
    assert_eq!(io::Error::from(error).kind(), ErrorKind::WriteZero);
    let error = Rewriter::new(Vec::new()).read_from(&b"<xmp>text"[..], replace).unwrap_err();
    let message = error.to_string();
    let error = io::Error::from(error);
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::InvalidData, message));
}

/// No tag is written that the callback has not seen whole, unless the caller asks for it.
#[test]
fn constructs_over_a_limit_fail() {
    let attributes: String = (0..100_000).map(|number| format!(" a{number}")).collect();
    let crowded = format!("é<b>text<p{attributes} onclick=x>");
    let long = |count: usize| format!("<p><a b='{}'>", "x".repeat(count));
    let comment = format!("<p><!--{}-->", "x".repeat(64));
    let new = Limits::new;
    let table: &[(Option<Limits>, &str, LimitKind, u64, &str)] = &[
        (None, &crowded, LimitKind::Attributes, 100_000, "é<b>text"),
        (None, &long(16 << 20), LimitKind::Tag, 16 << 20, "<p>"),
        (Some(new()), &long(5 << 20), LimitKind::AttributeValue, 4 << 20, "<p>"),
        (
            Some(new().attributes(2, LimitAction::Truncate)),
            "<p a b><p a b c>",
            LimitKind::Attributes,
            2,
            "<p a b>",
        ),
        (Some(new().tag(32, LimitAction::Truncate)), &long(64), LimitKind::Tag, 32, "<p>"),
        (Some(new().attribute_value(32, LimitAction::Skip)), &long(64), LimitKind::AttributeValue, 32, "<p>"),
        (Some(new().comment(32, LimitAction::Truncate)), &comment, LimitKind::Comment, 32, "<p>"),
        (Some(new().comment(32, LimitAction::Fail)), &comment, LimitKind::Comment, 32, "<p>"),
    ];
    for (limits, page, kind, limit, written) in table {
        for encoding in [UTF_8, encoding("utf-16le")] {
            let builder = limits.map_or(known(encoding), |limits| known(encoding).limits(limits));
            let source = encode(encoding, page);
            for size in [1460, usize::MAX] {
                let mut rewriter = Rewriter::with_builder(Vec::new(), builder.clone());
                let error =
                    source.chunks(size).find_map(|chunk| rewriter.write(chunk, |_, _| {}).err()).unwrap();
                let RewriteErrorKind::Token(inner) = error.kind() else { panic!("{error:?}") };
                assert_eq!(inner.kind(), ErrorKind::LimitExceeded { kind: *kind, limit: *limit });
                let written = encode(encoding, written);
                assert_eq!(error.offset(), written.len() as u64, "{kind}");
                assert!(*rewriter.output() == written, "{kind}");
                let message = error.to_string();
                assert!(message.contains(&format!("at byte {} ", written.len())), "{message}");
                assert!(message.contains("`TokenizerBuilder::limits`"), "{message}");
            }
        }
    }
}

#[test]
fn skipped_constructs_are_for_the_callback() {
    let page = format!("<p a b c><!--{}-->text", "x".repeat(64));
    let limits = Limits::new().comment(32, LimitAction::Skip).attributes(2, LimitAction::Skip);
    for size in SIZES {
        let builder = known(UTF_8).limits(limits);
        assert_eq!(rewrite(builder.clone(), page.as_bytes(), size, |_, _| {}), page.as_bytes());
        let output = rewrite(builder, page.as_bytes(), size, |token, edit| {
            if let Token::Dropped(_) = token {
                edit.remove();
            }
        });
        assert_eq!(output, b"text");
    }
}

/// A document is written whole, or fails.
#[test]
fn documents_over_a_limit_fail() {
    for action in [LimitAction::Fail, LimitAction::Truncate, LimitAction::Skip] {
        let rewriter = Rewriter::with_builder(
            Vec::new(),
            known(UTF_8).limits(tagspan::Limits::new().max_bytes(5, action)),
        );
        assert_eq!(rewriter.read_from(&b"<p>te"[..], |_, _| {}).unwrap(), b"<p>te");
        let rewriter = Rewriter::with_builder(
            Vec::new(),
            known(UTF_8).limits(tagspan::Limits::new().max_bytes(5, action)),
        );
        let error = rewriter.read_from(&b"<p>text"[..], |_, _| {}).unwrap_err();
        let RewriteErrorKind::Token(inner) = error.kind() else { panic!("{error:?}") };
        assert_eq!(inner.kind(), ErrorKind::LimitExceeded { kind: LimitKind::Document, limit: 5 });
    }
}

/// Nothing is kept but what is unfinished.
#[test]
fn chunks_are_written_as_they_come() {
    for label in ["utf-8", "windows-1251", "utf-16le", "shift_jis"] {
        let encoding = encoding(label);
        let chunk = encode(encoding, &"<p>text</p>".repeat(50));
        let mut rewriter = Rewriter::with_builder(Vec::new(), known(encoding));
        for count in 1..50 {
            rewriter.write(&chunk, |_, _| {}).unwrap();
            assert_eq!(rewriter.output().len(), count * chunk.len(), "{label}");
        }
    }
}
