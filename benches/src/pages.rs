//! The pages that are measured: those of a folder, with the encoding that each declares.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tagspan::Encoding;
use tagspan_reference::encoding::{SniffingEdition, prescan};

/// A page as it lies on the disk.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of its file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The encoding of a byte order mark or a `meta`, else UTF-8 if the page is valid UTF-8, else windows-1252.
    pub encoding: &'static Encoding,
}

impl Page {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let marked = || Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
        let declared = || Encoding::for_label(prescan(&bytes, SniffingEdition::Living)?.name().as_bytes());
        let guessed = || if std::str::from_utf8(&bytes).is_ok() { "utf-8" } else { "windows-1252" };
        let encoding = marked()
            .or_else(declared)
            .or_else(|| Encoding::for_label(guessed().as_bytes()))
            .expect("the Encoding Standard has both labels");
        Page { name, bytes, encoding }
    }

    /// Whether the page is UTF-8, by what it says and byte for byte.
    #[must_use]
    pub fn is_utf8(&self) -> bool {
        self.encoding.name() == "UTF-8" && std::str::from_utf8(&self.bytes).is_ok()
    }

    /// Whether the page has to be decoded: its encoding is not UTF-8.
    #[must_use]
    pub fn is_legacy(&self) -> bool {
        self.encoding.name() != "UTF-8"
    }
}

/// The folder that the environment variable `TAGSPAN_PAGES` names, or `corpora/` of the repository.
///
/// # Panics
///
/// When the variable names no folder.
#[must_use]
pub fn folder() -> PathBuf {
    match std::env::var_os("TAGSPAN_PAGES").filter(|folder| !folder.is_empty()).map(PathBuf::from) {
        Some(folder) => {
            assert!(folder.is_dir(), "TAGSPAN_PAGES: {} is no folder", folder.display());
            folder
        }
        None => own(),
    }
}

/// The folder `corpora/` of the repository.
#[must_use]
pub fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")
}

/// All pages (`*.html`) of a folder and the folders in it, by path, so that the order is always the same.
///
/// # Errors
///
/// The system's message for an unreadable path.
///
/// # Examples
///
/// ```
/// let pages = benches::pages::read(&benches::pages::own())?;
/// assert!(pages.iter().any(|page| page.name == "article.html" && page.is_utf8()));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(folder: &Path) -> io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    collect(folder, &mut pages)?;
    Ok(pages)
}

fn collect(folder: &Path, pages: &mut Vec<Page>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            pages.push(Page::new(name, fs::read(&path)?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn the_encoding_is_what_the_page_says() {
        for (bytes, encoding, utf8) in [
            (&b"<p>a"[..], "UTF-8", true),
            (b"<p>caf\xE9", "windows-1252", false),
            (b"<meta charset=Shift_JIS>\x93\xFA", "Shift_JIS", false),
            (b"<meta charset=utf-8>caf\xE9", "UTF-8", false),
            (b"\xFF\xFEa\0", "UTF-16LE", false),
            (b"\xEF\xBB\xBF<meta charset=Shift_JIS>", "UTF-8", true),
        ] {
            let page = Page::new("page".to_owned(), bytes.to_vec());
            assert_eq!((page.encoding.name(), page.is_utf8()), (encoding, utf8));
            assert_eq!(page.is_legacy(), encoding != "UTF-8");
        }
    }
}
