//! Named references: the map of all names, and a longest match that can be suspended after any byte.

use std::sync::LazyLock;

use fst::raw::{Fst, Node};

use crate::characters::Characters;
use crate::common::common;

/// The length of the longest name in bytes, its `;` included: `CounterClockwiseContourIntegral;`.
///
/// A [`Matcher`] never consumes more.
///
/// ```
/// assert_eq!("CounterClockwiseContourIntegral;".len(), tagspan_entities::tokenizing::LONGEST_NAME);
/// ```
pub const LONGEST_NAME: usize = 32;

/// All names. Reading them needs no alignment: fst reads whatever is wider than a byte from slices of bytes.
static MAP: LazyLock<Fst<&'static [u8]>> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!("../data/entities.fst");
    Fst::new(bytes).expect("the committed map is in the format of the fst crate, which a test checks")
});

/// The address of the fst node that ends a name and has no transitions.
const DEAD: u32 = 0;

/// Stands for the address of the root, which is known only once the map has been opened.
const ROOT: u32 = u32::MAX;

/// The character that a name stands for, and the second one that 93 of the 2,231 names have. The name is whole, without
/// the `&`, and with the `;` if it is to have one.
///
/// ```
/// use tagspan::entities::lookup;
///
/// assert_eq!(lookup(b"amp;"), Some(('&', None)));
/// assert_eq!(lookup(b"amp"), Some(('&', None)));
/// assert_eq!(lookup(b"fjlig;"), Some(('f', Some('j'))));
/// assert_eq!(lookup(b"fjlig"), None, "this one needs its semicolon");
/// assert_eq!(lookup(b"AmP;"), None, "case matters");
/// ```
pub fn lookup(name: &[u8]) -> Option<(char, Option<char>)> {
    let characters = Characters::unpack(MAP.get(name)?.value());
    Some((characters.first(), characters.second()))
}

/// The longest name that a [`Matcher`] has found.
///
/// ```
/// use tagspan_entities::tokenizing::Matcher;
///
/// let mut matcher = Matcher::new();
/// matcher.advance(b"notit;");
/// let not = matcher.longest().unwrap();
/// assert_eq!((not.len, not.terminated, not.characters.first()), (3, false, '¬'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    /// The length of the name in bytes: what follows the `&`, including the `;` if there is one.
    pub len: usize,
    /// Whether the name ends with a `;`. If not, the reference is an error.
    pub terminated: bool,
    /// The value of the reference.
    pub characters: Characters,
}

impl Match {
    /// Whether this is a reference in an attribute value if `next` is the byte that follows the
    /// match, `None` at the end of the value.
    ///
    /// "For historical reasons", an attribute value keeps a name without `;` as it is if `=` or an ASCII
    /// alphanumeric follows (WHATWG HTML, "Named character reference state", 13.2.5.73 (12.2.5.73)).
    ///
    /// ```
    /// use tagspan_entities::tokenizing::Matcher;
    ///
    /// let mut matcher = Matcher::new();
    /// matcher.advance(b"copy");
    /// let copy = matcher.longest().unwrap();
    /// assert!(copy.counts_in_attribute(Some(b'&')));
    /// assert!(copy.counts_in_attribute(None));
    /// assert!(!copy.counts_in_attribute(Some(b'=')), "?a=b&copy=1");
    /// ```
    #[inline]
    pub const fn counts_in_attribute(&self, next: Option<u8>) -> bool {
        match next {
            Some(next) => self.terminated || !(next == b'=' || next.is_ascii_alphanumeric()),
            None => true,
        }
    }
}

/// Finds the longest name after a `&`, one byte or one slice at a time.
///
/// Names are ASCII letters and digits, some with a `;` at the end, so a matcher never consumes any other byte. The
/// state is a plain value of 24 bytes that depends only on the bytes consumed: put it aside after any byte, copy
/// it, compare it; to save it, save the bytes (at most [`LONGEST_NAME`]) and push them again.
///
/// Each byte pushed costs one step in the map, whatever the name. See WHATWG HTML, "Named character reference state"
/// (13.2.5.73, 12.2.5.73).
///
/// ```
/// use tagspan_entities::tokenizing::Matcher;
///
/// // "&notin" so far, and then the chunk ends.
/// let mut matcher = Matcher::new();
/// assert_eq!(matcher.advance(b"notin"), 5);
/// assert!(!matcher.is_dead());
///
/// // The next chunk has the semicolon: now it is not `&not` any more.
/// let mut other = matcher;
/// assert!(matcher.push(b';'));
/// assert_eq!(matcher.longest().unwrap().characters.first(), '∉');
/// assert!(matcher.is_dead(), "no name continues after a semicolon");
///
/// // The next chunk has something else.
/// assert!(!other.push(b'x'));
/// assert_eq!(other.consumed(), 5);
/// assert_eq!(other.longest().unwrap().len, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matcher {
    /// The sum of the outputs on the way here, 0 when dead.
    output: u64,
    /// The value of the longest name so far.
    longest_value: u64,
    /// The address of the fst node reached, `ROOT` or `DEAD`.
    address: u32,
    /// INVARIANT: `longest_len <= consumed <= LONGEST_NAME`.
    consumed: u8,
    /// The length of the longest name so far, 0 if there was none.
    longest_len: u8,
    /// Whether the longest name so far ends with a `;`.
    terminated: bool,
}

impl Matcher {
    /// A matcher at the byte after the `&`.
    ///
    /// ```
    /// let matcher = tagspan_entities::tokenizing::Matcher::new();
    /// assert_eq!((matcher.consumed(), matcher.longest()), (0, None));
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { output: 0, longest_value: 0, address: ROOT, consumed: 0, longest_len: 0, terminated: false }
    }

    /// Takes the next byte. `true`: some name continues with it, and it is consumed. `false`: none does, it is not
    /// consumed, and the matcher is dead from now on.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// assert!(matcher.push(b'g') && matcher.push(b't') && !matcher.push(b' '));
    /// assert_eq!((matcher.consumed(), matcher.longest().unwrap().len), (2, 2));
    /// assert!(!matcher.push(b';'), "too late");
    /// ```
    #[inline]
    pub fn push(&mut self, byte: u8) -> bool {
        !self.is_dead() && self.step(self.node(), byte).is_some()
    }

    /// Pushes bytes until one is refused or they run out, and returns how many were consumed.
    ///
    /// Gives the same state as pushing them one by one, but most names of real pages come without the map.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// assert_eq!(matcher.advance(b"amp;lt;"), 4);
    /// assert_eq!(matcher.longest().unwrap().characters.first(), '&');
    /// ```
    #[inline]
    pub fn advance(&mut self, bytes: &[u8]) -> usize {
        if self.address == ROOT
            && let Some((len, character)) = common(bytes)
        {
            *self = Self {
                output: 0,
                longest_value: u64::from(u32::from(character)),
                address: DEAD,
                consumed: len,
                longest_len: len,
                terminated: true,
            };
            return usize::from(len);
        }
        self.advance_in_map(bytes)
    }

    fn advance_in_map(&mut self, bytes: &[u8]) -> usize {
        if self.is_dead() {
            return 0;
        }
        let mut node = self.node();
        for (consumed, &byte) in bytes.iter().enumerate() {
            match self.step(node, byte) {
                Some(next) => node = next,
                None => return consumed,
            }
        }
        bytes.len()
    }

    /// The number of bytes consumed, at most [`LONGEST_NAME`]; the `&` does not count.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// matcher.advance(b"gtreqqlesX");
    /// assert_eq!((matcher.consumed(), matcher.longest().unwrap().len), (9, 2));
    /// ```
    #[inline]
    pub const fn consumed(&self) -> usize {
        self.consumed as usize
    }

    /// The longest name among the bytes consumed, if there is any.
    ///
    /// It is final once the matcher [is dead](Self::is_dead) or the input has ended.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// matcher.advance(b"am");
    /// assert!(matcher.longest().is_none());
    /// ```
    #[inline]
    pub fn longest(&self) -> Option<Match> {
        (self.longest_len > 0).then(|| Match {
            len: usize::from(self.longest_len),
            terminated: self.terminated,
            characters: Characters::unpack(self.longest_value),
        })
    }

    /// Whether no further byte can be consumed: one was refused, or the name has its `;`.
    ///
    /// ```
    /// let mut matcher = tagspan_entities::tokenizing::Matcher::new();
    /// matcher.advance(b"lt;");
    /// assert!(matcher.is_dead());
    /// ```
    #[inline]
    pub const fn is_dead(&self) -> bool {
        self.address == DEAD
    }

    /// The node reached, for a matcher that is not dead.
    #[inline]
    fn node(&self) -> Node<'static> {
        match self.address {
            ROOT => MAP.root(),
            address => MAP.node(address as usize),
        }
    }

    /// Goes on from `node`, where this matcher stands.
    #[inline]
    fn step(&mut self, node: Node<'static>, byte: u8) -> Option<Node<'static>> {
        let Some(index) = node.find_input(byte) else {
            self.kill();
            return None;
        };
        let transition = node.transition(index);
        let next = MAP.node(transition.addr);
        self.consumed += 1;
        self.output += transition.out.value();
        self.address = transition.addr as u32;
        if next.is_final() {
            self.longest_value = self.output + next.final_output().value();
            self.longest_len = self.consumed;
            self.terminated = byte == b';';
        }
        if next.is_empty() {
            self.kill();
        }
        Some(next)
    }

    /// INVARIANT: dead states that consumed and found the same are equal.
    #[inline]
    fn kill(&mut self) {
        self.address = DEAD;
        self.output = 0;
    }
}

impl Default for Matcher {
    fn default() -> Self {
        Self::new()
    }
}
