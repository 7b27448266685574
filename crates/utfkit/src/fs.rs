//! Reading text files, with errors that name the position.

use std::{
    error::Error,
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
    string::String,
    vec::Vec,
};

use crate::{
    Finding,
    form::Form,
    simd,
    slices::{unchecked, utf8},
};

/// Reads the file at `path`, which must be well-formed UTF-8, into a string.
///
/// A BOM (U+FEFF at the start) stays in the text, as with [`std::fs::read_to_string`].
///
/// # Errors
/// The I/O error, or the first ill-formed sequence. [`ReadError`] has its line and column.
///
/// Cost: the file is read once and validated once, and its text is not copied.
///
/// ```no_run
/// let text = utfkit::fs::read_to_string("notes.txt")?;
/// # drop(text);
/// # Ok::<(), utfkit::fs::ReadError>(())
/// ```
#[doc(alias = "read file")]
pub fn read_to_string(path: impl AsRef<Path>) -> Result<String, ReadError> {
    let path = path.as_ref();
    let cause = match fs::read(path) {
        Ok(bytes) => match unchecked::into_string(bytes) {
            Ok(text) => return Ok(text),
            Err(bytes) => Cause::of(bytes),
        },
        Err(error) => Cause::Io(error),
    };
    Err(ReadError { path: path.into(), cause })
}

/// The reason why a file could not be read as text.
///
/// For ill-formed text, it prints the path, the line and the column (from 1, in characters), the
/// offset, the kind and the bytes. For an I/O error, it prints the path and the error. Control
/// characters in the path are escaped.
///
/// ```
/// let path = std::env::temp_dir().join(format!("utfkit-{}.txt", std::process::id()));
/// std::fs::write(&path, b"one\ntwo \x92s")?;
/// let error = utfkit::fs::read_to_string(&path).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     format!("{}:2:5: byte 8: unexpected continuation byte: 92", path.display()),
/// );
/// assert_eq!(error.line_and_column(), Some((2, 5)));
/// assert_eq!(error.finding().map(|finding| finding.offset()), Some(8));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ReadError {
    path: PathBuf,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    Io(io::Error),
    IllFormed { bytes: Vec<u8>, finding: Finding, line: usize, column: usize },
}

impl Cause {
    /// Returns the cause for `bytes`, which are ill-formed.
    fn of(bytes: Vec<u8>) -> Self {
        let before = simd::active().validate(Form::Utf8, &bytes);
        let finding = crate::form::errors::finding(Form::Utf8, &bytes, before);
        let before = &bytes[..before];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line = simd::active().lines(Form::Utf8, before) + 1;
        // Editors do not show a BOM, so it is not a column.
        let line_before = &before[start..];
        let shown = match start {
            0 => line_before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line_before),
            _ => line_before,
        };
        let column = utf8::count(shown) + 1;
        Self::IllFormed { bytes, finding, line, column }
    }
}

impl ReadError {
    /// Returns the path that was passed to [`read_to_string`].
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the first ill-formed sequence, or `None` if the file could not be read at all.
    #[must_use]
    pub const fn finding(&self) -> Option<&Finding> {
        match &self.cause {
            Cause::IllFormed { finding, .. } => Some(finding),
            Cause::Io(_) => None,
        }
    }

    /// Returns the line and the column of the first ill-formed sequence, or `None` if the file
    /// could not be read at all.
    ///
    /// Both count from 1, and columns are in characters.
    ///
    /// A BOM is not a column.
    #[must_use]
    pub const fn line_and_column(&self) -> Option<(usize, usize)> {
        match self.cause {
            Cause::IllFormed { line, column, .. } => Some((line, column)),
            Cause::Io(_) => None,
        }
    }

    /// Returns the I/O error, or `None` if the file was read but is ill-formed.
    #[must_use]
    pub const fn io_error(&self) -> Option<&io::Error> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            Cause::IllFormed { .. } => None,
        }
    }

    /// Returns the bytes of the file, so that the caller can decode them in another way.
    ///
    /// ```no_run
    /// use utfkit::{fs, utf8};
    /// let text = fs::read_to_string("notes.txt").or_else(|error| {
    ///     eprintln!("{error}");
    ///     error.into_bytes().map(|bytes| utf8::into_string_lossy(bytes).0)
    /// });
    /// # drop(text);
    /// ```
    ///
    /// # Errors
    /// Returns the error itself if the file could not be read.
    pub fn into_bytes(self) -> Result<Vec<u8>, Self> {
        match self.cause {
            Cause::IllFormed { bytes, .. } => Ok(bytes),
            Cause::Io(_) => Err(self),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_path(f, &self.path)?;
        match &self.cause {
            Cause::Io(error) => write!(f, ": {error}"),
            Cause::IllFormed { finding, line, column, .. } => {
                let (offset, what) = (finding.offset(), finding.what());
                write!(f, ":{line}:{column}: byte {offset}: {what}{}", finding.hex())
            }
        }
    }
}

/// Writes `path`. Escapes bytes that are not text, and characters that a terminal would act on.
fn write_path(f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
    for chunk in utf8::chunks(path.as_os_str().as_encoded_bytes()) {
        for character in chunk.text().chars() {
            match character {
                character if acts(character) => write!(f, "{}", character.escape_unicode())?,
                character => f.write_char(character)?,
            }
        }
        for byte in chunk.finding().iter().flat_map(Finding::bytes) {
            write!(f, "\\x{byte:02X}")?;
        }
    }
    Ok(())
}

/// Returns `true` if a terminal may act on `character`: a control character, a line separator, or a
/// character that changes the direction of writing.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        )
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            Cause::IllFormed { finding, .. } => Some(finding),
        }
    }
}

/// The error stays inside, with its message. The kind is `InvalidData` for ill-formed text.
impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> Self {
        let kind = error.io_error().map_or(io::ErrorKind::InvalidData, io::Error::kind);
        io::Error::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::ToString};

    /// A temporary file with given bytes, removed on drop.
    struct TemporaryFile(PathBuf);

    impl TemporaryFile {
        fn new(name: &str, bytes: &[u8]) -> Self {
            let path = std::env::temp_dir().join(format!("utfkit-{}-{name}", std::process::id()));
            fs::write(&path, bytes).unwrap();
            Self(path)
        }
    }

    impl Drop for TemporaryFile {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn text_is_unchanged() {
        let file = TemporaryFile::new("text", "\u{FEFF}na\u{EF}ve\r\n".as_bytes());
        assert_eq!(read_to_string(&file.0).unwrap(), "\u{FEFF}na\u{EF}ve\r\n");
    }

    #[test]
    fn ill_formed_text_says_where_and_why() {
        let file = TemporaryFile::new("bad", b"\xC3\xA9\n\n\xE2\x82\xAC\xC0\xAF\xFF");
        let error = read_to_string(&file.0).unwrap_err();
        let expected = ":3:2: byte 7: overlong form of U+002F: C0";
        assert_eq!(error.to_string(), format!("{}{expected}", file.0.display()));
        assert_eq!(error.path(), file.0);
        assert!(error.io_error().is_none());
        assert_eq!(io::Error::from(error).kind(), io::ErrorKind::InvalidData);
        let bytes = read_to_string(&file.0).unwrap_err().into_bytes().unwrap();
        assert_eq!(bytes[7..], [0xC0, 0xAF, 0xFF]);
    }

    #[test]
    fn a_bom_is_no_column() {
        let file = TemporaryFile::new("bom", b"\xEF\xBB\xBFa\xFF");
        let error = read_to_string(&file.0).unwrap_err();
        assert_eq!(error.line_and_column(), Some((1, 2)));
        assert_eq!(error.finding().map(Finding::offset), Some(4));
    }

    #[test]
    fn a_missing_file_is_named() {
        // Windows accepts no name with a control character below U+0020.
        let error = read_to_string("no\u{9B}31m\u{202E}such").unwrap_err();
        assert!(error.to_string().starts_with("no\\u{9b}31m\\u{202e}such: "), "{error}");
        assert_eq!((error.finding(), error.line_and_column()), (None, None));
        let error = io::Error::from(error.into_bytes().unwrap_err());
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(error.to_string().contains("such: "));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_not_text_is_escaped() {
        use std::{borrow::ToOwned, os::unix::ffi::OsStrExt};
        let path = Path::new(std::ffi::OsStr::from_bytes(b"caf\xE9/\xC3\xA9")).to_owned();
        let error = read_to_string(path).unwrap_err();
        assert!(error.to_string().starts_with("caf\\xE9/\u{E9}: "), "{error}");
    }
}
