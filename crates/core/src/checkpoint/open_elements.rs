//! Saves and restores the feedback simulator's stack of open elements.

use super::bytes::Bytes;
use super::codes::{Coded, code_of};
#[cfg(feature = "serde")]
use super::codes::{Invalid, ensure};
use super::format::SavedElement;
use crate::feedback::{ElementKind, Entry, Stack};
#[cfg(feature = "serde")]
use crate::feedback::{NAME_KEPT, Name, UNKNOWN_LENGTH};

/// How many bytes of a name its key holds.
const IN_KEY: usize = size_of::<u128>();

impl Coded for ElementKind {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "unknown element kind";
    const CODES: &'static [(u8, ElementKind)] = &[
        (0, ElementKind::Html),
        (1, ElementKind::UndecidedTemplate),
        (2, ElementKind::TemplateOfTable),
        (3, ElementKind::TemplateOfRows),
        (4, ElementKind::TemplateOfCells),
        (5, ElementKind::Columns),
        (6, ElementKind::Svg),
        (7, ElementKind::SvgPoint),
        (8, ElementKind::MathMl),
        (9, ElementKind::MathMlPoint),
        (10, ElementKind::AnnotationXml),
        (11, ElementKind::AnnotationPoint),
    ];
}

impl Stack {
    /// The saved elements. Their classes are looked up again by name.
    pub(crate) fn save(&self) -> Vec<SavedElement> {
        // Whether the first element is fixed is written beside them; how many there may be is a setting.
        let Stack { entries, rests, fixed: _, max: _ } = self;
        let mut start = 0;
        let save = |entry: &Entry| {
            let Entry { key, length, class: _, kind, rest_end } = *entry;
            let end = rest_end as usize;
            let mut name = key.to_le_bytes()[..IN_KEY.min(length as usize)].to_vec();
            name.extend_from_slice(&rests[start..end]);
            start = end;
            // The length is written where it differs from that of the kept bytes.
            let length = if name.len() == length as usize { 0 } else { length };
            SavedElement(code_of(kind), Bytes(name), length)
        };
        entries.iter().map(save).collect()
    }

    /// Opens the elements that were written. Before, there is the context element of a fragment, if one makes a difference;
    /// if the first element is fixed, it is that.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(&mut self, elements: Vec<SavedElement>, fixed: bool) -> Result<(), Invalid> {
        let context_element = self.top().copied();
        self.clear();
        for SavedElement(kind, Bytes(name), length) in elements {
            let kept = IN_KEY + NAME_KEPT;
            let fits = match length as usize {
                0 => name.len() <= kept,
                // A limit has truncated it.
                _ if length == UNKNOWN_LENGTH => name.len() > IN_KEY && name.len() <= kept,
                length => name.len() == kept && length > kept,
            };
            ensure(fits, "the length of an element name is wrong")?;
            self.push(&Name::new(&name), ElementKind::of_code(kind)?);
            if let Some(entry) = self.entries.last_mut()
                && length > 0
            {
                entry.length = length;
            }
        }
        if fixed {
            let is_it = self.entries.first().zip(context_element).is_some_and(|(first, element)| {
                first.key == element.key
                    && first.length == element.length
                    && first.kind.is_html() == element.kind.is_html()
            });
            ensure(is_it, "the fragment's element is not open")?;
        }
        self.fixed = fixed;
        Ok(())
    }
}
