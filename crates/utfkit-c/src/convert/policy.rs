//! Policies for findings.

use utfkit::transcode::Policy;

use crate::status::utfkit_status;

/// The policy for ill-formed input and for characters that the target cannot encode.
///
/// No policy interprets ill-formed text as characters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_policy {
    /// Stop at the finding.
    Strict = 0,
    /// Write U+FFFD, or "?" if the target cannot encode it.
    Replace = 1,
    /// Write nothing.
    Skip = 2,
    /// Write "\xNN" for each byte.
    Escape = 3,
    /// Write the text of the caller. Characters of it that the target cannot encode become "?".
    ReplaceWith = 4,
    /// Write similar characters for those that the target cannot encode, or else the text of the
    /// caller. Stop at ill-formed input.
    Transliterate = 5,
}

/// Returns the policy with this number, which writes `text` if it writes a text.
pub(super) fn policy(number: u32, text: &str) -> Result<Policy<'_>, utfkit_status> {
    match number {
        0 => Ok(Policy::Strict),
        1 => Ok(Policy::Replace),
        2 => Ok(Policy::Skip),
        3 => Ok(Policy::Escape),
        4 => Ok(Policy::ReplaceWith(text)),
        5 => Ok(Policy::Transliterate(text)),
        _ => Err(utfkit_status::BadValue),
    }
}
