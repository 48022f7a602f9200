//! Columns of the pages of archives, as a stream of batches.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyString, PyTuple};
use tagspan_extract::columns::{self, Found, Input, Progress, Scan};

use crate::arguments::columns as parse_columns;
use crate::arrow::{export_schema, export_stream};
use crate::columns::Batch;
use crate::errors::{Stop, check_signals, error};

/// The losses that are kept; all are counted.
const LOSSES: usize = 1 << 16;

/// How long signals wait.
const PATIENCE: Duration = Duration::from_millis(100);

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
/// A batch that one of them took is gone for the other. Ctrl-C ends an iteration with KeyboardInterrupt, and a stream with an
/// error of the package that reads it, whose message names it. `with`, or `close`, stops the threads of a loop that was left.
#[pyclass(frozen, module = "tagspan")]
pub(crate) struct Batches {
    shared: Arc<Shared>,
    schema: SchemaRef,
}

#[pymethods]
impl Batches {
    /// The losses so far, at most 65,536. All are counted in `progress["gaps"]`.
    #[getter]
    fn lost(&self) -> Vec<Loss> {
        lock(&self.shared.lost).clone()
    }

    /// The progress of the threads: counts of bytes, pages, and records by type.
    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let progress = *lock(&self.shared.progress);
        let counts = progress.archives;
        let dict = PyDict::new(py);
        for (name, count) in [
            ("file_bytes", progress.file_bytes),
            ("page_bytes", progress.page_bytes),
            ("pages", progress.pages),
            ("records", counts.records),
            ("response", counts.response),
            ("resource", counts.resource),
            ("revisit", counts.revisit),
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

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
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
        if self.shared.is_taken.swap(true, Ordering::Relaxed) {
            let message = "the stream was already taken: call warc again to read the archives again";
            return Err(error(py, "taken", None, message.to_owned()));
        }
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
        self.shared.next().map_err(|stop| ArrowError::ExternalError(stop.to_string().into())).transpose()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Read the pages of WARC archives, and return columns of them as a stream of batches.
///
/// paths is a path or a sequence of them, columns some of `tagspan.COLUMNS`. threads is the number of threads, by default
/// one for each core. With part, a start and an end, only the pages of the members that start in these bytes of one archive
/// are read: parts that partition the file partition its pages.
///
/// Threads read ahead, within bounded memory: about 30 MiB for each, and 16 MiB more. Damage is not an error: `lost` lists it.
#[pyfunction]
#[pyo3(signature = (paths, columns, *, threads=None, part=None))]
pub(crate) fn warc(
    paths: &Bound<'_, PyAny>,
    columns: &Bound<'_, PyAny>,
    threads: Option<usize>,
    part: Option<(u64, u64)>,
) -> PyResult<Batches> {
    let py = paths.py();
    let columns = parse_columns(columns)?;
    let mut paths = parse_paths(paths)?;
    for path in &paths {
        check(py, path)?;
    }
    let mut scan = Scan::new(&columns);
    if let Some(threads) = threads {
        let message = || PyValueError::new_err(format!("threads is {threads}: ask for 1 to {THREADS}"));
        scan = scan.threads(
            NonZeroUsize::new(threads).filter(|threads| threads.get() <= THREADS).ok_or_else(message)?,
        );
    }
    let schema = scan.schema();
    let batches = match (part, paths.len()) {
        (None, _) => py.detach(|| scan.read(paths.into_iter().map(Input::Archive))),
        (Some((start, end)), 1) if start <= end => scan.read_part(paths.remove(0), start..end),
        (Some(_), _) => {
            return Err(PyValueError::new_err(
                "part must be the start and the end of a range of one archive",
            ));
        }
    };
    let progress = batches.progress();
    let shared = Shared {
        batches: Mutex::new(Some(batches)),
        lost: Mutex::default(),
        progress: Mutex::new(progress),
        is_taken: AtomicBool::new(false),
        process: process::id(),
    };
    Ok(Batches { shared: Arc::new(shared), schema })
}

fn parse_paths(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let advice = "paths must be a path, as str or os.PathLike, or a sequence of them";
    if paths.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(advice));
    }
    if paths.is_instance_of::<PyString>() || paths.hasattr("__fspath__")? {
        return Ok(vec![paths.extract()?]);
    }
    let each = |path: PyResult<Bound<'_, PyAny>>| path?.extract().map_err(|_| PyTypeError::new_err(advice));
    paths.try_iter().map_err(|_| PyTypeError::new_err(advice))?.map(each).collect()
}

/// Checks that a file can be opened: a later failure is a loss.
fn check(py: Python<'_>, path: &PathBuf) -> PyResult<()> {
    let opened = py.detach(|| {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::Error::from_raw_os_error(EISDIR));
        }
        // To open a pipe is to wait for its writer.
        let is_file = metadata.is_file();
        if is_file {
            fs::File::open(path)?;
        }
        Ok(is_file)
    });
    match opened {
        Ok(true) => Ok(()),
        Ok(false) => {
            let path = path.display();
            Err(PyValueError::new_err(format!("{path} is read in parts: write it to a regular file")))
        }
        Err(error) => Err(match error.raw_os_error() {
            // With these arguments the exception is a FileNotFoundError and such, with the name of the file.
            Some(code) => PyOSError::new_err((code, reason(&error), path.clone().into_os_string())),
            None => error.into(),
        }),
    }
}

const EISDIR: i32 = 21;

/// The system's error message, without the number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
