//! Labels of the trades: encoding and BOM in one word, and names of vendors that are nobody
//! else's.

use super::group::Group;
use crate::encoding::policy::BomPolicy::{Add, Strip};

/// What every set knows.
pub(super) const GROUPS: &[Group] = &[
    // Python's and EditorConfig's; editors' and PowerShell's.
    Group::new("utf-8", &["utf-8-sig", "utf-8-bom", "utf8bom"]).bom(Add),
    Group::new("utf-8", &["utf8nobom"]).bom(Strip),
    // Git's; the older names are those of Java.
    Group::new("utf-16le", &["utf-16le-bom", "utf16le-bom", "x-UTF-16LE-BOM"]).bom(Add),
    Group::new("utf-16be", &["utf-16be-bom", "utf16be-bom"]).bom(Add),
    Group::new("utf-32le", &["utf-32le-bom", "utf32le-bom", "x-UTF-32LE-BOM"]).bom(Add),
    Group::new("utf-32be", &["utf-32be-bom", "utf32be-bom", "x-UTF-32BE-BOM"]).bom(Add),
    // MySQL's.
    Group::new("utf-8", &["utf8mb4"]),
    Group::new("utf-8", &["utf8mb3"]).note(UTF8MB3),
    // Oracle's.
    Group::new("utf-8", &["AL32UTF8"]),
    Group::new("utf-16be", &["AL16UTF16"]),
    Group::new("utf-16le", &["AL16UTF16LE"]),
];

/// It is not CESU-8: MySQL refuses surrogates in it.
pub(super) const UTF8MB3: &str = "utf8mb3 holds no character above U+FFFF: MySQL refuses or cuts text \
                                  that has one. Here it is read and written as all of UTF-8";
