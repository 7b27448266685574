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
//! What else an audit finds takes data of Unicode, which this crate has none of: whether a
//! character is assigned, its script, its normalization. The command `utf audit` finds that too.

mod characters;
mod context;
mod rules;

pub use characters::{
    hidden::{selector_byte, tag_character},
    suspect::{mistake, plain_prefix, suspicion},
};
pub use context::paths::PathWatch;
pub use rules::{Class, Description, Rule, Severity};
