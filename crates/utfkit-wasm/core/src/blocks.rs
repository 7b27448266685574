//! The blocks that JavaScript and the module share.

use core::cell::UnsafeCell;

/// The length of the input in bytes: a block and its output stay in the cache of a core.
pub(crate) const CAPACITY: usize = 128 << 10;

/// The length of the output in bytes.
pub(crate) const OUTPUT: usize = 2 * CAPACITY + 16;

/// The number of charsets that have tables here.
pub(crate) const PLACES: usize = 8;

/// The tables of a charset. JavaScript writes them.
pub(crate) struct Tables {
    /// The codes of code units, the first byte highest. Codes of three and four bytes do not count.
    pub(crate) codes: [u32; 1 << 16],
    /// The code units of single bytes. Others are above FFFF.
    pub(crate) singles: [u32; 1 << 8],
    /// The code units of pairs of bytes, the first byte highest, or 0.
    pub(crate) pairs: [u16; 1 << 16],
}

impl Tables {
    const EMPTY: Self = Self { codes: [0; 1 << 16], singles: [0; 1 << 8], pairs: [0; 1 << 16] };
}

/// The shared memory.
pub(crate) struct Blocks {
    pub(crate) input: [u8; CAPACITY],
    pub(crate) output: [u8; OUTPUT],
    pub(crate) outcome: [u32; 4],
    pub(crate) tables: [Tables; PLACES],
}

struct Shared(UnsafeCell<Blocks>);

// SAFETY: a module without shared memory runs in one thread.
unsafe impl Sync for Shared {}

static BLOCKS: Shared = Shared(UnsafeCell::new(Blocks {
    input: [0; CAPACITY],
    output: [0; OUTPUT],
    outcome: [0; 4],
    tables: [Tables::EMPTY; PLACES],
}));

/// Calls `job` with the blocks.
pub(crate) fn with<R>(job: impl FnOnce(&mut Blocks) -> R) -> R {
    // SAFETY: this is the only reference. The module imports no function and no `job` of this crate
    // calls `with`, so no call begins while another one runs.
    job(unsafe { &mut *BLOCKS.0.get() })
}
