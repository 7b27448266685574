//! The levels, which decide the instructions that kernels may use. A level is chosen once.

#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU8, Ordering};

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::simd::x86_64;

/// A level of kernels that this machine can run.
///
/// Only [`available`] and [`active`] return levels, and only those that this machine can run.
/// Therefore it is safe to call kernels by a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Level(u8);

/// A level, and a test whether this machine can run it.
struct Known {
    name: &'static str,
    is_usable: fn() -> bool,
}

/// Every level of this architecture, the best first, in the order of the kernels in a
/// [`Row`](crate::simd::row::Row). The last one runs anywhere.
const LEVELS: &[Known] = &[
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Known { name: "avx512", is_usable: x86_64::avx512::is_usable },
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Known { name: "avx2", is_usable: x86_64::avx2::is_usable },
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Known { name: "sse42", is_usable: x86_64::sse42::is_usable },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Known { name: "neon", is_usable: || true },
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Known { name: "simd128", is_usable: || true },
    Known { name: "portable", is_usable: || true },
];

impl Level {
    /// The number of levels.
    pub(super) const COUNT: usize = LEVELS.len();

    /// Returns the name of the level, as used in `UTFKIT_SIMD`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        LEVELS[self.number()].name
    }

    /// Returns the number of the level, which is less than [`Self::COUNT`].
    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}

impl core::fmt::Debug for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Level").field(&self.name()).finish()
    }
}

/// Returns the levels that this machine can run, the best first.
#[inline]
pub fn available() -> impl Iterator<Item = Level> {
    let levels = LEVELS.iter().zip(0..);
    levels.filter(|(level, _)| (level.is_usable)()).map(|(_, number)| Level(number))
}

/// Returns the level in use: the level named by `UTFKIT_SIMD`, or else the best one. A name that
/// [`available`] does not list is ignored; check the name of the result.
///
/// Cost: a load and a test, except for the first call.
#[cfg(feature = "std")]
#[inline]
#[must_use]
pub fn active() -> Level {
    // Relaxed is enough: the kernels exist before any thread starts.
    match CHOSEN.load(Ordering::Relaxed) {
        NONE => choose_once(),
        level => Level(level),
    }
}

/// The number of the level in use, once it is chosen.
#[cfg(feature = "std")]
static CHOSEN: AtomicU8 = AtomicU8::new(NONE);

/// A number that does not stand for any level.
#[cfg(feature = "std")]
const NONE: u8 = u8::MAX;

/// Chooses the level in use. Threads that call this at the same time choose the same level.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
fn choose_once() -> Level {
    let chosen = choose().0;
    // Not a lock: a process may fork while another thread is here.
    match CHOSEN.compare_exchange(NONE, chosen, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => Level(chosen),
        Err(first) => Level(first),
    }
}

/// Returns the level in use: the best that the target features of the build guarantee.
#[cfg(not(feature = "std"))]
#[inline]
#[must_use]
pub fn active() -> Level {
    choose()
}

/// Returns the level that the environment variable names, or else the best.
#[inline]
fn choose() -> Level {
    #[cfg(feature = "std")]
    if let Some(name) = std::env::var_os("UTFKIT_SIMD")
        && let Some(level) = available().find(|level| name == *level.name())
    {
        return level;
    }
    available().next().unwrap_or(Level(Level::COUNT as u8 - 1))
}
