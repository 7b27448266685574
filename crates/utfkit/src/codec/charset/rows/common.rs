//! The rows of the charsets with characters of several bytes, and of the code pages of DOS.

use super::row::{Row, row};
use crate::codec::charset::{
    cells::{Newline, Page, Table, tables as t},
    double::{Family, Pairs},
    engine::Engine,
    variant::Variant,
};

const fn cells(table: &'static Table) -> Engine {
    Engine::Page(Page::Cells { table, newline: Newline::Ibm })
}

const fn pairs(family: Family, variant: Variant) -> Engine {
    Engine::Pairs(Pairs::new(family, variant))
}

/// Charsets that differ from those of one name that browsers have. The labels are those of the WHATWG
/// standard, the IANA registry and common usage.
#[rustfmt::skip]
pub(crate) static DOUBLE: &[Row] = &[
    row("big5", pairs(Family::Big5, Variant::Big5), &[
        "Big5", "csbig5", "cn-big5", "x-x-big5", "bigfive"
    ]),
    row("big5-hkscs", pairs(Family::Big5, Variant::Big5Hkscs), &[
        "Big5-HKSCS", "csBig5HKSCS", "big5hkscs", "hkscs"
    ]),
    row("cp950", pairs(Family::Big5, Variant::Cp950), &[
        "ms950", "windows-950", "x-windows-950"
    ]),
    row("euc-jp", pairs(Family::EucJp, Variant::EucJp), &[
        "EUC-JP", "x-euc-jp", "cseucpkdfmtjapanese",
        "Extended_UNIX_Code_Packed_Format_for_Japanese", "eucjp", "ujis"
    ]),
    row("cp51932", pairs(Family::EucJp, Variant::Cp51932), &[
        "CP51932", "csCP51932", "windows-51932"
    ]),
    row("euc-kr", pairs(Family::EucKr, Variant::EucKr), &[
        "EUC-KR", "korean", "ksc5601", "cseuckr", "ksc_5601", "iso-ir-149", "csksc56011987",
        "ks_c_5601-1987", "ks_c_5601-1989", "euckr"
    ]),
    row("uhc", pairs(Family::EucKr, Variant::Standard), &[
        "windows-949", "cp949", "ms949", "mscp949", "x-windows-949"
    ]),
    row("johab", Engine::Johab(()), &[
        "cp1361", "ms1361", "mscp1361", "windows-1361", "x-johab", "ksc5601_1992", "ksc5601-1992"
    ]),
    row("gb18030", pairs(Family::Gb18030, Variant::Gb18030), &[
        "GB18030", "csGB18030"
    ]),
    row("gbk", pairs(Family::Gbk, Variant::Gbk), &[
        "GBK", "x-gbk", "cp936", "ms936", "windows-936", "csGBK"
    ]),
    row("gb2312", pairs(Family::Gbk, Variant::Gb2312), &[
        "GB2312", "gb_2312", "chinese", "csgb2312", "iso-ir-58", "gb_2312-80", "csiso58gb231280",
        "euc-cn", "euccn", "cn-gb"
    ]),
    row("iso-2022-jp", Engine::Iso2022Jp(Variant::Iso2022Jp), &[
        "ISO-2022-JP", "csiso2022jp"
    ]),
    row("shift_jis", pairs(Family::ShiftJis, Variant::ShiftJis), &[
        "Shift_JIS", "sjis", "x-sjis", "ms_kanji", "shift-jis", "csshiftjis"
    ]),
    row("windows-31j", pairs(Family::ShiftJis, Variant::Windows31J), &[
        "Windows-31J", "csWindows31J", "cp932", "windows-932", "ms932", "sjis-win"
    ]),
];

/// Code pages of DOS. The labels are those of the IANA registry and common usage.
#[rustfmt::skip]
pub(crate) static DOS: &[Row] = &[
    row("ibm437", cells(&t::IBM437), &[
        "IBM437", "cp437", "437", "csPC8CodePage437"
    ]),
    row("cp720", cells(&t::IBM720), &[
        "ibm720", "dos-720"
    ]),
    row("cp737", cells(&t::IBM737), &[
        "ibm737", "dos-737"
    ]),
    row("ibm775", cells(&t::IBM775), &[
        "IBM775", "cp775", "775", "csPC775Baltic"
    ]),
    row("ibm850", cells(&t::IBM850), &[
        "IBM850", "cp850", "850", "csPC850Multilingual"
    ]),
    row("ibm852", cells(&t::IBM852), &[
        "IBM852", "cp852", "852", "csPCp852"
    ]),
    row("ibm855", cells(&t::IBM855), &[
        "IBM855", "cp855", "855", "csIBM855"
    ]),
    row("ibm857", cells(&t::IBM857), &[
        "IBM857", "cp857", "857", "csIBM857"
    ]),
    row("ibm00858", cells(&t::IBM858), &[
        "IBM00858", "CCSID00858", "CP00858", "PC-Multilingual-850+euro", "cp858", "ibm858", "858",
        "csIBM00858"
    ]),
    row("ibm860", cells(&t::IBM860), &[
        "IBM860", "cp860", "860", "csIBM860"
    ]),
    row("ibm861", cells(&t::IBM861), &[
        "IBM861", "cp861", "861", "cp-is", "csIBM861"
    ]),
    row("ibm862", cells(&t::IBM862), &[
        "IBM862", "cp862", "862", "csPC862LatinHebrew"
    ]),
    row("ibm863", cells(&t::IBM863), &[
        "IBM863", "cp863", "863", "csIBM863"
    ]),
    row("ibm865", cells(&t::IBM865), &[
        "IBM865", "cp865", "865", "csIBM865"
    ]),
    row("ibm869", cells(&t::IBM869), &[
        "IBM869", "cp869", "869", "cp-gr", "csIBM869"
    ]),
];
