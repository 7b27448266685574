//! What stopped a conversion.

use utfkit::{Encoding, Finding, Status, error::Grouper};

use super::{
    pipeline::{Pipeline, Site},
    place::Place,
};
use crate::{files::compressed::method::Method, process::problem::Problem};
use utfkit_text::detect::likeliest::Likeliest;

/// What stopped a conversion, and where.
pub(super) struct Mistake {
    /// The mistake, which can span several maximal subparts.
    pub(super) finding: Finding,
    /// Where it begins, if that could be told.
    pub(super) place: Option<Place>,
    /// What it is about.
    pub(super) site: Site,
    /// What the input was read as.
    pub(super) encoding: Encoding,
    /// Whether that was only assumed.
    pub(super) unproven: bool,
    /// What the input is likeliest in, if nothing proves what it is.
    pub(super) likeliest: Option<Likeliest>,
    /// The method as the data of which the input begins that is read as text.
    pub(super) begins_as: Option<Method>,
    /// The problem there is further on, with what the text is compressed in.
    pub(super) problem: Option<Problem>,
    /// What the text is compressed in, if nobody knows whether there is such a problem: that was not
    /// read to its end.
    pub(super) unread: Option<Method>,
}

impl Mistake {
    /// A character that the target lacks, in text as the filters left it.
    pub(super) fn of_changed_text(finding: Finding, encoding: Encoding) -> Self {
        Self {
            finding,
            place: None,
            site: Site::Changed,
            encoding,
            unproven: false,
            likeliest: None,
            begins_as: None,
            problem: None,
            unread: None,
        }
    }
}

/// The mistake that begins with the finding `first`, behind which the input of `pipeline` goes on
/// with `next`: a person takes `ED A0 80` for one surrogate, not for three bytes.
pub(super) fn whole(first: Finding, pipeline: &mut Pipeline<'_>, next: &[u8]) -> Finding {
    let mut next = &next[..next.len().min(Finding::MAX_BYTES)];
    let mut grouper = Grouper::new();
    let mut done = grouper.push(first);
    let mut end = first.end();
    // Room for all that so few bytes can become.
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
