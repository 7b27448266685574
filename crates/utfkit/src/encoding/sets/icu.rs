//! The names of converters in ICU 72 that the registry does not have, or has for another charset.

use super::group::Group;

#[rustfmt::skip]
pub(super) const GROUPS: &[Group] = &[
    // Charsets of IBM that differ from those that these labels mean elsewhere. In Java, the last one
    // detects the charset.
    Group::absent(&[
        "cp949", "cp950", "ibm-943", "cns11643", "813", "cp813", "ibm-813", "916",
        "cp916", "ibm-916", "tis620.2533", "GB_2312-80", "chinese", "csISO58GB231280",
        "gb2312-1980", "iso-ir-58", "ibm-1250", "ibm-1250_P100-1995", "ibm-1251",
        "ibm-1251_P100-1995", "ibm-1252", "ibm-1252_P100-2000", "ibm-1253",
        "ibm-1253_P100-1995", "ibm-1254", "ibm-1254_P100-1995", "ibm-1258",
        "ibm-1258_P100-1997", "x-JISAutoDetect", "949", "950", "964",
        "ISO-2022-CN-CNS"
    ]),
    Group::new("cesu-8", &["ibm-9400"]),
    Group::new("iso-8859-1", &["ibm-819", "8859_1", "819"]),
    Group::new("us-ascii", &["iso_646.irv:1983", "ascii7", "646", "windows-20127", "ibm-367"]),
    Group::new("utf-16", &[
        "ISO-10646-UCS-2", "ibm-1204", "ibm-1205", "unicode", "csUnicode", "ucs-2"
    ]),
    Group::new("utf-16be", &[
        "x-utf-16be", "UnicodeBigUnmarked", "ibm-1200", "ibm-1201", "ibm-13488",
        "ibm-13489", "ibm-17584", "ibm-17585", "ibm-21680", "ibm-21681", "ibm-25776",
        "ibm-25777", "ibm-29872", "ibm-29873", "ibm-61955", "ibm-61956", "windows-1201",
        "cp1200", "cp1201", "UTF16_BigEndian"
    ]),
    Group::new("utf-16le", &[
        "x-utf-16le", "UnicodeLittleUnmarked", "ibm-1202", "ibm-1203", "ibm-13490",
        "ibm-13491", "ibm-17586", "ibm-17587", "ibm-21682", "ibm-21683", "ibm-25778",
        "ibm-25779", "ibm-29874", "ibm-29875", "UTF16_LittleEndian", "windows-1200"
    ]),
    Group::new("utf-32", &["ISO-10646-UCS-4", "ibm-1236", "ibm-1237", "csUCS4", "ucs-4"]),
    Group::new("utf-32be", &["UTF32_BigEndian", "ibm-1232", "ibm-1233", "ibm-9424"]),
    Group::new("utf-32le", &["UTF32_LittleEndian", "ibm-1234", "ibm-1235"]),
    Group::new("utf-7", &["windows-65000", "unicode-1-1-utf-7", "unicode-2-0-utf-7"]),
    Group::new("utf-7-imap", &["IMAP-mailbox-name"]),
    Group::new("utf-8", &[
        "ibm-1208", "ibm-1209", "ibm-5304", "ibm-5305", "ibm-13496", "ibm-13497",
        "ibm-17592", "ibm-17593", "windows-65001", "cp1208", "x-UTF_8J",
        "unicode-1-1-utf-8", "unicode-2-0-utf-8"
    ]),
    Group::legacy("big5-hkscs", &["ibm-1375_P100-2008", "ibm-1375", "big5hk", "HKSCS-BIG5"]),
    Group::legacy("cp1025", &["ibm-1025_P100-1995"]),
    Group::legacy("cp1112", &["ibm-1112_P100-1995"]),
    Group::legacy("cp1122", &["ibm-1122_P100-1999"]),
    Group::legacy("cp1123", &["ibm-1123_P100-1995"]),
    Group::legacy("cp1125", &["ibm-1125_P100-1997"]),
    Group::legacy("cp1131", &["ibm-1131_P100-1997"]),
    Group::legacy("cp1153", &["ibm-1153_P100-1999"]),
    Group::legacy("cp1153-s390", &["ibm-1153_P100-1999,swaplfnl"]),
    Group::legacy("cp1154", &["ibm-1154_P100-1999"]),
    Group::legacy("cp1155", &["ibm-1155_P100-1999"]),
    Group::legacy("cp1156", &["ibm-1156_P100-1999"]),
    Group::legacy("cp1157", &["ibm-1157_P100-1999"]),
    Group::legacy("cp1158", &["ibm-1158_P100-1999"]),
    Group::legacy("cp720", &["ibm-720_P100-1997", "ibm-720", "windows-720", "x-IBM720"]),
    Group::legacy("cp737", &["ibm-737_P100-1997", "ibm-737", "windows-737", "737", "x-IBM737"]),
    Group::legacy("cp1364", &["ibm-1364_P110-2007"]),
    Group::legacy("cp1371", &["ibm-1371_P100-1999"]),
    Group::legacy("cp1388", &["ibm-1388_P103-2001", "ibm-9580"]),
    Group::legacy("cp1390", &["ibm-1390_P110-2003"]),
    Group::legacy("cp1399", &["ibm-1399_P110-2003"]),
    Group::legacy("cp930", &["ibm-930_P120-1999", "ibm-5026", "x-IBM930A"]),
    Group::legacy("cp933", &["ibm-933_P110-1995"]),
    Group::legacy("cp935", &["ibm-935_P110-1999"]),
    Group::legacy("cp937", &["ibm-937_P110-1999"]),
    Group::legacy("cp939", &["ibm-939_P120-1999", "ibm-931", "ibm-5035", "x-IBM939A"]),
    Group::legacy("ibm290", &["ibm-290_P100-1995"]),
    Group::legacy("cp1097", &["ibm-1097_P100-1995"]),
    Group::legacy("cp1130", &["ibm-1130_P100-1997"]),
    Group::legacy("cp1132", &["ibm-1132_P100-1998"]),
    Group::legacy("cp1137", &["ibm-1137_P100-1999"]),
    Group::legacy("cp1160", &["ibm-1160_P100-1999"]),
    Group::legacy("cp1164", &["ibm-1164_P100-1999"]),
    Group::legacy("cp4899", &["ibm-4899_P100-1998"]),
    Group::legacy("cp4971", &["ibm-4971_P100-1999"]),
    Group::legacy("cp12712", &["ibm-12712_P100-1998"]),
    Group::legacy("cp16804", &["ibm-16804_X110-1999"]),
    Group::legacy("cp12712-s390", &["ibm-12712_P100-1998,swaplfnl"]),
    Group::legacy("cp16804-s390", &["ibm-16804_X110-1999,swaplfnl"]),
    Group::legacy("cp875", &["ibm-875_P100-1995"]),
    Group::legacy("cp950", &[
        "ibm-1373_P100-2002", "ibm-1373", "windows-950-2000", "Big5", "csBig5", "x-big5",
        "ms950", "windows-950", "x-windows-950"
    ]),
    Group::legacy("euc-jp", &["euc-jp-2007", "eucjis"]),
    Group::legacy("euc-kr", &[
        "ibm-970_P110_P110-2006_U2", "ibm-970", "windows-51949", "ibm-eucKR", "5601",
        "cp970", "970", "ibm-970_VPUA", "x-IBM970"
    ]),
    Group::legacy("gb18030", &["ibm-1392", "windows-54936"]),
    Group::legacy("gb2312", &[
        "ibm-1383_P110-1999", "ibm-1383", "cp1383", "1383", "ibm-eucCN", "hp15CN",
        "ibm-1383_VPUA"
    ]),
    Group::legacy("gbk", &["windows-936-2000"]),
    Group::legacy("ibm-thai", &["ibm-838_P100-1995", "ibm-9030"]),
    Group::legacy("ibm00858", &["ibm-858_P100-1997", "ibm-858", "windows-858"]),
    Group::legacy("ibm01140", &["ibm-1140_P100-1997"]),
    Group::legacy("ibm01140-s390", &["ibm-1140_P100-1997,swaplfnl"]),
    Group::legacy("ibm01141", &["ibm-1141_P100-1997"]),
    Group::legacy("ibm01141-s390", &["ibm-1141_P100-1997,swaplfnl", "IBM1141_LF"]),
    Group::legacy("ibm01142", &["ibm-1142_P100-1997"]),
    Group::legacy("ibm01142-s390", &["ibm-1142_P100-1997,swaplfnl"]),
    Group::legacy("ibm01143", &["ibm-1143_P100-1997"]),
    Group::legacy("ibm01143-s390", &["ibm-1143_P100-1997,swaplfnl"]),
    Group::legacy("ibm01144", &["ibm-1144_P100-1997"]),
    Group::legacy("ibm01144-s390", &["ibm-1144_P100-1997,swaplfnl"]),
    Group::legacy("ibm01145", &["ibm-1145_P100-1997"]),
    Group::legacy("ibm01145-s390", &["ibm-1145_P100-1997,swaplfnl"]),
    Group::legacy("ibm01146", &["ibm-1146_P100-1997"]),
    Group::legacy("ibm01146-s390", &["ibm-1146_P100-1997,swaplfnl"]),
    Group::legacy("ibm01147", &["ibm-1147_P100-1997"]),
    Group::legacy("ibm01147-s390", &["ibm-1147_P100-1997,swaplfnl"]),
    Group::legacy("ibm01148", &["ibm-1148_P100-1997"]),
    Group::legacy("ibm01148-s390", &["ibm-1148_P100-1997,swaplfnl"]),
    Group::legacy("ibm01149", &["ibm-1149_P100-1997"]),
    Group::legacy("ibm01149-s390", &["ibm-1149_P100-1997,swaplfnl"]),
    Group::legacy("ibm037", &["ibm-37_P100-1995"]),
    Group::legacy("ibm037-s390", &["ibm-37_P100-1995,swaplfnl"]),
    Group::legacy("ibm1026", &["ibm-1026_P100-1995"]),
    Group::legacy("ibm1047", &["ibm-1047_P100-1995"]),
    Group::legacy("ibm1047-s390", &["ibm-1047_P100-1995,swaplfnl", "IBM1047_LF"]),
    Group::legacy("ibm273", &["ibm-273_P100-1995"]),
    Group::legacy("ibm277", &["ibm-277_P100-1995"]),
    Group::legacy("ibm278", &["ibm-278_P100-1995"]),
    Group::legacy("ibm280", &["ibm-280_P100-1995"]),
    Group::legacy("ibm284", &["ibm-284_P100-1995"]),
    Group::legacy("ibm285", &["ibm-285_P100-1995"]),
    Group::legacy("ibm297", &["ibm-297_P100-1995"]),
    Group::legacy("ibm420", &["ibm-420_X120-1999"]),
    Group::legacy("ibm424", &["ibm-424_P100-1995"]),
    Group::legacy("ibm437", &["ibm-437_P100-1995", "ibm-437", "windows-437"]),
    Group::legacy("ibm500", &["ibm-500_P100-1995"]),
    Group::legacy("ibm775", &["ibm-775_P100-1996", "ibm-775", "windows-775"]),
    Group::legacy("ibm850", &["ibm-850_P100-1995", "ibm-850", "windows-850"]),
    Group::legacy("ibm852", &["ibm-852_P100-1995", "ibm-852", "windows-852"]),
    Group::legacy("ibm855", &["ibm-855_P100-1995", "ibm-855", "csPCp855", "windows-855"]),
    Group::legacy("ibm857", &["ibm-857_P100-1995", "ibm-857", "windows-857"]),
    Group::legacy("ibm860", &["ibm-860_P100-1995", "ibm-860"]),
    Group::legacy("ibm861", &["ibm-861_P100-1995", "ibm-861", "windows-861"]),
    Group::legacy("ibm862", &["ibm-862_P100-1995", "ibm-862", "DOS-862", "windows-862"]),
    Group::legacy("ibm863", &["ibm-863_P100-1995", "ibm-863"]),
    Group::legacy("ibm864", &["ibm-864_X110-1999"]),
    Group::legacy("ibm865", &["ibm-865_P100-1995", "ibm-865"]),
    Group::legacy("ibm866", &["ibm-866_P100-1995", "ibm-866", "windows-866"]),
    Group::legacy("ibm869", &["ibm-869_P100-1995", "ibm-869", "windows-869"]),
    Group::legacy("ibm870", &["ibm-870_P100-1995"]),
    Group::legacy("ibm871", &["ibm-871_P100-1995"]),
    Group::legacy("ibm918", &["ibm-918_P100-1995"]),
    Group::legacy("euc-tw", &["euc-tw-2014"]),
    Group::legacy("iso-2022-cn", &["ISO_2022,locale=zh,version=0"]),
    Group::legacy("iso-2022-cn-ext", &["ISO_2022,locale=zh,version=1"]),
    Group::legacy("iso-2022-jp-1", &[
        "ISO_2022,locale=ja,version=1", "JIS", "JIS_Encoding", "csJISEncoding"
    ]),
    Group::legacy("iso-2022-jp-2", &["ISO_2022,locale=ja,version=2"]),
    Group::legacy("iso-2022-kr", &["ISO_2022,locale=ko,version=0"]),
    Group::legacy("iso-2022-jp", &[
        "ISO_2022,locale=ja,version=0", "x-windows-iso2022jp", "x-windows-50220"
    ]),
    Group::legacy("iso-8859-10", &["iso-8859_10-1998", "ISO_8859-10:1992"]),
    Group::legacy("iso-8859-11", &["iso-8859_11-2001", "thai8", "x-iso-8859-11"]),
    Group::legacy("iso-8859-13", &[
        "ibm-921_P100-1995", "ibm-921", "8859_13", "windows-28603", "cp921", "921",
        "x-IBM921"
    ]),
    Group::legacy("iso-8859-14", &["iso-8859_14-1998", "ISO_8859-14:1998"]),
    Group::legacy("iso-8859-15", &[
        "ibm-923_P100-1998", "ibm-923", "8859_15", "latin0", "csisolatin0",
        "iso8859_15_fdis", "cp923", "923", "windows-28605"
    ]),
    Group::legacy("iso-8859-2", &[
        "ibm-912_P100-1995", "ibm-912", "8859_2", "cp912", "912", "windows-28592"
    ]),
    Group::legacy("iso-8859-3", &[
        "ibm-913_P100-2000", "ibm-913", "8859_3", "cp913", "913", "windows-28593"
    ]),
    Group::legacy("iso-8859-4", &[
        "ibm-914_P100-1995", "ibm-914", "8859_4", "cp914", "914", "windows-28594"
    ]),
    Group::legacy("iso-8859-5", &[
        "ibm-915_P100-1995", "ibm-915", "8859_5", "cp915", "915", "windows-28595"
    ]),
    Group::legacy("iso-8859-6", &[
        "ibm-1089_P100-1995", "ibm-1089", "8859_6", "cp1089", "1089", "windows-28596",
        "x-ISO-8859-6S"
    ]),
    Group::legacy("iso-8859-7", &["ibm-9005_X110-2007", "ibm-9005", "8859_7", "windows-28597"]),
    Group::legacy("iso-8859-8", &[
        "ibm-5012_P100-1999", "ibm-5012", "ISO-8859-8-I", "8859_8", "windows-28598",
        "hebrew8"
    ]),
    Group::legacy("iso-8859-9", &[
        "ibm-920_P100-1995", "ibm-920", "8859_9", "cp920", "920", "windows-28599",
        "ECMA-128", "turkish8", "turkish"
    ]),
    Group::legacy("koi8-r", &["ibm-878_P100-1996", "ibm-878", "windows-20866", "cp878"]),
    Group::legacy("koi8-u", &["ibm-1168_P100-2002", "ibm-1168", "windows-21866"]),
    Group::legacy("macintosh", &["macos-0_2-10.2", "windows-10000", "x-macroman"]),
    Group::legacy("uhc", &["windows-949-2000", "x-KSC5601", "KSC_5601", "KS_C_5601-1987", "KS_C_5601-1989",
        "csKSC56011987", "iso-ir-149", "korean"]),
    Group::legacy("windows-1250", &[
        "ibm-5346_P100-1998", "ibm-5346"
    ]),
    Group::legacy("windows-1251", &[
        "ibm-5347_P100-1998", "ibm-5347", "ANSI1251"
    ]),
    Group::legacy("windows-1252", &[
        "ibm-5348_P100-1997", "ibm-5348"
    ]),
    Group::legacy("windows-1253", &[
        "ibm-5349_P100-1998", "ibm-5349"
    ]),
    Group::legacy("windows-1254", &[
        "ibm-5350_P100-1998", "ibm-5350"
    ]),
    Group::legacy("windows-1255", &[
        "ibm-9447_P100-2002", "ibm-9447", "ibm-5351_P100-1998", "ibm-5351"
    ]),
    Group::legacy("windows-1256", &[
        "ibm-9448_X100-2005", "ibm-9448", "x-windows-1256S", "ibm-5352_P100-1998",
        "ibm-5352"
    ]),
    Group::legacy("windows-1257", &[
        "ibm-9449_P100-2002", "ibm-9449", "ibm-5353_P100-1998", "ibm-5353"
    ]),
    Group::legacy("windows-1258", &[
        "ibm-5354_P100-1998", "ibm-5354"
    ]),
    Group::legacy("windows-31j", &[
        "ibm-943_P15A-2003", "Shift_JIS", "MS_Kanji", "csShiftJIS", "x-sjis",
        "x-ms-cp932", "cp943c", "IBM-943C", "pck", "sjis", "ibm-943_VSUB_VPUA",
        "x-MS932_0213"
    ]),
    Group::legacy("windows-874", &["windows-874-2000", "TIS-620", "MS874", "x-windows-874"]),
    Group::legacy("x-mac-ce", &["macos-29-10.2"]),
    Group::legacy("x-mac-cyrillic", &[
        "macos-7_3-10.2", "windows-10007", "maccy", "x-MacCyrillic", "x-MacUkraine"
    ]),
    Group::legacy("x-mac-greek", &["macos-6_2-10.4"]),
    Group::legacy("x-mac-turkish", &["macos-35-10.2"]),
    Group::legacy("ibm874", &["ibm-874_P100-1995", "cp874", "eucTH"]),
    Group::legacy("ibm851", &["ibm-851_P100-1995"]),
    Group::legacy("cp856", &["ibm-856_P100-1995"]),
    Group::legacy("ibm868", &["ibm-868_P100-1995"]),
    Group::legacy("cp901", &["ibm-901_P100-1999"]),
    Group::legacy("cp902", &["ibm-902_P100-1999"]),
    Group::legacy("cp922", &["ibm-922_P100-1999"]),
    Group::legacy("cp1006", &["ibm-1006_P100-1995"]),
    Group::legacy("cp1098", &["ibm-1098_P100-1995"]),
    Group::legacy("cp1124", &["ibm-1124_P100-1996"]),
    Group::legacy("cp1129", &["ibm-1129_P100-1997"]),
    Group::legacy("cp1133", &["ibm-1133_P100-1997"]),
    Group::legacy("cp1162", &["ibm-1162_P100-1999"]),
    Group::legacy("adobe-standard-encoding", &["ibm-1276_P100-1995"]),
    Group::legacy("cp803", &["cp803", "ibm-803_P100-1999"]),
    Group::legacy("cp4517", &["ibm-4517_P100-2005"]),
    Group::legacy("cp4909", &["ibm-4909_P100-1999"]),
];
