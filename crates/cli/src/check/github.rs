//! Diagnostics as commands of GitHub's workflows, which shows them at their lines.

use tagspan_check::Diagnostic;

use super::print::{Outcome, Print, Shown, message};
use super::window::Window;
use crate::inputs::Source;

#[derive(Default)]
pub(super) struct Github {
    name: String,
}

impl Print for Github {
    fn begin(&mut self, source: &Source) {
        self.name = escape(&source.name()).replace(':', "%3A").replace(',', "%2C");
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, _window: &Window, is_denied: bool) -> Shown {
        let level = if is_denied { "error" } else { "warning" };
        let (start, end) = (diagnostic.place().start, diagnostic.place().end);
        let (line, end_line) = (start.line(), end.line());
        // GitHub takes columns within one line only.
        let columns = match line == end_line {
            true => format!(",col={},endColumn={}", start.column(), end.column()),
            false => String::new(),
        };
        let (name, code, message) = (&self.name, diagnostic.code(), escape(&message(diagnostic)));
        Shown::Lines(format!(
            "::{level} file={name},line={line},endLine={end_line}{columns},title={code}::{message}\n"
        ))
    }

    fn end(&mut self, _outcome: &Outcome) -> String {
        String::new()
    }
}

fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
