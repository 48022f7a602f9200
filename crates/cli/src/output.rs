//! Standard output, and whether it wants colours.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use crate::args::{Color, OutputFormat};

pub(crate) struct Output {
    pub(crate) out: Box<dyn Write>,
    pub(crate) colored: bool,
    /// Columns are for eyes, not for programs.
    pub(crate) aligned: bool,
}

impl Output {
    pub(crate) fn open(color: Color, format: OutputFormat) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let colored = match color {
            Color::Auto => AutoStream::choice(&stdout) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        };
        // An old console of Windows needs its colours translated. On other systems this stream only passes bytes on,
        // and without colours it would only search them for escapes.
        let out: Box<dyn Write> = if colored && format == OutputFormat::Text {
            Box::new(AutoStream::new(stdout.lock(), ColorChoice::Always))
        } else {
            Box::new(stdout.lock())
        };
        Output { out, colored, aligned: is_terminal || colored }
    }
}
