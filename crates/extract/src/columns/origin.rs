//! Where a page comes from.

use std::sync::Arc;

use crate::Url;

/// The origin of a page: the values of its row in a [`Table`](super::Table) that do not come from its bytes. Unknown values are null.
///
/// ```
/// use tagspan_extract::columns::Origin;
///
/// let mut origin = Origin::default();
/// origin.uri = Some("https://example.com/".into());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// For [`Column::File`](super::Column::File).
    pub file: Option<Arc<str>>,
    /// For [`Column::RecordOffset`](super::Column::RecordOffset).
    pub record_offset: Option<u64>,
    /// For [`Column::Uri`](super::Column::Uri); relative links are resolved against it.
    pub uri: Option<String>,
    /// The base URL of relative links if `uri` is not a URL.
    pub base_url: Option<Url>,
    /// For [`Column::Date`](super::Column::Date), in W3C-DTF, such as `2025-01-02T03:04:05Z`.
    pub date: Option<String>,
    /// For [`Column::Ip`](super::Column::Ip).
    pub ip: Option<String>,
    /// For [`Column::Status`](super::Column::Status).
    pub status: Option<u16>,
    /// For [`Column::RecordId`](super::Column::RecordId).
    pub record_id: Option<String>,
    /// For [`Column::RecordLength`](super::Column::RecordLength).
    pub record_length: Option<u64>,
    /// For [`Column::ContentType`](super::Column::ContentType).
    pub content_type: Option<String>,
    /// For [`Column::IdentifiedType`](super::Column::IdentifiedType).
    pub identified_type: Option<String>,
    /// For [`Column::HttpHeaders`](super::Column::HttpHeaders), and for what other columns take of them: each name and value, in their order.
    pub http_headers: Vec<(String, String)>,
    /// For [`Column::PayloadDigest`](super::Column::PayloadDigest).
    pub payload_digest: Option<String>,
    /// For [`Column::DigestOk`](super::Column::DigestOk).
    pub digest_ok: Option<bool>,
}
