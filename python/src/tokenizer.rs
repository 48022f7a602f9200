//! The tokenizer of chunks.

use std::sync::Mutex;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arguments::{Detect, EncodingArguments};
use crate::errors::{Stop, error};
use crate::source::Source;
use crate::tokens::{Collector, Tokens};

/// A tokenizer of a page that comes in chunks, which may end anywhere.
///
/// Memory is bounded: what is kept between chunks is at most 16 MiB of an unfinished token. A token that a limit has truncated
/// is truncated. The arguments about the encoding are those of `sniff`.
#[pyclass(frozen, module = "tagspan")]
pub(crate) struct Tokenizer {
    tokenizer: Mutex<tagspan::Tokenizer>,
}

impl Tokenizer {
    fn read(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&mut tagspan::Tokenizer, &mut Collector<'_>) -> Result<(), Stop> + Send,
    ) -> PyResult<Tokens> {
        let in_use = || {
            let advice = "another thread feeds this tokenizer: give each thread its own";
            error(py, "in-use", None, advice.to_owned())
        };
        // Never waits: the owner of the lock may need the interpreter.
        let mut tokenizer = self.tokenizer.try_lock().map_err(|_| in_use())?;
        let tokenizer = &mut *tokenizer;
        let collected = py.detach(|| {
            let mut collector = Collector::new(None);
            read(tokenizer, &mut collector)?;
            Ok(collector.finish())
        });
        Ok(collected.map_err(|stop: Stop| stop.into_err(py))?.with(Source::Copy(Vec::new())))
    }
}

#[pymethods]
impl Tokenizer {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    #[pyo3(signature = (*, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None, errors=false))]
    #[pyo3(
        text_signature = "(*, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None, errors=False)"
    )]
    fn new(
        py: Python<'_>,
        content_type: Option<&str>,
        charset: Option<&str>,
        default: Option<&str>,
        locale: Option<&str>,
        detect: Detect,
        detect_within: Option<&Bound<'_, PyAny>>,
        errors: bool,
    ) -> PyResult<Self> {
        let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
        let settings = encoding.options(py)?;
        let builder = tagspan::Tokenizer::builder().encoding_options(settings).source_offsets(true);
        Ok(Tokenizer { tokenizer: Mutex::new(builder.parse_errors(errors).build()) })
    }

    fn __reduce__(&self) -> PyResult<()> {
        let advice = "a Tokenizer cannot be pickled or copied: it is within a page; pickle its tokens";
        Err(PyTypeError::new_err(advice))
    }

    /// Take a chunk of bytes, and return the tokens that it completes. Spans are bytes of the whole page.
    #[pyo3(signature = (chunk, /))]
    fn feed(&self, chunk: &Bound<'_, PyAny>) -> PyResult<Tokens> {
        let source = Source::bytes_only(chunk)?;
        self.read(chunk.py(), |tokenizer, collector| collector.read(tokenizer.feed(source.bytes())))
    }

    /// End the page, and return the last tokens. With truncated, the end of the page is known to be missing.
    #[pyo3(signature = (*, truncated=false))]
    fn finish(&self, py: Python<'_>, truncated: bool) -> PyResult<Tokens> {
        self.read(py, |tokenizer, collector| {
            let last = if truncated { tokenizer.finish_truncated() } else { tokenizer.finish() };
            collector.read(last)
        })
    }
}
