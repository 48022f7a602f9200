//! How far a driver got: to the end of its input, or to a stop.

use html5ever::tendril::StrTendril;

/// The progress of a [`Driver`](crate::Driver).
///
/// ```
/// use markup5ever_rcdom::RcDom;
/// use tagspan_html5ever::{ParseOpts, Progress, parse_document};
///
/// let mut driver = parse_document(RcDom::default(), ParseOpts::default()).into_driver();
/// assert!(matches!(driver.feed(b"<p>text")?, Progress::Done));
/// assert!(matches!(driver.feed(b"<script>go()</script>")?, Progress::Script(_)));
/// # Ok::<(), tagspan::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "the rest of the input waits after a stop"]
pub enum Progress<Handle> {
    /// Nothing stopped the driver. After a chunk, everything that was fed is parsed, or is kept until the encoding is decided. After
    /// [`insert`](crate::Driver::insert) and its stops, the inserted text is parsed, and the input after the script waits for
    /// [`resume`](crate::Driver::resume).
    Done,
    /// The end tag of this `<script>` element was parsed: run it, [insert](crate::Driver::insert) what it writes, then
    /// [`resume`](crate::Driver::resume).
    Script(Handle),
    /// The document declares this label of an encoding, which may be unknown to the standard. If the encoding is known
    /// already, continue by [`resume`](crate::Driver::resume).
    EncodingIndicator(StrTendril),
}

impl<Handle> Progress<Handle> {
    /// Whether the driver did not stop.
    ///
    /// ```
    /// use tagspan_html5ever::Progress;
    ///
    /// assert!(Progress::<u8>::Done.is_done());
    /// assert!(!Progress::EncodingIndicator::<u8>("utf-8".into()).is_done());
    /// ```
    pub fn is_done(&self) -> bool {
        matches!(self, Progress::Done)
    }
}
