//! The charsets that UTF-8 is wrongly read in.

/// A charset that keeps the bytes of UTF-8: all of them, or in GBK, most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MojibakeCharset {
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
    /// ISO-8859-3.
    Iso8859_3,
    /// ISO-8859-16.
    Iso8859_16,
    /// GBK.
    Gbk,
}

impl MojibakeCharset {
    /// Returns the common name, such as `windows-1252`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MojibakeCharset::Iso8859_1 => "ISO-8859-1",
            MojibakeCharset::Windows1252 => "windows-1252",
            MojibakeCharset::Windows1250 => "windows-1250",
            MojibakeCharset::Windows1251 => "windows-1251",
            MojibakeCharset::Windows1253 => "windows-1253",
            MojibakeCharset::Windows1254 => "windows-1254",
            MojibakeCharset::Windows1257 => "windows-1257",
            MojibakeCharset::Iso8859_2 => "ISO-8859-2",
            MojibakeCharset::MacRoman => "MacRoman",
            MojibakeCharset::CodePage437 => "code page 437",
            MojibakeCharset::Koi8R => "KOI8-R",
            MojibakeCharset::Iso8859_15 => "ISO-8859-15",
            MojibakeCharset::Windows1255 => "windows-1255",
            MojibakeCharset::Windows1256 => "windows-1256",
            MojibakeCharset::Windows1258 => "windows-1258",
            MojibakeCharset::Iso8859_7 => "ISO-8859-7",
            MojibakeCharset::MacCyrillic => "x-mac-cyrillic",
            MojibakeCharset::CodePage850 => "code page 850",
            MojibakeCharset::CodePage852 => "code page 852",
            MojibakeCharset::CodePage866 => "code page 866",
            MojibakeCharset::Windows874 => "windows-874",
            MojibakeCharset::Iso8859_3 => "ISO-8859-3",
            MojibakeCharset::Iso8859_16 => "ISO-8859-16",
            MojibakeCharset::Gbk => "GBK",
        }
    }
}
