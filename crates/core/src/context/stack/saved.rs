//! The open elements, as they are written for a checkpoint.

use super::{Kind, Stack};
#[cfg(feature = "serde")]
use super::{NAME_KEPT, Name};
use crate::checkpoint::{Bytes, Coded, SavedElement, code_of};
#[cfg(feature = "serde")]
use crate::checkpoint::{Invalid, ensure};

/// How many bytes of a name its key holds.
const IN_KEY: usize = size_of::<u128>();

impl Coded for Kind {
    #[cfg(feature = "serde")]
    const UNKNOWN: &'static str = "there is no such kind of element";
    const CODES: &'static [(u8, Kind)] = &[
        (0, Kind::Html),
        (1, Kind::UndecidedTemplate),
        (2, Kind::TemplateOfTable),
        (3, Kind::TemplateOfRows),
        (4, Kind::TemplateOfCells),
        (5, Kind::Columns),
        (6, Kind::Svg),
        (7, Kind::SvgPoint),
        (8, Kind::MathMl),
        (9, Kind::MathMlPoint),
        (10, Kind::AnnotationXml),
        (11, Kind::AnnotationPoint),
    ];
}

impl Stack {
    /// What is written of the elements. Their classes are found again by their names.
    pub(in crate::context) fn save(&self) -> Vec<SavedElement> {
        // That the first element is fixed follows from the settings.
        let Stack { entries, rests, fixed: _ } = self;
        let mut start = 0;
        let save = |entry: &super::Entry| {
            let super::Entry { key, length, class: _, kind, rest_end } = *entry;
            let end = rest_end as usize;
            let mut name = key.to_le_bytes()[..IN_KEY.min(length as usize)].to_vec();
            name.extend_from_slice(&rests[start..end]);
            start = end;
            // The length is told where it is not that of what is kept.
            let length = if name.len() == length as usize { 0 } else { length };
            SavedElement(code_of(kind), Bytes(name), length)
        };
        entries.iter().map(save).collect()
    }

    /// Opens the elements that were written, after [`clear`](Self::clear) and perhaps the context element of a fragment,
    /// which then must be the first of them.
    #[cfg(feature = "serde")]
    pub(in crate::context) fn restore(&mut self, elements: Vec<SavedElement>) -> Result<(), Invalid> {
        let context_element = self.top().copied();
        self.entries.clear();
        self.rests.clear();
        for SavedElement(kind, Bytes(name), length) in elements {
            let kept = IN_KEY + NAME_KEPT;
            let fits =
                if length == 0 { name.len() <= kept } else { name.len() == kept && length as usize > kept };
            ensure(fits, "the name of an element is not as long as it says")?;
            self.push(&Name::new(&name), Kind::of_code(kind)?);
            if let Some(entry) = self.entries.last_mut()
                && length > 0
            {
                entry.length = length;
            }
        }
        if let Some(context_element) = context_element {
            let is_it = |entry: &&super::Entry| {
                entry.key == context_element.key
                    && entry.length == context_element.length
                    && entry.kind.is_html() == context_element.kind.is_html()
            };
            ensure(self.entries.first().filter(is_it).is_some(), "the fragment's element is not open")?;
        }
        Ok(())
    }
}
