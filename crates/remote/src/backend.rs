//! One request for the bytes of an object, of a store or of a web server.

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::StreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{Attribute, GetOptions, ObjectStore, RetryConfig};
use reqwest::header::{
    CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, IF_MATCH, LAST_MODIFIED, RANGE,
};
use reqwest::{Method, Request, StatusCode, Url};

use crate::error::{Error, ErrorKind};
use crate::location::{Location, Scheme};
use crate::transport::{Connector, Context, Fault, fault_in};

/// Where an object is read.
#[derive(Clone, Debug)]
pub(crate) enum Backend {
    Store(Arc<dyn ObjectStore>, Path),
    Web(Url),
}

/// A version of an object, as far as the server tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) etag: Option<String>,
    modified: Option<String>,
    pub(crate) length: Option<u64>,
}

impl Version {
    pub(crate) fn listed(etag: Option<String>, length: u64) -> Self {
        Version { etag, modified: None, length: Some(length) }
    }

    /// Whether both may be the same: what one of them lacks tells nothing.
    pub(crate) fn agrees(&self, other: &Version) -> bool {
        let agree = |a: &Option<String>, b: &Option<String>| a.is_none() || b.is_none() || a == b;
        let length = self.length.is_none() || other.length.is_none() || self.length == other.length;
        let has_etags = self.etag.is_some() && other.etag.is_some();
        let modified = has_etags || agree(&self.modified, &other.modified);
        length && modified && agree(&self.etag, &other.etag)
    }

    /// Whether a second answer can be told from that of another version at all.
    pub(crate) fn is_known(&self) -> bool {
        self.etag.is_some() || self.modified.is_some()
    }

    /// An ETag that `If-Match` may have: a weak one never matches.
    fn strong_etag(&self) -> Option<&str> {
        self.etag.as_deref().filter(|etag| !etag.starts_with("W/"))
    }
}

/// An answer with bytes of the object.
pub(crate) struct Answer {
    /// Whether it is the range that was asked for, and not the whole.
    pub(crate) is_partial: bool,
    pub(crate) version: Version,
    pub(crate) content_type: Option<String>,
    pub(crate) body: Body,
}

/// The bytes, or why the connection broke.
pub(crate) type Body = Pin<Box<dyn Stream<Item = Result<Bytes, String>> + Send>>;

/// Why there is no answer with bytes.
pub(crate) enum Refused {
    /// The range begins behind the end.
    BehindEnd,
    Error(Error),
}

impl Backend {
    pub(crate) fn new(location: &Location, context: &Context) -> Result<Self, Error> {
        if location.scheme == Scheme::Http {
            let url = location.url.parse();
            return url
                .map(Backend::Web)
                .map_err(|error| location.error(ErrorKind::Url, format!("is no URL: {error}")));
        }
        let path = Path::parse(&location.key);
        let path = path.map_err(|error| {
            location.error(ErrorKind::Url, format!("is no key that can be read: {error}"))
        })?;
        Ok(Backend::Store(store(location, context)?, path))
    }

    /// Asks for a range, or for the whole, of this version. The answer may be of another.
    pub(crate) async fn get(
        &self,
        location: &Location,
        context: &Context,
        range: Option<Range<u64>>,
        version: &Version,
    ) -> Result<Answer, Refused> {
        match self {
            Backend::Store(store, path) => of_store(store, path, location, range, version).await,
            Backend::Web(url) => of_web(url, context, location, range, version).await,
        }
    }
}

pub(crate) fn changed(location: &Location) -> Error {
    location.error(
        ErrorKind::Changed,
        "the object was changed while it was read, so what was read is of the version before: read it again",
    )
}

async fn of_store(
    store: &Arc<dyn ObjectStore>,
    path: &Path,
    location: &Location,
    range: Option<Range<u64>>,
    version: &Version,
) -> Result<Answer, Refused> {
    let is_partial = range.is_some();
    let mut options = GetOptions::new().with_range(range);
    if let Some(etag) = version.strong_etag() {
        options = options.with_if_match(Some(etag));
    }
    let got = store.get_opts(path, options).await.map_err(|error| of_error(&error, location))?;
    let version = Version { etag: got.meta.e_tag.clone(), modified: None, length: Some(got.meta.size) };
    let content_type = got.attributes.get(&Attribute::ContentType).map(|value| value.to_string());
    let body = got.into_stream().map(|bytes| {
        bytes.map_err(|error| fault_in(&error).map_or_else(|| error.to_string(), Fault::to_string))
    });
    Ok(Answer { is_partial, version, content_type, body: Box::pin(body) })
}

fn of_error(error: &object_store::Error, location: &Location) -> Refused {
    match fault_in(error) {
        Some(fault) => of_fault(fault, location),
        // A store asks for credentials first, and fails without a request.
        None => {
            Refused::Error(location.error(ErrorKind::Denied, format!("{error}; {}", location.credentials())))
        }
    }
}

async fn of_web(
    url: &Url,
    context: &Context,
    location: &Location,
    range: Option<Range<u64>>,
    version: &Version,
) -> Result<Answer, Refused> {
    let mut request = Request::new(Method::GET, url.clone());
    let headers = request.headers_mut();
    if let Some(range) = &range {
        let value = format!("bytes={}-{}", range.start, range.end.saturating_sub(1));
        headers.insert(RANGE, value.parse().expect("digits are a header"));
        if let Some(etag) = version.strong_etag().and_then(|etag| etag.parse().ok()) {
            headers.insert(IF_MATCH, etag);
        }
    }
    let response = context.transport.send(request).await.map_err(|fault| of_fault(&fault, location))?;
    if !response.status().is_success() {
        return Err(of_fault(&Fault::of_response(response).await, location));
    }
    let is_partial = response.status() == StatusCode::PARTIAL_CONTENT;
    let field = |name: HeaderName| text(response.headers(), name);
    let length = match (is_partial, &range) {
        (true, Some(range)) => match content_range(response.headers()) {
            Some((start, length)) if start == range.start => length,
            _ => {
                let message = "the server gives another range than the one that was asked for: report it to its owner, or download the file";
                return Err(Refused::Error(location.error(ErrorKind::Status, message)));
            }
        },
        _ => field(CONTENT_LENGTH).and_then(|length| length.parse().ok()),
    };
    let version = Version { etag: field(ETAG), modified: field(LAST_MODIFIED), length };
    let content_type = field(CONTENT_TYPE);
    let body =
        response.bytes_stream().map(|bytes| bytes.map_err(|error| Fault::of_error(&error).to_string()));
    Ok(Answer { is_partial, version, content_type, body: Box::pin(body) })
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The start of the range in an answer, and the length of the whole.
fn content_range(headers: &HeaderMap) -> Option<(u64, Option<u64>)> {
    let value = text(headers, CONTENT_RANGE)?;
    let (range, length) = value.trim().strip_prefix("bytes ")?.split_once('/')?;
    Some((range.split_once('-')?.0.parse().ok()?, length.parse().ok()))
}

fn of_fault(fault: &Fault, location: &Location) -> Refused {
    let credentials = || location.credentials();
    let (kind, message) = match fault {
        Fault::Status(StatusCode::RANGE_NOT_SATISFIABLE, ..) => return Refused::BehindEnd,
        Fault::Status(StatusCode::PRECONDITION_FAILED, ..) => return Refused::Error(changed(location)),
        Fault::Status(StatusCode::NOT_FOUND | StatusCode::GONE, ..) => {
            let all =
                if location.scheme == Scheme::Http { "" } else { ", and end it with / to read all below it" };
            let message = format!("there is no such object ({fault}): check the URL{all}; {}", credentials());
            (ErrorKind::NotFound, message)
        }
        Fault::Status(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, ..) => {
            (ErrorKind::Denied, format!("the object may not be read ({fault}): {}", credentials()))
        }
        Fault::Status(status, _, Some(region))
            if status.is_redirection() || *status == StatusCode::BAD_REQUEST =>
        {
            (ErrorKind::Url, format!("the bucket is in another region ({fault}): set AWS_REGION={region}"))
        }
        Fault::Status(..) => (ErrorKind::Status, format!("the server answers {fault}: try again later")),
        Fault::Certificate(text) => (
            ErrorKind::Certificate,
            format!(
                "the certificate of the server is not trusted ({text}): set SSL_CERT_FILE to a file with that of its authority"
            ),
        ),
        Fault::Connect(text) => (
            ErrorKind::Connection,
            format!("the server cannot be reached ({text}): check the URL and the network"),
        ),
        Fault::Broken(text) => {
            (ErrorKind::Connection, format!("the connection breaks ({text}): try again later"))
        }
    };
    Refused::Error(location.error(kind, message))
}

/// The store of a URL, configured by the variables of the environment.
pub(crate) fn store(location: &Location, context: &Context) -> Result<Arc<dyn ObjectStore>, Error> {
    let prefix = location.scheme.variables();
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let variables: BTreeMap<_, _> = variables.filter(|(name, _)| name.starts_with(prefix)).collect();
    let key = format!("{} {variables:?}", location.root);
    let mut stores = context.stores.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(store) = stores.get(&key) {
        return Ok(Arc::clone(store));
    }
    let store = build(location, context);
    let store = store.map_err(|error| {
        location
            .error(ErrorKind::Url, format!("cannot be configured ({error}): check the variables {prefix}*"))
    })?;
    stores.insert(key, Arc::clone(&store));
    Ok(store)
}

fn build(location: &Location, context: &Context) -> object_store::Result<Arc<dyn ObjectStore>> {
    let connector = Connector(context.transport.clone());
    // The client below tries again.
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    let bucket = &location.bucket;
    Ok(match location.scheme {
        Scheme::S3 => Arc::new(
            AmazonS3Builder::from_env()
                .with_bucket_name(bucket)
                .with_allow_http(true)
                .with_retry(retry)
                .with_http_connector(connector)
                .build()?,
        ),
        Scheme::Google => Arc::new(
            GoogleCloudStorageBuilder::from_env()
                .with_bucket_name(bucket)
                .with_retry(retry)
                .with_http_connector(connector)
                .build()?,
        ),
        Scheme::Azure => Arc::new(
            MicrosoftAzureBuilder::from_env()
                .with_container_name(bucket)
                .with_allow_http(true)
                .with_retry(retry)
                .with_http_connector(connector)
                .build()?,
        ),
        Scheme::Http => unreachable!("web servers are no stores"),
    })
}

pub(crate) fn of_listing(error: &object_store::Error, location: &Location) -> Error {
    if let object_store::Error::InvalidPath { source } = error {
        let message =
            format!("a key below it cannot be read ({source}): name a longer prefix, or the objects");
        return location.error(ErrorKind::Url, message);
    }
    match of_error(error, location) {
        Refused::Error(error) => error,
        Refused::BehindEnd => {
            location.error(ErrorKind::Status, "the objects cannot be listed: name them one by one")
        }
    }
}
