//! Saves and restores the settings of a scanner.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::codes::{Coded, code_of};
#[cfg(feature = "serde")]
use super::codes::{Invalid, ensure};
#[cfg(feature = "serde")]
use crate::context_element::{ContextElement, Namespace};
#[cfg(feature = "serde")]
use crate::limits::Limits;
use crate::limits::{KINDS, Limit, LimitAction};
use crate::options::Options;

impl Coded for LimitAction {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown limit action";
    const CODES: &'static [(u8, LimitAction)] =
        &[(0, LimitAction::Fail), (1, LimitAction::Truncate), (2, LimitAction::Skip)];
}

/// The settings of the builder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Settings {
    parse_errors: bool,
    scripting: bool,
    feedback: u8,
    fragment: Option<Fragment>,
    cdata: bool,
    processing_instructions: bool,
    initial_mode: Option<u8>,
    last_start_tag: String,
    limits: [(u32, u8); KINDS.len()],
    max_bytes: (Option<u64>, u8),
}

/// The context element of a fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
struct Fragment {
    namespace: u8,
    name: String,
    integration_point: bool,
}

impl Settings {
    pub(crate) fn of(options: &Options) -> Self {
        // Each setting is named, so that a new one is missed here first.
        let Options {
            parse_errors,
            scripting,
            feedback,
            fragment,
            cdata,
            processing_instructions,
            initial_mode,
            last_start_tag,
            limits,
        } = options;
        Settings {
            parse_errors: *parse_errors,
            scripting: *scripting,
            feedback: code_of(*feedback),
            fragment: fragment.as_ref().map(|element| Fragment {
                namespace: code_of(element.namespace()),
                name: element.name().to_owned(),
                integration_point: element.integration_point,
            }),
            cdata: *cdata,
            processing_instructions: *processing_instructions,
            initial_mode: initial_mode.map(code_of),
            last_start_tag: last_start_tag.clone(),
            limits: KINDS.map(|construct| {
                let Limit { max, action } = limits.of(construct);
                (max, code_of(action))
            }),
            max_bytes: (
                (limits.max_bytes.0 != u64::MAX).then_some(limits.max_bytes.0),
                code_of(limits.max_bytes.1),
            ),
        }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn restore(self) -> Result<Options, Invalid> {
        let fragment = self.fragment.map(|Fragment { namespace, name, integration_point }| {
            let element = match Coded::of_code(namespace)? {
                Namespace::Html => ContextElement::html(name),
                Namespace::Svg => ContextElement::svg(name),
                Namespace::MathMl => ContextElement::mathml(name),
            };
            Ok(element.integration_point(integration_point))
        });
        let mut limits = Limits::new();
        for (construct, (max, action)) in KINDS.into_iter().zip(self.limits) {
            limits = limits.with(construct, Limit { max, action: Coded::of_code(action)? });
        }
        let (max_bytes, excess) = self.max_bytes;
        limits = limits.max_bytes(max_bytes.unwrap_or(u64::MAX), Coded::of_code(excess)?);
        ensure(limits.are_within_bounds() && max_bytes != Some(u64::MAX), "a limit is out of range")?;
        Ok(Options {
            parse_errors: self.parse_errors,
            scripting: self.scripting,
            feedback: Coded::of_code(self.feedback)?,
            fragment: fragment.transpose()?,
            cdata: self.cdata,
            processing_instructions: self.processing_instructions,
            initial_mode: self.initial_mode.map(Coded::of_code).transpose()?,
            last_start_tag: self.last_start_tag,
            limits,
        })
    }
}
