//! The loop that takes tokens from a cursor and gives them to the bridge.

use std::borrow::Cow;
use std::ops::ControlFlow;

use html5ever::tree_builder::TreeSink;
use tagspan::{Control, Error, StreamTokens, Token, Tokens};

use crate::bridge::{Bridge, Halt};
use crate::chunk::Chunk;
use crate::driver::Progress;

/// The cursors over the source and over inserted text.
pub(crate) trait Cursor {
    /// As [`Tokens::try_for_each`].
    fn try_for_each<B>(
        &mut self,
        each: impl FnMut(Token<'_>, &mut Control) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error>;

    /// The line of the error that was just taken, if the cursor counts lines.
    fn line(&mut self, offset: u64) -> Option<u64>;

    /// Leaves the cursor, and says how many bytes of the chunk are left.
    fn leave(self) -> usize;
}

impl Cursor for StreamTokens<'_, '_> {
    #[inline(always)]
    fn try_for_each<B>(
        &mut self,
        each: impl FnMut(Token<'_>, &mut Control) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        self.try_for_each(each)
    }

    fn line(&mut self, offset: u64) -> Option<u64> {
        Some(self.locate(offset)?.line)
    }

    fn leave(self) -> usize {
        self.into_remaining().len()
    }
}

impl Cursor for Tokens<'_, '_> {
    #[inline(always)]
    fn try_for_each<B>(
        &mut self,
        each: impl FnMut(Token<'_>, &mut Control) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Error> {
        self.try_for_each(each)
    }

    fn line(&mut self, _: u64) -> Option<u64> {
        None
    }

    fn leave(self) -> usize {
        self.into_remaining().len()
    }
}

/// What stopped the loop.
pub(crate) struct Stop<Handle> {
    pub(crate) progress: Progress<Handle>,
    /// How many bytes of the chunk are left.
    pub(crate) rest: usize,
}

/// Takes all tokens of the chunk, or those before a stop.
pub(crate) fn pump<Sink: TreeSink>(
    mut tokens: impl Cursor,
    bridge: &mut Bridge<Sink>,
    chunk: &impl Chunk,
    stops: bool,
) -> Result<Option<Stop<Sink::Handle>>, Error> {
    loop {
        let flow = tokens.try_for_each(|token, control| match bridge.take(token, control, chunk) {
            ControlFlow::Break(Halt::Script(_) | Halt::EncodingIndicator(_)) if !stops => {
                ControlFlow::Continue(())
            }
            flow => flow,
        })?;
        let progress = match flow {
            ControlFlow::Continue(()) => return Ok(None),
            ControlFlow::Break(Halt::Error(error)) => {
                let line = tokens.line(error.offset()).unwrap_or(bridge.lines.current);
                bridge.report(Cow::Borrowed(error.code().as_str()), line);
                continue;
            }
            ControlFlow::Break(Halt::Script(script)) => Progress::Script(script),
            ControlFlow::Break(Halt::EncodingIndicator(label)) => Progress::EncodingIndicator(label),
        };
        return Ok(Some(Stop { progress, rest: tokens.leave() }));
    }
}
