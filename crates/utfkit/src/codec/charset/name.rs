//! Legacy charsets: those of the WHATWG Encoding Standard, the code pages of DOS, EBCDIC, and those
//! of other systems.

use core::fmt;

#[cfg(not(feature = "whatwg-charsets"))]
use super::none::table;
#[cfg(feature = "whatwg-charsets")]
use super::{cells::Page, engine::Engine, table};

/// A legacy charset, such as windows-1252, Shift_JIS or GB18030.
///
/// Charsets exist only with the feature `legacy-charsets`; without it, their labels are unknown. With
/// the feature `whatwg-charsets` alone, only those of the WHATWG Encoding Standard exist.
/// These are the charsets of the WHATWG Encoding Standard, the code pages of DOS, EBCDIC, Johab, EUC,
/// ISO 2022, GSM 03.38, ANSEL, VNI, and other charsets of one byte per character.
///
/// - **Decoding follows the WHATWG standard**, which uses supersets. `shift_jis` is read as
///   windows-31j, `gb2312` as GBK, `euc-kr` as windows-949, and `big5` with the Hong Kong characters.
///   Only the characters of the smaller charset are written. Bytes that Microsoft leaves unassigned
///   in windows-1252 and its siblings are C1 controls (in windows-1252: 81, 8D, 8F, 90 and 9D). If a
///   registry means less by a label, the [note](crate::encoding::Label::note) of the label says so.
/// - **ISO-2022-JP accepts an escape sequence directly before another one**, as RFC 1468 does. With
///   the labels of the WHATWG standard, that is an error.
/// - **A label of a separate encoding never means another one.** `iso-8859-1` and `us-ascii` are
///   not windows-1252, `iso-8859-9` is not windows-1254, and `iso-8859-11` is not windows-874.
/// - **Encoded text decodes to the same text.** A character that the WHATWG standard encodes as
///   another one cannot be encoded here. In Shift_JIS and EUC-JP, these are U+00A5, U+203E and
///   U+2212 (which become `\`, `~` and U+FF0D). In ISO-2022-JP, they are U+2212 and halfwidth
///   katakana, which becomes fullwidth.
/// - **ANSEL has marks before their letter.** A letter is composed with its marks when it is
///   decoded, if Unicode has a composed letter. So decomposed text (NFD) cannot be encoded; convert
///   it to NFC first.
/// - **Some charsets decode more than they encode**, or have several spellings of a character
///   (Shift_JIS, Big5, EUC-JP, GBK, GB18030, ISO-2022-JP, Johab). Decoding and encoding again then
///   keeps the text, but not always the bytes.
/// - **Only [`LabelSet::Whatwg`](crate::encoding::LabelSet::Whatwg) has labels for two of them.**
///   In `x-user-defined`, bytes 80..FF are U+F780..U+F7FF (section 14.5 of the standard).
///   `replacement` is used for encodings that can hide text from a filter, such as ISO-2022-KR: any
///   text is one error at its first byte, and decodes as a single U+FFFD (section 14.1). Its
///   encoder writes UTF-8.
///
/// ```
/// # #[cfg(feature = "whatwg-charsets")] {
/// use utfkit::{Encoding, transcode};
/// let windows: Encoding = "windows-1252".parse()?;
/// assert_eq!(transcode::convert(b"\x93caf\xE9\x94", windows, Encoding::Utf8)?, "“café”".as_bytes());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("code page", "windows-1252", "Shift_JIS", "GB18030", "legacy"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(table::Index);

impl Charset {
    /// The start of the names of charsets of the WHATWG standard that differ from another charset
    /// of the same name.
    pub(crate) const BROWSERS: &str = "whatwg-";

    /// The number of charsets that text is stored in. Charsets that only browsers have come after
    /// them.
    pub(crate) const STORED: usize = table::STORED;

    /// Iterates over all charsets that text is stored in, in the order of the list.
    ///
    /// Without the features `legacy-charsets` and `whatwg-charsets`, there are none.
    ///
    /// `replacement` and `x-user-defined` are left out, because only browsers use them. Only
    /// [`LabelSet::Whatwg`](crate::encoding::LabelSet::Whatwg) has labels for them.
    ///
    /// ```
    /// use utfkit::encoding::Charset;
    /// let known = Charset::all().any(|charset| charset.name() == "windows-1252");
    /// assert_eq!(known, cfg!(feature = "whatwg-charsets"));
    /// ```
    pub fn all() -> impl Iterator<Item = Charset> + Clone {
        table::all().map(Charset)
    }

    /// Returns the canonical name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.row().name
    }

    /// Returns all labels of this charset, the IANA name first if there is one.
    #[must_use]
    pub const fn labels(self) -> &'static [&'static str] {
        self.0.row().labels
    }

    /// Returns the charset with this number, from 0, or `None` after the last one.
    pub(crate) const fn nth(at: usize) -> Option<Self> {
        match table::nth(at) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// Returns the number of the charset, from 0: see [`nth`](Self::nth).
    #[cfg(all(feature = "std", feature = "whatwg-charsets"))]
    pub(crate) const fn number(self) -> usize {
        self.0.number()
    }

    /// Returns the engine that decodes and encodes it.
    #[cfg(feature = "whatwg-charsets")]
    pub(crate) const fn engine(self) -> &'static Engine {
        &self.0.row().engine
    }

    /// Without the feature, a charset cannot exist, so this code is never reached.
    #[cfg(not(feature = "whatwg-charsets"))]
    pub(crate) const fn never<T>(self) -> T {
        match self.0 {}
    }

    /// Returns the charset with this canonical name, in lower case, including those that
    /// [`all`](Self::all) leaves out.
    pub(crate) fn of_name(name: &str) -> Option<Charset> {
        table::every().map(Charset).find(|charset| charset.name() == name)
    }

    /// Returns the charset with this canonical name in the WHATWG standard, in lower case.
    pub(crate) fn of_browsers(name: &str) -> Option<Charset> {
        table::browsers().map(Charset).find(|charset| charset.standard_name() == name)
    }

    /// Returns the name that the WHATWG standard has for this charset, if the standard has it.
    pub(crate) fn standard_name(self) -> &'static str {
        let name = self.name();
        name.strip_prefix(Charset::BROWSERS).unwrap_or(name)
    }

    /// Implements [`Encoding::is_ascii_compatible`](crate::Encoding::is_ascii_compatible).
    #[cfg(feature = "whatwg-charsets")]
    pub(crate) fn is_ascii_compatible(self) -> bool {
        match self.engine() {
            Engine::Page(page) => page.is_ascii_compatible(),
            Engine::Pairs(_) | Engine::Johab(_) => true,
            Engine::Sets(sets, _) => sets.is_ascii_compatible(),
            Engine::Iso2022Jp(_) | Engine::Shifted(_, _) | Engine::Replacement => false,
        }
    }

    /// Implements [`Encoding::is_ascii_compatible`](crate::Encoding::is_ascii_compatible).
    #[cfg(not(feature = "whatwg-charsets"))]
    pub(crate) fn is_ascii_compatible(self) -> bool {
        self.never()
    }

    /// Returns `true` if it is `replacement`, which can only be decoded.
    #[cfg(feature = "whatwg-charsets")]
    pub(crate) const fn is_replacement(self) -> bool {
        matches!(self.engine(), Engine::Replacement)
    }

    /// Returns `true` if it is `replacement`, which can only be decoded.
    #[cfg(not(feature = "whatwg-charsets"))]
    pub(crate) const fn is_replacement(self) -> bool {
        self.never()
    }

    /// Returns the standard that decides which sequences are ill-formed.
    #[cfg(feature = "whatwg-charsets")]
    pub(crate) const fn standard(self) -> &'static str {
        match self.engine() {
            Engine::Johab(_) => "KS C 5601-1992, annex 3",
            Engine::Page(Page::Cells { .. }) | Engine::Shifted(_, _) => "mapping tables of ICU",
            Engine::Sets(sets, _) => sets.standard(),
            Engine::Page(_) | Engine::Pairs(_) | Engine::Iso2022Jp(_) | Engine::Replacement => {
                "WHATWG Encoding Standard"
            }
        }
    }

    /// Returns the standard that decides which sequences are ill-formed.
    #[cfg(not(feature = "whatwg-charsets"))]
    pub(crate) const fn standard(self) -> &'static str {
        self.never()
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Charset").field(&self.name()).finish()
    }
}

#[cfg(all(test, feature = "legacy-charsets"))]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::Encoding;

    #[test]
    fn every_label_means_its_charset_and_no_other() {
        let ours = |label: &str| Encoding::ALL.iter().any(|own| label.parse() == Ok(*own));
        let mut seen = Vec::new();
        for charset in Charset::all() {
            let name = charset.name();
            assert_eq!(name, name.to_ascii_lowercase());
            let mut names: Vec<_> =
                charset.labels().iter().map(|label| label.to_ascii_lowercase()).collect();
            names.push(name.into());
            names.sort();
            names.dedup();
            for label in names {
                assert_eq!(label.parse(), Ok(Encoding::Charset(charset)), "{label}");
                assert_eq!(label.to_ascii_uppercase().parse(), Ok(Encoding::Charset(charset)));
                assert!(!ours(&label) && !seen.contains(&label), "{label}");
                seen.push(label);
            }
        }
        assert_eq!(Charset::all().count(), 344);
    }

    #[test]
    fn labels_of_the_whatwg_standard_have_its_meanings() {
        for charset in Charset::all() {
            let known = |label: &str| encoding_rs::Encoding::for_label(label.as_bytes());
            let Some(encoding) = known(charset.name()) else { continue };
            for label in charset.labels() {
                assert!(known(label).is_none_or(|known| known == encoding), "{label}");
            }
        }
    }

    #[test]
    fn our_own_encodings_win() {
        for label in ["iso-8859-1", "latin1", "l1", "cp819", "us-ascii", "ascii"] {
            let own = label.parse::<Encoding>();
            assert!(matches!(own, Ok(Encoding::Iso8859_1 | Encoding::UsAscii)), "{label}");
        }
        for label in ["iso-8859-9", "latin5", "iso-8859-11", "tis-620"] {
            let charset = match label.parse() {
                Ok(Encoding::Charset(charset)) => charset,
                other => panic!("{label}: {other:?}"),
            };
            assert!(matches!(charset.engine(), Engine::Page(_)), "{label}");
        }
    }

    #[test]
    fn browsers_alone_have_two_more() {
        for name in ["replacement", "x-user-defined"] {
            assert_eq!(Charset::of_name(name).map(Charset::name), Some(name));
            assert!(Charset::all().all(|charset| charset.name() != name));
        }
        assert!(Charset::all().all(|charset| Charset::of_name(charset.name()) == Some(charset)));
        for name in ["gb18030", "koi8-u", "euc-kr"] {
            let [ours, theirs] = [Charset::of_name(name), Charset::of_browsers(name)];
            let theirs = theirs.map(Charset::name);
            assert_eq!(ours.map(Charset::name), Some(name));
            assert_eq!(theirs.and_then(|own| own.strip_prefix(Charset::BROWSERS)), Some(name));
        }
    }
}
