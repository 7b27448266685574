//! Labels of encodings, with the meanings that they have in Python.

use std::cell::RefCell;

use pyo3::{exceptions::PyLookupError, prelude::*};
use utfkit::{
    Encoding,
    encoding::{BomPolicy, BomRule, ByteOrder, Label, LabelSet},
};

/// The number of labels that are cached per thread.
const REMEMBERED: usize = 32;

thread_local! {
    /// The lookup of a label takes longer than decoding a short text.
    static KNOWN: RefCell<Vec<(String, Label)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the label with the meaning of Python's codec of that name.
///
/// # Errors
/// `LookupError`, with the most similar labels.
pub(crate) fn label(label: &str) -> PyResult<Label> {
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, meaning)) = known.iter().find(|(name, _)| name == label) {
            return Ok(*meaning);
        }
        // Labels may have white space around them, and Python's have no U+0000.
        let parsed = if label.contains('\0') { "" } else { label };
        let meaning = Label::parse(parsed, LabelSet::Python).map_err(|unknown| {
            let near: Vec<_> = unknown.nearest().collect();
            let near = if near.is_empty() {
                String::new()
            } else {
                format!(" (did you mean {}?)", near.join(", "))
            };
            PyLookupError::new_err(format!("unknown encoding: {}{near}", label.escape_debug()))
        })?;
        known.truncate(REMEMBERED - 1);
        known.insert(0, (label.to_owned(), meaning));
        Ok(meaning)
    })
}

/// Returns the byte order and the length of the BOM at the start of a text; `None` if more bytes
/// are needed.
///
/// As in Python, only UTF-16, UTF-32 and labels that name a BOM can have one. In all other
/// encodings, U+FEFF is text.
pub(crate) fn start(label: Label, head: &[u8], last: bool) -> Option<(ByteOrder, usize)> {
    if may_have_bom(label) {
        label.start(head, last)
    } else {
        Some((label.order().unwrap_or_default(), 0))
    }
}

/// Whether U+FEFF at the start of text with this label is a BOM, and not text.
pub(crate) fn may_have_bom(label: Label) -> bool {
    label.encoding().bom_rule() == BomRule::Decides || label.bom() == Some(BomPolicy::Add)
}

/// An encoding form that kernels decode into the characters of a `str`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Each byte is a character.
    Latin1,
    Utf8,
    Utf16(ByteOrder),
    Utf32(ByteOrder),
}

impl Form {
    /// Returns the number of bytes in a code unit.
    #[cfg(not(feature = "abi3"))]
    pub(crate) const fn unit(self) -> usize {
        match self {
            Self::Latin1 | Self::Utf8 => 1,
            Self::Utf16(_) => 2,
            Self::Utf32(_) => 4,
        }
    }

    /// Returns the form of text in `encoding`; `order` is used if the encoding does not fix the
    /// byte order.
    pub(crate) const fn of(encoding: Encoding, order: ByteOrder) -> Option<Self> {
        Some(match encoding {
            Encoding::Iso8859_1 => Self::Latin1,
            Encoding::Utf8 => Self::Utf8,
            Encoding::Utf16 => Self::Utf16(order),
            Encoding::Utf16Be => Self::Utf16(ByteOrder::Big),
            Encoding::Utf16Le => Self::Utf16(ByteOrder::Little),
            Encoding::Utf32 => Self::Utf32(order),
            Encoding::Utf32Be => Self::Utf32(ByteOrder::Big),
            Encoding::Utf32Le => Self::Utf32(ByteOrder::Little),
            _ => return None,
        })
    }
}

/// Returns the canonical name of the encoding for `label`.
///
/// >>> utfkit.name("utf8"), utfkit.name("cp1252")
/// ('utf-8', 'windows-1252')
#[pyfunction]
#[pyo3(signature = (label, /))]
pub(crate) fn name(label: &str) -> PyResult<&'static str> {
    Ok(self::label(label)?.encoding().name())
}

/// Returns `True` if `label` is known. It is much faster than the error of [`name`], which looks for
/// similar labels.
#[pyfunction]
#[pyo3(signature = (label, /))]
pub(crate) fn is_known(label: &str) -> bool {
    Label::parse(label, LabelSet::Python).is_ok()
}

/// Returns `True` if bytes change the meaning of later bytes in the encoding for `label`.
#[pyfunction]
pub(crate) fn has_shifts(label: &str) -> PyResult<bool> {
    Ok(self::label(label)?.encoding().has_shifts())
}

/// Returns all labels, with Python's meanings, and the names of their encodings.
///
/// >>> utfkit.labels()["latin1"]
/// 'iso-8859-1'
#[pyfunction]
pub(crate) fn labels() -> std::collections::BTreeMap<&'static str, &'static str> {
    LabelSet::Python.labels().map(|(label, means)| (label, means.encoding().name())).collect()
}
