//! The policies for errors.

use utfkit::{Encoding, transcode::Policy};

use super::check::readable;
use crate::{args::target::Lacking, commands::convert::args::Errors};

/// The policies for ill-formed text and for characters that the target cannot encode.
#[derive(Clone, Debug)]
pub(in crate::commands::convert) struct Policies {
    pub(in crate::commands::convert) errors: Errors,
    /// The policies that a dry run does not use, but whose effect it reports.
    pub(in crate::commands::convert) rehearsed: (Errors, Lacking),
    pub(super) lacking: Lacking,
    replacement: Option<String>,
    /// The reader's replacement for ill-formed text, if U+FFFD cannot be used. The target can
    /// encode it.
    readable: Option<String>,
}

impl Policies {
    /// Makes the policies for text that is written in `to`.
    pub(super) fn new(
        errors: Errors,
        lacking: Lacking,
        replacement: Option<String>,
        to: Encoding,
    ) -> Self {
        let readable = readable(replacement.as_deref(), to);
        Self { errors, rehearsed: (errors, lacking), lacking, replacement, readable }
    }

    /// Makes the policies of a dry run. It reports everything that a policy would have to handle.
    pub(super) fn of_dry_run(errors: Errors, lacking: Lacking, to: Encoding) -> Self {
        let strict = Self::new(Errors::Strict, Lacking::default(), None, to);
        Self { rehearsed: (errors, lacking), ..strict }
    }

    /// Returns the policy for errors.
    pub(super) fn policy(&self) -> Policy<'_> {
        self.replacing(self.replacement.as_deref())
    }

    /// Returns the policy for errors of a text that filters change before it is written.
    pub(super) fn policy_before_filters(&self) -> Policy<'_> {
        self.replacing(self.readable.as_deref())
    }

    /// Returns the policy for errors. `replacement` is written instead of U+FFFD.
    fn replacing<'p>(&self, replacement: Option<&'p str>) -> Policy<'p> {
        match self.errors {
            Errors::Strict => Policy::Strict,
            Errors::Replace => replacement.map_or(Policy::Replace, Policy::ReplaceWith),
            Errors::Skip => Policy::Skip,
            Errors::Escape => Policy::Escape,
        }
    }

    /// Returns the policy for characters that the target cannot encode, if `-t` sets one.
    pub(super) fn unencodable(&self) -> Option<Policy<'_>> {
        self.lacking.policy(&self.policy())
    }

    /// Returns `true` if the run stops at each error.
    pub(super) fn is_strict(&self) -> bool {
        self.errors == Errors::Strict && self.lacking == Lacking::default()
    }
}
