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
    /// ISO-8859-15.
    Iso8859_15,
    /// windows-1255.
    Windows1255,
    /// windows-1256.
    Windows1256,
    /// windows-1258.
    Windows1258,
    /// ISO-8859-7.
    Iso8859_7,
    /// x-mac-cyrillic.
    MacCyrillic,
    /// code page 850.
    CodePage850,
    /// code page 852.
    CodePage852,
    /// code page 866.
    CodePage866,
    /// windows-874.
    Windows874,
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
            Charset::Iso8859_15 => (
                "ISO-8859-15",
                "UTF-8 read as ISO-8859-15 and encoded again",
                "UTF-8 read as ISO-8859-15 and encoded again, more than once",
            ),
            Charset::Windows1255 => (
                "windows-1255",
                "UTF-8 read as windows-1255 and encoded again",
                "UTF-8 read as windows-1255 and encoded again, more than once",
            ),
            Charset::Windows1256 => (
                "windows-1256",
                "UTF-8 read as windows-1256 and encoded again",
                "UTF-8 read as windows-1256 and encoded again, more than once",
            ),
            Charset::Windows1258 => (
                "windows-1258",
                "UTF-8 read as windows-1258 and encoded again",
                "UTF-8 read as windows-1258 and encoded again, more than once",
            ),
            Charset::Iso8859_7 => (
                "ISO-8859-7",
                "UTF-8 read as ISO-8859-7 and encoded again",
                "UTF-8 read as ISO-8859-7 and encoded again, more than once",
            ),
            Charset::MacCyrillic => (
                "x-mac-cyrillic",
                "UTF-8 read as x-mac-cyrillic and encoded again",
                "UTF-8 read as x-mac-cyrillic and encoded again, more than once",
            ),
            Charset::CodePage850 => (
                "code page 850",
                "UTF-8 read as code page 850 and encoded again",
                "UTF-8 read as code page 850 and encoded again, more than once",
            ),
            Charset::CodePage852 => (
                "code page 852",
                "UTF-8 read as code page 852 and encoded again",
                "UTF-8 read as code page 852 and encoded again, more than once",
            ),
            Charset::CodePage866 => (
                "code page 866",
                "UTF-8 read as code page 866 and encoded again",
                "UTF-8 read as code page 866 and encoded again, more than once",
            ),
            Charset::Windows874 => (
                "windows-874",
                "UTF-8 read as windows-874 and encoded again",
                "UTF-8 read as windows-874 and encoded again, more than once",
            ),
        }
    }
}
