//! Errors as commands of GitHub's workflows, which shows them at their lines.

use super::errors::{Errors, Found};
use super::explanations::{Explanation, of};
use super::print::{Outcome, Print, Shown};
use crate::inputs::Source;

#[derive(Default)]
pub(super) struct Github {
    name: String,
}

impl Print for Github {
    fn begin(&mut self, source: &Source) {
        self.name = escape(&source.name()).replace(':', "%3A").replace(',', "%2C");
    }

    fn error(&mut self, error: &Found, _errors: &Errors, is_denied: bool) -> Shown {
        let Explanation { code, wrong, effect, .. } = of(error.code);
        let level = if is_denied { "error" } else { "warning" };
        let (line, column) = (error.place.line(), error.place.column());
        let message = escape(&format!("{wrong}. {effect}"));
        Shown::Lines(format!(
            "::{level} file={},line={line},col={column},title={code}::{message}\n",
            self.name
        ))
    }

    fn end(&mut self, _outcome: &Outcome) -> String {
        String::new()
    }
}

fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
