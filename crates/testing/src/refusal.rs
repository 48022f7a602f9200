//! The answers of a tokenizer to calls that it must refuse, and its state after a reset (I10).

use tagspan::{ErrorKind, Tokenizer, Tokens};

use crate::trace::ensure;

/// A way of feeding on.
type Call = for<'t> fn(&'t mut Tokenizer) -> Tokens<'t, &'static [u8]>;

/// The further input; no byte of it may be consumed.
const MORE: &[u8] = b"<p>more";

const CALLS: [(&str, Call, &[u8]); 4] = [
    ("feed", |tokenizer| tokenizer.feed(MORE), MORE),
    ("feed nothing", |tokenizer| tokenizer.feed(b""), b""),
    ("tokenize", |tokenizer| tokenizer.feed_last(MORE), MORE),
    ("finish", |tokenizer| tokenizer.finish(), b""),
];

/// Holds a tokenizer to what is due after misuse: each call gives the error of this kind and offset and nothing
/// else, consumes nothing, and from then on it is the use after an error. Then a reset must make it pass `as_new`.
///
/// # Errors
///
/// The actual error.
pub fn refuses(
    tokenizer: &Tokenizer,
    kind: ErrorKind,
    offset: u64,
    as_new: impl Fn(&mut Tokenizer) -> Result<(), String>,
) -> Result<(), String> {
    for (name, call, chunk) in CALLS {
        let mut tokenizer = tokenizer.clone();
        let kept = tokenizer.pending_bytes();
        let kept = [kept.0, kept.1].map(<[u8]>::to_vec);
        for kind in [kind, ErrorKind::FedAfterError] {
            let mut tokens = call(&mut tokenizer);
            let found = match tokens.next_token() {
                Ok(token) => return Err(format!("{name}: {token:?} and no {kind:?}")),
                Err(error) => error,
            };
            ensure!(
                (found.kind(), found.offset()) == (kind, offset),
                "{name}: {found:?} and not {kind:?} at {offset}"
            );
            ensure!(tokens.token().is_none(), "{name}: a token beside {found:?}");
            ensure!(tokens.remaining() == chunk, "{name}: {kind:?} consumes a part of the chunk");
            let mut given = 0;
            let outcome = tokens.for_each(|_| given += 1);
            ensure!(outcome == Err(found) && given == 0, "{name}: {found:?}, then {outcome:?}");
            let now = tokenizer.pending_bytes();
            ensure!(now == (&kept[0], &kept[1]), "{name}: what is kept changes: {kept:?}, then {now:?}");
        }
        tokenizer.reset();
        as_new(&mut tokenizer).map_err(|what| format!("{name}, then reset: {what}"))?;
    }
    Ok(())
}
