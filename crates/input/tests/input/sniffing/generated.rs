//! Generated sources and options, equal to the reference whatever the cut.

use proptest::{collection::vec, prelude::*, sample::select};
use tagspan_reference::encoding as reference;

use super::harness::{Case, encoding};

/// The parts of generated sources: markup that the prescan knows, in whole and in parts.
const FRAGMENTS: &[&str] = &[
    "<meta ",
    "<META\t",
    "<meta/",
    "<met",
    "<meta",
    "<m",
    "<",
    "</",
    "</meta ",
    "<!",
    "<!-",
    "<!--",
    "<!-->",
    "-->",
    "--",
    "-",
    "<?",
    "<?xml ",
    "<?xml encoding='koi8-r'?>",
    "?>",
    "encoding",
    "<p ",
    "<p a='",
    "</p a=\"",
    "</p ",
    "<p>",
    "</p>",
    "<!DOCTYPE html>",
    "<script>",
    "charset",
    "CharSet=",
    "charset=",
    "charset=koi8-r",
    "charset='big5'",
    "charset=x",
    "charset=\"utf-16\"",
    "charset=x-user-defined",
    "http-equiv",
    "http-equiv=content-type",
    "http-equiv='Content-Type'",
    "http-equiv=refresh",
    "content=",
    "content='text/html; charset=gbk'",
    "content=charset=euc-jp",
    "content=\"charset='ibm866'\"",
    "<meta charset=koi8-r>",
    "<meta charset=x>",
    "<meta http-equiv=content-type content='a;charset=big5'>",
    "utf-8",
    "koi8-r",
    "utf-16be",
    "x",
    "a=b",
    "=",
    "=",
    "'",
    "\"",
    "'",
    "\"",
    "/",
    ">",
    ">",
    ">",
    " ",
    " ",
    "\t",
    "\n",
    "\x0C",
    "\r",
    "\x0B",
    ";",
    "\u{e9}",
    "\0",
];

/// Byte order marks and signatures, in whole and in parts.
const STARTS: &[&[u8]] = &[
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xEF",
    b"\xFE\xFF",
    b"\xFF",
    b"<\0?\0x\0",
    b"\0<\0?\0x",
    b"<\0?\0",
    b"\0<",
];

fn sources() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop_oneof![
        12 => select(FRAGMENTS).prop_map(|fragment| fragment.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    let start = prop_oneof![
        8 => Just(&b""[..]),
        2 => Just(&b"<?xml "[..]),
        4 => Just(&b"<meta "[..]),
        1 => select(STARTS),
    ];
    (start, vec(fragment, 0..16)).prop_map(|(start, fragments)| [start, &fragments.concat()].concat())
}

fn labels() -> impl Strategy<Value = Option<&'static str>> {
    const LABELS: &[&str] =
        &["utf-8", "windows-1252", "utf-16be", "x-user-defined", "iso-2022-kr", "shift_jis"];
    prop_oneof![3 => Just(None), 1 => select(LABELS).prop_map(Some)]
}

fn cases() -> impl Strategy<Value = Case> {
    let limit = prop_oneof![4 => Just(1024_usize), 4 => 0..120_usize, 1 => Just(usize::MAX)];
    let certain = prop_oneof![9 => Just((None, None)), 1 => (labels(), labels())];
    (limit, certain, labels(), labels(), labels()).prop_map(
        |(limit, (user, transport), parent, likely, default)| {
            let mut case = Case::prescan(limit);
            let find = |label: &str| reference::get_an_encoding(label).unwrap();
            if let Some(label) = user {
                case.options = case.options.override_encoding(encoding(label));
                case.reference.user_override = Some(find(label));
            }
            if let Some(label) = transport {
                case.options = case.options.charset(label).unwrap();
                case.reference.transport = Some(label.to_owned());
            }
            if let Some(label) = parent {
                case.options = case.options.parent(encoding(label));
                case.reference.parent =
                    Some(reference::ParentDocument { encoding: find(label), same_origin: true });
            }
            if let Some(label) = likely {
                case.options = case.options.likely(encoding(label));
                case.reference.likely = Some(find(label));
            }
            if let Some(label) = default {
                case.options = case.options.default_encoding(encoding(label));
                case.reference.default = find(label);
            }
            case
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn sniffing_equals_the_reference(source in sources(), case in cases()) {
        case.check(&source);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_limit_cuts_as_the_reference_does(source in sources()) {
        for limit in 0..=source.len() + 1 {
            let case = Case::prescan(limit);
            case.check_whole(&source);
            let cuts = [limit / 2, limit.saturating_sub(1), limit, limit + 1];
            case.check_cuts(&source, cuts.map(|cut| cut.min(source.len())));
        }
    }
}
