//! The names of the languages in the model.

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
