//! A set of selectors, compiled for matching at start tags.
//!
//! Each compound of each selector is a *position*. A position matches an element if its tests hold, and the position to its left
//! matches the parent, an ancestor or an earlier sibling. So the open elements keep a bit for each position that has another to
//! its right, and no attributes. Positions are found by their name, or by a rarer id or class if many have that name, or by an attribute.

use tagspan_elements::NameKey;

use crate::ast::{AttributeTest, Combinator, Complex, Nth, Operator, Simple};
use crate::error::{SelectorError, SelectorErrorKind};
use crate::foreign::{Namespaces, ignores_case};
use crate::parser::parse;

/// How many compounds a set may have.
const MOST_POSITIONS: usize = u16::MAX as usize;

/// How values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Exact,
    Ignored,
    IgnoredInHtml,
}

/// A condition on an element.
#[derive(Debug)]
pub(crate) enum Test {
    Name { key: NameKey, lower: Box<str>, namespaces: Namespaces },
    Id(Box<str>),
    Class(Box<str>),
    Attribute { lower: Box<str>, namespaces: Namespaces, operator: Operator, value: Box<str>, case: Case },
    Root,
    Nth(Nth),
    Is(Box<[Alternative]>),
    Not(Box<[Alternative]>),
}

/// A selector in parentheses.
#[derive(Debug)]
pub(crate) enum Alternative {
    /// A compound.
    Tests(Box<[Test]>),
    /// The last position of a selector with combinators, which is decided before.
    Bit(u16),
}

#[derive(Debug)]
pub(crate) struct Position {
    /// The position to its left, by its bit, and where its element has to be.
    pub(crate) left: Option<(Combinator, u16)>,
    pub(crate) tests: Box<[Test]>,
    /// The bit that other positions ask for.
    pub(crate) bit: Option<u16>,
    /// The selector that it ends.
    pub(crate) selector: Option<u32>,
}

/// Which names are counted for `:nth-of-type`.
#[derive(Debug, Default)]
pub(crate) struct Types {
    pub(crate) all: bool,
    pub(crate) keys: Vec<NameKey>,
}

#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) positions: Vec<Position>,
    pub(crate) by_id: Table,
    pub(crate) by_class: Table,
    pub(crate) by_attribute: Table,
    pub(crate) by_name: Table,
    /// Positions without such a test.
    pub(crate) any: Vec<u16>,
    /// How many words the bits take.
    pub(crate) words: usize,
    bits: usize,
    /// Whether siblings relate.
    pub(crate) has_siblings: bool,
    /// Whether positions ask for others on the same element, so that they are matched in order.
    pub(crate) is_ordered: bool,
    /// Whether `:nth-child` is asked for.
    pub(crate) has_nth: bool,
    pub(crate) types: Types,
    pub(crate) selectors: usize,
}

/// Positions by the key of a name, in a table of a power of two of slots, at most half of which are taken.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    key: u64,
    positions: Vec<u16>,
}

impl Table {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The positions of a key.
    #[inline]
    pub(crate) fn get(&self, key: NameKey) -> &[u16] {
        if self.is_empty() { &[] } else { &self.slots[self.place(key.number())].positions }
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & mask;
        while self.slots[place].key != key && !self.slots[place].positions.is_empty() {
            place = (place + 1) & mask;
        }
        place
    }

    fn add(&mut self, key: u64, position: u16) {
        let taken = self.slots.iter().filter(|slot| !slot.positions.is_empty()).count();
        if (taken + 1) * 2 > self.slots.len() {
            let size = ((taken + 1) * 4).next_power_of_two();
            let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
            for slot in old.into_iter().filter(|slot| !slot.positions.is_empty()) {
                let place = self.place(slot.key);
                self.slots[place] = slot;
            }
        }
        let place = self.place(key);
        self.slots[place].key = key;
        self.slots[place].positions.push(position);
    }
}

/// How many positions are found by one name, if they have rarer tests too. The name of an element is known without a look at its
/// attributes.
const MOST_BY_NAME: usize = 4;

impl Program {
    /// Whether the place of an element among its siblings matters.
    pub(crate) fn counts_siblings(&self) -> bool {
        self.has_siblings || self.has_nth || self.types.all || !self.types.keys.is_empty()
    }

    pub(crate) fn new<S: AsRef<str>>(selectors: impl IntoIterator<Item = S>) -> Result<Self, SelectorError> {
        let mut program = Program::default();
        for (number, text) in selectors.into_iter().enumerate() {
            let text = text.as_ref();
            let at = |error| SelectorError { selector: number, ..error };
            for complex in parse(text).map_err(at)? {
                program.complex(&complex, Some(number as u32), false);
            }
            if program.positions.len() > MOST_POSITIONS {
                let kind = SelectorErrorKind::TooMany(MOST_POSITIONS);
                return Err(SelectorError { selector: number, offset: 0, part: text.to_owned(), kind });
            }
            program.selectors = number + 1;
        }
        program.words = program.bits.div_ceil(64);
        for number in 0..program.positions.len() {
            program.file(number);
        }
        Ok(program)
    }

    /// Adds the positions of a selector. Returns the bit of the last one, if that is asked for.
    fn complex(&mut self, complex: &Complex, selector: Option<u32>, asks: bool) -> u16 {
        let mut left = None;
        let mut compound = &complex.first;
        let mut rest = complex.rest.iter();
        loop {
            let tests = self.compound(compound);
            let next = rest.next();
            let bit = (next.is_some() || asks).then(|| self.next_bit());
            let selector = selector.filter(|_| next.is_none());
            self.positions.push(Position { left, tests, bit, selector });
            let bit = bit.unwrap_or_default();
            let Some((combinator, after)) = next else { return bit };
            self.has_siblings |= matches!(combinator, Combinator::NextSibling | Combinator::LaterSibling);
            (left, compound) = (Some((*combinator, bit)), after);
        }
    }

    fn next_bit(&mut self) -> u16 {
        self.bits += 1;
        // Sets that are too large are refused by the number of their positions.
        u16::try_from(self.bits - 1).unwrap_or(u16::MAX)
    }

    fn compound(&mut self, simples: &[Simple]) -> Box<[Test]> {
        let type_name = simples.iter().find_map(|simple| match simple {
            Simple::Type(name) => Some(NameKey::new(name.as_bytes())),
            _ => None,
        });
        simples.iter().map(|simple| self.test(simple, type_name)).collect()
    }

    fn test(&mut self, simple: &Simple, type_name: Option<NameKey>) -> Test {
        match simple {
            Simple::Type(name) => Test::Name {
                key: NameKey::new(name.as_bytes()),
                lower: name.to_ascii_lowercase().into(),
                namespaces: Namespaces::of_element(name),
            },
            Simple::Id(id) => Test::Id(id.as_str().into()),
            Simple::Class(class) => Test::Class(class.as_str().into()),
            Simple::Attribute(test) => attribute(test),
            Simple::Root => Test::Root,
            Simple::Nth(nth) => {
                self.has_nth |= !nth.of_type;
                match type_name {
                    _ if !nth.of_type => {}
                    Some(key) if !self.types.keys.contains(&key) => self.types.keys.push(key),
                    Some(_) => {}
                    None => self.types.all = true,
                }
                Test::Nth(*nth)
            }
            Simple::Is(list) => Test::Is(self.alternatives(list, type_name)),
            Simple::Not(list) => Test::Not(self.alternatives(list, type_name)),
        }
    }

    fn alternatives(&mut self, list: &[Complex], type_name: Option<NameKey>) -> Box<[Alternative]> {
        list.iter()
            .map(|complex| {
                if complex.rest.is_empty() {
                    let has_type = complex.first.iter().any(|simple| matches!(simple, Simple::Type(_)));
                    let tests = complex.first.iter();
                    // `p:is(:nth-of-type(2))` counts `p` only.
                    let tests = match type_name {
                        Some(_) if !has_type => tests.map(|simple| self.test(simple, type_name)).collect(),
                        _ => self.compound(&complex.first),
                    };
                    return Alternative::Tests(tests);
                }
                self.is_ordered = true;
                Alternative::Bit(self.complex(complex, None, true))
            })
            .collect()
    }

    /// Files a position by its name, or by the rarest of its tests if many have that name.
    fn file(&mut self, number: usize) {
        let mut best: (u8, NameKey) = (0, NameKey::NONE);
        for test in &self.positions[number].tests {
            let found = match test {
                Test::Name { key, .. } if self.by_name.get(*key).len() < MOST_BY_NAME => (5, *key),
                Test::Id(id) => (4, NameKey::new(id.as_bytes())),
                Test::Class(class) => (3, NameKey::new(class.as_bytes())),
                Test::Name { key, .. } => (2, *key),
                Test::Attribute { lower, .. } => (1, NameKey::new(lower.as_bytes())),
                _ => continue,
            };
            if found.0 > best.0 {
                best = found;
            }
        }
        let table = match best.0 {
            5 | 2 => &mut self.by_name,
            4 => &mut self.by_id,
            3 => &mut self.by_class,
            1 => &mut self.by_attribute,
            _ => return self.any.push(number as u16),
        };
        table.add(best.1.number(), number as u16);
    }
}

fn attribute(test: &AttributeTest) -> Test {
    let lower = test.name.to_ascii_lowercase();
    let case = match test.ignores_case {
        Some(true) => Case::Ignored,
        Some(false) => Case::Exact,
        None if ignores_case(&lower) => Case::IgnoredInHtml,
        None => Case::Exact,
    };
    Test::Attribute {
        namespaces: Namespaces::of_attribute(&test.name),
        lower: lower.into(),
        operator: test.operator,
        value: test.value.as_str().into(),
        case,
    }
}
