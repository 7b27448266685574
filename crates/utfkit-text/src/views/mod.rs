//! The answers of this crate in one shape, for JSON and for bindings.
//!
//! Each view has the keys of `docs/report.schema.json`. The command adds the path of the file, and
//! words a hint with its own options. Bindings for other languages have the same keys, in the style of
//! the language.
//!
//! ```
//! # #[cfg(feature = "charsets")] {
//! use utfkit_text::{detect, views};
//! let view = views::Detection::of(&detect::detect("na\u{EF}ve".as_bytes()));
//! assert_eq!((view.encoding, view.verdict), (Some("utf-8"), "proven"));
//! # }
//! ```

mod bytes;
mod detection;
mod error;
mod observation;
mod repair;

pub use self::{
    bytes::hexadecimal,
    detection::{Alternative, Detection, Segment, rounded},
    error::{Diagnostic, Finding},
    observation::Observation,
    repair::{Ambiguity, Fix},
};
