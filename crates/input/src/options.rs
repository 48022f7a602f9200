//! The settings of the encoding: what the caller knows before the first byte.

use std::{error, fmt};

#[cfg(feature = "detect")]
use encoding_rs::UTF_8;
use encoding_rs::{Encoding, WINDOWS_1252};

use crate::{content_type::MimeType, locale, prescan::is_utf_16};

/// [`EncodingOptions::DETECTION_WITHIN`], in builds without detection too.
const DETECTION_WITHIN: usize = 1 << 20;

/// The options of encoding detection: the caller's knowledge before the first byte, and how many bytes to search.
///
/// The methods stand in the order of the standard's steps, in which an earlier one overrides a later one; a byte
/// order mark overrides them all. Of one kind of information, the last call counts.
///
/// ```
/// use tagspan::{EncodingOptions, EncodingSource, input::sniff};
///
/// let options = EncodingOptions::new().content_type("text/html; charset=koi8-r").locale("ja");
/// assert_eq!(sniff(b"<meta charset=utf-8>", &options).encoding().name(), "KOI8-R");
///
/// let options = EncodingOptions::new().content_type("text/html").locale("ja");
/// assert_eq!(sniff(b"<meta charset=utf-8>", &options).encoding().name(), "UTF-8");
/// assert_eq!(sniff(b"<p>", &options).encoding().name(), "Shift_JIS");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct EncodingOptions {
    pub(crate) override_encoding: Option<&'static Encoding>,
    pub(crate) transport: Option<&'static Encoding>,
    pub(crate) prescan_bytes: usize,
    /// INVARIANT: not UTF-16.
    pub(crate) parent: Option<&'static Encoding>,
    pub(crate) likely: Option<&'static Encoding>,
    /// Zero without the feature `detect`.
    pub(crate) detect: usize,
    /// How far the detector's first byte is looked for.
    pub(crate) detect_within: usize,
    pub(crate) detect_any: bool,
    /// INVARIANT: of a form that the detector takes. None without the feature `detect`.
    pub(crate) top_level_domain: Option<Box<str>>,
    pub(crate) default: &'static Encoding,
    /// The input was decoded before: nothing is sniffed, not even a byte order mark.
    pub(crate) is_decoded: bool,
}

impl EncodingOptions {
    /// The default number of bytes of the prescan, see [`EncodingOptions::prescan_bytes`]: 1,024, as the
    /// standard asks for.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    ///
    /// assert_eq!(EncodingOptions::new().prescan_bytes(EncodingOptions::PRESCAN_BYTES), EncodingOptions::new());
    /// ```
    pub const PRESCAN_BYTES: usize = 1024;

    /// The recommended number of bytes for [`EncodingOptions::detect`]: 65,536.
    ///
    /// Of 827 pages that were written in 20 encodings and declare nothing, the guess from 4,096 bytes is right for 630, from 65,536
    /// for 668, and from all bytes for 688. Browsers take the first 4,096 bytes of the page: 402.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::Sniffer};
    ///
    /// let options = EncodingOptions::new().detect(EncodingOptions::DETECTION_BYTES);
    /// let limit = EncodingOptions::DETECTION_WITHIN + EncodingOptions::DETECTION_BYTES;
    /// assert_eq!(Sniffer::new(options).limit(), limit);
    /// ```
    #[cfg(feature = "detect")]
    pub const DETECTION_BYTES: usize = 65_536;

    /// The default of [`EncodingOptions::detect_within`]: 1 MiB.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    ///
    /// let default = EncodingOptions::new();
    /// assert_eq!(EncodingOptions::new().detect_within(EncodingOptions::DETECTION_WITHIN), default);
    /// ```
    #[cfg(feature = "detect")]
    pub const DETECTION_WITHIN: usize = DETECTION_WITHIN;

    /// The default options: a prescan of [`EncodingOptions::PRESCAN_BYTES`], and windows-1252 as the default, which the standard
    /// suggests for most locales. For today's web, [`UTF-8`](EncodingOptions::default_encoding) may be better.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &EncodingOptions::new()).encoding().name(), "UTF-8");
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new()).encoding().name(), "windows-1252");
    /// ```
    pub const fn new() -> EncodingOptions {
        EncodingOptions {
            override_encoding: None,
            transport: None,
            prescan_bytes: EncodingOptions::PRESCAN_BYTES,
            parent: None,
            likely: None,
            detect: 0,
            detect_within: DETECTION_WITHIN,
            detect_any: false,
            top_level_domain: None,
            default: WINDOWS_1252,
            is_decoded: false,
        }
    }

    /// The options for pages of all kinds, as crawlers have them: [`new`](EncodingOptions::new), but the encoding of a page that
    /// declares none is guessed from [`EncodingOptions::DETECTION_BYTES`], and UTF-8 for one in ASCII.
    ///
    /// Only with the feature `detect`.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let name = |html: &[u8]| sniff(html, &EncodingOptions::detecting()).encoding().name();
    /// assert_eq!(name(b"<meta charset=koi8-r>"), "KOI8-R");
    /// assert_eq!(name(b"<p>\xC4\xE0, \xFD\xF2\xEE \xF0\xF3\xF1\xF1\xEA\xE8\xE9 \xF2\xE5\xEA\xF1\xF2"), "windows-1251");
    /// assert_eq!(name(b"<p>text"), "UTF-8");
    /// ```
    #[cfg(feature = "detect")]
    pub const fn detecting() -> EncodingOptions {
        let mut options = EncodingOptions::new();
        options.detect = EncodingOptions::DETECTION_BYTES;
        options.default = UTF_8;
        options
    }

    /// For text that is UTF-8 already, as a decoder, a database or a template gives it. Nothing is sniffed, and U+FEFF at the
    /// start is text. An encoding that is said afterwards counts instead.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let decision = sniff(b"\xFE\xFF<meta charset=koi8-r>", &EncodingOptions::utf8());
    /// assert_eq!((decision.encoding().name(), decision.bom()), ("UTF-8", None));
    /// ```
    pub const fn utf8() -> EncodingOptions {
        let mut options = EncodingOptions::new();
        options.is_decoded = true;
        options
    }

    /// The encoding that the user has explicitly requested: certain, whatever the transport and the document say.
    /// Only a byte order mark overrides it. Step 2.
    ///
    /// ```
    /// use tagspan::{Encoding, EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let big5 = Encoding::for_label(b"big5").unwrap();
    /// let options = EncodingOptions::new().override_encoding(big5).content_type("text/html; charset=utf-8");
    /// assert_eq!(sniff(b"<meta charset=koi8-r>", &options).encoding(), big5);
    /// assert_eq!(sniff(b"\xEF\xBB\xBF<p>", &options).source(), EncodingSource::ByteOrderMark);
    /// ```
    pub fn override_encoding(mut self, encoding: &'static Encoding) -> EncodingOptions {
        self.is_decoded = false;
        self.override_encoding = Some(encoding);
        self
    }

    /// The value of the `Content-Type` header that came with the bytes. If its MIME type has a `charset` that the
    /// Encoding Standard knows, this is the transport's encoding: certain. Step 4.
    ///
    /// It is read as browsers read it: *extract a MIME type* of the Fetch Standard and *parse a MIME type* of MIME
    /// Sniffing. The first usable `charset` of a MIME type counts, quoted or not. Several headers are joined with
    /// commas. Then the last usable MIME type counts, and where the one before it has the same type and subtype, it
    /// keeps a `charset` that it lacks.
    ///
    /// No value is an error: one that cannot be parsed, has no `charset`, or one of an unknown label, is as good as none,
    /// as in a browser. The last call of this, [`EncodingOptions::charset`] or [`EncodingOptions::encoding`] holds, so a
    /// value without a usable `charset` undoes those. Linear in the value.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    ///
    /// let koi8_r = EncodingOptions::new().charset("koi8-r").unwrap();
    /// assert_eq!(EncodingOptions::new().content_type("Text/HTML;x=y; Charset=\"KOI8-R\""), koi8_r);
    /// assert_eq!(EncodingOptions::new().content_type(b"text/html;charset=koi8-r, text/html"), koi8_r);
    /// assert_eq!(EncodingOptions::new().content_type("text/html; charset=klingon-8"), EncodingOptions::new());
    /// ```
    pub fn content_type(mut self, value: impl AsRef<[u8]>) -> EncodingOptions {
        self.is_decoded = false;
        self.transport = MimeType::extract(&value).and_then(|mime| mime.encoding());
        self
    }

    /// As [`EncodingOptions::content_type`], unless the encoding of the transport is known already: for options of the user that
    /// override the header of each page.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    ///
    /// let [koi8_r, big5] = ["koi8-r", "big5"].map(|label| EncodingOptions::new().charset(label).unwrap());
    /// assert_eq!(koi8_r.clone().or_content_type("text/html; charset=big5"), koi8_r);
    /// assert_eq!(EncodingOptions::new().or_content_type("text/html; charset=big5"), big5);
    /// ```
    pub fn or_content_type(self, value: impl AsRef<[u8]>) -> EncodingOptions {
        if self.transport.is_some() || self.is_decoded { self } else { self.content_type(value) }
    }

    /// The label of the encoding that came with the transport, such as the `charset` of a `Content-Type`
    /// header, without quotes or anything around it but ASCII white space. Step 4.
    ///
    /// Labels are those of the Encoding Standard, in any ASCII case. They are honoured as they are:
    /// `utf-16` means UTF-16LE, `iso-8859-1` means windows-1252, `x-user-defined` means itself, and the labels
    /// of the replacement encoding (`iso-2022-kr`, `hz-gb-2312`, …) give one U+FFFD for the whole document.
    ///
    /// The last call of this, [`EncodingOptions::content_type`] or [`EncodingOptions::encoding`] holds.
    ///
    /// # Errors
    ///
    /// [`UnknownLabel`] when the standard does not have the label, `utf-7` for one.
    ///
    /// ```
    /// use tagspan::EncodingOptions;
    ///
    /// assert!(EncodingOptions::new().charset(" ISO-8859-1 ").is_ok());
    /// assert_eq!(EncodingOptions::new().charset("utf-7").unwrap_err().label, "utf-7");
    /// ```
    pub fn charset(self, label: &str) -> Result<EncodingOptions, UnknownLabel> {
        match Encoding::for_label(label.as_bytes()) {
            Some(encoding) => Ok(self.encoding(encoding)),
            None => Err(UnknownLabel { label: label.to_owned() }),
        }
    }

    /// The encoding that came with the transport: [`EncodingOptions::charset`] with an encoding in place of a label. Step 4.
    ///
    /// ```
    /// use tagspan::{Encoding, EncodingOptions};
    ///
    /// let koi8_r = Encoding::for_label(b"koi8-r").unwrap();
    /// assert_eq!(EncodingOptions::new().encoding(koi8_r), EncodingOptions::new().charset("koi8-r").unwrap());
    /// ```
    pub fn encoding(mut self, encoding: &'static Encoding) -> EncodingOptions {
        self.is_decoded = false;
        self.transport = Some(encoding);
        self
    }

    /// How many of the first bytes are searched for a declaration; [`EncodingOptions::PRESCAN_BYTES`] at first, and 0 for no
    /// search. Step 5.
    ///
    /// With more bytes fewer declarations come late. A document that declares nothing is held back until so many
    /// bytes have come, or all.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let html = b"<meta charset=utf-8>";
    /// assert_eq!(sniff(html, &EncodingOptions::new().prescan_bytes(20)).source(), EncodingSource::Prescan);
    /// assert_eq!(sniff(html, &EncodingOptions::new().prescan_bytes(19)).source(), EncodingSource::Default);
    /// ```
    pub fn prescan_bytes(mut self, bytes: usize) -> EncodingOptions {
        self.prescan_bytes = bytes;
        self
    }

    /// The encoding of the document that contains this one, say in a frame: tentative. Step 6.
    ///
    /// Only for documents of the same origin. That is for the caller to see to, because a foreign page could choose
    /// how this one is read otherwise. UTF-16 is never passed on: it is as good as none.
    ///
    /// ```
    /// use tagspan::{Encoding, EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let encoding = |label: &str| Encoding::for_label(label.as_bytes()).unwrap();
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new().parent(encoding("big5"))).source(), EncodingSource::ParentDocument);
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new().parent(encoding("utf-16"))).source(), EncodingSource::Default);
    /// ```
    pub fn parent(mut self, encoding: &'static Encoding) -> EncodingOptions {
        self.parent = Some(encoding).filter(|encoding| !is_utf_16(encoding));
        self
    }

    /// The encoding that is likely for this page, say because it was that of the last visit: tentative. Step 7.
    ///
    /// ```
    /// use tagspan::{Encoding, EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let options = EncodingOptions::new().likely(Encoding::for_label(b"big5").unwrap());
    /// assert_eq!(sniff(b"<p>", &options).source(), EncodingSource::Likely);
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &options).source(), EncodingSource::Prescan);
    /// ```
    pub fn likely(mut self, encoding: &'static Encoding) -> EncodingOptions {
        self.likely = Some(encoding);
        self
    }

    /// How many bytes are shown to a detector, from the first one beyond ASCII on, if nothing before said anything: tentative. 0,
    /// as at first, is no detection; [`EncodingOptions::DETECTION_BYTES`] is a good number. Step 8.
    ///
    /// The bytes before it are ASCII, and mean the same in each encoding that may be guessed. So the document is kept until
    /// there is such a byte and as many after it, up to [`EncodingOptions::detect_within`], or up to its end. A document that
    /// declares an encoding is not kept for it.
    ///
    /// The detector is `chardetng`, which was made for Firefox. Its guess may be UTF-8, but never ISO-2022-JP, UTF-16 or UTF-7:
    /// those can hide markup from a reader of ASCII ([`EncodingOptions::detect_any`] allows two of them). What is UTF-8 but for
    /// few ill-formed sequences, one in ten characters beyond ASCII or fewer, or is UTF-8 with a whole
    /// character beyond ASCII up to where the source ends within another, is UTF-8 whatever the detector says.
    ///
    /// Only with the feature `detect`.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let options = EncodingOptions::new().detect(EncodingOptions::DETECTION_BYTES);
    /// let decision = sniff("<p>Füße".as_bytes(), &options);
    /// assert_eq!((decision.encoding().name(), decision.source()), ("UTF-8", EncodingSource::Detection));
    /// assert_eq!(sniff(b"<p>", &options).source(), EncodingSource::Default);
    /// ```
    #[cfg(feature = "detect")]
    pub fn detect(mut self, bytes: usize) -> EncodingOptions {
        self.detect = bytes;
        self
    }

    /// In how many of the first bytes [`EncodingOptions::detect`] looks for one beyond ASCII;
    /// [`EncodingOptions::DETECTION_WITHIN`] at first. As many are kept of a document that declares nothing and begins with ASCII.
    ///
    /// Only with the feature `detect`.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, EncodingSource, input::sniff};
    ///
    /// let html = [b"<style>p { margin: 0 }</style>", "Füße".as_bytes()].concat();
    /// let within = |bytes| sniff(&html, &EncodingOptions::new().detect(9).detect_within(bytes)).source();
    /// assert_eq!((within(32), within(31)), (EncodingSource::Detection, EncodingSource::Default));
    /// ```
    #[cfg(feature = "detect")]
    pub fn detect_within(mut self, bytes: usize) -> EncodingOptions {
        self.detect_within = bytes;
        self
    }

    /// Whether [`EncodingOptions::detect`] may also guess ISO-2022-JP, by its escape sequences, and UTF-16 without a byte order
    /// mark, by NULs in every other place. Then NUL and ESC are beyond ASCII.
    ///
    /// Both can hide markup from a filter that reads ASCII, so browsers guess neither. For crawlers that only read.
    ///
    /// Only with the feature `detect`.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let options = EncodingOptions::new().detect(EncodingOptions::DETECTION_BYTES).detect_any(true);
    /// assert_eq!(sniff(b"<\0p\0>\0a\0", &options).encoding().name(), "UTF-16LE");
    /// assert_eq!(sniff(b"<p>\x1B$B$3$l$OF|K\\8l$G$9\x1B(B", &options).encoding().name(), "ISO-2022-JP");
    /// ```
    #[cfg(feature = "detect")]
    pub fn detect_any(mut self, on: bool) -> EncodingOptions {
        self.detect_any = on;
        self
    }

    /// A hint for [`EncodingOptions::detect`]: the last label of the host's name, such as `jp` or `xn--p1ai`, in any ASCII
    /// case.
    ///
    /// One that is empty, is not ASCII or has a dot is as good as none.
    ///
    /// Only with the feature `detect`.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// let detect = || EncodingOptions::new().detect(EncodingOptions::DETECTION_BYTES);
    /// // Two bytes that are a character in many encodings; "日" in Shift_JIS.
    /// let html = b"\x93\xFA";
    /// assert_eq!(sniff(html, &detect().top_level_domain("JP")).encoding().name(), "Shift_JIS");
    /// assert_eq!(sniff(html, &detect().top_level_domain("tw")).encoding().name(), "Big5");
    /// assert_eq!(detect().top_level_domain("example.jp"), detect());
    /// ```
    #[cfg(feature = "detect")]
    pub fn top_level_domain(mut self, label: &str) -> EncodingOptions {
        self.top_level_domain = top_level_domain(label);
        self
    }

    /// The encoding that is used if no earlier step decides: tentative. windows-1252 by default. Step 9.
    ///
    /// The last call of this or [`EncodingOptions::locale`] holds.
    ///
    /// ```
    /// use tagspan::{Encoding, EncodingOptions, input::sniff};
    ///
    /// let utf_8 = Encoding::for_label(b"utf-8").unwrap();
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new().default_encoding(utf_8)).encoding(), utf_8);
    /// ```
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> EncodingOptions {
        self.default = encoding;
        self
    }

    /// The user's locale, as a language tag of BCP 47: the default is what the standard suggests for it, as
    /// [`locale_default`](crate::locale_default) says. Step 9.
    ///
    /// ```
    /// use tagspan::{EncodingOptions, input::sniff};
    ///
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new().locale("ru-RU")).encoding().name(), "windows-1251");
    /// assert_eq!(sniff(b"<p>", &EncodingOptions::new().locale("en")).encoding().name(), "windows-1252");
    /// ```
    pub fn locale(self, tag: &str) -> EncodingOptions {
        self.default_encoding(locale::locale_default(tag))
    }
}

/// The form of a top-level domain that the detector takes; it panics on others.
#[cfg(feature = "detect")]
pub(crate) fn top_level_domain(label: &str) -> Option<Box<str>> {
    let usable = !label.is_empty() && label.is_ascii() && !label.contains('.');
    usable.then(|| label.to_ascii_lowercase().into_boxed_str())
}

impl Default for EncodingOptions {
    fn default() -> EncodingOptions {
        EncodingOptions::new()
    }
}

/// The error for a label that the Encoding Standard does not have.
///
/// The message shows at most the first 40 characters of the label, escaped.
///
/// ```
/// let error = tagspan::EncodingOptions::new().charset("klingon-8").unwrap_err();
/// assert_eq!(error.code(), "unknown-encoding-label");
/// assert_eq!(
///     error.to_string(),
///     "unknown encoding label \"klingon-8\": use a label of the Encoding Standard such as \"utf-8\" or \
///      \"windows-1252\", or none, as browsers ignore unknown labels"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLabel {
    /// The label as it was given.
    pub label: String,
}

impl UnknownLabel {
    /// A stable name of the error, for programs.
    ///
    /// ```
    /// let error = tagspan::EncodingOptions::new().charset("utf-7").unwrap_err();
    /// assert_eq!(error.code(), "unknown-encoding-label");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "unknown-encoding-label"
    }
}

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        let (shown, more) = match self.label.char_indices().nth(SHOWN) {
            Some((end, _)) => (&self.label[..end], "…"),
            None => (&self.label[..], ""),
        };
        write!(
            f,
            "unknown encoding label {shown:?}{more}: use a label of the Encoding Standard such as \"utf-8\" or \
             \"windows-1252\", or none, as browsers ignore unknown labels"
        )
    }
}

impl error::Error for UnknownLabel {}
