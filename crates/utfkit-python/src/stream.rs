//! Reads files in any encoding as clean UTF-8.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use pyo3::{
    exceptions::{PyOSError, PyUnicodeError, PyValueError},
    prelude::*,
};
use utfkit::{
    Encoding, Finding, ascii,
    encoding::{BomPolicy, ByteOrder, Label},
    transcode::{Reader, Transcoder},
};
use utfkit_text::detect::{Detection, Detector, Verdict};

use crate::{encode, gzip, judge, label, raw, results};

/// The number of bytes that detection reads.
const HEAD: usize = 1 << 20;

/// The number of bytes that are read from the file at once.
const BLOCK: usize = 256 << 10;

/// The first bytes of gzip and zstd files.
const GZIP: &[u8] = b"\x1F\x8B";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";

/// The first bytes of other compressed files, which are not read, and their formats.
const OTHERS: [(&[u8], &str); 4] =
    [(b"\xFD7zXZ\0", "xz"), (b"BZh", "bzip2"), (b"PK\x03\x04", "zip"), (b"7z\xBC\xAF", "7-Zip")];

type Bytes = Box<dyn Read + Send>;

/// A file that is read as UTF-8: the inner part of the result of `utfkit.open`.
#[pyclass(frozen, module = "utfkit._utfkit")]
pub(crate) struct Source {
    /// The open file; `None` after it is closed.
    reader: Mutex<Option<Open>>,
    path: PathBuf,
    from: Label,
    detection: Option<Py<results::Detection>>,
}

struct Open {
    reader: Reader<'static, BufReader<Bytes>>,
    /// The error after the text that was already returned. Nothing after it is read.
    found: Option<io::Error>,
}

impl Open {
    /// Reads the next text into the buffer. Returns its number of bytes, which is 0 at the end and
    /// after an error.
    fn fill(&mut self) -> usize {
        if self.found.is_some() {
            return 0;
        }
        match self.reader.fill_buf() {
            Ok(text) => text.len(),
            Err(error) => {
                self.found = Some(error);
                0
            }
        }
    }
}

#[pymethods]
impl Source {
    /// Opens `path`. Without `encoding`, it is detected.
    #[new]
    #[pyo3(signature = (path, encoding = None, errors = "strict"))]
    fn new(py: Python<'_>, path: PathBuf, encoding: Option<&str>, errors: &str) -> PyResult<Self> {
        let policy = encode::policy(errors)?;
        let label = encoding.map(label::label).transpose()?;
        let opened = py.detach(|| open(&path, label.is_none()));
        let (bytes, detection, start) = opened.map_err(|error| os_error(&path, &error))?;
        let from = match (&detection, label) {
            (_, Some(label)) => label,
            (Some(detection), None) => match detection.encoding() {
                Some(Encoding::UsAscii) => Encoding::Utf8.into(),
                Some(encoding) => encoding.into(),
                None => return Err(unknown(&path, detection.verdict(), &start)),
            },
            (None, None) => return Err(unknown(&path, Verdict::Unknown, &start)),
        };
        let transcoder = match with_bom(from.encoding()) {
            Some((encoding, order)) => Transcoder::new(encoding, Encoding::Utf8).input_order(order),
            None => Transcoder::labelled(from, Encoding::Utf8.into()),
        };
        let transcoder = transcoder.bom(BomPolicy::Strip).policy(policy);
        let reader = Reader::new(BufReader::with_capacity(BLOCK, bytes), transcoder);
        let detection = detection.map(|found| Py::new(py, judge::object(&found))).transpose()?;
        let reader = Mutex::new(Some(Open { reader, found: None }));
        Ok(Self { reader, path, from, detection })
    }

    /// Returns the name of the encoding that is read.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.from.encoding().name()
    }

    /// Returns the detection, unless the caller named the encoding.
    #[getter]
    fn detection(&self, py: Python<'_>) -> Option<Py<results::Detection>> {
        self.detection.as_ref().map(|detection| detection.clone_ref(py))
    }

    /// Reads UTF-8 into `room`, and returns the number of bytes, which is 0 at the end.
    ///
    /// After an error, each call raises it again. So a caller who catches it never takes the text after
    /// the error for that before it.
    fn readinto(&self, py: Python<'_>, room: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mut filled = 0;
        loop {
            let len = py.detach(|| self.lock().as_mut().map(Open::fill));
            let len = len.ok_or_else(|| PyValueError::new_err("I/O operation on closed file"))?;
            let mut guard = self.lock();
            let Some(open) = guard.as_mut() else { return Ok(filled) };
            match &open.found {
                Some(_) if filled > 0 => return Ok(filled),
                Some(error) if error.kind() != io::ErrorKind::Interrupted => {
                    return Err(self.error(py, error));
                }
                Some(_) => {
                    open.found = None;
                    drop(guard);
                    py.check_signals()?;
                    continue;
                }
                None if len == 0 => return Ok(filled),
                None => {}
            }
            let text = open.reader.fill_buf()?;
            let (copied, is_full) = raw::with_room(room, |room| {
                let room = &mut room[filled..];
                let len = room.len().min(text.len());
                room[..len].copy_from_slice(&text[..len]);
                (len, len == room.len())
            })?;
            open.reader.consume(copied);
            filled += copied;
            if is_full {
                return Ok(filled);
            }
        }
    }

    /// Closes the file.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.lock() = None);
    }
}

impl Source {
    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, py: Python<'_>, error: &io::Error) -> PyErr {
        let finding = error.get_ref().and_then(|inner| inner.downcast_ref::<Finding>());
        match finding {
            Some(finding) => {
                let place = format!(" of {}", self.path.display());
                let from = self.from.encoding();
                encode::conversion_error(py, from, Encoding::Utf8, finding, &place)
            }
            None => os_error(&self.path, error),
        }
    }
}

/// Returns an `OSError`, or its subclass for the error number.
fn os_error(path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Returns the exception for a file whose encoding was not detected.
fn unknown(path: &Path, verdict: Verdict, start: &[u8]) -> PyErr {
    let format = OTHERS.iter().find(|(magic, _)| start.starts_with(magic));
    let why = match (format, verdict) {
        (Some((_, format)), _) => format!("{format} is not supported (decompress the file first)"),
        (None, Verdict::Binary) => "binary file (to read it as text, pass encoding=…)".to_owned(),
        _ => "the encoding is unknown (pass encoding=…)".to_owned(),
    };
    PyUnicodeError::new_err(format!("{}: {why}", path.display()))
}

/// A file: its decompressed bytes, its detection, and the first bytes before decompression.
type Opened = (Bytes, Option<Detection>, Vec<u8>);

/// Opens a file. It is detected if `detects` is set.
fn open(path: &Path, detects: bool) -> io::Result<Opened> {
    let mut file = File::open(path)?;
    let is_regular = file.metadata()?.is_file();
    let magic = head(&mut file, 6)?;
    let is_compressed = magic.starts_with(GZIP) || magic.starts_with(ZSTD);
    let raw = Cursor::new(magic.clone()).chain(file);
    let mut bytes: Bytes = if magic.starts_with(GZIP) {
        Box::new(gzip::Members::new(BufReader::with_capacity(BLOCK, raw)))
    } else if magic.starts_with(ZSTD) {
        Box::new(zstd::Decoder::new(raw)?)
    } else {
        Box::new(raw)
    };
    if !detects {
        return Ok((bytes, None, magic));
    }
    let start = head(&mut bytes, HEAD)?;
    let mut detector = Detector::new();
    detector.feed(&start);
    if start.len() < HEAD {
        return Ok((Box::new(Cursor::new(start)), Some(detector.finish()), magic));
    }
    if is_regular && !is_compressed && ascii::is_valid(&start) {
        feed_rest(path, &mut detector)?;
    }
    Ok((Box::new(Cursor::new(start).chain(bytes)), Some(detector.so_far()), magic))
}

/// Returns the encoding and byte order of the same text, in which U+FEFF at the start is a BOM and not
/// text; `None` if that is so in `encoding`.
fn with_bom(encoding: Encoding) -> Option<(Encoding, ByteOrder)> {
    Some(match encoding {
        Encoding::Utf16Le => (Encoding::Utf16, ByteOrder::Little),
        Encoding::Utf16Be => (Encoding::Utf16, ByteOrder::Big),
        Encoding::Utf32Le => (Encoding::Utf32, ByteOrder::Little),
        Encoding::Utf32Be => (Encoding::Utf32, ByteOrder::Big),
        _ => return None,
    })
}

/// Feeds the first block after the head that is not ASCII, because its bytes decide.
fn feed_rest(path: &Path, detector: &mut Detector) -> io::Result<()> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(HEAD as u64))?;
    loop {
        let block = head(&mut file, HEAD)?;
        if !ascii::is_valid(&block) {
            detector.feed(&block);
            return Ok(());
        }
        if block.is_empty() {
            return Ok(());
        }
    }
}

/// Reads at most `len` bytes.
fn head(reader: &mut dyn Read, len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(len as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
