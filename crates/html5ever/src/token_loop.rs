//! The loop that takes tokens from a cursor and passes them to the bridge.

use std::borrow::Cow;
use std::ops::ControlFlow;

use html5ever::tree_builder::TreeSink;
use tagspan::{Error, Token, Tokens};

use crate::bridge::{Bridge, Control, Halt};
use crate::chunk::{Chunk, View};
use crate::progress::Progress;

/// The reason why the loop stopped.
pub(crate) struct Stop<Handle> {
    pub(crate) progress: Progress<Handle>,
    /// How many bytes of the chunk are left.
    pub(crate) rest: usize,
}

/// Takes all tokens of the chunk, or those before a stop.
pub(crate) fn take_tokens<Sink: TreeSink>(
    mut tokens: Tokens<'_, &[u8]>,
    bridge: &mut Bridge<Sink>,
    chunk: &impl Chunk,
    stops: bool,
) -> Result<Option<Stop<Sink::Handle>>, Error> {
    let mut control = Control::default();
    let chunk = View::new(chunk);
    bridge.lines.begin_chunk();
    while let Some(token) = tokens.next_token()? {
        let flow = match token {
            Token::Text(text) => {
                bridge.take_text(text, &mut control, &chunk);
                ControlFlow::Continue(())
            }
            Token::StartTag(tag) | Token::EndTag(tag) => bridge.take_tag(tag, &mut control, &chunk),
            // Asked for anew: were it passed on, all tokens would be put together in memory, in parts as small as a byte.
            _ => match tokens.token() {
                Some(token) => bridge.take_rare(token, &chunk),
                None => continue,
            },
        };
        control.apply(&mut tokens)?;
        let progress = match flow {
            ControlFlow::Continue(()) => continue,
            ControlFlow::Break(Halt::Error(error)) => {
                let place = tokens.locate(error.offset());
                bridge.report(
                    Cow::Borrowed(error.code().as_str()),
                    place.map_or(bridge.lines.current, |place| place.line()),
                );
                continue;
            }
            ControlFlow::Break(_) if !stops => continue,
            ControlFlow::Break(Halt::Script(script)) => Progress::Script(script),
            ControlFlow::Break(Halt::EncodingIndicator(label)) => Progress::EncodingIndicator(label),
        };
        return Ok(Some(Stop { progress, rest: tokens.into_remaining().len() }));
    }
    Ok(None)
}
