//! Properties of the machine that do not follow from its instructions.

use core::{
    arch::x86_64::__cpuid,
    sync::atomic::{AtomicU8, Ordering},
};

/// The machines that kernels distinguish.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(in crate::simd) enum Machine {
    /// Not yet detected.
    Unknown,
    /// AMD's fourth generation, which processes a register in two halves.
    Amd4,
    /// AMD's fifth generation. Later generations are treated as this one.
    Amd5,
    /// Intel's machines, and all unknown ones.
    Other,
}

/// The number of this [`Machine`].
static MACHINE: AtomicU8 = AtomicU8::new(Machine::Unknown as u8);

// This is only a load and a comparison. A call, even one that is never made, would make short calls
// save registers.
#[inline]
fn is(machine: Machine) -> bool {
    MACHINE.load(Ordering::Relaxed) == machine as u8
}

/// Returns `true` if lines arrive sooner when one byte of each is loaded first, and later when they
/// are prefetched.
///
/// This holds for AMD's fourth generation. From memory, this way validated ASCII at 33 GB/s, whole
/// registers only at 25 GB/s, and prefetches a page ahead at 26 GB/s. Other machines gain from
/// prefetches.
#[inline]
pub(in crate::simd) fn by_bytes() -> bool {
    is(Machine::Amd4)
}

/// Returns `true` if stores that bypass the caches are faster for text that keeps its size or
/// becomes half of it.
///
/// This holds for AMD's fourth and fifth generations, by a factor of 1.15 to 1.5. It is not known
/// for others.
#[inline]
pub(in crate::simd) fn gains_past() -> bool {
    is(Machine::Amd4) || is(Machine::Amd5)
}

/// Returns `true` if a loop is limited by loads that straddle cache lines, not by its operations.
///
/// This holds for AMD's fifth generation. Per cycle, it can shuffle or shift two registers, do
/// simple operations on four, and load two whole lines. It cannot load even one register that
/// straddles two lines.
#[inline]
pub(in crate::simd) fn straddling_loads_cost() -> bool {
    is(Machine::Amd5)
}

/// Treats this machine as `machine` from now on.
#[cfg(all(test, feature = "std"))]
pub(in crate::simd) fn treat_as(machine: Machine) {
    MACHINE.store(machine as u8, Ordering::Relaxed);
}

/// Detects the machine, once. Until then, all the functions above return `false`; every kernel is
/// correct on every machine. In AMD's family 0x19, only the fourth generation has registers of 512
/// bits.
pub(in crate::simd) fn find_out() {
    if !is(Machine::Unknown) {
        return;
    }
    // SAFETY: all x86-64 processors have the instruction. (Newer compilers know that.)
    #[allow(unused_unsafe)]
    let [vendor, version] = unsafe { [__cpuid(0), __cpuid(1)] };
    let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes);
    let family = (version.eax >> 8 & 0xF) + (version.eax >> 20 & 0xFF);
    let machine = match family {
        _ if vendor.as_flattened() != b"AuthenticAMD" => Machine::Other,
        ..0x19 => Machine::Other,
        0x19 => Machine::Amd4,
        0x1A.. => Machine::Amd5,
    };
    MACHINE.store(machine as u8, Ordering::Relaxed);
}
