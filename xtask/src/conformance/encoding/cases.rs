//! The files of the suite's encoding tests as cases.

use std::error::Error;
use std::fs;
use std::path::Path;

use tagspan_reference::encoding::get_an_encoding;

/// A file of the suite.
pub(super) struct File {
    pub(super) name: String,
    pub(super) cases: Vec<Case>,
}

/// One test of the suite.
pub(super) struct Case {
    pub(super) data: Vec<u8>,
    /// The name of the encoding that a browser ends up with.
    pub(super) encoding: &'static str,
}

/// Reads every `*.dat` of the folder `encoding` and of those in it, in the order of their names. The folder `chardet`
/// has none: its samples for detection come without expectations.
pub(super) fn load(suite: &Path) -> Result<Vec<File>, Box<dyn Error>> {
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

/// `#data`, the bytes, `#encoding` and a label, each on lines of its own.
pub(super) fn cases(file: &[u8]) -> Option<Vec<Case>> {
    let mut rest = file.strip_prefix(b"#data\n")?;
    let mut cases = Vec::new();
    loop {
        let (data, after) = split_once(rest, b"\n#encoding\n")?;
        let (label, next) = match split_once(after, b"\n#data\n") {
            Some((label, next)) => (label, Some(next)),
            None => (after, None),
        };
        let encoding = get_an_encoding(std::str::from_utf8(label).ok()?)?;
        cases.push(Case { data: data.to_vec(), encoding: encoding.name() });
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
