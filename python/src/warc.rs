//! Columns of the pages of archives, as a stream of batches.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use tagspan_extract::columns::{self, Found, Input, Progress, Scan};

use crate::arguments::{Detect, EncodingArguments, columns as parse_columns, extractor, number, selected};
use crate::arrow::{export_schema, export_stream};
use crate::columns::Batch;
use crate::errors::{PATIENCE, Stop, check_signals, error};
use crate::inputs::{input_of_part, inputs};
use crate::pickle::reduce;

/// The losses that are kept; all are counted.
const LOSSES: usize = 1 << 16;

/// The threads of a scan, at most.
const THREADS: usize = 1 << 10;

/// Bytes of an archive that gave no row, or a file that cannot be read.
#[pyclass(frozen, eq, hash, get_all, module = "tagspan")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Loss {
    /// The file.
    file: String,
    /// The bytes of the file that are lost: start and end.
    span: (u64, u64),
    /// A stable name, such as corrupt or cut.
    code: String,
    /// The message: the fault, its place, and advice.
    message: String,
}

#[pymethods]
impl Loss {
    fn __repr__(&self) -> String {
        format!("<tagspan.Loss {} {}: {}>", self.code, self.file, self.message)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduce(py, "Loss", (&self.file, self.span, &self.code, &self.message))
    }
}

impl Loss {
    pub(crate) fn of_state((file, span, code, message): (String, (u64, u64), String, String)) -> Self {
        Loss { file, span, code, message }
    }
}

impl From<columns::Loss> for Loss {
    fn from(loss: columns::Loss) -> Self {
        Loss {
            file: loss.file.to_string(),
            span: (loss.range.start, loss.range.end),
            code: loss.code.to_owned(),
            message: loss.message,
        }
    }
}

/// The state that the object and its stream share.
struct Shared {
    /// `None` after the end.
    batches: Mutex<Option<columns::Batches>>,
    lost: Mutex<Vec<Loss>>,
    progress: Mutex<Progress>,
    is_taken: AtomicBool,
    /// Whether the last batch was taken, as opposed to closed.
    is_over: AtomicBool,
    /// The process that has the threads.
    process: u32,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Whether this process has the threads: a fork has none that would ever send a batch, and its locks may be taken
    /// forever.
    fn is_here(&self) -> bool {
        process::id() == self.process
    }

    /// Rows that were taken are gone: to begin again would be to read an empty archive.
    fn check_not_taken(&self, py: Python<'_>, is_taken: bool) -> PyResult<()> {
        if is_taken || self.is_over.load(Ordering::Relaxed) {
            let message = "the rows were already taken, and are not kept: call warc again, or keep the table";
            return Err(error(py, "taken", None, message.to_owned()));
        }
        Ok(())
    }

    /// The next rows. Signals are handled while the threads find none.
    fn next(&self) -> Result<Option<RecordBatch>, Stop> {
        if !self.is_here() {
            let message = "the archives are read by the process that called warc: call it in each process";
            return Err(Stop::Python(PyRuntimeError::new_err(message)));
        }
        loop {
            // Without the lock: others may wait for it with the interpreter in their hands.
            check_signals()?;
            let mut batches = lock(&self.batches);
            let Some(open) = batches.as_mut() else { return Ok(None) };
            let found = catch_unwind(AssertUnwindSafe(|| open.next_timeout(PATIENCE)));
            *lock(&self.progress) = open.progress();
            match found {
                Ok(Ok(Found::Batch(batch))) => return Ok(Some(batch.into())),
                Ok(Ok(Found::Loss(loss))) => {
                    let mut lost = lock(&self.lost);
                    if lost.len() < LOSSES {
                        lost.push(loss.into());
                    }
                }
                Ok(Ok(_) | Err(RecvTimeoutError::Timeout)) => {}
                Ok(Err(RecvTimeoutError::Disconnected)) => {
                    *batches = None;
                    self.is_over.store(true, Ordering::Relaxed);
                    return Ok(None);
                }
                Err(_) => {
                    *batches = None;
                    let message =
                        "a thread of the scan has failed, which is a bug: report it with the archive";
                    return Err(Stop::Python(PyRuntimeError::new_err(message)));
                }
            }
        }
    }
}

/// Rows of archives, as they are read: an iterator of batches, and a stream for Arrow.
///
/// A batch that one of them took is gone for the other, and to begin a second time, after all were taken, is an error. Ctrl-C ends an iteration with KeyboardInterrupt, and a stream with an
/// error of the package that reads it, whose message names it. `with`, or `close`, stops the threads of a loop that was left.
#[pyclass(frozen, module = "tagspan")]
pub(crate) struct Batches {
    shared: Arc<Shared>,
    schema: SchemaRef,
}

impl Batches {
    pub(crate) fn new(batches: columns::Batches, schema: SchemaRef) -> Self {
        let progress = batches.progress();
        let shared = Shared {
            batches: Mutex::new(Some(batches)),
            lost: Mutex::default(),
            progress: Mutex::new(progress),
            is_taken: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            process: process::id(),
        };
        Batches { shared: Arc::new(shared), schema }
    }
}

#[pymethods]
impl Batches {
    /// The losses so far, at most 65,536. All are counted in `progress["gaps"]`.
    #[getter]
    fn lost(&self) -> Vec<Loss> {
        lock(&self.shared.lost).clone()
    }

    /// The progress of the threads: counts of files, bytes, pages, and records by type.
    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let progress = *lock(&self.shared.progress);
        let counts = progress.archives;
        let dict = PyDict::new(py);
        for (name, count) in [
            ("files", progress.files),
            ("file_bytes", progress.file_bytes),
            ("page_bytes", progress.page_bytes),
            ("pages", progress.pages),
            ("records", counts.records),
            ("response", counts.response),
            ("resource", counts.resource),
            ("revisit", counts.revisit),
            ("conversion", counts.conversion),
            ("other_media", counts.other_media),
            ("truncated", counts.truncated),
            ("false_encodings", counts.false_encodings),
            ("unknown_encodings", counts.unknown_encodings),
            ("not_html", counts.not_html),
            ("gaps", counts.gaps),
            ("gap_bytes", counts.gap_bytes),
        ] {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __iter__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<PyRef<'py, Self>> {
        slf.shared.check_not_taken(py, slf.shared.is_taken.load(Ordering::Relaxed))?;
        Ok(slf)
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let next = py.detach(|| self.shared.next());
        Ok(next.map_err(|stop| stop.into_err(py))?.map(|batch| Batch { batch }))
    }

    /// Stop reading: the threads end soon, and an iteration or a stream gets no more rows.
    ///
    /// The losses and the progress so far stay available.
    fn close(&self, py: Python<'_>) {
        if self.shared.is_here() {
            py.detach(|| *lock(&self.shared.batches) = None);
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __reduce__(&self) -> PyResult<()> {
        let advice =
            "threads of this process read the archives: pickle the batches, or call warc in each process";
        Err(PyTypeError::new_err(format!("a tagspan.Batches cannot be pickled or copied: {advice}")))
    }

    fn __repr__(&self) -> String {
        format!("<tagspan.Batches of {}>", self.columns().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        export_schema(py, &DataType::Struct(self.schema.fields().clone()))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.shared.check_not_taken(py, self.shared.is_taken.swap(true, Ordering::Relaxed))?;
        let (shared, schema) = (Arc::clone(&self.shared), Arc::clone(&self.schema));
        export_stream(py, Box::new(Stream { shared, schema }))
    }
}

/// The stream that other packages read, with or without the interpreter.
struct Stream {
    shared: Arc<Shared>,
    schema: SchemaRef,
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Whoever takes batches may hold the interpreter, which the threads need to read an open file.
        let next = || self.shared.next();
        let next = Python::try_attach(|py| py.detach(next)).unwrap_or_else(next);
        next.map_err(|stop| ArrowError::ExternalError(stop.to_string().into())).transpose()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Read the pages of WARC archives, and return columns of them as a stream of batches.
///
/// archives is one of these, or a sequence of them: the path of a file, as str or os.PathLike; a folder, for the files in it and
/// below that are called `.warc`, `.warc.gz` or `.warc.zst`; a pattern with `*`, `?`, `[a-c]`, `**` or `{a,b}`; the URL of an
/// object, such as `s3://bucket/key`, `gs://`, `az://` or `https://`, also with a pattern, or with a `/` at its end for the archives below; a `file:` URL; the
/// bytes of an archive; a file that is open for reading bytes. Files of folders and patterns are in the order of their names.
///
/// columns are some of `tagspan.COLUMNS`. threads is the number of threads, by default one for each core; one reads bytes or an
/// open file. With part, a start and an end, only the pages of the members that start in these bytes of one archive are read, which may be an open file that has `seek`: parts
/// that partition the file partition its pages. With conversions, the text in records of that type has rows too, as in WET files: the
/// column text as it stands. select maps names of further columns to CSS selectors: the column has the text of the first element that
/// matches, or with `a[href]@href` the attribute of the first that has it, or null. attributes and css are those of `links`. The other arguments are those of `sniff`.
///
/// Threads read ahead, within bounded memory: about 30 MiB for each, and 16 MiB more. Damage is not an error: `lost` lists it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
#[pyo3(signature = (archives, columns, *, threads=None, part=None, conversions=false, select=None, attributes=Vec::new(), css=false, content_type=None, charset=None, default=None, locale=None, detect=Detect::Yes, detect_within=None))]
#[pyo3(
    text_signature = "(archives, columns, *, threads=None, part=None, conversions=False, select=None, attributes=(), css=False, content_type=None, charset=None, default=None, locale=None, detect=True, detect_within=None)"
)]
pub(crate) fn warc(
    archives: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    part: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    conversions: bool,
    select: Option<&Bound<'_, PyAny>>,
    attributes: Vec<String>,
    css: bool,
    content_type: Option<&str>,
    charset: Option<&str>,
    default: Option<&str>,
    locale: Option<&str>,
    detect: Detect,
    detect_within: Option<&Bound<'_, PyAny>>,
) -> PyResult<Batches> {
    let py = archives.py();
    let encoding = EncodingArguments { content_type, charset, default, locale, detect, detect_within };
    let selected = selected(select)?;
    let columns = parse_columns(columns, selected.is_some())?;
    let scan = Scan::new(&columns).encoding(encoding.options(py)?).conversions(conversions);
    let mut scan = threads_of(scan.extractor(extractor(py, &attributes, css)?), threads)?;
    if let Some(selected) = selected {
        scan = scan.select(selected);
    }
    let mut inputs = if part.is_some() { input_of_part(archives)? } else { inputs(archives)? };
    let schema = scan.schema();
    let batches = match part {
        None => py.detach(|| scan.read(inputs)),
        Some((start, end)) => {
            let advice = || {
                "part must be the start and the end of a range of one archive: a path, a URL, or an open file with seek".to_owned()
            };
            let (start, end) = (number(&start, advice)?, number(&end, advice)?);
            match inputs.pop() {
                Some(Input::Archive(path)) if inputs.is_empty() && start <= end => {
                    scan.read_part(path, start..end)
                }
                _ => return Err(PyValueError::new_err(advice())),
            }
        }
    };
    Ok(Batches::new(batches, schema))
}

/// The scan with so many threads.
pub(crate) fn threads_of(scan: Scan, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Scan> {
    let Some(threads) = threads else { return Ok(scan) };
    let advice = || format!("threads is {threads}: ask for 1 to {THREADS}");
    let wanted = NonZeroUsize::new(number(threads, advice)?).filter(|wanted| wanted.get() <= THREADS);
    Ok(scan.threads(wanted.ok_or_else(|| PyValueError::new_err(advice()))?))
}
