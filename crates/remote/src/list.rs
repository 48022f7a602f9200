//! The objects of a URL: one, those of a pattern, or those below a prefix.

use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use object_store::path::Path;

use crate::backend;
use crate::error::{Error, ErrorKind};
use crate::location::{Location, Scheme};
use crate::object::Object;
use crate::pattern::{is_pattern, matcher, prefixes};
use crate::transport::{Context, context};

/// Returns the objects that a URL, a pattern or a prefix names.
///
/// A pattern is such as `s3://bucket/crawl/*/warc/{0,1}*.gz`: the objects that match it. A prefix is a bucket, or ends with `/`: of the
/// objects below it, those whose URLs `is_wanted` holds of. They are sorted.
///
/// In patterns `*`, `?` (one byte) and `[a-z]` match within a segment, the segment `**` any number of segments, and `{a,b}` either. If a key is the pattern itself, that object is the only one. A URL of a web server is always
/// of one file. That one is opened. Of the others the list has told the length and the version, so they take no request.
///
/// # Errors
///
/// If there is none, or it may not be read, or the objects may not be listed.
///
/// ```no_run
/// let archives = tagspan_remote::objects("s3://bucket/crawl/", |url| url.ends_with(".warc.gz"))?;
/// println!("{} archives", archives.len());
/// # Ok::<(), tagspan_remote::Error>(())
/// ```
pub fn objects(url: &str, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Object>, Error> {
    let location = Location::parse(url)?;
    let is_pattern = is_pattern(&location.key);
    let is_prefix = location.key.is_empty() || location.key.ends_with('/');
    if location.scheme == Scheme::Http || !is_pattern && !is_prefix {
        return Ok(vec![Object::open(url)?]);
    }
    let context = context().map_err(|message| location.error(ErrorKind::Url, message))?;
    let matcher = matcher(&location.key);
    let matches =
        |key: &str| key == location.key || matcher.as_ref().is_ok_and(|matcher| matcher.is_match(key));
    let mut found = Vec::new();
    for prefix in prefixes(&location.key) {
        for meta in below(&location, &context, &prefix)? {
            let key = meta.location.as_ref();
            let url = format!("{}/{key}", location.root);
            let is_found = if is_pattern { matches(key) } else { is_wanted(&url) };
            if is_found {
                let location = Location { url, key: key.to_owned(), ..location.clone() };
                found.push((location, meta.e_tag, meta.size));
            }
        }
    }
    if found.is_empty() {
        let error = matcher.err().map(|error| format!(" ({error})")).unwrap_or_default();
        let message =
            format!("no page or archive has such a URL: check it, and the pattern if it has one{error}");
        return Err(location.error(ErrorKind::NotFound, message));
    }
    if is_pattern && found.iter().any(|(found, ..)| found.key == location.key) {
        found.retain(|(found, ..)| found.key == location.key);
    }
    found.sort_by(|(a, ..), (b, ..)| a.key.split('/').cmp(b.key.split('/')));
    let objects = found.into_iter();
    let objects =
        objects.map(|(location, etag, length)| Object::listed(location, Arc::clone(&context), etag, length));
    objects.collect()
}

/// The objects whose keys begin with these segments.
fn below(location: &Location, context: &Arc<Context>, prefix: &str) -> Result<Vec<ObjectMeta>, Error> {
    let store = backend::store(location, context)?;
    let path = Path::parse(prefix.trim_end_matches('/'));
    let path = path.map_err(|error| {
        location.error(ErrorKind::Url, format!("is no prefix that can be listed: {error}"))
    })?;
    let listed = context.wait(async move { store.list(Some(&path)).boxed().try_collect::<Vec<_>>().await });
    listed.map_err(|error| backend::of_listing(&error, location))
}
