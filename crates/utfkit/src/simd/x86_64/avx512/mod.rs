//! AVX-512 as Ice Lake and Zen 4 have it: byte permutes, compress and expand, masks for every lane.
//!
//! With these, algorithms differ from those of narrower sets, so each operation has its own here.
//! Registers are loaded again at an offset of one, two or three bytes rather than shuffled where
//! loads are cheap and the shuffle port is what all waits for, which is not on all [`machine`]s.
//! Nothing is compressed to memory, for that is microcode on Zen 4: registers are compressed, then
//! stored whole.

mod blocks;
pub(in crate::simd) mod contents;
pub(in crate::simd) mod copy;
pub(in crate::simd) mod copy8;
mod encode8;
pub(in crate::simd) mod from16;
pub(in crate::simd) mod from32;
pub(in crate::simd) mod from8;
pub(in crate::simd) mod latin1;
pub(in crate::simd) mod length;
pub(in crate::simd) mod length_lossy16;
pub(in crate::simd) mod length_lossy32;
pub(in crate::simd) mod length_lossy8;
pub(in crate::simd) mod lines;
pub(in crate::simd) mod lossy16;
pub(in crate::simd) mod lossy32;
pub(in crate::simd) mod lossy8;
mod machine;
mod memory;
pub(in crate::simd) mod narrow;
pub(in crate::simd) mod narrow32;
pub(in crate::simd) mod outside;
mod past;
mod replace8;
mod run;
pub(in crate::simd) mod single;
mod structure;
mod tally;
mod units16;
mod units32;
pub(in crate::simd) mod validate16;
pub(in crate::simd) mod validate32;
pub(in crate::simd) mod validate8;
pub(in crate::simd) mod validate_ascii;
mod vector;
pub(in crate::simd) mod widen16;

#[cfg(all(test, feature = "std"))]
pub(in crate::simd) use machine::{Machine, take_for};

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
