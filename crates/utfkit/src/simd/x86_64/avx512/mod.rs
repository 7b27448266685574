//! The AVX-512 set, as in Ice Lake and Zen 4: byte permutes, compress and expand, and masks for
//! every lane.
//!
//! With these, the algorithms differ from those of narrower sets, so each operation has separate
//! code here. Registers are loaded again at an offset of one, two or three bytes instead of being
//! shuffled. This is faster where loads are cheap and the shuffle port is the limit, which is not
//! so on all [machines](memory::machine). Nothing is compressed to memory, because that is
//! microcode on Zen 4: registers are compressed, and then stored whole.

pub(in crate::simd) mod copy;
pub(in crate::simd) mod count;
pub(in crate::simd) mod from16;
pub(in crate::simd) mod from32;
pub(in crate::simd) mod from8;
pub(in crate::simd) mod from_latin1;
pub(in crate::simd) mod memory;
pub(in crate::simd) mod narrow;
#[cfg(feature = "whatwg-charsets")]
pub(in crate::simd) mod page;
pub(in crate::simd) mod registers;
pub(in crate::simd) mod validate;

#[cfg(all(test, feature = "std"))]
pub(in crate::simd) use crate::simd::x86_64::avx512::memory::machine::{Machine, treat_as};

/// Returns `true` if this machine can run the set. If so, it also detects the machine.
pub(in crate::simd) fn is_usable() -> bool {
    let usable = has_instructions();
    if usable {
        memory::machine::find_out();
    }
    usable
}

/// Returns `true` if this machine has the instructions.
fn has_instructions() -> bool {
    #[cfg(feature = "std")]
    return std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx2")
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
        target_feature = "avx2",
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
