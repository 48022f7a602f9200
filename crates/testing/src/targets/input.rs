//! The fuzz target of sniffing and decoding, with the reference's algorithm and encoding_rs as oracles.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3, ISO_8859_4,
    ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_10, ISO_8859_13, ISO_8859_14,
    ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255,
    WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC, X_USER_DEFINED,
};
use tagspan_input::decoder::{Input, Piece, Status};
use tagspan_input::{Bom, Confidence, EncodingOptions, EncodingSource};
use tagspan_reference::encoding::{self as reference, SniffOptions, get_an_encoding, sniff};

use super::{layout, validating};

/// All forty encodings of the Encoding Standard; UTF-8 comes first, as the default of the layout.
pub(super) static ENCODINGS: [&Encoding; 40] = [
    UTF_8,
    UTF_16LE,
    UTF_16BE,
    ISO_2022_JP,
    GB18030,
    BIG5,
    EUC_JP,
    SHIFT_JIS,
    EUC_KR,
    REPLACEMENT,
    WINDOWS_1252,
    X_USER_DEFINED,
    GBK,
    IBM866,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    WINDOWS_874,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    X_MAC_CYRILLIC,
];

/// Text with something for every encoding; what one cannot say becomes numeric references.
const TEXT: &str = "<p title=\"é Ž\">Привіт, Ωμ, שלום, مرحبا, ไทย, ĦĜ ĀĒ Ųū Ğış ẁŵ Șț ơ₫, 日本語ｱ、한국어 똠, \
                    漢字繁體 简体 Ê̄ 𠀀 \u{F7FF}</p>";

/// The control: which encoding, whether it is known or the default, how often the source is repeated, then the splits.
pub(super) fn run(data: &[u8]) {
    let (source, mut control) = layout::split(data);
    labels(source);
    let encoding = *layout::choose(&mut control, &ENCODINGS);
    let flags = layout::byte(&mut control);
    let is_known = flags & 1 == 0;
    // Repeated, short inputs fill the buffer, so that it is full at any place of a sequence.
    let times = if flags & 2 == 0 { 1 } else { Input::BUFFER_SIZE / source.len().max(64) + 1 };
    let source = source.repeat(times);
    let cuts = layout::cuts(&mut control, &source);
    let options = if is_known {
        EncodingOptions::new().encoding(encoding)
    } else {
        EncodingOptions::new().default_encoding(encoding)
    };
    let expected = at_once(&source, encoding, is_known);
    let mut input = Input::with_options(options.clone());
    let mut bounds = vec![0];
    bounds.extend(cuts);
    bounds.push(source.len());
    let chunks = || bounds.windows(2).map(|bounds| &source[bounds[0]..bounds[1]]);
    let wrong = |way: &str| format!("{way}, {}, is_known {is_known}, bounds {bounds:?}", encoding.name());
    assert_eq!(in_chunks(&mut input, chunks(), true), expected, "{}", wrong("the end with the last chunk"));
    input.reset();
    assert_eq!(in_chunks(&mut input, chunks(), false), expected, "{}", wrong("the end apart, after a reset"));
    input.reset_with(options.clone());
    assert_eq!(in_chunks(&mut input, [&source[..]], true), expected, "{}", wrong("one chunk"));
    let read = (expected.bom.map_or(0, Bom::source_len), expected.encoding);
    let chunks: Vec<&[u8]> = chunks().collect();
    validating::check(&source, &chunks, &options, read, &expected.text);
}

/// The text in each encoding: known, split at every byte; and as a default, in chunks of three.
pub(super) fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for (index, encoding) in ENCODINGS.into_iter().enumerate() {
        let text = match encoding.name() {
            "UTF-16LE" => TEXT.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "UTF-16BE" => TEXT.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => encoding.encode(TEXT).0.into_owned(),
        };
        let index = index as u8;
        samples.push([&text[..], &[index, 0, 2]].concat());
        samples.push([&text[..], &[index, 1, 1, 3, 4]].concat());
        samples.push([&text[..], &[index, 2, 1, 61, 4]].concat());
    }
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xFE\xFF", b"\xFF\xFE", b"\xEF\xBB", b"\xFE"] {
        samples.push([mark, b"<\0p\0>\0\0"].concat());
    }
    samples
}

/// The result of a source.
#[derive(Debug, PartialEq, Eq)]
struct Decoded {
    text: Vec<u8>,
    bom: Option<Bom>,
    encoding: &'static Encoding,
    confidence: Confidence,
    source: EncodingSource,
}

/// The whole source at once, in the encoding that the literal sniffing algorithm finds.
fn at_once(source: &[u8], encoding: &'static Encoding, is_known: bool) -> Decoded {
    let known = get_an_encoding(encoding.name()).expect("the standard has the name");
    let sniffed = sniff(
        source,
        &SniffOptions {
            transport: is_known.then(|| encoding.name().to_owned()),
            default: known,
            ..SniffOptions::default()
        },
    );
    let encoding = Encoding::for_label(sniffed.encoding.name().as_bytes()).expect("a name is a label");
    let confidence = match sniffed.confidence {
        reference::Confidence::Tentative => Confidence::Tentative,
        reference::Confidence::Certain => Confidence::Certain,
        reference::Confidence::Irrelevant => panic!("sniffing never says so"),
    };
    let (by, bom) = match sniffed.source {
        reference::Source::ByteOrderMark if encoding == UTF_8 => {
            (EncodingSource::ByteOrderMark, Some(Bom::Utf8))
        }
        reference::Source::ByteOrderMark if encoding == UTF_16LE => {
            (EncodingSource::ByteOrderMark, Some(Bom::Utf16Le))
        }
        reference::Source::ByteOrderMark => (EncodingSource::ByteOrderMark, Some(Bom::Utf16Be)),
        reference::Source::Transport => (EncodingSource::Transport, None),
        reference::Source::Prescan => (EncodingSource::Prescan, None),
        reference::Source::Default => (EncodingSource::Default, None),
        other => panic!("nothing was given that {other:?} could come of"),
    };
    let rest = &source[bom.map_or(0, Bom::source_len)..];
    // UTF-8 is passed on as it is, however ill-formed.
    let text = if encoding == UTF_8 {
        rest.to_vec()
    } else {
        encoding.decode_without_bom_handling(rest).0.into_owned().into_bytes()
    };
    Decoded { text, bom, encoding, confidence, source: by }
}

/// Step by step, each step held to the contract of [`Input`].
fn in_chunks<'c>(input: &mut Input, chunks: impl IntoIterator<Item = &'c [u8]>, with_last: bool) -> Decoded {
    let mut text = Vec::new();
    let mut bom = None;
    let mut chunks: Vec<&[u8]> = chunks.into_iter().collect();
    if !with_last {
        chunks.push(b"");
    }
    for (index, chunk) in chunks.iter().enumerate() {
        let last = index + 1 == chunks.len();
        let mut rest = *chunk;
        loop {
            let decided = input.encoding_decision();
            let step = input.advance(rest, last);
            let piece = input.piece(rest, step.piece);
            assert_eq!(piece.len(), step.piece.len());
            if let Piece::Buffer { len } = step.piece {
                assert!(len <= Input::BUFFER_SIZE);
            }
            if decided.is_some() {
                assert_eq!(input.encoding_decision(), decided, "a decision stays");
            } else if input.encoding_decision().is_none() {
                assert!(piece.is_empty(), "nothing comes out undecided");
            }
            if step.bom.is_some() {
                assert!(bom.is_none() && text.is_empty(), "one mark, before all text");
                bom = step.bom;
            }
            assert_eq!(input.bom(), bom);
            text.extend_from_slice(piece);
            let progress = step.consumed > 0 || !piece.is_empty();
            rest = &rest[step.consumed..];
            if step.status == Status::Again {
                assert!(progress, "no progress");
                continue;
            }
            assert!(rest.is_empty(), "the chunk is not consumed");
            assert_eq!((step.status == Status::Finished, input.is_finished()), (last, last));
            break;
        }
    }
    let after = input.advance(b"more", true);
    assert_eq!((after.status, after.consumed, after.piece.len()), (Status::Finished, 0, 0), "after the end");
    let decision = input.encoding_decision().expect("decided at the end");
    // The first bytes are kept until the encoding is decided.
    assert!(input.allocated() <= Input::BUFFER_SIZE + 2 * EncodingOptions::PRESCAN_BYTES);
    Decoded {
        text,
        bom,
        encoding: decision.encoding(),
        confidence: decision.confidence(),
        source: decision.source(),
    }
}

/// Any string is a label exactly if the standard has it.
fn labels(source: &[u8]) {
    let label = String::from_utf8_lossy(&source[..source.len().min(64)]);
    let found = EncodingOptions::new().charset(&label);
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) => assert_eq!(found, Ok(EncodingOptions::new().encoding(encoding))),
        None => assert_eq!(found.map_err(|error| error.label), Err(label.into_owned())),
    }
}
