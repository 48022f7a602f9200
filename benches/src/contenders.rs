//! The contenders: each goes over one page and counts what it has seen.

use std::cell::Cell;
use std::hint::black_box;
use std::ops::Add;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token as HtmlToken, TokenSink, TokenSinkResult, Tokenizer as Html5ever,
};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{DefaultEmitter, Span, Token as GumToken, Tokenizer as Html5gum};
use tagspan::{Token, Tokenizer};

/// What a contender saw, to show that all did the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) start_tags: usize,
    /// Of start tags, duplicates not counted.
    pub(crate) attributes: usize,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            start_tags: self.start_tags + other.start_tags,
            attributes: self.attributes + other.attributes,
        }
    }
}

/// A tokenizer and a way to use it.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    /// What it does for its time.
    pub(crate) work: &'static str,
    /// Whether its tokens, and so its counts, must be those of the standard.
    pub(crate) exact: bool,
    pub(crate) run: fn(&str) -> Counts,
}

pub(crate) const CONTENDERS: &[Contender] = &[
    Contender {
        name: "memchr loop",
        work: "looks for every `<`; the practical ceiling",
        exact: false,
        run: memchr_loop,
    },
    Contender {
        name: "tagspan, tokens",
        work: "every token with all attribute spans, pulled; nothing decoded",
        exact: true,
        run: tagspan_tokens,
    },
    Contender {
        name: "tagspan, all decoded",
        work: "all names, values, text, comments and DOCTYPE fields to strings",
        exact: true,
        run: tagspan_decoded,
    },
    Contender {
        name: "tagspan, errors on",
        work: "as tokens, with parse errors and their offsets",
        exact: true,
        run: tagspan_errors,
    },
    Contender {
        name: "html5gum, callback",
        work: "all decoded, borrowed from its buffers; no positions; takes noscript for raw text",
        exact: false,
        run: html5gum_callback,
    },
    Contender {
        name: "html5gum, default",
        work: "all decoded, owned; no positions; takes noscript for raw text",
        exact: false,
        run: html5gum_default,
    },
    Contender { name: "html5ever", work: "all decoded, shared; line numbers", exact: true, run: html5ever },
];

fn memchr_loop(page: &str) -> Counts {
    let mut rest = page.as_bytes();
    let mut found = 0;
    while let Some(index) = memchr::memchr(b'<', rest) {
        found += 1;
        rest = &rest[index + 1..];
    }
    Counts { start_tags: found, attributes: 0 }
}

fn count(counts: &mut Counts, token: &Token<'_>) {
    if let Token::StartTag(tag) = token {
        counts.start_tags += 1;
        for attribute in tag.attributes() {
            counts.attributes += 1;
            black_box((attribute.raw_name().len(), attribute.raw_value().len()));
        }
    }
}

fn tagspan_tokens(page: &str) -> Counts {
    pull(page, false)
}

fn tagspan_errors(page: &str) -> Counts {
    pull(page, true)
}

fn pull(page: &str, parse_errors: bool) -> Counts {
    let mut counts = Counts::default();
    let mut tokenizer = Tokenizer::builder().parse_errors(parse_errors).build();
    let mut tokens = tokenizer.tokenize(page);
    while let Some(token) = tokens.next_token().expect("a page within the limits") {
        count(&mut counts, &token);
    }
    counts
}

fn tagspan_decoded(page: &str) -> Counts {
    let mut counts = Counts::default();
    let mut tokenizer = Tokenizer::new();
    let mut tokens = tokenizer.tokenize(page);
    while let Some(token) = tokens.next_token().expect("a page within the limits") {
        match token {
            Token::StartTag(tag) => {
                counts.start_tags += 1;
                black_box(tag.name());
                for attribute in tag.attributes() {
                    counts.attributes += 1;
                    black_box((attribute.name(), attribute.value()));
                }
            }
            Token::EndTag(tag) => {
                black_box(tag.name());
                for attribute in tag.attributes() {
                    black_box((attribute.name(), attribute.value()));
                }
            }
            Token::Text(text) => {
                black_box(text.to_str());
            }
            Token::Comment(comment) => {
                black_box(comment.data());
            }
            Token::Doctype(doctype) => {
                black_box((doctype.name(), doctype.public_id(), doctype.system_id(), doctype.force_quirks()));
            }
            token => {
                black_box(token);
            }
        }
    }
    counts
}

fn html5gum_callback(page: &str) -> Counts {
    let mut counts = Counts::default();
    let mut pending = 0;
    let callback = |event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                counts.start_tags += 1;
                pending = 0;
                black_box(name);
            }
            CallbackEvent::AttributeName { name } => {
                pending += 1;
                black_box(name);
            }
            CallbackEvent::AttributeValue { value } => {
                black_box(value);
            }
            CallbackEvent::CloseStartTag { .. } => counts.attributes += std::mem::take(&mut pending),
            CallbackEvent::String { value } | CallbackEvent::Comment { value } => {
                black_box(value);
            }
            _ => {}
        }
        None
    };
    let mut emitter = CallbackEmitter::new(callback);
    emitter.naively_switch_states(true);
    for token in Html5gum::new_with_emitter(page, emitter) {
        let Ok(()) = token;
    }
    counts
}

fn html5gum_default(page: &str) -> Counts {
    let mut counts = Counts::default();
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    for token in Html5gum::new_with_emitter(page, emitter) {
        let Ok(token) = token;
        if let GumToken::StartTag(tag) = &token {
            counts.start_tags += 1;
            counts.attributes += tag.attributes.len();
        }
        black_box(&token);
    }
    counts
}

#[derive(Default)]
struct Sink(Cell<Counts>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: HtmlToken, _line: u64) -> TokenSinkResult<()> {
        if let HtmlToken::TagToken(tag @ Tag { kind: TagKind::StartTag, .. }) = &token {
            self.0.set(self.0.get() + Counts { start_tags: 1, attributes: tag.attrs.len() });
            return match &*tag.name {
                "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                    TokenSinkResult::RawData(RawKind::Rawtext)
                }
                "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                "plaintext" => TokenSinkResult::Plaintext,
                _ => TokenSinkResult::Continue,
            };
        }
        black_box(&token);
        TokenSinkResult::Continue
    }
}

fn html5ever(page: &str) -> Counts {
    let tokenizer = Html5ever::new(Sink::default(), Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(page));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.get()
}
