//! The rows of the charsets that browsers have.

use super::row::{Row, row};
use crate::codec::charset::{
    cells::{Page, Table, tables as t},
    double::{Family, Pairs},
    engine::Engine,
    variant::Variant,
};

const fn page(table: &'static Table) -> Engine {
    Engine::Page(Page::Whatwg(table))
}

const fn pairs(family: Family) -> Engine {
    Engine::Pairs(Pairs::new(family, Variant::Standard))
}

/// Charsets of one byte per character, and ISO-8859-9 and ISO-8859-11, whose labels mean supersets in
/// the standard. The labels are those of the WHATWG standard, the IANA registry and common usage,
/// except those that mean an encoding of this crate.
#[rustfmt::skip]
pub(crate) static SINGLE: &[Row] = &[
    row("ibm866", page(&t::IBM866), &["IBM866", "866", "cp866", "csibm866"]),
    row("iso-8859-2", page(&t::ISO_8859_2), &[
        "ISO-8859-2", "l2", "latin2", "iso88592", "iso8859-2", "iso-ir-101", "iso_8859-2",
        "csisolatin2", "iso_8859-2:1987"
    ]),
    row("iso-8859-3", page(&t::ISO_8859_3), &[
        "ISO-8859-3", "l3", "latin3", "iso88593", "iso8859-3", "iso_8859-3", "iso-ir-109",
        "csisolatin3", "iso_8859-3:1988"
    ]),
    row("iso-8859-4", page(&t::ISO_8859_4), &[
        "ISO-8859-4", "l4", "latin4", "iso88594", "iso8859-4", "iso-ir-110", "iso_8859-4",
        "csisolatin4", "iso_8859-4:1988"
    ]),
    row("iso-8859-5", page(&t::ISO_8859_5), &[
        "ISO-8859-5", "iso88595", "cyrillic", "iso8859-5", "iso-ir-144", "iso_8859-5",
        "iso_8859-5:1988", "csisolatincyrillic"
    ]),
    row("iso-8859-6", page(&t::ISO_8859_6), &[
        "ISO-8859-6", "arabic", "ecma-114", "iso88596", "asmo-708", "iso8859-6", "iso_8859-6",
        "iso-ir-127", "csiso88596e", "csiso88596i", "iso-8859-6-e", "iso-8859-6-i",
        "iso_8859-6:1987", "csisolatinarabic"
    ]),
    row("iso-8859-7", page(&t::ISO_8859_7), &[
        "ISO-8859-7", "greek", "greek8", "iso88597", "ecma-118", "elot_928", "iso8859-7",
        "iso-ir-126", "iso_8859-7", "sun_eu_greek", "iso_8859-7:1987", "csisolatingreek"
    ]),
    row("iso-8859-8", page(&t::ISO_8859_8), &[
        "ISO-8859-8", "visual", "hebrew", "iso88598", "iso8859-8", "iso_8859-8", "iso-ir-138",
        "csiso88598e", "iso-8859-8-e", "iso_8859-8:1988", "csisolatinhebrew"
    ]),
    row("iso-8859-8-i", page(&t::ISO_8859_8), &[
        "ISO-8859-8-I", "ISO_8859-8-I", "logical", "csiso88598i"
    ]),
    row("iso-8859-9", Engine::Page(Page::Latin5), &[
        "ISO-8859-9", "l5", "latin5", "iso88599", "iso8859-9", "iso-ir-148", "iso_8859-9",
        "csisolatin5", "iso_8859-9:1989"
    ]),
    row("iso-8859-10", page(&t::ISO_8859_10), &[
        "ISO-8859-10", "l6", "latin6", "iso885910", "iso8859-10", "iso-ir-157", "csisolatin6"
    ]),
    row("iso-8859-11", Engine::Page(Page::Thai), &[
        "TIS-620", "ISO-8859-11", "iso8859-11", "iso885911", "csTIS620"
    ]),
    row("iso-8859-13", page(&t::ISO_8859_13), &[
        "ISO-8859-13", "iso885913", "iso8859-13", "csISO885913"
    ]),
    row("iso-8859-14", page(&t::ISO_8859_14), &[
        "ISO-8859-14", "iso885914", "iso8859-14", "iso-ir-199", "iso-celtic", "latin8", "l8",
        "csISO885914"
    ]),
    row("iso-8859-15", page(&t::ISO_8859_15), &[
        "ISO-8859-15", "l9", "iso885915", "iso8859-15", "iso_8859-15", "csisolatin9", "Latin-9",
        "latin9", "csISO885915"
    ]),
    row("iso-8859-16", page(&t::ISO_8859_16), &[
        "ISO-8859-16", "iso8859-16", "iso885916", "iso-ir-226", "latin10", "l10", "csISO885916"
    ]),
    row("koi8-r", page(&t::KOI8_R), &["KOI8-R", "koi", "koi8", "koi8_r", "cskoi8r"]),
    row("macintosh", page(&t::MACINTOSH), &[
        "macintosh", "mac", "csmacintosh", "x-mac-roman", "macroman", "mac-roman"
    ]),
    row("x-mac-cyrillic", page(&t::MAC_CYRILLIC), &[
        "x-mac-ukrainian", "maccyrillic", "mac-cyrillic"
    ]),
    row("windows-1250", page(&t::WINDOWS_1250), &[
        "windows-1250", "cp1250", "x-cp1250", "cswindows1250"
    ]),
    row("windows-1251", page(&t::WINDOWS_1251), &[
        "windows-1251", "cp1251", "x-cp1251", "cswindows1251"
    ]),
    row("windows-1252", page(&t::WINDOWS_1252), &[
        "windows-1252", "cp1252", "x-cp1252", "cswindows1252"
    ]),
    row("windows-1253", page(&t::WINDOWS_1253), &[
        "windows-1253", "cp1253", "x-cp1253", "cswindows1253"
    ]),
    row("windows-1254", page(&t::WINDOWS_1254), &[
        "windows-1254", "cp1254", "x-cp1254", "cswindows1254"
    ]),
    row("windows-1255", page(&t::WINDOWS_1255), &[
        "windows-1255", "cp1255", "x-cp1255", "cswindows1255"
    ]),
    row("windows-1256", page(&t::WINDOWS_1256), &[
        "windows-1256", "cp1256", "x-cp1256", "cswindows1256"
    ]),
    row("windows-1257", page(&t::WINDOWS_1257), &[
        "windows-1257", "cp1257", "x-cp1257", "cswindows1257"
    ]),
    row("windows-1258", page(&t::WINDOWS_1258), &[
        "windows-1258", "cp1258", "x-cp1258", "cswindows1258"
    ]),
    row("windows-874", page(&t::WINDOWS_874), &[
        "windows-874", "dos-874", "cp874", "cswindows874"
    ]),
];

/// Charsets that only browsers use. Charsets that differ from a charset above have `whatwg-` before
/// the name in the standard, so that each name means one charset.
pub(crate) static ONLY_WHATWG: &[Row] = &[
    row("whatwg-big5", pairs(Family::Big5), &[]),
    row("whatwg-euc-jp", pairs(Family::EucJp), &[]),
    row("whatwg-euc-kr", pairs(Family::EucKr), &[]),
    row("whatwg-gb18030", pairs(Family::Gb18030), &[]),
    row("whatwg-gbk", pairs(Family::Gbk), &[]),
    row("whatwg-iso-2022-jp", Engine::Iso2022Jp(Variant::Standard), &[]),
    row("whatwg-shift_jis", pairs(Family::ShiftJis), &[]),
    row("whatwg-koi8-u", page(&t::WHATWG_KOI8_U), &[]),
    row("replacement", Engine::Replacement, &[]),
    row("x-user-defined", Engine::Page(Page::UserDefined), &[]),
];
