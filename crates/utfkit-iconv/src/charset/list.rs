//! The list of charsets, each with its name in glibc.

/// The byte order of a charset, and its BOM.
pub(crate) enum Order {
    /// The name fixes the byte order, or the charset does not have one.
    Fixed,
    /// The byte order of the machine. U+FEFF is text.
    Native,
    /// The BOM gives the byte order. Without a BOM, it is that of the machine. A BOM is written.
    Bom,
}

/// A charset.
#[allow(dead_code, reason = "the generator and the tests read some of the fields")]
pub(crate) struct Row {
    /// The first name in glibc.
    pub(crate) glibc: &'static str,
    /// The name in `utfkit`.
    pub(crate) encoding: &'static str,
    pub(crate) order: Order,
}

const fn row(glibc: &'static str, encoding: &'static str) -> Row {
    Row { glibc, encoding, order: Order::Fixed }
}

const fn in_order(order: Order, glibc: &'static str, encoding: &'static str) -> Row {
    Row { glibc, encoding, order }
}

/// Names that are compiled into glibc and that its list of modules does not have. A slash at the end
/// is left out.
#[allow(dead_code, reason = "only the generator of the names reads it")]
#[rustfmt::skip]
pub(crate) static BUILT_IN: &[(&str, &[&str])] = &[
    ("UTF-8", &["UTF8", "ISO-IR-193", "OSF05010001", "ISO-10646/UTF8", "ISO-10646/UTF-8"]),
    ("UCS-2", &["UCS2", "ISO-10646/UCS2", "OSF00010100", "OSF00010101", "OSF00010102"]),
    ("UNICODEBIG", &["UCS-2BE"]),
    ("UNICODELITTLE", &["UCS-2LE"]),
    ("UCS-4", &[
        "UCS4", "UCS-4BE", "CSUCS4", "ISO-10646", "10646-1:1993", "10646-1:1993/UCS4",
        "ISO-10646/UCS4", "OSF00010104", "OSF00010105", "OSF00010106"
    ]),
    ("ANSI_X3.4-1968", &[
        "ISO-IR-6", "ANSI_X3.4-1986", "ISO_646.IRV:1991", "ASCII", "ISO646-US", "US-ASCII", "US",
        "IBM367", "CP367", "CSASCII", "OSF00010020", "ANSI_X3.4"
    ]),
];

/// All charsets. `names.rs` refers to them by number.
///
/// Charsets that compose letters and marks are not here (CP1255, CP1258, TCVN5712-1, BIG5-HKSCS),
/// because no table describes what glibc does with them. ISO-2022-JP is not here, because its
/// differences depend on shifts.
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = &[
    row("UTF-8", "utf-8"),
    in_order(Order::Bom, "UTF-16", "utf-16"),
    row("UTF-16BE", "utf-16be"),
    row("UTF-16LE", "utf-16le"),
    in_order(Order::Bom, "UTF-32", "utf-32"),
    row("UTF-32BE", "utf-32be"),
    row("UTF-32LE", "utf-32le"),
    in_order(Order::Bom, "UNICODE", "ucs-2"),
    in_order(Order::Native, "UCS-2", "ucs-2"),
    row("UNICODEBIG", "ucs-2be"),
    row("UNICODELITTLE", "ucs-2le"),
    row("UCS-4", "ucs-4be"),
    row("UCS-4LE", "ucs-4le"),
    in_order(Order::Native, "WCHAR_T", "utf-32"),
    row("UTF-7", "utf-7"),
    row("UTF-7-IMAP", "utf-7-imap"),
    row("ANSI_X3.4-1968", "us-ascii"),
    row("ISO-8859-1", "iso-8859-1"),
    row("ARMSCII-8", "armscii-8"),
    row("IBM1025", "cp1025"),
    row("IBM1112", "cp1112"),
    row("IBM1122", "cp1122"),
    row("IBM1123", "cp1123"),
    row("CP1125", "cp1125"),
    row("IBM1153", "cp1153"),
    row("IBM1154", "cp1154"),
    row("IBM1155", "cp1155"),
    row("IBM1156", "cp1156"),
    row("IBM1157", "cp1157"),
    row("IBM1158", "cp1158"),
    row("CP737", "cp737"),
    row("IBM875", "cp875"),
    row("EUC-JP", "euc-jp"),
    row("EUC-KR", "euc-kr"),
    row("GB18030", "gb18030"),
    row("EUC-CN", "gb2312"),
    row("GBK", "gbk"),
    row("GEORGIAN-ACADEMY", "georgian-academy"),
    row("GEORGIAN-PS", "georgian-ps"),
    row("HP-ROMAN8", "hp-roman8"),
    row("IBM858", "ibm00858"),
    row("IBM1140", "ibm01140"),
    row("IBM1141", "ibm01141"),
    row("IBM1142", "ibm01142"),
    row("IBM1143", "ibm01143"),
    row("IBM1144", "ibm01144"),
    row("IBM1145", "ibm01145"),
    row("IBM1146", "ibm01146"),
    row("IBM1147", "ibm01147"),
    row("IBM1148", "ibm01148"),
    row("IBM1149", "ibm01149"),
    row("IBM037", "ibm037"),
    row("IBM1026", "ibm1026"),
    row("IBM1047", "ibm1047"),
    row("IBM273", "ibm273"),
    row("IBM277", "ibm277"),
    row("IBM278", "ibm278"),
    row("IBM280", "ibm280"),
    row("IBM284", "ibm284"),
    row("IBM285", "ibm285"),
    row("IBM297", "ibm297"),
    row("IBM420", "ibm420"),
    row("IBM424", "ibm424"),
    row("IBM437", "ibm437"),
    row("IBM500", "ibm500"),
    row("CP775", "ibm775"),
    row("IBM850", "ibm850"),
    row("IBM852", "ibm852"),
    row("IBM855", "ibm855"),
    row("IBM857", "ibm857"),
    row("IBM860", "ibm860"),
    row("IBM861", "ibm861"),
    row("IBM862", "ibm862"),
    row("IBM863", "ibm863"),
    row("IBM864", "ibm864"),
    row("IBM865", "ibm865"),
    row("IBM866", "ibm866"),
    row("IBM869", "ibm869"),
    row("IBM870", "ibm870"),
    row("IBM871", "ibm871"),
    row("IBM918", "ibm918"),
    row("ISO-8859-10", "iso-8859-10"),
    row("ISO-8859-11", "iso-8859-11"),
    row("ISO-8859-13", "iso-8859-13"),
    row("ISO-8859-14", "iso-8859-14"),
    row("ISO-8859-15", "iso-8859-15"),
    row("ISO-8859-16", "iso-8859-16"),
    row("ISO-8859-2", "iso-8859-2"),
    row("ISO-8859-3", "iso-8859-3"),
    row("ISO-8859-4", "iso-8859-4"),
    row("ISO-8859-5", "iso-8859-5"),
    row("ISO-8859-6", "iso-8859-6"),
    row("ISO-8859-7", "iso-8859-7"),
    row("ISO-8859-8", "iso-8859-8"),
    row("ISO-8859-9", "iso-8859-9"),
    row("KOI8-R", "koi8-r"),
    row("KOI8-RU", "koi8-ru"),
    row("KOI8-T", "koi8-t"),
    row("KOI8-U", "koi8-u"),
    row("RK1048", "kz-1048"),
    row("MACINTOSH", "macintosh"),
    row("PT154", "ptcp154"),
    row("SJIS", "shift_jis"),
    row("UHC", "uhc"),
    row("VISCII", "viscii"),
    row("CP1250", "windows-1250"),
    row("CP1251", "windows-1251"),
    row("CP1252", "windows-1252"),
    row("CP1253", "windows-1253"),
    row("CP1254", "windows-1254"),
    row("CP1256", "windows-1256"),
    row("CP1257", "windows-1257"),
    row("CP932", "windows-31j"),
    row("MAC-CENTRALEUROPE", "x-mac-ce"),
    row("MAC-UK", "x-mac-cyrillic"),
    row("BIG5", "cp950"),
    row("JOHAB", "johab"),
];
