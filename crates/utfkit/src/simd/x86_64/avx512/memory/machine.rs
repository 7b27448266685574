//! What suits the machine, where its instructions alone do not say it.

use core::{
    arch::x86_64::__cpuid,
    sync::atomic::{AtomicU8, Ordering},
};

/// What has these instructions, as far as kernels differ for it.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(in crate::simd) enum Machine {
    /// Not yet found out.
    Unknown,
    /// AMD's fourth generation, which takes a register in two halves.
    Amd4,
    /// AMD's fifth generation; those behind it are taken to be like it.
    Amd5,
    /// Intel's, and any that is not known.
    Other,
}

/// The [`Machine`] that this is, as a number.
static MACHINE: AtomicU8 = AtomicU8::new(Machine::Unknown as u8);

// No more than a load and a comparison: a call, though it may never be made, would have short calls
// save registers.
#[inline]
fn is(machine: Machine) -> bool {
    MACHINE.load(Ordering::Relaxed) == machine as u8
}

/// Whether lines come sooner if one byte of each is loaded first, and later if they are asked for
/// ahead.
///
/// So it is on AMD's fourth generation: out of memory, ASCII was validated at 33 GB/s so, at 25 by
/// whole registers alone, and at 26 asked for a page ahead. On others, asking ahead gains.
#[inline]
pub(in crate::simd) fn by_bytes() -> bool {
    is(Machine::Amd4)
}

/// Whether text that becomes as much, or half of it, is stored past the caches the faster.
///
/// So it is on AMD's fourth and fifth generations, by 1.15 to 1.5 times. Of others it is not known.
#[inline]
pub(in crate::simd) fn gains_past() -> bool {
    is(Machine::Amd4) || is(Machine::Amd5)
}

/// Whether loads that straddle cache lines are what a loop waits for, rather than what it does with
/// them.
///
/// So it is on AMD's fifth generation: in a cycle it shuffles or shifts two registers, does simple
/// things with four, and loads two whole lines, but not even one register out of two lines.
#[inline]
pub(in crate::simd) fn straddling_loads_cost() -> bool {
    is(Machine::Amd5)
}

/// From now on this is taken to be such a machine, whatever it is.
#[cfg(all(test, feature = "std"))]
pub(in crate::simd) fn take_for(machine: Machine) {
    MACHINE.store(machine as u8, Ordering::Relaxed);
}

/// Finds out which machine this is, once. (Until then nothing holds of it, and all kernels are right
/// on all machines.) AMD's family 19 (hexadecimal) has registers of 512
/// bits in its fourth generation only.
pub(in crate::simd) fn find_out() {
    if !is(Machine::Unknown) {
        return;
    }
    // SAFETY: all processors of this architecture have the instruction. (Newer compilers know
    // that.)
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
