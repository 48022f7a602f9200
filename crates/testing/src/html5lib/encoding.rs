//! The files of the suite's encoding tests as cases.

use std::error::Error;
use std::fs;
use std::path::Path;

use tagspan_reference::encoding::{Encoding, get_an_encoding};

/// A file of the suite.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, with that of the folder in `encoding` that it lies in.
    pub name: String,
    /// Its tests.
    pub cases: Vec<Case>,
}

/// One test of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The bytes.
    pub data: Vec<u8>,
    /// The encoding that a browser ends up with.
    pub encoding: Encoding,
}

/// Reads every `*.dat` of the folder `encoding` and of those in it, in the order of their names. The folder `chardet`
/// has none: its samples for detection come without expectations.
///
/// # Errors
///
/// A sentence if a file cannot be read or is not in the format, or if there is none.
pub fn load(suite: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let folder = suite.join("encoding");
    let mut files = Vec::new();
    load_folder(&folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    if files.is_empty() {
        return Err(format!("{}: no *.dat", folder.display()).into());
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

fn load_folder(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            load_folder(&path, &format!("{name}/"), files)?;
        } else if path.extension().is_some_and(|extension| extension == "dat") {
            let cases =
                cases(&fs::read(&path)?).ok_or_else(|| format!("{name} is not in the known format"))?;
            files.push(File { name, cases });
        }
    }
    Ok(())
}

/// The tests of a file, or `None` if it is not in the format: `#data`, the bytes, `#encoding` and a label, each on lines of
/// its own.
pub fn cases(file: &[u8]) -> Option<Vec<Case>> {
    let mut rest = file.strip_prefix(b"#data\n")?;
    let mut cases = Vec::new();
    loop {
        let (data, after) = split_once(rest, b"\n#encoding\n")?;
        let (label, next) = match split_once(after, b"\n#data\n") {
            Some((label, next)) => (label, Some(next)),
            None => (after, None),
        };
        let encoding = get_an_encoding(std::str::from_utf8(label).ok()?)?;
        cases.push(Case { data: data.to_vec(), encoding });
        match next {
            Some(next) => rest = next,
            None => return Some(cases),
        }
    }
}

fn split_once<'a>(bytes: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let found = bytes.windows(at.len()).position(|window| window == at)?;
    Some((&bytes[..found], &bytes[found + at.len()..]))
}
