//! AVX-512 as Ice Lake and Zen 4 have it: byte permutes, compress and expand, masks for every lane.
//!
//! With these, algorithms differ from those of narrower sets, so each operation has its own here.
//! Registers are loaded again at an offset of one, two or three bytes rather than shuffled where
//! loads are cheap and the shuffle port is what all waits for, which is not on all [`machine`]s.
//! Nothing is compressed to memory, for that is microcode on Zen 4: registers are compressed, then
//! stored whole.

mod blocks;
mod contents;
mod copy;
mod copy8;
mod encode8;
mod from16;
mod from32;
mod from8;
mod latin1;
mod length;
mod length_lossy16;
mod length_lossy32;
mod length_lossy8;
mod lines;
mod lossy16;
mod lossy32;
mod lossy8;
mod machine;
mod memory;
mod narrow;
mod narrow32;
mod outside;
mod past;
mod replace8;
mod run;
mod single;
mod structure;
mod tally;
mod units16;
mod units32;
mod validate16;
mod validate32;
mod validate8;
mod validate_ascii;
mod vector;
mod widen16;

#[cfg(all(test, feature = "std"))]
pub(in crate::simd) use machine::{Machine, take_for};

use crate::{
    form::{Ascii, Latin1, Utf8, Utf16, Utf32},
    simd::{Form, Kernels, operations::Convert, portable},
};

/// The set. What it has no kernel for is the portable one's.
pub(in crate::simd) static KERNELS: Kernels = {
    let mut set = portable::SET;
    set.name = "avx512";
    set.validate[Form::Ascii as usize] = validate_ascii::validate;
    set.validate[Form::Utf8 as usize] = validate8::validate;
    let from8 = &mut set.convert[Form::Utf8 as usize];
    from8[Form::Utf16Le as usize] = from8::convert::<{ from8::UTF16_LE }>;
    from8[Form::Utf16Be as usize] = from8::convert::<{ from8::UTF16_BE }>;
    from8[Form::Utf32Le as usize] = from8::convert::<{ from8::UTF32_LE }>;
    from8[Form::Utf32Be as usize] = from8::convert::<{ from8::UTF32_BE }>;
    from8[Form::Utf8 as usize] = copy8::convert;
    from8[Form::Latin1 as usize] = latin1::from_utf8;
    from8[Form::Ascii as usize] = single::FROM_ASCII[Form::Ascii as usize];
    let known8 = &mut set.known[Form::Utf8 as usize];
    known8[Form::Utf16Le as usize] = Some(from8::convert_known::<{ from8::UTF16_LE }>);
    known8[Form::Utf16Be as usize] = Some(from8::convert_known::<{ from8::UTF16_BE }>);
    known8[Form::Utf32Le as usize] = Some(from8::convert_known::<{ from8::UTF32_LE }>);
    known8[Form::Utf32Be as usize] = Some(from8::convert_known::<{ from8::UTF32_BE }>);
    set.convert[Form::Ascii as usize] = single::FROM_ASCII;
    set.convert[Form::Latin1 as usize] = single::FROM_LATIN1;
    set.convert[Form::Latin1 as usize][Form::Utf8 as usize] = latin1::to_utf8;
    set.length = length::LENGTH;
    set.contents = contents::contents;
    set.length_lossy[Form::Utf8 as usize] = length_lossy8::LENGTH_LOSSY;
    set.length_lossy[Form::Utf16Le as usize] = length_lossy16::length_lossy::<false>();
    set.length_lossy[Form::Utf16Be as usize] = length_lossy16::length_lossy::<true>();
    set.length_lossy[Form::Utf32Le as usize] =
        length_lossy32::length_lossy::<{ length::UTF32_LE }, false>();
    set.length_lossy[Form::Utf32Be as usize] =
        length_lossy32::length_lossy::<{ length::UTF32_BE }, true>();
    set.lines = [
        lines::lines8,
        lines::lines8,
        lines::lines8,
        lines::lines16::<false>,
        lines::lines16::<true>,
        lines::lines32::<false>,
        lines::lines32::<true>,
    ];
    set.swap16 = copy::swap16;
    set.swap16_in_place = copy::swap16_in_place;
    set.outside = [
        outside::outside::<Ascii>,
        outside::outside::<Latin1>,
        outside::outside::<Utf8>,
        outside::outside::<Utf16<false>>,
        outside::outside::<Utf16<true>>,
        outside::outside::<Utf32<false>>,
        outside::outside::<Utf32<true>>,
    ];
    set.lossy[Form::Utf16Le as usize] = lossy16::to_all::<false, true>();
    set.lossy[Form::Utf16Be as usize] = lossy16::to_all::<true, false>();
    set.lossy[Form::Utf32Le as usize] = lossy32::to_all::<false>();
    set.lossy[Form::Utf32Be as usize] = lossy32::to_all::<true>();
    let lossy8 = &mut set.lossy[Form::Utf8 as usize];
    lossy8[Form::Utf8 as usize] = Some(lossy8::convert);
    lossy8[Form::Utf16Le as usize] = Some(from8::lossy::convert::<{ from8::UTF16_LE }>);
    lossy8[Form::Utf16Be as usize] = Some(from8::lossy::convert::<{ from8::UTF16_BE }>);
    lossy8[Form::Utf32Le as usize] = Some(from8::lossy::convert::<{ from8::UTF32_LE }>);
    lossy8[Form::Utf32Be as usize] = Some(from8::lossy::convert::<{ from8::UTF32_BE }>);
    set.validate[Form::Utf16Le as usize] = validate16::validate::<false>;
    set.validate[Form::Utf16Be as usize] = validate16::validate::<true>;
    set.validate[Form::Utf32Le as usize] = validate32::validate::<false>;
    set.validate[Form::Utf32Be as usize] = validate32::validate::<true>;
    set.convert[Form::Utf16Le as usize] = from_utf16::<false, true>();
    set.convert[Form::Utf16Be as usize] = from_utf16::<true, false>();
    set.convert[Form::Utf32Le as usize] = from_utf32::<false, true>();
    set.convert[Form::Utf32Be as usize] = from_utf32::<true, false>();
    set
};

/// The conversions from UTF-16 to each form; `LITTLE` is the opposite of `BIG`.
const fn from_utf16<const BIG: bool, const LITTLE: bool>() -> [Convert; Form::COUNT] {
    [
        narrow::utf16::<BIG, { narrow::BEYOND_ASCII }>,
        narrow::utf16::<BIG, { narrow::BEYOND_LATIN1 }>,
        from16::convert::<BIG>,
        copy::utf16::<BIG, BIG>,
        copy::utf16::<BIG, LITTLE>,
        widen16::convert::<BIG, false>,
        widen16::convert::<BIG, true>,
    ]
}

/// The conversions from UTF-32 to each form.
const fn from_utf32<const BIG: bool, const LITTLE: bool>() -> [Convert; Form::COUNT] {
    [
        narrow::utf32::<BIG, { narrow::BEYOND_ASCII }>,
        narrow::utf32::<BIG, { narrow::BEYOND_LATIN1 }>,
        from32::convert::<BIG>,
        narrow32::convert::<BIG, false>,
        narrow32::convert::<BIG, true>,
        copy::utf32::<BIG, BIG>,
        copy::utf32::<BIG, LITTLE>,
    ]
}

/// Whether this machine can run the set. If so, which machine it is is known from then on.
pub(in crate::simd) fn is_usable() -> bool {
    let usable = has_instructions();
    if usable {
        machine::find_out();
    }
    usable
}

/// Whether this machine has the instructions.
fn has_instructions() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512vbmi")
        && std::is_x86_feature_detected!("avx512vbmi2")
        && std::is_x86_feature_detected!("avx512cd")
        && std::is_x86_feature_detected!("gfni")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt");
    #[cfg(not(feature = "std"))]
    return cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi",
        target_feature = "avx512vbmi2",
        target_feature = "avx512cd",
        target_feature = "gfni",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt",
    ));
}
