//! AVX-512 as Ice Lake and Zen 4 have it: byte permutes, compress and expand, masks for every lane.
//!
//! With these, algorithms differ from those of narrower sets, so each operation has its own here.
//! Registers are loaded again at an offset of one, two or three octets rather than shuffled: loads
//! are cheap, the shuffle port is what everything waits for. Nothing is compressed to memory, for
//! that is microcode on Zen 4: registers are compressed, then stored whole.

mod from8;
mod latin1;
mod length;
mod lines;
mod lossy8;
mod single;
mod structure;
mod tally;
mod validate8;
mod vector;

use crate::simd::{Form, Kernels, portable};

/// The set. What it has no kernel for is the portable one's.
pub(in crate::simd) static KERNELS: Kernels = {
    let mut set = portable::SET;
    set.name = "avx512";
    set.validate[Form::Ascii as usize] = single::validate;
    set.validate[Form::Utf8 as usize] = validate8::validate;
    let from8 = &mut set.convert[Form::Utf8 as usize];
    from8[Form::Utf16Le as usize] = from8::convert::<{ from8::UTF16_LE }>;
    from8[Form::Utf16Be as usize] = from8::convert::<{ from8::UTF16_BE }>;
    from8[Form::Utf32Le as usize] = from8::convert::<{ from8::UTF32_LE }>;
    from8[Form::Utf32Be as usize] = from8::convert::<{ from8::UTF32_BE }>;
    from8[Form::Latin1 as usize] = latin1::from_utf8;
    from8[Form::Ascii as usize] = single::FROM_ASCII[Form::Ascii as usize];
    set.convert[Form::Ascii as usize] = single::FROM_ASCII;
    set.convert[Form::Latin1 as usize] = single::FROM_LATIN1;
    set.convert[Form::Latin1 as usize][Form::Utf8 as usize] = latin1::to_utf8;
    set.length = length::LENGTH;
    set.lines = [
        lines::lines8,
        lines::lines8,
        lines::lines8,
        lines::lines16::<false>,
        lines::lines16::<true>,
        lines::lines32::<false>,
        lines::lines32::<true>,
    ];
    let lossy8 = &mut set.lossy[Form::Utf8 as usize];
    lossy8[Form::Utf8 as usize] = Some(lossy8::convert);
    lossy8[Form::Utf16Le as usize] = Some(from8::lossy::convert::<{ from8::UTF16_LE }>);
    lossy8[Form::Utf16Be as usize] = Some(from8::lossy::convert::<{ from8::UTF16_BE }>);
    lossy8[Form::Utf32Le as usize] = Some(from8::lossy::convert::<{ from8::UTF32_LE }>);
    lossy8[Form::Utf32Be as usize] = Some(from8::lossy::convert::<{ from8::UTF32_BE }>);
    set
};

/// Whether this machine can run the set.
pub(in crate::simd) fn is_usable() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512vbmi")
        && std::is_x86_feature_detected!("avx512vbmi2")
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
        target_feature = "gfni",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt",
    ));
}
