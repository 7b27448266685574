//! The rows of the table of charsets: names, engines, labels.

mod browsers;
#[cfg(feature = "legacy-charsets")]
mod common;
#[cfg(feature = "legacy-charsets")]
mod early;
#[cfg(feature = "legacy-charsets")]
mod national;
mod row;
#[cfg(feature = "legacy-charsets")]
mod sets;
#[cfg(feature = "legacy-charsets")]
mod shifted;
#[cfg(feature = "legacy-charsets")]
mod single;

pub(super) use row::Row;

/// The tables of rows. Only the WHATWG label set has labels for those of the last table.
#[cfg(feature = "legacy-charsets")]
pub(super) static TABLES: [&[Row]; 13] = [
    common::DOUBLE,
    browsers::SINGLE,
    common::DOS,
    single::OTHER,
    sets::SETS,
    single::EBCDIC,
    single::ZOS,
    shifted::SHIFTED,
    shifted::SHIFTED_ZOS,
    early::EARLY,
    early::EARLY_EBCDIC,
    national::NATIONAL,
    browsers::ONLY_WHATWG,
];

/// The tables of rows. Only the WHATWG label set has labels for those of the last table.
#[cfg(not(feature = "legacy-charsets"))]
pub(super) static TABLES: [&[Row]; 2] = [browsers::SINGLE, browsers::ONLY_WHATWG];
