//! The names of `Encoding.GetEncoding` in .NET, and their preambles.
//!
//! UTF-8 is without its preamble here, because most UTF-8 output of .NET does not have one.
//! `utf-8-sig` names the variant with a preamble.

use super::group::Group;
use crate::encoding::policy::BomPolicy::Add;

pub(super) const GROUPS: &[Group] = &[
    Group::new(
        "utf-8",
        &[
            "utf-8",
            "unicode-1-1-utf-8",
            "unicode-2-0-utf-8",
            "x-unicode-1-1-utf-8",
            "x-unicode-2-0-utf-8",
        ],
    ),
    Group::new("utf-16le", &["utf-16", "utf-16le", "unicode", "ucs-2", "iso-10646-ucs-2"]).bom(Add),
    Group::new("utf-16be", &["utf-16be", "unicodefffe"]).bom(Add),
    Group::new("utf-32le", &["utf-32", "utf-32le"]).bom(Add),
    Group::new("utf-32be", &["utf-32be"]).bom(Add),
    Group::new(
        "utf-7",
        &[
            "utf-7",
            "csunicode11utf7",
            "unicode-1-1-utf-7",
            "unicode-2-0-utf-7",
            "x-unicode-1-1-utf-7",
            "x-unicode-2-0-utf-7",
        ],
    ),
];
