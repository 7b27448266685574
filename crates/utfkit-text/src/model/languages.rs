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

/// Returns the code of a language of the model by its ISO 639 code or its English name, in any case.
///
/// ```
/// use utfkit_text::model::languages::code;
/// assert_eq!(code("korean"), Some("ko"));
/// assert_eq!(code("KO"), Some("ko"));
/// assert_eq!(code("Klingon"), None);
/// ```
#[must_use]
pub fn code(text: &str) -> Option<&'static str> {
    let is_same = |known: &str| known.eq_ignore_ascii_case(text);
    let found = NAMES.iter().find(|(code, name)| is_same(code) || is_same(name));
    found.map(|(code, _)| *code)
}

/// Iterates over the labels of the legacy charsets in which the language with this ISO 639 `code` is
/// written, the most usual first. Detection knows these charsets.
///
/// ```
/// use utfkit_text::model::languages::charsets;
/// assert_eq!(charsets("ru").next(), Some("windows-1251"));
/// assert_eq!(charsets("kn").next(), None);
/// ```
pub fn charsets(code: &str) -> impl Iterator<Item = &'static str> {
    let all = [MULTIPLE, SINGLE, EBCDIC, EBCDIC_SHIFTED].into_iter().flatten();
    let mut found: Vec<&Prior> = all.filter(|prior| prior.languages.contains(&code)).collect();
    found.sort_by_key(|prior| prior.cost);
    found.into_iter().map(|prior| prior.name)
}

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
    ("ko", "Korean"),
];
