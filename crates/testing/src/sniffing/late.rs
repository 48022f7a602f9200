//! Documents with late declarations: after other text, in odd places, in every encoding.

use std::fmt;

use tagspan_reference::encoding::{Encoding, SniffOptions, get_an_encoding};

use super::case::{Case, ours};
use super::documents::piece;
use super::known::ENCODINGS;
use super::labels::label;
use super::meta::meta;
use super::mutations;
use crate::rng::Rng;

/// The input of the check of late declarations.
///
/// # Examples
///
/// ```
/// use testing::checks::late;
/// use testing::sniffing::{Case, LateCase};
///
/// let document = Case::new(&b"\xC1<title></title><meta charset=koi8-r>"[..], [9, 20], Default::default());
/// late(&LateCase { document, replay_limit: 100, stops: 1 }).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateCase {
    /// The input, its splits, the default encoding and the limit of the prescan.
    pub document: Case,
    /// How many bytes of the source are kept for reading them again.
    pub replay_limit: usize,
    /// The seed of the places at which cursors are left.
    pub stops: u64,
}

impl LateCase {
    /// The fault, with everything that is needed to reproduce it.
    pub(crate) fn wrong(&self, what: impl fmt::Display) -> String {
        let LateCase { document, replay_limit, stops } = self;
        document.wrong(format_args!("replay     {replay_limit} bytes\nstops      {stops}\n{what}"))
    }
}

/// Default encodings: of each kind that decodes in a way of its own, and those that pages use.
const DEFAULTS: &[&str] = &[
    "utf-8",
    "utf-8",
    "utf-8",
    "windows-1252",
    "windows-1252",
    "windows-1252",
    "iso-8859-15",
    "koi8-r",
    "gbk",
    "gb18030",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "big5",
    "iso-2022-jp",
    "iso-2022-jp",
    "utf-16le",
    "utf-16be",
    "replacement",
    "x-user-defined",
];

/// The case of this number: always the same for a seed.
///
/// Most have some hundred bytes, and some so many that a piece of decoded text ends within them.
///
/// # Examples
///
/// ```
/// use testing::sniffing::generate_late;
///
/// assert_eq!(generate_late(7, 1_000_000), generate_late(7, 1_000_000));
/// assert_ne!(generate_late(7, 1_000_000), generate_late(8, 1_000_000));
/// ```
pub fn generate_late(seed: u64, number: u64) -> LateCase {
    let rng = &mut Rng::of_seed(!seed, number);
    let default = if rng.percent(80) {
        get_an_encoding(rng.one(DEFAULTS)).expect("the standard has the label")
    } else {
        rng.one(&ENCODINGS)
    };
    let mut input = Vec::new();
    let is_long = rng.percent(3);
    if is_long && rng.percent(70) {
        filler(rng, &mut input);
    }
    for _ in 0..rng.below(6) {
        late_piece(rng, default, &mut input);
    }
    if is_long {
        filler(rng, &mut input);
    }
    if rng.percent(60) {
        simple(rng, &mut input);
        beyond_ascii(rng, default, &mut input);
        late_piece(rng, default, &mut input);
    }
    if rng.percent(3) {
        input.splice(..0, rng.one(&[&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE"]).iter().copied());
    }
    if rng.percent(30) {
        mutations::mutate(rng, &mut input);
    }
    if default.is_utf_16() && rng.percent(80) {
        let big_endian = default == Encoding::UTF_16BE;
        let unit = |byte: &u8| if big_endian { [0, *byte] } else { [*byte, 0] };
        input = input.iter().flat_map(unit).collect();
    }
    let cuts: Vec<usize> = (0..rng.below(6)).map(|_| rng.below(input.len() + 1)).collect();
    let prescan_limit = match rng.below(10) {
        0..6 => Some(0),
        6 => None,
        7 => Some(input.len()),
        _ => Some(rng.below(input.len() + 1)),
    };
    let replay_limit = match rng.below(10) {
        0 => 0,
        1..4 => rng.below(input.len() + 1),
        4 => input.len(),
        5 => usize::MAX,
        _ => 64 * 1024,
    };
    let options = SniffOptions { prescan_limit, default, ..SniffOptions::default() };
    let stops = rng.below(usize::MAX >> 32) as u64;
    LateCase { document: Case::new(input, cuts, options), replay_limit, stops }
}

fn late_piece(rng: &mut Rng<'_>, default: Encoding, out: &mut Vec<u8>) {
    match rng.below(100) {
        0..30 => beyond_ascii(rng, default, out),
        30..50 => simple(rng, out),
        50..62 => meta(rng, out),
        62..72 => {
            // A place in which it declares nothing, or nothing any more.
            let (open, close) = rng.one(&[
                (&b"<script>"[..], &b"</script>"[..]),
                (b"<title>", b"</title>"),
                (b"<style>", b"</style>"),
                (b"<textarea>", b"</textarea>"),
                (b"<!--", b"-->"),
                (b"<p title='", b"'>"),
                (b"<p title=\"", b"\">"),
                (b"<script><!--<script>", b"</script>--></script>"),
                (b"<", b">"),
                (b"</p ", b">"),
            ]);
            out.extend_from_slice(open);
            simple(rng, out);
            out.extend_from_slice(close);
        }
        _ => piece(rng, out),
    }
}

/// A declaration that nothing is wrong with, though its label is perhaps written in references.
fn simple(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(rng.one(&[
        &b"<meta charset="[..],
        b"<meta charset=",
        b"<meta\ncharset='",
        b"<meta name=\"\xE9\" charset=\"",
        b"<META http-equiv=content-type content='text/html;charset=",
        b"<meta HTTP-EQUIV='Content&#45;Type' content=charset=",
    ]));
    let mut name = Vec::new();
    label(rng, &mut name);
    if rng.percent(15) {
        let at = rng.below(name.len());
        if let Some(&byte) = name.get(at) {
            let reference = format!("&#{};", byte);
            name.splice(at..=at, reference.bytes());
        }
    }
    out.extend_from_slice(&name);
    let quote = out.iter().rev().find(|byte| b"<'\"".contains(byte)).copied();
    out.extend(quote.filter(|&byte| byte != b'<'));
    out.extend_from_slice(rng.one(&[&b">"[..], b">", b">", b"/>", b" a=b>"]));
}

/// Text that the default encoding reads in a way of its own, or any other, and parts of it.
fn beyond_ascii(rng: &mut Rng<'_>, default: Encoding, out: &mut Vec<u8>) {
    let text =
        rng.one(&["\u{E9}", "\u{41F}\u{440}", "\u{65E5}\u{672C}", "\u{20AC}", "\u{1F600}", "\u{E9}\r\n"]);
    let encoding = if rng.percent(60) { default } else { rng.one(&ENCODINGS) };
    match rng.below(10) {
        0..6 => {
            out.extend_from_slice(&ours(encoding).encode(text).0);
        }
        6 => out.extend_from_slice(text.as_bytes()),
        7 => out.extend_from_slice(rng.one(&[
            &b"\x1B$B$\"$$\x1B(B"[..],
            b"\x1B$B$\"",
            b"\x1B(J\\\x1B(B",
            b"\x1B(B\x1B(B",
            b"\x81\x30\x81\x30",
            b"\x81\x30",
            b"\x88\x62",
        ])),
        _ => {
            for _ in 0..rng.between(1, 4) {
                out.push(rng.between(0x80, 0xFF) as u8);
            }
        }
    }
}

/// About as much as a piece of decoded text has, or a few of them.
fn filler(rng: &mut Rng<'_>, out: &mut Vec<u8>) {
    let unit: &[u8] = rng.one(&[
        &b"x"[..],
        b"<p>some text</p>\n",
        b"<!-- a comment -->",
        b"\xE9t\xE9 ",
        b"\x1B(J\x1B(B",
        b"<p class='\xC3\xA9'>",
    ]);
    let length = rng.one(&[1000, 8000, 16_000, 16_384, 20_000, 40_000]) + rng.below(400);
    out.extend(unit.iter().copied().cycle().take(length));
}
