//! An element that selectors are matched with.

use std::borrow::Cow;
use std::cell::OnceCell;

use tagspan::Namespace;
use tagspan_elements::NewElement;

use crate::ast::is_space;
use crate::foreign::Namespaces;
use crate::program::{Alternative, Case, Test};

/// An element at its start tag, and what is known of its place.
pub(crate) struct Subject<'a> {
    pub(crate) element: &'a NewElement<'a>,
    /// The values of its `id` and `class`, once they were asked for.
    pub(crate) id: OnceCell<Option<Cow<'a, str>>>,
    pub(crate) class: OnceCell<Option<Cow<'a, str>>>,
    pub(crate) is_quirky: bool,
    pub(crate) is_root: bool,
    /// Its number among its siblings, and among those of its type, from 1.
    pub(crate) number: u32,
    pub(crate) number_of_type: u32,
}

impl<'a> Subject<'a> {
    pub(crate) fn has_all(&self, tests: &[Test], bits: &[u64]) -> bool {
        tests.iter().all(|test| self.has(test, bits))
    }

    fn has(&self, test: &Test, bits: &[u64]) -> bool {
        let equal = |a: &str, b: &str| if self.is_quirky { a.eq_ignore_ascii_case(b) } else { a == b };
        match test {
            Test::Name { key, lower, namespaces } => {
                *key == self.element.key
                    && self.is_in(*namespaces)
                    && (lower.len() <= 8 || self.element.name.eq_ignore_ascii_case(lower.as_bytes()))
            }
            Test::Id(id) => self.id().is_some_and(|value| equal(value, id)),
            Test::Class(class) => {
                self.class().is_some_and(|value| value.split(is_space).any(|word| equal(word, class)))
            }
            Test::Attribute { lower, namespaces, operator, value, case } => {
                let ignores_case = match case {
                    Case::Exact => false,
                    Case::Ignored => true,
                    Case::IgnoredInHtml => self.element.namespace == Namespace::Html,
                };
                self.is_in(*namespaces)
                    && self.element.tag.and_then(|tag| tag.attribute(lower)).is_some_and(|attribute| {
                        let is_asked = !matches!(operator, crate::ast::Operator::Exists);
                        !is_asked || operator.has(&attribute.value(), value, ignores_case)
                    })
            }
            Test::Root => self.is_root,
            Test::Nth(nth) => nth.has(if nth.of_type { self.number_of_type } else { self.number }),
            Test::Is(list) => self.is_any(list, bits),
            Test::Not(list) => !self.is_any(list, bits),
        }
    }

    fn is_any(&self, list: &[Alternative], bits: &[u64]) -> bool {
        list.iter().any(|alternative| match alternative {
            Alternative::Tests(tests) => self.has_all(tests, bits),
            Alternative::Bit(bit) => has_bit(bits, *bit),
        })
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.id.get_or_init(|| self.value("id")).as_deref()
    }

    pub(crate) fn class(&self) -> Option<&str> {
        self.class.get_or_init(|| self.value("class")).as_deref()
    }

    fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        self.element.tag?.attribute(name).map(|attribute| attribute.value())
    }

    fn is_in(&self, namespaces: Namespaces) -> bool {
        match self.element.namespace {
            Namespace::Html => true,
            Namespace::Svg => namespaces.svg,
            Namespace::MathMl => namespaces.math,
        }
    }
}

#[inline]
pub(crate) fn has_bit(bits: &[u64], bit: u16) -> bool {
    bits[usize::from(bit) / 64] >> (bit % 64) & 1 == 1
}

#[inline]
pub(crate) fn set_bit(bits: &mut [u64], bit: u16) {
    bits[usize::from(bit) / 64] |= 1 << (bit % 64);
}
