//! The character sets of databases whose names mean others elsewhere.

use super::{common, group::Group};

/// MySQL and MariaDB, according to the chapter on Unicode in MySQL's manual.
pub(super) const MYSQL: &[Group] = &[
    Group::new("utf-8", &["utf8"]).note(common::UTF8MB3),
    Group::new("ucs-2be", &["ucs2"]).note(UNMARKED),
    Group::new("utf-16be", &["utf16"]).note(UNMARKED),
    Group::new("utf-16le", &["utf16le"]),
    Group::new("utf-32be", &["utf32"]).note(UNMARKED),
    Group::new("us-ascii", &["ascii"]),
    Group::legacy("windows-1252", &["latin1"]),
];

/// Oracle, according to the appendix on character sets in its Globalization Support Guide. Its
/// other names are in `files`.
pub(super) const ORACLE: &[Group] = &[
    Group::new("cesu-8", &["UTF8"]).note("UTF-8 proper is AL32UTF8"),
    Group::new("unicode-1-1-utf-8", &["AL24UTFFSS"]),
];

#[cfg(feature = "legacy-charsets")]
pub(super) const SJIS: &str =
    "in Oracle, the bytes 81 60 are U+301C; here they are U+FF5E, as in JA16SJISTILDE";

const UNMARKED: &str = "in MySQL it is big-endian and without a BOM";
