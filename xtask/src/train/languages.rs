//! The languages of the model, by script, and the sources of their texts.

/// Languages that share a script.
pub(super) struct Script {
    /// The kinds of letters that identify these languages.
    pub(super) kinds: &'static [Kind],
    /// The languages.
    pub(super) languages: &'static [Language],
    /// `true` if every pair of symbols has a row, as for scripts with few letters.
    pub(super) dense: bool,
}

/// A language: its code, its name in Chromium, and its name in lingua. A name is empty if that
/// source does not have the language.
pub(super) struct Language(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
);

use Language as L;
use utfkit_text::model::letters::Kind;

/// All scripts. Latin must be the first script, and English its first language: every text may
/// contain English words.
#[rustfmt::skip]
pub(super) const SCRIPTS: &[Script] = &[
    Script { kinds: &[Kind::Latin], dense: true, languages: &[
        L("en", "en-GB", "english"), L("fr", "fr", "french"), L("de", "de", "german"),
        L("es", "es", "spanish"), L("it", "it", "italian"), L("pt", "pt-BR", "portuguese"),
        L("nl", "nl", "dutch"), L("sv", "sv", "swedish"), L("da", "da", "danish"),
        L("fi", "fi", "finnish"), L("nb", "nb", "bokmal"), L("nn", "", "nynorsk"),
        L("is", "", "icelandic"), L("pl", "pl", "polish"), L("cs", "cs", "czech"),
        L("sk", "sk", "slovak"), L("sl", "sl", "slovene"), L("hr", "hr", "croatian"),
        L("bs", "", "bosnian"), L("hu", "hu", "hungarian"), L("ro", "ro", "romanian"),
        L("tr", "tr", "turkish"), L("az", "", "azerbaijani"), L("et", "et", "estonian"),
        L("lv", "lv", "latvian"), L("lt", "lt", "lithuanian"), L("vi", "vi", "vietnamese"),
        L("id", "id", "indonesian"), L("ms", "ms", "malay"), L("sq", "", "albanian"),
        L("ca", "ca", "catalan"), L("eu", "", "basque"), L("ga", "", "irish"),
        L("cy", "", "welsh"), L("eo", "", "esperanto"), L("la", "", "latin"),
        L("af", "af", "afrikaans"), L("tl", "fil", "tagalog"), L("sw", "sw", "swahili"),
        L("lg", "", "ganda"), L("mi", "", "maori"), L("so", "", "somali"), L("st", "", "sotho"),
        L("sn", "", "shona"), L("ts", "", "tsonga"), L("tn", "", "tswana"), L("xh", "", "xhosa"),
        L("yo", "", "yoruba"), L("zu", "", "zulu"),
    ] },
    Script { kinds: &[Kind::Cyrillic], dense: true, languages: &[
        L("ru", "ru", "russian"), L("uk", "uk", "ukrainian"), L("be", "", "belarusian"),
        L("bg", "bg", "bulgarian"), L("mk", "", "macedonian"), L("sr", "sr", "serbian"),
        L("kk", "", "kazakh"), L("mn", "", "mongolian"),
    ] },
    Script { kinds: &[Kind::Greek], dense: true, languages: &[L("el", "el", "greek")] },
    Script { kinds: &[Kind::Hebrew], dense: true, languages: &[L("he", "he", "hebrew")] },
    Script { kinds: &[Kind::Arabic], dense: true, languages: &[
        L("ar", "ar", "arabic"), L("fa", "fa", "persian"), L("ur", "ur", "urdu"),
    ] },
    Script { kinds: &[Kind::Thai], dense: true, languages: &[L("th", "th", "thai")] },
    Script { kinds: &[Kind::Letter], dense: false, languages: &[
        L("hy", "", "armenian"), L("ka", "", "georgian"), L("hi", "hi", "hindi"),
        L("mr", "mr", "marathi"), L("bn", "bn", "bengali"), L("ta", "ta", "tamil"),
        L("te", "te", "telugu"), L("gu", "gu", "gujarati"), L("pa", "", "punjabi"),
        L("kn", "kn", ""), L("ml", "ml", ""), L("am", "am", ""),
    ] },
    Script { kinds: &[Kind::Han, Kind::Kana], dense: false, languages: &[
        L("zh", "zh-CN", "chinese"), L("zh-Hant", "zh-TW", ""), L("ja", "ja", "japanese"),
    ] },
    Script { kinds: &[Kind::Hangul], dense: false, languages: &[L("ko", "ko", "korean")] },
];
