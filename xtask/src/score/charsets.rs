//! The charsets of each language: those that many programs know, and those that few know.

/// A language by its ISO 639 code, its common charsets, and its rare ones.
pub(super) struct Language(
    pub(super) &'static str,
    pub(super) &'static [&'static str],
    pub(super) &'static [&'static str],
);

const WEST: &[&str] = &["windows-1252", "iso-8859-15", "macintosh", "ibm850"];
const CENTRAL: &[&str] = &["windows-1250", "iso-8859-2", "ibm852", "x-mac-ce"];
const CYRILLIC: &[&str] = &["windows-1251", "iso-8859-5", "ibm866", "x-mac-cyrillic"];
const BALTIC: &[&str] = &["windows-1257", "iso-8859-13", "ibm775"];

pub(super) const LANGUAGES: &[Language] = &[
    Language("en", WEST, &["ibm037", "ibm1047", "ibm500"]),
    Language("fr", WEST, &["ibm500", "ibm01147", "ibm297", "ibm863"]),
    Language("de", WEST, &["ibm273", "ibm500", "ibm037", "ibm01140", "ibm01141"]),
    Language("es", WEST, &["ibm284"]),
    Language("it", WEST, &["ibm280"]),
    Language("pt", WEST, &["ibm860"]),
    Language("nl", WEST, &[]),
    Language("sv", WEST, &["ibm278"]),
    Language("da", WEST, &["ibm277", "ibm865"]),
    Language("fi", WEST, &["ibm278"]),
    Language("nb", WEST, &["ibm277", "ibm865"]),
    Language("ca", WEST, &[]),
    Language("gl", WEST, &[]),
    Language("eu", &["windows-1252"], &[]),
    Language("is", &["windows-1252"], &["ibm861", "x-mac-icelandic", "iso-8859-10"]),
    Language("ga", &["windows-1252"], &["iso-8859-14"]),
    Language("cy", &[], &["iso-8859-14"]),
    Language("mt", &[], &["iso-8859-3"]),
    Language("eo", &[], &["iso-8859-3"]),
    Language("pl", CENTRAL, &["ibm870"]),
    Language("cs", CENTRAL, &["ibm870"]),
    Language("hu", CENTRAL, &["ibm870"]),
    Language("sk", CENTRAL, &[]),
    Language("sl", CENTRAL, &[]),
    Language("hr", CENTRAL, &["x-mac-croatian"]),
    Language("ro", &["windows-1250", "iso-8859-2", "ibm852", "iso-8859-16"], &["x-mac-romanian"]),
    Language(
        "ru",
        &["windows-1251", "iso-8859-5", "ibm866", "x-mac-cyrillic", "koi8-r"],
        &["cp1025", "ibm855"],
    ),
    Language("bg", CYRILLIC, &["ibm855"]),
    Language("uk", &["windows-1251", "koi8-u", "x-mac-cyrillic"], &["cp1123", "cp1125"]),
    Language("be", &["windows-1251", "ibm866"], &["cp1131"]),
    Language("sr", &["windows-1251", "iso-8859-5"], &["ibm855"]),
    Language("mk", &["windows-1251", "iso-8859-5"], &["ibm855"]),
    Language("kk", &[], &["kz-1048", "ptcp154"]),
    Language("tg", &[], &["koi8-t"]),
    Language("el", &["windows-1253", "iso-8859-7", "cp737"], &["cp875", "ibm869"]),
    Language("tr", &["windows-1254", "iso-8859-9", "ibm857"], &["ibm1026"]),
    Language("lt", BALTIC, &["cp1112"]),
    Language("lv", BALTIC, &["iso-8859-4", "cp1112"]),
    Language("et", &["windows-1257", "iso-8859-15", "ibm775"], &["cp1122"]),
    Language("he", &["windows-1255", "iso-8859-8", "ibm862"], &["ibm424"]),
    Language("ar", &["windows-1256", "iso-8859-6"], &["ibm864", "ibm420", "cp720"]),
    Language("fa", &["windows-1256"], &[]),
    Language("th", &["windows-874"], &["ibm-thai"]),
    Language("vi", &["windows-1258"], &["viscii", "tcvn5712-1"]),
    Language("hy", &[], &["armscii-8"]),
    Language("ka", &[], &["georgian-academy", "georgian-ps"]),
    Language(
        "ja",
        &["shift_jis", "euc-jp", "iso-2022-jp"],
        &["euc-jis-2004", "iso-2022-jp-3", "cp939"],
    ),
    Language("zh", &["gb18030", "gbk"], &["hz", "cp935"]),
    Language("zh-Hant", &["big5"], &["euc-tw", "cp937"]),
    Language("ko", &["euc-kr"], &["johab", "iso-2022-kr", "cp933"]),
];
