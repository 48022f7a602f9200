//! A digest of a page's tokens, which does not depend on the chunks of the page.

use tagspan::{Span, Tag, TextRuns, Token};

/// The digest of a page's tokens, and its links.
pub(crate) struct Digest {
    /// Of all raw bytes, one after the other.
    raw: Fnv,
    /// Of kinds, spans and decoded parts.
    said: Fnv,
    /// Joins the text that chunks have split.
    runs: TextRuns,
    pub(crate) links: Vec<String>,
    pub(crate) tokens: usize,
}

impl Digest {
    pub(crate) fn new() -> Self {
        let runs = TextRuns::new(usize::MAX);
        Digest { raw: Fnv::NEW, said: Fnv::NEW, runs, links: Vec::new(), tokens: 0 }
    }

    pub(crate) fn push(&mut self, token: Token<'_>) {
        self.tokens += 1;
        self.raw.write(token.raw());
        if let Some(run) = self.runs.push(token) {
            self.said.part("text", run.span, run.text);
        }
        match token {
            Token::StartTag(tag) => {
                self.tag("start tag", tag);
                if tag.is("a")
                    && let Some(href) = tag.attribute("href")
                {
                    self.links.push(href.value().into_owned());
                }
            }
            Token::EndTag(tag) => self.tag("end tag", tag),
            Token::Comment(comment) => self.said.part("comment", comment.span(), &comment.value()),
            Token::Doctype(doctype) => {
                let parts = [doctype.name(), doctype.public_id(), doctype.system_id()];
                self.said.part("doctype", doctype.span(), &format!("{parts:?} {}", doctype.force_quirks()));
            }
            // It was said with its run.
            Token::Text(_) => return,
            Token::Dropped(dropped) => self.said.part("dropped", dropped.span(), dropped.reason().as_str()),
            other => self.said.part("other", other.span(), ""),
        }
        self.said.write(&token.missing_bytes().to_le_bytes());
        self.said.write(&[u8::from(token.is_truncated())]);
    }

    fn tag(&mut self, kind: &str, tag: Tag<'_>) {
        self.said.part(kind, tag.span(), &tag.name());
        for attribute in tag.attributes() {
            self.said.part("name", attribute.name_span(), &attribute.name());
            self.said.part("value", attribute.value_span(), &attribute.value());
        }
        self.said.write(&[u8::from(tag.self_closing())]);
    }

    /// At the end of the page: what two readings of one page have in common.
    pub(crate) fn finish(&mut self) -> [u64; 2] {
        if let Some(run) = self.runs.finish() {
            self.said.part("text", run.span, run.text);
        }
        [self.raw.0, self.said.0]
    }
}

/// The hash of Fowler, Noll and Vo, which reads byte by byte: so it does not matter where its input is cut.
struct Fnv(u64);

impl Fnv {
    const NEW: Fnv = Fnv(0xcbf2_9ce4_8422_2325);

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn part(&mut self, kind: &str, span: Span, decoded: &str) {
        self.write(kind.as_bytes());
        self.write(&span.start.to_le_bytes());
        self.write(&span.end.to_le_bytes());
        self.write(&decoded.len().to_le_bytes());
        self.write(decoded.as_bytes());
    }
}
