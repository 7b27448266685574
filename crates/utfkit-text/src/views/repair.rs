//! The changes of a repair, and the damage that stays.

use std::borrow::Cow;

use serde::Serialize;

use super::bytes::hexadecimal;
use crate::repair::{self, Fault};

/// A change of a repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fix<'a> {
    /// The offset in bytes in the text before the repair.
    pub offset: u64,
    /// The length in bytes in the text before the repair.
    pub length: usize,
    /// The line, from 1, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in characters, from 1, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The code of the damage, such as `mojibake`.
    pub kind: &'static str,
    /// The bytes before the fix, in hexadecimal, with a blank between two bytes.
    pub bytes: String,
    /// The bytes after the fix.
    pub becomes: String,
    /// The reason for the fix.
    pub why: Cow<'a, str>,
    /// The codes of other damage, each below the one before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<&'static str>,
    /// The probability of the fix against all other texts in percent, if the model was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// Whether a byte was lost, and the fix guesses it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guess: bool,
}

/// Damage with two likely interpretations, which stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Ambiguity<'a> {
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: usize,
    /// The line, from 1, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in characters, from 1, if it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The code of the possible damage, such as `mojibake`.
    pub kind: &'static str,
    /// The bytes, in hexadecimal, with a blank between two bytes.
    pub bytes: String,
    /// The two interpretations.
    pub readings: &'a [String; 2],
    /// The probability of each interpretation in percent, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<[u8; 2]>,
}

impl<'a> Fix<'a> {
    /// Returns the view of `fix`, without its line.
    #[must_use]
    pub fn of(fix: &'a repair::Fix) -> Self {
        Self {
            offset: fix.offset,
            length: fix.bytes.len(),
            line: None,
            column: None,
            kind: fix.fault.code(),
            bytes: hexadecimal(&fix.bytes, " "),
            becomes: hexadecimal(&fix.becomes, " "),
            why: fix.why(),
            also: fix.also.iter().map(|fault: &Fault| fault.code()).collect(),
            percent: fix.percent,
            guess: fix.is_guess,
        }
    }

    /// Returns the view with a line and a column.
    #[must_use]
    pub fn at(self, place: Option<(u64, u64)>) -> Self {
        let (line, column) = place.unzip();
        Self { line, column, ..self }
    }
}

impl<'a> Ambiguity<'a> {
    /// Returns the view of `one`, without its line.
    #[must_use]
    pub fn of(one: &'a repair::Ambiguity) -> Self {
        Self {
            offset: one.offset,
            length: one.bytes.len(),
            line: None,
            column: None,
            kind: one.code,
            bytes: hexadecimal(&one.bytes, " "),
            readings: &one.readings,
            percent: one.percent,
        }
    }

    /// Returns the view with a line and a column.
    #[must_use]
    pub fn at(self, place: Option<(u64, u64)>) -> Self {
        let (line, column) = place.unzip();
        Self { line, column, ..self }
    }
}
