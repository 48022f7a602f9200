//! The pages of the crawler's server, and the ways in which they are sent.

use std::path::Path;
use std::{fs, io};

use bytes::Bytes;
use tagspan::Encoding;

/// A page as it lies on the server.
pub(crate) struct Page {
    /// The headers of the response.
    pub(crate) content_type: String,
    pub(crate) way: Way,
    pub(crate) body: Bytes,
    /// How many bytes of the body come before all connections are open.
    pub(crate) first: usize,
}

/// How a body is sent after its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// In HTTP chunks of at most so many bytes, at random.
    Chunks(usize),
    Gzip,
    /// A few bytes every few milliseconds.
    Trickle,
    /// The connection is closed before the end.
    Aborted,
}

/// The ways to declare the encoding of a page.
const DECLARATIONS: [&str; 3] = ["header", "meta", "nothing"];

/// Languages with the encodings that their pages are in.
const LEGACY: [(&str, &str); 5] = [
    ("windows-1251", "Все новости дня — и ещё немного"),
    ("shift_jis", "今日のニュース、表示と能力"),
    ("gb18030", "今天的新闻，还有一点别的"),
    ("utf-16le", "Alle Neuigkeiten des Tages, größer & schöner"),
    ("koi8-r", "Погода и природа, цены и сроки"),
];

/// So many pages: those of the folder, if it is there, and generated ones in turn, in every way.
pub(crate) fn pages(folder: &Path, count: usize) -> io::Result<Vec<Page>> {
    let mut files = Vec::new();
    for folder in [folder.to_owned(), folder.join("generated")] {
        // They are not packed with the crate.
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "html") {
                files.push(path);
            }
        }
    }
    files.sort();
    let files = files.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    Ok((0..count).map(|index| page(index, &files)).collect())
}

/// The page of that number. Its kind, how it is sent and how its encoding is declared have periods that have no divisor
/// in common, or nearly.
fn page(index: usize, files: &[Vec<u8>]) -> Page {
    let way = match index % 11 {
        0..=3 => Way::Chunks(if index.is_multiple_of(2) { 300 } else { 3000 }),
        4..=6 => Way::Gzip,
        7 | 8 => Way::Trickle,
        _ => Way::Aborted,
    };
    let (content_type, body) = match index % 5 {
        0 | 1 if !files.is_empty() => ("text/html".to_owned(), files[index / 5 % files.len()].clone()),
        2 if index % 7 == 2 => ("text/html; charset=utf-8".to_owned(), oversized(index)),
        _ => legacy(index),
    };
    // A trickle of all of it would take too long.
    let end = if way == Way::Trickle { body.len().min(4000) } else { body.len() };
    let body = Bytes::from(body).slice(..end);
    // From less than what settles the encoding to more than a page of memory, within tags, comments and characters.
    let first = (1 + index * 131 % 6000).min(body.len() / 2);
    Page { content_type, way, body, first }
}

/// A page with a comment that is too large for memory.
fn oversized(index: usize) -> Vec<u8> {
    format!("<title>{index}</title><a href=/before><!--{}--><a href=/after>", "oversized ".repeat(100_000))
        .into_bytes()
}

fn legacy(index: usize) -> (String, Vec<u8>) {
    let (label, words) = LEGACY[index % 7 % LEGACY.len()];
    let declared = DECLARATIONS[index / 7 % DECLARATIONS.len()];
    let meta = if declared == "meta" { format!("<meta charset={label}>") } else { String::new() };
    let mut html = format!("<!DOCTYPE html>{meta}<title>{words}</title>\n");
    for row in 0..50 + index % 100 {
        html += &format!(
            "<div class=\"row r{row}\"><h2 title='{words}'>{words} &mdash; {row}</h2>\
             <a href=\"/{label}/{index}?row={row}&amp;q={words}\">{words}</a><img src={row}.png><!-- {words} --></div>\n"
        );
    }
    let content_type =
        if declared == "header" { format!("text/html; charset={label}") } else { "text/html".to_owned() };
    let body = match Encoding::for_label(label.as_bytes()) {
        // The Encoding Standard encodes nothing to UTF-16. A mark tells it where nothing else does.
        _ if label == "utf-16le" => {
            let mark = if declared == "header" { "" } else { "\u{FEFF}" };
            format!("{mark}{html}").encode_utf16().flat_map(u16::to_le_bytes).collect()
        }
        Some(encoding) => encoding.encode(&html).0.into_owned(),
        None => html.into_bytes(),
    };
    (content_type, body)
}
