//! The legacy charsets: how rare each is, and which languages are written in it.

/// A charset that a text can be in.
#[derive(Debug)]
pub(crate) struct Prior {
    /// The label.
    pub(crate) name: &'static str,
    /// The prior cost in quarters of a bit: the rarer, the higher.
    pub(crate) cost: u8,
    /// The languages that are written in it. Other languages cost more.
    pub(crate) languages: &'static [&'static str],
}

const WEST: &[&str] = &[
    "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "fi", "nb", "nn", "is", "id", "ms", "sq",
    "ca", "eu", "ga", "af", "tl", "sw", "eo", "la", "cy", "lg", "so", "st", "sn", "ts", "tn", "xh",
    "zu",
];
const CP437: &[&str] = &[
    "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "fi", "nb", "nn", "id", "ms", "ca", "eu",
    "ga", "tl", "sw", "so", "xh", "zu",
];
const CENTRAL: &[&str] = &["pl", "cs", "sk", "sl", "hr", "bs", "hu", "ro", "sq"];
const CYRILLIC: &[&str] = &["ru", "uk", "be", "bg", "mk", "sr", "mn"];
const BALTIC: &[&str] = &["lt", "lv", "et"];

/// The languages whose letters ANSEL has.
const LATIN: &[&str] = &[
    "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "fi", "nb", "nn", "is", "id", "ms", "sq",
    "ca", "eu", "ga", "af", "tl", "sw", "eo", "la", "cy", "pl", "cs", "sk", "sl", "hr", "bs", "hu",
    "ro", "lt", "lv", "et", "tr", "vi", "az",
];

const fn prior(name: &'static str, cost: u8, languages: &'static [&'static str]) -> Prior {
    Prior { name, cost, languages }
}

/// The charsets with one byte per character.
pub(crate) const SINGLE: &[Prior] = &[
    prior("windows-1252", 4, WEST),
    prior("windows-1251", 6, CYRILLIC),
    prior("windows-1250", 10, CENTRAL),
    prior("koi8-r", 10, &["ru", "uk", "be", "bg"]),
    prior("windows-1253", 10, &["el"]),
    prior("windows-1254", 12, &["tr", "az"]),
    prior("windows-1255", 12, &["he"]),
    prior("windows-1256", 12, &["ar", "fa", "ur"]),
    prior("windows-874", 20, &["th"]),
    prior("windows-1257", 14, BALTIC),
    prior("iso-8859-2", 14, CENTRAL),
    prior("iso-8859-7", 14, &["el"]),
    prior("ibm866", 16, &["ru", "uk", "be", "bg"]),
    prior("koi8-u", 16, &["uk", "be"]),
    prior("iso-8859-9", 16, &["tr", "az"]),
    prior("windows-1258", 20, &["vi"]),
    prior("iso-8859-5", 20, CYRILLIC),
    prior("iso-8859-8", 20, &["he"]),
    prior("iso-8859-13", 20, BALTIC),
    prior("ibm852", 22, CENTRAL),
    prior("cp737", 22, &["el"]),
    prior("iso-8859-15", 24, WEST),
    prior("macintosh", 24, WEST),
    prior("ibm850", 24, WEST),
    prior("ibm437", 24, CP437),
    prior("x-mac-cyrillic", 24, CYRILLIC),
    prior("iso-8859-6", 24, &["ar"]),
    prior("ibm857", 24, &["tr", "az"]),
    prior("ibm775", 26, BALTIC),
    prior("x-mac-ce", 28, &["pl", "cs", "sk", "sl", "hr", "bs", "hu"]),
    prior("ibm855", 36, &["sr", "mk", "bg", "ru"]),
    prior("ibm862", 28, &["he"]),
    prior("iso-8859-4", 28, BALTIC),
    prior("iso-8859-16", 28, &["ro"]),
    prior("iso-8859-3", 32, &["eo"]),
    prior("ibm869", 32, &["el"]),
    prior("ibm00858", 36, WEST),
    prior("iso-8859-10", 36, &["is"]),
    prior("iso-8859-14", 36, &["ga", "cy"]),
    prior("ibm861", 36, &["is"]),
    prior("ibm863", 36, &["fr"]),
    prior("ibm865", 36, &["nb", "da", "nn"]),
    prior("ibm860", 36, &["pt"]),
    prior("cp720", 36, &["ar"]),
    prior("kz-1048", 28, &["kk", "ru"]),
    prior("viscii", 28, &["vi"]),
    prior("armscii-8", 100, &["hy"]),
    prior("georgian-academy", 44, &["ka"]),
    prior("georgian-ps", 46, &["ka"]),
    prior("tcvn5712-1", 32, &["vi"]),
    prior("x-mac-greek", 36, &["el"]),
    prior("x-mac-turkish", 48, &["tr"]),
    prior("x-mac-arabic", 56, &["ar"]),
    prior("x-mac-hebrew", 80, &["he"]),
    prior("x-mac-icelandic", 60, &["is"]),
    prior("x-mac-croatian", 72, &["hr", "sl", "bs"]),
    prior("x-mac-romanian", 72, &["ro"]),
    prior("x-mac-farsi", 60, &["fa"]),
    prior("x-mac-thai", 60, &["th"]),
    prior("iso-8859-11", 40, &["th"]),
    prior("ptcp154", 40, &["kk", "ru"]),
    prior("koi8-t", 52, &["tg", "ru"]),
    prior("koi8-ru", 40, &["ru", "uk", "be"]),
    prior("cp1125", 40, &["uk", "ru"]),
    prior("cp1131", 40, &["be", "ru"]),
    prior("ibm864", 40, &["ar"]),
    prior("hp-roman8", 60, WEST),
];

/// The pages of EBCDIC with one byte per character, the most frequent first.
pub(crate) const EBCDIC: &[Prior] = &[
    prior("ibm037", 40, WEST),
    prior("ibm500", 42, WEST),
    prior("ibm1047", 42, WEST),
    prior("ibm273", 44, &["de"]),
    prior("ibm297", 44, &["fr"]),
    prior("ibm284", 44, &["es", "ca", "eu"]),
    prior("ibm280", 44, &["it"]),
    prior("ibm277", 44, &["da", "nb", "nn"]),
    prior("ibm278", 44, &["sv", "fi"]),
    prior("ibm285", 52, &["en", "ga"]),
    prior("ibm871", 46, &["is"]),
    prior("ibm01140", 44, WEST),
    prior("ibm01148", 46, WEST),
    prior("ibm01141", 46, &["de"]),
    prior("ibm01147", 46, &["fr"]),
    prior("ibm01145", 46, &["es", "ca", "eu"]),
    prior("ibm01144", 46, &["it"]),
    prior("ibm01142", 46, &["da", "nb", "nn"]),
    prior("ibm01143", 46, &["sv", "fi"]),
    prior("ibm01146", 56, &["en", "ga"]),
    prior("ibm01149", 48, &["is"]),
    prior("ibm870", 44, CENTRAL),
    prior("cp1153", 46, CENTRAL),
    prior("cp1025", 44, CYRILLIC),
    prior("cp1154", 46, CYRILLIC),
    prior("cp1123", 48, &["uk"]),
    prior("cp1158", 50, &["uk"]),
    prior("cp875", 44, &["el"]),
    prior("cp4971", 48, &["el"]),
    prior("ibm1026", 44, &["tr"]),
    prior("cp1155", 46, &["tr"]),
    prior("cp1112", 46, &["lt", "lv"]),
    prior("cp1156", 48, &["lt", "lv"]),
    prior("cp1122", 46, &["et"]),
    prior("cp1157", 48, &["et"]),
    prior("ibm424", 44, &["he"]),
    prior("cp4899", 48, &["he"]),
    prior("cp12712", 48, &["he"]),
    prior("ibm420", 44, &["ar"]),
    prior("cp16804", 48, &["ar"]),
    prior("cp1097", 48, &["fa"]),
    prior("ibm918", 48, &["ur"]),
    prior("ibm-thai", 46, &["th"]),
    prior("cp1160", 48, &["th"]),
    prior("cp1130", 48, &["vi"]),
    prior("cp1164", 50, &["vi"]),
    prior("cp1137", 50, &["hi", "mr"]),
    prior("cp1132", 50, &["lo"]),
    prior("ibm290", 48, &["ja"]),
];

/// The charsets of EBCDIC in which shifts switch between characters of one and of two bytes.
pub(crate) const EBCDIC_SHIFTED: &[Prior] = &[
    prior("cp930", 44, &["ja"]),
    prior("cp939", 44, &["ja"]),
    prior("cp1390", 48, &["ja"]),
    prior("cp1399", 48, &["ja"]),
    prior("cp933", 44, &["ko"]),
    prior("cp1364", 48, &["ko"]),
    prior("cp935", 44, &["zh"]),
    prior("cp1388", 46, &["zh"]),
    prior("cp937", 44, &["zh-Hant"]),
    prior("cp1371", 48, &["zh-Hant"]),
];

/// The charsets that only count if a text declares them: files of libraries and of genealogy.
pub(crate) const DECLARED: &[Prior] = &[prior("ansel", 24, LATIN), prior("marc-8", 24, LATIN)];

/// The charsets with one or more bytes per character.
pub(crate) const MULTIPLE: &[Prior] = &[
    prior("gbk", 6, &["zh", "zh-Hant"]),
    prior("shift_jis", 8, &["ja"]),
    prior("euc-kr", 8, &["ko"]),
    prior("big5", 9, &["zh-Hant"]),
    prior("euc-jp", 10, &["ja"]),
    prior("johab", 28, &["ko"]),
    prior("euc-tw", 28, &["zh-Hant"]),
    prior("euc-jis-2004", 160, &["ja"]),
    prior("shift_jis-2004", 160, &["ja"]),
    prior("vni", 36, &["vi"]),
];
