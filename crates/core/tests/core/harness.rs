//! Runs the tokenizer over chunks and keeps what it gives, holding every token to the invariants.

use std::fs;
use std::path::PathBuf;

use tagspan_core::{Error, Span, Token, Tokenizer};

/// The content of a token or an error, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Text(String),
    StartTag { name: String, attributes: Vec<(String, String)>, self_closing: bool },
    EndTag { name: String, attributes: Vec<(String, String)>, self_closing: bool },
    Comment(String),
    ProcessingInstruction(String, String),
    Doctype { name: Option<String>, ids: [Option<String>; 2], force_quirks: bool },
    Dropped(String),
    Error(String),
}

/// An item, where it lies and where its parts lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) item: Item,
    pub(crate) span: Span,
    pub(crate) parts: Vec<Span>,
}

/// The items of an input: adjacent text is one, unless an error lies between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stream {
    pub(crate) items: Vec<Placed>,
    /// The bytes of the tokens, one after the other.
    pub(crate) raw: Vec<u8>,
    /// The offset of the first byte of the input.
    pub(crate) origin: u64,
    /// The offset of the last error.
    error_at: u64,
}

impl Stream {
    pub(crate) fn new() -> Self {
        Stream::default()
    }

    pub(crate) fn starting_at(origin: u64) -> Self {
        Stream { origin, ..Stream::default() }
    }

    /// Adds a token. It must begin where the one before it ended, and errors must not go back.
    pub(crate) fn push(&mut self, token: Token<'_>) {
        let span = token.span();
        if let Token::Error(error) = token {
            assert!(error.offset() >= self.error_at, "{error} after one at {}", self.error_at);
            assert!(span.is_empty() && span.start == error.offset() && token.raw().is_empty());
            self.error_at = error.offset();
        } else {
            assert_eq!(span.start, self.origin + self.raw.len() as u64, "{token:?} is not the next");
            assert_eq!(span.len(), token.raw().len() as u64);
            assert!(!span.is_empty(), "{token:?} is empty");
            self.raw.extend_from_slice(token.raw());
        }
        let placed = Placed { item: item(token), span, parts: parts(token) };
        self.add(placed);
    }

    fn add(&mut self, placed: Placed) {
        if let (Some(Placed { item: Item::Text(text), span, .. }), Item::Text(more)) =
            (self.items.last_mut(), &placed.item)
        {
            text.push_str(more);
            span.end = placed.span.end;
            return;
        }
        self.items.push(placed);
    }

    /// The same without the errors.
    pub(crate) fn without_errors(&self) -> Stream {
        let mut stream = Stream { raw: self.raw.clone(), ..Stream::starting_at(self.origin) };
        for placed in self.items.iter().filter(|placed| !matches!(placed.item, Item::Error(_))) {
            stream.add(placed.clone());
        }
        stream
    }

    /// The items alone.
    pub(crate) fn content(&self) -> Vec<&Item> {
        self.items.iter().map(|placed| &placed.item).collect()
    }

    /// The same, `by` bytes later.
    pub(crate) fn shifted(&self, by: u64) -> Stream {
        let shift = |span: &Span| Span { start: span.start + by, end: span.end + by };
        let mut stream = self.clone();
        stream.origin += by;
        stream.error_at += if self.error_at == 0 { 0 } else { by };
        for placed in &mut stream.items {
            placed.span = shift(&placed.span);
            placed.parts = placed.parts.iter().map(shift).collect();
        }
        stream
    }
}

fn item(token: Token<'_>) -> Item {
    match token {
        Token::Text(text) => Item::Text(text.to_str().into()),
        Token::StartTag(tag) | Token::EndTag(tag) => {
            let name = tag.name().into_owned();
            let attributes = tag.attributes().map(|a| (a.name().into(), a.value().into())).collect();
            let self_closing = tag.self_closing();
            match token {
                Token::StartTag(_) => Item::StartTag { name, attributes, self_closing },
                _ => Item::EndTag { name, attributes, self_closing },
            }
        }
        Token::Comment(comment) => Item::Comment(comment.data().into()),
        Token::ProcessingInstruction(instruction) => {
            Item::ProcessingInstruction(instruction.target().into(), instruction.data().into())
        }
        Token::Doctype(doctype) => Item::Doctype {
            name: doctype.name().map(Into::into),
            ids: [doctype.public_id().map(Into::into), doctype.system_id().map(Into::into)],
            force_quirks: doctype.force_quirks(),
        },
        Token::Dropped(dropped) => Item::Dropped(dropped.reason().to_string()),
        Token::Error(error) => Item::Error(error.code().to_string()),
        other => panic!("{other:?}: a kind of token that this harness does not know"),
    }
}

/// The spans of a token's parts, each of which must lie within it and hold what the part says.
fn parts(token: Token<'_>) -> Vec<Span> {
    let mut parts = Vec::new();
    let within = |span: Span| {
        assert!(token.span().start <= span.start && span.end <= token.span().end, "{span} in {token:?}");
        let base = token.span().start;
        &token.raw()[(span.start - base) as usize..(span.end - base) as usize]
    };
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => {
            assert_eq!(within(tag.name_span()), tag.raw_name());
            parts.push(tag.name_span());
            for attribute in tag.attributes_as_written() {
                assert_eq!(within(attribute.name_span()), attribute.raw_name());
                assert_eq!(within(attribute.value_span()), attribute.raw_value());
                assert!(within(attribute.span()).ends_with(within(attribute.quoted_value_span())));
                parts.extend([attribute.name_span(), attribute.value_span()]);
                parts.extend([attribute.quoted_value_span(), attribute.span()]);
            }
        }
        Token::Comment(comment) => {
            assert_eq!(within(comment.data_span()), comment.raw_data());
            parts.push(comment.data_span());
        }
        Token::ProcessingInstruction(instruction) => {
            assert_eq!(within(instruction.target_span()), instruction.target().as_bytes());
            assert_eq!(within(instruction.data_span()), instruction.raw_data());
            parts.extend([instruction.target_span(), instruction.data_span()]);
        }
        Token::Doctype(doctype) => {
            let spans = [doctype.name_span(), doctype.public_id_span(), doctype.system_id_span()];
            for span in spans.into_iter().flatten() {
                within(span);
                parts.push(span);
            }
        }
        _ => {}
    }
    parts
}

/// How the end of the input is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With the last chunk.
    WithChunk,
    /// After it.
    Apart,
}

/// Feeds the chunks and declares the end. What came before an error is in `stream` all the same.
pub(crate) fn feed(
    tokenizer: &mut Tokenizer,
    chunks: &[&[u8]],
    end: End,
    stream: &mut Stream,
) -> Result<(), Error> {
    for (index, chunk) in chunks.iter().enumerate() {
        let last = end == End::WithChunk && index + 1 == chunks.len();
        let mut tokens = if last { tokenizer.tokenize(chunk) } else { tokenizer.feed(chunk) };
        while let Some(token) = tokens.next_token()? {
            stream.push(token);
        }
        assert!(tokens.remaining().is_empty());
    }
    if end == End::Apart || chunks.is_empty() {
        let mut tokens = tokenizer.finish();
        while let Some(token) = tokens.next_token()? {
            stream.push(token);
        }
    }
    Ok(())
}

/// The stream of a whole input, which its tokens must partition.
pub(crate) fn stream(tokenizer: &mut Tokenizer, chunks: &[&[u8]], end: End) -> Stream {
    let mut stream = Stream::new();
    feed(tokenizer, chunks, end, &mut stream).expect("no limit is that low");
    assert_eq!(stream.raw, chunks.concat(), "the tokens' bytes are not the input");
    stream
}

/// Every way of cutting a short input: whole, byte by byte, with empty chunks, and in two at every byte.
pub(crate) fn chunkings(input: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut all = vec![vec![input], input.chunks(1).collect()];
    all.push(std::iter::once(&b""[..]).chain(input.chunks(1).flat_map(|byte| [byte, b""])).collect());
    all.extend((0..=input.len()).map(|cut| vec![&input[..cut], &input[cut..]]));
    all
}

/// The repository's pages, by name.
pub(crate) fn pages() -> Vec<(String, Vec<u8>)> {
    let folder = corpora();
    let mut pages: Vec<(String, Vec<u8>)> = ["article.html", "app.html", "soup.html"]
        .iter()
        .map(|name| ((*name).to_owned(), fs::read(folder.join(name)).expect("the page is there")))
        .collect();
    pages.push(("generated".to_owned(), generated()));
    pages
}

pub(crate) fn corpora() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpora")
}

/// A page with many attributes of every kind, nothing in it that needs to be decoded.
pub(crate) fn generated() -> Vec<u8> {
    let mut page = b"<!DOCTYPE html><title>Generated</title>".to_vec();
    for row in 0..200 {
        page.extend_from_slice(
            format!(
                "<div id=row{row} class=\"odd even\" data-n='{row}' hidden><a href=\"/{row}?x=1\" title=''>\
                 Row {row}</a><!-- {row} --><br/></div>\n"
            )
            .as_bytes(),
        );
    }
    page
}
