//! The parts of WARC archives: records, and members of gzip.

use std::io::Write;

use flate2::write::GzEncoder;

#[cfg(feature = "archives")]
mod generated;

#[cfg(feature = "archives")]
pub use generated::{Compression, Generator, chunked, encode, zstd};

/// A member of gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// A record, with the fields that all have and these, each with its line end.
pub fn record(kind: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let head = format!("WARC/1.0\r\nWARC-Type: {kind}\r\n{fields}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response with an HTTP header of these fields, each with its line end.
pub fn response(uri: &str, http: &str, body: &[u8]) -> Vec<u8> {
    let block = [format!("HTTP/1.1 200 OK\r\n{http}\r\n").as_bytes(), body].concat();
    let fields = format!("WARC-Target-URI: {uri}\r\nContent-Type: application/http; msgtype=response\r\n");
    record("response", &fields, &block)
}
