//! The contents and the format of reports.

mod formats;
mod json;
mod place;
mod progress;
pub(crate) mod schema;
mod shown;
