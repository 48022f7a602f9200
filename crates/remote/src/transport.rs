//! Requests over HTTP: tried again after faults that pass, counted, and not too many at a time.

use std::collections::HashMap;
use std::env;
use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use object_store::{ClientOptions, ObjectStore};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Method, Request, Response, StatusCode};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// The requests of a process that run at the same time.
const REQUESTS: usize = 64;

/// The threads that wait for the network.
const THREADS: usize = 2;

const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A server that asks for more has an answer that is an error.
const LONGEST_WAIT_ASKED: u64 = 60;

/// The tries to connect to a server, after which it counts as not there.
const TRIES_TO_CONNECT: u32 = 5;

/// The first bytes of the text of an answer that is an error.
const TEXT: usize = 4 << 10;

/// The requests of this process so far.
///
/// ```
/// assert!(tagspan_remote::counts().retries <= tagspan_remote::counts().requests);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Requests that were sent.
    pub requests: u64,
    /// Those of them that were sent again, or that resume after a connection that broke.
    pub retries: u64,
    /// Bytes of objects that were received.
    pub bytes: u64,
}

static REQUEST_COUNT: AtomicU64 = AtomicU64::new(0);
static RETRY_COUNT: AtomicU64 = AtomicU64::new(0);
static BYTE_COUNT: AtomicU64 = AtomicU64::new(0);

/// The requests of this process so far, for a display of progress.
///
/// ```
/// assert_eq!(tagspan_remote::counts().requests, 0);
/// ```
#[must_use]
pub fn counts() -> Counts {
    Counts {
        retries: RETRY_COUNT.load(Ordering::Relaxed),
        requests: REQUEST_COUNT.load(Ordering::Relaxed),
        bytes: BYTE_COUNT.load(Ordering::Relaxed),
    }
}

pub(crate) fn count_retry() {
    RETRY_COUNT.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn count_bytes(bytes: usize) {
    BYTE_COUNT.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// The client and the limits that all requests of a process share.
#[derive(Debug)]
pub(crate) struct Context {
    runtime: Runtime,
    pub(crate) transport: Transport,
    pub(crate) permits: Semaphore,
    /// The stores, each by its URL and its variables, so that credentials are requested once.
    pub(crate) stores: Mutex<HashMap<String, Arc<dyn ObjectStore>>>,
}

/// That of this process: a fork has none of the threads.
static CONTEXT: Mutex<Option<(u32, Arc<Context>)>> = Mutex::new(None);

/// The context, or why there is none.
pub(crate) fn context() -> Result<Arc<Context>, String> {
    let mut context = CONTEXT.lock().unwrap_or_else(PoisonError::into_inner);
    match &*context {
        Some((process, shared)) if *process == process::id() => return Ok(Arc::clone(shared)),
        _ => {}
    }
    let made = Arc::new(Context::new()?);
    // To end a runtime is to wait for threads that the fork has not.
    std::mem::forget(context.replace((process::id(), Arc::clone(&made))));
    Ok(made)
}

impl Context {
    fn new() -> Result<Self, String> {
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(THREADS).thread_name("tagspan-remote").enable_all();
        let runtime = builder
            .build()
            .map_err(|error| format!("threads cannot be started ({error}): close other programs"))?;
        let transport = Transport::new()?;
        Ok(Context { runtime, transport, permits: Semaphore::new(REQUESTS), stores: Mutex::default() })
    }

    /// Runs in the background.
    pub(crate) fn spawn(
        &self,
        future: impl Future<Output = ()> + Send + 'static,
    ) -> tokio::task::AbortHandle {
        self.runtime.spawn(future).abort_handle()
    }

    /// Waits for a result. The calling thread may be one of another runtime.
    pub(crate) fn wait<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> T {
        let (send, receive) = sync_channel(1);
        self.runtime.spawn(async move {
            let _ = send.send(future.await);
        });
        receive.recv().expect("the runtime lives as long as its context")
    }
}

/// The client, and how patient it is.
#[derive(Clone, Debug)]
pub(crate) struct Transport {
    client: reqwest::Client,
    pub(crate) retries: u32,
}

impl Transport {
    fn new() -> Result<Self, String> {
        // Another one that the program has chosen is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let timeout = Duration::from_secs(variable("TAGSPAN_REMOTE_TIMEOUT", 30)?.max(1));
        let client = reqwest::Client::builder()
            .user_agent(concat!("tagspan/", env!("CARGO_PKG_VERSION")))
            // The bytes of the object are wanted, and those of a range cannot be inflated.
            .no_gzip()
            .no_brotli()
            .no_deflate()
            .no_zstd()
            // Ranges that share one connection share its speed.
            .http1_only()
            .connect_timeout(timeout.min(Duration::from_secs(10)))
            .read_timeout(timeout)
            .build()
            .map_err(|error| format!("a client cannot be made ({}): check SSL_CERT_FILE", chain(&error)))?;
        Ok(Transport { client, retries: variable("TAGSPAN_REMOTE_RETRIES", 8)? })
    }

    /// Sends a request until there is an answer that stays, which may be an error.
    pub(crate) async fn send(&self, request: Request) -> Result<Response, Fault> {
        let mut tries = 0;
        loop {
            REQUEST_COUNT.fetch_add(1, Ordering::Relaxed);
            let again = request.try_clone().expect("requests have no streams");
            let (asked, fault) = match self.client.execute(again).await {
                Ok(response) if !passes(response.status()) => return Ok(response),
                Ok(response) => (wait_asked(response.headers()), Fault::of_response(response).await),
                Err(error) => (None, Fault::of_error(&error)),
            };
            tries += 1;
            let most = if matches!(fault, Fault::Connect(_)) {
                self.retries.min(TRIES_TO_CONNECT)
            } else {
                self.retries
            };
            if tries > most || matches!(fault, Fault::Certificate(_)) {
                return Err(fault);
            }
            count_retry();
            tokio::time::sleep(asked.unwrap_or_else(|| wait(tries))).await;
        }
    }
}

fn variable<T: FromStr>(name: &str, default: T) -> Result<T, String> {
    match env::var(name) {
        Err(_) => Ok(default),
        Ok(value) => value.parse().map_err(|_| format!("{name} is {value}: set it to a number")),
    }
}

/// Whether an error of the server may be gone soon.
fn passes(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 429 | 500 | 502 | 503 | 504)
}

/// The wait before a try: twice the last one, and up to a half less, so that not all come back at the same time.
pub(crate) fn wait(tries: u32) -> Duration {
    let longest = FIRST_WAIT.saturating_mul(1 << tries.saturating_sub(1).min(16)).min(LONGEST_WAIT);
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.subsec_nanos());
    longest.mul_f64(0.5 + f64::from(clock % 1000) / 2000.0)
}

fn wait_asked(headers: &HeaderMap) -> Option<Duration> {
    let seconds: u64 = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    (seconds <= LONGEST_WAIT_ASKED).then(|| Duration::from_secs(seconds))
}

/// Why there is no object in an answer, or no answer.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// A status, what the server says about it, and the region that it names.
    Status(StatusCode, String, Option<String>),
    Certificate(String),
    Connect(String),
    Broken(String),
}

impl Fault {
    pub(crate) async fn of_response(mut response: Response) -> Self {
        let status = response.status();
        let region = response.headers().get("x-amz-bucket-region");
        let region = region.and_then(|region| region.to_str().ok()).map(str::to_owned);
        let mut text = Vec::new();
        while text.len() < TEXT
            && let Ok(Some(chunk)) = response.chunk().await
        {
            text.extend_from_slice(&chunk[..chunk.len().min(TEXT - text.len())]);
        }
        Fault::Status(status, reason(&String::from_utf8_lossy(&text)), region)
    }

    pub(crate) fn of_error(error: &reqwest::Error) -> Self {
        let text = chain(error);
        if text.contains("certificate") {
            Fault::Certificate(text)
        } else if error.is_connect() {
            Fault::Connect(text)
        } else {
            Fault::Broken(text)
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Status(status, reason, _) if reason.is_empty() => write!(f, "{status}"),
            Fault::Status(status, reason, _) => write!(f, "{status}, {reason}"),
            Fault::Certificate(text) | Fault::Connect(text) | Fault::Broken(text) => f.write_str(text),
        }
    }
}

impl StdError for Fault {}

/// The code and the message of an answer of a store in XML.
fn reason(text: &str) -> String {
    let of = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(value, _)| value)
    };
    let parts: Vec<_> = ["Code", "Message"].into_iter().filter_map(of).collect();
    parts.join(": ").replace(char::is_control, " ")
}

/// The text of an error with its causes, which the outer ones of clients do not have. URLs are left out, as they may be signed.
fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// Gives the client to the stores. What fails comes back as a [`Fault`] at the end of the chain of errors.
#[derive(Debug)]
pub(crate) struct Connector(pub(crate) Transport);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

#[async_trait]
impl HttpService for Transport {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let unknown = |fault| HttpError::new(HttpErrorKind::Unknown, fault);
        let url =
            parts.uri.to_string().parse().map_err(|error: <reqwest::Url as FromStr>::Err| {
                HttpError::new(HttpErrorKind::Unknown, error)
            })?;
        let mut request = Request::new(parts.method, url);
        *request.headers_mut() = parts.headers;
        *request.body_mut() = body.as_bytes().map(|bytes| bytes.clone().into());
        // Other methods ask for credentials, and their errors mean something to the store.
        let is_of_object = matches!(*request.method(), Method::GET | Method::HEAD);
        let response = self.send(request).await.map_err(unknown)?;
        if is_of_object && !response.status().is_success() {
            return Err(unknown(Fault::of_response(response).await));
        }
        let (parts, body) = reqwest_parts(response);
        Ok(HttpResponse::from_parts(parts, body))
    }
}

fn reqwest_parts(response: Response) -> (http::response::Parts, HttpResponseBody) {
    let response: http::Response<reqwest::Body> = response.into();
    let (parts, body) = response.into_parts();
    let broken = |error: reqwest::Error| HttpError::new(HttpErrorKind::Interrupted, Fault::of_error(&error));
    (parts, HttpResponseBody::new(http_body_util::BodyExt::map_err(body, broken)))
}

/// The [`Fault`] in a chain of errors.
pub(crate) fn fault_in<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Fault> {
    let mut error = Some(error);
    while let Some(found) = error {
        if let Some(fault) = found.downcast_ref() {
            return Some(fault);
        }
        error = found.source();
    }
    None
}
