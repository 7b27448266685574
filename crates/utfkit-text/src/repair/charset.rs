//! The charsets that UTF-8 is taken for.

/// A charset in which each byte is a character, so that UTF-8 that was read as it can be restored.
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
        match self {
            Charset::Iso8859_1 => "ISO-8859-1",
            Charset::Windows1252 => "windows-1252",
            Charset::Windows1250 => "windows-1250",
            Charset::Windows1251 => "windows-1251",
            Charset::Windows1253 => "windows-1253",
            Charset::Windows1254 => "windows-1254",
            Charset::Windows1257 => "windows-1257",
            Charset::Iso8859_2 => "ISO-8859-2",
            Charset::MacRoman => "MacRoman",
            Charset::CodePage437 => "code page 437",
            Charset::Koi8R => "KOI8-R",
            Charset::Iso8859_15 => "ISO-8859-15",
            Charset::Windows1255 => "windows-1255",
            Charset::Windows1256 => "windows-1256",
            Charset::Windows1258 => "windows-1258",
            Charset::Iso8859_7 => "ISO-8859-7",
            Charset::MacCyrillic => "x-mac-cyrillic",
            Charset::CodePage850 => "code page 850",
            Charset::CodePage852 => "code page 852",
            Charset::CodePage866 => "code page 866",
            Charset::Windows874 => "windows-874",
        }
    }
}
