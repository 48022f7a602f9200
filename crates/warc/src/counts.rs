//! How much of which kind an archive has held so far.

use crate::loss::Gap;

/// The counts of records by type, and of losses.
///
/// Records that are no pages are skipped: those of other types than `response` and `resource`, unless the text of conversions is
/// [wanted](crate::Archive::conversions), and media other than HTML.
///
/// ```
/// use tagspan_warc::Archive;
///
/// let record = b"WARC/1.0\r\nWARC-Type: revisit\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
/// let mut archive = Archive::new(&record[..]);
/// assert!(archive.next_item()?.is_none());
/// assert_eq!((archive.counts().records, archive.counts().revisit), (1, 1));
/// # Ok::<(), tagspan_warc::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All records whose header could be read.
    pub records: u64,
    /// Records of the type `warcinfo`.
    pub warcinfo: u64,
    /// Records of the type `response`.
    pub response: u64,
    /// Records of the type `resource`.
    pub resource: u64,
    /// Records of the type `request`.
    pub request: u64,
    /// Records of the type `metadata`.
    pub metadata: u64,
    /// Records of the type `revisit`.
    pub revisit: u64,
    /// Records of the type `conversion`.
    pub conversion: u64,
    /// Records of the type `continuation`.
    pub continuation: u64,
    /// Records without a type, or of an unknown type.
    pub unknown: u64,
    /// Responses and resources that are HTML, and conversions that are text if those are
    /// [pages](crate::Archive::conversions).
    pub pages: u64,
    /// Those that are not.
    pub other_media: u64,
    /// Truncated pages that were read to their end.
    pub truncated: u64,
    /// Pages whose HTTP header names an encoding that the body does not have, or leaves out one that it has. The body is read as
    /// what it is.
    pub false_encodings: u64,
    /// Pages whose body has an encoding that cannot be undone: they have no text.
    pub unknown_encodings: u64,
    /// Pages that are declared as HTML and have a body of another type: they have no text.
    pub not_html: u64,
    /// Bytes of bodies after the end of their compressed stream, which are part of no page.
    pub trailing_bytes: u64,
    /// Gaps.
    pub gaps: u64,
    /// The bytes of the file in gaps. Bytes in two gaps count twice.
    pub gap_bytes: u64,
}

impl Counts {
    pub(crate) fn add_gap(&mut self, gap: &Gap) {
        self.gaps += 1;
        self.gap_bytes += gap.range.end - gap.range.start;
    }

    /// Counts a record of this type, in any case.
    pub(crate) fn add(&mut self, kind: &[u8]) {
        self.records += 1;
        let of_kinds = [
            ("warcinfo", &mut self.warcinfo),
            ("response", &mut self.response),
            ("resource", &mut self.resource),
            ("request", &mut self.request),
            ("metadata", &mut self.metadata),
            ("revisit", &mut self.revisit),
            ("conversion", &mut self.conversion),
            ("continuation", &mut self.continuation),
        ];
        let of_kind = of_kinds.into_iter().find(|(name, _)| kind.eq_ignore_ascii_case(name.as_bytes()));
        *of_kind.map_or(&mut self.unknown, |(_, count)| count) += 1;
    }
}

/// Adds the counts of another part, or of another archive.
///
/// ```
/// use tagspan_warc::Counts;
///
/// let mut all = Counts::default();
/// all += Counts::default();
/// assert_eq!(all.records, 0);
/// ```
impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        for (sum, more) in [
            (&mut self.records, more.records),
            (&mut self.warcinfo, more.warcinfo),
            (&mut self.response, more.response),
            (&mut self.resource, more.resource),
            (&mut self.request, more.request),
            (&mut self.metadata, more.metadata),
            (&mut self.revisit, more.revisit),
            (&mut self.conversion, more.conversion),
            (&mut self.continuation, more.continuation),
            (&mut self.unknown, more.unknown),
            (&mut self.pages, more.pages),
            (&mut self.other_media, more.other_media),
            (&mut self.truncated, more.truncated),
            (&mut self.false_encodings, more.false_encodings),
            (&mut self.unknown_encodings, more.unknown_encodings),
            (&mut self.not_html, more.not_html),
            (&mut self.trailing_bytes, more.trailing_bytes),
            (&mut self.gaps, more.gaps),
            (&mut self.gap_bytes, more.gap_bytes),
        ] {
            *sum += more;
        }
    }
}
