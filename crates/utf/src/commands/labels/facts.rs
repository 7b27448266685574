//! Describes the facts about an encoding or a label.

use serde::Serialize;
use utfkit::{
    Encoding,
    encoding::{BomPolicy, BomRule, ByteOrder, Label, MimeText},
    transcode::Transcoder,
};

use super::audience::audience;

/// The facts about an encoding. The keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
pub(super) struct Facts {
    pub(super) name: &'static str,
    /// The languages and the system that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) audience: Option<String>,
    pub(super) reads: &'static str,
    pub(super) writes: &'static str,
    /// `never`, `optional` or `decides`.
    pub(super) bom: &'static str,
    /// The bytes of the possible BOMs, in hexadecimal.
    pub(super) boms: Vec<String>,
    pub(super) labels: Vec<&'static str>,
    /// Labels that define more than the encoding.
    pub(super) more_labels: Vec<More>,
    /// The registered name.
    pub(super) iana: Option<&'static str>,
    pub(super) mib: Option<u16>,
    /// The name to use in MIME.
    pub(super) mime_name: Option<&'static str>,
    /// `suitable` or `unsuitable` for MIME's text types.
    pub(super) mime_text: Option<&'static str>,
    pub(super) reference: Option<&'static str>,
}

/// A label that defines more than its encoding.
#[derive(Serialize)]
pub(super) struct More {
    pub(super) label: &'static str,
    pub(super) says: String,
}

impl Facts {
    /// Collects the facts about the encoding of `label`, with its labels among `known`.
    pub(super) fn of(label: Label, known: impl Iterator<Item = (&'static str, Label)>) -> Self {
        let encoding = label.encoding();
        let registration = encoding.registration();
        let (reads, writes) = words(encoding);
        let labels = known.filter(|(_, means)| means.encoding() == encoding);
        let (mut plain, more): (Vec<_>, Vec<_>) =
            labels.partition(|(_, means)| says(*means).is_empty());
        // The registered labels come first.
        plain.sort_by_key(|(label, _)| label.parse() != Ok(encoding));
        Self {
            name: encoding.name(),
            audience: audience(encoding),
            reads,
            writes,
            bom: match label.bom_rule() {
                BomRule::Never => "never",
                BomRule::Optional => "optional",
                BomRule::Decides => "decides",
            },
            boms: boms(label),
            labels: plain.into_iter().map(|(label, _)| label).collect(),
            more_labels: more
                .into_iter()
                .map(|(label, means)| More { label, says: says(means) })
                .collect(),
            iana: registration.map(|registration| registration.name()),
            mib: registration.map(|registration| registration.mib()),
            mime_name: registration.map(|registration| registration.mime_name()),
            mime_text: registration.map(|registration| match registration.mime_text() {
                MimeText::Suitable => "suitable",
                MimeText::Unsuitable => "unsuitable",
            }),
            reference: registration.map(|registration| registration.reference()),
        }
    }

    /// Describes the possible BOMs.
    pub(super) fn bom(&self) -> String {
        let bytes = self.boms.join(" or ");
        match self.bom {
            "decides" => format!("{bytes}, which decides the byte order"),
            "optional" => format!("{bytes}, or none"),
            _ => "none: U+FEFF at the start is text".to_owned(),
        }
    }

    /// Describes the entry of the IANA registry.
    pub(super) fn registered(&self) -> String {
        let (Some(iana), Some(mib), Some(mime)) = (self.iana, self.mib, self.mime_name) else {
            return "no, so protocols cannot use it as a label".to_owned();
        };
        let preferred = if mime == iana { String::new() } else { format!(", in MIME {mime}") };
        let suits = if self.mime_text == Some("suitable") { "for" } else { "not for" };
        let reference = self.reference.unwrap_or_default();
        format!("{iana}{preferred}, MIBenum {mib}; {suits} MIME text/* ({reference})")
    }
}

/// Returns the bytes of the BOMs that text with `label` may begin with.
fn boms(label: Label) -> Vec<String> {
    let orders: &[ByteOrder] = match label.bom_rule() {
        BomRule::Never => &[],
        BomRule::Optional => &[ByteOrder::Big],
        BomRule::Decides => &[ByteOrder::Big, ByteOrder::Little],
    };
    let bom = |&order| {
        let transcoder = Transcoder::labelled(Encoding::Utf8.into(), label);
        let mut transcoder = transcoder.bom(BomPolicy::Add).output_order(order);
        let mut bytes = [0_u8; 16];
        let written = transcoder.transcode(&[], bytes.as_mut_slice(), true).written;
        let bytes = bytes[..written].iter().map(|byte| format!("{byte:02X}"));
        bytes.collect::<Vec<_>>().join(" ")
    };
    orders.iter().map(bom).collect()
}

/// Describes the meaning of `label`: the encoding, and any other property that it defines.
pub(super) fn meaning(label: Label) -> String {
    let (name, more) = (label.encoding().name(), says(label));
    if more.is_empty() { name.to_owned() } else { format!("{name}, {more}") }
}

/// Describes the properties that `label` defines in addition to the encoding.
fn says(label: Label) -> String {
    let order = label.order().map(|order| match order {
        ByteOrder::Big => "big-endian unless a BOM says otherwise",
        ByteOrder::Little => "little-endian unless a BOM says otherwise",
    });
    let bom = match label.bom() {
        Some(BomPolicy::Add) => Some("written with a BOM"),
        Some(BomPolicy::Strip) => Some("read with or without a BOM, written without"),
        Some(BomPolicy::Require) => Some("a BOM is required"),
        _ => None,
    };
    order.into_iter().chain(bom).collect::<Vec<_>>().join(", ")
}

/// Describes the text that is read and written in an encoding.
fn words(encoding: Encoding) -> (&'static str, &'static str) {
    const SAME: &str = "the same";
    let row = WORDS.iter().find(|(name, ..)| *name == encoding.name());
    row.map_or((LEGACY, SAME), |(_, reads, writes)| {
        (reads, if writes.is_empty() { SAME } else { writes })
    })
}

/// The description of a legacy charset.
const LEGACY: &str =
    "a legacy charset, as in the WHATWG Encoding Standard, in DOS, or in the tables of ICU";

/// Canonical names, with the text that is read, and the text that is written if that differs. The
/// key is a name, so a row may exist before its encoding does.
const WORDS: &[(&str, &str, &str)] = &[
    ("utf-8", "one to four bytes, up to U+10FFFF (RFC 3629)", ""),
    ("utf-8-rfc2279", "one to six bytes, up to 7FFFFFFF (RFC 2279)", ""),
    ("cesu-8", "UTF-8 with supplementary characters as two surrogates (UTR #26)", ""),
    ("java-modified-utf-8", "CESU-8 with C0 80 for U+0000", ""),
    ("wtf-8", "UTF-8; an encoded surrogate is one error of three bytes", "UTF-8"),
    (
        "utf-16",
        "UTF-16 in the byte order of its BOM, or big-endian without one (RFC 2781 section 4.3)",
        "a BOM, then big-endian",
    ),
    ("utf-16be", "big-endian UTF-16 (RFC 2781 section 4.1)", ""),
    ("utf-16le", "little-endian UTF-16 (RFC 2781 section 4.2)", ""),
    (
        "ucs-2",
        "U+0000 to U+FFFF in two bytes, in the byte order of its BOM, or big-endian without one",
        "a BOM, then big-endian",
    ),
    ("ucs-2be", "U+0000 to U+FFFF in two bytes, big-endian", ""),
    ("ucs-2le", "U+0000 to U+FFFF in two bytes, little-endian", ""),
    (
        "utf-32",
        "UTF-32 in the byte order of its BOM, or big-endian without one",
        "a BOM, then big-endian",
    ),
    ("utf-32be", "big-endian UTF-32", ""),
    ("utf-32le", "little-endian UTF-32", ""),
    (
        "ucs-4",
        "values up to 7FFFFFFF in four bytes, in the byte order of its BOM, or big-endian without one",
        "a BOM, then big-endian",
    ),
    ("ucs-4be", "values up to 7FFFFFFF in four bytes, big-endian", ""),
    ("ucs-4le", "values up to 7FFFFFFF in four bytes, little-endian", ""),
    (
        "utf-7",
        "ASCII with UTF-16 in base64 (RFC 2152)",
        "the same; characters that are safe in mail directly, and the others in base64",
    ),
    ("utf-7-imap", "the UTF-7 of IMAP's mailbox names (RFC 3501 section 5.1.3)", ""),
    ("utf-1", "one to five bytes that look like no control character (ISO-IR 178)", ""),
    (
        "unicode-1-1-utf-8",
        "UTF-8 with Hangul at its position in Unicode 1.1, U+3400 to U+4DFF (RFC 2279 section 5)",
        "the same; characters that Unicode 1.1 did not have are an error",
    ),
    (
        "unicode-1-1",
        "big-endian UCS-2 with Hangul at its position in Unicode 1.1, U+3400 to U+4DFF (RFC 1641)",
        "the same; characters that Unicode 1.1 did not have are an error",
    ),
    ("utf-ebcdic", "one to five bytes; controls and ASCII have bytes of EBCDIC (UTR #16)", ""),
    (
        "scsu",
        "one byte a character in scripts of few letters, otherwise two (UTS #6)",
        "one of many spellings of the text",
    ),
    ("bocu-1", "the difference to the block of the last character (UTN #6)", ""),
    ("us-ascii", "bytes up to 7F", ""),
    ("iso-8859-1", "each byte is the code point of the same number; not windows-1252", ""),
    (
        "big5",
        "Big5 with the extensions of ETEN and of Hong Kong (WHATWG), more than is written",
        "the same without the characters of HKSCS before A140; one spelling of each character",
    ),
    (
        "big5-hkscs",
        "Big5 with the extensions of ETEN and of Hong Kong (WHATWG)",
        "the same in one spelling of each character",
    ),
    (
        "cp950",
        "Big5 as in Windows, with private-use characters",
        "the same in one spelling of each character",
    ),
    (
        "euc-jp",
        "JIS X 0201, JIS X 0208 with the rows of NEC and IBM, and JIS X 0212 (WHATWG), more than is written",
        "JIS X 0201, JIS X 0208 and JIS X 0212, without the rows of NEC and IBM; U+00A5 and U+203E are an error",
    ),
    (
        "cp51932",
        "as euc-jp, more than is written",
        "the same without JIS X 0212, in one spelling of each character",
    ),
    (
        "johab",
        "KS C 5601-1992 annex 3: every modern syllable of Hangul, symbols and hanja of KS X 1001",
        "the same in one spelling of each letter",
    ),
    ("euc-kr", "windows-949, a superset of EUC-KR (WHATWG)", "only KS X 1001"),
    ("uhc", "windows-949, with every modern syllable of Hangul (WHATWG)", ""),
    (
        "gb18030",
        "GB18030-2022 in one, two or four bytes",
        "the same in one spelling of each character",
    ),
    (
        "gb2312",
        "GB18030, a superset of GB 2312, as for gbk (WHATWG)",
        "only the 7,445 characters of GB 2312",
    ),
    (
        "gbk",
        "GB18030, a superset of GBK, as is GBK of GB2312 (WHATWG)",
        "GBK, with 80 for the euro sign; nothing in four bytes",
    ),
    (
        "iso-2022-jp",
        "RFC 1468 with halfwidth katakana and the rows of NEC and IBM (WHATWG), a superset",
        "JIS X 0201 Roman and JIS X 0208, without the rows of NEC and IBM",
    ),
    (
        "shift_jis",
        "windows-31j, a superset of Shift_JIS (WHATWG)",
        "JIS X 0201 and JIS X 0208, without the rows of NEC and IBM; U+00A5 and U+203E are an error",
    ),
    (
        "windows-31j",
        "Shift_JIS with the rows of NEC and IBM, and private-use characters (WHATWG)",
        "the same in one spelling of each character",
    ),
    ("koi8-u", "KOI8-U (RFC 2319)", ""),
    ("macintosh", "Mac OS Roman with the euro sign at DB (WHATWG)", ""),
    ("x-mac-ce", "Mac OS Central European, according to Apple's table", ""),
    (
        "whatwg-big5",
        "Big5 with the extensions of ETEN and of Hong Kong, as in browsers",
        "the same without the characters of HKSCS before A140; one spelling of each character",
    ),
    (
        "whatwg-euc-jp",
        "JIS X 0201, JIS X 0208 with the rows of NEC and IBM, and JIS X 0212, as in browsers",
        "the same without JIS X 0212, in one spelling of each character",
    ),
    ("whatwg-euc-kr", "windows-949, with every modern syllable of Hangul, as in browsers", ""),
    (
        "whatwg-gb18030",
        "GB18030-2022 in one, two or four bytes, and 80 for the euro sign, as in browsers",
        "the same in one spelling of each character; U+E5E5 is an error",
    ),
    (
        "whatwg-gbk",
        "GB18030-2022 in one, two or four bytes, and 80 for the euro sign, as in browsers",
        "GBK, with 80 for the euro sign; nothing in four bytes",
    ),
    (
        "whatwg-iso-2022-jp",
        "RFC 1468 with halfwidth katakana and the rows of NEC and IBM, as in browsers",
        "the same without halfwidth katakana, in one spelling of each character",
    ),
    (
        "whatwg-shift_jis",
        "windows-31j with private-use characters, as in browsers",
        "the same without private-use characters, in one spelling of each character",
    ),
    ("whatwg-koi8-u", "KOI8-U with U+045E at AE and U+040E at BE, as in browsers", ""),
    ("replacement", "one error for any text, as in browsers", "UTF-8"),
    ("x-user-defined", "ASCII, and U+F780 to U+F7FF for the bytes 80 to FF, as in browsers", ""),
    ("iso-8859-9", "ISO-8859-1 with six Turkish letters; not windows-1254", ""),
    ("iso-8859-11", "TIS-620 with U+00A0 at A0, and controls at 80..9F; not windows-874", ""),
];

#[cfg(test)]
mod tests {
    use super::*;
    use utfkit::encoding::LabelSet;

    #[test]
    fn there_are_words_for_every_encoding() {
        let by_whatwg = ["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis"];
        for encoding in by_whatwg {
            assert!(WORDS.iter().any(|(name, ..)| *name == encoding), "{encoding}");
            assert!(encoding.parse::<Encoding>().is_ok(), "{encoding}");
        }
        for &encoding in Encoding::ALL {
            assert!(WORDS.iter().any(|(name, ..)| *name == encoding.name()), "{encoding}");
        }
    }

    /// Encodings that only browsers have are in no list, so their rows are the only description.
    #[test]
    fn there_are_words_for_the_encodings_of_browsers() {
        let own = |encoding: Encoding| encoding.whatwg_name() != Some(encoding.name());
        let only = ["replacement", "x-user-defined"];
        let mut found = 0;
        for (_, label) in LabelSet::Whatwg.labels() {
            let name = label.encoding().name();
            if own(label.encoding()) || only.contains(&name) {
                assert!(WORDS.iter().any(|(known, ..)| *known == name), "{name}");
                found += 1;
            }
        }
        assert!(found > 10, "{found}");
    }

    /// What a row says that browsers do not write is an error here too.
    #[test]
    fn browsers_write_less_than_they_read() {
        let writes = |text: &str, name: &str| {
            let label = Label::parse(name, LabelSet::Iana).unwrap();
            utfkit::transcode::convert(text.as_bytes(), Encoding::Utf8, label.encoding()).is_ok()
        };
        for (name, written, rejected) in [
            ("whatwg-big5", "\u{4E00}", "\u{4E28}"),
            ("whatwg-euc-jp", "\u{4E00}\u{2460}", "\u{4E02}"),
            ("whatwg-gb18030", "\u{20AC}\u{1F600}", "\u{E5E5}"),
            ("whatwg-gbk", "\u{20AC}\u{4E00}", "\u{1F600}"),
            ("whatwg-iso-2022-jp", "\u{4E00}\u{2460}", "\u{FF71}"),
            ("whatwg-shift_jis", "\u{4E00}\u{FF71}\u{2460}", "\u{E000}"),
            ("whatwg-koi8-u", "\u{45E}\u{40E}", "\u{255D}"),
            ("whatwg-euc-kr", "\u{AC02}", "\u{4E02}"),
        ] {
            assert!(writes(written, name), "{name}");
            assert!(!writes(rejected, name), "{name}");
        }
    }

    #[test]
    fn boms_are_their_bytes() {
        assert_eq!(boms(Encoding::Utf16.into()), ["FE FF", "FF FE"]);
        assert_eq!(boms(Encoding::Utf8.into()), ["EF BB BF"]);
        assert!(boms(Encoding::Utf16Le.into()).is_empty());
        let label = Label::parse("utf-16le-bom", LabelSet::Iana).unwrap();
        assert_eq!(boms(label), ["FF FE"]);
    }
}
