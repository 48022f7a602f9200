//! The encoding sniffing algorithm: the steps that decide the encoding of a source, in their order.

use encoding_rs::{Encoding, UTF_8};

use crate::{
    bom::{self, Mark},
    codec::reads,
    decision::{Confidence, EncodingDecision, EncodingSource},
    options::EncodingOptions,
    prescan::Prescan,
    xml_declaration,
};

#[cfg(feature = "detect")]
use crate::detection::detected;

/// The *encoding sniffing algorithm* over bytes that come in chunks; HTML Standard, section 13.2.3.2 (12.2.3.2), *Determining
/// the character encoding*.
///
/// ```
/// use tagspan::{EncodingOptions, EncodingSource, input::Sniffer};
///
/// let mut sniffer = Sniffer::new(EncodingOptions::new());
/// let mut source = b"<!DOCTYPE html><meta cha".to_vec();
/// assert!(sniffer.look(&source, false).is_none());
/// source.extend_from_slice(b"rset=koi8-r><title>");
/// let decision = sniffer.look(&source, false).expect("the tag is complete");
/// assert_eq!(decision.encoding().name(), "KOI8-R");
/// assert_eq!(decision.source(), EncodingSource::Prescan);
/// ```
///
/// # The steps
///
/// The first that applies decides.
///
/// 1. A byte order mark: UTF-8, UTF-16LE or UTF-16BE. Certain.
/// 2. The user's instruction, [`EncodingOptions::override_encoding`]. Certain.
/// 3. *(The wait for bytes: see below.)*
/// 4. The transport's word, [`EncodingOptions::content_type`] or one of its kin. Certain.
/// 5. A declaration in the first [`EncodingOptions::prescan_bytes`]. Tentative. It is a `meta` tag with `charset`, or with
///    `http-equiv=content-type` and `content`; or that an XML declaration in UTF-16 starts there. If the bytes run out
///    without any of these, then the `encoding` of an XML declaration in ASCII. The search knows tags and comments
///    but no scripts or titles, so a `meta` tag in those counts. A declared UTF-16 is UTF-8, because the declaration
///    could be read; `x-user-defined` in a `meta` tag is windows-1252.
/// 6. The encoding of the parent document, [`EncodingOptions::parent`]. Tentative, as all that follow.
/// 7. A likely encoding, [`EncodingOptions::likely`].
/// 8. What the content looks like, `EncodingOptions::detect`, with the feature `detect`.
/// 9. The default, [`EncodingOptions::default_encoding`] or [`EncodingOptions::locale`].
///
/// # When it decides
///
/// At the earliest byte that settles it, and so at the same byte however the source is split, and however slowly it
/// comes. That byte is [`EncodingDecision::looked_at`].
///
/// - Whether there is a byte order mark shows within three bytes, mostly with the first. Steps 2 and 4 need no more.
/// - A declaration counts with the `>` of its tag, even if fewer than [`EncodingOptions::prescan_bytes`] have come.
/// - That nothing is declared shows at so many bytes, or at the source's end. So a document without a declaration
///   waits for them, unless [`EncodingOptions::prescan_bytes`] is 0.
/// - Detection waits for a byte beyond ASCII and as many after it as it was asked to look at, for as many bytes without such a byte
///   as `EncodingOptions::detect_within` says, or for the source's end. A declaration behind the bytes of step 5 does not end the wait:
///   only the tokenizer finds it, which has no tokens before the decision.
///
/// # Cost
///
/// Linear in the bytes looked at, however they are split. The bytes are not copied, and only step 8 takes memory:
/// what `chardetng` needs on the stack.
///
/// # The text of 2010
///
/// Section 12.2.2.1 of the text of about April 2010 decides in other steps:
///
/// - The transport comes before the byte order mark: a header beats a mark. There is no override by the user, and
///   no parent document.
/// - It hints at 512 bytes for the prescan: `EncodingOptions::new().prescan_bytes(512)`.
/// - Its prescan knows no *pragma*: `<meta content="text/html; charset=koi8-r">` declares KOI8-R without any
///   `http-equiv`. An attribute that names nothing usable is passed over, and a later one of the same tag counts,
///   even of the same name. There are no XML declarations, and `x-user-defined` stays what it is.
/// - A quoted value at the very end of the bytes is not complete there.
/// - It suggests other defaults for some locales, UTF-8 for `ar` among them.
/// - It lists *character encoding overrides*, such as windows-1252 for ISO-8859-1. The Encoding Standard has each pair
///   as labels of one encoding, so all of them hold here.
/// - Where a declaration comes late (section 12.2.2.4), it first asks whether it names the encoding in use, then
///   whether that is UTF-16, and then makes UTF-8 of a declared UTF-16. Now the encoding in use is asked about first,
///   and the two are compared last. So in a UTF-8 document a late `utf-16` confirms UTF-8 now; in 2010 it led to
///   another start with UTF-8.
#[derive(Debug, Clone)]
pub struct Sniffer {
    options: EncodingOptions,
    stage: Stage,
}

/// How far it is. What comes before or in between is so short that it is done again.
#[derive(Debug, Clone)]
enum Stage {
    /// Steps 1 to 5.
    Prescan(Prescan),
    /// Steps 6 to 9. Nothing is declared in the bytes looked at. As many as `untold` tell the detector nothing.
    Undeclared { looked_at: usize, untold: usize },
    /// No byte changes this.
    Decided(EncodingDecision),
}

impl Stage {
    /// The stage before the first byte: only [`EncodingOptions::utf8`] needs none.
    fn first(options: &EncodingOptions) -> Stage {
        if options.is_decoded {
            let decision = EncodingDecision::new(UTF_8, Confidence::Certain, EncodingSource::Override, 0);
            return Stage::Decided(decision);
        }
        Stage::Prescan(Prescan::new())
    }
}

impl Sniffer {
    /// A sniffer with these options.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, UTF_8, input::Sniffer};
    ///
    /// let mut sniffer = Sniffer::new(EncodingOptions::new().encoding(UTF_8));
    /// assert_eq!(sniffer.look(b"<p>", false).map(|decision| decision.encoding()), Some(UTF_8));
    /// ```
    #[must_use]
    pub fn new(options: EncodingOptions) -> Sniffer {
        Sniffer { stage: Stage::first(&options), options }
    }

    /// Starts over for another source with the same options.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::Sniffer};
    ///
    /// let mut sniffer = Sniffer::new(EncodingOptions::new());
    /// assert!(sniffer.look(b"<meta charset=utf-8>", false).is_some());
    /// sniffer.reset();
    /// assert!(sniffer.look(b"<p>", false).is_none());
    /// ```
    pub fn reset(&mut self) {
        self.stage = Stage::first(&self.options);
    }

    /// The caller's options.
    pub(crate) const fn options(&self) -> &EncodingOptions {
        &self.options
    }

    /// Reads the bytes since the last call, and decides if they suffice. `None`: more bytes are needed; never
    /// if `last` is set.
    ///
    /// `bytes` are *all* bytes of the source so far, from the first one on, though none beyond [`Sniffer::limit`] are
    /// needed. `last` says that there are no others. Once decided, every call returns the same, whatever it is given.
    /// Other bytes than before, or fewer, make no panic, but no sense either.
    ///
    /// Only new bytes are looked at, but for a handful before them.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::Sniffer};
    ///
    /// let mut sniffer = Sniffer::new(EncodingOptions::new().charset("big5").unwrap());
    /// assert!(sniffer.look(b"\xEF", false).is_none());
    /// assert!(sniffer.look(b"\xEF\xBB", false).is_none());
    /// assert_eq!(sniffer.look(b"\xEF\xBB\xBF", false).unwrap().encoding().name(), "UTF-8");
    /// ```
    pub fn look(&mut self, bytes: &[u8], last: bool) -> Option<EncodingDecision> {
        if let Stage::Prescan(_) = self.stage {
            self.start(bytes, last)?;
        }
        if let Stage::Undeclared { looked_at, untold } = &mut self.stage {
            let (looked_at, untold) = (*looked_at, untold);
            self.stage = Stage::Decided(undeclared(&self.options, bytes, last, looked_at, untold)?);
        }
        self.decision()
    }

    /// The decision, if there is one.
    pub(crate) fn decision(&self) -> Option<EncodingDecision> {
        match self.stage {
            Stage::Decided(decision) => Some(decision),
            Stage::Prescan(_) | Stage::Undeclared { .. } => None,
        }
    }

    /// The maximum number of first bytes that it reads: the caller never needs to keep more. At least three.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::Sniffer};
    ///
    /// assert_eq!(Sniffer::new(EncodingOptions::new()).limit(), EncodingOptions::PRESCAN_BYTES);
    /// assert_eq!(Sniffer::new(EncodingOptions::new().charset("big5").unwrap()).limit(), 3);
    /// ```
    #[must_use]
    pub fn limit(&self) -> usize {
        let options = &self.options;
        if !cfg!(feature = "encodings") || options.override_encoding.or(options.transport).is_some() {
            return bom::LONGEST;
        }
        let detects = options.detect > 0 && options.parent.or(options.likely).is_none();
        let detection = if detects { options.detect_within.saturating_add(options.detect) } else { 0 };
        options.prescan_bytes.max(detection).max(bom::LONGEST)
    }

    /// Steps 1 to 5. `None`: more bytes are needed. Otherwise the stage is another one.
    fn start(&mut self, bytes: &[u8], last: bool) -> Option<()> {
        let Stage::Prescan(prescan) = &mut self.stage else { return Some(()) };
        let seen = match bom::look(bytes, last)? {
            Mark::Found(bom) if reads(bom.encoding()) => {
                let len = bom.source_len() as u64;
                let decision = EncodingDecision::new(
                    bom.encoding(),
                    Confidence::Certain,
                    EncodingSource::ByteOrderMark,
                    len,
                );
                self.stage = Stage::Decided(decision.resting_on(0..len));
                return Some(());
            }
            Mark::Found(bom) => bom.source_len(),
            Mark::Absent { looked_at } => looked_at,
        };
        if !cfg!(feature = "encodings") {
            let decision =
                EncodingDecision::new(UTF_8, Confidence::Certain, EncodingSource::Override, seen as u64);
            self.stage = Stage::Decided(decision);
            return Some(());
        }
        let given = [
            (self.options.override_encoding, EncodingSource::Override),
            (self.options.transport, EncodingSource::Transport),
        ];
        if let Some((encoding, source)) = given.into_iter().find_map(|(given, source)| Some((given?, source)))
        {
            self.stage =
                Stage::Decided(EncodingDecision::new(encoding, Confidence::Certain, source, seen as u64));
            return Some(());
        }
        let limit = self.options.prescan_bytes;
        let end = last || bytes.len() >= limit;
        let bytes = &bytes[..bytes.len().min(limit)];
        let (found, looked_at) = match prescan.look(bytes, end) {
            Some(declaration) => {
                let end = declaration.bytes.end;
                (Some(declaration), end)
            }
            None if end => (xml_declaration::declaration(bytes), bytes.len()),
            None => return None,
        };
        let looked_at = looked_at.max(seen);
        self.stage = match found {
            Some(declaration) => Stage::Decided(
                tentative(declaration.encoding, EncodingSource::Prescan, looked_at)
                    .resting_on(declaration.bytes.start as u64..declaration.bytes.end as u64),
            ),
            None => Stage::Undeclared { looked_at, untold: 0 },
        };
        Some(())
    }
}

/// Steps 6 to 9. `None`: more bytes are needed.
fn undeclared(
    options: &EncodingOptions,
    bytes: &[u8],
    last: bool,
    looked_at: usize,
    untold: &mut usize,
) -> Option<EncodingDecision> {
    if let Some(encoding) = options.parent {
        return Some(tentative(encoding, EncodingSource::ParentDocument, looked_at));
    }
    if let Some(encoding) = options.likely {
        return Some(tentative(encoding, EncodingSource::Likely, looked_at));
    }
    let (found, shown) = detected(options, bytes, last, untold)?;
    let looked_at = looked_at.max(shown);
    Some(match found {
        Some(found) => tentative(found, EncodingSource::Detection, looked_at).resting_on(0..shown as u64),
        None => tentative(options.default, EncodingSource::Default, looked_at),
    })
}

/// Nothing is detected.
#[cfg(not(feature = "detect"))]
fn detected(
    _: &EncodingOptions,
    _: &[u8],
    _: bool,
    _: &mut usize,
) -> Option<(Option<&'static Encoding>, usize)> {
    Some((None, 0))
}

/// Decides the encoding of a source of which these are all bytes, or all that matter: as many as
/// [`Sniffer::limit`] says.
///
/// Unlike [`Sniffer::look`] it always decides: what is not there counts as the source's end.
///
/// ```
/// use tagspan::{Confidence, EncodingOptions, EncodingSource, input::sniff};
///
/// let decision = sniff(b"<!-- charset=big5 --><p>", &EncodingOptions::new().locale("uk"));
/// assert_eq!(decision.encoding().name(), "windows-1251");
/// assert_eq!(decision.confidence(), Confidence::Tentative);
/// assert_eq!(decision.source(), EncodingSource::Default);
/// ```
#[must_use]
#[doc(alias = "detect_encoding")]
pub fn sniff(bytes: &[u8], options: &EncodingOptions) -> EncodingDecision {
    let decision = Sniffer::new(options.clone()).look(bytes, true);
    decision.expect("whatever the last bytes leave open is decided by the options")
}

fn tentative(encoding: &'static Encoding, source: EncodingSource, looked_at: usize) -> EncodingDecision {
    EncodingDecision::new(encoding, Confidence::Tentative, source, looked_at as u64)
}
