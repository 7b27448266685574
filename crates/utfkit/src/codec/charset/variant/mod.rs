//! Charsets that differ from those of the WHATWG standard.
//!
//! The standard reads much and writes little, and its labels mean supersets. A [`Variant`]
//! stands for the differences: sequences that it reads in another way, sequences that it never
//! writes, and characters that it writes in addition. Everything else is as in the standard.

mod letters;
mod marks;
mod private;
mod reading;
mod twins;
mod writing;

pub(super) use letters::{compose, decompose};
pub(super) use twins::{Twin, hebrew, partners, vietnamese};

/// The differences of a charset from the WHATWG standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// No differences.
    Standard,
    /// Shift_JIS: only JIS X 0201 and JIS X 0208 are written.
    ShiftJis,
    /// windows-31j: private-use characters are written too.
    Windows31J,
    /// EUC-JP: JIS X 0212 is written, and the rows of NEC and IBM are not.
    EucJp,
    /// Code page 51932: EUC-JP as Windows and browsers write it.
    Cp51932,
    /// ISO-2022-JP: the rows of NEC and IBM are not written.
    Iso2022Jp,
    /// Big5 with the additions of ETEN.
    Big5,
    /// Big5 with the characters of Hong Kong, which are written too.
    Big5Hkscs,
    /// Code page 950: private-use characters in place of the additions of ETEN and of Hong Kong.
    Cp950,
    /// EUC-KR: only KS X 1001 is written.
    EucKr,
    /// GBK: codes of four bytes are not read.
    Gbk,
    /// GB 2312: only its 7,445 characters are written.
    Gb2312,
    /// GB 18030-2022: every code point is read and written.
    Gb18030,
}
