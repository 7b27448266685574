//! The rows of the table of charsets: names, engines, labels.

mod browsers;
mod early;
mod national;
mod row;
mod sets;
mod shifted;
mod single;

pub(super) use browsers::{ONLY_WHATWG, ROWS};
pub(super) use early::{EARLY, EARLY_EBCDIC};
pub(super) use national::NATIONAL;
pub(super) use row::Row;
pub(super) use sets::SETS;
pub(super) use shifted::{SHIFTED, SHIFTED_ZOS};
pub(super) use single::{EBCDIC, OTHER, ZOS};
