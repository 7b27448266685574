//! Finds text that deceives its readers: suspicious characters, and what ill-formed text may hide.
//!
//! - [`Rule`] is the table of findings: codes, classes, severities, titles and help.
//! - [`suspicion`] returns the worst suspicion about a character, without its context.
//!   [`plain_prefix`] measures the ASCII text that needs no closer look.
//! - [`tag_character`] and [`selector_byte`] decode text that is hidden in tag characters and
//!   variation selectors.
//! - [`ill_formed_rule`] returns the rule for an ill-formed sequence. `PathWatch` finds paths that are
//!   written with overlong forms, such as `2F C0 AE 2E 2F` for `/../`.
//!
//! With the feature `audit`, [`stream::StreamAuditor`] audits the bytes of a stream, and
//! [`auditor::text::Auditor`] audits text. Both return [`observation::Observation`]s, filtered by a
//! [`policy::Policy`].

#[cfg(feature = "audit")]
pub(crate) mod auditor;
#[cfg(feature = "unstable-parts")]
pub mod characters;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod characters;
#[cfg(feature = "audit")]
pub(crate) mod code;
pub(crate) mod context;
#[cfg(feature = "audit")]
mod lines;
#[cfg(feature = "audit")]
#[cfg(feature = "unstable-parts")]
pub mod observation;
#[cfg(feature = "audit")]
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod observation;
#[cfg(feature = "audit")]
pub(crate) mod piece;
#[cfg(feature = "audit")]
#[cfg(feature = "unstable-parts")]
pub mod policy;
#[cfg(feature = "audit")]
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod policy;
pub(crate) mod rules;
#[cfg(feature = "audit")]
pub(crate) mod stream;

#[cfg(feature = "audit")]
pub use self::auditor::text::Auditor;
pub use self::characters::{
    hidden::{selector_byte, tag_character},
    suspect::{ill_formed_rule, plain_prefix, suspicion},
};
#[cfg(feature = "audit")]
pub use self::code::Code;
#[cfg(feature = "unstable-parts")]
pub use self::context::paths::PathWatch;
#[cfg(feature = "audit")]
pub use self::observation::{Observation, Position};
#[cfg(feature = "audit")]
#[cfg(feature = "unstable-parts")]
pub use self::piece::Here;
#[cfg(feature = "audit")]
pub use self::policy::{Policy, UnknownName};
pub use self::rules::{
    class::{Class, Severity},
    description::Description,
    rule::Rule,
};
#[cfg(feature = "audit")]
pub use self::stream::StreamAuditor;
