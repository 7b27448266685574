//! The operations: a row for each, with the kernel of each level.
//!
//! A line of a table has the name of the row, the forms of its kernels, and in brackets the kernel
//! of AVX-512. If the brackets are empty, AVX-512 uses the kernel of AVX2. SSE4.2 has its own
//! kernels only in the most used rows, which are marked with `sse42`. In other rows, it uses the
//! portable kernel. All other levels have the same generic kernel in all rows, over the registers
//! of the level. To add an operation, add a row. To add a level, add a line to `rows!` and one to
//! `levels::LEVELS`.
//!
//! Each row is a separate static, so that a program links only the rows that it calls. If the forms
//! are known at compile time, the functions after the tables choose the row at compile time. If
//! they are known only at run time, as in a [`Transcoder`](crate::transcode::Transcoder), a program
//! links all rows of the operation.

#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use crate::simd::generic::set::Set;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use crate::simd::neon::Neon;
#[cfg(feature = "whatwg-charsets")]
use crate::simd::shared::kernel::{ReadPage, WritePage};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::simd::simd128::Simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "whatwg-charsets"))]
use crate::simd::x86_64::avx512::page;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::simd::x86_64::{
    avx2::Avx2,
    avx512::{
        copy,
        count::{
            contents, length, lossy8 as length_lossy8, lossy16 as length_lossy16,
            lossy32 as length_lossy32,
        },
        from_latin1 as latin1,
        from_latin1::single,
        from8::{self, copy as copy8, to8_lossy as lossy8},
        from16::{self, lossy as lossy16, to32 as widen16},
        from32::{self, lossy as lossy32, to16 as narrow32},
        narrow::{self, BEYOND_LATIN1},
        validate::{
            ascii as validate_ascii, utf8 as validate8, utf16 as validate16, utf32 as validate32,
        },
    },
    sse42::Sse42,
};
use crate::{
    form::{Form, Latin1, Utf8, Utf16, Utf32},
    simd::{
        portable,
        row::Row,
        shared::kernel::{
            Convert, Holds, Length, LengthLossy, Lines, Lossy, Outside, Swap, SwapInPlace, Validate,
        },
    },
};

type Utf16Le = Utf16<false>;
type Utf16Be = Utf16<true>;
type Utf32Le = Utf32<false>;
type Utf32Be = Utf32<true>;

/// Parameters of the AVX-512 kernels.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod parameters {
    use crate::form::Form;

    pub(super) const LATIN1: u8 = Form::Latin1 as u8;
    pub(super) const UTF8: u8 = Form::Utf8 as u8;
    pub(super) const UTF16_LE: u8 = Form::Utf16Le as u8;
    pub(super) const UTF16_BE: u8 = Form::Utf16Be as u8;
    pub(super) const UTF32_LE: u8 = Form::Utf32Le as u8;
    pub(super) const UTF32_BE: u8 = Form::Utf32Be as u8;
    /// The byte orders.
    pub(super) const LE: bool = false;
    pub(super) const BE: bool = true;
    /// Whether the byte order changes.
    pub(super) const SAME: bool = false;
    pub(super) const SWAP: bool = true;
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use parameters::*;

/// Defines the rows of one operation.
macro_rules! rows {
    ($kernel:ty, $operation:ident: $(
        $name:ident <$($form:ty),*> [$($avx512:expr)?] $($sse42:ident)?;
    )*) => {
        $(pub(crate) static $name: Row<$kernel> = Row([
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            first_of!([$($avx512)?] Avx2::$operation::<$($form),*>),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Avx2::$operation::<$($form),*>,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            sse42_or!(
                [$($sse42)?] Sse42::$operation::<$($form),*>, portable::$operation::<$($form),*>()
            ),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Neon::$operation::<$($form),*>,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Simd128::$operation::<$($form),*>,
            portable::$operation::<$($form),*>(),
        ]);)*
    };
}

/// Expands to the kernel in brackets, if there is one, or else to the other.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
macro_rules! first_of {
    ([$first:expr] $other:expr) => {
        $first
    };
    ([] $other:expr) => {
        $other
    };
}

/// Expands to the first kernel if the row is marked with `sse42`, or else to the other.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
macro_rules! sse42_or {
    ([sse42] $first:expr, $other:expr) => {
        $first
    };
    ([] $first:expr, $other:expr) => {
        $other
    };
}

// The number of bytes at the start that are ASCII.
rows! { Validate, ascii_prefix:
    ASCII_PREFIX <> [validate_ascii::validate] sse42;
}

// The number of bytes at the start that are well-formed.
rows! { Validate, validate:
    VALIDATE_UTF8    <Utf8>    [validate8::validate] sse42;
    VALIDATE_UTF16LE <Utf16Le> [validate16::validate::<LE>];
    VALIDATE_UTF16BE <Utf16Be> [validate16::validate::<BE>];
    VALIDATE_UTF32LE <Utf32Le> [validate32::validate::<LE>];
    VALIDATE_UTF32BE <Utf32Be> [validate32::validate::<BE>];
}

// Strict conversion.
rows! { Convert, convert:
    LATIN1_TO_LATIN1   <Latin1, Latin1>   [];
    LATIN1_TO_UTF8     <Latin1, Utf8>     [latin1::to_utf8];
    LATIN1_TO_UTF16LE  <Latin1, Utf16Le>  [single::convert::<LATIN1, UTF16_LE>];
    LATIN1_TO_UTF16BE  <Latin1, Utf16Be>  [single::convert::<LATIN1, UTF16_BE>];
    LATIN1_TO_UTF32LE  <Latin1, Utf32Le>  [];
    LATIN1_TO_UTF32BE  <Latin1, Utf32Be>  [];
    UTF8_TO_LATIN1     <Utf8, Latin1>     [latin1::from_utf8];
    UTF8_TO_UTF8       <Utf8, Utf8>       [copy8::convert];
    UTF8_TO_UTF16LE    <Utf8, Utf16Le>    [from8::convert::<UTF16_LE>] sse42;
    UTF8_TO_UTF16BE    <Utf8, Utf16Be>    [from8::convert::<UTF16_BE>] sse42;
    UTF8_TO_UTF32LE    <Utf8, Utf32Le>    [from8::convert::<UTF32_LE>];
    UTF8_TO_UTF32BE    <Utf8, Utf32Be>    [from8::convert::<UTF32_BE>];
    UTF16LE_TO_LATIN1  <Utf16Le, Latin1>  [narrow::utf16::<LE, BEYOND_LATIN1>];
    UTF16LE_TO_UTF8    <Utf16Le, Utf8>    [from16::convert::<LE>] sse42;
    UTF16LE_TO_UTF16LE <Utf16Le, Utf16Le> [copy::utf16::<LE, SAME>];
    UTF16LE_TO_UTF16BE <Utf16Le, Utf16Be> [copy::utf16::<LE, SWAP>];
    UTF16LE_TO_UTF32LE <Utf16Le, Utf32Le> [widen16::convert::<LE, LE>];
    UTF16LE_TO_UTF32BE <Utf16Le, Utf32Be> [widen16::convert::<LE, BE>];
    UTF16BE_TO_LATIN1  <Utf16Be, Latin1>  [narrow::utf16::<BE, BEYOND_LATIN1>];
    UTF16BE_TO_UTF8    <Utf16Be, Utf8>    [from16::convert::<BE>] sse42;
    UTF16BE_TO_UTF16LE <Utf16Be, Utf16Le> [copy::utf16::<BE, SWAP>];
    UTF16BE_TO_UTF16BE <Utf16Be, Utf16Be> [copy::utf16::<BE, SAME>];
    UTF16BE_TO_UTF32LE <Utf16Be, Utf32Le> [widen16::convert::<BE, LE>];
    UTF16BE_TO_UTF32BE <Utf16Be, Utf32Be> [widen16::convert::<BE, BE>];
    UTF32LE_TO_LATIN1  <Utf32Le, Latin1>  [narrow::utf32::<LE, BEYOND_LATIN1>];
    UTF32LE_TO_UTF8    <Utf32Le, Utf8>    [from32::convert::<LE>];
    UTF32LE_TO_UTF16LE <Utf32Le, Utf16Le> [narrow32::convert::<LE, LE>];
    UTF32LE_TO_UTF16BE <Utf32Le, Utf16Be> [narrow32::convert::<LE, BE>];
    UTF32LE_TO_UTF32LE <Utf32Le, Utf32Le> [copy::utf32::<LE, SAME>];
    UTF32LE_TO_UTF32BE <Utf32Le, Utf32Be> [copy::utf32::<LE, SWAP>];
    UTF32BE_TO_LATIN1  <Utf32Be, Latin1>  [narrow::utf32::<BE, BEYOND_LATIN1>];
    UTF32BE_TO_UTF8    <Utf32Be, Utf8>    [from32::convert::<BE>];
    UTF32BE_TO_UTF16LE <Utf32Be, Utf16Le> [narrow32::convert::<BE, LE>];
    UTF32BE_TO_UTF16BE <Utf32Be, Utf16Be> [narrow32::convert::<BE, BE>];
    UTF32BE_TO_UTF32LE <Utf32Be, Utf32Le> [copy::utf32::<BE, SWAP>];
    UTF32BE_TO_UTF32BE <Utf32Be, Utf32Be> [copy::utf32::<BE, SAME>];
}

// Conversion of text that is known to be well-formed, for the forms that gain from leaving out
// checks.
rows! { Convert, convert:
    KNOWN_UTF8_TO_UTF16LE <Utf8, Utf16Le> [from8::convert_known::<UTF16_LE>] sse42;
    KNOWN_UTF8_TO_UTF16BE <Utf8, Utf16Be> [from8::convert_known::<UTF16_BE>] sse42;
    KNOWN_UTF8_TO_UTF32LE <Utf8, Utf32Le> [from8::convert_known::<UTF32_LE>];
    KNOWN_UTF8_TO_UTF32BE <Utf8, Utf32Be> [from8::convert_known::<UTF32_BE>];
}

// Conversion with replacement.
rows! { Lossy, lossy:
    LOSSY_UTF8_TO_UTF8       <Utf8, Utf8>       [lossy8::convert] sse42;
    LOSSY_UTF8_TO_UTF16LE    <Utf8, Utf16Le>    [from8::lossy::convert::<UTF16_LE>];
    LOSSY_UTF8_TO_UTF16BE    <Utf8, Utf16Be>    [from8::lossy::convert::<UTF16_BE>];
    LOSSY_UTF8_TO_UTF32LE    <Utf8, Utf32Le>    [from8::lossy::convert::<UTF32_LE>];
    LOSSY_UTF8_TO_UTF32BE    <Utf8, Utf32Be>    [from8::lossy::convert::<UTF32_BE>];
    LOSSY_UTF16LE_TO_UTF8    <Utf16Le, Utf8>    [lossy16::to_utf8::<LE>];
    LOSSY_UTF16LE_TO_UTF16LE <Utf16Le, Utf16Le> [lossy16::copy::<LE, SAME>];
    LOSSY_UTF16LE_TO_UTF16BE <Utf16Le, Utf16Be> [lossy16::copy::<LE, SWAP>];
    LOSSY_UTF16LE_TO_UTF32LE <Utf16Le, Utf32Le> [lossy16::to_utf32::<LE, LE>];
    LOSSY_UTF16LE_TO_UTF32BE <Utf16Le, Utf32Be> [lossy16::to_utf32::<LE, BE>];
    LOSSY_UTF16BE_TO_UTF8    <Utf16Be, Utf8>    [lossy16::to_utf8::<BE>];
    LOSSY_UTF16BE_TO_UTF16LE <Utf16Be, Utf16Le> [lossy16::copy::<BE, SWAP>];
    LOSSY_UTF16BE_TO_UTF16BE <Utf16Be, Utf16Be> [lossy16::copy::<BE, SAME>];
    LOSSY_UTF16BE_TO_UTF32LE <Utf16Be, Utf32Le> [lossy16::to_utf32::<BE, LE>];
    LOSSY_UTF16BE_TO_UTF32BE <Utf16Be, Utf32Be> [lossy16::to_utf32::<BE, BE>];
    LOSSY_UTF32LE_TO_UTF8    <Utf32Le, Utf8>    [lossy32::to_utf8::<LE>];
    LOSSY_UTF32LE_TO_UTF16LE <Utf32Le, Utf16Le> [lossy32::to_utf16::<LE, LE>];
    LOSSY_UTF32LE_TO_UTF16BE <Utf32Le, Utf16Be> [lossy32::to_utf16::<LE, BE>];
    LOSSY_UTF32LE_TO_UTF32LE <Utf32Le, Utf32Le> [lossy32::copy::<LE, LE>];
    LOSSY_UTF32LE_TO_UTF32BE <Utf32Le, Utf32Be> [lossy32::copy::<LE, BE>];
    LOSSY_UTF32BE_TO_UTF8    <Utf32Be, Utf8>    [lossy32::to_utf8::<BE>];
    LOSSY_UTF32BE_TO_UTF16LE <Utf32Be, Utf16Le> [lossy32::to_utf16::<BE, LE>];
    LOSSY_UTF32BE_TO_UTF16BE <Utf32Be, Utf16Be> [lossy32::to_utf16::<BE, BE>];
    LOSSY_UTF32BE_TO_UTF32LE <Utf32Be, Utf32Le> [lossy32::copy::<BE, LE>];
    LOSSY_UTF32BE_TO_UTF32BE <Utf32Be, Utf32Be> [lossy32::copy::<BE, BE>];
}

// The length of well-formed text in other forms, if it is not the number of its units.
rows! { Length, length:
    LENGTH_OF_LATIN1_IN_UTF8   <Latin1, Utf8>     [length::length::<LATIN1, UTF8>] sse42;
    LENGTH_OF_UTF8_IN_UTF16    <Utf8, Utf16Le>    [length::length::<UTF8, UTF16_LE>] sse42;
    LENGTH_OF_UTF8_IN_UTF32    <Utf8, Utf32Le>    [] sse42;
    LENGTH_OF_UTF16LE_IN_UTF8  <Utf16Le, Utf8>    [length::length::<UTF16_LE, UTF8>] sse42;
    LENGTH_OF_UTF16LE_IN_UTF32 <Utf16Le, Utf32Le> [length::length::<UTF16_LE, UTF32_LE>] sse42;
    LENGTH_OF_UTF16BE_IN_UTF8  <Utf16Be, Utf8>    [length::length::<UTF16_BE, UTF8>] sse42;
    LENGTH_OF_UTF16BE_IN_UTF32 <Utf16Be, Utf32Le> [length::length::<UTF16_BE, UTF32_LE>] sse42;
    LENGTH_OF_UTF32LE_IN_UTF8  <Utf32Le, Utf8>    [length::length::<UTF32_LE, UTF8>];
    LENGTH_OF_UTF32LE_IN_UTF16 <Utf32Le, Utf16Le> [length::length::<UTF32_LE, UTF16_LE>];
    LENGTH_OF_UTF32BE_IN_UTF8  <Utf32Be, Utf8>    [length::length::<UTF32_BE, UTF8>];
    LENGTH_OF_UTF32BE_IN_UTF16 <Utf32Be, Utf16Le> [length::length::<UTF32_BE, UTF16_LE>];
}

// The length of any text in other forms, with replacement.
rows! { LengthLossy, length_lossy:
    LOSSY_LENGTH_OF_UTF8_IN_UTF8     <Utf8, Utf8>       [length_lossy8::measure::<UTF8>];
    LOSSY_LENGTH_OF_UTF8_IN_UTF16    <Utf8, Utf16Le>    [length_lossy8::measure::<UTF16_LE>];
    LOSSY_LENGTH_OF_UTF8_IN_UTF32    <Utf8, Utf32Le>    [length_lossy8::measure::<UTF32_LE>];
    LOSSY_LENGTH_OF_UTF16LE_IN_UTF8  <Utf16Le, Utf8>    [length_lossy16::measure::<LE, UTF8>];
    LOSSY_LENGTH_OF_UTF16LE_IN_UTF16 <Utf16Le, Utf16Le> [length_lossy16::measure::<LE, UTF16_LE>];
    LOSSY_LENGTH_OF_UTF16LE_IN_UTF32 <Utf16Le, Utf32Le> [length_lossy16::measure::<LE, UTF32_LE>];
    LOSSY_LENGTH_OF_UTF16BE_IN_UTF8  <Utf16Be, Utf8>    [length_lossy16::measure::<BE, UTF8>];
    LOSSY_LENGTH_OF_UTF16BE_IN_UTF16 <Utf16Be, Utf16Le> [length_lossy16::measure::<BE, UTF16_LE>];
    LOSSY_LENGTH_OF_UTF16BE_IN_UTF32 <Utf16Be, Utf32Le> [length_lossy16::measure::<BE, UTF32_LE>];
    LOSSY_LENGTH_OF_UTF32LE_IN_UTF8  <Utf32Le, Utf8>    [length_lossy32::measure::<UTF32_LE, LE, UTF8>];
    LOSSY_LENGTH_OF_UTF32LE_IN_UTF16 <Utf32Le, Utf16Le> [length_lossy32::measure::<UTF32_LE, LE, UTF16_LE>];
    LOSSY_LENGTH_OF_UTF32LE_IN_UTF32 <Utf32Le, Utf32Le> [length_lossy32::measure::<UTF32_LE, LE, UTF32_LE>];
    LOSSY_LENGTH_OF_UTF32BE_IN_UTF8  <Utf32Be, Utf8>    [length_lossy32::measure::<UTF32_BE, BE, UTF8>];
    LOSSY_LENGTH_OF_UTF32BE_IN_UTF16 <Utf32Be, Utf16Le> [length_lossy32::measure::<UTF32_BE, BE, UTF16_LE>];
    LOSSY_LENGTH_OF_UTF32BE_IN_UTF32 <Utf32Be, Utf32Le> [length_lossy32::measure::<UTF32_BE, BE, UTF32_LE>];
}

// The number of line feeds.
rows! { Lines, lines:
    LINES_OF_BYTES   <Utf8>    [] sse42;
    LINES_OF_UTF16LE <Utf16Le> [];
    LINES_OF_UTF16BE <Utf16Be> [];
    LINES_OF_UTF32LE <Utf32Le> [];
    LINES_OF_UTF32BE <Utf32Be> [];
}

// The number of bytes at the start that are outside of some ranges.
rows! { Outside, outside:
    OUTSIDE_IN_BYTES   <Utf8>    [];
    OUTSIDE_IN_UTF16LE <Utf16Le> [];
    OUTSIDE_IN_UTF16BE <Utf16Be> [];
    OUTSIDE_IN_UTF32LE <Utf32Le> [];
    OUTSIDE_IN_UTF32BE <Utf32Be> [];
}

// The contents of well-formed UTF-8.
rows! { Holds, contents:
    CONTENTS <> [contents::contents] sse42;
}

// Conversion to the other byte order.
rows! { Swap, swap16:
    SWAP16 <> [copy::swap16];
}

rows! { SwapInPlace, swap16_in_place:
    SWAP16_IN_PLACE <> [];
}

/// Defines the rows of charsets. Only AVX-512 has its own kernels.
#[cfg(feature = "whatwg-charsets")]
macro_rules! page_rows {
    ($($name:ident: $kernel:ty, $operation:ident, $portable:ident;)*) => {
        $(pub(crate) static $name: Row<$kernel> = Row([
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            page::$operation,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            portable::$portable,
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            portable::$portable,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            portable::$portable,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            portable::$portable,
            portable::$portable,
        ]);)*
    };
}

// A charset of one byte per character from and to UTF-8.
#[cfg(feature = "whatwg-charsets")]
page_rows! {
    READ_PAGE: ReadPage, read, read_page;
    WRITE_PAGE: WritePage, write, write_page;
}

/// Returns the row that validates `form`, or `None` if all text is well-formed in it.
#[inline(always)]
pub(crate) const fn validate(form: Form) -> Option<&'static Row<Validate>> {
    Some(match form {
        Form::Latin1 => return None,
        Form::Utf8 => &VALIDATE_UTF8,
        Form::Utf16Le => &VALIDATE_UTF16LE,
        Form::Utf16Be => &VALIDATE_UTF16BE,
        Form::Utf32Le => &VALIDATE_UTF32LE,
        Form::Utf32Be => &VALIDATE_UTF32BE,
    })
}

/// Returns the row that converts from one form to another.
#[inline(always)]
pub(crate) const fn convert(from: Form, to: Form) -> &'static Row<Convert> {
    match (from, to) {
        (Form::Latin1, Form::Latin1) => &LATIN1_TO_LATIN1,
        (Form::Latin1, Form::Utf8) => &LATIN1_TO_UTF8,
        (Form::Latin1, Form::Utf16Le) => &LATIN1_TO_UTF16LE,
        (Form::Latin1, Form::Utf16Be) => &LATIN1_TO_UTF16BE,
        (Form::Latin1, Form::Utf32Le) => &LATIN1_TO_UTF32LE,
        (Form::Latin1, Form::Utf32Be) => &LATIN1_TO_UTF32BE,
        (Form::Utf8, Form::Latin1) => &UTF8_TO_LATIN1,
        (Form::Utf8, Form::Utf8) => &UTF8_TO_UTF8,
        (Form::Utf8, Form::Utf16Le) => &UTF8_TO_UTF16LE,
        (Form::Utf8, Form::Utf16Be) => &UTF8_TO_UTF16BE,
        (Form::Utf8, Form::Utf32Le) => &UTF8_TO_UTF32LE,
        (Form::Utf8, Form::Utf32Be) => &UTF8_TO_UTF32BE,
        (Form::Utf16Le, Form::Latin1) => &UTF16LE_TO_LATIN1,
        (Form::Utf16Le, Form::Utf8) => &UTF16LE_TO_UTF8,
        (Form::Utf16Le, Form::Utf16Le) => &UTF16LE_TO_UTF16LE,
        (Form::Utf16Le, Form::Utf16Be) => &UTF16LE_TO_UTF16BE,
        (Form::Utf16Le, Form::Utf32Le) => &UTF16LE_TO_UTF32LE,
        (Form::Utf16Le, Form::Utf32Be) => &UTF16LE_TO_UTF32BE,
        (Form::Utf16Be, Form::Latin1) => &UTF16BE_TO_LATIN1,
        (Form::Utf16Be, Form::Utf8) => &UTF16BE_TO_UTF8,
        (Form::Utf16Be, Form::Utf16Le) => &UTF16BE_TO_UTF16LE,
        (Form::Utf16Be, Form::Utf16Be) => &UTF16BE_TO_UTF16BE,
        (Form::Utf16Be, Form::Utf32Le) => &UTF16BE_TO_UTF32LE,
        (Form::Utf16Be, Form::Utf32Be) => &UTF16BE_TO_UTF32BE,
        (Form::Utf32Le, Form::Latin1) => &UTF32LE_TO_LATIN1,
        (Form::Utf32Le, Form::Utf8) => &UTF32LE_TO_UTF8,
        (Form::Utf32Le, Form::Utf16Le) => &UTF32LE_TO_UTF16LE,
        (Form::Utf32Le, Form::Utf16Be) => &UTF32LE_TO_UTF16BE,
        (Form::Utf32Le, Form::Utf32Le) => &UTF32LE_TO_UTF32LE,
        (Form::Utf32Le, Form::Utf32Be) => &UTF32LE_TO_UTF32BE,
        (Form::Utf32Be, Form::Latin1) => &UTF32BE_TO_LATIN1,
        (Form::Utf32Be, Form::Utf8) => &UTF32BE_TO_UTF8,
        (Form::Utf32Be, Form::Utf16Le) => &UTF32BE_TO_UTF16LE,
        (Form::Utf32Be, Form::Utf16Be) => &UTF32BE_TO_UTF16BE,
        (Form::Utf32Be, Form::Utf32Le) => &UTF32BE_TO_UTF32LE,
        (Form::Utf32Be, Form::Utf32Be) => &UTF32BE_TO_UTF32BE,
    }
}

/// Returns the row that converts text that is known to be well-formed. The result for any other
/// text is unspecified.
#[inline(always)]
pub(crate) const fn convert_known(from: Form, to: Form) -> &'static Row<Convert> {
    match (from, to) {
        (Form::Utf8, Form::Utf16Le) => &KNOWN_UTF8_TO_UTF16LE,
        (Form::Utf8, Form::Utf16Be) => &KNOWN_UTF8_TO_UTF16BE,
        (Form::Utf8, Form::Utf32Le) => &KNOWN_UTF8_TO_UTF32LE,
        (Form::Utf8, Form::Utf32Be) => &KNOWN_UTF8_TO_UTF32BE,
        _ => convert(from, to),
    }
}

/// Returns the row that converts with replacement. Returns `None` if there is no such row; the
/// strict row must then convert from one error to the next.
#[inline(always)]
pub(crate) const fn lossy(from: Form, to: Form) -> Option<&'static Row<Lossy>> {
    Some(match (from, to) {
        (Form::Latin1, _) | (_, Form::Latin1) => return None,
        (Form::Utf8, Form::Utf8) => &LOSSY_UTF8_TO_UTF8,
        (Form::Utf8, Form::Utf16Le) => &LOSSY_UTF8_TO_UTF16LE,
        (Form::Utf8, Form::Utf16Be) => &LOSSY_UTF8_TO_UTF16BE,
        (Form::Utf8, Form::Utf32Le) => &LOSSY_UTF8_TO_UTF32LE,
        (Form::Utf8, Form::Utf32Be) => &LOSSY_UTF8_TO_UTF32BE,
        (Form::Utf16Le, Form::Utf8) => &LOSSY_UTF16LE_TO_UTF8,
        (Form::Utf16Le, Form::Utf16Le) => &LOSSY_UTF16LE_TO_UTF16LE,
        (Form::Utf16Le, Form::Utf16Be) => &LOSSY_UTF16LE_TO_UTF16BE,
        (Form::Utf16Le, Form::Utf32Le) => &LOSSY_UTF16LE_TO_UTF32LE,
        (Form::Utf16Le, Form::Utf32Be) => &LOSSY_UTF16LE_TO_UTF32BE,
        (Form::Utf16Be, Form::Utf8) => &LOSSY_UTF16BE_TO_UTF8,
        (Form::Utf16Be, Form::Utf16Le) => &LOSSY_UTF16BE_TO_UTF16LE,
        (Form::Utf16Be, Form::Utf16Be) => &LOSSY_UTF16BE_TO_UTF16BE,
        (Form::Utf16Be, Form::Utf32Le) => &LOSSY_UTF16BE_TO_UTF32LE,
        (Form::Utf16Be, Form::Utf32Be) => &LOSSY_UTF16BE_TO_UTF32BE,
        (Form::Utf32Le, Form::Utf8) => &LOSSY_UTF32LE_TO_UTF8,
        (Form::Utf32Le, Form::Utf16Le) => &LOSSY_UTF32LE_TO_UTF16LE,
        (Form::Utf32Le, Form::Utf16Be) => &LOSSY_UTF32LE_TO_UTF16BE,
        (Form::Utf32Le, Form::Utf32Le) => &LOSSY_UTF32LE_TO_UTF32LE,
        (Form::Utf32Le, Form::Utf32Be) => &LOSSY_UTF32LE_TO_UTF32BE,
        (Form::Utf32Be, Form::Utf8) => &LOSSY_UTF32BE_TO_UTF8,
        (Form::Utf32Be, Form::Utf16Le) => &LOSSY_UTF32BE_TO_UTF16LE,
        (Form::Utf32Be, Form::Utf16Be) => &LOSSY_UTF32BE_TO_UTF16BE,
        (Form::Utf32Be, Form::Utf32Le) => &LOSSY_UTF32BE_TO_UTF32LE,
        (Form::Utf32Be, Form::Utf32Be) => &LOSSY_UTF32BE_TO_UTF32BE,
    })
}

/// Returns the row that measures well-formed text in another form, or `None` if the number of units
/// is the same.
#[inline(always)]
pub(crate) const fn length(from: Form, to: Form) -> Option<&'static Row<Length>> {
    Some(match (from, kind(to)) {
        (Form::Latin1, Kind::Utf8) => &LENGTH_OF_LATIN1_IN_UTF8,
        (Form::Utf8, Kind::Utf16) => &LENGTH_OF_UTF8_IN_UTF16,
        (Form::Utf8, Kind::Utf32) => &LENGTH_OF_UTF8_IN_UTF32,
        (Form::Utf16Le, Kind::Utf8) => &LENGTH_OF_UTF16LE_IN_UTF8,
        (Form::Utf16Le, Kind::Utf32) => &LENGTH_OF_UTF16LE_IN_UTF32,
        (Form::Utf16Be, Kind::Utf8) => &LENGTH_OF_UTF16BE_IN_UTF8,
        (Form::Utf16Be, Kind::Utf32) => &LENGTH_OF_UTF16BE_IN_UTF32,
        (Form::Utf32Le, Kind::Utf8) => &LENGTH_OF_UTF32LE_IN_UTF8,
        (Form::Utf32Le, Kind::Utf16) => &LENGTH_OF_UTF32LE_IN_UTF16,
        (Form::Utf32Be, Kind::Utf8) => &LENGTH_OF_UTF32BE_IN_UTF8,
        (Form::Utf32Be, Kind::Utf16) => &LENGTH_OF_UTF32BE_IN_UTF16,
        _ => return None,
    })
}

/// Returns the row that measures any text in another form, with replacement. Returns `None` if
/// there is no such row; the strict rows must then measure from one error to the next.
#[inline(always)]
pub(crate) const fn length_lossy(from: Form, to: Form) -> Option<&'static Row<LengthLossy>> {
    Some(match (from, kind(to)) {
        (Form::Latin1, _) => return None,
        (Form::Utf8, Kind::Utf8) => &LOSSY_LENGTH_OF_UTF8_IN_UTF8,
        (Form::Utf8, Kind::Utf16) => &LOSSY_LENGTH_OF_UTF8_IN_UTF16,
        (Form::Utf8, Kind::Utf32) => &LOSSY_LENGTH_OF_UTF8_IN_UTF32,
        (Form::Utf16Le, Kind::Utf8) => &LOSSY_LENGTH_OF_UTF16LE_IN_UTF8,
        (Form::Utf16Le, Kind::Utf16) => &LOSSY_LENGTH_OF_UTF16LE_IN_UTF16,
        (Form::Utf16Le, Kind::Utf32) => &LOSSY_LENGTH_OF_UTF16LE_IN_UTF32,
        (Form::Utf16Be, Kind::Utf8) => &LOSSY_LENGTH_OF_UTF16BE_IN_UTF8,
        (Form::Utf16Be, Kind::Utf16) => &LOSSY_LENGTH_OF_UTF16BE_IN_UTF16,
        (Form::Utf16Be, Kind::Utf32) => &LOSSY_LENGTH_OF_UTF16BE_IN_UTF32,
        (Form::Utf32Le, Kind::Utf8) => &LOSSY_LENGTH_OF_UTF32LE_IN_UTF8,
        (Form::Utf32Le, Kind::Utf16) => &LOSSY_LENGTH_OF_UTF32LE_IN_UTF16,
        (Form::Utf32Le, Kind::Utf32) => &LOSSY_LENGTH_OF_UTF32LE_IN_UTF32,
        (Form::Utf32Be, Kind::Utf8) => &LOSSY_LENGTH_OF_UTF32BE_IN_UTF8,
        (Form::Utf32Be, Kind::Utf16) => &LOSSY_LENGTH_OF_UTF32BE_IN_UTF16,
        (Form::Utf32Be, Kind::Utf32) => &LOSSY_LENGTH_OF_UTF32BE_IN_UTF32,
    })
}

/// Returns the row that counts line feeds.
#[inline(always)]
pub(crate) const fn lines(form: Form) -> &'static Row<Lines> {
    match form {
        Form::Latin1 | Form::Utf8 => &LINES_OF_BYTES,
        Form::Utf16Le => &LINES_OF_UTF16LE,
        Form::Utf16Be => &LINES_OF_UTF16BE,
        Form::Utf32Le => &LINES_OF_UTF32LE,
        Form::Utf32Be => &LINES_OF_UTF32BE,
    }
}

/// Returns the row that searches for code units in some ranges.
#[inline(always)]
pub(crate) const fn outside(form: Form) -> &'static Row<Outside> {
    match form {
        Form::Latin1 | Form::Utf8 => &OUTSIDE_IN_BYTES,
        Form::Utf16Le => &OUTSIDE_IN_UTF16LE,
        Form::Utf16Be => &OUTSIDE_IN_UTF16BE,
        Form::Utf32Le => &OUTSIDE_IN_UTF32LE,
        Form::Utf32Be => &OUTSIDE_IN_UTF32BE,
    }
}

/// Forms by the size of a code unit, in either byte order.
enum Kind {
    Utf8,
    Utf16,
    /// Forms with one unit for each code point, including ISO-8859-1.
    Utf32,
}

const fn kind(form: Form) -> Kind {
    match form {
        Form::Utf8 => Kind::Utf8,
        Form::Utf16Le | Form::Utf16Be => Kind::Utf16,
        Form::Latin1 | Form::Utf32Le | Form::Utf32Be => Kind::Utf32,
    }
}
