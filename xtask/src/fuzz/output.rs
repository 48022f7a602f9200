//! Reads what libFuzzer prints: figures as they come, and what it found.

use std::path::PathBuf;

/// What a run has come to so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Counters of edges in the program.
    pub(super) edges: u64,
    /// How many inputs were run.
    pub(super) executions: u64,
    /// Edges that some input went over.
    pub(super) covered: u64,
    /// Features: edges, how often, and what else libFuzzer keeps an input for.
    pub(super) features: u64,
    /// Inputs in the corpus that matter.
    pub(super) corpus: u64,
    /// The size of these, as libFuzzer writes it.
    pub(super) corpus_bytes: String,
    /// All the seeds have been read.
    pub(super) started: bool,
    /// The run came to its end.
    pub(super) done: bool,
    /// What the failing input was written to.
    pub(super) artifact: Option<PathBuf>,
    /// What failed: the message of the panic, or libFuzzer's own.
    pub(super) message: Vec<String>,
    /// A message is being read.
    pub(super) in_message: bool,
}

/// How many lines of a message are kept.
const MESSAGE_LINES: usize = 12;

impl Progress {
    /// Takes a line of libFuzzer's output.
    pub(super) fn read(&mut self, line: &str) {
        if let Some(status) = line.strip_prefix('#') {
            self.status(status);
        } else if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.artifact = Some(PathBuf::from(path.trim()));
        } else if let Some(rest) = line.strip_prefix("INFO: Loaded ") {
            // A second line tells the tables of the same counters.
            if let Some((_, counters)) = rest.split_once("inline 8-bit counters): ") {
                self.edges = first_number(counters).unwrap_or(0);
            }
        } else if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = count.trim().parse().unwrap_or(self.executions);
        } else if line.starts_with("thread '") && line.contains(" panicked at ") {
            self.message = vec![line.to_owned()];
            self.in_message = true;
            return;
        } else if let Some((_, what)) = line.split_once("ERROR: libFuzzer: ") {
            // After a panic the signal is no news.
            if self.message.is_empty() {
                self.message = vec![what.to_owned()];
            }
        } else if self.in_message && !line.starts_with("note: ") && !line.starts_with("stack backtrace:") {
            if self.message.len() < MESSAGE_LINES {
                self.message.push(line.to_owned());
            }
            return;
        }
        self.in_message = false;
    }

    /// What follows the `#`, such as `1024 NEW cov: 3 ft: 4 corp: 2/3b lim: 4 exec/s: 512 rss: 27Mb`.
    fn status(&mut self, status: &str) {
        let mut words = status.split_whitespace();
        let Some(executions) = words.next().and_then(|count| count.parse().ok()) else { return };
        match words.next() {
            Some("INITED") => self.started = true,
            Some("DONE") => self.done = true,
            Some("NEW" | "REDUCE" | "RELOAD" | "pulse" | "READ") => {}
            _ => return,
        }
        self.executions = executions;
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match name {
                "cov:" => self.covered = value.parse().unwrap_or(self.covered),
                "ft:" => self.features = value.parse().unwrap_or(self.features),
                "corp:" => {
                    if let Some((units, bytes)) = value.split_once('/') {
                        self.corpus = units.parse().unwrap_or(self.corpus);
                        self.corpus_bytes = bytes.to_owned();
                    }
                }
                // What follows is about one input.
                "L:" => break,
                _ => {}
            }
        }
    }
}

fn first_number(text: &str) -> Option<u64> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Progress;

    fn read(output: &str) -> Progress {
        let mut progress = Progress::default();
        output.lines().for_each(|line| progress.read(line));
        progress
    }

    #[test]
    fn figures_are_read_as_they_come() {
        // A line, and what it says: edges, executions, covered edges, features, corpus, its size, started, done.
        type Figures = (u64, u64, u64, u64, u64, &'static str, bool, bool);
        let table: [(&str, Figures); 11] = [
            (
                "INFO: Loaded 1 modules   (7469 inline 8-bit counters): 7469 [0x55f5d32603f8, 0x55f5d3262125), ",
                (7469, 0, 0, 0, 0, "", false, false),
            ),
            (
                "INFO: Loaded 1 PC tables (7469 PCs): 7469 [0x55f5d3262128,0x55f5d327f3f8), ",
                (0, 0, 0, 0, 0, "", false, false),
            ),
            ("INFO: Seed: 278748955", (0, 0, 0, 0, 0, "", false, false)),
            ("#1\tpulse  exec/s: 0 rss: 28Mb", (0, 1, 0, 0, 0, "", false, false)),
            (
                "#2\tINITED cov: 738 ft: 739 corp: 1/31b exec/s: 0 rss: 28Mb",
                (0, 2, 738, 739, 1, "31b", true, false),
            ),
            (
                "#5\tNEW    cov: 758 ft: 922 corp: 4/107b lim: 31 exec/s: 0 rss: 28Mb L: 23/31 MS: 1 EraseBytes-",
                (0, 5, 758, 922, 4, "107b", false, false),
            ),
            (
                "#40960\tREDUCE cov: 3011 ft: 19922 corp: 1404/107Kb lim: 2048 exec/s: 10240 rss: 61Mb L: 9/99 MS: 2 \
                 ChangeBit-CMP- DE: \"\\001\\000\"-",
                (0, 40960, 3011, 19922, 1404, "107Kb", false, false),
            ),
            (
                "#65536\tpulse  cov: 3012 ft: 19999 corp: 1405/108Kb lim: 2048 exec/s: 10922 rss: 61Mb",
                (0, 65536, 3012, 19999, 1405, "108Kb", false, false),
            ),
            (
                "#65540\tDONE   cov: 3012 ft: 19999 corp: 1405/108Kb lim: 2048 exec/s: 10923 rss: 61Mb",
                (0, 65540, 3012, 19999, 1405, "108Kb", false, true),
            ),
            ("stat::number_of_executed_units: 65541", (0, 65541, 0, 0, 0, "", false, false)),
            ("#0 0x5581 in main", (0, 0, 0, 0, 0, "", false, false)),
        ];
        for (line, figures) in table {
            let read = read(line);
            let found = (
                read.edges,
                read.executions,
                read.covered,
                read.features,
                read.corpus,
                &*read.corpus_bytes,
                read.started,
                read.done,
            );
            assert_eq!(found, figures, "{line}");
            assert_eq!((read.artifact, read.message), (None, vec![]), "{line}");
        }
    }

    #[test]
    fn findings_are_read_with_their_messages() {
        let table = [
            (
                "thread '<unnamed>' (7) panicked at src/lib.rs:9:5:\ninput  b\"a\"\nspans  differ\n\
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\
                 ==12== ERROR: libFuzzer: deadly signal\nSUMMARY: libFuzzer: deadly signal\n\
                 MS: 1 ChangeBit-; base unit: 0123\n\
                 artifact_prefix='fuzz/artifacts/x/'; Test unit written to fuzz/artifacts/x/crash-01\n",
                vec!["thread '<unnamed>' (7) panicked at src/lib.rs:9:5:", "input  b\"a\"", "spans  differ"],
                "fuzz/artifacts/x/crash-01",
            ),
            (
                "ALARM: working on the last Unit for 21 seconds\n       and the timeout value is 20 (use -timeout=N)\n\
                 artifact_prefix='fuzz/artifacts/x/'; Test unit written to fuzz/artifacts/x/timeout-02\n\
                 ==12== ERROR: libFuzzer: timeout after 21 seconds\n",
                vec!["timeout after 21 seconds"],
                "fuzz/artifacts/x/timeout-02",
            ),
            (
                "==12== ERROR: libFuzzer: out-of-memory (used: 2050Mb; limit: 2048Mb)\n\
                 artifact_prefix='fuzz/artifacts/x/'; Test unit written to fuzz/artifacts/x/oom-03\n",
                vec!["out-of-memory (used: 2050Mb; limit: 2048Mb)"],
                "fuzz/artifacts/x/oom-03",
            ),
        ];
        for (output, message, artifact) in table {
            let read = read(output);
            assert_eq!(read.message, message);
            assert_eq!(read.artifact.as_deref(), Some(std::path::Path::new(artifact)));
        }
        let long = format!("thread 'x' panicked at y:\n{}", "line\n".repeat(100));
        assert_eq!(read(&long).message.len(), super::MESSAGE_LINES);
    }
}
