//! Separates bad lines from good ones: a text is read once, and lines or records with errors go to
//! another output.
//!
//! A program reads a text and finds its errors. A [`Sorter`] cuts lines around these and passes the
//! bytes between them as they came. A [`Taker`] receives both.

mod cut;
mod feed;
mod held;
mod mark;
mod overflow;
mod reasons;
#[cfg(feature = "csv")]
mod records;
mod run;
mod sorter;
mod taker;
mod unit;

pub use cut::Cut;
pub use feed::Feed;
pub use held::{Bytes, Held};
pub use mark::Mark;
pub use overflow::{LineTooLong, MAX_IN_MEMORY, Overflow, Refuse, Store};
#[cfg(feature = "csv")]
pub use records::Records;
pub use run::Run;
pub use sorter::{Sorter, Tally};
pub use taker::{Rejected, SortError, Taker};
pub use unit::Unit;
