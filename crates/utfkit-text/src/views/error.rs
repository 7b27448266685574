//! An error in a text.

use std::borrow::Cow;

use serde::Serialize;

use super::bytes::hexadecimal;
use crate::{diagnose, receivers::Receiver, unicode::categories::notation};

/// An ill-formed sequence, or a character that a receiver rejects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: usize,
    /// The code of the kind, such as `overlong`.
    pub kind: &'static str,
    /// The problem, in a few words.
    pub message: String,
    /// The bytes, in hexadecimal, with a blank between two bytes.
    pub bytes: String,
    /// The code point that the bytes mean, such as `U+002F`.
    pub means: Option<String>,
    /// The number of U+FFFD that decoders write for it.
    pub subparts: usize,
}

/// An error with its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Diagnostic<'a> {
    /// The name of the encoding that the text was read in.
    pub encoding: &'static str,
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: usize,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The code of the kind, such as `overlong`.
    pub kind: &'static str,
    /// The problem, in a few words.
    pub message: String,
    /// The bytes, in hexadecimal, with a blank between two bytes.
    pub bytes: String,
    /// The code point that the bytes mean, such as `U+002F`.
    pub means: Option<String>,
    /// The number of U+FFFD that decoders write for it.
    pub subparts: usize,
    /// The document and the section that define the error.
    pub section: &'static str,
    /// The possible meaning, and a remedy.
    pub hint: Option<Cow<'a, str>>,
    /// The code of the remedy, such as `read-as`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<&'static str>,
    /// The encoding that the remedy names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_as: Option<&'static str>,
    /// The receiver that rejects the text, if it is well-formed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver: Option<&'static str>,
    /// The record of the error, from 1, in text with fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
    /// The field of the error, from 1, in text with fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<u64>,
}

impl Finding {
    /// Returns the view of `finding`.
    #[must_use]
    pub fn of(finding: &utfkit::Finding) -> Self {
        Self {
            offset: finding.offset(),
            length: finding.len(),
            kind: finding.kind().code(),
            message: finding.what().to_string(),
            bytes: hexadecimal(finding.bytes(), " "),
            means: finding.means().map(notation),
            subparts: finding.subparts(),
        }
    }

    /// Returns the view at another offset.
    #[must_use]
    pub fn at(self, offset: u64) -> Self {
        Self { offset, ..self }
    }
}

impl<'a> Diagnostic<'a> {
    /// Returns the view of `error`. `hint` is its hint in the words of the program.
    #[must_use]
    pub fn of(error: &diagnose::Diagnostic, hint: Option<Cow<'a, str>>) -> Self {
        let Finding { offset, length, kind, message, bytes, means, subparts } =
            Finding::of(&error.finding);
        let advice = error.hint.as_ref().and_then(|own| own.advice);
        let (record, field) = error.field.unzip();
        Self {
            encoding: error.encoding.name(),
            offset,
            length,
            line: error.line,
            column: error.column,
            kind,
            message,
            bytes,
            means,
            subparts,
            section: error.section(),
            hint,
            advice: advice.map(diagnose::Advice::code),
            read_as: advice.and_then(diagnose::Advice::encoding).map(|encoding| encoding.name()),
            receiver: error.receiver.map(Receiver::name),
            record,
            field,
        }
    }
}
