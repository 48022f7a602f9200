//! The page about an input, which needs no other file.

use tagspan::Span;

use super::errors::Errors;
use super::markup::one_line;
use super::picture::{Kind, Picture};
use super::rows::rows;
use super::source::source;
use crate::escape::{excerpt, write_to};
use crate::sniff::Found;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The hashes of style and script for the content security policy. A test has them computed.
const STYLE_HASH: &str = "sha256-GISZbJ1w6ir1zyPTACRoo7eHBZ13QeBENeSVOhU2QNU=";
const SCRIPT_HASH: &str = "sha256-Sf4AtmtgiAG+bgH2PLzZzd6grd5the3WpNui1tczJTA=";

/// How many parts the strip of the whole input has at most.
const STRIP: u64 = 400;

/// The subject of the page.
pub(super) struct Page<'a> {
    pub(super) name: &'a str,
    /// How many bytes the input has.
    pub(super) bytes: usize,
    pub(super) found: Found<'a>,
    pub(super) picture: &'a Picture,
}

impl Page<'_> {
    pub(super) fn html(&self) -> String {
        let Page { picture, .. } = self;
        let name = one_line(self.name);
        let errors = Errors::of(picture);
        let mut html = String::new();
        write_to(
            &mut html,
            format_args!(
                "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n\
                 <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src '{STYLE_HASH}'; \
                 script-src '{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
                 <meta name=viewport content=\"width=device-width\">\n<title>{name}: tokens</title>\n\
                 <style>{STYLE}</style>\n<header>\n<h1>{name}</h1>\n"
            ),
        );
        self.push_summary(&mut html);
        self.push_strip(&mut html);
        self.push_counts(&mut html);
        write_to(
            &mut html,
            format_args!(
                "</header>\n<main>\n<section id=source tabindex=0 aria-label=Source>\n{}</section>\n\
                 <section id=tokens tabindex=0 aria-label=Tokens>\n{}</section>\n</main>\n\
                 <section id=errors aria-label=\"Parse errors\">\n<h2>{}</h2>\n<ol>\n{}</ol>\n</section>\n\
                 <output id=info></output>\n<script>{SCRIPT}</script>\n",
                source(picture, &errors),
                rows(picture, &errors),
                errors_heading(errors.listed, picture.error_count),
                errors.list,
            ),
        );
        html
    }

    /// The size, the encoding and why it was chosen, and what is left out.
    fn push_summary(&self, html: &mut String) {
        let first = self.found.first;
        let encoding = self.found.encoding.name();
        write_to(html, format_args!("<p>{} bytes, read as {encoding}: ", self.bytes));
        match self.found.change() {
            Some(late) => write_to(
                html,
                format_args!(
                    "{} by a late declaration, was {} by {}",
                    late.outcome.as_str(),
                    first.encoding().name(),
                    first.source()
                ),
            ),
            None => write_to(html, format_args!("{} by {}", first.confidence().as_str(), first.source())),
        }
        if let Some(place) = self.found.place() {
            let declaration = String::from_utf8_lossy(excerpt(self.found.declaration(), 100));
            write_to(
                html,
                format_args!(
                    ", bytes {}..{} <code>{}</code>",
                    place.start,
                    place.end,
                    one_line(&declaration)
                ),
            );
        }
        html.push_str(".</p>\n");
        let (shown, all) = (self.picture.shown.len(), self.picture.pieces.len());
        if shown < all {
            let end = self.picture.pieces[..shown].last().map_or(0, |piece| piece.span.end);
            write_to(
                html,
                format_args!(
                    "<p><strong>The first {shown} of {all} tokens, bytes 0..{end}. The rest is only counted.</strong></p>\n"
                ),
            );
        }
    }

    /// Writes the strip of the input, from start to end: for each part, the most frequent kind.
    fn push_strip(&self, html: &mut String) {
        let total = self.picture.pieces.last().map_or(0, |piece| piece.span.end);
        if total == 0 {
            return;
        }
        let cells = STRIP.min(total);
        write_to(
            html,
            format_args!(
                "<svg id=strip viewBox=\"0 0 {cells} 1\" preserveAspectRatio=none role=img aria-label=\"Parts of the input\">\n"
            ),
        );
        let mut pieces = self.picture.pieces.iter().enumerate().peekable();
        for cell in 0..cells {
            let (start, end) = (total * cell / cells, total * (cell + 1) / cells);
            let mut bytes = [0; Kind::ALL.len()];
            let first = pieces.peek().map_or(0, |&(number, _)| number);
            while let Some(&(_, piece)) = pieces.peek() {
                bytes[piece.kind as usize] += overlap(piece.span, Span { start, end });
                if piece.span.end > end {
                    break;
                }
                pieces.next();
            }
            let most = Kind::ALL.into_iter().max_by_key(|&kind| bytes[kind as usize]).unwrap_or(Kind::Other);
            let rect = format!("<rect class={} x={cell} width=1 height=1></rect>", most.class());
            if first < self.picture.shown.len() {
                write_to(html, format_args!("<a href=#s{first}>{rect}</a>\n"));
            } else {
                write_to(html, format_args!("{rect}\n"));
            }
        }
        html.push_str("</svg>\n");
    }

    /// How many tokens and bytes there are of each kind, and how many errors of each code.
    fn push_counts(&self, html: &mut String) {
        html.push_str("<ul id=counts>\n");
        for kind in Kind::ALL {
            let pieces = self.picture.pieces.iter().filter(|piece| piece.kind == kind);
            let (count, bytes) = pieces
                .fold((0, 0), |(count, bytes), piece| (count + 1, bytes + piece.span.end - piece.span.start));
            write_to(
                html,
                format_args!("<li class={}>{}: {count}, {bytes} bytes\n", kind.class(), kind.name()),
            );
        }
        let straddling = self.picture.pieces.iter().filter(|piece| self.picture.straddles(piece)).count();
        if straddling > 0 {
            write_to(html, format_args!("<li class=straddles>straddling chunks: {straddling}\n"));
        }
        for (code, count) in &self.picture.codes {
            write_to(html, format_args!("<li><b>{count}</b> {code}\n"));
        }
        html.push_str("</ul>\n");
    }
}

/// The heading of the list of errors. It says so when errors are missing from the list.
fn errors_heading(listed: usize, all: usize) -> String {
    match all {
        0 => "No parse errors".to_owned(),
        _ if listed == all => "Parse errors".to_owned(),
        _ => format!("Parse errors, {listed} of {all}"),
    }
}

/// How many bytes two spans have in common.
fn overlap(one: Span, other: Span) -> u64 {
    one.end.min(other.end).saturating_sub(one.start.max(other.start))
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn policy_has_the_hashes() {
        for (text, hash) in [(STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH)] {
            assert_eq!(format!("sha256-{}", STANDARD.encode(Sha256::digest(text))), hash);
        }
    }
}
