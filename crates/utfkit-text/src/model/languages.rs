//! The names of the languages in the model, and the charsets that each is written in.

use super::priors::{EBCDIC, EBCDIC_SHIFTED, MULTIPLE, Prior, SINGLE};

/// Returns the English name of a language by its ISO 639 code, or the code if it is unknown.
///
/// ```
/// use utfkit_text::model::languages::name;
/// assert_eq!(name("cs"), "Czech");
/// ```
#[must_use]
pub fn name(code: &'static str) -> &'static str {
    let named = NAMES.iter().find(|(known, _)| *known == code);
    named.map_or(code, |(_, name)| name)
}

/// Returns the code of a language by its code of ISO 639-1 or ISO 639-2 or its English name, in any
/// case. `no` is Norwegian Bokmål, which most Norwegian text is in.
///
/// ```
/// use utfkit_text::model::languages::code;
/// assert_eq!(code("korean"), Some("ko"));
/// assert_eq!(code("KO"), Some("ko"));
/// assert_eq!(code("kor"), Some("ko"));
/// assert_eq!(code("no"), Some("nb"));
/// assert_eq!(code("Klingon"), None);
/// ```
#[must_use]
pub fn code(text: &str) -> Option<&'static str> {
    let is_same = |known: &str| known.eq_ignore_ascii_case(text);
    let named = NAMES.iter().find(|(code, name)| is_same(code) || is_same(name));
    let other = || OTHER_CODES.iter().find(|(_, others)| others.split(' ').any(is_same));
    named.map(|(code, _)| *code).or_else(|| other().map(|(code, _)| *code))
}

/// Iterates over the labels of the legacy charsets in which the language with this ISO 639-1 `code`
/// is written, the most usual first and those of EBCDIC last.
///
/// ```
/// use utfkit_text::model::languages::charsets;
/// assert_eq!(charsets("ru").next(), Some("windows-1251"));
/// assert_eq!(charsets("kn").next(), None);
/// ```
pub fn charsets(code: &str) -> impl Iterator<Item = &'static str> {
    let all = [MULTIPLE, SINGLE, EBCDIC, EBCDIC_SHIFTED].into_iter().flatten();
    let mut found: Vec<&Prior> = all.filter(|prior| prior.languages.contains(&code)).collect();
    let is_ebcdic = |prior: &Prior| {
        [EBCDIC, EBCDIC_SHIFTED].into_iter().flatten().any(|other| other.name == prior.name)
    };
    found.sort_by_key(|prior| (is_ebcdic(prior), prior.cost));
    let more = UNKNOWN_TO_DETECTION.iter().filter(move |(language, _)| *language == code);
    found
        .into_iter()
        .map(|prior| prior.name)
        .chain(more.flat_map(|(_, names)| names.iter().copied()))
}

/// The charsets of languages that the model does not have.
const UNKNOWN_TO_DETECTION: &[(&str, &[&str])] =
    &[("mt", &["iso-8859-3"]), ("yi", &["windows-1255", "iso-8859-8", "ibm862"])];

/// Codes and names.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("en", "English"), ("fr", "French"), ("de", "German"), ("es", "Spanish"), ("it", "Italian"),
    ("pt", "Portuguese"), ("nl", "Dutch"), ("sv", "Swedish"), ("da", "Danish"),
    ("fi", "Finnish"), ("nb", "Norwegian Bokmål"), ("nn", "Norwegian Nynorsk"),
    ("is", "Icelandic"), ("pl", "Polish"), ("cs", "Czech"), ("sk", "Slovak"), ("sl", "Slovene"),
    ("hr", "Croatian"), ("bs", "Bosnian"), ("hu", "Hungarian"), ("ro", "Romanian"),
    ("tr", "Turkish"), ("az", "Azerbaijani"), ("et", "Estonian"), ("lv", "Latvian"),
    ("lt", "Lithuanian"), ("vi", "Vietnamese"), ("id", "Indonesian"), ("ms", "Malay"),
    ("sq", "Albanian"), ("ca", "Catalan"), ("eu", "Basque"), ("ga", "Irish"), ("cy", "Welsh"),
    ("eo", "Esperanto"), ("la", "Latin"), ("af", "Afrikaans"), ("tl", "Tagalog"),
    ("sw", "Swahili"), ("lg", "Ganda"), ("mi", "Maori"), ("so", "Somali"), ("st", "Sotho"),
    ("sn", "Shona"), ("ts", "Tsonga"), ("tn", "Tswana"), ("xh", "Xhosa"), ("yo", "Yoruba"),
    ("zu", "Zulu"), ("ru", "Russian"), ("uk", "Ukrainian"), ("be", "Belarusian"),
    ("bg", "Bulgarian"), ("mk", "Macedonian"), ("sr", "Serbian"), ("kk", "Kazakh"),
    ("mn", "Mongolian"), ("el", "Greek"), ("he", "Hebrew"), ("ar", "Arabic"), ("fa", "Persian"),
    ("ur", "Urdu"), ("th", "Thai"), ("hy", "Armenian"), ("ka", "Georgian"), ("hi", "Hindi"),
    ("mr", "Marathi"), ("bn", "Bengali"), ("ta", "Tamil"), ("te", "Telugu"), ("gu", "Gujarati"),
    ("pa", "Punjabi"), ("kn", "Kannada"), ("ml", "Malayalam"), ("am", "Amharic"),
    ("zh", "Chinese"), ("zh-Hant", "Chinese (traditional)"), ("ja", "Japanese"),
    ("ko", "Korean"), ("mt", "Maltese"), ("tg", "Tajik"), ("yi", "Yiddish"), ("lo", "Lao"),
];

/// The codes of ISO 639-2 for each code, and other codes of ISO 639-1.
#[rustfmt::skip]
const OTHER_CODES: &[(&str, &str)] = &[
    ("en", "eng"), ("fr", "fra fre"), ("de", "deu ger"), ("es", "spa"), ("it", "ita"), ("pt", "por"),
    ("nl", "nld dut"), ("sv", "swe"), ("da", "dan"), ("fi", "fin"), ("nb", "nob no nor Norwegian"),
    ("nn", "nno"), ("is", "isl ice"), ("pl", "pol"), ("cs", "ces cze"), ("sk", "slk slo"),
    ("sl", "slv Slovenian"), ("hr", "hrv"), ("bs", "bos"), ("hu", "hun"), ("ro", "ron rum mo mol"),
    ("tr", "tur"), ("az", "aze"), ("et", "est"), ("lv", "lav"), ("lt", "lit"), ("vi", "vie"),
    ("id", "ind in"), ("ms", "msa may"), ("sq", "sqi alb"), ("ca", "cat"), ("eu", "eus baq"),
    ("ga", "gle"), ("cy", "cym wel"), ("eo", "epo"), ("la", "lat"), ("af", "afr"),
    ("tl", "tgl fil"), ("sw", "swa"), ("lg", "lug"), ("mi", "mri mao"), ("so", "som"),
    ("st", "sot"), ("sn", "sna"), ("ts", "tso"), ("tn", "tsn"), ("xh", "xho"), ("yo", "yor"),
    ("zu", "zul"), ("ru", "rus"), ("uk", "ukr"), ("be", "bel"), ("bg", "bul"), ("mk", "mkd mac"),
    ("sr", "srp"), ("kk", "kaz"), ("mn", "mon"), ("el", "ell gre"), ("he", "heb iw"), ("ar", "ara"),
    ("fa", "fas per Farsi"), ("ur", "urd"), ("th", "tha"), ("hy", "hye arm"), ("ka", "kat geo"),
    ("hi", "hin"), ("mr", "mar"), ("bn", "ben"), ("ta", "tam"), ("te", "tel"), ("gu", "guj"),
    ("pa", "pan"), ("kn", "kan"), ("ml", "mal"), ("am", "amh"), ("zh", "zho chi"), ("ja", "jpn"),
    ("ko", "kor"), ("mt", "mlt"), ("tg", "tgk"), ("yi", "yid ji"), ("lo", "lao"),
];
