//! The legacy charsets: how rare each is, and which languages are written in it.

/// A charset that a text can be in.
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
    prior("windows-874", 12, &["th"]),
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
    prior("ibm855", 28, &["sr", "mk", "bg", "ru"]),
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
];

/// The charsets with one or more bytes per character.
pub(crate) const MULTIPLE: &[Prior] = &[
    prior("gbk", 6, &["zh", "zh-Hant"]),
    prior("shift_jis", 8, &["ja"]),
    prior("euc-kr", 8, &["ko"]),
    prior("big5", 9, &["zh-Hant"]),
    prior("euc-jp", 10, &["ja"]),
    prior("johab", 28, &["ko"]),
];
