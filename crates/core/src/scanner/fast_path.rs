//! The fast path as a driver calls it: common tokens of the piece, found and resolved without the states.

use super::Scanner;
use crate::machine::{Found, Position};
use crate::text_mode::TextMode;
use crate::token::{MissingBytes, Slice, TextKind, Token};

/// A token that the fast path has found, with its bytes. [`Scanner::resolve_fast_path`] gives its other parts.
///
/// ```
/// use tagspan_core::scanner::{FastPathToken, Scanner};
///
/// fn raw<'b>(rest: &'b [u8], token: FastPathToken<'b>) -> &'b [u8] {
///     &rest[..token.length()]
/// }
///
/// let mut scanner = Scanner::default();
/// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
/// let rest = scanner.fast_path_rest(body);
/// assert_eq!(scanner.fast_path(rest).map(|token| raw(rest, token)), Some(&b"<p>"[..]));
/// ```
#[derive(Clone, Copy)]
pub struct FastPathToken<'b> {
    kind: Found,
    slice: Slice<'b>,
}

impl<'b> FastPathToken<'b> {
    /// Returns the token without its bytes, to be resolved later.
    ///
    /// ```
    /// use tagspan_core::scanner::{Found, Scanner};
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// let token = scanner.fast_path(scanner.fast_path_rest(body)).unwrap();
    /// assert_eq!(token.found(), Found::StartTag);
    /// ```
    #[inline(always)]
    pub fn found(self) -> Found {
        self.kind
    }

    /// Returns the length of the token in bytes.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// let token = scanner.fast_path(scanner.fast_path_rest(body)).unwrap();
    /// assert_eq!(token.length(), 3);
    /// ```
    #[inline(always)]
    pub fn length(self) -> usize {
        self.slice.length
    }

    /// Returns the bytes that follow the token, which the fast path may scan next.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// let token = scanner.fast_path(scanner.fast_path_rest(body)).unwrap();
    /// assert_eq!(token.rest(), b"text");
    /// ```
    #[inline(always)]
    pub fn rest(self) -> &'b [u8] {
        &self.slice.from[self.slice.length..]
    }
}

impl Scanner {
    /// Returns the bytes of the body that [`fast_path`](Self::fast_path) may scan next: those that are not scanned yet, or
    /// none where [`scan`](Self::scan) must go first. With parse errors they end before the first that may be one.
    ///
    /// After a token of the fast path they are [what follows it](FastPathToken::rest). [`enter`](Self::enter),
    /// [`scan`](Self::scan) and [`leave`](Self::leave) change them. A caller should ask again after those only, and not for
    /// each token: an index that is read from memory is known later.
    ///
    /// # Panics
    ///
    /// Panics if the scanner has read more bytes than `body` has.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// assert_eq!(scanner.fast_path_rest(body), b"<p>text");
    /// scanner.scan(body, true)?;
    /// assert_eq!(scanner.fast_path_rest(body), b"text");
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn fast_path_rest<'a>(&self, body: &'a [u8]) -> &'a [u8] {
        let states_go_first = self.in_partial || !self.machine.position.pending.is_empty();
        if states_go_first {
            &[]
        } else {
            self.machine.error_free_bytes(&body[self.machine.position.index..])
        }
    }

    /// Finds the next token, if it is of a common kind and lies in the body. If it returns `None`, nothing has changed, and
    /// [`scan`](Self::scan) finds the token.
    ///
    /// `rest` is [`fast_path_rest`](Self::fast_path_rest), or what follows the last token of the fast path. With other bytes
    /// the tokens are wrong. With no bytes the result is `None`.
    ///
    /// ```
    /// use tagspan_core::Token;
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>one<!-- -->"[scanner.enter(b"<p>one<!-- -->", true)];
    /// let tag = scanner.fast_path(scanner.fast_path_rest(body)).unwrap();
    /// assert_eq!(scanner.resolve_fast_path(tag).raw(), b"<p>");
    /// let text = scanner.fast_path(tag.rest()).unwrap();
    /// // A comment is not of a common kind.
    /// assert!(scanner.fast_path(text.rest()).is_none());
    /// let found = scanner.scan(body, true)?.unwrap();
    /// assert!(matches!(scanner.resolve(body, found), Token::Comment(_)));
    /// # Ok::<(), tagspan_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn fast_path<'b>(&mut self, rest: &'b [u8]) -> Option<FastPathToken<'b>> {
        let (kind, slice) = self.machine.fast_path(rest)?;
        Some(FastPathToken { kind, slice })
    }

    /// Returns the token that [`fast_path`](Self::fast_path) found last, with all its parts.
    ///
    /// Each common kind has a code path of its own from the fast path to the caller's `match`, without a jump between them
    /// that cannot be predicted. So nothing is computed where the paths meet.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p id=a>"[scanner.enter(b"<p id=a>", true)];
    /// let token = scanner.fast_path(scanner.fast_path_rest(body)).unwrap();
    /// assert_eq!(scanner.resolve_fast_path(token).raw(), b"<p id=a>");
    /// ```
    #[inline(always)]
    pub fn resolve_fast_path<'a>(&'a self, FastPathToken { kind, slice }: FastPathToken<'a>) -> Token<'a> {
        let token = |kind| self.resolve_slice(slice, kind, MissingBytes::NONE);
        match kind {
            Found::StartTag => token(Found::StartTag),
            Found::EndTag => token(Found::EndTag),
            _ => token(Found::Text(TextKind::of(TextMode::Data))),
        }
    }

    /// As [`resolve_fast_path`](Self::resolve_fast_path), but for callers that cannot keep a [`FastPathToken`] because its
    /// bytes lie in memory that they own or borrow mutably. `body` is the body that the fast path scanned.
    ///
    /// # Panics
    ///
    /// May panic, or return a wrong token, if `body` or `found` are others.
    ///
    /// ```
    /// use tagspan_core::scanner::Scanner;
    ///
    /// let mut scanner = Scanner::default();
    /// let body = &b"<p>text"[scanner.enter(b"<p>text", true)];
    /// let found = scanner.fast_path(scanner.fast_path_rest(body)).unwrap().found();
    /// assert_eq!(scanner.resolve_fast_path_in(body, found).raw(), b"<p>");
    /// ```
    #[inline(always)]
    pub fn resolve_fast_path_in<'a>(&'a self, body: &'a [u8], found: Found) -> Token<'a> {
        let Position { token_start, body_start, emitted, .. } = self.machine.position;
        let from = &body[(token_start - body_start) as usize..];
        let slice = Slice { from, length: emitted as usize, offset: token_start };
        self.resolve_fast_path(FastPathToken { kind: found, slice })
    }
}
