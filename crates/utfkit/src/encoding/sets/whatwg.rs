//! The labels of the WHATWG Encoding Standard that the IANA registry lacks or means otherwise.

use super::Group;
use crate::encoding::BomPolicy::Strip;

pub(super) const GROUPS: &[Group] = &[
    Group::new(
        "utf-8",
        &[
            "utf-8",
            "utf8",
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "x-unicode20utf8",
        ],
    ),
    // A `TextDecoder` takes the BOM of its own order away.
    Group::new("utf-16be", &["utf-16be", "unicodefffe"]).bom(Strip),
    Group::new(
        "utf-16le",
        &["utf-16le", "utf-16", "csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff"],
    )
    .bom(Strip)
    .note("the standard only reads it: a page in it answers forms in UTF-8"),
    Group::legacy(
        "windows-1252",
        &[
            "windows-1252",
            "ansi_x3.4-1968",
            "ascii",
            "cp1252",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso-8859-1",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "iso_8859-1",
            "iso_8859-1:1987",
            "l1",
            "latin1",
            "us-ascii",
            "x-cp1252",
        ],
    ),
    Group::legacy(
        "windows-1254",
        &[
            "windows-1254",
            "cp1254",
            "csisolatin5",
            "iso-8859-9",
            "iso-ir-148",
            "iso8859-9",
            "iso88599",
            "iso_8859-9",
            "iso_8859-9:1989",
            "l5",
            "latin5",
            "x-cp1254",
        ],
    ),
    // A charset of its own elsewhere, of which there is no table here.
    Group::legacy("koi8-u", &["koi8-ru"]),
    Group::legacy(
        "windows-874",
        &["windows-874", "dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620"],
    ),
];
