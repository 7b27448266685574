//! The results of judgments, as objects of Python.
//!
//! All are frozen, and behave like frozen data classes: they compare by value, can be keys, copied,
//! and sent to other processes, and have a form of plain dictionaries.

use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyTuple, PyType},
};

/// Defines a class with these fields, and what every result can do.
macro_rules! result {
    (
        $(#[$about:meta])*
        $name:ident {
            $($(#[$field_about:meta])* $field:ident: $type:ty,)*
        }
        $($methods:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(frozen, get_all, module = "utfkit")]
        pub(crate) struct $name {
            $($(#[$field_about])* pub(crate) $field: $type,)*
        }

        #[pymethods]
        impl $name {
            #[classattr]
            fn __match_args__() -> &'static [&'static str] {
                &[$(stringify!($field)),*]
            }

            #[new]
            #[allow(clippy::too_many_arguments)]
            fn new($($field: $type),*) -> Self {
                Self { $($field),* }
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
                Ok((slf.get_type(), values(slf.as_any(), Self::__match_args__())?))
            }

            fn __eq__<'py>(
                slf: &Bound<'py, Self>,
                other: &Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                if !other.is_instance_of::<Self>() {
                    return Ok(slf.py().NotImplemented().into_bound(slf.py()));
                }
                let fields = Self::__match_args__();
                let is_equal = values(slf.as_any(), fields)?.eq(values(other, fields)?)?;
                Ok(is_equal.into_pyobject(slf.py())?.to_owned().into_any())
            }

            fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
                let values = values(slf.as_any(), Self::__match_args__())?;
                let parts = values.iter().map(|value| value.hash().or_else(|_| value.len().map(|len| len as isize)));
                PyTuple::new(slf.py(), parts.collect::<PyResult<Vec<_>>>()?)?.hash()
            }

            /// Returns the fields as a dictionary. Results inside it are dictionaries too.
            fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
                let dictionary = PyDict::new(slf.py());
                for name in Self::__match_args__().iter().filter(|name| !name.starts_with('_')) {
                    dictionary.set_item(name, plain(&slf.getattr(*name)?)?)?;
                }
                Ok(dictionary)
            }

            $($methods)*
        }
    };
}

result! {
    /// A sequence that is ill-formed, or that a receiver rejects.
    Finding {
        /// The offset in bytes.
        offset: u64,
        /// The code of the kind, such as `overlong`.
        kind: String,
        /// The bytes.
        bytes: Py<PyBytes>,
        /// The problem, in a few words.
        message: String,
        /// The line, from 1.
        line: u64,
        /// The column in characters, from 1.
        column: u64,
        /// The possible meaning, and a remedy.
        hint: Option<String>,
        /// The receiver that rejects the character, if the text is well-formed here.
        receiver: Option<String>,
        /// The encoding that the text was read in.
        encoding: String,
        /// The length in bytes.
        length: usize,
        /// The code point that the bytes mean, such as `U+002F`.
        means: Option<String>,
        /// The number of U+FFFD that decoders write for it.
        subparts: usize,
        /// The document and the section that define the error.
        section: String,
        /// The code of the remedy, such as `read-as`.
        advice: Option<String>,
        /// The encoding that the remedy names.
        read_as: Option<String>,
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let bytes = shown(py, self.bytes.as_bytes(py));
        let Self { offset, kind, line, column, .. } = self;
        format!("Finding(offset={offset}, kind={kind:?}, bytes={bytes}, line={line}, column={column})")
    }

    fn __str__(&self) -> String {
        format!("{} at byte {}", self.message, self.offset)
    }
}

result! {
    /// The encoding of a text, with the reasons.
    Detection {
        /// The name of the encoding; `None` if it is unknown.
        encoding: Option<String>,
        /// `proven`, `so-far`, `likely`, `binary` or `unknown`.
        verdict: String,
        /// From 0 to 1.
        confidence: f64,
        /// A code of ISO 639, for legacy charsets.
        language: Option<String>,
        /// The reasons, as text.
        evidence: Vec<String>,
        /// Other encodings, with their confidence, the likeliest first.
        alternatives: Vec<(String, f64)>,
        /// Parts in several encodings: offset, length and encoding.
        segments: Vec<(u64, u64, Option<String>)>,
        /// The label that the text declares, which may be wrong.
        declared: Option<String>,
        /// The type of binary data, if it is known.
        file_type: Option<String>,
        /// The media type of binary data, if it is known.
        media_type: Option<String>,
        /// The number of bytes that were read.
        bytes: u64,
    }

    fn __repr__(&self) -> String {
        let encoding = self.encoding.as_ref().map_or("None".to_owned(), |name| format!("{name:?}"));
        let Self { verdict, confidence, .. } = self;
        format!("Detection(encoding={encoding}, verdict={verdict:?}, confidence={confidence:.2})")
    }

    /// Returns the result in the form of `chardet.detect`.
    ///
    /// >>> utfkit.detect("naïve".encode()).as_chardet()["encoding"]
    /// 'utf-8'
    fn as_chardet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let result = PyDict::new(py);
        result.set_item("encoding", self.encoding.as_deref())?;
        result.set_item("confidence", self.confidence)?;
        result.set_item("language", self.language.as_deref().unwrap_or_default())?;
        Ok(result)
    }
}

result! {
    /// One change that `repair` made.
    Fix {
        /// The offset in bytes in the damaged text.
        offset: u64,
        /// The bytes in the damaged text.
        bytes: Py<PyBytes>,
        /// The bytes that replace them.
        becomes: Py<PyBytes>,
        /// The code of the damage, such as `mojibake`.
        kind: String,
        /// The reason why the fix is the only interpretation.
        why: String,
        /// The number of bytes before the fix.
        length: usize,
        /// The codes of other damage, each below the one before it.
        also: Vec<String>,
        /// The probability of the fix against all other texts in percent, if it is known.
        percent: Option<u8>,
        /// Whether a byte was lost, and the fix guesses it.
        guess: bool,
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let bytes = shown(py, self.bytes.as_bytes(py));
        let becomes = shown(py, self.becomes.as_bytes(py));
        format!("Fix(offset={}, kind={:?}, bytes={bytes}, becomes={becomes})", self.offset, self.kind)
    }
}

/// Ambiguous damage: the offset, the bytes, the code and the two interpretations.
type Ambiguous = (u64, Py<PyBytes>, String, (String, String));

result! {
    /// A text that was repaired.
    Repaired {
        bytes: Py<PyBytes>,
        fixes: Vec<Py<Fix>>,
        ambiguous: Vec<Ambiguous>,
        _damaged: Py<PyBytes>,
    }

    /// Returns the damaged text.
    fn undo(&self, py: Python<'_>) -> Py<PyBytes> {
        self._damaged.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("Repaired({} fixes, {} ambiguous)", self.fixes.len(), self.ambiguous.len())
    }
}

result! {
    /// A text with replaced places.
    Edited {
        /// The new text.
        bytes: Py<PyBytes>,
        /// The encoding of the text.
        encoding: String,
        /// The replaced places: the offset and the length before, and the same after, in bytes.
        places: Vec<(usize, usize, usize, usize)>,
    }

    fn __repr__(&self) -> String {
        format!("Edited(encoding={:?}, {} places)", self.encoding, self.places.len())
    }
}

result! {
    /// A suspicious character or sequence.
    Observation {
        /// The code of the rule, such as `bidi-override`.
        kind: String,
        /// `note`, `warning` or `error`.
        severity: String,
        /// The offset in bytes.
        offset: u64,
        /// The number of bytes.
        length: u64,
        /// The line, from 1.
        line: u64,
        /// The column in characters, from 1.
        column: u64,
        /// The first code point, such as `U+202E`.
        code_point: Option<String>,
        /// The subject of the rule.
        message: String,
        /// The hidden text, the similar text or the reason, if there is one.
        means: Option<String>,
        /// The name of the code point.
        name: Option<String>,
    }

    fn __repr__(&self) -> String {
        let Self { kind, severity, offset, line, column, .. } = self;
        format!(
            "Observation(kind={kind:?}, severity={severity:?}, offset={offset}, line={line}, \
             column={column})"
        )
    }
}

/// Returns `bytes` as `repr` shows them.
fn shown(py: Python<'_>, bytes: &[u8]) -> String {
    PyBytes::new(py, bytes).repr().map(|text| text.to_string()).unwrap_or_default()
}

/// Returns the values of the attributes `fields` of `object`.
fn values<'py>(object: &Bound<'py, PyAny>, fields: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let values: PyResult<Vec<_>> = fields.iter().map(|name| object.getattr(*name)).collect();
    PyTuple::new(object.py(), values?)
}

/// Returns `value` with dictionaries in place of results.
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(list) = value.cast::<PyList>() {
        let all: PyResult<Vec<_>> = list.iter().map(|one| plain(&one)).collect();
        return Ok(PyList::new(value.py(), all?)?.into_any());
    }
    match value.getattr_opt("to_dict")? {
        Some(to_dict) => to_dict.call0(),
        None => Ok(value.clone()),
    }
}
