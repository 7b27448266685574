//! What is told, and how it looks.

mod formats;
mod json;
mod place;
mod progress;
pub(crate) mod schema;
mod shown;
