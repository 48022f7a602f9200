//! The written form of a checkpoint: plain fields, all of them present, the version first.
//!
//! A field that may be null must be present too. By default, serde reads a missing field as null.

use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use super::{CheckpointError, InputCheckpoint};
use crate::{
    decision::{Confidence, EncodingDecision, EncodingSource},
    options::EncodingOptions,
    pending::Pending,
    source_map::SavedMap,
    unfinished::{Charset, Unfinished},
    validation::{IllFormed, Validation, Validator},
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wire {
    version: Version,
    options: WireOptions,
    #[serde(deserialize_with = "Option::deserialize")]
    decision: Option<WireDecision>,
    finished: bool,
    kept: Bytes,
    again: u64,
    source: u64,
    decoded: u64,
    begun: (u64, u64),
    piece_start: u64,
    validation: WireValidation,
    source_offsets: bool,
    #[serde(deserialize_with = "Option::deserialize")]
    map: Option<WireMap>,
    decoder: WireDecoder,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireMap {
    decoded: u64,
    source: u64,
    bits: (bool, bool),
    bytes: Bytes,
    text: String,
    #[serde(deserialize_with = "Option::deserialize")]
    next: Option<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    pin: Option<(u64, u64)>,
}

/// Refuses other versions before anything else is read, which may differ in them.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
#[derive(Clone)]
struct Version;

/// Each byte as the character of the same number: nearly all of them are ASCII.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Bytes(Vec<u8>);

/// An encoding by its name.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Name(&'static Encoding);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireOptions {
    #[serde(deserialize_with = "Option::deserialize")]
    r#override: Option<Name>,
    #[serde(deserialize_with = "Option::deserialize")]
    transport: Option<Name>,
    prescan_bytes: u64,
    #[serde(deserialize_with = "Option::deserialize")]
    parent: Option<Name>,
    #[serde(deserialize_with = "Option::deserialize")]
    likely: Option<Name>,
    detect: u64,
    #[serde(deserialize_with = "Option::deserialize")]
    top_level_domain: Option<String>,
    default: Name,
    decoded: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireDecision {
    encoding: Name,
    certain: bool,
    source: String,
    bytes: (u64, u64),
    looked_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireValidation {
    mode: Mode,
    count: u64,
    offsets: Vec<u64>,
    pending: Bytes,
    checked: u64,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Off,
    Count,
    Strict,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireDecoder {
    pending: Bytes,
    charset: WireCharset,
    after_escape: bool,
    behind: u64,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WireCharset {
    Ascii,
    Roman,
    Katakana,
    Jis0208,
}

impl From<InputCheckpoint> for Wire {
    fn from(checkpoint: InputCheckpoint) -> Wire {
        let Validator { mode, found, pending, checked, fault: _ } = checkpoint.validator;
        let unfinished = checkpoint.unfinished;
        Wire {
            version: Version,
            options: checkpoint.options.into(),
            decision: checkpoint.decision.map(|decision| WireDecision {
                encoding: Name(decision.encoding()),
                certain: decision.confidence() == Confidence::Certain,
                source: decision.source().as_str().to_owned(),
                bytes: (decision.bytes().start, decision.bytes().end),
                looked_at: decision.looked_at(),
            }),
            finished: checkpoint.finished,
            kept: Bytes(checkpoint.kept),
            again: checkpoint.again as u64,
            source: checkpoint.source,
            decoded: checkpoint.decoded,
            begun: checkpoint.begun,
            piece_start: checkpoint.piece_start,
            validation: WireValidation {
                mode: match mode {
                    Validation::Off => Mode::Off,
                    Validation::Count => Mode::Count,
                    Validation::Strict => Mode::Strict,
                },
                count: found.count,
                offsets: found.offsets,
                pending: Bytes(pending.as_slice().to_vec()),
                checked,
            },
            source_offsets: checkpoint.source_offsets,
            map: checkpoint.map.map(|SavedMap { decoded, source, bits, bytes, text, next, pin }| WireMap {
                decoded,
                source,
                bits,
                bytes: Bytes(bytes),
                text,
                next,
                pin,
            }),
            decoder: WireDecoder {
                pending: Bytes(unfinished.pending.as_slice().to_vec()),
                charset: match unfinished.charset {
                    Charset::Ascii => WireCharset::Ascii,
                    Charset::Roman => WireCharset::Roman,
                    Charset::Katakana => WireCharset::Katakana,
                    Charset::Jis0208 => WireCharset::Jis0208,
                },
                after_escape: unfinished.after_escape,
                behind: unfinished.behind,
            },
        }
    }
}

impl TryFrom<Wire> for InputCheckpoint {
    type Error = CheckpointError;

    fn try_from(wire: Wire) -> Result<InputCheckpoint, CheckpointError> {
        let Wire { validation, decoder, .. } = wire;
        let pending = |bytes: &Bytes| {
            Pending::new(&bytes.0).ok_or(CheckpointError::Invalid("a pending sequence is too long"))
        };
        let mode = match validation.mode {
            Mode::Off => Validation::Off,
            Mode::Count => Validation::Count,
            Mode::Strict => Validation::Strict,
        };
        let first = validation.offsets.first().copied();
        let checkpoint = InputCheckpoint {
            options: wire.options.try_into()?,
            decision: wire.decision.map(EncodingDecision::try_from).transpose()?,
            finished: wire.finished,
            // What does not fit is more than is kept, and refused.
            again: usize::try_from(wire.again).unwrap_or(usize::MAX),
            kept: wire.kept.0,
            source: wire.source,
            decoded: wire.decoded,
            begun: wire.begun,
            piece_start: wire.piece_start,
            validator: Validator {
                mode,
                pending: pending(&validation.pending)?,
                checked: validation.checked,
                // Strict validation stops at the first.
                fault: first.filter(|_| mode == Validation::Strict),
                found: IllFormed { count: validation.count, offsets: validation.offsets },
            },
            source_offsets: wire.source_offsets,
            map: wire.map.map(|WireMap { decoded, source, bits, bytes: Bytes(bytes), text, next, pin }| {
                SavedMap { decoded, source, bits, bytes, text, next, pin }
            }),
            unfinished: Unfinished {
                pending: pending(&decoder.pending)?,
                charset: match decoder.charset {
                    WireCharset::Ascii => Charset::Ascii,
                    WireCharset::Roman => Charset::Roman,
                    WireCharset::Katakana => Charset::Katakana,
                    WireCharset::Jis0208 => Charset::Jis0208,
                },
                after_escape: decoder.after_escape,
                behind: decoder.behind,
            },
        };
        checkpoint.check()?;
        Ok(checkpoint)
    }
}

impl From<EncodingOptions> for WireOptions {
    fn from(options: EncodingOptions) -> WireOptions {
        let name = |encoding: Option<&'static Encoding>| encoding.map(Name);
        WireOptions {
            r#override: name(options.override_encoding),
            transport: name(options.transport),
            prescan_bytes: options.prescan_bytes as u64,
            parent: name(options.parent),
            likely: name(options.likely),
            #[cfg(feature = "detect")]
            detect: options.detect as u64,
            #[cfg(not(feature = "detect"))]
            detect: 0,
            #[cfg(feature = "detect")]
            top_level_domain: options.top_level_domain.map(String::from),
            #[cfg(not(feature = "detect"))]
            top_level_domain: None,
            default: Name(options.default),
            decoded: options.is_decoded,
        }
    }
}

impl TryFrom<WireOptions> for EncodingOptions {
    type Error = CheckpointError;

    fn try_from(wire: WireOptions) -> Result<EncodingOptions, CheckpointError> {
        // As many as there can be.
        let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let encoding = |name: Option<Name>| name.map(|Name(encoding)| encoding);
        let mut options = EncodingOptions::new().prescan_bytes(bytes(wire.prescan_bytes));
        options.override_encoding = encoding(wire.r#override);
        options.transport = encoding(wire.transport);
        options.likely = encoding(wire.likely);
        options.default = wire.default.0;
        options.is_decoded = wire.decoded;
        if let Some(Name(parent)) = wire.parent {
            options = options.parent(parent);
            if options.parent.is_none() {
                return Err(CheckpointError::Invalid("UTF-16 cannot be the encoding of a parent document"));
            }
        }
        #[cfg(feature = "detect")]
        {
            options.detect = bytes(wire.detect);
            if let Some(domain) = wire.top_level_domain {
                options = options.top_level_domain(&domain);
                if options.top_level_domain.as_deref() != Some(&domain) {
                    return Err(CheckpointError::Invalid("the top-level domain is not a lower-case label"));
                }
            }
        }
        #[cfg(not(feature = "detect"))]
        if wire.detect > 0 || wire.top_level_domain.is_some() {
            return Err(CheckpointError::Invalid("detection needs the feature `detect`"));
        }
        Ok(options)
    }
}

impl TryFrom<WireDecision> for EncodingDecision {
    type Error = CheckpointError;

    fn try_from(wire: WireDecision) -> Result<EncodingDecision, CheckpointError> {
        let Some(source) = EncodingSource::from_name(&wire.source) else {
            return Err(CheckpointError::Invalid("unknown step of encoding detection"));
        };
        let confidence = if wire.certain { Confidence::Certain } else { Confidence::Tentative };
        let decision = EncodingDecision::new(wire.encoding.0, confidence, source, wire.looked_at);
        Ok(decision.resting_on(wire.bytes.0..wire.bytes.1))
    }
}

impl From<Version> for u16 {
    fn from(Version: Version) -> u16 {
        InputCheckpoint::VERSION
    }
}

impl TryFrom<u16> for Version {
    type Error = CheckpointError;

    fn try_from(found: u16) -> Result<Version, CheckpointError> {
        match found {
            InputCheckpoint::VERSION => Ok(Version),
            _ => Err(CheckpointError::Version { found }),
        }
    }
}

impl From<Bytes> for String {
    fn from(Bytes(bytes): Bytes) -> String {
        bytes.into_iter().map(char::from).collect()
    }
}

impl TryFrom<String> for Bytes {
    type Error = CheckpointError;

    fn try_from(text: String) -> Result<Bytes, CheckpointError> {
        let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
        bytes.map(Bytes).map_err(|_| CheckpointError::Invalid("a character is not a byte"))
    }
}

impl From<Name> for String {
    fn from(Name(encoding): Name) -> String {
        encoding.name().to_owned()
    }
}

impl TryFrom<String> for Name {
    type Error = CheckpointError;

    fn try_from(name: String) -> Result<Name, CheckpointError> {
        Encoding::for_label(name.as_bytes())
            .filter(|encoding| encoding.name() == name)
            .map(Name)
            .ok_or(CheckpointError::Invalid("unknown encoding name"))
    }
}
