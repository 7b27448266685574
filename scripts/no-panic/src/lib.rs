//! Exports every function of `utfkit` that takes bytes, without `std` and allocation.
//!
//! `scripts/no-panic.py` compiles this crate and reads which exported functions can reach
//! [`utfkit_panics`]. The panic handler is the only caller of that function, so any function that
//! cannot reach it cannot panic. Nothing here is ever run.
#![no_std]

use core::cmp::Ordering;

use utfkit::{
    Be, Encoding, Finding, Le, LossyLength, LossyOutcome, Outcome, Utf8Error, Utf16Error,
    Utf32Error, WellFormed, ascii,
    codec::{Decoder, Encoder},
    encoding::{Bom, Charset, Label, LabelSet},
    error::Grouper,
    latin1,
    transcode::{self, Transcoder},
    units::{self, Range},
    utf8, utf16, utf32,
};

unsafe extern "C" {
    fn utfkit_panics() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: this crate is never linked or run.
    unsafe { utfkit_panics() }
}

/// Exports functions, each under the path of the function that it calls.
macro_rules! export {
    ($($path:literal ($($name:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(const _: () = {
            #[unsafe(export_name = concat!("entry:", $path))]
            extern "Rust" fn entry($($name: $type),*) $(-> $result)? $body
        };)*
    };
}

export! {
    // This one can panic, and must be found.
    "canary"(b: &[u8]) -> u8 { b[0] }

    "ascii::validate"(b: &[u8]) -> Result<&str, Finding> { ascii::validate(b) }
    "ascii::prefix"(b: &[u8]) -> usize { ascii::prefix(b) }
    "ascii::is_valid"(b: &[u8]) -> bool { ascii::is_valid(b) }

    "latin1::to_utf8"(b: &[u8], d: &mut [u8]) -> Outcome { latin1::to_utf8(b, d) }
    "latin1::to_utf16"(b: &[u8], d: &mut [u16]) -> Outcome { latin1::to_utf16(b, d) }
    "latin1::to_utf32"(b: &[u8], d: &mut [u32]) -> Outcome { latin1::to_utf32(b, d) }
    "latin1::utf8_len"(b: &[u8]) -> usize { latin1::utf8_len(b) }

    "utf8::validate"(b: &[u8]) -> Result<&str, Utf8Error> { utf8::validate(b) }
    "utf8::valid_up_to"(b: &[u8]) -> usize { utf8::valid_up_to(b) }
    "utf8::is_valid"(b: &[u8]) -> bool { utf8::is_valid(b) }
    "utf8::finding_at"(b: &[u8], at: usize) -> Option<Finding> { utf8::finding_at(b, at) }
    "utf8::scan"(b: &[u8]) -> usize { utf8::scan(b).characters as usize }
    "utf8::count"(b: &[u8]) -> usize { utf8::count(b) }
    "utf8::count_lines"(b: &[u8]) -> usize { utf8::count_lines(b) }
    "utf8::utf16_len"(b: &[u8]) -> usize { utf8::utf16_len(b) }
    "utf8::utf32_len"(b: &[u8]) -> usize { utf8::utf32_len(b) }
    "utf8::utf8_len_lossy"(b: &[u8]) -> LossyLength { utf8::utf8_len_lossy(b) }
    "utf8::utf16_len_lossy"(b: &[u8]) -> LossyLength { utf8::utf16_len_lossy(b) }
    "utf8::utf32_len_lossy"(b: &[u8]) -> LossyLength { utf8::utf32_len_lossy(b) }
    "utf8::to_latin1"(b: &[u8], d: &mut [u8]) -> Outcome { utf8::to_latin1(b, d) }
    "utf8::to_utf16"(b: &[u8], d: &mut [u16]) -> Outcome { utf8::to_utf16(b, d) }
    "utf8::to_utf16(Be)"(b: &[u8], d: &mut [u8]) -> Outcome { utf8::to_utf16(b, Be(d)) }
    "utf8::to_utf32"(b: &[u8], d: &mut [u32]) -> Outcome { utf8::to_utf32(b, d) }
    "utf8::to_utf8_lossy"(b: &[u8], d: &mut [u8]) -> LossyOutcome { utf8::to_utf8_lossy(b, d) }
    "utf8::to_utf16_lossy"(b: &[u8], d: &mut [u16]) -> LossyOutcome { utf8::to_utf16_lossy(b, d) }
    "utf8::to_utf32_lossy"(b: &[u8], d: &mut [u32]) -> LossyOutcome { utf8::to_utf32_lossy(b, d) }
    "utf8::scrub_in_place"(b: &mut [u8], with: u8) -> Option<(&mut str, usize)> {
        utf8::scrub_in_place(b, with)
    }
    "utf8::compare"(a: &[u8], b: &[u8]) -> Ordering { utf8::compare(a, b) }
    "utf8::chunks"(b: &[u8]) -> usize { utf8::chunks(b).map(|chunk| chunk.text().len()).sum() }
    "utf8::chars"(b: &[u8]) -> u32 {
        utf8::chars(b).map(u32::from).fold(0, u32::wrapping_add)
    }
    "utf8::decode_first"(b: &[u8]) -> Option<Result<(char, usize), Finding>> {
        utf8::decode_first(b)
    }
    "utf8::decode_last"(b: &[u8]) -> Option<Result<(char, usize), Finding>> {
        utf8::decode_last(b)
    }
    "utf8::encode"(c: char, d: &mut [u8]) -> Option<usize> { utf8::encode(c, d) }
    "utf8::is_boundary"(b: &[u8], at: usize) -> bool { utf8::is_boundary(b, at) }
    "utf8::floor_boundary"(b: &[u8], at: usize) -> usize { utf8::floor_boundary(b, at) }
    "utf8::ceil_boundary"(b: &[u8], at: usize) -> usize { utf8::ceil_boundary(b, at) }
    "utf8::next_boundary"(b: &[u8], at: usize) -> Option<usize> { utf8::next_boundary(b, at) }
    "utf8::previous_boundary"(b: &[u8], at: usize) -> Option<usize> {
        utf8::previous_boundary(b, at)
    }
    "utf8::char_indices"(b: &[u8]) -> usize { utf8::char_indices(b).map(|(at, _, _)| at).fold(0, usize::wrapping_add) }
    "utf8::complete_up_to"(b: &[u8]) -> usize { utf8::complete_up_to(b) }
    "utf8::split"(b: &[u8], parts: usize) -> usize { utf8::split(b, parts).map(<[u8]>::len).sum() }
    "utf8::validate_offsets"(b: &[u8], o: &[i32]) -> bool { utf8::validate_offsets(b, o).is_ok() }
    "utf8::Utf8Stream"(b: &[u8], s: &mut utf8::Utf8Stream) -> usize {
        s.feed(b).count() + s.finish().count()
    }
    "utf8::Validator"(b: &[u8], v: &mut utf8::Validator) -> Result<(), Finding> {
        v.push(b)?;
        v.finish()
    }
    "Utf8Error::finding"(b: &[u8]) -> Option<Finding> {
        utf8::validate(b).err().map(|error| error.finding())
    }

    "utf16::validate"(u: &[u16]) -> Result<(), Utf16Error> { utf16::validate(u) }
    "utf16::validate(Be)"(b: &[u8]) -> Result<(), Utf16Error> { utf16::validate(Be(b)) }
    "utf16::is_valid"(u: &[u16]) -> bool { utf16::is_valid(u) }
    "utf16::count"(u: &[u16]) -> usize { utf16::count(u) }
    "utf16::count_lines"(u: &[u16]) -> usize { utf16::count_lines(u) }
    "utf16::utf8_len"(u: &[u16]) -> usize { utf16::utf8_len(u) }
    "utf16::utf32_len"(u: &[u16]) -> usize { utf16::utf32_len(u) }
    "utf16::utf8_len_lossy"(u: &[u16]) -> LossyLength { utf16::utf8_len_lossy(u) }
    "utf16::utf32_len_lossy"(u: &[u16]) -> LossyLength { utf16::utf32_len_lossy(u) }
    "utf16::to_latin1"(u: &[u16], d: &mut [u8]) -> Outcome { utf16::to_latin1(u, d) }
    "utf16::to_utf8"(u: &[u16], d: &mut [u8]) -> Outcome { utf16::to_utf8(u, d) }
    "utf16::to_utf8(Le)"(b: &[u8], d: &mut [u8]) -> Outcome { utf16::to_utf8(Le(b), d) }
    "utf16::to_utf16"(b: &[u8], d: &mut [u16]) -> Outcome { utf16::to_utf16(Be(b), d) }
    "utf16::to_utf32"(u: &[u16], d: &mut [u32]) -> Outcome { utf16::to_utf32(u, d) }
    "utf16::to_utf8_lossy"(u: &[u16], d: &mut [u8]) -> LossyOutcome { utf16::to_utf8_lossy(u, d) }
    "utf16::to_utf16_lossy"(b: &[u8], d: &mut [u16]) -> LossyOutcome {
        utf16::to_utf16_lossy(Be(b), d)
    }
    "utf16::to_utf32_lossy"(u: &[u16], d: &mut [u32]) -> LossyOutcome {
        utf16::to_utf32_lossy(u, d)
    }
    "utf16::copy"(u: &[u16], d: &mut [u16]) -> Outcome { utf16::copy(u, d) }
    "utf16::swap_in_place"(u: &mut [u16]) { utf16::swap_in_place(u) }
    "utf16::make_well_formed"(u: &mut [u16]) -> usize { utf16::make_well_formed(u) }
    "utf16::compare"(a: &[u16], b: &[u16]) -> Ordering { utf16::compare(a, b) }
    "utf16::chunks"(u: &[u16]) -> usize { utf16::chunks(u).map(|chunk| chunk.text().len()).sum() }
    "utf16::chars"(u: &[u16]) -> u32 {
        utf16::chars(u).map(u32::from).fold(0, u32::wrapping_add)
    }
    "utf16::decode_first"(u: &[u16]) -> Option<Result<(char, usize), Finding>> {
        utf16::decode_first(u)
    }
    "utf16::decode_last"(u: &[u16]) -> Option<Result<(char, usize), Finding>> {
        utf16::decode_last(u)
    }
    "utf16::is_boundary"(u: &[u16], at: usize) -> bool { utf16::is_boundary(u, at) }
    "utf16::previous_boundary"(u: &[u16], at: usize) -> Option<usize> {
        utf16::previous_boundary(u, at)
    }
    "utf16::encode"(c: char, d: &mut [u16]) -> Option<usize> { utf16::encode(c, d) }
    "utf16::floor_boundary"(u: &[u16], at: usize) -> usize { utf16::floor_boundary(u, at) }
    "utf16::ceil_boundary"(u: &[u16], at: usize) -> usize { utf16::ceil_boundary(u, at) }
    "utf16::next_boundary"(u: &[u16], at: usize) -> Option<usize> { utf16::next_boundary(u, at) }
    "utf16::complete_up_to"(u: &[u16]) -> usize { utf16::complete_up_to(u) }
    "utf16::split"(u: &[u16], parts: usize) -> usize {
        utf16::split(u, parts).map(|part| part.len()).sum()
    }
    "utf16::Utf16Stream"(u: &[u16], s: &mut utf16::Utf16Stream) -> usize {
        s.feed(u).count() + s.finish().count()
    }
    "Utf16Error::finding"(u: &[u16]) -> Option<Finding> {
        utf16::validate(u).err().map(|error| error.finding())
    }

    "utf32::validate"(u: &[u32]) -> Result<(), Utf32Error> { utf32::validate(u) }
    "utf32::is_valid"(u: &[u32]) -> bool { utf32::is_valid(u) }
    "utf32::count_lines"(u: &[u32]) -> usize { utf32::count_lines(u) }
    "utf32::utf8_len_lossy"(u: &[u32]) -> LossyLength { utf32::utf8_len_lossy(u) }
    "utf32::utf16_len_lossy"(u: &[u32]) -> LossyLength { utf32::utf16_len_lossy(u) }
    "utf32::to_latin1"(u: &[u32], d: &mut [u8]) -> Outcome { utf32::to_latin1(u, d) }
    "utf32::to_utf8"(u: &[u32], d: &mut [u8]) -> Outcome { utf32::to_utf8(u, d) }
    "utf32::to_utf16"(u: &[u32], d: &mut [u16]) -> Outcome { utf32::to_utf16(u, d) }
    "utf32::to_utf32"(b: &[u8], d: &mut [u32]) -> Outcome { utf32::to_utf32(Be(b), d) }
    "utf32::to_utf8_lossy"(u: &[u32], d: &mut [u8]) -> LossyOutcome { utf32::to_utf8_lossy(u, d) }
    "utf32::to_utf16_lossy"(u: &[u32], d: &mut [u16]) -> LossyOutcome {
        utf32::to_utf16_lossy(u, d)
    }
    "utf32::copy"(u: &[u32], d: &mut [u32]) -> Outcome { utf32::copy(u, d) }
    "utf32::swap_in_place"(u: &mut [u32]) { utf32::swap_in_place(u) }
    "utf32::make_well_formed"(u: &mut [u32]) -> usize { utf32::make_well_formed(u) }
    "utf32::compare"(a: &[u32], b: &[u32]) -> Ordering { utf32::compare(a, b) }
    "utf32::chunks"(u: &[u32]) -> usize { utf32::chunks(u).map(|chunk| chunk.text().len()).sum() }
    "utf32::decode_first"(u: &[u32]) -> Option<Result<(char, usize), Finding>> {
        utf32::decode_first(u)
    }
    "utf32::decode_last"(u: &[u32]) -> Option<Result<(char, usize), Finding>> {
        utf32::decode_last(u)
    }
    "utf32::chars"(u: &[u32]) -> u32 {
        utf32::chars(u).map(u32::from).fold(0, u32::wrapping_add)
    }
    "utf32::is_boundary"(u: &[u32], at: usize) -> bool { utf32::is_boundary(u, at) }
    "utf32::ceil_boundary"(u: &[u32], at: usize) -> usize { utf32::ceil_boundary(u, at) }
    "utf32::next_boundary"(u: &[u32], at: usize) -> Option<usize> { utf32::next_boundary(u, at) }
    "utf32::previous_boundary"(u: &[u32], at: usize) -> Option<usize> {
        utf32::previous_boundary(u, at)
    }
    "utf32::complete_up_to"(u: &[u32]) -> usize { utf32::complete_up_to(u) }
    "utf32::encode"(c: char, d: &mut [u32]) -> Option<usize> { utf32::encode(c, d) }
    "utf32::floor_boundary"(u: &[u32], at: usize) -> usize { utf32::floor_boundary(u, at) }
    "utf32::split"(u: &[u32], parts: usize) -> usize {
        utf32::split(u, parts).map(|part| part.len()).sum()
    }

    "WellFormed::new"(b: &[u8]) -> Result<WellFormed<'_, u16>, Finding> { WellFormed::new(Le(b)) }
    "WellFormed::to_utf8"(u: WellFormed<'_, u16>, d: &mut [u8]) -> Outcome { u.to_utf8(d) }
    "WellFormed::to_utf16"(u: WellFormed<'_, u8>, d: &mut [u16]) -> Outcome { u.to_utf16(d) }
    "units::outside"(u: &[u16], r: &[Range]) -> usize { units::outside(u, r) }
    "error::Grouper"(g: &mut Grouper, f: Finding) -> (Option<Finding>, Option<Finding>) {
        (g.push(f), g.finish())
    }

    "Bom::of"(b: &[u8]) -> Option<Bom> { Bom::of(b) }
    "Bom::is_settled"(b: &[u8]) -> bool { Bom::is_settled(b) }
    "Label::parse"(text: &str, set: LabelSet) -> bool { Label::parse(text, set).is_ok() }
    "Encoding::first_unencodable"(e: Encoding, text: &str) -> Option<Finding> {
        e.first_unencodable(text)
    }
    "Charset::all"() -> usize { Charset::all().count() }
    "Decoder::first"(d: &Decoder, b: &[u8], last: bool) { _ = d.first(b, last) }
    "Decoder::pass"(d: &mut Decoder, b: &[u8]) { d.pass(b) }
    "Decoder::decode"(d: &mut Decoder, b: &[u8], values: &mut [u32]) -> usize {
        d.decode(b, values).read
    }
    "Encoder::encode"(e: &Encoder, value: u32) -> bool { e.encode(value).is_some() }
    "Encoder::pass"(e: &mut Encoder, value: u32) { e.pass(value) }
    "Encoder::encode_block"(e: &mut Encoder, values: &[u32], d: &mut [u8]) -> usize {
        e.encode_block(values, d).written
    }
    "transcode::convert_prefix"(
        from: &mut Decoder, to: &mut Encoder, b: &[u8], d: &mut [u8]
    ) -> usize {
        transcode::convert_prefix(from, to, b, d).written
    }
    "Transcoder::new"(from: Encoding, to: Encoding) -> u64 { Transcoder::new(from, to).offset() }
    "Transcoder::transcode"(t: &mut Transcoder<'_>, b: &[u8], d: &mut [u8]) -> Outcome {
        t.transcode(b, d, true)
    }
    "Transcoder::complete"(t: &mut Transcoder<'_>, d: &mut [u8]) -> Outcome { t.complete(d) }
}
