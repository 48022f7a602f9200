//! Sets of selectors.

use std::sync::Arc;

use crate::error::SelectorError;
use crate::program::Program;

/// A set of selectors, compiled once for any number of pages.
///
/// A selector may be a list, such as `h1, h2`. It is numbered by its place in the set, from 0. Cloning shares the set.
/// The [crate documentation](crate#selectors) lists the selectors.
///
/// ```
/// use tagspan_select::Selectors;
///
/// let selectors = Selectors::new(["article > h1", "a[href^='https:']", "li:nth-child(2n)"])?;
/// assert_eq!(selectors.len(), 3);
/// # Ok::<(), tagspan_select::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selectors(pub(crate) Arc<Program>);

impl Selectors {
    /// Compiles a set.
    ///
    /// # Errors
    ///
    /// The first selector that is not valid, or that needs more than the start tags so far.
    ///
    /// ```
    /// use tagspan_select::Selectors;
    ///
    /// assert!(Selectors::new(["ul li", ".price"]).is_ok());
    /// assert!(Selectors::new(["p:has(a)"]).is_err());
    /// ```
    pub fn new<S: AsRef<str>>(selectors: impl IntoIterator<Item = S>) -> Result<Self, SelectorError> {
        Program::new(selectors).map(|program| Selectors(Arc::new(program)))
    }

    /// The number of selectors.
    ///
    /// ```
    /// assert_eq!(tagspan_select::Selectors::new(["a, b"])?.len(), 1);
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    pub fn len(&self) -> usize {
        self.0.selectors
    }

    /// Whether there is no selector.
    ///
    /// ```
    /// assert!(tagspan_select::Selectors::new([""; 0])?.is_empty());
    /// # Ok::<(), tagspan_select::SelectorError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
