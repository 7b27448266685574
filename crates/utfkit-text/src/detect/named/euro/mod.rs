//! Finds a `¤` that is the euro sign of a related charset.
//!
//! ISO-8859-15 has the euro sign where ISO-8859-1 has `¤`, and is the same in nearly all other bytes.
//! So a text that is read in the wrong one of them loses its prices, and nothing else shows it.

mod usage;

use usage::{SIGN, Use, use_of};
use utfkit::{Encoding, transcode};

/// The charsets that have `¤`, each with the charset that has the euro sign there.
const PAIRS: [(&str, &str); 13] = [
    ("iso-8859-1", "iso-8859-15"),
    ("windows-1252", "iso-8859-15"),
    ("windows-1253", "iso-8859-7"),
    ("ibm037", "ibm01140"),
    ("ibm273", "ibm01141"),
    ("ibm277", "ibm01142"),
    ("ibm278", "ibm01143"),
    ("ibm280", "ibm01144"),
    ("ibm284", "ibm01145"),
    ("ibm285", "ibm01146"),
    ("ibm297", "ibm01147"),
    ("ibm500", "ibm01148"),
    ("ibm871", "ibm01149"),
];
/// The number of characters before a sign that are examined, and after it.
const AROUND: usize = 48;
/// The number of bytes that are compared at once.
const PIECE: usize = 256;

/// A watch for a `¤` next to a price, in a text that is read in a charset that somebody named.
#[derive(Clone, Debug)]
pub struct EuroWatch {
    euro: Encoding,
    /// The character of each byte.
    table: Box<[char; 256]>,
    /// Whether each byte shows that the text is not in the charset with the euro sign.
    excludes: Box<[bool; 256]>,
    /// The first and the last such byte.
    excluding: Option<(u8, u8)>,
    is_excluded: bool,
    /// The bytes that end lines.
    ends: [u8; 2],
    sign: u8,
    /// The last bytes, and the number of those that were examined.
    window: Vec<u8>,
    examined: usize,
    /// The number of lines that ended before the window.
    lines: u64,
    uses: Uses,
    first: Option<EuroSign>,
}

/// The first `¤` that is the euro sign of another charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EuroSign {
    /// The charset that has the euro sign there.
    pub encoding: Encoding,
    /// The line, from 1.
    pub line: u64,
    /// The sign and the price next to it.
    pub text: String,
}

/// The number of signs for each use.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    prices: u64,
    after_numbers: u64,
    separators: u64,
    bullets: u64,
    others: u64,
}

impl EuroWatch {
    /// Returns the watch for a text that is read as `named`. Returns `None` if that charset does not
    /// have `¤`, or if no related charset has the euro sign there.
    #[must_use]
    pub fn new(named: Encoding) -> Option<Self> {
        let (_, euro) = PAIRS.iter().find(|(one, _)| *one == named.name())?;
        let euro = euro.parse().ok()?;
        let read = |byte: usize, encoding| {
            let byte = [byte as u8];
            let text = transcode::decode_lossy(&byte, encoding).0;
            text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        let table = Box::new(std::array::from_fn(|byte| read(byte, named)));
        let is_odd = |one: char| one.is_control() || one == char::REPLACEMENT_CHARACTER;
        let excludes = std::array::from_fn(|byte| is_odd(read(byte, euro)) && !is_odd(table[byte]));
        let excludes: Box<[bool; 256]> = Box::new(excludes);
        let byte_of = |character| table.iter().position(|&one| one == character);
        let sign = byte_of(SIGN)? as u8;
        let line_feed = byte_of('\n')?;
        let ends = [line_feed, byte_of('\u{85}').unwrap_or(line_feed)].map(|byte| byte as u8);
        let first = excludes.iter().position(|&one| one);
        let last = excludes.iter().rposition(|&one| one);
        let excluding = first.zip(last).map(|(first, last)| (first as u8, last as u8));
        Some(Self {
            euro,
            table,
            excludes,
            excluding,
            is_excluded: false,
            ends,
            sign,
            window: Vec::new(),
            examined: 0,
            lines: 0,
            uses: Uses::default(),
            first: None,
        })
    }

    /// Takes the next bytes of the text.
    ///
    /// Cost: a few fast passes, and a look at each sign.
    pub fn push(&mut self, bytes: &[u8]) {
        self.is_excluded |= self.is_excluded_by(bytes);
        if self.is_excluded {
            return;
        }
        let has_sign = |bytes: &[u8]| memchr::memchr(self.sign, bytes).is_some();
        if bytes.len() >= AROUND && !has_sign(bytes) && !has_sign(&self.window[self.examined..]) {
            return self.skip(bytes);
        }
        self.window.extend_from_slice(bytes);
        // The last signs wait for the text after them.
        self.examine(self.window.len().saturating_sub(AROUND));
        let used = self.examined.saturating_sub(AROUND);
        if self.first.is_none() {
            self.lines += self.ends(&self.window[..used]);
        }
        self.window.drain(..used);
        self.examined -= used;
    }

    /// Ends the text. Returns the first euro sign, if the text has euro signs of another charset, and
    /// fewer other signs.
    #[must_use]
    pub fn finish(mut self) -> Option<EuroSign> {
        self.examine(self.window.len());
        let Uses { prices, after_numbers, separators, bullets, others } = self.uses;
        let are_most = match prices {
            0 => separators + others + bullets == 0,
            _ => prices + after_numbers + separators >= others + bullets,
        };
        self.first.filter(|_| !self.is_excluded && are_most)
    }

    /// Returns `true` if `bytes` are not in the charset with the euro sign.
    fn is_excluded_by(&self, bytes: &[u8]) -> bool {
        let Some((first, last)) = self.excluding else { return false };
        // Nearly all pieces have no byte of this range, and the compiler compares many at once.
        let is_near = |piece: &&[u8]| {
            piece.iter().fold(false, |any, byte| any | (first..=last).contains(byte))
        };
        let excludes = |piece: &[u8]| piece.iter().any(|&byte| self.excludes[usize::from(byte)]);
        bytes.chunks(PIECE).filter(is_near).any(excludes)
    }

    /// Examines the signs of the window before `end`.
    fn examine(&mut self, end: usize) {
        let new = self.window.get(self.examined..end).unwrap_or_default();
        let signs: Vec<_> =
            memchr::memchr_iter(self.sign, new).map(|at| at + self.examined).collect();
        self.examined = self.examined.max(end);
        for at in signs {
            let is_end = |&&byte: &&u8| is_end(self.table[usize::from(byte)]);
            let read = |byte: &u8| self.table[usize::from(*byte)];
            let before = self.window[..at].iter().rev().take(AROUND);
            let before: Vec<_> = before.take_while(|byte| !is_end(byte)).map(read).collect();
            let after = self.window[at + 1..].iter().take(AROUND);
            let after: Vec<_> = after.take_while(|byte| !is_end(byte)).map(read).collect();
            let text = match use_of(&before, &after) {
                Use::Price(text) => {
                    self.uses.prices += 1;
                    text
                }
                Use::AfterNumber(text) => {
                    self.uses.after_numbers += 1;
                    text
                }
                Use::Separator => {
                    self.uses.separators += 1;
                    continue;
                }
                Use::Bullet => {
                    self.uses.bullets += 1;
                    continue;
                }
                Use::Other => {
                    self.uses.others += 1;
                    continue;
                }
            };
            if self.first.is_none() {
                let line = self.lines + self.ends(&self.window[..at]) + 1;
                self.first = Some(EuroSign { encoding: self.euro, line, text });
            }
        }
    }

    /// Takes `bytes` without a sign, after a window without another sign to examine.
    fn skip(&mut self, bytes: &[u8]) {
        let (done, last) = bytes.split_at(bytes.len() - AROUND);
        if self.first.is_none() {
            self.lines += self.ends(&self.window) + self.ends(done);
        }
        self.window.clear();
        self.window.extend_from_slice(last);
        self.examined = AROUND;
    }

    /// Returns the number of lines that end in `bytes`.
    fn ends(&self, bytes: &[u8]) -> u64 {
        let [line_feed, next_line] = self.ends;
        let is_end = |byte: &u8| u8::from(*byte == line_feed || *byte == next_line);
        // A sum of bytes cannot overflow in so short a piece, and the compiler adds many at once.
        let pieces = bytes.chunks(usize::from(u8::MAX));
        pieces.map(|piece| u64::from(piece.iter().map(is_end).sum::<u8>())).sum()
    }
}

/// Returns `true` for the end of a line, also of EBCDIC.
const fn is_end(one: char) -> bool {
    matches!(one, '\n' | '\r' | '\u{85}')
}

#[cfg(test)]
#[cfg(feature = "charsets")]
mod tests {
    use super::*;

    /// Returns the euro sign in `text`, which is read as `named`, in blocks of this size.
    fn found(text: &str, named: &str, size: usize) -> Option<EuroSign> {
        let named: Encoding = named.parse().unwrap();
        let bytes = transcode::convert(text.as_bytes(), Encoding::Utf8, named).unwrap();
        let mut watch = EuroWatch::new(named)?;
        bytes.chunks(size).for_each(|block| watch.push(block));
        watch.finish()
    }

    #[test]
    fn prices_have_euro_signs() {
        let texts = [
            ("12 ¤", "12 ¤"),
            ("Prix :\n 12¤ (environ)\n", "12¤"),
            ("Der Preis beträgt 12,50 ¤ für alle.", "12,50 ¤"),
            ("Es kostet 100 ¤ im Jahr.", "100 ¤"),
            ("1.234,00 ¤; in ¤", "1.234,00 ¤"),
            ("voor 12,- ¤ per stuk", "12,- ¤"),
            ("Prijs: ¤ 12,50 per stuk", "¤ 12,50"),
            ("it costs ¤5.", "¤5."),
            ("Konto;12¤;-5,20¤\n", "12¤"),
            ("12\u{A0}¤", "12\u{A0}¤"),
            ("8,50 ¤ für Äpfel\n100 ¤ im Jahr und 5 ¤ Gebühr.", "8,50 ¤"),
            ("5,99;¤", "5,99;¤"),
            ("Äpfel;\"5,99\";\"¤\"\n", "5,99\";\"¤"),
            ("Äpfel\t¤\t5,99\n", "¤\t5,99"),
            ("100 000 ¤", "100 000 ¤"),
            ("rund 1\u{A0}250\u{A0}000,00\u{A0}¤ pro", "1\u{A0}250\u{A0}000,00\u{A0}¤"),
            ("¤ 100 000,50 im", "¤ 100 000,50"),
            ("¤5", "¤5"),
            ("5 T¤", "5 T¤"),
            ("300k¤ im", "300k¤"),
            ("12 Mio. ¤ im", "12 Mio. ¤"),
            ("¤ 12,50\n", "¤ 12,50"),
            ("¤ Äpfel\nBirnen 5,99 ¤\n", "5,99 ¤"),
        ];
        for (text, shown) in texts {
            for size in [1, 7, 999] {
                let sign = found(text, "windows-1252", size);
                assert_eq!(sign.as_ref().map(|sign| &*sign.text), Some(shown), "{text}");
            }
        }
    }

    #[test]
    fn other_signs_are_not_euro_signs() {
        let texts = [
            "¤ Eins\n¤ 2 Äpfel\n¤ kostet 12 ¤\n",
            "\t¤ 12 ¤\n",
            "x = 5 ¤ y",
            "x = 5 ¤ 7",
            "Aufgabe: 5 ¤ 3 = 15",
            "164;¤;Währung",
            "¤ 12 Äpfel\n¤ 3 Birnen\n",
            "1 ¤ Café 2 ¤ Bar\n",
            "name¤12¤text\n¤7¤¤\n",
            "12¤Anna\n34¤Åsa\n",
            "#,##0.00 ¤;(#,##0.00 ¤)",
            "0.00 ¤",
            "¤#,##0.00",
            "A4 ¤",
            "0 ¤",
            "Das Zeichen ¤ steht für jede Währung (¤).",
            // The quotation marks are those of windows-1252 only.
            "\u{201C}12 ¤\u{201D}",
        ];
        for text in texts {
            for size in [1, 7, 999] {
                assert_eq!(found(text, "windows-1252", size), None, "{text}");
            }
        }
    }

    #[test]
    fn a_sign_after_many_lines_has_its_line() {
        let text = "zeile\n".repeat(500) + "zwei 5 ¤\n" + &"zeile\n".repeat(500);
        for size in [1, 47, 48, 64, 999, 9999] {
            for named in ["windows-1252", "ibm037"] {
                let sign = found(&text, named, size);
                assert_eq!(sign.map(|sign| (sign.line, sign.text)), Some((501, "5 ¤".to_owned())));
            }
        }
    }

    #[test]
    fn the_charset_with_the_euro_sign_is_known() {
        let of = |named| found("eins\nzwei 5 ¤\n", named, 3).map(|sign| (sign.encoding, sign.line));
        for (named, euro) in PAIRS.into_iter() {
            let euro = euro.parse().unwrap();
            assert_eq!(of(named), Some((euro, 2)), "{named}");
            let sign = transcode::convert("¤".as_bytes(), Encoding::Utf8, named.parse().unwrap());
            assert_eq!(transcode::decode_lossy(&sign.unwrap(), euro).0, "€", "{named}");
        }
        assert_eq!(of("iso-8859-2"), None);
    }
}
