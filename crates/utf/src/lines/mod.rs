//! Lines are sorted in utfkit-text.

pub use utfkit_text::lines::{Feed, Records};
