//! The inputs of the comparison: tests of tree construction, vectors, own pages and real pages.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use tagspan::EncodingOptions;
use tagspan_input::{Encoding, sniff};

use crate::fragment::Settings;
use crate::html5lib::trees;
use crate::{corpora, vectors};

/// An input with its name.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name of the input.
    pub name: String,
    /// The input of both sides.
    pub text: String,
    /// Under which circumstances.
    pub settings: Vec<Settings>,
}

/// A document, with and without scripting.
fn document(name: String, text: String) -> Input {
    let settings = [false, true].map(|scripting| Settings { scripting, fragment: None });
    Input { name, text, settings: settings.to_vec() }
}

/// The tests of tree construction below the suite's folder, those with scripts too: as they say, and where they are
/// fragments as documents too.
///
/// # Errors
///
/// As [`trees::load`].
pub fn of_suite(suite: &Path) -> Result<Vec<Input>, String> {
    let folder = suite.join(trees::FOLDER);
    let mut cases = trees::load(&folder)?;
    let scripted = folder.join(trees::SCRIPTED);
    if scripted.is_dir() {
        cases.extend(trees::load(&scripted)?);
    }
    let mut inputs = Vec::new();
    for case in cases {
        let input = document(format!("{}, case {}", case.file, case.number), case.data.clone());
        let settings: Vec<Settings> = case.settings().filter(|it| it.fragment.is_some()).collect();
        inputs.push(Input { settings: [&settings[..], &input.settings].concat(), ..input });
    }
    Ok(inputs)
}

/// The inputs of the vectors.
pub fn of_vectors() -> Vec<Input> {
    let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    vectors::load().into_iter().map(|vector| document(vector.name, lossy(vector.input))).collect()
}

/// The pages of `corpora/`, small ones and generated ones.
///
/// # Panics
///
/// When one cannot be read.
pub fn of_own_pages() -> Vec<Input> {
    let folder = corpora::folder().join("generated");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let generated = paths.iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    });
    corpora::own().into_iter().chain(generated).map(|(name, page)| document(name, decoded(&page))).collect()
}

/// All real pages of the folder that [`corpora::real`] looks for; none where there is no such folder.
///
/// # Panics
///
/// As [`corpora::real`].
pub fn of_real_pages() -> Vec<Input> {
    corpora::real(usize::MAX).into_iter().map(|(name, page)| document(name, decoded(&page))).collect()
}

/// The page as a browser reads it; where nothing is said, as UTF-8 if it is that.
fn decoded(page: &[u8]) -> String {
    let default = if std::str::from_utf8(page).is_ok() { "utf-8" } else { "windows-1252" };
    let default = Encoding::for_label(default.as_bytes()).expect("the Encoding Standard has both labels");
    let encoding = sniff(page, &EncodingOptions::new().default_encoding(default)).encoding();
    let (text, _, _) = encoding.decode(page);
    Cow::into_owned(text)
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn pages_are_read_in_their_encodings() {
        for (page, expected) in [
            (&b"<p>a"[..], "<p>a"),
            ("<p>é".as_bytes(), "<p>é"),
            (b"<p>\xE9", "<p>é"),
            (b"<meta charset=koi8-r>\xC1", "<meta charset=koi8-r>а"),
            (b"\xFF\xFEa\0", "a"),
            (b"\xEF\xBB\xBFa", "a"),
        ] {
            assert_eq!(decoded(page), expected, "{}", page.escape_ascii());
        }
    }
}
