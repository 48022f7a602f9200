//! The crawler's server: HTTP/1.1 by hyper, with every response held after its first bytes until a signal.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::channel::{Channel, SendError, Sender};
use hyper::body::Incoming;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rand_core::{Rng, SeedableRng};
use rand_xorshift::XorShiftRng;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::site::{Page, Way};

type Body = Channel<Bytes, io::Error>;

/// The shared state of all connections of the server.
pub(crate) struct Site {
    pub(crate) pages: Arc<Vec<Page>>,
    /// Whether responses continue after their first bytes.
    pub(crate) go_on: watch::Receiver<bool>,
    /// How many responses are begun and not ended.
    open: AtomicUsize,
    /// The most that were.
    peak: AtomicUsize,
}

impl Site {
    pub(crate) fn new(pages: Arc<Vec<Page>>, go_on: watch::Receiver<bool>) -> Self {
        Site { pages, go_on, open: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// The most responses that were under way at once.
    pub(crate) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }
}

/// Accepts connections for ever.
pub(crate) async fn serve(listener: TcpListener, site: Arc<Site>) {
    // Who cannot be accepted now, as there are too many files, comes again.
    loop {
        match listener.accept().await {
            Ok((connection, _)) => drop(tokio::spawn(speak(connection, site.clone()))),
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn speak(connection: TcpStream, site: Arc<Site>) {
    let service = service_fn(move |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(respond(&request, site)) }
    });
    let connection = TokioIo::new(connection);
    // An error is what an aborted body ends with.
    let _ = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(connection, service)
        .await;
}

/// The answer to `/17`, whose body is sent by a task of its own.
fn respond(request: &Request<Incoming>, site: Arc<Site>) -> Response<Body> {
    let index = request.uri().path().trim_start_matches('/').parse().unwrap_or(usize::MAX);
    let (sender, body) = Channel::new(1);
    let mut response = Response::new(body);
    let Some(page) = site.pages.get(index) else {
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    };
    if let Ok(value) = page.content_type.parse() {
        response.headers_mut().insert(CONTENT_TYPE, value);
    }
    if page.way == Way::Gzip {
        response.headers_mut().insert(CONTENT_ENCODING, hyper::header::HeaderValue::from_static("gzip"));
    }
    tokio::spawn(async move {
        let open = site.open.fetch_add(1, Ordering::Relaxed) + 1;
        site.peak.fetch_max(open, Ordering::Relaxed);
        // An error is a client that went away.
        let _ = send(&site.pages[index], index, site.go_on.clone(), sender).await;
        site.open.fetch_sub(1, Ordering::Relaxed);
    });
    response
}

async fn send(
    page: &Page,
    seed: usize,
    mut go_on: watch::Receiver<bool>,
    mut sender: Sender<Bytes, io::Error>,
) -> Result<(), SendError> {
    let (first, mut rest) = (page.body.slice(..page.first), page.body.slice(page.first..));
    if page.way == Way::Gzip {
        let Ok([first, rest]) = compressed(&first, &rest) else { return Ok(()) };
        sender.send_data(first).await?;
        // An error is a crawler that has ended.
        let _ = go_on.wait_for(|&go| go).await;
        return sender.send_data(rest).await;
    }
    sender.send_data(first).await?;
    let _ = go_on.wait_for(|&go| go).await;

    let mut random = XorShiftRng::seed_from_u64(seed as u64);
    let (most, pause) = match page.way {
        Way::Chunks(most) => (most, None),
        Way::Trickle => (40, Some(Duration::from_millis(4))),
        Way::Aborted | Way::Gzip => (1000, None),
    };
    let abort_at = if page.way == Way::Aborted { rest.len() / 2 } else { 0 };
    while rest.len() > abort_at {
        let length = (1 + random.next_u32() as usize % most).min(rest.len() - abort_at);
        sender.send_data(rest.split_to(length)).await?;
        if let Some(pause) = pause {
            tokio::time::sleep(pause).await;
        }
    }
    if page.way == Way::Aborted {
        // What was sent is to leave before.
        tokio::time::sleep(Duration::from_millis(50)).await;
        sender.abort(io::Error::other("aborted"));
    }
    Ok(())
}

/// The two parts as one gzip, of which the first can be read before the second comes.
fn compressed(first: &[u8], rest: &[u8]) -> io::Result<[Bytes; 2]> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(first)?;
    encoder.flush()?;
    let first = std::mem::take(encoder.get_mut());
    encoder.write_all(rest)?;
    Ok([first.into(), encoder.finish()?.into()])
}
