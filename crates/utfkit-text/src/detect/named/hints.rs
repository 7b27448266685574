//! Hints about a text that do not come from its bytes.

use utfkit::Encoding;

use crate::detect::weights::{
    Cost,
    hints::{ENCODING, LANGUAGE},
};
use crate::receivers::declared::Declared;

/// Knowledge about a text that is not in its bytes: its language, the country of its server, or the
/// encodings that are usual where it comes from.
///
/// A hint decides between legacy charsets in which the bytes make almost the same sense, as in a
/// short text. It never contradicts a BOM, the form of the bytes, or letters that only make sense in
/// another charset. The [evidence](crate::detect::Detection::evidence) names its part in the answer:
/// [`Agrees`](crate::detect::Evidence::Agrees) or [`Hinted`](crate::detect::Evidence::Hinted).
///
/// Languages need the feature `charsets`.
///
/// ```
/// use utfkit_text::detect::{Detector, Hints};
/// # #[cfg(feature = "model")] {
/// let mut detector = Detector::new().hints(Hints::new().domain("example.ru"));
/// detector.feed(b"\xC4\xE0\n");
/// let detection = detector.finish();
/// assert_eq!(detection.encoding().unwrap().name(), "windows-1251");
/// assert!(detection.evidence().iter().any(|one| one.to_string().contains("hint")));
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The encodings that a hint speaks for, and the number of bits that it saves, in quarters.
    encodings: Vec<(Encoding, Cost)>,
}

/// A declaration and hints.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'k> {
    pub(crate) declared: Option<&'k Declared>,
    pub(crate) hints: Option<&'k Hints>,
}

impl Hints {
    /// Creates hints that know nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an encoding that is usual where the text comes from.
    #[must_use]
    pub fn expect(mut self, encoding: Encoding) -> Self {
        self.encodings.push((encoding, ENCODING));
        self
    }

    /// Adds a language that the text may be in, as a code of ISO 639, an English name, or a tag such
    /// as `pt-BR`. An unknown language changes nothing.
    #[must_use]
    pub fn language(mut self, tag: &str) -> Self {
        if let Some(code) = language(tag) {
            self.encodings.extend(charsets(code).map(|charset| (charset, LANGUAGE)));
        }
        self
    }

    /// Adds the languages of the country in the last part of a domain name, such as `example.gr` or
    /// `gr`. A domain without a country changes nothing.
    #[must_use]
    pub fn domain(self, name: &str) -> Self {
        languages(name).split_whitespace().fold(self, Self::language)
    }

    /// Returns `true` if nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.encodings.is_empty()
    }

    /// Returns the number of bits that `encoding` saves, in quarters.
    pub(crate) fn worth(&self, encoding: Encoding) -> Cost {
        let known = self.encodings.iter().filter(|(one, _)| *one == encoding);
        known.map(|(_, saving)| *saving).max().unwrap_or(0)
    }

    /// Returns `true` if a hint speaks for `encoding`.
    pub(crate) fn agrees(&self, encoding: Encoding) -> bool {
        self.worth(encoding) > 0
    }
}

/// Returns the code of the language with this tag.
#[cfg(feature = "charsets")]
fn language(tag: &str) -> Option<&'static str> {
    use crate::model::languages::code;
    let (first, rest) = tag.split_once(['-', '_']).unwrap_or((tag, ""));
    let is_traditional =
        ["Hant", "TW", "HK", "MO"].iter().any(|region| rest.eq_ignore_ascii_case(region));
    if first.eq_ignore_ascii_case("zh") && is_traditional { Some("zh-Hant") } else { code(first) }
}

/// Returns the charsets of the language with this code.
#[cfg(feature = "charsets")]
fn charsets(code: &str) -> impl Iterator<Item = Encoding> {
    crate::model::languages::charsets(code).filter_map(|name| name.parse().ok())
}

/// Without the model, charsets have no languages.
#[cfg(not(feature = "charsets"))]
fn language(_: &str) -> Option<&'static str> {
    None
}

#[cfg(not(feature = "charsets"))]
fn charsets(_: &str) -> impl Iterator<Item = Encoding> {
    std::iter::empty()
}

/// Returns the languages of the country in the last part of a domain name, with spaces between them.
fn languages(name: &str) -> &'static str {
    let last = name.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_last = |domains: &str| domains.split(' ').any(|one| one.eq_ignore_ascii_case(last));
    DOMAINS.iter().find(|(domains, _)| is_last(domains)).map_or("", |(_, languages)| languages)
}

/// Domains of countries, and the languages in which their pages are written. English is left out,
/// because its few letters beyond US-ASCII are in the usual charset anyway.
#[rustfmt::skip]
const DOMAINS: &[(&str, &str)] = &[
    ("ae bh dz eg iq jo kw lb ly ma om ps qa sa sd sy tn ye", "ar"), ("ir af", "fa"), ("pk", "ur"),
    ("il", "he"), ("tr", "tr"), ("az", "az"), ("am", "hy"), ("ge", "ka"), ("gr cy", "el"),
    ("ru su xn--p1ai", "ru"), ("ua xn--j1amh", "uk ru"), ("by xn--90ais", "be ru"),
    ("kz xn--80ao21a", "kk ru"), ("kg uz", "ru"), ("tj", "tg ru"), ("bg", "bg"), ("mk", "mk"),
    ("rs me", "sr"), ("mn", "mn"), ("pl", "pl"), ("cz", "cs"), ("sk", "sk"), ("hu", "hu"),
    ("ro", "ro"), ("md", "ro ru"), ("si", "sl"), ("hr", "hr"), ("ba", "bs sr hr"), ("al", "sq"),
    ("ee", "et"), ("lv", "lv"), ("lt", "lt"), ("th", "th"), ("la", "lo"), ("vn", "vi"),
    ("cn sg", "zh"), ("tw hk mo", "zh-Hant"), ("jp", "ja"), ("kr kp", "ko"), ("mt", "mt"),
    ("fr", "fr"), ("de at li", "de"), ("ch", "de fr it"), ("it sm va", "it"), ("es mx ar", "es"),
    ("pt br ao mz", "pt"), ("nl", "nl"), ("be", "nl fr"), ("se", "sv"), ("dk", "da"), ("fi", "fi sv"),
    ("no", "nb nn"), ("is", "is"), ("ie", "ga en"),
];

#[cfg(all(test, feature = "model"))]
mod tests {
    use super::*;
    use crate::detect::{Detection, Detector, Evidence};

    fn detect(bytes: &[u8], hints: &Hints) -> Detection {
        let mut detector = Detector::new().hints(hints.clone());
        detector.feed(bytes);
        detector.finish()
    }

    fn name(detection: &Detection) -> &'static str {
        detection.encoding().map_or("", Encoding::name)
    }

    #[test]
    fn tags_and_domains_name_languages() {
        assert_eq!(["pt-BR", "zh_TW", "Russian"].map(language), ["pt", "zh-Hant", "ru"].map(Some));
        assert_eq!(Hints::new().language("tlh"), Hints::new());
        let domains = ["www.example.GR.", "ua", "example.com", ""];
        assert_eq!(domains.map(languages), ["el", "uk ru", "", ""]);
        for code in DOMAINS.iter().flat_map(|(_, languages)| languages.split(' ')) {
            assert!(language(code).is_some(), "{code}");
        }
    }

    #[test]
    fn a_hint_decides_about_short_texts_and_says_so() {
        let hints = Hints::new().domain("example.ru");
        let mut decided = 0;
        for first in (0xC0..=0xFF).step_by(3) {
            for second in (0xC0..=0xFF).step_by(5) {
                let bytes = [first, second, b'\n'];
                let (plain, hinted) = (detect(&bytes, &Hints::new()), detect(&bytes, &hints));
                if name(&plain) == name(&hinted) {
                    let agrees = plain.encoding().is_some_and(|encoding| hints.agrees(encoding));
                    assert_eq!(hinted.evidence().contains(&Evidence::Agrees), agrees, "{bytes:X?}");
                } else {
                    let before = Evidence::Hinted(plain.encoding().unwrap());
                    assert!(hinted.evidence().contains(&before), "{bytes:X?}");
                    assert!(hints.agrees(hinted.encoding().unwrap()), "{bytes:X?}");
                    decided += 1;
                }
            }
        }
        assert!(decided > 9, "{decided}");
    }

    #[test]
    fn a_hint_does_not_override_the_bytes() {
        let russian =
            "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}! ".repeat(9);
        let russian: Vec<u8> =
            utfkit::encode(&russian, "windows-1251".parse::<Encoding>().unwrap())
                .unwrap()
                .into_owned();
        let others = Hints::new().domain("fr").language("el").expect("koi8-r".parse().unwrap());
        let detection = detect(&russian, &others);
        assert_eq!(name(&detection), "windows-1251");
        let is_hint = |one: &Evidence| matches!(one, Evidence::Hinted(_) | Evidence::Agrees);
        assert!(!detection.evidence().iter().any(is_hint));
        let agrees = detect(&russian, &Hints::new().domain("ru"));
        assert!(agrees.evidence().contains(&Evidence::Agrees));
        for bytes in
            [&b"\xEF\xBB\xBFa"[..], "na\u{EF}ve".as_bytes(), b"plain", b"", b"\0\x01\x02\xFF"]
        {
            assert_eq!(detect(bytes, &others), detect(bytes, &Hints::new()), "{bytes:X?}");
        }
    }
}
