//! Records of ARC files, which are older than WARC: a line of fields before each block.

use crate::fields::Fields;

/// The first bytes of the first record, which describes the file.
pub(crate) const START: &[u8] = b"filedesc:";

/// How a record of a page begins, for a search.
pub(crate) const PAGE: &[u8] = b"http";

/// The first bytes of records, at most five of them.
const STARTS: [&[u8]; 6] = [b"http:", b"https", b"filed", b"dns:", b"ftp:/", b"whois"];

/// Whether a record may start with these first bytes, of which fewer than five are the last ones of the file.
pub(crate) fn may_start(bytes: &[u8]) -> bool {
    STARTS.iter().any(|start| bytes.starts_with(start) || start.starts_with(bytes))
}

/// The longest line that a search takes for that of a record, so that what it finds does not depend on what is buffered.
pub(crate) const LINE: usize = 8 << 10;

/// How a record of a page begins behind another one, where nothing tells the format of the file.
pub(crate) const PAGE_BEHIND: &[u8] = b"\nhttp";

/// The length of the line and of the block of the record that starts here; `None` if they cannot be read.
pub(crate) fn lengths(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(LINE)])?;
    let length = Line::parse(&bytes[..end])?.length;
    Some((end + 1, str::from_utf8(length).ok()?.parse().ok()?))
}

/// Whether a record of a page starts here, by the first [`LINE`] bytes.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    bytes.starts_with(PAGE) && lengths(bytes).is_some()
}

/// The fields before a block. The URL may hold spaces. ARC 2 has five more between the type and the length.
struct Line<'a> {
    url: &'a [u8],
    ip: &'a [u8],
    date: &'a [u8],
    kind: &'a [u8],
    length: &'a [u8],
}

impl<'a> Line<'a> {
    fn parse(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        let is_number = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
        // From the right: the length, and for ARC 2 the name of the file, the offset, the location, the checksum and the status.
        [1, 6].into_iter().find_map(|after_kind| {
            let fields: Vec<_> = line.rsplitn(after_kind + 4, |byte| *byte == b' ').collect();
            let (length, rest) = (*fields.first()?, fields.get(after_kind..)?);
            let [kind, date, ip, url] = *rest else { return None };
            let is_date = (8..=14).contains(&date.len()) && is_number(date);
            (is_number(length) && is_date && url.contains(&b':')).then_some(Line {
                url,
                ip,
                date,
                kind,
                length,
            })
        })
    }

    /// The date as in WARC, with zeros for what is missing.
    fn date(&self) -> String {
        let digits = format!("{:0<14}", String::from_utf8_lossy(self.date));
        let part = |start: usize, length| &digits[start..start + length];
        let (day, time) = (
            [part(0, 4), part(4, 2), part(6, 2)].join("-"),
            [part(8, 2), part(10, 2), part(12, 2)].join(":"),
        );
        format!("{day}T{time}Z")
    }
}

/// Replaces all fields by those that a record of WARC with this line would have; `false` if it cannot be read.
pub(crate) fn parse(line: &[u8], fields: &mut Fields) -> bool {
    let Some(line) = Line::parse(line) else { return false };
    let kind = match line.url {
        url if url.starts_with(START) => "warcinfo",
        url if url.starts_with(PAGE) => "response",
        _ => "resource",
    };
    let date = line.date();
    let named = [
        (&b"WARC-Type"[..], kind.as_bytes()),
        (b"WARC-Target-URI", line.url),
        (b"WARC-Date", date.as_bytes()),
        (b"WARC-IP-Address", line.ip),
        (b"Content-Type", line.kind),
        (b"Content-Length", line.length),
    ];
    let lines = named.map(|(name, value)| [name, b": ", value, b"\r\n"].concat()).concat();
    fields.parse(&[b"ARC\r\n", &lines[..], b"\r\n"].concat())
}
