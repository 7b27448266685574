//! Blocks of UTF-8 that begin with a character: whether they are well-formed, and their characters.
//!
//! Every byte is combined with the three bytes before it or the two after it, in the same way for
//! all bytes. These are loops without branches, which the compiler vectorizes.

/// The number of bytes in a block.
pub(super) const BLOCK: usize = 64;
/// The numbers of bytes before and after a block that its functions read.
const BEFORE: usize = 3;
const AFTER: usize = 2;

/// A block with its context. The text before it is well-formed and complete.
pub(super) struct Block<'a>(&'a [u8; BEFORE + BLOCK + AFTER]);

impl<'a> Block<'a> {
    /// Returns the block at `at`, unless the start or the end of the text is too near.
    #[inline(always)]
    pub(super) fn at(text: &'a [u8], at: usize) -> Option<Self> {
        text.get(at.checked_sub(BEFORE)?..)?.first_chunk().map(Self)
    }

    /// Calls `look` with a block that has `rest`, which is shorter than a block, followed by ASCII.
    #[inline(always)]
    pub(super) fn with<R>(rest: &[u8], look: impl FnOnce(Block<'_>) -> R) -> R {
        let mut bytes = [0; BEFORE + BLOCK + AFTER];
        for (byte, &own) in bytes[BEFORE..].iter_mut().zip(rest) {
            *byte = own;
        }
        look(Block(&bytes))
    }

    /// Returns `true` if no sequence has four bytes. The block must be well-formed.
    #[inline(always)]
    pub(super) fn is_basic(&self) -> bool {
        !self.0[BEFORE..][..BLOCK].iter().fold(false, |any, &byte| any | (byte >= 0xF0))
    }

    /// Returns `true` if the block is well-formed, except that its last sequence may be incomplete.
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

    /// Returns the number of bytes of the complete sequences.
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

    /// Returns the character that begins at each byte, if one does. The block must satisfy
    /// [`Self::is_basic`].
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

    /// Returns 1 for each byte at which a character begins, and 0 for the others.
    #[inline(always)]
    pub(super) fn leads(&self) -> [u8; BLOCK] {
        let mut leads = [0; BLOCK];
        for (lead, &byte) in leads.iter_mut().zip(&self.0[BEFORE..]) {
            *lead = u8::from(byte as i8 >= -0x40);
        }
        leads
    }
}

/// Returns `true` if `byte` is a continuation although none is due, or is not one although one is
/// due after the bytes before it.
#[inline(always)]
fn misplaced(third: u8, second: u8, first: u8, byte: u8) -> bool {
    let due = (first >= 0xC0) | (second >= 0xE0) | (third >= 0xF0);
    due ^ ((byte as i8) < -0x40)
}

/// Returns `true` if `byte` may not follow `first`, or never occurs in UTF-8 (Unicode table 3-7).
#[inline(always)]
fn misfit(first: u8, byte: u8) -> bool {
    (first == 0xE0) & (byte < 0xA0)
        | (first == 0xED) & (byte >= 0xA0)
        | (first == 0xF0) & (byte < 0x90)
        | (first == 0xF4) & (byte >= 0x90)
        | (byte & 0xFE == 0xC0)
        | (byte >= 0xF5)
}
