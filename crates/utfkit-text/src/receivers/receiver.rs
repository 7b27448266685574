//! The table of receivers, and the characters that each rejects.

use utfkit::{
    Finding, Kind,
    units::{self, Range},
};

/// A program or interface that accepts text, but rejects some characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Receiver {
    /// PostgreSQL: `text` cannot have U+0000.
    Postgres,
    /// MySQL and MariaDB, character set `utf8mb3` (formerly `utf8`): characters up to U+FFFF.
    MysqlUtf8Mb3,
    /// XML 1.0: only characters of the production `Char`.
    Xml,
    /// JSON (RFC 8259): no unescaped control characters, and no BOM.
    Json,
    /// The Java Native Interface: `NewStringUTF` expects modified UTF-8, which encodes some
    /// characters differently.
    Jni,
}

/// The row of a receiver in the table.
struct Row {
    name: &'static str,
    section: &'static str,
    nul: Option<Rule>,
    supplementary: Option<Rule>,
    forbidden: Option<Rule>,
}

/// The reason why a receiver rejects some characters, and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The reason.
    pub reason: &'static str,
    /// The remedy.
    pub fix: &'static str,
}

const fn rule(reason: &'static str, fix: &'static str) -> Option<Rule> {
    Some(Rule { reason, fix })
}

/// The rows, in the order of the variants.
static TABLE: [Row; 5] = [
    Row {
        name: "postgres",
        section: "PostgreSQL documentation, section 8.3 (Character Types)",
        nul: rule("the character with code zero cannot be stored in text types", DROP),
        supplementary: None,
        forbidden: None,
    },
    Row {
        name: "mysql-utf8mb3",
        section: "MySQL Reference Manual, section 12.9.2 (The utf8mb3 Character Set)",
        nul: None,
        supplementary: rule(
            "utf8mb3 has only characters of at most three bytes",
            "use the character set utf8mb4",
        ),
        forbidden: None,
    },
    Row {
        name: "xml",
        section: "XML 1.0 (Fifth Edition), section 2.2, production [2] Char",
        nul: rule("XML does not have this character, not even as a reference", DROP),
        supplementary: None,
        forbidden: rule("XML 1.0 does not have this character, not even as a reference", DROP),
    },
    Row {
        name: "json",
        section: "RFC 8259 sections 7 and 8.1",
        nul: rule("control characters must be escaped", "write it as \\u0000 in a string"),
        supplementary: None,
        forbidden: rule(
            "control characters must be escaped, and text must not begin with a BOM",
            "escape it in a string; remove a BOM",
        ),
    },
    Row {
        name: "jni",
        section: "Java Native Interface Specification, section Modified UTF-8 Strings",
        nul: rule("NUL ends the string", "convert to java-modified-utf-8, where it is C0 80"),
        supplementary: rule(
            "NewStringUTF expects two surrogates of three bytes each",
            "convert to java-modified-utf-8",
        ),
        forbidden: None,
    },
];

const DROP: &str = "drop it, or store the value as bytes";

impl Receiver {
    /// Every receiver.
    pub const ALL: &[Receiver] =
        &[Receiver::Postgres, Receiver::MysqlUtf8Mb3, Receiver::Xml, Receiver::Json, Receiver::Jni];

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the name, such as `mysql-utf8mb3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the document that specifies the accepted characters, with the section.
    #[must_use]
    pub const fn section(self) -> &'static str {
        self.row().section
    }

    /// Returns the reason why characters of `kind` are rejected, and the remedy. Returns `None` if
    /// they are accepted.
    ///
    /// ```
    /// use utfkit::Kind;
    /// use utfkit_text::receivers::Receiver;
    /// assert!(Receiver::Postgres.rule(Kind::Nul).is_some());
    /// assert!(Receiver::Postgres.rule(Kind::Supplementary { value: 0x1F600 }).is_none());
    /// ```
    #[must_use]
    pub const fn rule(self, kind: Kind) -> Option<Rule> {
        match kind {
            Kind::Nul => self.row().nul,
            Kind::Supplementary { .. } => self.row().supplementary,
            Kind::Forbidden { .. } => self.row().forbidden,
            _ => None,
        }
    }

    /// Returns the rejected characters of `text`, in order. `at_start` must be `true` if `text`
    /// begins the whole text, with its BOM.
    ///
    /// The kinds are [`Kind::Nul`], [`Kind::Supplementary`] and [`Kind::Forbidden`]. Offsets are in
    /// bytes from the start of `text`.
    ///
    /// Cost: text without rejected characters is read at the speed of the active kernels.
    ///
    /// ```
    /// use utfkit::Kind;
    /// use utfkit_text::receivers::Receiver;
    /// let refused: Vec<_> = Receiver::Xml.refused("a\x08b\0\u{1F600}", true).collect();
    /// assert_eq!((refused[0].offset(), refused[0].kind()), (1, Kind::Forbidden { value: 8 }));
    /// assert_eq!((refused[1].offset(), refused[1].kind()), (3, Kind::Nul));
    /// assert_eq!(refused.len(), 2);
    /// ```
    pub fn refused(self, text: &str, at_start: bool) -> Refused<'_> {
        Refused { receiver: self, text, at: 0, at_start }
    }

    /// Returns the finding for `character`, which has the bytes `bytes` at `offset` of a stream in
    /// any encoding. Returns `None` if it is accepted.
    ///
    /// ```
    /// use utfkit::Kind;
    /// use utfkit_text::receivers::Receiver;
    /// let refusal = Receiver::Postgres.refusal('\0', 6, b"\0\0").unwrap();
    /// assert_eq!((refusal.offset(), refusal.kind(), refusal.len()), (6, Kind::Nul, 2));
    /// assert_eq!(Receiver::Postgres.refusal('a', 6, b"a\0"), None);
    /// ```
    #[must_use]
    pub fn refusal(self, character: char, offset: u64, bytes: &[u8]) -> Option<Finding> {
        self.kind(character).map(|kind| Finding::new(offset, kind, bytes))
    }

    /// Returns the bytes that rejected characters begin with. Other characters may begin with them,
    /// too.
    const fn suspects(self) -> &'static [Range] {
        const NUL: Range = Range { first: 0, last: 0 };
        const SUPPLEMENTARY: Range = Range { first: 0xF0, last: 0xF4 };
        const BEFORE_TAB: Range = Range { first: 0, last: 8 };
        const BEFORE_RETURN: Range = Range { first: 0xB, last: 0xC };
        const BEFORE_SPACE: Range = Range { first: 0xE, last: 0x1F };
        // U+FFFE, U+FFFF and U+FEFF begin with EF.
        const HIGH: Range = Range { first: 0xEF, last: 0xEF };
        match self {
            Receiver::Postgres => &[NUL],
            Receiver::MysqlUtf8Mb3 => &[SUPPLEMENTARY],
            Receiver::Jni => &[NUL, SUPPLEMENTARY],
            Receiver::Xml => &[BEFORE_TAB, BEFORE_RETURN, BEFORE_SPACE, HIGH],
            Receiver::Json => &[BEFORE_TAB, BEFORE_RETURN, BEFORE_SPACE],
        }
    }

    /// Returns the kind of finding for `character`, or `None` if it is accepted.
    const fn kind(self, character: char) -> Option<Kind> {
        let value = character as u32;
        let kind = match (self, value) {
            (_, 0) => Kind::Nul,
            (Receiver::MysqlUtf8Mb3 | Receiver::Jni, 0x10000..) => Kind::Supplementary { value },
            (Receiver::Xml | Receiver::Json, 1..=8 | 0xB | 0xC | 0xE..=0x1F)
            | (Receiver::Xml, 0xFFFE | 0xFFFF) => Kind::Forbidden { value },
            _ => return None,
        };
        if self.rule(kind).is_some() { Some(kind) } else { None }
    }
}

impl std::fmt::Display for Receiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The rejected characters of a text. [`Receiver::refused`] returns them.
#[derive(Clone, Debug)]
pub struct Refused<'t> {
    receiver: Receiver,
    text: &'t str,
    at: usize,
    at_start: bool,
}

impl Iterator for Refused<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        if std::mem::take(&mut self.at_start)
            && self.receiver == Receiver::Json
            && self.text.starts_with('\u{FEFF}')
        {
            self.at = 3;
            return Some(Finding::new(0, Kind::Forbidden { value: 0xFEFF }, b"\xEF\xBB\xBF"));
        }
        loop {
            // Cost: rejected characters are often close together, and a call of the kernel is only
            // worth it for longer text.
            for _ in 0..NEAR {
                let rest = self.text.get(self.at..)?;
                let character = rest.chars().next()?;
                let at = self.at;
                self.at += character.len_utf8();
                if let Some(kind) = self.receiver.kind(character) {
                    let bytes = &rest.as_bytes()[..character.len_utf8()];
                    return Some(Finding::new(at as u64, kind, bytes));
                }
            }
            let rest = &self.text.as_bytes()[self.at..];
            self.at += units::outside(rest, self.receiver.suspects());
        }
    }
}

/// The number of characters to check one by one before the kernel is called.
const NEAR: usize = 16;

impl std::iter::FusedIterator for Refused<'_> {}

#[cfg(test)]
mod tests {

    use super::*;

    /// Returns `true` if the documents say that `receiver` rejects `character`.
    fn refuses(receiver: Receiver, character: char) -> bool {
        match receiver {
            Receiver::Postgres => character == '\0',
            Receiver::MysqlUtf8Mb3 => character > '\u{FFFF}',
            Receiver::Jni => character == '\0' || character > '\u{FFFF}',
            Receiver::Json => character < ' ' && !matches!(character, '\t' | '\n' | '\r'),
            Receiver::Xml => !matches!(
                character,
                '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..
            ),
        }
    }

    #[test]
    fn every_character() {
        let all: String = ('\0'..=char::MAX).collect();
        for &receiver in Receiver::ALL {
            let mut refused = receiver.refused(&all, false);
            for (at, character) in all.char_indices().filter(|&(_, c)| refuses(receiver, c)) {
                let finding = refused.next().unwrap();
                assert_eq!(finding.offset(), at as u64, "{receiver}: {character:?}");
                assert_eq!(finding.bytes(), character.encode_utf8(&mut [0; 4]).as_bytes());
                assert!(receiver.rule(finding.kind()).is_some());
            }
            assert_eq!(refused.next(), None);
        }
    }

    #[test]
    fn json_rejects_a_bom_only_at_the_start() {
        let refused = |text, at_start| Receiver::Json.refused(text, at_start).collect::<Vec<_>>();
        assert_eq!(refused("\u{FEFF}{}", true).len(), 1);
        assert_eq!(refused("\u{FEFF}{}", false).len(), 0);
        assert_eq!(refused("{\u{FEFF}}", true).len(), 0);
    }
}
