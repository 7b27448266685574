//! A block of UTF-8 as planes of its code values.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    shared::utf8_subparts::Structure,
    x86_64::avx512::{
        from8::{
            Tools, UTF16_LE, is_big, is_utf16, most, unit,
            units::{Packed, with_high},
        },
        registers::{
            AND_OR, BLOCK, SWAP_WORDS, all, below, byte, down, load, load_short, moved, spread,
            store_all, store_first, table, up,
        },
        validate::utf8::predecessors,
    },
};

/// A block with its context: for each lane the byte, the three bytes before it, and the byte after
/// it, if there can be one.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    pub(super) block: __m512i,
    pub(super) before: [__m512i; 3],
    pub(super) next: __m512i,
    /// Whether the last byte is the third of a supplementary character.
    ends_in_third: bool,
}

impl Bytes {
    /// Loads the first block of `src`, which must be longer than that.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn first(src: &[u8]) -> Self {
        let block = load(src, 0);
        Self {
            block,
            before: predecessors(block),
            next: load(src, 1),
            ends_in_third: src[BLOCK - 3] >= 0xF0,
        }
    }

    /// Loads the block of `window` at `at`, which follows three bytes of context.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn of<const N: usize>(window: &[u8; N], at: usize) -> Self {
        let ends_in_third = byte(window, at + BLOCK) >= 0xF0;
        Self { ends_in_third, ..Self::any(window, at) }
    }

    /// Loads the block of any text. Its structure has the other information.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn any<const N: usize>(window: &[u8; N], at: usize) -> Self {
        Self {
            block: load(window, at + 3),
            before: [load(window, at + 2), load(window, at + 1), load(window, at)],
            next: load(window, at + 4),
            ends_in_third: false,
        }
    }

    /// Loads the block of `src` at `at`, with zeros for missing bytes.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn at(src: &[u8], at: usize) -> Self {
        let from = |at: usize| load_short(&src[at.min(src.len())..src.len().min(at + BLOCK)]);
        let block = from(at);
        let before = match at {
            0 => predecessors(block),
            _ => [from(at - 1), from(at - 2), from(at - 3)],
        };
        let ends_in_third = src.get(at + BLOCK - 3).is_some_and(|&byte| byte >= 0xF0);
        Self { block, before, next: from(at + 1), ends_in_third }
    }
}

/// Blocks at the ends of a text.
impl Bytes {
    /// Makes a block of a whole text, with zeros around it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn alone(block: __m512i) -> Self {
        Self { block, before: predecessors(block), next: block, ends_in_third: false }
    }

    /// Loads the last block of `src`, which must be at least three bytes longer.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn last(src: &[u8]) -> Self {
        let at = src.len() - BLOCK;
        let before = [load(src, at - 1), load(src, at - 2), load(src, at - 3)];
        let block = load(src, at);
        Self { block, before, next: block, ends_in_third: false }
    }

    /// Returns the lanes that no continuation follows, if there is no byte after the block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn ends_alone(&self) -> u64 {
        !(_mm512_cmple_epi8_mask(self.block, all(0xBF)) >> 1)
    }

    /// Returns the lanes that no continuation follows.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn ends(&self) -> u64 {
        _mm512_cmpgt_epi8_mask(self.next, all(0xBF))
    }
}

/// The conversion of a block: planes of the code values, and the lanes that are emitted.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    /// Bits 7 to 0.
    low: __m512i,
    /// Bits 15 to 8.
    middle: __m512i,
    /// Bits 20 to 16, at the end of a supplementary character.
    high: __m512i,
    /// The lanes at which a unit is emitted.
    pub(super) emitted: u64,
    /// The lanes of the third byte of a supplementary character.
    thirds: u64,
    /// The lanes of its fourth byte.
    pub(super) fourths: u64,
}

/// The part of the structure of a block of any text that its planes need.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// The lanes at which a unit is emitted.
    pub(super) emitted: u64,
    /// The lanes of U+FFFD.
    pub(super) bad: u64,
    /// The lanes of high surrogates.
    highs: u64,
    /// The lanes of the fourth byte of a supplementary character.
    pub(super) fourths: u64,
}

impl Marks {
    #[inline(always)]
    pub(super) fn of<const TO: u8>(structure: &Structure) -> Self {
        let &Structure { ends, bad, fourths, fourth_follows, .. } = structure;
        let highs = if is_utf16(TO) { fourth_follows } else { 0 };
        Self { emitted: ends | highs, bad, highs, fourths }
    }

    /// Keeps only the lanes in `taken`.
    #[inline(always)]
    pub(super) fn only(self, taken: u64) -> Self {
        Self { emitted: self.emitted & taken, bad: self.bad & taken, ..self }
    }
}

impl Planes {
    /// Computes the planes of a correct block, in which characters end at `ends`. Only if `FOUR`
    /// may there be leads of four bytes in it or before it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn of<const TO: u8, const FOUR: bool>(
        bytes: Bytes,
        ends: u64,
        tools: &Tools,
    ) -> Self {
        let Bytes { block, before: [one, two, three], ends_in_third, .. } = bytes;
        let multi = _mm512_movepi8_mask(block);
        let low = low_plane(block, one, multi);
        let middle = middle_plane(one, two, multi);
        let basic = Self { low, middle, high: low, emitted: ends, thirds: 0, fourths: 0 };
        if !FOUR {
            return basic;
        }
        // The check of the block computes the same difference, whose sign marks a lead of four
        // bytes.
        let fourths = _mm512_movepi8_mask(_mm512_subs_epu8(three, tools.checker.fourth));
        if is_utf16(TO) {
            let thirds = below(fourths, ends_in_third);
            return Self { emitted: ends | thirds, thirds, fourths, ..basic };
        }
        if fourths == 0 {
            return basic;
        }
        // The byte two positions before the last is a continuation here, not a lead.
        let middle = _mm512_or_si512(middle, moved(fourths, two, const { up(4) }));
        Self { middle, high: high_plane(two, three, fourths), fourths, ..basic }
    }

    /// Computes the planes of any text, without U+FFFD.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn any<const TO: u8>(bytes: Bytes, marks: &Marks) -> Self {
        let Bytes { block, before: [one, two, three], .. } = bytes;
        let &Marks { emitted, highs, fourths, .. } = marks;
        let multi = _mm512_movepi8_mask(block);
        let low = low_plane(block, one, multi);
        let mut middle = middle_plane(one, two, multi);
        let mut high = _mm512_setzero_si512();
        if !is_utf16(TO) && fourths != 0 {
            middle = _mm512_or_si512(middle, moved(fourths, two, const { up(4) }));
            high = high_plane(two, three, fourths);
        }
        Self { low, middle, high, emitted, thirds: highs, fourths }
    }

    /// Puts U+FFFD into the lanes `bad`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn fixed(self, bad: u64) -> Self {
        let low = _mm512_mask_mov_epi8(self.low, bad, all(0xFD));
        let middle = _mm512_mask_mov_epi8(self.middle, bad, all(0xFF));
        Self { low, middle, ..self }
    }

    /// Stores the units at `done.written`, where there is room for a whole block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn store<const TO: u8>(
        &self,
        tools: &Tools,
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
    ) {
        let room = &mut dst[done.written..][..most(TO)];
        if is_utf16(TO) {
            store_all(room, self.utf16::<TO>(tools));
        } else {
            store_all(room, self.utf32::<TO>(tools));
        }
        done.written += self.emitted.count_ones() as usize * unit(TO);
    }

    /// Stores the units at `done.written`, where there is room for them. There are at most `most`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn store_exact<const TO: u8>(
        &self,
        tools: &Tools,
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        most: usize,
    ) {
        let (len, most) = (self.emitted.count_ones() as usize * unit(TO), most * unit(TO));
        let room = &mut dst[done.written..];
        if is_utf16(TO) {
            store_first(room, self.utf16::<TO>(tools), len, most);
        } else {
            store_first(room, self.utf32::<TO>(tools), len, most);
        }
        done.written += len;
    }

    /// Returns the lower two planes, with the emitted lanes moved together.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn packed(&self) -> Packed {
        Packed::of(self.low, self.middle, self.emitted)
    }

    /// Returns the units in UTF-16.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn utf16<const TO: u8>(&self, tools: &Tools) -> [__m512i; 2] {
        if self.thirds | self.fourths == 0 {
            return self.packed().words::<TO>(tools.order);
        }
        let highs = _pext_u64(self.thirds, self.emitted);
        let lows = _pext_u64(self.fourths, self.emitted);
        // The words that become surrogates stay in the byte order of the machine until then.
        let [first, second] = self.packed().words::<UTF16_LE>(tools.order);
        [
            surrogates::<TO>(first, highs as u32, lows as u32),
            surrogates::<TO>(second, (highs >> 32) as u32, (lows >> 32) as u32),
        ]
    }

    /// Returns the units in UTF-32.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn utf32<const TO: u8>(&self, tools: &Tools) -> [__m512i; 4] {
        let units = self.packed().dwords::<TO>(tools.order);
        if self.fourths == 0 {
            return units;
        }
        let high = _mm512_maskz_compress_epi8(self.emitted, self.high);
        with_high::<TO>(units, high, tools.order)
    }
}

/// Returns bits 7 to 0 of the code value that ends in each lane. They are six bits of the byte, and
/// two of the byte before it. A byte of ASCII is its own value; `multi` marks the other bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn low_plane(block: __m512i, one: __m512i, multi: u64) -> __m512i {
    let from_one = moved(multi, one, const { up(6) });
    _mm512_ternarylogic_epi32::<AND_OR>(block, all(0x7F), from_one)
}

/// Returns bits 15 to 8 of the code value that ends in each lane, for at most three bytes. They
/// come from the byte before, and from a lead two bytes before. Lanes that are not in `multi` are 0.
/// For four bytes, the third lane has the same bits of the value shifted down by six, and the
/// fourth only bits 11 to 8. Lanes that do not end a character are left out or replaced later.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn middle_plane(one: __m512i, two: __m512i, multi: u64) -> __m512i {
    /// `a & (b | c)`, as a table for ternary logic.
    const AND_EITHER: i32 = 0xE0;
    // The upper half of each byte is set unless the byte before is a lead: the byte before that may
    // be an unrelated lead.
    const BITS: i64 = down(2, 4) | spread(6, 4);
    let before = _mm512_maskz_gf2p8affine_epi64_epi8::<0xF0>(multi, one, _mm512_set1_epi64(BITS));
    // This is a shift of words: the bits that come from the neighbour fall into the lower half.
    let lead = _mm512_slli_epi16::<4>(_mm512_subs_epu8(two, all(0xE0)));
    _mm512_ternarylogic_epi32::<AND_EITHER>(before, lead, all(0x0F))
}

/// Returns bits 20 to 16 of the supplementary characters whose last bytes are `fourths`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn high_plane(two: __m512i, three: __m512i, fourths: u64) -> __m512i {
    _mm512_or_si512(
        moved(fourths, two, const { down(4, 2) }),
        moved(fourths, _mm512_and_si512(three, all(7)), const { up(2) }),
    )
}

/// Turns the words at the third and fourth bytes, which the planes spell, into surrogates.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn surrogates<const TO: u8>(words: __m512i, highs: u32, lows: u32) -> __m512i {
    let base = _mm512_set1_epi16(0xD7C0_u16 as i16);
    let words = _mm512_mask_add_epi16(words, highs, _mm512_srli_epi16::<4>(words), base);
    let low = _mm512_ternarylogic_epi32::<AND_OR>(
        words,
        _mm512_set1_epi16(0x3FF),
        _mm512_set1_epi16(0xDC00_u16 as i16),
    );
    let words = _mm512_mask_mov_epi16(words, lows, low);
    if is_big(TO) { _mm512_shuffle_epi8(words, table(&SWAP_WORDS)) } else { words }
}
