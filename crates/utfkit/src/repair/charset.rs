//! The charsets that UTF-8 is taken for.

/// A charset in which each octet is a character, so that UTF-8 that was read as it can be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Charset {
    /// ISO-8859-1.
    Iso8859_1,
    /// windows-1252.
    Windows1252,
    /// windows-1250.
    Windows1250,
    /// windows-1251.
    Windows1251,
    /// windows-1253.
    Windows1253,
    /// windows-1254.
    Windows1254,
    /// windows-1257.
    Windows1257,
    /// ISO-8859-2.
    Iso8859_2,
    /// MacRoman.
    MacRoman,
    /// code page 437.
    CodePage437,
    /// KOI8-R.
    Koi8R,
}

impl Charset {
    /// Its name as people know it, such as `windows-1252`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What happened to text that was read so, once or more.
    pub(super) const fn why(self, layers: u8) -> &'static str {
        let (_, once, again) = self.words();
        if layers > 1 { again } else { once }
    }

    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Charset::Iso8859_1 => (
                "ISO-8859-1",
                "UTF-8 read as ISO-8859-1 and encoded again",
                "UTF-8 read as ISO-8859-1 and encoded again, more than once",
            ),
            Charset::Windows1252 => (
                "windows-1252",
                "UTF-8 read as windows-1252 and encoded again",
                "UTF-8 read as windows-1252 and encoded again, more than once",
            ),
            Charset::Windows1250 => (
                "windows-1250",
                "UTF-8 read as windows-1250 and encoded again",
                "UTF-8 read as windows-1250 and encoded again, more than once",
            ),
            Charset::Windows1251 => (
                "windows-1251",
                "UTF-8 read as windows-1251 and encoded again",
                "UTF-8 read as windows-1251 and encoded again, more than once",
            ),
            Charset::Windows1253 => (
                "windows-1253",
                "UTF-8 read as windows-1253 and encoded again",
                "UTF-8 read as windows-1253 and encoded again, more than once",
            ),
            Charset::Windows1254 => (
                "windows-1254",
                "UTF-8 read as windows-1254 and encoded again",
                "UTF-8 read as windows-1254 and encoded again, more than once",
            ),
            Charset::Windows1257 => (
                "windows-1257",
                "UTF-8 read as windows-1257 and encoded again",
                "UTF-8 read as windows-1257 and encoded again, more than once",
            ),
            Charset::Iso8859_2 => (
                "ISO-8859-2",
                "UTF-8 read as ISO-8859-2 and encoded again",
                "UTF-8 read as ISO-8859-2 and encoded again, more than once",
            ),
            Charset::MacRoman => (
                "MacRoman",
                "UTF-8 read as MacRoman and encoded again",
                "UTF-8 read as MacRoman and encoded again, more than once",
            ),
            Charset::CodePage437 => (
                "code page 437",
                "UTF-8 read as code page 437 and encoded again",
                "UTF-8 read as code page 437 and encoded again, more than once",
            ),
            Charset::Koi8R => (
                "KOI8-R",
                "UTF-8 read as KOI8-R and encoded again",
                "UTF-8 read as KOI8-R and encoded again, more than once",
            ),
        }
    }
}
