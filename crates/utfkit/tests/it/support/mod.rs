//! What the integration tests share: the vectors, a reference written from the standards' tables,
//! another that is the standard library, the public slice functions by form, texts to try, and memory that ends where it says.

#![allow(dead_code, reason = "each test binary uses a part")]

pub(crate) mod batches;
pub(crate) mod fenced;
pub(crate) mod reader;
pub(crate) mod reference;
pub(crate) mod replaced;
pub(crate) mod slices;
pub(crate) mod text;

use utfkit::{Finding, Kind};

/// A finding as plain data: what the vectors, the reference and the library must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) offset: usize,
    pub(crate) length: usize,
    pub(crate) kind: &'static str,
    pub(crate) means: Option<u32>,
    pub(crate) subparts: usize,
}

impl Found {
    /// The same, `by` bytes further on.
    pub(crate) fn moved(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

impl From<&Finding> for Found {
    fn from(finding: &Finding) -> Self {
        Self {
            offset: usize::try_from(finding.offset()).expect("an offset into a slice"),
            length: finding.len(),
            kind: finding.kind().code(),
            means: finding.means(),
            subparts: finding.subparts(),
        }
    }
}

/// The code `code` as the library's table spells it; panics if the table has none.
pub(crate) fn known_code(code: &str) -> &'static str {
    Kind::DESCRIPTIONS
        .iter()
        .map(|description| description.code)
        .find(|&known| known == code)
        .unwrap_or_else(|| panic!("no kind has the code {code}"))
}
