//! The results of the checks of the repository: findings with their place.

use std::io::{self, Write};

/// One violation and what to do about it. The name of the rule is added when it is printed.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) path: String,
    /// One-based.
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// The result of one rule.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many files (or commands) the rule looked at.
    pub(crate) checked: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Outcome {
    pub(crate) fn add(&mut self, path: &str, line: usize, message: impl Into<String>) {
        self.findings.push(Finding { path: path.to_owned(), line, message: message.into() });
    }

    /// Prints the findings and a line with their number; returns whether there are none.
    pub(crate) fn print(&self, out: &mut impl Write, rule: &str) -> io::Result<bool> {
        for Finding { path, line, message } in &self.findings {
            writeln!(out, "{path}:{line}: {rule}: {message}")?;
        }
        let verdict = match self.findings.len() {
            0 => "ok".to_owned(),
            1 => "1 finding".to_owned(),
            n => format!("{n} findings"),
        };
        writeln!(out, "{rule:<12} {:>4} checked  {verdict}", self.checked)?;
        out.flush()?;
        Ok(self.findings.is_empty())
    }

    /// `path:line` of each finding, in order.
    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<String> {
        self.findings.iter().map(|finding| format!("{}:{}", finding.path, finding.line)).collect()
    }
}
