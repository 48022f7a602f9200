//! The order of the steps, and when each of them can be taken.

use tagspan_input::{Bom, Confidence, EncodingOptions, EncodingSource, Sniffer, sniff};

use super::harness::{Case, encoding};
use tagspan_reference::encoding as reference;

/// Sets one kind of information.
type Tell = fn(&mut Case);

/// The options, in the order of the steps; each with its own encoding.
const KNOWN: [(EncodingSource, &str, Tell); 5] = [
    (EncodingSource::Override, "IBM866", |case| {
        case.options = case.options.clone().override_encoding(encoding("IBM866"));
        case.reference.user_override = reference::get_an_encoding("IBM866");
    }),
    (EncodingSource::Transport, "Big5", |case| {
        case.options = case.options.clone().encoding(encoding("Big5"));
        case.reference.transport = Some("big5".to_owned());
    }),
    (EncodingSource::ParentDocument, "GBK", |case| {
        case.options = case.options.clone().parent(encoding("GBK"));
        let encoding = reference::get_an_encoding("gbk").unwrap();
        case.reference.parent = Some(reference::ParentDocument { encoding, same_origin: true });
    }),
    (EncodingSource::Likely, "EUC-JP", |case| {
        case.options = case.options.clone().likely(encoding("EUC-JP"));
        case.reference.likely = reference::get_an_encoding("euc-jp");
    }),
    (EncodingSource::Default, "macintosh", |case| {
        case.options = case.options.clone().default_encoding(encoding("macintosh"));
        case.reference.default = reference::get_an_encoding("macintosh").unwrap();
    }),
];

/// The step that decides, and the name of the encoding.
type Said = (EncodingSource, &'static str);

/// Sources, and what their bytes say.
const SOURCES: &[(&[u8], Option<Said>)] = &[
    (b"", None),
    (b"<p>", None),
    (b"\xEF", None),
    (b"\xEF\xBB", None),
    (b"\xEF\xBB\xBE", None),
    (b"\xFE", None),
    (b"\xFF\xFF", None),
    (b"\xEF\xBB\xBF<meta charset=koi8-r>", Some((EncodingSource::ByteOrderMark, "UTF-8"))),
    (b"\xEF\xBB\xBF", Some((EncodingSource::ByteOrderMark, "UTF-8"))),
    (b"\xFF\xFE", Some((EncodingSource::ByteOrderMark, "UTF-16LE"))),
    (b"\xFE\xFF\0<", Some((EncodingSource::ByteOrderMark, "UTF-16BE"))),
    (b"<meta charset=koi8-r>", Some((EncodingSource::Prescan, "KOI8-R"))),
    (b"<?xml encoding='koi8-r'?>", Some((EncodingSource::Prescan, "KOI8-R"))),
    (b"\xEF\xBB<meta charset=koi8-r>", Some((EncodingSource::Prescan, "KOI8-R"))),
    (b"\0<\0?\0x", Some((EncodingSource::Prescan, "UTF-16BE"))),
];

#[test]
fn an_earlier_step_overrides_every_later_one() {
    for known in 0_u32..1 << KNOWN.len() {
        for &(source, said) in SOURCES {
            for limit in [0, 1024] {
                let mut case = Case::prescan(limit);
                let mut steps: Vec<Said> = Vec::new();
                for (bit, &(step, name, tell)) in KNOWN.iter().enumerate() {
                    if known & 1 << bit != 0 {
                        tell(&mut case);
                        steps.push((step, name));
                    }
                }
                let certain = steps
                    .iter()
                    .filter(|step| matches!(step.0, EncodingSource::Override | EncodingSource::Transport));
                let certain = certain.count();
                match said {
                    Some((EncodingSource::ByteOrderMark, name)) => {
                        steps.insert(0, (EncodingSource::ByteOrderMark, name))
                    }
                    Some((step, name)) if limit > 0 => steps.insert(certain, (step, name)),
                    _ => {}
                }
                steps.push((EncodingSource::Default, "windows-1252"));
                let decision = case.check(source);
                assert_eq!((decision.source(), decision.encoding().name()), steps[0], "{case:?} {source:?}");
                let sure = matches!(
                    steps[0].0,
                    EncodingSource::ByteOrderMark | EncodingSource::Override | EncodingSource::Transport
                );
                assert_eq!(decision.confidence() == Confidence::Certain, sure, "{case:?} {source:?}");
            }
        }
    }
}

#[test]
fn each_decision_needs_the_bytes_that_settle_it() {
    let new = EncodingOptions::new;
    let big5 = || new().charset("big5").unwrap();
    let blank = [b' '; 3000];
    // EncodingOptions, a source, how many bytes the decision looks at, and at how many the sniffer looks at most.
    let table: [(EncodingOptions, &[u8], u64, usize); 22] = [
        (big5(), b"", 0, 3),
        (big5(), b"<p>", 1, 3),
        (big5(), b"\xEF<p>", 2, 3),
        (big5(), b"\xEF", 1, 3),
        (big5(), b"\xEF\xBB<p>", 3, 3),
        (big5(), b"\xEF\xBB", 2, 3),
        (big5(), b"\xEF\xBB\xBF<p>", 3, 3),
        (big5(), b"\xFE<p>", 2, 3),
        (big5(), b"\xFF\xFE<p>", 2, 3),
        (new().override_encoding(encoding("big5")).prescan_bytes(5000), &blank, 1, 3),
        (new(), b"", 0, 1024),
        (new(), b"<p>", 3, 1024),
        (new(), &blank, 1024, 1024),
        (new().parent(encoding("big5")), &blank, 1024, 1024),
        (new().likely(encoding("big5")), &blank, 1024, 1024),
        (new().prescan_bytes(0), &blank, 1, 3),
        (new().prescan_bytes(0), b"\xEF\xBB<p>", 3, 3),
        (new().prescan_bytes(0).likely(encoding("big5")), &blank, 1, 3),
        (new().prescan_bytes(1), b"\xEF\xBB<p>", 3, 3),
        (new().prescan_bytes(2000), &blank, 2000, 2000),
        (new().prescan_bytes(usize::MAX), &blank, 3000, usize::MAX),
        (new(), b"<p><meta charset=utf-8> and more", 23, 1024),
    ];
    for (options, source, looked_at, limit) in table {
        let sniffer = Sniffer::new(options.clone());
        assert_eq!(sniffer.limit(), limit, "{options:?}");
        assert_eq!(sniff(source, &options).looked_at(), looked_at, "{options:?} {:?}", source.escape_ascii());
        for cut in 0..=source.len() {
            let decided = sniffer.clone().look(&source[..cut], false).is_some();
            let settled = cut as u64 >= looked_at && (cut < source.len() || source.len() as u64 > looked_at);
            let at_the_end = cut == source.len() && source.len() as u64 == looked_at;
            assert!(decided == settled || at_the_end, "{options:?} {:?} {cut}", source.escape_ascii());
        }
    }
}

#[test]
fn utf_16_is_not_inherited() {
    for label in ["utf-16le", "utf-16be"] {
        let mut case = Case::prescan(1024);
        case.options = case.options.likely(encoding("big5")).parent(encoding("gbk")).parent(encoding(label));
        let parent = reference::get_an_encoding(label).unwrap();
        case.reference.likely = reference::get_an_encoding("big5");
        case.reference.parent = Some(reference::ParentDocument { encoding: parent, same_origin: true });
        assert_eq!(case.check(b"<p>").source(), EncodingSource::Likely, "{label}");
    }
}

#[test]
fn the_decision_has_the_byte_order_mark() {
    for (source, bom) in
        [(&b"\xEF\xBB\xBFx"[..], Bom::Utf8), (b"\xFF\xFEx\0", Bom::Utf16Le), (b"\xFE\xFF\0x", Bom::Utf16Be)]
    {
        let decision = sniff(source, &EncodingOptions::new());
        assert_eq!(decision.bom(), Some(bom));
        assert_eq!(decision.bytes(), 0..bom.source_len() as u64);
    }
    for label in ["utf-8", "utf-16", "utf-16be"] {
        assert_eq!(sniff(b"x", &EncodingOptions::new().charset(label).unwrap()).bom(), None, "{label}");
    }
}

#[test]
fn every_step_has_a_name_of_its_own() {
    let names = [
        (EncodingSource::ByteOrderMark, "byte-order-mark"),
        (EncodingSource::Override, "override"),
        (EncodingSource::Transport, "transport"),
        (EncodingSource::Prescan, "prescan"),
        (EncodingSource::ParentDocument, "parent-document"),
        (EncodingSource::Likely, "likely"),
        (EncodingSource::Detection, "detection"),
        (EncodingSource::Default, "default"),
        (EncodingSource::LateDeclaration, "late-declaration"),
    ];
    for (source, name) in names {
        assert_eq!((source.as_str(), source.to_string()), (name, name.to_owned()));
    }
    assert_eq!(format!("[{:>9}]", EncodingSource::Likely), "[   likely]");
}
