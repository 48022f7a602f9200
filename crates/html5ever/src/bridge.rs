//! The bridge from tagspan's tokens to html5ever's tree builder, and from what that answers back to the tokenizer.

use std::borrow::Cow;
use std::ops::ControlFlow;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    CharacterTokens, CommentToken, Doctype, DoctypeToken, EOFToken, NullCharacterToken, Tag, TagKind,
    TagToken, Token as Html5everToken, TokenSink, TokenSinkResult,
};
use html5ever::tree_builder::{TreeBuilder, TreeSink};
use html5ever::{Attribute, QualName, local_name, ns};
use memchr::memchr3;
use tagspan::{DropReason, Error, ParseError, TextMode, Token, Tokens};

use crate::chunk::{Chunk, Rarities, View};
use crate::lines::{Lines, count};
use crate::names::Names;

/// The request of the tree builder to the tokenizer after a token.
#[derive(Default)]
pub(crate) struct Control {
    text_mode: Option<TextMode>,
    cdata: Option<bool>,
}

impl Control {
    #[inline(always)]
    pub(crate) fn apply(&mut self, tokens: &mut Tokens<'_, &[u8]>) -> Result<(), Error> {
        if let Some(is_allowed) = self.cdata.take() {
            tokens.set_cdata(is_allowed);
        }
        self.text_mode.take().map_or(Ok(()), |mode| tokens.set_text_mode(mode))
    }
}

/// Why the bridge wants no more tokens for now.
#[derive(Debug)]
pub(crate) enum Halt<Handle> {
    Script(Handle),
    EncodingIndicator(StrTendril),
    /// The error is to be reported with its line, which the cursor knows.
    Error(ParseError),
}

/// The tree builder, and what is to be known between its tokens.
pub(crate) struct Bridge<Sink: TreeSink> {
    pub(crate) builder: TreeBuilder<Sink::Handle, Sink>,
    pub(crate) lines: Lines,
    pub(crate) rarities: Rarities,
    discards_bom: bool,
    names: Names,
    cdata: Cdata,
}

/// Whether `<![CDATA[` opens a CDATA section.
///
/// It does while the adjusted current node is not an HTML element. That can only be where there was an `<svg>` or a
/// `<math>`, or in a fragment of such an element, so that most documents never ask the tree builder.
#[derive(Clone, Copy, Debug)]
struct Cdata {
    is_asked: bool,
    is_allowed: bool,
}

impl<Sink: TreeSink> Bridge<Sink> {
    pub(crate) fn new(builder: TreeBuilder<Sink::Handle, Sink>, discards_bom: bool) -> Self {
        let is_allowed = builder.adjusted_current_node_present_but_not_in_html_namespace();
        Bridge {
            builder,
            lines: Lines::new(),
            rarities: Rarities::default(),
            discards_bom,
            names: Names::new(),
            cdata: Cdata { is_asked: is_allowed, is_allowed },
        }
    }

    /// Whether the next `<![CDATA[` opens a CDATA section.
    pub(crate) fn allows_cdata(&self) -> bool {
        self.cdata.is_allowed
    }

    /// Gives text to the tree builder. `chunk` is what the token may be a slice of.
    #[inline(always)]
    pub(crate) fn take_text(
        &mut self,
        text: tagspan::Text<'_>,
        control: &mut Control,
        chunk: &View<'_, impl Chunk>,
    ) {
        let (raw, text) = (text.raw(), text.value());
        let before = self.lines.current;
        self.lines.pass(raw, chunk.bytes, self.rarities.cr);
        // html5ever cuts text into pieces, and what the first one makes is in its line.
        let line = match raw.first() {
            _ if self.lines.current == before => before,
            Some(b'\n' | b'\r') => before + 1,
            _ => memchr3(b'&', b'\r', 0, raw).map_or(self.lines.current, |end| before + count(&raw[..end])),
        };
        if self.rarities.nul && text.contains('\0') {
            self.take_text_with_nul(&text, line);
        } else if !text.is_empty() {
            let text = match text {
                Cow::Borrowed(text) => chunk.tendril(text),
                Cow::Owned(text) => StrTendril::from_slice(&text),
            };
            self.process(CharacterTokens(text), line);
        }
        // In an integration point, text may open formatting elements again.
        if self.cdata.is_allowed {
            self.ask_for_cdata(control);
        }
    }

    /// Text of the data state or a CDATA section, in which each NUL is a token by itself.
    #[cold]
    fn take_text_with_nul(&mut self, text: &str, line: u64) {
        for (index, part) in text.split('\0').enumerate() {
            if index > 0 {
                self.process(NullCharacterToken, line);
            }
            if !part.is_empty() {
                self.process(CharacterTokens(StrTendril::from_slice(part)), line);
            }
        }
    }

    /// Gives a tag to the tree builder.
    #[inline(always)]
    pub(crate) fn take_tag(
        &mut self,
        tag: tagspan::Tag<'_>,
        control: &mut Control,
        chunk: &View<'_, impl Chunk>,
    ) -> ControlFlow<Halt<Sink::Handle>> {
        self.lines.pass(tag.raw(), chunk.bytes, self.rarities.cr);
        let tag = self.tag(tag, chunk);
        if tag.kind == TagKind::StartTag && matches!(tag.name, local_name!("svg") | local_name!("math")) {
            self.cdata.is_asked = true;
        }
        let result = self.builder.process_token(TagToken(tag), self.lines.current);
        if self.cdata.is_asked {
            self.ask_for_cdata(control);
        }
        match result {
            TokenSinkResult::Continue => ControlFlow::Continue(()),
            TokenSinkResult::RawData(kind) => {
                control.text_mode = Some(match kind {
                    RawKind::Rcdata => TextMode::Rcdata,
                    RawKind::Rawtext => TextMode::Rawtext,
                    // The tree builder never asks for an escape within a script.
                    RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextMode::ScriptData,
                });
                ControlFlow::Continue(())
            }
            TokenSinkResult::Plaintext => {
                control.text_mode = Some(TextMode::Plaintext);
                ControlFlow::Continue(())
            }
            TokenSinkResult::Script(script) => ControlFlow::Break(Halt::Script(script)),
            TokenSinkResult::EncodingIndicator(label) => ControlFlow::Break(Halt::EncodingIndicator(label)),
        }
    }

    #[inline(always)]
    fn tag(&mut self, tag: tagspan::Tag<'_>, chunk: &View<'_, impl Chunk>) -> Tag {
        let written = tag.attributes_as_written();
        let count = written.len();
        let mut attrs = Vec::with_capacity(count);
        for attribute in written {
            if !attribute.is_duplicate() {
                let name = QualName::new(None, ns!(), self.names.intern(&attribute.name(), chunk.bytes));
                let value = match attribute.value() {
                    Cow::Borrowed(value) => chunk.tendril(value),
                    Cow::Owned(value) => StrTendril::from_slice(&value),
                };
                attrs.push(Attribute { name, value });
            }
        }
        Tag {
            kind: if tag.is_end() { TagKind::EndTag } else { TagKind::StartTag },
            name: self.names.intern(&tag.name(), chunk.bytes),
            self_closing: tag.self_closing(),
            had_duplicate_attributes: attrs.len() < count,
            attrs,
        }
    }

    /// Gives a token of any other kind to the tree builder.
    #[inline(never)]
    pub(crate) fn take_rare(
        &mut self,
        token: Token<'_>,
        chunk: &View<'_, impl Chunk>,
    ) -> ControlFlow<Halt<Sink::Handle>> {
        let text = |text: Cow<'_, str>| chunk.tendril(&text);
        self.lines.pass(token.raw(), chunk.bytes, self.rarities.cr);
        let line = self.lines.current;
        match token {
            Token::Comment(comment) => self.process(CommentToken(text(comment.value())), line),
            Token::Doctype(doctype) => {
                let doctype = Doctype {
                    name: doctype.name().map(text),
                    public_id: doctype.public_id().map(text),
                    system_id: doctype.system_id().map(text),
                    force_quirks: doctype.force_quirks(),
                };
                self.process(DoctypeToken(doctype), line);
            }
            Token::Error(error) => return ControlFlow::Break(Halt::Error(error)),
            Token::Dropped(dropped)
                if dropped.reason() == DropReason::ByteOrderMark && !self.discards_bom =>
            {
                self.process(CharacterTokens(StrTendril::from_slice("\u{FEFF}")), line);
            }
            // Bytes that make no token. Processing instructions are comments here, as the tree builder knows none.
            _ => {}
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn process(&mut self, token: Html5everToken, line: u64) {
        let result = self.builder.process_token(token, line);
        debug_assert!(matches!(result, TokenSinkResult::Continue), "only tags ask for anything");
    }

    #[inline(never)]
    fn ask_for_cdata(&mut self, control: &mut Control) {
        let is_allowed = self.builder.adjusted_current_node_present_but_not_in_html_namespace();
        if is_allowed != self.cdata.is_allowed {
            self.cdata.is_allowed = is_allowed;
            control.cdata = Some(is_allowed);
        }
    }

    /// Tells the sink of an error: not by a token, with which the tree builder would forget that it skips a newline.
    pub(crate) fn report(&self, error: Cow<'static, str>, line: u64) {
        self.builder.sink.set_current_line(line);
        self.builder.sink.parse_error(error);
    }

    /// The input ends.
    pub(crate) fn end(&mut self) {
        self.process(EOFToken, self.lines.current);
    }

    /// Closes what is open, and gives the tree.
    pub(crate) fn finish(self) -> Sink::Output {
        TokenSink::end(&self.builder);
        self.builder.sink.finish()
    }
}
