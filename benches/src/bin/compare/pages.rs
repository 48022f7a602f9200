//! The pages that are compared on: those of a folder that every contender can take.

use std::path::{Path, PathBuf};
use std::{env, io};

use tagspan::Encoding;

/// Pages in UTF-8.
pub(crate) struct Pages {
    pub(crate) pages: Vec<String>,
    /// Of all pages.
    pub(crate) bytes: usize,
    /// How many were not taken: not UTF-8.
    pub(crate) left_out: usize,
}

impl Pages {
    /// The pages (`*.html`) of a folder and the folders in it.
    ///
    /// Some contenders take only `&str`. What is UTF-8 by chance does not count: all pages in ISO-2022-JP are.
    pub(crate) fn read(folder: &Path) -> io::Result<Pages> {
        let all = benches::pages::read(folder)?;
        let count = all.len();
        let pages: Vec<String> = all.into_iter().filter_map(|page| utf8(page.bytes, page.encoding)).collect();
        let bytes = pages.iter().map(String::len).sum();
        Ok(Pages { bytes, left_out: count - pages.len(), pages })
    }
}

/// ASCII with a label of an encoding that extends ASCII is UTF-8 too.
fn utf8(bytes: Vec<u8>, encoding: &'static Encoding) -> Option<String> {
    if encoding.is_ascii_compatible() { String::from_utf8(bytes).ok() } else { None }
}

/// The pages of a folder, or by default the generated ones of the repository, or else all that it has; with their
/// folder.
///
/// # Errors
///
/// The folder cannot be read or has no page that can be taken.
pub(crate) fn read(folder: Option<&Path>) -> Result<(PathBuf, Pages), String> {
    let choices = folder.map_or_else(own, |folder| vec![folder.to_owned()]);
    for folder in &choices {
        let pages = Pages::read(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if !pages.pages.is_empty() {
            return Ok((folder.clone(), pages));
        }
    }
    Err(format!(
        "{}: no *.html files in UTF-8",
        choices.last().map(|it| it.display().to_string()).unwrap_or_default()
    ))
}

fn own() -> Vec<PathBuf> {
    // As cargo says when it runs this program: clones may share a build folder and be moved.
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let corpora = Path::new(&package).parent().unwrap_or(Path::new("")).join("corpora");
    let mut choices = vec![corpora.join("generated"), corpora];
    choices.retain(|folder| folder.is_dir());
    choices
}

#[cfg(test)]
mod tests {
    use tagspan::Encoding;

    use super::utf8;

    #[test]
    fn only_what_all_can_take_is_taken() {
        for (label, bytes, taken) in [
            ("utf-8", "<p>é".as_bytes(), true),
            ("utf-8", b"<p>\xE9", false),
            ("windows-1252", b"<p>", true),
            ("iso-2022-jp", b"<p>", false),
            ("utf-16le", b"<\0p\0>\0", false),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(utf8(bytes.to_vec(), encoding).is_some(), taken, "{label}");
        }
    }
}
