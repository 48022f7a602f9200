//! Running the binary, and folders to run it on.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The command with nothing of this process's terminal or taste of colours.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagspan"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Whether the program has all features.
pub(crate) const IS_FULL: bool = cfg!(feature = "parquet");

/// Whether the program has this command.
pub(crate) fn has_command(name: &str) -> bool {
    IS_FULL || !["extract", "index"].contains(&name)
}

/// The output and the exit status of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: Option<i32>,
}

impl Run {
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }

    /// The output of a run that went well and had nothing to say.
    #[track_caller]
    pub(crate) fn quiet(self) -> String {
        assert_eq!((self.stderr.as_str(), self.status), ("", Some(0)));
        self.stdout
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Run { stdout: text(output.stdout), stderr: text(output.stderr), status: output.status.code() }
    }
}

/// Runs with nothing on standard input.
pub(crate) fn run(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
    command().args(arguments).output().expect("the binary starts").into()
}

/// Runs with this on standard input.
pub(crate) fn pipe(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>, input: &[u8]) -> Run {
    pipe_in_parts(arguments, &[input])
}

/// Runs with these parts on standard input, which come one after the other.
pub(crate) fn pipe_in_parts(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>, parts: &[&[u8]]) -> Run {
    let mut child = command().args(arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    // So that the part before it is read alone.
                    std::thread::sleep(Duration::from_millis(100));
                }
                // A program that stops early closes the pipe; its output tells.
                let _ = stdin.write_all(part);
            }
        });
        finish(child)
    })
}

pub(crate) fn finish(child: Child) -> Run {
    child.wait_with_output().expect("the binary ends").into()
}

/// A page of our own.
pub(crate) fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora").join(name)
}

pub(crate) const PAGES: [&str; 3] = ["article.html", "soup.html", "app.html"];

/// A folder that is removed in the end.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("cli-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("the target folder can be written to");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders that lead to it.
    pub(crate) fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders can be made");
        fs::write(&path, content).expect("the file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind lies in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}
