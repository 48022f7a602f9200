//! URLs: which of the stores, and what in it.

use crate::error::{Error, ErrorKind};

/// Whether a path is the URL of an object. `file:` URLs are none: they name local files.
///
/// ```
/// use tagspan_remote::is_url;
///
/// assert!(is_url("s3://bucket/pages.warc.gz") && is_url("https://example.com/"));
/// assert!(!is_url("pages.warc.gz") && !is_url("file:///pages.warc.gz"));
/// ```
#[must_use]
pub fn is_url(path: &str) -> bool {
    split(path).is_some_and(|(scheme, _)| Scheme::of(scheme).is_some())
}

/// Whether it is the URL of a web server.
#[cfg(feature = "warc")]
pub(crate) fn is_of_server(url: &str) -> bool {
    split(url).is_some_and(|(scheme, _)| Scheme::of(scheme) == Some(Scheme::Http))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    S3,
    Google,
    Azure,
    Http,
}

impl Scheme {
    fn of(name: &str) -> Option<Self> {
        match &*name.to_ascii_lowercase() {
            "s3" | "s3a" => Some(Scheme::S3),
            "gs" => Some(Scheme::Google),
            "az" | "azure" => Some(Scheme::Azure),
            "http" | "https" => Some(Scheme::Http),
            _ => None,
        }
    }

    /// The prefix of the variables that configure it.
    pub(crate) fn variables(self) -> &'static str {
        match self {
            Scheme::S3 => "AWS_",
            Scheme::Google => "GOOGLE_",
            Scheme::Azure => "AZURE_",
            Scheme::Http => "",
        }
    }
}

/// A URL, in its parts.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) scheme: Scheme,
    /// As it was written.
    pub(crate) url: String,
    /// `s3://bucket`
    pub(crate) root: String,
    pub(crate) bucket: String,
    /// Without percent-encoding, except of a web server.
    pub(crate) key: String,
}

impl Location {
    pub(crate) fn parse(url: &str) -> Result<Self, Error> {
        let refuse = |message| Err(Error::new(ErrorKind::Url, shown(url), message));
        let Some((scheme, rest)) = split(url) else {
            return refuse("is no URL: write s3://bucket/key or https://host/path");
        };
        let Some(known) = Scheme::of(scheme) else {
            return refuse("has a scheme that is not read: write s3://, gs://, az://, https:// or http://");
        };
        let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return refuse("names no bucket and no host: write s3://bucket/key or https://host/path");
        }
        Ok(Location {
            scheme: known,
            url: url.to_owned(),
            root: format!("{scheme}://{bucket}"),
            bucket: bucket.to_owned(),
            key: key.to_owned(),
        })
    }

    /// The URL for messages.
    pub(crate) fn shown(&self) -> String {
        shown(&self.url)
    }

    pub(crate) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::new(kind, self.shown(), message)
    }

    /// Whose credentials a request has, as words of a message.
    pub(crate) fn credentials(&self) -> String {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let skips = |name: &str| {
            set(name).is_some_and(|value| {
                matches!(&*value.to_ascii_lowercase(), "true" | "1" | "t" | "yes" | "y" | "on")
            })
        };
        let unsigned = |name: &str| format!("the request has no credentials, because {name} is set");
        match self.scheme {
            Scheme::S3 if skips("AWS_SKIP_SIGNATURE") => unsigned("AWS_SKIP_SIGNATURE"),
            Scheme::S3 => match set("AWS_ACCESS_KEY_ID") {
                Some(key) => format!("the credentials are those of AWS_ACCESS_KEY_ID={key}"),
                None => "AWS_ACCESS_KEY_ID is not set, so the credentials are those of the machine or its role: set it and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true for a public bucket".to_owned(),
            },
            Scheme::Google if skips("GOOGLE_SKIP_SIGNATURE") => unsigned("GOOGLE_SKIP_SIGNATURE"),
            Scheme::Google => match set("GOOGLE_SERVICE_ACCOUNT").or(set("GOOGLE_APPLICATION_CREDENTIALS")) {
                Some(file) => format!("the credentials are those of the file {file}"),
                None => "GOOGLE_APPLICATION_CREDENTIALS is not set, so the credentials are those of the machine: set it, or GOOGLE_SKIP_SIGNATURE=true for a public bucket".to_owned(),
            },
            Scheme::Azure if skips("AZURE_SKIP_SIGNATURE") => unsigned("AZURE_SKIP_SIGNATURE"),
            Scheme::Azure => match set("AZURE_STORAGE_ACCOUNT_NAME") {
                Some(account) => format!("the credentials are those of the account {account} in AZURE_STORAGE_ACCOUNT_NAME"),
                None => "AZURE_STORAGE_ACCOUNT_NAME is not set: set it and AZURE_STORAGE_ACCOUNT_KEY".to_owned(),
            },
            Scheme::Http => match self.bucket.rsplit_once('@') {
                Some((user, _)) => format!("the credentials are those of the user {} in the URL", user.split(':').next().unwrap_or_default()),
                None => "the request has no credentials: write them as https://user:password@host/path if the server asks for them".to_owned(),
            },
        }
    }
}

fn split(url: &str) -> Option<(&str, &str)> {
    url.split_once("://").filter(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// A URL without the password, and without the query of a web server.
pub(crate) fn shown(url: &str) -> String {
    let Some((scheme, rest)) = split(url) else { return url.to_owned() };
    if Scheme::of(scheme) != Some(Scheme::Http) {
        return url.to_owned();
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = match host.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split(':').next().unwrap_or_default()),
        None => host.to_owned(),
    };
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (url, expected) in [
            ("https://user:secret@host/a?X-Amz-Signature=1", "https://user@host/a"),
            ("https://host/a@b:c", "https://host/a@b:c"),
            ("s3://bucket/a?b#c", "s3://bucket/a?b#c"),
            ("pages.warc", "pages.warc"),
        ] {
            assert_eq!(shown(url), expected);
        }
    }

    #[test]
    fn keys_are_taken_as_they_are() {
        let location = Location::parse("s3://bucket/a b/c%20d#e?f").unwrap();
        assert_eq!((&*location.bucket, &*location.key), ("bucket", "a b/c%20d#e?f"));
        for url in ["", "a", "s3://", "s3:///key", "ftp://host/file", "://"] {
            assert_eq!(Location::parse(url).unwrap_err().kind(), ErrorKind::Url, "{url}");
        }
    }
}
