//! Columns with the text or an attribute of the first element that a selector matches.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use tagspan::{Span, Token};
use tagspan_select::{ElementValue, FirstValues, Selection, SelectorError, Selectors};

use super::column::Column;

/// Columns of text, each with the first value of a CSS selector: the text of the first element that matches, or with
/// `SELECTOR@ATTRIBUTE` the attribute of the first that has it. Null without one.
///
/// ```
/// use tagspan_extract::columns::{Column, SelectedColumns, Table, Value};
///
/// let selected = SelectedColumns::new([("price", ".price"), ("next", "a[rel=next]@href")])?;
/// let mut table = Table::new(&[Column::Title]).select(selected);
/// table.push(Default::default(), b"<title>Fish</title><b class=price>3 &pound;</b>")?;
/// let batch = table.take();
/// let row = batch.iter().next().unwrap();
/// assert!(matches!(row.get("price"), Some(Value::Text("3 £"))));
/// assert!(matches!(row.get("next"), Some(Value::Null)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SelectedColumns {
    names: Arc<[String]>,
    wanted: Arc<[ElementValue]>,
    selectors: Selectors,
}

impl SelectedColumns {
    /// Columns with these names and selectors, in this order, after those of a table.
    ///
    /// # Errors
    ///
    /// If a selector is refused, or a name is that of another column here or of a [`Column`].
    ///
    /// ```
    /// use tagspan_extract::columns::SelectedColumns;
    ///
    /// let error = SelectedColumns::new([("uri", "a")]).unwrap_err();
    /// assert_eq!(error.to_string(), "the column uri is one of every table: give yours another name");
    /// let error = SelectedColumns::new([("last", "li:last-child")]).unwrap_err();
    /// assert!(error.to_string().starts_with("the selector of the column last is refused: "));
    /// ```
    pub fn new<N: Into<String>, S: AsRef<str>>(
        columns: impl IntoIterator<Item = (N, S)>,
    ) -> Result<Self, SelectedColumnError> {
        let (mut names, mut wanted) = (Vec::<String>::new(), Vec::<ElementValue>::new());
        for (name, value) in columns {
            let name = name.into();
            let error = |kind| SelectedColumnError { name: name.clone(), kind };
            if names.contains(&name) {
                return Err(error(Kind::Twice));
            }
            if name.parse::<Column>().is_ok() {
                return Err(error(Kind::Taken));
            }
            wanted.push(value.as_ref().parse().map_err(|found| error(Kind::Selector(found)))?);
            names.push(name);
        }
        let selectors = Selectors::new(wanted.iter().map(ElementValue::selector)).map_err(|found| {
            let name = names.get(found.selector()).cloned().unwrap_or_default();
            SelectedColumnError { name, kind: Kind::Selector(found) }
        })?;
        Ok(SelectedColumns { names: names.into(), wanted: wanted.into(), selectors })
    }

    /// The names of the columns.
    ///
    /// ```
    /// use tagspan_extract::columns::SelectedColumns;
    ///
    /// assert_eq!(SelectedColumns::new([("price", ".price")])?.names(), ["price"]);
    /// # Ok::<(), tagspan_extract::columns::SelectedColumnError>(())
    /// ```
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The error for a column that cannot be selected.
///
/// ```
/// use tagspan_extract::columns::SelectedColumns;
///
/// let error = SelectedColumns::new([("a", "p"), ("a", "q")]).unwrap_err();
/// assert_eq!(error.name(), "a");
/// assert_eq!(error.to_string(), "there are two columns a: give each another name");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedColumnError {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Twice,
    Taken,
    Selector(SelectorError),
}

impl SelectedColumnError {
    /// The name of the column.
    ///
    /// ```
    /// use tagspan_extract::columns::SelectedColumns;
    ///
    /// assert_eq!(SelectedColumns::new([("price", "p[")]).unwrap_err().name(), "price");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for SelectedColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.kind {
            Kind::Twice => write!(f, "there are two columns {name}: give each another name"),
            Kind::Taken => write!(f, "the column {name} is one of every table: give yours another name"),
            Kind::Selector(error) => write!(f, "the selector of the column {name} is refused: {error}"),
        }
    }
}

impl Error for SelectedColumnError {}

/// The values of a page.
#[derive(Debug)]
pub(super) struct Selected {
    columns: SelectedColumns,
    selection: Selection,
    pub(super) values: FirstValues,
    /// The bytes that values may have together, of a page, and still.
    limit: usize,
    room: usize,
    pub(super) lost: u64,
}

impl Selected {
    pub(super) fn new(columns: SelectedColumns, limit: usize) -> Self {
        let selection = Selection::new(&columns.selectors);
        let values = FirstValues::new(Arc::clone(&columns.wanted), 0);
        Selected { columns, selection, values, limit, room: limit, lost: 0 }
    }

    pub(super) fn names(&self) -> &Arc<[String]> {
        &self.columns.names
    }

    /// Starts with a page.
    pub(super) fn clear(&mut self) {
        self.selection = Selection::new(&self.columns.selectors);
        self.values.clear();
        (self.room, self.lost) = (self.limit, 0);
    }

    pub(super) fn push(&mut self, token: Token<'_>, source_span: &dyn Fn(Span) -> Option<Span>) {
        let Selected { selection, values, room, lost, .. } = self;
        // The only error is that of a depth that fails, which is not set.
        let _ = selection.push(token, source_span, |event| *lost += values.push(&event, room));
    }

    /// The elements that are left out, as too many are open around them.
    pub(super) fn too_deep(&self) -> u64 {
        self.selection.too_deep()
    }
}
