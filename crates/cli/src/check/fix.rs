//! `--fix` and `--diff`: the input with all fixes made, written into its file or shown beside what it was.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline, group_diff_ops};
use tagspan::{Encoding, UTF_8};
use tagspan_check::{Diagnostic, Fix};

use super::stream::{Stream, Take};
use super::window::Window;
use crate::args::CheckArgs;
use crate::driver::Driver;
use crate::escape::push_plain_text;
use crate::inputs::{Content, Opened, Source, is_compressed};
use crate::output::Output;
use crate::output_file::OutputFile;
use crate::report::{Failure, Report};

const ARCHIVE: &str = "is an archive, whose pages are not changed: save a page as a file, then fix that";
const COMPRESSED: &str = "is compressed and is not changed: inflate it, then fix that";
const NO_FILE: &str = "is no file that could be replaced: give it as standard input";
const NOT_ALONE: &str = "is fixed to standard output, which others write to: give it alone, or give --diff";
const OTHER_ENCODING: &str =
    "is not changed, because it would be read in another encoding: declare one in the first bytes";

/// How many times fixes are made. Of many that touch, each time makes about half.
const ROUNDS: usize = 40;

/// Fixes inputs, or shows how that would change them. Adds the inputs that are left to be checked, and returns whether the command
/// fails for what it has seen.
pub(super) fn run(
    args: &CheckArgs,
    sources: Vec<Source>,
    rest: &mut Vec<Source>,
    output: &mut Output,
    report: &mut Report,
) -> io::Result<bool> {
    let mut fixer = Fixer { args, driver: args.driver() };
    let (several, mut fails) = (sources.len() > 1, false);
    for source in sources {
        let name = source.name();
        let fixed = fixer.fix(&source, several, report);
        let fixed = match fixed {
            Ok(fixed) => fixed,
            Err(failure) => {
                report.failure(&name, &failure);
                continue;
            }
        };
        if args.diff {
            fails |= fixed.is_denied || fixed.is_changed();
            fixed.write_diff(&name, output)?;
            fixed.tell(&name, "would be fixed", report);
            continue;
        }
        match source.path() {
            None => {
                fails |= fixed.is_denied;
                output.out.write_all(&fixed.after)?;
            }
            Some(path) => {
                if fixed.is_changed()
                    && let Err(error) = replace(path, &fixed.after)
                {
                    report.failure(&name, &Failure::Write(error));
                    continue;
                }
                rest.push(source);
            }
        }
        fixed.tell(&name, "fixed", report);
    }
    output.out.flush()?;
    Ok(fails)
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::replace(path)?;
    file.write_all(bytes)?;
    file.finish()
}

struct Fixer<'a> {
    args: &'a CheckArgs,
    driver: Driver,
}

/// An input before and after.
struct Fixed {
    before: Vec<u8>,
    after: Vec<u8>,
    encoding: &'static Encoding,
    /// How many errors are gone, and how many are left.
    gone: usize,
    left: usize,
    /// Whether the command fails for one that is left.
    is_denied: bool,
}

impl<'a> Fixer<'a> {
    fn fix(&mut self, source: &Source, several: bool, report: &mut Report) -> Result<Fixed, Failure> {
        let before = self.read(source, several)?;
        let (first, encoding) = self.check(source, &before, Some(report))?;
        let (mut after, mut errors) = (before.clone(), first.count);
        let mut found = first;
        for _ in 0..ROUNDS {
            if found.fixes.is_empty() {
                break;
            }
            after = Fix::apply_all(&found.fixes, &after, encoding);
            let (next, decoded) = self.check(source, &after, None)?;
            // What a prescan looks at may not reach a declaration any more.
            if decoded != encoding {
                return Err(Failure::Lost(OTHER_ENCODING.to_owned()));
            }
            found = next;
        }
        errors -= found.count.min(errors);
        Ok(Fixed { before, after, encoding, gone: errors, left: found.count, is_denied: found.is_denied })
    }

    /// The whole input, if it may be replaced.
    fn read(&self, source: &Source, several: bool) -> Result<Vec<u8>, Failure> {
        let refused = |why: &str| Err(Failure::Lost(why.to_owned()));
        if !self.args.diff {
            match source {
                Source::Pipe(_) | Source::Remote(_) => return refused(NO_FILE),
                Source::Stdin if several => return refused(NOT_ALONE),
                Source::Path(path) if is_compressed(File::open(path).map_err(Failure::Read)?) => {
                    return refused(COMPRESSED);
                }
                _ => {}
            }
        }
        let mut bytes = Vec::new();
        match source.open()? {
            Content::Page(mut reader) => reader.read_to_end(&mut bytes).map_err(Failure::Read)?,
            Content::Archive(_) => return refused(ARCHIVE),
        };
        Ok(bytes)
    }

    /// The errors of the input, and its encoding.
    fn check(
        &mut self,
        source: &Source,
        mut bytes: &[u8],
        report: Option<&mut Report>,
    ) -> Result<(Found<'a>, &'static Encoding), Failure> {
        let mut found = Found { args: self.args, fixes: Vec::new(), count: 0, is_denied: false };
        let mut stream = Stream::new(self.args.checker(), &mut found);
        let (summary, result) = self.driver.run(Opened::unnamed(&mut bytes), &mut stream);
        result?;
        stream.finish().map_err(Failure::Write)?;
        if let Some(report) = report {
            report.too_late(&source.name(), &summary);
        }
        Ok((found, summary.encoding.unwrap_or(UTF_8)))
    }
}

impl Fixed {
    fn is_changed(&self) -> bool {
        self.before != self.after
    }

    fn tell(&self, name: &str, done: &str, report: &mut Report) {
        let (gone, left) = (self.gone, self.left);
        if self.is_changed() {
            let errors = if gone == 1 { "error" } else { "errors" };
            report.note(name, format_args!("{gone} {errors} {done}, {left} left"));
        }
    }

    /// Writes a unified diff: of the bytes, so that it can be applied to the file. On a terminal, and of encodings without ASCII such as UTF-16, of the text; what
    /// would do something to a terminal is escaped there.
    fn write_diff(&self, name: &str, output: &mut Output) -> io::Result<()> {
        let is_text = output.aligned || !self.encoding.is_ascii_compatible();
        let [before, after] = [&self.before, &self.after].map(|bytes| match is_text {
            true => Cow::Owned(self.encoding.decode_without_bom_handling(bytes).0.into_owned().into_bytes()),
            false => Cow::Borrowed(&**bytes),
        });
        let diff = unified_diff(name, &before, &after);
        if !output.aligned {
            return output.out.write_all(&diff);
        }
        let mut escaped = String::new();
        push_plain_text(&mut escaped, &String::from_utf8_lossy(&diff));
        output.out.write_all(escaped.as_bytes())
    }
}

/// A unified diff of lines, which end with LF only, as in the programs that apply it.
fn unified_diff(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let [before, after] =
        [before, after].map(|text| text.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>());
    // Lines that differ in their thousands are compared for so long, and then taken as they stand.
    let deadline = Instant::now() + Duration::from_secs(2);
    let changes = capture_diff_slices_deadline(Algorithm::Myers, &before, &after, Some(deadline));
    let groups = group_diff_ops(changes, 3);
    let mut diff = Vec::new();
    if !groups.is_empty() {
        diff.extend_from_slice(format!("--- {name}\n+++ {name}\n").as_bytes());
    }
    for group in groups {
        diff.extend_from_slice(format!("{}\n", UnifiedHunkHeader::new(&group)).as_bytes());
        for change in group {
            let (kind, old, new) = change.as_tag_tuple();
            let (old, new) = (&before[old], &after[new]);
            match kind {
                DiffTag::Equal => push_lines(b' ', old, &mut diff),
                _ => {
                    push_lines(b'-', old, &mut diff);
                    push_lines(b'+', new, &mut diff);
                }
            }
        }
    }
    diff
}

fn push_lines(sign: u8, lines: &[&[u8]], diff: &mut Vec<u8>) {
    for line in lines {
        diff.push(sign);
        diff.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            diff.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// The errors that are found, and their fixes.
struct Found<'a> {
    args: &'a CheckArgs,
    fixes: Vec<Fix>,
    count: usize,
    is_denied: bool,
}

impl Take for Found<'_> {
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        self.args.codes.wants(diagnostic)
    }

    fn take(&mut self, diagnostic: &Diagnostic, _window: &Window) -> io::Result<()> {
        self.count += 1;
        self.is_denied |= self.args.codes.denies(diagnostic.code());
        self.fixes.extend(diagnostic.fix().cloned());
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
