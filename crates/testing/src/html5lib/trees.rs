//! The files of the suite's tests of tree construction as cases. The suite's README has the format.

use std::fs;
use std::path::Path;

use crate::fragment::{Fragment, Settings};

/// The folder of the tests within the suite.
pub const FOLDER: &str = "tree-construction";

/// The folder in it of tests whose scripts have to be run.
pub const SCRIPTED: &str = "scripted";

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of its file.
    pub file: String,
    /// Its place in the file, from zero.
    pub number: usize,
    /// The input.
    pub data: String,
    /// The context element; `None` for a document.
    pub fragment: Option<Fragment>,
    /// The scripting flag, where the test says it.
    pub scripting: Option<bool>,
    /// The tree that comes of it, in lines.
    pub document: String,
}

impl Case {
    /// Under which circumstances it is to be run: with and without scripting, unless it says.
    pub fn settings(&self) -> impl Iterator<Item = Settings> {
        let flags = self.scripting.map_or(vec![false, true], |scripting| vec![scripting]);
        let fragment = self.fragment.clone();
        flags.into_iter().map(move |scripting| Settings { scripting, fragment: fragment.clone() })
    }
}

/// Reads all files of a folder, in the order of their names.
///
/// # Errors
///
/// A sentence if a file cannot be read or is not in the format, or if there is none.
pub fn load(folder: &Path) -> Result<Vec<Case>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "dat") {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(format!("{}: no *.dat in it", folder.display()));
    }
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let content = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        cases.extend(parse(&name, &content)?);
    }
    Ok(cases)
}

/// Reads the content of a file. A line that begins with `#` and names no section belongs to the one it stands in.
///
/// # Errors
///
/// A sentence if it is not in the format.
///
/// # Examples
///
/// ```
/// use testing::html5lib::trees::parse;
///
/// let cases = parse("one.dat", "#data\n<td>a\n#errors\n#document-fragment\ntr\n#document\n| <td>\n|   \"a\"\n")?;
/// assert_eq!((&*cases[0].data, &*cases[0].document), ("<td>a", "| <td>\n|   \"a\""));
/// assert_eq!(cases[0].settings().count(), 2);
/// # Ok::<(), String>(())
/// ```
pub fn parse(file: &str, content: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let mut lines = content.strip_suffix('\n').unwrap_or(content).split('\n').peekable();
    while let Some(line) = lines.next() {
        let number = cases.len();
        let bad = |what: &str| format!("{file}, case {number}: {what}");
        if line.is_empty() {
            continue;
        }
        if line != "#data" {
            return Err(bad(&format!("begins with {line:?}, and not with #data")));
        }
        // Lines of the input may look like anything but this one.
        let data: Vec<&str> = lines.by_ref().take_while(|line| *line != "#errors").collect();
        let mut case = Case {
            file: file.to_owned(),
            number,
            data: data.join("\n"),
            fragment: None,
            scripting: None,
            document: String::new(),
        };
        loop {
            match lines.next() {
                Some("#document") => break,
                Some("#document-fragment") => {
                    let name = lines.next().ok_or_else(|| bad("no context element"))?;
                    case.fragment = Some(Fragment::named(name));
                }
                Some("#script-on") => case.scripting = Some(true),
                Some("#script-off") => case.scripting = Some(false),
                Some("#data") | None => return Err(bad("no #document")),
                // What is said of errors: of those html5ever and we have other words, or none.
                Some(_) => {}
            }
        }
        let mut document = Vec::new();
        while let Some(line) = lines.next_if(|line| *line != "#data") {
            document.push(line);
        }
        while document.last().is_some_and(|line| line.is_empty()) {
            document.pop();
        }
        case.document = document.join("\n");
        cases.push(case);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format() {
        let content = "#data\n<p>\n#one\n\n#errors\n#data is no word of theirs\n#new-errors\nx\n\
                       #script-off\n#document\n| <p>\n|   \"a\n\n#x\n\nb\"\n\n\
                       #data\n\n#errors\n#document-fragment\nsvg foreignObject\n#script-on\n#document\n\n\
                       #data\nlast\n#errors\n#document\n| \"last\"\n";
        let cases = parse("x.dat", content).unwrap();
        let case = |number, data: &str, fragment: Option<&str>, scripting, document: &str| Case {
            file: "x.dat".to_owned(),
            number,
            data: data.to_owned(),
            fragment: fragment.map(Fragment::named),
            scripting,
            document: document.to_owned(),
        };
        let expected = [
            case(0, "<p>\n#one\n", None, Some(false), "| <p>\n|   \"a\n\n#x\n\nb\""),
            case(1, "", Some("svg foreignObject"), Some(true), ""),
            case(2, "last", None, None, "| \"last\""),
        ];
        assert_eq!(cases, expected);
        let counts: Vec<usize> = cases.iter().map(|case| case.settings().count()).collect();
        assert_eq!(counts, [1, 1, 2]);
    }

    #[test]
    fn what_is_not_in_the_format() {
        for (content, complaint) in [
            ("<p>", "case 0: begins with \"<p>\""),
            ("#data\n<p>\n#errors\n", "no #document"),
            ("#data\n#errors\n#document-fragment", "no context element"),
            ("#data\n#errors\n#document\n\n#data\n#errors\n#data", "case 1: no #document"),
        ] {
            let error = parse("x.dat", content).unwrap_err();
            assert!(error.starts_with("x.dat, ") && error.contains(complaint), "{content:?}: {error}");
        }
        assert_eq!(parse("x.dat", "\n"), Ok(Vec::new()));
    }
}
