//! The objects below a prefix, or of a pattern.

use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use object_store::path::Path;

use crate::backend;
use crate::error::{Error, ErrorKind};
use crate::location::{Location, Scheme};
use crate::object::Object;
use crate::pattern::{alternatives, fixed_prefix, is_pattern, matches};
use crate::transport::{Context, context};

/// The objects that a URL stands for, sorted by URL: all below one that ends with `/`, and those that match one with a pattern,
/// such as `s3://bucket/crawl/*/warc/{0,1}*.gz`. `None` if the URL stands for one object, as all do of web servers.
///
/// In patterns `*` and `?` match within a segment, and `**` matches across. The lengths and ETags of the objects are those of the list, so that to open them
/// takes no request.
///
/// # Errors
///
/// If the objects may not be listed.
///
/// ```
/// assert!(tagspan_remote::list("s3://bucket/key")?.is_none());
/// assert!(tagspan_remote::list("https://example.com/?")?.is_none());
/// # Ok::<(), tagspan_remote::Error>(())
/// ```
pub fn list(url: &str) -> Result<Option<Vec<Object>>, Error> {
    let location = Location::parse(url)?;
    let is_pattern = is_pattern(&location.key);
    if location.scheme == Scheme::Http
        || !is_pattern && !location.key.is_empty() && !location.key.ends_with('/')
    {
        return Ok(None);
    }
    let context = context().map_err(|message| location.error(ErrorKind::Url, message))?;
    let patterns = alternatives(&location.key);
    let mut found = Vec::new();
    for pattern in &patterns {
        for meta in below(&location, &context, fixed_prefix(pattern))? {
            let key = meta.location.as_ref();
            if !is_pattern || matches(pattern, key) {
                let location = Location {
                    url: format!("{}/{key}", location.root),
                    key: key.to_owned(),
                    ..location.clone()
                };
                found.push((location, meta.e_tag.clone(), meta.size));
            }
        }
    }
    found.sort_by(|(a, ..), (b, ..)| a.key.split('/').cmp(b.key.split('/')));
    found.dedup_by(|(a, ..), (b, ..)| a.key == b.key);
    let objects = found.into_iter();
    let objects =
        objects.map(|(location, etag, length)| Object::listed(location, Arc::clone(&context), etag, length));
    objects.collect::<Result<Vec<_>, _>>().map(Some)
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
