//! The public items of a crate as lines, and those that lack an example.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use public_api::PublicItem;
use rustdoc_types::{Crate, Id, Item, ItemEnum};

use super::examples::{self, Example};

/// Markers that `derive` implements beside what was asked for. They cannot be named outside the compiler, and
/// releases differ in them.
const OF_THE_COMPILER: &[&str] = &["StructuralPartialEq", "TrivialClone"];

/// What one crate shows to its users.
pub(super) struct Surface {
    /// One for each item, the items of a type behind it.
    pub(super) lines: Vec<String>,
    /// The items that should have an example and do not.
    pub(super) lacks: Vec<Lack>,
    /// How many items have the example that they should have.
    pub(super) documented: usize,
}

/// An item whose example is missing.
pub(super) struct Lack {
    path: String,
    /// One-based.
    line: usize,
    item: String,
    example: Example,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.example {
            Example::OfAnother => "has an example that does not name it",
            _ => "has no example that runs",
        };
        write!(f, "{}:{}: api: {what}: {}", self.path, self.line, self.item)
    }
}

impl Surface {
    /// Reads the JSON that rustdoc wrote.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not in a format that is known.
    pub(super) fn read(json: &Path) -> Result<Surface, Box<dyn Error>> {
        let all: Crate = serde_json::from_reader(BufReader::new(File::open(json)?))?;
        let api = public_api::Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()?;
        let mut surface = Surface { lines: Vec::new(), lacks: Vec::new(), documented: 0 };
        // A re-exported item has a line for each of its names, and one example.
        let mut seen = HashSet::new();
        for public in api.items().filter(|public| !public.to_string().contains("::unstable")) {
            let item = all.index.get(&public.id());
            let parent = public.parent_id().and_then(|id| all.index.get(&id));
            if item.is_none_or(|item| is_listed(item, parent)) {
                surface.lines.push(public.to_string());
            }
            if let Some(item) = item.filter(|item| wants_example(item, parent)) {
                surface.ask(item, public, &mut seen);
            }
        }
        Ok(surface)
    }

    /// The lines as the committed list has them.
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    fn ask(&mut self, item: &Item, public: &PublicItem, seen: &mut HashSet<Id>) {
        if !seen.insert(item.id) {
            return;
        }
        // A type is often used without being named.
        let named = matches!(
            item.inner,
            ItemEnum::Function(_)
                | ItemEnum::Constant { .. }
                | ItemEnum::AssocConst { .. }
                | ItemEnum::Macro(_)
        );
        let name = item.name.as_deref().filter(|_| named);
        match examples::find(item.docs.as_deref().unwrap_or_default(), name) {
            Example::Runs => self.documented += 1,
            example => {
                let (path, line) = item.span.as_ref().map_or_else(
                    || (String::new(), 1),
                    |span| (span.filename.display().to_string().replace('\\', "/"), span.begin.0),
                );
                self.lacks.push(Lack { path, line, item: public.to_string(), example });
            }
        }
    }
}

/// Whether the item says something that the others do not. The frame of an `impl` of a type's own methods does not;
/// a method of an implemented trait is as the trait says.
fn is_listed(item: &Item, parent: Option<&Item>) -> bool {
    match &item.inner {
        ItemEnum::Impl(block) => block.trait_.as_ref().is_some_and(|path| {
            !OF_THE_COMPILER.iter().any(|name| path.path.rsplit("::").next() == Some(name))
        }),
        ItemEnum::Function(_) => !is_of_trait(parent),
        _ => true,
    }
}

/// The rule on examples: who is exempt.
fn wants_example(item: &Item, parent: Option<&Item>) -> bool {
    let exempt = matches!(
        item.inner,
        ItemEnum::Module(_)
            | ItemEnum::Use(_)
            | ItemEnum::ExternCrate { .. }
            | ItemEnum::Variant(_)
            | ItemEnum::StructField(_)
            | ItemEnum::Impl(_)
    );
    !exempt && !is_of_trait(parent)
}

/// Whether an item with this parent stands in the implementation of a trait.
fn is_of_trait(parent: Option<&Item>) -> bool {
    parent.is_some_and(|parent| matches!(&parent.inner, ItemEnum::Impl(block) if block.trait_.is_some()))
}
