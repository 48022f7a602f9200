//! The inputs of the html5lib tests of trees, and pages.

use std::fs;
use std::path::Path;

use testing::html5lib::{folder_or_skip, tell, trees};
use testing::{corpora, corpora::Page};

use super::Setup;

/// A page of the repository's own.
pub(crate) fn own_page(name: &str) -> String {
    let path = corpora::folder().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder of real pages, `utf8` or `legacy`; none, with a line about it, where there is no such folder.
pub(crate) fn pages(kind: &str) -> Vec<Page> {
    let pages = corpora::real_in(Path::new(kind), usize::MAX);
    if pages.is_empty() {
        tell(&format!("pages: skipped, no folder `{kind}` of real pages: name theirs in TAGSPAN_PAGES"));
    }
    pages
}

/// The names and inputs of the suite, and how they are to be parsed; none, with a line about it, without the suite.
pub(crate) fn cases() -> Option<Vec<(String, Setup, String)>> {
    let folder = folder_or_skip("trees")?.join(trees::FOLDER);
    let load = |folder: &Path| trees::load(folder).unwrap_or_else(|error| panic!("{error}"));
    let scripted = Some(folder.join(trees::SCRIPTED)).filter(|scripted| scripted.is_dir());
    let cases = load(&folder).into_iter().chain(scripted.iter().flat_map(|scripted| load(scripted)));
    let setup = |case: &trees::Case| Setup {
        context: case.fragment.as_ref().map(ToString::to_string),
        script_off: case.scripting == Some(false),
        ..Setup::default()
    };
    Some(
        cases.map(|case| (format!("{}, case {}", case.file, case.number), setup(&case), case.data)).collect(),
    )
}
