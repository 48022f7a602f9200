//! Sources that are made to trip a sniffer, each by its name.

use tagspan_input::{EncodingDecision, EncodingOptions, EncodingSource, Sniffer, sniff};

use super::harness::{Case, declared};

const META: &[u8] = b"<meta charset=koi8-r>";

/// Byte order mark, header and meta: which takes precedence, with the mark cut anywhere.
#[test]
fn a_mark_beats_the_header_and_the_header_beats_the_meta_tag() {
    let html = b"\xEF\xBB\xBF<meta charset=koi8-r>";
    let header = EncodingOptions::new().content_type("text/html; charset=big5");
    let table: [(&str, &[u8], EncodingOptions, &str); 6] = [
        ("all three", html, header.clone(), "UTF-8"),
        ("mark and meta", html, EncodingOptions::new(), "UTF-8"),
        ("header and meta", &html[3..], header.clone(), "Big5"),
        ("meta", &html[3..], EncodingOptions::new(), "KOI8-R"),
        ("half a mark, header and meta", b"\xEF\xBB<meta charset=koi8-r>", header.clone(), "Big5"),
        ("half a mark and the end", b"\xEF\xBB", header, "Big5"),
    ];
    for (what, source, options, expected) in table {
        let whole = sniff(source, &options);
        assert_eq!(whole.encoding().name(), expected, "{what}");
        for first in 0..=source.len() {
            for second in first..=source.len() {
                let mut sniffer = Sniffer::new(options.clone());
                sniffer.look(&source[..first], false);
                sniffer.look(&source[..second], false);
                assert_eq!(sniffer.look(source, true), Some(whole), "{what}, cut at {first} and {second}");
            }
        }
    }
}

/// The meaning of a label depends on its source.
#[test]
fn dangerous_labels() {
    // The label, and its encoding from a header, a meta tag and an XML declaration; empty for none.
    let table = [
        ("utf-16", "UTF-16LE", "UTF-8", "UTF-8"),
        ("utf-16be", "UTF-16BE", "UTF-8", "UTF-8"),
        ("x-user-defined", "x-user-defined", "windows-1252", "x-user-defined"),
        ("replacement", "replacement", "replacement", "replacement"),
        ("iso-2022-kr", "replacement", "replacement", "replacement"),
        ("hz-gb-2312", "replacement", "replacement", "replacement"),
        ("iso-2022-jp", "ISO-2022-JP", "ISO-2022-JP", "ISO-2022-JP"),
        ("utf-7", "", "", ""),
        ("utf-32", "", "", ""),
    ];
    for (label, header, meta, xml) in table {
        let options = EncodingOptions::new().charset(label);
        assert_eq!(
            options.map_or("", |options| sniff(b"<p>", &options).encoding().name()),
            header,
            "{label}"
        );
        for (html, expected) in [
            (format!("<meta charset={label}>"), meta),
            (format!("<meta content='charset={label}' http-equiv=content-type>"), meta),
            (format!("<?xml encoding='{label}'?>"), xml),
        ] {
            assert_eq!(declared(html.as_bytes(), 1024).map_or("", |(name, _)| name), expected, "{html}");
        }
    }
}

/// A declaration that the limit truncates, or only just does not.
#[test]
fn a_declaration_at_the_limit() {
    for (limit, ends) in [(1024, [1023, 1024, 1025]), (4096, [4095, 4096, 4097])] {
        for end in ends {
            for (before, fill) in [(&b""[..], b' '), (b"", b'<'), (b"<!-->", b'-'), (b"</br>", 0xFF)] {
                let mut html = before.to_vec();
                html.resize(end - META.len(), fill);
                html.extend_from_slice(META);
                html.extend_from_slice(b"<title>and more</title>");
                let case = Case::prescan(limit);
                let decision = case.check_whole(&html);
                case.check_cuts(&html, end - META.len() - 2..html.len());
                if end <= limit {
                    assert_eq!(decision.source(), EncodingSource::Prescan, "{end} {before:?} {fill}");
                    assert_eq!(decision.bytes(), (end - META.len()) as u64..end as u64);
                } else {
                    assert_eq!(decision.source(), EncodingSource::Default, "{end} {before:?} {fill}");
                    assert_eq!(decision.looked_at(), limit as u64);
                }
            }
        }
    }
}

#[test]
fn a_declaration_cut_anywhere_is_none() {
    for whole in [
        &b"<meta charset=euc-jp>"[..],
        b"<meta charset = 'euc-jp' >",
        b"<meta http-equiv=\"content-type\" content=\"text/html; charset=euc-jp\">",
        b"<meta content=text/html;charset=euc-jp http-equiv=content-type/>",
    ] {
        for cut in 0..whole.len() {
            assert_eq!(declared(&whole[..cut], 1024), None, "{}", whole[..cut].escape_ascii());
        }
    }
}

#[test]
fn traps_for_the_prescan() {
    // What is declared after all; empty for nothing.
    let table: [(&str, &[u8], &str); 13] = [
        ("a declaration at the end of input", b"<meta charset=euc-jp", ""),
        ("bogus charset, then a valid tag", b"<meta charset=klingon><meta charset=koi8-r>", "KOI8-R"),
        ("content first", b"<meta content='charset=koi8-r' http-equiv='content-type'>", "KOI8-R"),
        ("charset twice", b"<meta charset=koi8-r charset=big5>", "KOI8-R"),
        (
            "content twice",
            b"<meta content=charset=koi8-r content=charset=big5 http-equiv=content-type>",
            "KOI8-R",
        ),
        ("<!--> closes", b"<!--><meta charset=koi8-r>--><meta charset=big5>", "KOI8-R"),
        ("in a script", b"<script>'<meta charset=koi8-r>'</script>", "KOI8-R"),
        ("in a title", b"<title><meta charset=koi8-r></title>", "KOI8-R"),
        (
            "in a comment of a script",
            b"<script><!--<meta charset=big5>//--></script><meta charset=koi8-r>",
            "KOI8-R",
        ),
        ("in a value", b"<a title='<meta charset=big5>'><meta charset=koi8-r>", "KOI8-R"),
        ("in CDATA", b"<![CDATA[<meta charset=big5>]]><meta charset=koi8-r>", "KOI8-R"),
        ("after a quote that nothing closes", b"<a title='x><meta charset=big5>", ""),
        ("after a comment that nothing closes", b"<!-- x ><meta charset=big5>", ""),
    ];
    for (what, source, expected) in table {
        assert_eq!(declared(source, 1024).map_or("", |(name, _)| name), expected, "{what}");
    }
}

/// A slow trickle: the decision comes with the byte that settles it, and no call is too many.
#[test]
fn a_slow_trickle_decides_by_bytes() {
    let mut html = b"<!DOCTYPE html><!-- \xE9 --><title>x</title>".to_vec();
    html.resize(900, b'.');
    html.extend_from_slice(META);
    html.resize(1500, b'.');
    for options in [
        EncodingOptions::new(),
        EncodingOptions::new().prescan_bytes(910),
        EncodingOptions::new().charset("big5").unwrap(),
    ] {
        let expected = sniff(&html, &options);
        let mut sniffer = Sniffer::new(options);
        let mut decided: Option<(usize, EncodingDecision)> = None;
        for len in 0..=html.len() {
            // The same bytes again and again.
            for _ in 0..3 {
                if let Some(decision) = sniffer.look(&html[..len], false) {
                    decided.get_or_insert((len, decision));
                }
            }
        }
        assert_eq!(decided, Some((expected.looked_at() as usize, expected)));
    }
}

/// A caller that breaks the contract, with fewer bytes than before or with others, gets some decision.
#[test]
fn bytes_that_are_not_those_of_before() {
    let sources: [&[u8]; 9] = [
        b"",
        b"<",
        b"<meta charset=koi8-r x",
        b"<meta           cha",
        b"<!-- -- --",
        b"<p a='b' c='>",
        b"<?xml encoding='koi8-r'",
        b"></meta>><<<!--><meta>",
        b"\0<\0?\0",
    ];
    let three = |mut number: usize| {
        [(); 3].map(|()| {
            let source = sources[number % sources.len()];
            number /= sources.len();
            source
        })
    };
    for [first, second, third] in (0..sources.len().pow(3)).map(three) {
        for (one, two) in [(first.len(), second.len()), (first.len() / 2, second.len() / 3)] {
            let mut sniffer = Sniffer::new(EncodingOptions::new());
            sniffer.look(&first[..one], false);
            sniffer.look(&second[..two], false);
            assert!(sniffer.look(third, true).is_some());
        }
    }
}

/// A search over much, split into single bytes, takes time in proportion: minutes if it started over each time.
#[test]
fn a_long_prescan_in_single_bytes_is_linear() {
    for (start, fill) in [
        (&b"<!--"[..], b'-'),
        (b"<meta a='", b'x'),
        (b"<meta a=", b'x'),
        (b"<meta ", b'x'),
        (b"<meta ", b' '),
        (b"<p a", b' '),
        (b"<p a=", b' '),
        (b"<", b'<'),
        (b"<p", b'p'),
        (b"<?xml ", b'>'),
        (b"", b'x'),
    ] {
        let mut html = start.to_vec();
        html.resize(1 << 20, fill);
        let mut sniffer = Sniffer::new(EncodingOptions::new().prescan_bytes(usize::MAX));
        for len in 0..=html.len() {
            assert_eq!(sniffer.look(&html[..len], false), None);
        }
        let decision = sniffer.look(&html, true).unwrap();
        assert_eq!((decision.source(), decision.looked_at()), (EncodingSource::Default, 1 << 20));
    }
}
