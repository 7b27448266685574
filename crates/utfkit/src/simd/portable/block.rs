//! Blocks of UTF-8 that begin with a character: whether they are well-formed, and their characters.
//!
//! Every byte is looked at together with the three before it or the two behind it, in the same way
//! whatever they are: loops without branches, which a compiler keeps in vectors.

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;
/// Bytes that are looked at before a block, and behind it.
const BEFORE: usize = 3;
const BEHIND: usize = 2;

/// A block with what stands around it. What is before it is well-formed and complete.
pub(super) struct Block<'a>(&'a [u8; BEFORE + BLOCK + BEHIND]);

impl<'a> Block<'a> {
    /// The block at `at`, unless the text ends or begins too near.
    #[inline(always)]
    pub(super) fn at(text: &'a [u8], at: usize) -> Option<Self> {
        text.get(at.checked_sub(BEFORE)?..)?.first_chunk().map(Self)
    }

    /// What `look` sees in a block that begins with `rest`, which is shorter, and ends with ASCII.
    #[inline(always)]
    pub(super) fn with<R>(rest: &[u8], look: impl FnOnce(Block<'_>) -> R) -> R {
        let mut bytes = [0; BEFORE + BLOCK + BEHIND];
        bytes[BEFORE..][..rest.len()].copy_from_slice(rest);
        look(Block(&bytes))
    }

    /// Whether no sequence has four bytes, if the block is well-formed.
    #[inline(always)]
    pub(super) fn is_basic(&self) -> bool {
        !self.0[BEFORE..][..BLOCK].iter().fold(false, |any, &byte| any | (byte >= 0xF0))
    }

    /// Whether the block begins well-formed text: the last sequence need not be complete.
    #[inline(always)]
    pub(super) fn is_well_formed(&self) -> bool {
        let mut wrong = false;
        for at in 0..BLOCK {
            let [third, second, first, byte] =
                [self.0[at], self.0[at + 1], self.0[at + 2], self.0[at + 3]];
            wrong |= misplaced(third, second, first, byte) | misfit(first, byte);
        }
        !wrong
    }

    /// How many bytes the whole sequences have.
    #[inline(always)]
    pub(super) fn whole(&self) -> usize {
        let [third, second, first] = [self.0[BLOCK], self.0[BLOCK + 1], self.0[BLOCK + 2]];
        BLOCK
            - if first >= 0xC0 {
                1
            } else if second >= 0xE0 {
                2
            } else {
                3 * usize::from(third >= 0xF0)
            }
    }

    /// The characters that begin at each byte, where one does, if [`Self::is_basic`].
    #[inline(always)]
    pub(super) fn characters(&self) -> [u16; BLOCK] {
        let mut characters = [0; BLOCK];
        for (at, character) in characters.iter_mut().enumerate() {
            let [lead, second, third] =
                [self.0[at + 3], self.0[at + 4], self.0[at + 5]].map(u16::from);
            let two = (lead & 0x1F) << 6 | second & 0x3F;
            let three = two << 6 | third & 0x3F;
            *character = if lead < 0x80 {
                lead
            } else if lead < 0xE0 {
                two
            } else {
                three
            };
        }
        characters
    }

    /// Whether a character begins at each byte: 0 or 1.
    #[inline(always)]
    pub(super) fn leads(&self) -> [u8; BLOCK] {
        let mut leads = [0; BLOCK];
        for (lead, &byte) in leads.iter_mut().zip(&self.0[BEFORE..]) {
            *lead = u8::from(byte as i8 >= -0x40);
        }
        leads
    }
}

/// Whether `byte` is a continuation where none is due after the bytes before it, or is none
/// where one is due.
#[inline(always)]
fn misplaced(third: u8, second: u8, first: u8, byte: u8) -> bool {
    let due = (first >= 0xC0) | (second >= 0xE0) | (third >= 0xF0);
    due ^ ((byte as i8) < -0x40)
}

/// Whether `byte` may not follow `first`, or is never used (Unicode table 3-7).
#[inline(always)]
fn misfit(first: u8, byte: u8) -> bool {
    (first == 0xE0) & (byte < 0xA0)
        | (first == 0xED) & (byte >= 0xA0)
        | (first == 0xF0) & (byte < 0x90)
        | (first == 0xF4) & (byte >= 0x90)
        | (byte & 0xFE == 0xC0)
        | (byte >= 0xF5)
}
