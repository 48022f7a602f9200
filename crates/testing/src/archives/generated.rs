//! WARC archives made of pages by a seed, as Common Crawl writes them.

use std::io::Write;

use flate2::write::{DeflateEncoder, ZlibEncoder};

use super::{gzip, record};
use crate::corpora::Page;
use crate::rng::Rng;

/// How an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    Plain,
    /// A member of gzip for each record.
    Gzip,
    /// All of the file as one member of gzip.
    GzipWhole,
    /// A member of gzip for so many bytes, wherever they end.
    GzipBlocks(usize),
    /// A frame of zstd for each record.
    Zstd,
}

impl Compression {
    /// The file, of records.
    pub fn pack(self, records: &[Vec<u8>]) -> Vec<u8> {
        let compress = match self {
            Compression::Plain => return records.concat(),
            Compression::Zstd => zstd,
            _ => gzip,
        };
        match self {
            Compression::GzipWhole => compress(&records.concat()),
            Compression::GzipBlocks(size) => records.concat().chunks(size).flat_map(compress).collect(),
            _ => records.iter().flat_map(|record| compress(record)).collect(),
        }
    }
}

/// A frame of zstd, with a checksum as the program `zstd` writes it.
pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    let encode = || {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 3)?;
        encoder.include_checksum(true)?;
        encoder.write_all(bytes)?;
        encoder.finish()
    };
    encode().expect("memory can be written")
}

/// Makes records of pages.
pub struct Generator {
    rng: Rng<'static>,
    is_encoded: bool,
}

impl Generator {
    /// The records of a seed. If `is_encoded`, some bodies have the encodings that HTTP knows; Common Crawl undoes them.
    pub fn new(seed: u64, is_encoded: bool) -> Self {
        Generator { rng: Rng::of_seed(seed, 0), is_encoded }
    }

    /// The first record of a file.
    pub fn info(&mut self) -> Vec<u8> {
        let fields = self.fields("application/warc-fields");
        record("warcinfo", &fields, b"software: tagspan\r\nformat: WARC File Format 1.0\r\n")
    }

    fn fields(&mut self, content_type: &str) -> String {
        let id: Vec<String> = [8, 4, 4, 4, 12].map(|digits| self.hexadecimal(digits)).to_vec();
        let (minute, second) = (self.rng.below(60), self.rng.below(60));
        format!(
            "WARC-Date: 2025-01-01T12:{minute:02}:{second:02}Z\r\nWARC-Record-ID: <urn:uuid:{}>\r\nContent-Type: {content_type}\r\n",
            id.join("-")
        )
    }

    fn hexadecimal(&mut self, digits: usize) -> String {
        (0..digits).map(|_| char::from(b"0123456789abcdef"[self.rng.below(16)])).collect()
    }

    /// The records of a page: request, response and metadata.
    pub fn page(&mut self, page: &Page) -> [Vec<u8>; 3] {
        let (name, body) = page;
        let uri = format!("http://{}.example/{}", self.hexadecimal(6), name.replace([' ', '\\'], "_"));
        let target = format!("WARC-Target-URI: {uri}\r\n");
        let (http, sent) = self.http(body);
        let length = body.len();
        let block =
            [format!("HTTP/1.1 200 OK\r\n{http}X-Crawler-Length: {length}\r\n\r\n").as_bytes(), &sent]
                .concat();
        let mut fields = |content_type| self.fields(content_type) + &target;
        [
            record("request", &fields("application/http; msgtype=request"), b"GET / HTTP/1.1\r\n\r\n"),
            record("response", &fields("application/http; msgtype=response"), &block),
            record("metadata", &fields("application/warc-fields"), b"fetchTimeMs: 1\r\n"),
        ]
    }

    /// The fields of HTTP, and the body as it is sent.
    fn http(&mut self, body: &[u8]) -> (String, Vec<u8>) {
        let mut fields = "Server: x\r\nContent-Type: text/html\r\n".to_owned();
        let mut sent = body.to_vec();
        let choice = if self.is_encoded { self.rng.below(5) } else { 0 };
        if let Some(encoding) = ["gzip", "deflate", "zstd"].get(choice.wrapping_sub(1)) {
            fields += &format!("Content-Encoding: {encoding}\r\n");
            sent = encode(encoding, body);
        }
        if self.is_encoded && self.rng.percent(30) {
            fields += "Transfer-Encoding: chunked\r\n";
            sent = chunked(&sent, self.rng.between(1, 5000));
        } else {
            fields += &format!("Content-Length: {}\r\n", sent.len());
        }
        (fields, sent)
    }
}

/// A body in a content encoding of HTTP; `raw` is a deflate stream without a header.
pub fn encode(encoding: &str, body: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::default();
    match encoding {
        "gzip" => gzip(body),
        "deflate" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory can be written")
        }
        "raw" => {
            let mut encoder = DeflateEncoder::new(Vec::new(), level);
            encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory can be written")
        }
        "zstd" => zstd(body),
        _ => body.to_vec(),
    }
}

/// A body in chunks of this size.
pub fn chunked(body: &[u8], size: usize) -> Vec<u8> {
    let mut sent = Vec::new();
    for chunk in body.chunks(size) {
        sent.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        sent.extend_from_slice(chunk);
        sent.extend_from_slice(b"\r\n");
    }
    sent.extend_from_slice(b"0\r\n\r\n");
    sent
}
