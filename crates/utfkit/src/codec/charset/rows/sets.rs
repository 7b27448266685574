//! The rows of charsets that combine sets of characters.

use super::row::{Row, row};
use crate::codec::charset::{
    engine::Engine,
    sets::{Sets, tables as t},
};

const fn sets(sets: Sets) -> Engine {
    Engine::Sets(sets, ())
}

/// The labels are those of the IANA registry, glibc, ICU, Python and Java.
#[rustfmt::skip]
pub(crate) static SETS: &[Row] = &[
    row("euc-tw", sets(t::EUC_TW), &["euctw", "x-euc-tw", "cns11643"]),
    row("eucjp-ms", sets(t::EUCJP_MS), &[
        "eucjpms", "euc-jp-ms", "eucjp-win", "eucjp-open", "x-eucjp-open"
    ]),
    row("euc-jis-2004", sets(t::EUC_JIS_2004), &[
        "eucjis2004", "euc_jis_2004", "jisx0213", "euc-jisx0213", "eucjisx0213", "euc_jisx0213"
    ]),
    row("shift_jis-2004", sets(t::SHIFT_JIS_2004), &[
        "shift_jis_2004", "shiftjis2004", "sjis_2004", "s_jis_2004", "sjis-2004",
        "shift_jisx0213", "shiftjisx0213", "sjisx0213", "s_jisx0213", "x-sjis_0213"
    ]),
    row("iso-2022-jp-1", sets(t::ISO_2022_JP_1), &["iso2022jp-1", "iso2022_jp_1", "iso2022jp1"]),
    row("iso-2022-jp-2", sets(t::ISO_2022_JP_2), &[
        "ISO-2022-JP-2", "csISO2022JP2", "iso2022jp2", "iso2022jp-2", "iso2022_jp_2"
    ]),
    row("iso-2022-jp-3", sets(t::ISO_2022_JP_3), &["iso2022jp-3", "iso2022_jp_3", "iso2022jp3"]),
    row("iso-2022-jp-2004", sets(t::ISO_2022_JP_2004), &[
        "iso2022jp-2004", "iso2022_jp_2004", "iso2022jp2004"
    ]),
    row("cp50220", sets(t::CP50220), &["x-windows-50220"]),
    row("cp50221", sets(t::CP50221), &["x-windows-50221"]),
    row("cp50222", sets(t::CP50222), &[]),
    row("iso-2022-kr", sets(t::ISO_2022_KR), &[
        "ISO-2022-KR", "csISO2022KR", "iso2022kr", "iso2022_kr"
    ]),
    row("iso-2022-cn", sets(t::ISO_2022_CN), &[
        "ISO-2022-CN", "csISO2022CN", "iso2022cn", "x-iso-2022-cn-gb", "x-iso-2022-cn-cns"
    ]),
    row("iso-2022-cn-ext", sets(t::ISO_2022_CN_EXT), &["ISO-2022-CN-EXT", "iso2022cnext"]),
    row("gsm0338", sets(Sets::Gsm), &[
        "gsm-03.38", "gsm03.38", "gsm_03.38", "gsm-03.38-2009", "gsm7"
    ]),
    row("iso_6937", sets(t::ISO_6937), &["iso6937", "iso_6937:1992", "iso-ir-156"]),
    row("iso_6937-2", sets(t::ISO_6937_2), &[
        "iso_6937-2:1983", "iso_69372", "iso-ir-90", "csISO90"
    ]),
    row("t.61-8bit", sets(t::T61), &[
        "T.61-8bit", "t.61", "t.618bit", "iso-ir-103", "csISO103T618bit"
    ]),
    row("ansi_x3.110-1983", sets(t::ANSI_X3_110), &[
        "ANSI_X3.110-1983", "ansi_x3.110", "iso-ir-99", "CSA_T500-1983", "CSA_T500", "NAPLPS",
        "csISO99NAPLPS"
    ]),
    row("ansel", sets(t::ANSEL), &["z39.47", "gedcom", "ansi-z39.47"]),
    row("marc-8", sets(t::MARC_8), &["marc8", "marc_8", "usmarc"]),
    row("vni", sets(Sets::Vni), &["vni-win", "vni-windows", "x-viet-vni"]),
    row("cn-gb-isoir165", sets(t::CN_GB_ISOIR165), &[]),
    row("hz", sets(t::HZ), &["HZ-GB-2312", "hzgb", "hz-gb"]),
];
