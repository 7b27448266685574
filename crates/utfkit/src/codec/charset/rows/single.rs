//! The rows of charsets with tables of this crate.

use super::row::{Row, row};
use crate::codec::charset::{
    cells::{Newline, Page, Table, tables as t},
    engine::Engine,
};

const fn cells(table: &'static Table, newline: Newline) -> Engine {
    Engine::Page(Page::Cells { table, newline })
}

/// Creates the rows of EBCDIC pages, and those of their variants for z/OS.
macro_rules! ebcdic {
    ($($name:literal $number:literal $table:ident [$($label:literal)*])*) => {
        /// EBCDIC. The labels are those of the IANA registry, of ICU, Java and Python.
        pub(crate) static EBCDIC: &[Row] = &[
            $(row($name, cells(&t::$table, Newline::Ibm), &[$($label),*])),*
        ];

        /// EBCDIC in which lines end with byte 15. The labels are those of ICU and of libiconv.
        pub(crate) static ZOS: &[Row] = &[
            $(row(concat!($name, "-s390"), cells(&t::$table, Newline::Zos), &[
                concat!("ibm-", $number, "-s390"),
                concat!("ibm-", $number, "/zos_unix"),
            ])),*
        ];
    };
}

ebcdic! {
    "ibm037" "37" IBM037 [
        "IBM037" "cp037" "ebcdic-cp-us" "ebcdic-cp-ca" "ebcdic-cp-wt" "ebcdic-cp-nl" "csIBM037"
        "ibm-37" "ibm-037" "037" "cp37" "cpibm37"
    ]
    "ibm273" "273" IBM273 ["IBM273" "CP273" "csIBM273" "ibm-273" "ebcdic-de" "273"]
    "ibm277" "277" IBM277 [
        "IBM277" "CP277" "EBCDIC-CP-DK" "EBCDIC-CP-NO" "csIBM277" "ibm-277" "ebcdic-dk" "277"
    ]
    "ibm278" "278" IBM278 [
        "IBM278" "CP278" "ebcdic-cp-fi" "ebcdic-cp-se" "csIBM278" "ibm-278" "ebcdic-sv" "278"
    ]
    "ibm280" "280" IBM280 ["IBM280" "CP280" "ebcdic-cp-it" "csIBM280" "ibm-280" "280"]
    "ibm284" "284" IBM284 ["IBM284" "CP284" "ebcdic-cp-es" "csIBM284" "ibm-284" "cpibm284" "284"]
    "ibm285" "285" IBM285 [
        "IBM285" "CP285" "ebcdic-cp-gb" "csIBM285" "ibm-285" "cpibm285" "ebcdic-gb" "285"
    ]
    "ibm297" "297" IBM297 ["IBM297" "cp297" "ebcdic-cp-fr" "csIBM297" "ibm-297" "cpibm297" "297"]
    "ibm420" "420" IBM420 ["IBM420" "cp420" "ebcdic-cp-ar1" "csIBM420" "ibm-420" "420"]
    "ibm424" "424" IBM424 ["IBM424" "cp424" "ebcdic-cp-he" "csIBM424" "ibm-424" "424"]
    "ibm500" "500" IBM500 [
        "IBM500" "CP500" "ebcdic-cp-be" "ebcdic-cp-ch" "csIBM500" "ibm-500" "ebcdic-cp-bh" "500"
        "500V1"
    ]
    "ibm-thai" "838" IBM838 ["IBM-Thai" "csIBMThai" "ibm838" "cp838" "ibm-838" "838"]
    "ibm870" "870" IBM870 [
        "IBM870" "CP870" "ebcdic-cp-roece" "ebcdic-cp-yu" "csIBM870" "ibm-870" "870"
    ]
    "ibm871" "871" IBM871 [
        "IBM871" "CP871" "ebcdic-cp-is" "csIBM871" "ibm-871" "ebcdic-is" "871"
    ]
    "cp875" "875" IBM875 ["IBM875" "ibm-875" "x-IBM875" "875"]
    "ibm918" "918" IBM918 ["IBM918" "CP918" "ebcdic-cp-ar2" "csIBM918" "ibm-918" "918"]
    "cp1025" "1025" IBM1025 ["IBM1025" "ibm-1025" "x-IBM1025" "1025"]
    "ibm1026" "1026" IBM1026 ["IBM1026" "CP1026" "csIBM1026" "ibm-1026" "1026"]
    "ibm1047" "1047" IBM1047 ["IBM1047" "cp1047" "ibm-1047" "1047"]
    "cp1112" "1112" IBM1112 ["IBM1112" "ibm-1112" "x-IBM1112" "1112"]
    "cp1122" "1122" IBM1122 ["IBM1122" "ibm-1122" "x-IBM1122" "1122"]
    "cp1123" "1123" IBM1123 ["IBM1123" "ibm-1123" "x-IBM1123" "1123"]
    "ibm01140" "1140" IBM1140 [
        "IBM01140" "CCSID01140" "CP01140" "ebcdic-us-37+euro" "csIBM01140" "ibm1140" "cp1140"
        "ibm-1140" "ebcdic-us-037+euro" "1140"
    ]
    "ibm01141" "1141" IBM1141 [
        "IBM01141" "CCSID01141" "CP01141" "ebcdic-de-273+euro" "csIBM01141" "ibm1141" "cp1141"
        "ibm-1141" "1141"
    ]
    "ibm01142" "1142" IBM1142 [
        "IBM01142" "CCSID01142" "CP01142" "ebcdic-dk-277+euro" "ebcdic-no-277+euro" "csIBM01142"
        "ibm1142" "cp1142" "ibm-1142" "1142"
    ]
    "ibm01143" "1143" IBM1143 [
        "IBM01143" "CCSID01143" "CP01143" "ebcdic-fi-278+euro" "ebcdic-se-278+euro" "csIBM01143"
        "ibm1143" "cp1143" "ibm-1143" "1143"
    ]
    "ibm01144" "1144" IBM1144 [
        "IBM01144" "CCSID01144" "CP01144" "ebcdic-it-280+euro" "csIBM01144" "ibm1144" "cp1144"
        "ibm-1144" "1144"
    ]
    "ibm01145" "1145" IBM1145 [
        "IBM01145" "CCSID01145" "CP01145" "ebcdic-es-284+euro" "csIBM01145" "ibm1145" "cp1145"
        "ibm-1145" "1145"
    ]
    "ibm01146" "1146" IBM1146 [
        "IBM01146" "CCSID01146" "CP01146" "ebcdic-gb-285+euro" "csIBM01146" "ibm1146" "cp1146"
        "ibm-1146" "1146"
    ]
    "ibm01147" "1147" IBM1147 [
        "IBM01147" "CCSID01147" "CP01147" "ebcdic-fr-297+euro" "csIBM01147" "ibm1147" "cp1147"
        "ibm-1147" "1147"
    ]
    "ibm01148" "1148" IBM1148 [
        "IBM01148" "CCSID01148" "CP01148" "ebcdic-international-500+euro" "csIBM01148" "ibm1148"
        "cp1148" "ibm-1148" "1148"
    ]
    "ibm01149" "1149" IBM1149 [
        "IBM01149" "CCSID01149" "CP01149" "ebcdic-is-871+euro" "csIBM01149" "ibm1149" "cp1149"
        "ibm-1149" "1149"
    ]
    "cp1153" "1153" IBM1153 ["IBM1153" "ibm-1153" "x-IBM1153"]
    "cp1154" "1154" IBM1154 ["IBM1154" "ibm-1154" "x-IBM1154"]
    "cp1155" "1155" IBM1155 ["IBM1155" "ibm-1155" "x-IBM1155"]
    "cp1156" "1156" IBM1156 ["IBM1156" "ibm-1156" "x-IBM1156"]
    "cp1157" "1157" IBM1157 ["IBM1157" "ibm-1157" "x-IBM1157"]
    "cp1158" "1158" IBM1158 ["IBM1158" "ibm-1158" "x-IBM1158"]
    "ibm290" "290" IBM290 ["IBM290" "cp290" "EBCDIC-JP-kana" "csIBM290" "ibm-290" "290"]
    "cp1097" "1097" IBM1097 ["IBM1097" "ibm-1097" "x-IBM1097" "1097"]
    "cp1130" "1130" IBM1130 ["IBM1130" "ibm-1130"]
    "cp1132" "1132" IBM1132 ["IBM1132" "ibm-1132"]
    "cp1137" "1137" IBM1137 ["IBM1137" "ibm-1137"]
    "cp1160" "1160" IBM1160 ["IBM1160" "ibm-1160"]
    "cp1164" "1164" IBM1164 ["IBM1164" "ibm-1164"]
    "cp1166" "1166" IBM1166 ["IBM1166" "csIBM1166" "ibm-1166" "x-IBM1166" "1166"]
    "cp4899" "4899" IBM4899 ["IBM4899" "ibm-4899"]
    "cp4971" "4971" IBM4971 ["IBM4971" "ibm-4971"]
    "cp12712" "12712" IBM12712 ["IBM12712" "ibm-12712" "ebcdic-he"]
    "cp16804" "16804" IBM16804 ["IBM16804" "ibm-16804" "ebcdic-ar"]
}

/// Creates the row of a charset with a table of its own.
pub(super) const fn other(
    name: &'static str,
    table: &'static Table,
    labels: &'static [&'static str],
) -> Row {
    row(name, cells(table, Newline::Ibm), labels)
}

/// Charsets of Apple, DOS and single countries.
#[rustfmt::skip]
pub(crate) static OTHER: &[Row] = &[
    other("x-mac-ce", &t::MAC_CENTRAL_EUROPEAN, &[
        "macce", "mac-ce", "x-mac-centraleurroman", "maccentraleurroman", "x-maccentraleurope",
        "maccentraleurope", "mac-centraleurope", "maclatin2", "mac-latin2", "mac_latin2",
        "mac_centeuro", "cp10029", "windows-10029"
    ]),
    other("x-mac-greek", &t::MAC_GREEK, &[
        "macgreek", "mac-greek", "mac_greek", "x-macgreek", "macgr", "cp10006", "windows-10006"
    ]),
    other("x-mac-turkish", &t::MAC_TURKISH, &[
        "macturkish", "mac-turkish", "mac_turkish", "x-macturkish", "mactr", "cp10081",
        "windows-10081"
    ]),
    other("x-mac-icelandic", &t::MAC_ICELANDIC, &[
        "maciceland", "mac-iceland", "mac_iceland", "x-maciceland", "cp10079", "windows-10079"
    ]),
    other("x-mac-croatian", &t::MAC_CROATIAN, &[
        "maccroatian", "mac-croatian", "mac_croatian", "x-maccroatian", "cp10082", "windows-10082"
    ]),
    other("x-mac-romanian", &t::MAC_ROMANIAN, &[
        "macromania", "mac-romanian", "mac_romanian", "x-macromania", "cp10010", "windows-10010"
    ]),
    other("x-mac-arabic", &t::MAC_ARABIC, &["macarabic", "mac-arabic", "mac_arabic", "x-macarabic"]),
    other("x-mac-farsi", &t::MAC_FARSI, &["macfarsi", "mac-farsi", "mac_farsi", "x-macfarsi"]),
    other("x-mac-hebrew", &t::MAC_HEBREW, &["machebrew", "mac-hebrew", "mac_hebrew", "x-machebrew"]),
    other("x-mac-thai", &t::MAC_THAI, &["macthai", "mac-thai", "mac_thai", "x-macthai"]),
    other("ibm864", &t::IBM864, &["IBM864", "cp864", "csIBM864", "ibm-864", "864"]),
    other("cp1125", &t::IBM1125, &["ibm1125", "ibm-1125", "1125", "ruscii", "cp866u"]),
    other("cp1131", &t::IBM1131, &["ibm1131", "ibm-1131"]),
    other("viscii", &t::VISCII, &["VISCII", "csVISCII"]),
    other("tcvn5712-1", &t::TCVN, &["TCVN", "TCVN-5712", "TCVN5712-1:1993"]),
    other("koi8-t", &t::KOI8_T, &["koi8_t"]),
    other("koi8-u", &t::KOI8_U, &["KOI8-U", "csKOI8U", "koi8u", "koi8_u"]),
    other("koi8-ru", &t::KOI8_RU, &["koi8_ru"]),
    other("ptcp154", &t::PTCP154, &[
        "PTCP154", "csPTCP154", "PT154", "CP154", "Cyrillic-Asian", "cyrillic_asian"
    ]),
    other("kz-1048", &t::RK1048, &[
        "KZ-1048", "STRK1048-2002", "RK1048", "csKZ1048", "kz1048", "kz_1048"
    ]),
    other("armscii-8", &t::ARMSCII_8, &["ARMSCII8"]),
    other("georgian-ps", &t::GEORGIAN_PS, &[]),
    other("georgian-academy", &t::GEORGIAN_ACADEMY, &[]),
    other("hp-roman8", &t::HP_ROMAN8, &[
        "hp-roman8", "roman8", "r8", "csHPRoman8", "hp_roman8", "hproman8", "cp1051", "ibm1051"
    ]),
    other("ibm851", &t::IBM851, &["IBM851", "cp851", "851", "csIBM851", "ibm-851", "csPC851"]),
    other("cp856", &t::IBM856, &["ibm856", "856", "csIBM856", "ibm-856", "x-IBM856"]),
    other("ibm868", &t::IBM868, &["IBM868", "CP868", "868", "cp-ar", "csIBM868", "ibm-868"]),
    other("ibm874", &t::IBM874, &["ibm-874", "ibm-9066", "x-IBM874"]),
    other("cp901", &t::IBM901, &["ibm901", "csIBM901", "ibm-901"]),
    other("cp902", &t::IBM902, &["ibm902", "csIBM902", "ibm-902"]),
    other("cp922", &t::IBM922, &["ibm922", "922", "csIBM922", "ibm-922", "x-IBM922"]),
    other("cp1006", &t::IBM1006, &["ibm1006", "1006", "ibm-1006", "x-IBM1006"]),
    other("cp1098", &t::IBM1098, &["ibm1098", "1098", "ibm-1098", "x-IBM1098"]),
    other("cp1124", &t::IBM1124, &["ibm1124", "1124", "csIBM1124", "ibm-1124", "x-IBM1124"]),
    other("cp1129", &t::IBM1129, &["ibm1129", "1129", "csIBM1129", "ibm-1129", "x-IBM1129"]),
    other("cp1133", &t::IBM1133, &["ibm1133", "csIBM1133", "ibm-1133"]),
    other("cp1161", &t::IBM1161, &["ibm1161", "csIBM1161", "ibm-1161"]),
    other("cp1162", &t::IBM1162, &["ibm1162", "csIBM11621162", "ibm-1162"]),
    other("cp1163", &t::IBM1163, &["ibm1163", "csIBM1163", "ibm-1163"]),
    other("dec-mcs", &t::DEC_MCS, &["DEC-MCS", "DEC", "csDECMCS", "decmcs", "dec8"]),
    other("ecma-cyrillic", &t::ECMA_CYRILLIC, &["ECMA-cyrillic", "iso-ir-111", "csISO111ECMACyrillic", "ecmacyrillic"]),
    other("mac-sami", &t::MAC_SAMI, &["macsami"]),
    other("win-sami-2", &t::WIN_SAMI_2, &["winsami2", "ws2"]),
    other("adobe-standard-encoding", &t::ADOBE_STANDARD, &["Adobe-Standard-Encoding", "csAdobeStandardEncoding", "adobe-standard", "ibm-1276"]),
];
