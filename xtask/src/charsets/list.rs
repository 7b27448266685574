//! The charsets of one byte per character, and the mapping files that they are made from.

/// A charset of one byte per character.
pub(super) struct Charset {
    /// The name of its constant in the library.
    pub(super) constant: &'static str,
    pub(super) title: &'static str,
    /// The mapping file in `icu-data`.
    pub(super) file: &'static str,
    /// The name in glibc, if it has the charset.
    pub(super) glibc: Option<&'static str>,
    /// Cells that differ from the mapping file, or that it does not have.
    pub(super) changes: &'static [(u8, u16)],
}

const fn charset(
    constant: &'static str,
    title: &'static str,
    file: &'static str,
    glibc: Option<&'static str>,
) -> Charset {
    Charset { constant, title, file, glibc, changes: &[] }
}

impl Charset {
    const fn with(self, changes: &'static [(u8, u16)]) -> Self {
        Self { changes, ..self }
    }
}

/// ICU has IBM's controls in pages of DOS. Text and all other programs have those of ASCII.
const DOS: &[(u8, u16)] = &[(0x1A, 0x1A), (0x1C, 0x1C), (0x7F, 0x7F)];

/// Bytes with a second code for punctuation of ASCII. The mapping file does not have them, but glibc
/// and libiconv read them.
const ARMENIAN: &[(u8, u16)] = &[
    (0xA4, b')' as u16),
    (0xA5, b'(' as u16),
    (0xA9, b'.' as u16),
    (0xAB, b',' as u16),
    (0xAC, b'-' as u16),
];

/// All charsets, in the order of the tables.
#[rustfmt::skip]
pub(super) const SINGLE: &[Charset] = &[
    charset("IBM037", "Code page 037", "ibm-37_P100-1999.ucm", Some("IBM037")),
    charset("IBM273", "Code page 273", "ibm-273_P100-1999.ucm", Some("IBM273")),
    charset("IBM277", "Code page 277", "ibm-277_P100-1999.ucm", Some("IBM277")),
    charset("IBM278", "Code page 278", "ibm-278_P100-1999.ucm", Some("IBM278")),
    charset("IBM280", "Code page 280", "ibm-280_P100-1999.ucm", Some("IBM280")),
    charset("IBM284", "Code page 284", "ibm-284_P100-1999.ucm", Some("IBM284")),
    charset("IBM285", "Code page 285", "ibm-285_P100-1999.ucm", Some("IBM285")),
    charset("IBM297", "Code page 297", "ibm-297_P100-1999.ucm", Some("IBM297")),
    charset("IBM420", "Code page 420: Arabic", "ibm-420_X120-1999.ucm", Some("IBM420")),
    charset("IBM424", "Code page 424: Hebrew", "ibm-424_P100-1995.ucm", Some("IBM424")),
    charset("IBM500", "Code page 500", "ibm-500_P100-1999.ucm", Some("IBM500")),
    charset("IBM838", "Code page 838: Thai", "ibm-838_P100-1995.ucm", None),
    charset("IBM870", "Code page 870", "ibm-870_P100-1999.ucm", Some("IBM870")),
    charset("IBM871", "Code page 871", "ibm-871_P100-1999.ucm", Some("IBM871")),
    charset("IBM875", "Code page 875", "ibm-875_P100-1995.ucm", Some("IBM875")),
    charset("IBM918", "Code page 918", "ibm-918_P100-1995.ucm", Some("IBM918")),
    charset("IBM1025", "Code page 1025", "ibm-1025_P100-1995.ucm", Some("IBM1025")),
    charset("IBM1026", "Code page 1026", "ibm-1026_P100-1995.ucm", Some("IBM1026")),
    charset("IBM1047", "Code page 1047", "ibm-1047_P100-1995.ucm", Some("IBM1047")),
    charset("IBM1112", "Code page 1112", "ibm-1112_P100-1995.ucm", Some("IBM1112")),
    charset("IBM1122", "Code page 1122", "ibm-1122_P100-1999.ucm", Some("IBM1122")),
    charset("IBM1123", "Code page 1123", "ibm-1123_P100-1995.ucm", Some("IBM1123")),
    charset("IBM1140", "Code page 1140", "ibm-1140_P100-1997.ucm", Some("IBM1140")),
    charset("IBM1141", "Code page 1141", "ibm-1141_P100-1997.ucm", Some("IBM1141")),
    charset("IBM1142", "Code page 1142", "ibm-1142_P100-1997.ucm", Some("IBM1142")),
    charset("IBM1143", "Code page 1143", "ibm-1143_P100-1997.ucm", Some("IBM1143")),
    charset("IBM1144", "Code page 1144", "ibm-1144_P100-1997.ucm", Some("IBM1144")),
    charset("IBM1145", "Code page 1145", "ibm-1145_P100-1997.ucm", Some("IBM1145")),
    charset("IBM1146", "Code page 1146", "ibm-1146_P100-1997.ucm", Some("IBM1146")),
    charset("IBM1147", "Code page 1147", "ibm-1147_P100-1997.ucm", Some("IBM1147")),
    charset("IBM1148", "Code page 1148", "ibm-1148_P100-1997.ucm", Some("IBM1148")),
    charset("IBM1149", "Code page 1149", "ibm-1149_P100-1997.ucm", Some("IBM1149")),
    charset("IBM1153", "Code page 1153", "ibm-1153_P100-1999.ucm", Some("IBM1153")),
    charset("IBM1154", "Code page 1154", "ibm-1154_P100-1999.ucm", Some("IBM1154")),
    charset("IBM1155", "Code page 1155", "ibm-1155_P100-1999.ucm", Some("IBM1155")),
    charset("IBM1156", "Code page 1156", "ibm-1156_P100-1999.ucm", Some("IBM1156")),
    charset("IBM1157", "Code page 1157", "ibm-1157_P100-1999.ucm", Some("IBM1157")),
    charset("IBM1158", "Code page 1158", "ibm-1158_P100-1999.ucm", Some("IBM1158")),
    charset("IBM290", "Code page 290: Japanese, with katakana", "ibm-290_P100-1995.ucm", Some("IBM290")),
    charset("IBM1097", "Code page 1097: Farsi", "ibm-1097_P100-1995.ucm", Some("IBM1097")),
    charset("IBM1130", "Code page 1130: Vietnamese", "ibm-1130_P100-1997.ucm", Some("IBM1130")),
    charset("IBM1132", "Code page 1132: Lao", "ibm-1132_P100-1998.ucm", Some("IBM1132")),
    charset("IBM1137", "Code page 1137: Devanagari", "ibm-1137_P100-1999.ucm", Some("IBM1137")),
    charset("IBM1160", "Code page 1160: Thai, with the euro sign", "ibm-1160_P100-1999.ucm", Some("IBM1160")),
    charset("IBM1164", "Code page 1164: Vietnamese, with the sign of the dong", "ibm-1164_P100-1999.ucm", Some("IBM1164")),
    charset("IBM4899", "Code page 4899: Hebrew, with the euro sign", "ibm-4899_P100-1998.ucm", Some("IBM4899")),
    charset("IBM4971", "Code page 4971: Greek, with the euro sign", "ibm-4971_P100-1999.ucm", Some("IBM4971")),
    charset("IBM12712", "Code page 12712: Hebrew, with the euro and the new sheqel sign", "ibm-12712_P100-1998.ucm", Some("IBM12712")),
    charset("IBM16804", "Code page 16804: Arabic, with the euro sign", "ibm-16804_X110-1999.ucm", Some("IBM16804")),
    charset("IBM864", "Code page 864: Arabic", "glibc-IBM864-2.3.3.ucm", Some("IBM864")),
    charset("IBM1125", "Code page 1125: Ukrainian", "ibm-1125_P100-1997.ucm", Some("CP1125")).with(DOS),
    charset("IBM1131", "Code page 1131: Belarusian", "ibm-1131_P100-1997.ucm", None).with(DOS),
    charset("MAC_CENTRAL_EUROPEAN", "Mac OS Central European", "macos-29-10.2.ucm", Some("MAC-CENTRALEUROPE")),
    charset("MAC_GREEK", "Mac OS Greek", "macos-6_2-10.4.ucm", None),
    charset("MAC_TURKISH", "Mac OS Turkish", "macos-35-10.2.ucm", None),
    charset("MAC_ICELANDIC", "Mac OS Icelandic", "macos-37_4-10.2.ucm", None),
    charset("MAC_CROATIAN", "Mac OS Croatian", "macos-36_2-10.2.ucm", None),
    charset("MAC_ROMANIAN", "Mac OS Romanian", "macos-38_2-10.2.ucm", None),
    charset("MAC_ARABIC", "Mac OS Arabic", "own/mac-arabic.ucm", None),
    charset("MAC_FARSI", "Mac OS Farsi", "own/mac-farsi.ucm", None),
    charset("MAC_HEBREW", "Mac OS Hebrew", "own/mac-hebrew.ucm", None),
    charset("MAC_THAI", "Mac OS Thai", "own/mac-thai.ucm", None),
    charset("VISCII", "VISCII", "glibc-VISCII-2.3.3.ucm", Some("VISCII")),
    charset("TCVN", "TCVN5712-1", "own/tcvn5712-1.ucm", Some("TCVN5712-1")),
    charset("KOI8_T", "KOI8-T", "glibc-KOI8_T-2.3.3.ucm", Some("KOI8-T")),
    charset("KOI8_U", "KOI8-U", "glibc-KOI8_U-2.3.3.ucm", Some("KOI8-U")),
    charset("KOI8_RU", "KOI8-RU", "own/koi8-ru.ucm", Some("KOI8-RU")),
    charset("PTCP154", "PT154", "glibc-PT154-2.3.3.ucm", Some("PT154")),
    charset("RK1048", "RK1048", "glibc-RK1048-2.3.3.ucm", Some("RK1048")),
    charset("ARMSCII_8", "ARMSCII-8", "glibc-ARMSCII_8-2.3.3.ucm", Some("ARMSCII-8")).with(ARMENIAN),
    charset("GEORGIAN_PS", "GEORGIAN-PS", "glibc-GEORGIAN_PS-2.3.3.ucm", Some("GEORGIAN-PS")),
    charset("GEORGIAN_ACADEMY", "GEORGIAN-ACADEMY", "glibc-GEORGIAN_ACADEMY-2.3.3.ucm", Some("GEORGIAN-ACADEMY")),
    charset("HP_ROMAN8", "HP-ROMAN8", "glibc-HP_ROMAN8-2.1.2.ucm", Some("HP-ROMAN8")),
    charset("IBM851", "Code page 851: Greek", "ibm-851_P100-1995.ucm", Some("IBM851")).with(DOS),
    charset("IBM856", "Code page 856: Hebrew", "ibm-856_P100-1995.ucm", Some("IBM856")).with(DOS),
    charset("IBM868", "Code page 868: Urdu", "ibm-868_P100-1995.ucm", Some("IBM868")).with(DOS),
    charset("IBM874", "Code page 874 of IBM: Thai", "ibm-874_P100-1995.ucm", None).with(DOS),
    charset("IBM901", "Code page 901: Baltic, with the euro sign", "ibm-901_P100-1999.ucm", Some("IBM901")),
    charset("IBM902", "Code page 902: Estonian, with the euro sign", "ibm-902_P100-1999.ucm", Some("IBM902")),
    charset("IBM922", "Code page 922: Estonian", "ibm-922_P100-1999.ucm", Some("IBM922")),
    charset("IBM1006", "Code page 1006: Urdu", "ibm-1006_P100-1995.ucm", None),
    charset("IBM1098", "Code page 1098: Farsi", "ibm-1098_P100-1995.ucm", None).with(DOS),
    charset("IBM1124", "Code page 1124: Ukrainian", "ibm-1124_X100-1996.ucm", Some("IBM1124")),
    charset("IBM1129", "Code page 1129: Vietnamese", "ibm-1129_P100-1997.ucm", Some("IBM1129")),
    charset("IBM1133", "Code page 1133: Lao", "ibm-1133_P100-1997.ucm", Some("IBM1133")),
    charset("IBM1161", "Code page 1161: Thai, with the euro sign", "ibm-1161_P100-1999.ucm", Some("IBM1161")),
    charset("IBM1162", "Code page 1162: Thai, with the euro sign", "ibm-1162_P100-1999.ucm", Some("IBM1162")),
    charset("IBM1163", "Code page 1163: Vietnamese, with the euro sign", "ibm-1163_P100-1999.ucm", Some("IBM1163")),
    charset("IBM1166", "Code page 1166: Kazakh", "ibm-1166_P100-2002.ucm", Some("IBM1166")),
    charset("DEC_MCS", "DEC-MCS", "glibc-DEC_MCS-2.1.2.ucm", Some("DEC-MCS")),
    charset("ECMA_CYRILLIC", "ECMA-Cyrillic", "glibc-ECMA_CYRILLIC-2.3.3.ucm", Some("ECMA-CYRILLIC")),
    charset("MAC_SAMI", "Mac OS Sami", "glibc-MAC_SAMI-2.3.3.ucm", Some("MAC-SAMI")),
    charset("WIN_SAMI_2", "WIN-SAMI-2", "glibc-WIN_SAMI_2-2.3.3.ucm", Some("WIN-SAMI-2")),
    charset("ADOBE_STANDARD", "Adobe Standard Encoding", "ibm-1276_P100-1995.ucm", None),
];
