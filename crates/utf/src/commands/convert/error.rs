//! The error that stops a conversion.

use std::path::PathBuf;

use utfkit::{Encoding, Finding, Status, error::Grouper};

use utfkit_text::transform::{Pipeline, Site};

use super::position::Position;
use crate::{files::compressed::method::Method, process::problem::Problem, reading::looks::Looks};

/// An error in the text that stops the conversion.
pub(super) struct ConversionError {
    /// The finding, which can span several maximal subparts.
    pub(super) finding: Finding,
    /// The line and the column, if they are known.
    pub(super) position: Option<Position>,
    /// The text that the finding is about.
    pub(super) site: Site,
    /// The encoding that the input was read in.
    pub(super) encoding: Encoding,
    /// Whether that encoding was only assumed.
    pub(super) unproven: bool,
    /// The judgement of the input, if nothing proves its encoding.
    pub(super) looks: Option<Looks>,
    /// The path of the input.
    pub(super) path: PathBuf,
    /// A warning if the named encoding has other units, or another byte order, than the input.
    pub(super) other_units: Option<String>,
    /// The compression method whose data the input begins with, if it was read as text.
    pub(super) begins_as: Option<Method>,
    /// The failure further on in the compressed data.
    pub(super) problem: Option<Problem>,
    /// The compression method, if the data was not read to its end. It may be damaged there.
    pub(super) unread: Option<Method>,
}

impl ConversionError {
    /// Creates the error for a character that the target cannot encode, in text changed by filters.
    pub(super) fn of_changed_text(finding: Finding, encoding: Encoding) -> Self {
        Self {
            finding,
            position: None,
            site: Site::Changed,
            encoding,
            unproven: false,
            looks: None,
            path: PathBuf::new(),
            other_units: None,
            begins_as: None,
            problem: None,
            unread: None,
        }
    }
}

/// Joins the finding `first` with those that follow it directly, as a reader would: `ED A0 80` is
/// one surrogate, not three bytes. `next` is the input of `pipeline` after `first`.
pub(super) fn whole(first: Finding, pipeline: &mut Pipeline<'_>, next: &[u8]) -> Finding {
    let mut next = &next[..next.len().min(Finding::MAX_BYTES)];
    let mut grouper = Grouper::new();
    let mut done = grouper.push(first);
    let mut end = first.end();
    // These few bytes cannot produce more output than this.
    let mut unused = [0_u8; 64];
    while done.is_none() {
        let outcome = pipeline.transcode(next, unused.as_mut_slice(), false);
        next = &next[outcome.read..];
        match outcome.status {
            Status::IllFormed(more) if more.offset() == end => {
                end = more.end();
                done = grouper.push(more);
            }
            _ => break,
        }
    }
    done.or_else(|| grouper.finish()).unwrap_or(first)
}
