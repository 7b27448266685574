//! What may be wrong with well-formed text, and what ill-formed text may hide: rules, and what of
//! them needs no more than code points and bytes.
//!
//! - [`Rule`] is the table: codes, classes, severities, words and help of all that an audit can find.
//! - [`suspicion`] says what a character is suspected of, whatever stands around it; [`plain_prefix`] how far text has
//!   nothing to look at, quickly.
//! - [`tag_character`] and [`selector_byte`] read what is hidden in tag characters and variation selectors.
//! - [`mistake`] says what an ill-formed sequence may hide, and [`PathWatch`] finds paths that are written with
//!   overlong forms, as `2F C0 AE 2E 2F` for `/../`.
//!
//! - [`stream::StreamAuditor`] follows the bytes of a stream, and [`auditor::text::Auditor`] its text. They give
//!   [`observation::Observation`]s, by a [`policy::Policy`]; this needs the feature `audit`.

#[cfg(feature = "audit")]
pub mod auditor;
pub mod characters;
pub mod context;
#[cfg(feature = "audit")]
pub mod observation;
#[cfg(feature = "audit")]
pub mod offsets;
#[cfg(feature = "audit")]
pub mod piece;
#[cfg(feature = "audit")]
pub mod policy;
pub mod rules;
#[cfg(feature = "audit")]
pub mod stream;

pub use characters::{
    hidden::{selector_byte, tag_character},
    suspect::{mistake, plain_prefix, suspicion},
};
pub use context::paths::PathWatch;
pub use rules::{Class, Description, Rule, Severity};
