//! The written form of the settings of a scanner.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::codec::listed;
use crate::context_element::{ContextElement, Namespace};
use crate::limits::{KINDS, Limit, LimitAction, Limits};
use crate::options::{Feedback, Options};
use crate::text_mode::TextMode;

/// The settings, each written as a plain value.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Options", deny_unknown_fields)]
pub(super) struct Settings {
    parse_errors: bool,
    scripting: bool,
    #[serde(with = "listed")]
    feedback: Feedback,
    #[serde(with = "fragment")]
    fragment: Option<ContextElement>,
    cdata: bool,
    processing_instructions: bool,
    #[serde(with = "listed")]
    initial_mode: Option<TextMode>,
    last_start_tag: String,
    #[serde(with = "limits")]
    limits: Limits,
}

/// The context element of a fragment.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fragment {
    #[serde(with = "listed")]
    namespace: Namespace,
    name: String,
    integration_point: bool,
}

mod fragment {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        element: &Option<ContextElement>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let fragment = element.clone().map(|ContextElement { namespace, name, integration_point }| {
            Fragment { namespace, name, integration_point }
        });
        fragment.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ContextElement>, D::Error> {
        let fragment = Option::<Fragment>::deserialize(deserializer)?;
        Ok(fragment.map(|Fragment { namespace, name, integration_point }| ContextElement {
            namespace,
            name,
            integration_point,
        }))
    }
}

/// A limit and its action.
#[derive(Serialize, Deserialize)]
struct Bound<T>(T, #[serde(with = "listed")] LimitAction);

/// Those of [`KINDS`], and that of the document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    each: [Bound<u32>; KINDS.len()],
    max_bytes: Bound<Option<u64>>,
}

mod limits {
    use super::*;

    pub(super) fn serialize<S: Serializer>(limits: &Limits, serializer: S) -> Result<S::Ok, S::Error> {
        let each = KINDS.map(|kind| {
            let Limit { max, action } = limits.of(kind);
            Bound(max, action)
        });
        let (max, action) = limits.max_bytes;
        Bounds { each, max_bytes: Bound((max != u64::MAX).then_some(max), action) }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let Bounds { each, max_bytes: Bound(max_bytes, excess) } = Bounds::deserialize(deserializer)?;
        let limits = KINDS.into_iter().zip(each).fold(Limits::new(), |limits, (kind, Bound(max, action))| {
            limits.with(kind, Limit { max, action })
        });
        if limits.are_within_bounds() && max_bytes != Some(u64::MAX) {
            Ok(limits.max_bytes(max_bytes.unwrap_or(u64::MAX), excess))
        } else {
            Err(D::Error::custom("a limit is out of range"))
        }
    }
}
