//! Finds text that deceives its readers: suspicious characters, and what ill-formed text may hide.
//!
//! - [`Rule`] is the table of findings: codes, classes, severities, titles and help.
//! - [`suspicion`] returns the worst suspicion about a character, without its context.
//!   [`plain_prefix`] measures the ASCII text that needs no closer look.
//! - [`tag_character`] and [`selector_byte`] decode text that is hidden in tag characters and
//!   variation selectors.
//! - [`ill_formed_rule`] returns the rule for an ill-formed sequence. [`PathWatch`] finds paths that are
//!   written with overlong forms, such as `2F C0 AE 2E 2F` for `/../`.
//!
//! With the feature `audit`, [`stream::StreamAuditor`] audits the bytes of a stream, and
//! [`auditor::text::Auditor`] audits text. Both return [`observation::Observation`]s, filtered by a
//! [`policy::Policy`].

#[cfg(feature = "audit")]
pub mod auditor;
pub mod characters;
#[cfg(feature = "audit")]
pub mod code;
pub mod context;
#[cfg(feature = "audit")]
pub mod fix;
#[cfg(feature = "audit")]
mod lines;
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
    suspect::{ill_formed_rule, plain_prefix, suspicion},
};
pub use context::paths::PathWatch;
pub use rules::{Class, Description, Rule, Severity};
