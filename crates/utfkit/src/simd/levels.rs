//! The choice of a set, made once.

#[cfg(feature = "std")]
use core::sync::atomic::{AtomicPtr, Ordering};

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use super::aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm32;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::x86_64;
use super::{Kernels, portable};

/// A set and whether this machine can run it.
struct Set {
    kernels: &'static Kernels,
    usable: fn() -> bool,
}

/// Every set of this architecture, the best first. The last runs anywhere.
static SETS: &[Set] = &[
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Set { kernels: &x86_64::avx512::KERNELS, usable: x86_64::avx512::is_usable },
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Set { kernels: &x86_64::avx2::KERNELS, usable: x86_64::avx2::is_usable },
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Set { kernels: &x86_64::sse42::KERNELS, usable: x86_64::sse42::is_usable },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Set { kernels: &aarch64::neon::KERNELS, usable: || true },
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Set { kernels: &wasm32::simd128::KERNELS, usable: || true },
    Set { kernels: &portable::KERNELS, usable: || true },
];

/// The sets that this machine can run, the best first.
pub fn available() -> impl Iterator<Item = &'static Kernels> {
    SETS.iter().filter(|set| (set.usable)()).map(|set| set.kernels)
}

/// The set in use: the best, or the one that `UTFKIT_SIMD` names. A name that is not among those of
/// [`available`] changes nothing: who forces a set looks at the name of the result.
///
/// Cost: a load and a test, but for the first call.
#[cfg(feature = "std")]
#[inline]
#[must_use]
pub fn active() -> &'static Kernels {
    // Relaxed, as what it points to was there before any thread was.
    let chosen = CHOSEN.load(Ordering::Relaxed);
    // SAFETY: it is null, or points to a static, for nothing else is stored.
    unsafe { chosen.as_ref() }.unwrap_or_else(choose_once)
}

/// The set in use, once it is chosen: a short call should not pay for more than one load.
#[cfg(feature = "std")]
static CHOSEN: AtomicPtr<Kernels> = AtomicPtr::new(core::ptr::null_mut());

/// The set in use, chosen by the first thread that gets here.
#[cfg(feature = "std")]
#[cold]
fn choose_once() -> &'static Kernels {
    static ONCE: std::sync::OnceLock<&'static Kernels> = std::sync::OnceLock::new();
    let kernels = *ONCE.get_or_init(choose);
    CHOSEN.store(core::ptr::from_ref(kernels).cast_mut(), Ordering::Relaxed);
    kernels
}

/// The set in use: the best that the target features of the build guarantee.
#[cfg(not(feature = "std"))]
#[inline]
#[must_use]
pub fn active() -> &'static Kernels {
    choose()
}

/// The set that the environment asks for, or the best.
fn choose() -> &'static Kernels {
    #[cfg(feature = "std")]
    if let Some(name) = std::env::var_os("UTFKIT_SIMD")
        && let Some(kernels) = available().find(|kernels| name == *kernels.name)
    {
        return kernels;
    }
    available().next().unwrap_or(&portable::KERNELS)
}
