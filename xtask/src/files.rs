//! The files under check: read from git's list, or planted in memory by a test.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

/// One file, its path relative to the root and with `/` on every platform.
pub(crate) struct File {
    pub(crate) path: String,
    bytes: Vec<u8>,
}

impl File {
    /// The content, unless it is binary: has a NUL or is not UTF-8.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok().filter(|text| !text.contains('\0'))
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

/// All files, sorted by path.
pub(crate) struct Tree {
    files: Vec<File>,
}

impl Tree {
    /// Reads what git tracks and what it would track: untracked files that are not ignored.
    ///
    /// # Errors
    ///
    /// When `root` is no folder, `git ls-files` fails in it, or a listed file cannot be read. A file that is tracked and
    /// deleted in the working copy is left out; so is a symbolic link, whose target is checked where it lies.
    pub(crate) fn read(root: &Path) -> Result<Tree, Box<dyn Error>> {
        if !root.is_dir() {
            return Err(format!("{} is no folder", root.display()).into());
        }
        let listing = Command::new("git")
            .args(["ls-files", "-z", "-co", "--exclude-standard"])
            .current_dir(root)
            .output()
            .map_err(|error| format!("cannot run git in {}: {error}; is git installed?", root.display()))?;
        if !listing.status.success() {
            let message = String::from_utf8_lossy(&listing.stderr);
            return Err(format!("git ls-files failed in {}: {}", root.display(), message.trim()).into());
        }
        let mut files = Vec::new();
        for path in String::from_utf8(listing.stdout)?.split('\0').filter(|path| !path.is_empty()) {
            let place = root.join(path);
            if !fs::symlink_metadata(&place).is_ok_and(|metadata| metadata.is_file()) {
                continue;
            }
            let bytes = fs::read(&place).map_err(|error| format!("cannot read {path}: {error}"))?;
            files.push(File { path: path.to_owned(), bytes });
        }
        Ok(Tree::new(files))
    }

    fn new(mut files: Vec<File>) -> Tree {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        Tree { files }
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Rust files that are text, with their content.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(|file| file.is_rust()).filter_map(|file| Some((file.path.as_str(), file.text()?)))
    }

    /// The text of the file at exactly this path.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files().find(|file| file.path == path)?.text()
    }

    #[cfg(test)]
    pub(crate) fn planted<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Tree {
        let file = |(path, text): (&str, &str)| File { path: path.to_owned(), bytes: text.into() };
        Tree::new(files.into_iter().map(file).collect())
    }
}
