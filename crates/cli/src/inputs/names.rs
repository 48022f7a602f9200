//! The kind of a file by its name: a page or an archive, compressed or not.

use std::path::Path;

/// The names of pages, in any ASCII case. Those of compressed ones end with one more.
pub(super) const EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "shtml"];
pub(super) const COMPRESSED: [&str; 2] = ["gz", "zst"];

pub(crate) fn is_called_page(path: &Path) -> bool {
    is_called(path, &EXTENSIONS)
}

/// Whether the name is that of WARC, ARC, or of what Common Crawl makes of them, as it is or compressed.
pub(super) fn is_called_archive(path: &Path) -> bool {
    is_called(path, &["warc", "arc", "wet", "wat"])
}

pub(super) fn is_called_compressed(path: &Path) -> bool {
    ends_with_one_of(path, &COMPRESSED)
}

fn is_called(path: &Path, extensions: &[&str]) -> bool {
    ends_with_one_of(path, extensions)
        || is_called_compressed(path) && ends_with_one_of(&path.with_extension(""), extensions)
}

fn ends_with_one_of(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .is_some_and(|found| extensions.iter().any(|extension| found.eq_ignore_ascii_case(extension)))
}
