//! A web server on loopback with faults: objects with ranges, `If-Match`, and lists as S3 has them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A fault of a server, instead of the answer that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Sends so many bytes of the body, then closes the connection.
    Break(usize),
    /// As `Break`, but the header says that there are no more.
    Shorten(usize),
    /// Sends so many bytes of the body, then nothing for this time.
    Stall(usize, Duration),
    /// Answers with a status, and with `Retry-After: 0` if that is wanted.
    Status(u16),
    /// Inverts the byte of the body at this index.
    Corrupt(usize),
    /// Closes the connection before the answer.
    Close,
    /// Answers as if the object had another version from now on.
    Change,
}

/// A request as the faults see it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The number of requests before it.
    pub index: u64,
    /// The path, without the first slash.
    pub key: String,
    /// The range that was asked for.
    pub range: Option<Range<u64>>,
}

type Faults = dyn Fn(&Asked) -> Option<Fault> + Send + Sync;

/// The settings of a server.
pub struct Web {
    objects: BTreeMap<String, Vec<u8>>,
    faults: Box<Faults>,
    has_ranges: bool,
    has_etags: bool,
    has_lengths: bool,
}

/// A running server, which ends when it is dropped.
pub struct Running {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    web: Web,
    requests: AtomicU64,
    sent: AtomicU64,
    version: AtomicU64,
    is_over: AtomicBool,
    asked: Mutex<Vec<Asked>>,
}

impl Web {
    /// A server of these objects, by their paths without the first slash.
    pub fn new(objects: impl IntoIterator<Item = (impl Into<String>, Vec<u8>)>) -> Self {
        let objects = objects.into_iter().map(|(key, bytes)| (key.into(), bytes)).collect();
        Web { objects, faults: Box::new(|_| None), has_ranges: true, has_etags: true, has_lengths: true }
    }

    /// Sets the faults.
    #[must_use]
    pub fn faults(mut self, faults: impl Fn(&Asked) -> Option<Fault> + Send + Sync + 'static) -> Self {
        self.faults = Box::new(faults);
        self
    }

    /// Ignores ranges.
    #[must_use]
    pub fn without_ranges(mut self) -> Self {
        self.has_ranges = false;
        self
    }

    /// Sends no ETag.
    #[must_use]
    pub fn without_etags(mut self) -> Self {
        self.has_etags = false;
        self
    }

    /// Sends no length: the end of the connection is that of the body.
    #[must_use]
    pub fn without_lengths(mut self) -> Self {
        self.has_lengths = false;
        self
    }

    /// Starts the server on a port that is free.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn start(self) -> Running {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let address = listener.local_addr().expect("it is bound");
        let shared = Arc::new(Shared {
            web: self,
            requests: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            version: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            asked: Mutex::default(),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if accepting.is_over.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&accepting);
                // A client that goes away is no failure of the server.
                thread::spawn(move || shared.serve(&stream).unwrap_or_default());
            }
        });
        Running { address, shared }
    }
}

impl Running {
    /// The URL of an object.
    #[must_use]
    pub fn url(&self, key: &str) -> String {
        format!("http://{}/{key}", self.address)
    }

    /// The requests so far.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.shared.requests.load(Ordering::Relaxed)
    }

    /// The bytes of bodies that were sent so far.
    #[must_use]
    pub fn sent(&self) -> u64 {
        self.shared.sent.load(Ordering::Relaxed)
    }

    /// Each request so far.
    ///
    /// # Panics
    ///
    /// If a connection has panicked.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(self.address);
    }
}

/// A request.
struct Request {
    method: String,
    key: String,
    query: String,
    headers: BTreeMap<String, String>,
}

fn read_request(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let (key, query) = (decoded(path.trim_start_matches('/')), query.to_owned());
    Ok(Some(Request { method, key, query, headers }))
}

/// Without percent-encoding.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| first == b'%').and_then(|hex| str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Shared {
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        while let Some(request) = read_request(&mut reader)? {
            if !self.answer(&request, stream)? {
                break;
            }
        }
        stream.shutdown(std::net::Shutdown::Both)
    }

    /// Answers, and returns whether the connection stays.
    fn answer(&self, request: &Request, mut out: &TcpStream) -> io::Result<bool> {
        let index = self.requests.fetch_add(1, Ordering::Relaxed);
        let range = request.headers.get("range").and_then(|range| parse_range(range));
        let asked = Asked { index, key: request.key.clone(), range };
        self.asked.lock().unwrap().push(asked.clone());
        let fault = (self.web.faults)(&asked);
        match fault {
            Some(Fault::Close) => return Ok(false),
            Some(Fault::Status(status)) => {
                let body = "<Error><Code>Injected</Code><Message>by the test</Message></Error>";
                let length = body.len();
                write!(
                    out,
                    "HTTP/1.1 {status} Injected\r\nContent-Length: {length}\r\nRetry-After: 0\r\n\r\n{body}"
                )?;
                return Ok(true);
            }
            Some(Fault::Change) => drop(self.version.fetch_add(1, Ordering::Relaxed)),
            _ => {}
        }
        if request.query.contains("list-type=2") {
            return self.list(request, out).map(|()| true);
        }
        let Some(object) = self.web.objects.get(&request.key) else {
            let body =
                "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>";
            write!(out, "HTTP/1.1 404 Not Found\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
            return Ok(true);
        };
        self.send(object, &asked, request, fault, out)
    }

    fn send(
        &self,
        object: &[u8],
        asked: &Asked,
        request: &Request,
        fault: Option<Fault>,
        mut out: &TcpStream,
    ) -> io::Result<bool> {
        let etag = format!("\"v{}\"", self.version.load(Ordering::Relaxed));
        if self.web.has_etags && request.headers.get("if-match").is_some_and(|wanted| *wanted != etag) {
            write!(out, "HTTP/1.1 412 Precondition Failed\r\nContent-Length: 0\r\n\r\n")?;
            return Ok(true);
        }
        let length = object.len() as u64;
        let range = asked.range.clone().filter(|_| self.web.has_ranges);
        if range.as_ref().is_some_and(|range| range.start >= length) {
            write!(
                out,
                "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */{length}\r\nContent-Length: 0\r\n\r\n"
            )?;
            return Ok(true);
        }
        let mut header = match &range {
            Some(range) => {
                let last = range.end.min(length) - 1;
                format!(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {}-{last}/{length}\r\n",
                    range.start
                )
            }
            None => "HTTP/1.1 200 OK\r\n".to_owned(),
        };
        let range = range.map_or(0..length, |range| range.start..range.end.min(length));
        let mut body = object[range.start as usize..range.end as usize].to_vec();
        if let Some(Fault::Shorten(left)) = fault {
            body.truncate(left);
        }
        if self.web.has_etags {
            header += &format!("ETag: {etag}\r\n");
        }
        header += "Last-Modified: Sat, 28 Nov 2026 12:00:00 GMT\r\nContent-Type: text/html\r\n";
        header += &if self.web.has_lengths {
            format!("Content-Length: {}\r\n\r\n", body.len())
        } else {
            "Connection: close\r\n\r\n".to_owned()
        };
        out.write_all(header.as_bytes())?;
        if request.method == "HEAD" {
            return Ok(true);
        }
        let mut is_kept = self.web.has_lengths;
        let stall = match fault {
            Some(Fault::Break(left)) => {
                body.truncate(left);
                is_kept = false;
                None
            }
            Some(Fault::Stall(left, time)) => Some((left.min(body.len()), time)),
            Some(Fault::Corrupt(at)) => {
                let length = body.len().max(1);
                body.iter_mut().skip(at % length).take(1).for_each(|byte| *byte = !*byte);
                None
            }
            _ => None,
        };
        let (now, later) = body.split_at(stall.map_or(body.len(), |(left, _)| left));
        out.write_all(now)?;
        if let Some((_, time)) = stall {
            thread::sleep(time);
            out.write_all(later)?;
        }
        self.sent.fetch_add(body.len() as u64, Ordering::Relaxed);
        Ok(is_kept)
    }

    /// A list of the objects of a bucket, two on a page.
    fn list(&self, request: &Request, mut out: &TcpStream) -> io::Result<()> {
        let parameters = request.query.split('&').filter_map(|pair| pair.split_once('='));
        let parameters: BTreeMap<_, _> = parameters.map(|(name, value)| (name, decoded(value))).collect();
        let value = |name: &str| parameters.get(name).cloned().unwrap_or_default();
        let (bucket, after) =
            (format!("{}/", request.key.trim_end_matches('/')), value("continuation-token"));
        let keys =
            self.web.objects.iter().filter_map(|(key, bytes)| Some((key.strip_prefix(&bucket)?, bytes)));
        let mut keys = keys.filter(|(key, _)| key.starts_with(&value("prefix")) && **key > *after);
        let page: Vec<_> = keys.by_ref().take(2).collect();
        let mut body = "<ListBucketResult>".to_owned();
        for (key, bytes) in &page {
            let _ = write!(
                body,
                "<Contents><Key>{key}</Key><Size>{}</Size><ETag>\"v0\"</ETag><LastModified>2026-11-28T12:00:00.000Z</LastModified></Contents>",
                bytes.len()
            );
        }
        if let (Some((last, _)), true) = (page.last(), keys.next().is_some()) {
            let _ = write!(
                body,
                "<IsTruncated>true</IsTruncated><NextContinuationToken>{last}</NextContinuationToken>"
            );
        }
        body += "</ListBucketResult>";
        write!(
            out,
            "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }
}

fn parse_range(range: &str) -> Option<Range<u64>> {
    let (start, last) = range.strip_prefix("bytes=")?.split_once('-')?;
    Some(start.parse().ok()?..last.parse::<u64>().ok()? + 1)
}
