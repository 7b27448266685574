//! Charsets that are not Unicode's: those of the WHATWG Encoding Standard, the code pages of DOS,
//! and a few of other systems.

use core::fmt;

#[cfg(not(feature = "legacy-charsets"))]
use super::no_table as table;
#[cfg(feature = "legacy-charsets")]
use super::table::{self, Engine};

/// A charset that is not Unicode's: windows-1252, Shift_JIS, GB18030 and the like.
///
/// There are some only with the feature `legacy-charsets`: those of the WHATWG Encoding Standard,
/// by `encoding_rs`, the single-byte code pages of DOS, by `oem_cp`, Mac OS Central European
/// (`x-mac-ce`) and Johab (`johab`), by ours. Without it their labels are unknown.
///
/// - **They are read as the WHATWG standard says**, which knows supersets. So `shift_jis` is windows-31j, `gb2312` is
///   GBK, `euc-kr` is windows-949, `big5` has the Hong Kong characters, `koi8-u` has Belarusian letters, and bytes of
///   windows-1252 and its siblings that Microsoft leaves open are C1 controls (of windows-1252: 81, 8D, 8F, 90 and
///   9D). Where a registry means less by a label, its [note](crate::encoding::Label::note) says so.
/// - **But a label that is an encoding of its own is never another.** `iso-8859-1` and `us-ascii` are not
///   windows-1252, `iso-8859-9` is not windows-1254, and `iso-8859-11` is not windows-874.
/// - **What is written reads back.** A character that the WHATWG standard writes as another is one
///   that cannot be encoded: U+00A5 and U+203E in Shift_JIS and EUC-JP (`\` and `~`), U+2212 in these
///   and ISO-2022-JP (U+FF0D), halfwidth katakana in ISO-2022-JP (fullwidth), U+E5E5 and 18 other
///   private-use characters in GB18030.
/// - **Some read more than they write**, or have several spellings of a character (Shift_JIS, Big5, EUC-JP,
///   GBK, GB18030, ISO-2022-JP, Johab): there, reading and writing again keeps the text, not always the bytes.
///
/// - **Two are known only by the labels of [`LabelSet::Whatwg`](crate::encoding::LabelSet::Whatwg).**
///   In `x-user-defined`, bytes 80..FF are U+F780..U+F7FF (section 14.5 of the standard). `replacement` stands for encodings
///   that can hide text from a filter, as ISO-2022-KR: any text is one error at its first byte, and reads as a single
///   U+FFFD (section 14.1). Text that is to be written in it is written in UTF-8.
///
/// ```
/// # #[cfg(feature = "legacy-charsets")] {
/// use utfkit::{Encoding, transcode};
/// let windows: Encoding = "windows-1252".parse()?;
/// assert_eq!(transcode::convert(b"\x93caf\xE9\x94", windows, Encoding::Utf8)?, "“café”".as_bytes());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Charset(table::Index);

impl Charset {
    /// Every charset that text is kept in, in the order in which they are listed; none without the
    /// feature `legacy-charsets`.
    ///
    /// `replacement` and `x-user-defined` are left out: only browsers use them. They are known to
    /// [`LabelSet::Whatwg`](crate::encoding::LabelSet::Whatwg) alone.
    pub fn all() -> impl Iterator<Item = Charset> + Clone {
        table::all().map(Charset)
    }

    /// The canonical name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.row().name
    }

    /// Every label that means this charset, the IANA name first if there is one.
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

    /// What reads and writes it.
    #[cfg(feature = "legacy-charsets")]
    pub(crate) const fn engine(self) -> &'static Engine {
        &self.0.row().engine
    }

    /// The number of nothing, which needs no code.
    #[cfg(not(feature = "legacy-charsets"))]
    pub(crate) const fn never<T>(self) -> T {
        match self.0 {}
    }

    /// The charset with this canonical name, in lower case, also one that [`all`](Self::all) leaves
    /// out.
    pub(crate) fn of_name(name: &str) -> Option<Charset> {
        table::every().map(Charset).find(|charset| charset.name() == name)
    }

    /// As [`Encoding::is_ascii_compatible`](crate::Encoding::is_ascii_compatible).
    #[cfg(feature = "legacy-charsets")]
    pub(crate) fn is_ascii_compatible(self) -> bool {
        match self.engine() {
            Engine::Whatwg(encoding) => encoding.is_ascii_compatible(),
            Engine::Page(_) | Engine::Johab => true,
            Engine::Replacement => false,
        }
    }

    /// As [`Encoding::is_ascii_compatible`](crate::Encoding::is_ascii_compatible).
    #[cfg(not(feature = "legacy-charsets"))]
    pub(crate) fn is_ascii_compatible(self) -> bool {
        self.never()
    }

    /// Whether it is `replacement`, which is only read.
    #[cfg(feature = "legacy-charsets")]
    pub(crate) const fn is_replacement(self) -> bool {
        matches!(self.engine(), Engine::Replacement)
    }

    /// Whether it is `replacement`, which is only read.
    #[cfg(not(feature = "legacy-charsets"))]
    pub(crate) const fn is_replacement(self) -> bool {
        self.never()
    }

    /// The standard that decides which of its sequences are ill-formed.
    #[cfg(feature = "legacy-charsets")]
    pub(crate) const fn standard(self) -> &'static str {
        match self.engine() {
            Engine::Johab => "KS C 5601-1992, annex 3",
            Engine::Whatwg(_) | Engine::Page(_) | Engine::Replacement => "WHATWG Encoding Standard",
        }
    }

    /// The standard that decides which of its sequences are ill-formed.
    #[cfg(not(feature = "legacy-charsets"))]
    pub(crate) const fn standard(self) -> &'static str {
        self.never()
    }

    /// The charset that `label` means, whatever its case.
    pub(crate) fn of_label(label: &str) -> Option<Charset> {
        Self::all().find(|charset| {
            let mut known = charset.labels().iter();
            charset.name().eq_ignore_ascii_case(label)
                || known.any(|known| known.eq_ignore_ascii_case(label))
        })
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
        assert_eq!(Charset::all().count(), 54);
    }

    #[test]
    fn labels_of_the_whatwg_standard_mean_what_it_says() {
        for charset in Charset::all() {
            let Engine::Whatwg(encoding) = charset.engine() else { continue };
            assert!(encoding.name().eq_ignore_ascii_case(charset.name()));
            let known = |label: &&&str| encoding_rs::Encoding::for_label(label.as_bytes());
            for label in charset.labels() {
                assert!(known(&label).is_none_or(|known| known == *encoding), "{label}");
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
            let charset = Charset::of_label(label).unwrap();
            assert!(matches!(charset.engine(), Engine::Page(_)), "{label}");
        }
        for label in ["replacement", "iso-2022-kr", "hz-gb-2312", "x-user-defined"] {
            assert!(label.parse::<Encoding>().is_err(), "{label}");
        }
    }

    #[test]
    fn browsers_alone_have_two_more() {
        for name in ["replacement", "x-user-defined"] {
            assert_eq!(Charset::of_name(name).map(Charset::name), Some(name));
            assert!(Charset::all().all(|charset| charset.name() != name));
        }
        assert!(Charset::all().all(|charset| Charset::of_name(charset.name()) == Some(charset)));
    }
}
