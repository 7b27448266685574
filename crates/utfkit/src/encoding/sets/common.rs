//! Labels that several sets share: an encoding and a BOM in one word, and names of vendors that
//! nobody else uses.

use super::group::Group;
use crate::encoding::policy::BomPolicy::{Add, Strip};

/// The groups of every set.
pub(super) const GROUPS: &[Group] = &[
    // Labels of Python and EditorConfig, and of editors and PowerShell.
    Group::new("utf-8", &["utf-8-sig", "utf-8-bom", "utf8bom"]).bom(Add),
    Group::new("utf-8", &["utf8nobom"]).bom(Strip),
    // Labels of Git. The older names are from Java.
    Group::new("utf-16le", &["utf-16le-bom", "utf16le-bom", "x-UTF-16LE-BOM"]).bom(Add),
    Group::new("utf-16be", &["utf-16be-bom", "utf16be-bom"]).bom(Add),
    Group::new("utf-32le", &["utf-32le-bom", "utf32le-bom", "x-UTF-32LE-BOM"]).bom(Add),
    Group::new("utf-32be", &["utf-32be-bom", "utf32be-bom", "x-UTF-32BE-BOM"]).bom(Add),
    // Labels of MySQL.
    Group::new("utf-8", &["utf8mb4"]),
    Group::new("utf-8", &["utf8mb3"]).note(UTF8MB3),
    // Labels of Oracle.
    Group::new("utf-8", &["AL32UTF8"]),
    Group::new("utf-16be", &["AL16UTF16"]),
    Group::new("utf-16le", &["AL16UTF16LE"]),
];

/// It is not CESU-8: MySQL rejects surrogates in it.
pub(super) const UTF8MB3: &str = "utf8mb3 has no character above U+FFFF: MySQL rejects or cuts text \
                                  that has one. Here it is read and written as all of UTF-8";
