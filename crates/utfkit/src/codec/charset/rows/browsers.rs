//! The rows of the charsets that browsers or the code pages of DOS have.

use encoding_rs::Encoding as Whatwg;
use oem_cp::{
    OEMCPHashMap,
    code_table::{self as pages},
    code_table_type::TableType::{self, Complete, Incomplete},
};

use super::row::{Row, row};
use crate::codec::charset::{cells::Page, engine::Engine, variant::Variant};

const fn whatwg(encoding: &'static Whatwg) -> Engine {
    Engine::Whatwg(encoding, Variant::Standard)
}

const fn oem(decode: TableType, encode: &'static OEMCPHashMap<char, u8>) -> Engine {
    Engine::Page(Page::Oem { decode, encode })
}

/// One row per charset. The labels are those of the WHATWG standard, the IANA registry and common
/// usage, except those that mean an encoding of this crate.
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = &[
    row("big5", Engine::Whatwg(encoding_rs::BIG5, Variant::Big5), &[
        "Big5", "csbig5", "cn-big5", "x-x-big5", "bigfive"
    ]),
    row("big5-hkscs", Engine::Whatwg(encoding_rs::BIG5, Variant::Big5Hkscs), &[
        "Big5-HKSCS", "csBig5HKSCS", "big5hkscs", "hkscs"
    ]),
    row("cp950", Engine::Whatwg(encoding_rs::BIG5, Variant::Cp950), &[
        "ms950", "windows-950", "x-windows-950"
    ]),
    row("euc-jp", Engine::Whatwg(encoding_rs::EUC_JP, Variant::EucJp), &[
        "EUC-JP", "x-euc-jp", "cseucpkdfmtjapanese",
        "Extended_UNIX_Code_Packed_Format_for_Japanese", "eucjp", "ujis"
    ]),
    row("cp51932", Engine::Whatwg(encoding_rs::EUC_JP, Variant::Cp51932), &[
        "CP51932", "csCP51932", "windows-51932"
    ]),
    row("euc-kr", Engine::Whatwg(encoding_rs::EUC_KR, Variant::EucKr), &[
        "EUC-KR", "korean", "ksc5601", "cseuckr", "ksc_5601", "iso-ir-149", "csksc56011987",
        "ks_c_5601-1987", "ks_c_5601-1989", "euckr"
    ]),
    row("uhc", whatwg(encoding_rs::EUC_KR), &[
        "windows-949", "cp949", "ms949", "mscp949", "x-windows-949"
    ]),
    row("johab", Engine::Johab, &[
        "cp1361", "ms1361", "mscp1361", "windows-1361", "x-johab", "ksc5601_1992", "ksc5601-1992"
    ]),
    row("gb18030", Engine::Whatwg(encoding_rs::GB18030, Variant::Gb18030), &[
        "GB18030", "csGB18030"
    ]),
    row("gbk", Engine::Whatwg(encoding_rs::GBK, Variant::Gbk), &[
        "GBK", "x-gbk", "cp936", "ms936", "windows-936", "csGBK"
    ]),
    row("gb2312", Engine::Whatwg(encoding_rs::GBK, Variant::Gb2312), &[
        "GB2312", "gb_2312", "chinese", "csgb2312", "iso-ir-58", "gb_2312-80", "csiso58gb231280",
        "euc-cn", "euccn", "cn-gb"
    ]),
    row("iso-2022-jp", Engine::Whatwg(encoding_rs::ISO_2022_JP, Variant::Iso2022Jp), &[
        "ISO-2022-JP", "csiso2022jp"
    ]),
    row("shift_jis", Engine::Whatwg(encoding_rs::SHIFT_JIS, Variant::ShiftJis), &[
        "Shift_JIS", "sjis", "x-sjis", "ms_kanji", "shift-jis", "csshiftjis"
    ]),
    row("windows-31j", Engine::Whatwg(encoding_rs::SHIFT_JIS, Variant::Windows31J), &[
        "Windows-31J", "csWindows31J", "cp932", "windows-932", "ms932", "sjis-win"
    ]),
    row("ibm866", whatwg(encoding_rs::IBM866), &["IBM866", "866", "cp866", "csibm866"]),
    row("iso-8859-2", whatwg(encoding_rs::ISO_8859_2), &[
        "ISO-8859-2", "l2", "latin2", "iso88592", "iso8859-2", "iso-ir-101", "iso_8859-2",
        "csisolatin2", "iso_8859-2:1987"
    ]),
    row("iso-8859-3", whatwg(encoding_rs::ISO_8859_3), &[
        "ISO-8859-3", "l3", "latin3", "iso88593", "iso8859-3", "iso_8859-3", "iso-ir-109",
        "csisolatin3", "iso_8859-3:1988"
    ]),
    row("iso-8859-4", whatwg(encoding_rs::ISO_8859_4), &[
        "ISO-8859-4", "l4", "latin4", "iso88594", "iso8859-4", "iso-ir-110", "iso_8859-4",
        "csisolatin4", "iso_8859-4:1988"
    ]),
    row("iso-8859-5", whatwg(encoding_rs::ISO_8859_5), &[
        "ISO-8859-5", "iso88595", "cyrillic", "iso8859-5", "iso-ir-144", "iso_8859-5",
        "iso_8859-5:1988", "csisolatincyrillic"
    ]),
    row("iso-8859-6", whatwg(encoding_rs::ISO_8859_6), &[
        "ISO-8859-6", "arabic", "ecma-114", "iso88596", "asmo-708", "iso8859-6", "iso_8859-6",
        "iso-ir-127", "csiso88596e", "csiso88596i", "iso-8859-6-e", "iso-8859-6-i",
        "iso_8859-6:1987", "csisolatinarabic"
    ]),
    row("iso-8859-7", whatwg(encoding_rs::ISO_8859_7), &[
        "ISO-8859-7", "greek", "greek8", "iso88597", "ecma-118", "elot_928", "iso8859-7",
        "iso-ir-126", "iso_8859-7", "sun_eu_greek", "iso_8859-7:1987", "csisolatingreek"
    ]),
    row("iso-8859-8", whatwg(encoding_rs::ISO_8859_8), &[
        "ISO-8859-8", "visual", "hebrew", "iso88598", "iso8859-8", "iso_8859-8", "iso-ir-138",
        "csiso88598e", "iso-8859-8-e", "iso_8859-8:1988", "csisolatinhebrew"
    ]),
    row("iso-8859-8-i", whatwg(encoding_rs::ISO_8859_8_I), &[
        "ISO-8859-8-I", "ISO_8859-8-I", "logical", "csiso88598i"
    ]),
    row("iso-8859-9", Engine::Page(Page::Latin5), &[
        "ISO-8859-9", "l5", "latin5", "iso88599", "iso8859-9", "iso-ir-148", "iso_8859-9",
        "csisolatin5", "iso_8859-9:1989"
    ]),
    row("iso-8859-10", whatwg(encoding_rs::ISO_8859_10), &[
        "ISO-8859-10", "l6", "latin6", "iso885910", "iso8859-10", "iso-ir-157", "csisolatin6"
    ]),
    row("iso-8859-11", Engine::Page(Page::Thai), &[
        "TIS-620", "ISO-8859-11", "iso8859-11", "iso885911", "csTIS620"
    ]),
    row("iso-8859-13", whatwg(encoding_rs::ISO_8859_13), &[
        "ISO-8859-13", "iso885913", "iso8859-13", "csISO885913"
    ]),
    row("iso-8859-14", whatwg(encoding_rs::ISO_8859_14), &[
        "ISO-8859-14", "iso885914", "iso8859-14", "iso-ir-199", "iso-celtic", "latin8", "l8",
        "csISO885914"
    ]),
    row("iso-8859-15", whatwg(encoding_rs::ISO_8859_15), &[
        "ISO-8859-15", "l9", "iso885915", "iso8859-15", "iso_8859-15", "csisolatin9", "Latin-9",
        "latin9", "csISO885915"
    ]),
    row("iso-8859-16", whatwg(encoding_rs::ISO_8859_16), &[
        "ISO-8859-16", "iso8859-16", "iso885916", "iso-ir-226", "latin10", "l10", "csISO885916"
    ]),
    row("koi8-r", whatwg(encoding_rs::KOI8_R), &["KOI8-R", "koi", "koi8", "koi8_r", "cskoi8r"]),
    row("macintosh", whatwg(encoding_rs::MACINTOSH), &[
        "macintosh", "mac", "csmacintosh", "x-mac-roman", "macroman", "mac-roman"
    ]),
    row("x-mac-cyrillic", whatwg(encoding_rs::X_MAC_CYRILLIC), &[
        "x-mac-ukrainian", "maccyrillic", "mac-cyrillic"
    ]),
    row("windows-1250", whatwg(encoding_rs::WINDOWS_1250), &[
        "windows-1250", "cp1250", "x-cp1250", "cswindows1250"
    ]),
    row("windows-1251", whatwg(encoding_rs::WINDOWS_1251), &[
        "windows-1251", "cp1251", "x-cp1251", "cswindows1251"
    ]),
    row("windows-1252", whatwg(encoding_rs::WINDOWS_1252), &[
        "windows-1252", "cp1252", "x-cp1252", "cswindows1252"
    ]),
    row("windows-1253", whatwg(encoding_rs::WINDOWS_1253), &[
        "windows-1253", "cp1253", "x-cp1253", "cswindows1253"
    ]),
    row("windows-1254", whatwg(encoding_rs::WINDOWS_1254), &[
        "windows-1254", "cp1254", "x-cp1254", "cswindows1254"
    ]),
    row("windows-1255", whatwg(encoding_rs::WINDOWS_1255), &[
        "windows-1255", "cp1255", "x-cp1255", "cswindows1255"
    ]),
    row("windows-1256", whatwg(encoding_rs::WINDOWS_1256), &[
        "windows-1256", "cp1256", "x-cp1256", "cswindows1256"
    ]),
    row("windows-1257", whatwg(encoding_rs::WINDOWS_1257), &[
        "windows-1257", "cp1257", "x-cp1257", "cswindows1257"
    ]),
    row("windows-1258", whatwg(encoding_rs::WINDOWS_1258), &[
        "windows-1258", "cp1258", "x-cp1258", "cswindows1258"
    ]),
    row("windows-874", whatwg(encoding_rs::WINDOWS_874), &[
        "windows-874", "dos-874", "cp874", "cswindows874"
    ]),
    row("ibm437", oem(Complete(&pages::DECODING_TABLE_CP437), &pages::ENCODING_TABLE_CP437), &[
        "IBM437", "cp437", "437", "csPC8CodePage437"
    ]),
    row("cp720", oem(Complete(&pages::DECODING_TABLE_CP720), &pages::ENCODING_TABLE_CP720), &[
        "ibm720", "dos-720"
    ]),
    row("cp737", oem(Complete(&pages::DECODING_TABLE_CP737), &pages::ENCODING_TABLE_CP737), &[
        "ibm737", "dos-737"
    ]),
    row("ibm775", oem(Complete(&pages::DECODING_TABLE_CP775), &pages::ENCODING_TABLE_CP775), &[
        "IBM775", "cp775", "775", "csPC775Baltic"
    ]),
    row("ibm850", oem(Complete(&pages::DECODING_TABLE_CP850), &pages::ENCODING_TABLE_CP850), &[
        "IBM850", "cp850", "850", "csPC850Multilingual"
    ]),
    row("ibm852", oem(Complete(&pages::DECODING_TABLE_CP852), &pages::ENCODING_TABLE_CP852), &[
        "IBM852", "cp852", "852", "csPCp852"
    ]),
    row("ibm855", oem(Complete(&pages::DECODING_TABLE_CP855), &pages::ENCODING_TABLE_CP855), &[
        "IBM855", "cp855", "855", "csIBM855"
    ]),
    row("ibm857", oem(Incomplete(&pages::DECODING_TABLE_CP857), &pages::ENCODING_TABLE_CP857), &[
        "IBM857", "cp857", "857", "csIBM857"
    ]),
    row("ibm00858", oem(Complete(&pages::DECODING_TABLE_CP858), &pages::ENCODING_TABLE_CP858), &[
        "IBM00858", "CCSID00858", "CP00858", "PC-Multilingual-850+euro", "cp858", "ibm858", "858",
        "csIBM00858"
    ]),
    row("ibm860", oem(Complete(&pages::DECODING_TABLE_CP860), &pages::ENCODING_TABLE_CP860), &[
        "IBM860", "cp860", "860", "csIBM860"
    ]),
    row("ibm861", oem(Complete(&pages::DECODING_TABLE_CP861), &pages::ENCODING_TABLE_CP861), &[
        "IBM861", "cp861", "861", "cp-is", "csIBM861"
    ]),
    row("ibm862", oem(Complete(&pages::DECODING_TABLE_CP862), &pages::ENCODING_TABLE_CP862), &[
        "IBM862", "cp862", "862", "csPC862LatinHebrew"
    ]),
    row("ibm863", oem(Complete(&pages::DECODING_TABLE_CP863), &pages::ENCODING_TABLE_CP863), &[
        "IBM863", "cp863", "863", "csIBM863"
    ]),
    row("ibm865", oem(Complete(&pages::DECODING_TABLE_CP865), &pages::ENCODING_TABLE_CP865), &[
        "IBM865", "cp865", "865", "csIBM865"
    ]),
    row("ibm869", oem(Complete(&pages::DECODING_TABLE_CP869), &pages::ENCODING_TABLE_CP869), &[
        "IBM869", "cp869", "869", "cp-gr", "csIBM869"
    ]),
];

/// Charsets that only browsers use. Those that differ from a charset above have `whatwg-` before the
/// name in the standard, so that each name means one charset.
pub(crate) static ONLY_WHATWG: &[Row] = &[
    row("whatwg-big5", whatwg(encoding_rs::BIG5), &[]),
    row("whatwg-euc-jp", whatwg(encoding_rs::EUC_JP), &[]),
    row("whatwg-euc-kr", whatwg(encoding_rs::EUC_KR), &[]),
    row("whatwg-gb18030", whatwg(encoding_rs::GB18030), &[]),
    row("whatwg-gbk", whatwg(encoding_rs::GBK), &[]),
    row("whatwg-iso-2022-jp", whatwg(encoding_rs::ISO_2022_JP), &[]),
    row("whatwg-shift_jis", whatwg(encoding_rs::SHIFT_JIS), &[]),
    row("whatwg-koi8-u", whatwg(encoding_rs::KOI8_U), &[]),
    row("replacement", Engine::Replacement, &[]),
    row("x-user-defined", Engine::Page(Page::UserDefined), &[]),
];
