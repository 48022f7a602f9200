//! Counts how often an encoding that is not declared is guessed right, beside the detector alone.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::pages::{self, Page};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use clap::Parser;
use encoding_rs::Encoding;
use tagspan::EncodingOptions;

/// Encodings with a writer, from the most common languages of the web.
const LABELS: [&str; 20] = [
    "utf-8",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "iso-8859-2",
    "iso-8859-5",
    "iso-8859-7",
    "koi8-u",
    "gbk",
    "big5",
    "shift_jis",
    "euc-jp",
    "euc-kr",
];

/// How many characters beyond ASCII a page has at least.
const LEAST: usize = 20;

/// Counts how often an encoding that is not declared is guessed right, beside the detector alone.
///
/// Each page in UTF-8 is written in each of 20 encodings; a character that one lacks becomes `?`, and a page is left out that keeps
/// fewer than twenty characters beyond ASCII or less than half of them. What the pages declare is ignored. A guess is right if it
/// decodes to the same text.
#[derive(Parser)]
#[command(name = "guesses")]
struct Args {
    /// The folder of pages (*.html, also in folders below); `corpora/` or that of TAGSPAN_PAGES by default.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Also write the pages to this folder: in a folder for each encoding, the bytes and their text in UTF-8.
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

type Guess = fn(&[u8]) -> &'static Encoding;

/// The ways to guess, and their names.
const WAYS: [(&str, Guess); 3] =
    [("chardetng, 4,096 bytes", of_first), ("chardetng, all bytes", detector), ("tagspan", of_tagspan)];

fn detector(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// As browsers do.
fn of_first(bytes: &[u8]) -> &'static Encoding {
    detector(&bytes[..bytes.len().min(4096)])
}

fn of_tagspan(bytes: &[u8]) -> &'static Encoding {
    tagspan::input::sniff(bytes, &EncodingOptions::detecting().prescan_bytes(0)).encoding()
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("guesses: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let folder = args.corpus.clone().unwrap_or_else(pages::folder);
    let pages = pages::read(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let texts: Vec<String> = pages.into_iter().filter(Page::is_utf8).filter_map(text).collect();
    println!("{:14}{:>7}{}", "encoding", "pages", WAYS.map(|(name, _)| format!("{name:>24}")).concat());
    let mut sums = [0; WAYS.len() + 1];
    for label in LABELS {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label of the standard");
        let subjects: Vec<_> = texts.iter().filter_map(|text| subject(text, encoding)).collect();
        if let Some(folder) = &args.write {
            write(&folder.join(label), &subjects)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let counts = WAYS.map(|(_, guess)| {
            subjects.iter().filter(|(bytes, text)| decoded(bytes, guess(bytes)) == *text).count()
        });
        row(label, subjects.len(), &counts);
        sums[0] += subjects.len();
        sums[1..].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    row("all", sums[0], &sums[1..]);
    Ok(())
}

fn row(name: &str, pages: usize, counts: &[usize]) {
    let counts: String = counts.iter().map(|count| format!("{count:>24}")).collect();
    println!("{name:14}{pages:>7}{counts}");
}

/// The text of a page, without a byte order mark.
fn text(page: Page) -> Option<String> {
    let text = String::from_utf8(page.bytes).ok()?;
    Some(text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_owned())
}

/// The page in an encoding, and what of its text the encoding has.
fn subject(text: &str, encoding: &'static Encoding) -> Option<(Vec<u8>, String)> {
    let has = |character: char| {
        let mut buffer = [0; 4];
        character.is_ascii() || !encoding.encode(character.encode_utf8(&mut buffer)).2
    };
    let text_in: String =
        text.chars().map(|character| if has(character) { character } else { '?' }).collect();
    let beyond_ascii = |text: &str| text.chars().filter(|character| !character.is_ascii()).count();
    let (kept, all) = (beyond_ascii(&text_in), beyond_ascii(text));
    let bytes = encoding.encode(&text_in).0.into_owned();
    // An encoder may write a character that a decoder reads as another one.
    let is_read = kept >= LEAST && 2 * kept >= all && decoded(&bytes, encoding) == text_in;
    is_read.then_some((bytes, text_in))
}

fn decoded<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Cow<'a, str> {
    encoding.decode_without_bom_handling(bytes).0
}

fn write(folder: &Path, subjects: &[(Vec<u8>, String)]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (index, (bytes, text)) in subjects.iter().enumerate() {
        fs::write(folder.join(format!("{index}.html")), bytes)?;
        fs::write(folder.join(format!("{index}.txt")), text)?;
    }
    Ok(())
}
