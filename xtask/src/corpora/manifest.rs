//! The files beside the pages: their manifest, and the figures of real pages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::set::{Made, Spec};
use super::statistics::{Milli, Statistics};

/// What was made of which seed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) seed: u64,
    pub(super) pages: Vec<Entry>,
    /// Of the pages in UTF-8.
    pub(super) statistics: Figures,
}

/// A page.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) file: String,
    pub(super) class: String,
    pub(super) language: String,
    pub(super) encoding: String,
    pub(super) bytes: usize,
    pub(super) sha256: String,
    /// In UTF-8, as are the counts: what the tokenizer sees once the page is decoded.
    pub(super) decoded_bytes: usize,
    pub(super) tokens: u64,
    pub(super) start_tags: u64,
    pub(super) attributes: u64,
}

/// The figures of a corpus.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    pub(super) pages: u64,
    pub(super) bytes: u64,
    figures: BTreeMap<String, f64>,
}

impl Entry {
    pub(super) fn new(spec: &Spec, made: &Made, statistics: &Statistics) -> Self {
        Entry {
            file: spec.file.clone(),
            class: spec.class.name.to_owned(),
            language: spec.language.name.to_owned(),
            encoding: spec.encoding.to_owned(),
            bytes: made.bytes.len(),
            sha256: Sha256::digest(&made.bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
            decoded_bytes: made.text.len(),
            tokens: statistics.tokens(),
            start_tags: statistics.start_tags(),
            attributes: statistics.attributes(),
        }
    }
}

impl Figures {
    pub(super) fn new(statistics: &Statistics) -> Self {
        // A quotient of two integers is rounded alike everywhere, and so is its shortest notation.
        let figures = statistics
            .figures()
            .into_iter()
            .map(|(name, figure)| (name.to_owned(), figure.0 as f64 / 1000.0));
        Figures { pages: statistics.pages, bytes: statistics.bytes, figures: figures.collect() }
    }

    pub(super) fn get(&self, name: &str) -> Option<Milli> {
        self.figures.get(name).map(|figure| Milli((figure * 1000.0).round() as u64))
    }
}

/// As it is committed.
///
/// # Errors
///
/// Never: there are no maps with keys that are not strings.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
