//! The names of charsets in Java 17 that the registry does not have, or has for another charset.

use super::group::Group;
use crate::encoding::policy::BomPolicy::Add;

#[rustfmt::skip]
pub(super) const GROUPS: &[Group] = &[
    // Charsets of IBM that differ from those that these numbers mean elsewhere.
    Group::absent(&["932", "949", "950", "964"]),
    Group::new("iso-8859-1", &["819", "8859_1", "ISO8859_1", "ISO_8859_1", "IBM-819"]),
    Group::new("us-ascii", &["iso_646.irv:1983", "ascii7", "default", "646"]),
    Group::new("utf-16", &["UTF_16", "unicode", "UnicodeBig"]),
    Group::new("utf-16le", &["UnicodeLittleUnmarked", "UTF_16LE", "X-UTF-16LE"]),
    Group::new("utf-16be", &["UnicodeBigUnmarked", "UTF_16BE", "X-UTF-16BE"]),
    Group::new("utf-16le", &["UnicodeLittle"]).bom(Add),
    Group::new("utf-32be", &["UTF_32BE_BOM"]).bom(Add),
    Group::new("utf-32le", &["UTF_32LE_BOM"]).bom(Add),
    Group::new("utf-32", &["UTF_32"]),
    Group::new("utf-32be", &["X-UTF-32BE", "UTF_32BE"]),
    Group::new("utf-32le", &["X-UTF-32LE", "UTF_32LE"]),
    Group::legacy("big5-hkscs", &["big5hk", "Big5_HKSCS"]),
    Group::legacy("cp50220", &["ms50220"]),
    Group::legacy("cp50221", &["ms50221"]),
    Group::legacy("eucjp-ms", &["EUC_JP_Solaris"]),
    Group::legacy("iso-2022-cn", &[
        "ISO2022CN_GB", "ISO-2022-CN-GB", "ISO2022CN_CNS", "ISO-2022-CN-CNS"
    ]),
    Group::legacy("shift_jis-2004", &[
        "shift_jis:2004", "sjis:2004", "sjis_0213", "sjis-0213", "sjis_0213:2004",
        "shift_jis_0213:2004"
    ]),
    Group::legacy("cp737", &["x-IBM737", "737", "ibm-737"]),
    Group::legacy("euc-jp", &["eucjis", "euc_jp", "x-eucjp"]),
    Group::legacy("euc-kr", &["ksc5601-1987", "ksc5601_1987", "5601", "euc_kr", "ibm970"]),
    Group::legacy("gb18030", &["gb18030-2022"]),
    Group::legacy("gb2312", &["x-EUC-CN", "EUC_CN", "gb2312-80", "gb2312-1980"]),
    Group::legacy("gbk", &["x-mswin-936", "ms_936"]),
    Group::legacy("ibm00858", &["ibm-858"]),
    Group::legacy("ibm01141-s390", &["IBM1141_LF"]),
    Group::legacy("ibm01147", &["ebcdic-fr-277+euro"]),
    Group::legacy("ibm01149", &["ebcdic-s-871+euro"]),
    Group::legacy("ibm037", &[
        "cs-ebcdic-cp-wt", "cs-ebcdic-cp-us", "cs-ebcdic-cp-ca", "cs-ebcdic-cp-nl"
    ]),
    Group::legacy("ibm1047-s390", &["IBM1047_LF"]),
    Group::legacy("ibm437", &["ibm-437", "windows-437"]),
    Group::legacy("ibm775", &["ibm-775"]),
    Group::legacy("ibm850", &["ibm-850"]),
    Group::legacy("ibm852", &["ibm-852"]),
    Group::legacy("ibm855", &["ibm-855", "cspcp855"]),
    Group::legacy("ibm857", &["ibm-857"]),
    Group::legacy("ibm860", &["ibm-860"]),
    Group::legacy("ibm861", &["ibm-861"]),
    Group::legacy("ibm862", &["csIBM862", "ibm-862"]),
    Group::legacy("ibm863", &["ibm-863"]),
    Group::legacy("ibm865", &["ibm-865"]),
    Group::legacy("ibm866", &["ibm-866"]),
    Group::legacy("ibm869", &["ibm-869"]),
    Group::legacy("iso-2022-jp", &["csjisencoding", "iso2022jp", "jis_encoding", "jis"]),
    Group::legacy("iso-8859-11", &["tis620", "tis620.2533", "x-iso-8859-11", "iso8859_11"]),
    Group::legacy("iso-8859-13", &["iso_8859-13", "iso8859_13", "8859_13", "ibm921"]),
    Group::legacy("iso-8859-15", &[
        "LATIN0", "ISO8859_15_FDIS", "ISO8859_15", "cp923", "8859_15", "IBM923",
        "IBM-923", "csISOlatin0", "923"
    ]),
    Group::legacy("iso-8859-16", &["ISO_8859-16:2001", "ISO_8859-16", "ISO8859_16"]),
    Group::legacy("iso-8859-2", &["ibm912", "8859_2", "cp912", "iso8859_2", "912", "ibm-912"]),
    Group::legacy("iso-8859-3", &["ibm913", "8859_3", "cp913", "iso8859_3", "913", "ibm-913"]),
    Group::legacy("iso-8859-4", &["8859_4", "cp914", "ibm914", "iso8859_4", "914", "ibm-914"]),
    Group::legacy("iso-8859-5", &["iso8859_5", "cp915", "8859_5", "ibm-915", "ibm915", "915"]),
    Group::legacy("iso-8859-6", &["8859_6", "iso8859_6", "ibm1089", "ibm-1089", "1089", "cp1089"]),
    Group::legacy("iso-8859-7", &["8859_7", "ibm813", "iso8859_7", "cp813", "813", "ibm-813"]),
    Group::legacy("iso-8859-8", &["8859_8", "cp916", "iso8859_8", "ibm-916", "916", "ibm916"]),
    Group::legacy("iso-8859-9", &["ibm-920", "8859_9", "ibm920", "iso8859_9", "cp920", "920"]),
    Group::legacy("macintosh", &["x-MacRoman"]),
    Group::legacy("uhc", &["windows949", "ms_949"]),
    Group::legacy("windows-1250", &["cp5346"]),
    Group::legacy("windows-1251", &["cp5347", "ansi-1251"]),
    Group::legacy("windows-1252", &["ibm-1252", "ibm1252", "cp5348"]),
    Group::legacy("windows-1253", &["cp5349"]),
    Group::legacy("windows-1254", &["cp5350"]),
    Group::legacy("windows-1257", &["cp5353"]),
    Group::legacy("windows-874", &["x-windows-874", "ms-874", "ms874"]),
    Group::legacy("x-mac-cyrillic", &["x-MacCyrillic", "MacUkraine"]),
    Group::legacy("ibm874", &["874", "cp874"]),
];
