//! Converts ISO-8859-1, UTF-16 and UTF-32 to UTF-8.
//!
//! The code for a register depends on its contents: only ASCII, at most two bytes per character, no
//! surrogates, or pairs. [`mod@slots`] writes each kind. With replacement, U+FFFD takes the place
//! of each unpaired surrogate before the register is written.
//!
//! Correctness: pairing is a comparison of lanes, and a block with an unpaired surrogate is not
//! converted. If the blocks end after a high surrogate, the two bytes written for it are taken
//! back. Cost, for two registers of words: 4 operations for ASCII. To recognize the other classes
//! takes 5 operations for two bytes, 11 without surrogates and 23 with them, plus the cost of
//! writing them.

pub(in crate::simd) mod lone_in_ascii;
pub(in crate::simd) mod lone_surrogates;
pub(in crate::simd) mod slots;
use crate::simd::generic::set::Damage;
use crate::simd::generic::set::Set;
use crate::simd::generic::vector::in_machine_order;
use crate::simd::generic::wrong;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::Utf8,
    simd::{
        LossyProgress, Progress,
        generic::{
            into8::{
                lone_in_ascii as fixed_ascii,
                lone_surrogates::{fixed, only_one_beyond_ascii, slots_fixed},
                slots::{
                    Words, letters, pairs, quad, quads, slots, slots_of_pairs, slots_of_words,
                    slots_with_surrogates, store_quads,
                },
            },
            plain,
            tables::replaced::put_replacement,
            validate::{utf16::Surrogates, utf32::no_scalars},
            vector::Vector,
        },
        portable,
    },
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from ISO-8859-1, UTF-16 or UTF-32
/// to UTF-8, starting at `done`.
#[inline(always)]
pub(in crate::simd) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    // The caller already knows where a short text stops being plain.
    if src.len() > plain::LONG * F::UNIT {
        plain::run::<V, F, T>(v, src, dst, &mut done);
    }
    loop {
        units::<V, F>(v, src, dst, &mut done);
        for _ in 0..portable::STEPS {
            if done.read == src.len() || !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
        plain::run::<V, F, T>(v, src, dst, &mut done);
    }
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from whole units of UTF-16 to UTF-8.
#[inline(always)]
pub(in crate::simd) fn convert_lossy<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let mut done = Progress::default();
    let mut replaced = 0;
    loop {
        if src.len() >= LONG {
            plain::run::<S, F, T>(v, src, dst, &mut done);
        }
        replaced += fixed_units::<S, F>(v, src, dst, &mut done);
        for _ in 0..portable::STEPS {
            if done.read == src.len() {
                return done.with(replaced);
            }
            if portable::step::<F, T>(src, dst, &mut done) {
                continue;
            }
            if !portable::replace::<F, T>(src, dst, &mut done) {
                return done.with(replaced);
            }
            replaced += 1;
        }
    }
}

impl Progress {
    #[inline(always)]
    fn with(self, replaced: usize) -> LossyProgress {
        LossyProgress { read: self.read, written: self.written, replaced }
    }
}

/// Converts all text from `done` on that the registers can convert.
#[inline(always)]
fn units<V: Vector, F: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    some::<V, F>(v, src, dst, done);
    if V::BYTES > V::Narrow::BYTES {
        some::<V::Narrow, F>(v.narrow(), src, dst, done);
    }
    while done.read < src.len() && end::<V::Narrow, F, false>(v.narrow(), src, dst, done, &mut 0) {}
}

/// Implements [`units`] for UTF-16, with U+FFFD for unpaired surrogates. Returns the number of
/// replacements.
#[inline(always)]
fn fixed_units<S: Set, F: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> usize {
    let mut replaced = 0;
    let mut patience = PATIENCE;
    loop {
        let (count, damage) = blocks::<S, F, true>(v, src, dst, done, patience > 0);
        replaced += count;
        let Some(damage) = damage else { break };
        let before = done.read;
        // SAFETY: the token `v` proves that the machine has the instructions of the set.
        replaced += unsafe { S::fix::<F>(src, dst, done, damage) };
        let in_vain = matches!(damage, Damage::InAscii) && done.read - before < NEAR;
        patience = if in_vain { patience - 1 } else { PATIENCE };
    }
    while done.read < src.len()
        && end::<S::Narrow, F, true>(v.narrow(), src, dst, done, &mut replaced)
    {}
    replaced
}

/// The distance in bytes, after an unpaired surrogate in ASCII, within which a second one makes
/// more likely.
const NEAR: usize = 512;
/// The number of times in a row that ASCII with damage may end early before it is no longer tried.
const PATIENCE: u32 = 4;

/// The minimum number of bytes of a text for which long runs of ASCII are tried.
const LONG: usize = 512;

/// The number of replacements in a step from which on the next step is expected to have as many.
const MANY: usize = 3;

/// Returns the maximum number of bytes that a step becomes, plus the bytes that the last store
/// writes beyond that.
pub(in crate::simd) const fn most<F: Text>(bytes: usize) -> usize {
    if F::UNIT == 4 { 4 * bytes } else { 3 * bytes + 4 }
}

/// Converts registers as long as they are well-formed and certain to fit.
#[inline(always)]
fn some<V: Vector, F: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    if F::UNIT == 1 {
        blocks_of_letters::<V, F>(v, src, dst, done);
    } else {
        blocks::<V, F, false>(v, src, dst, done, false);
    }
}

/// Converts registers of ISO-8859-1 as long as they are certain to fit.
#[inline(always)]
fn blocks_of_letters<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    while src.len() - done.read >= V::BYTES && dst.len() - done.written >= most::<F>(V::BYTES) {
        let (src, room) = (&src[done.read..], &mut dst[done.written..]);
        let bytes = v.load(src, 0);
        if v.any_high(bytes) {
            done.read += V::BYTES;
            done.written += letters(v, bytes, room);
        } else {
            let units = ascii::<V, F>(v, bytes, src, room);
            done.read += units;
            done.written += units;
        }
    }
}

/// Converts two registers of words at a time, as long as they are well-formed and certain to fit.
/// If `LOSSY`, unpaired surrogates become U+FFFD. Returns the number of replacements, and the
/// damage that ended the loop.
#[inline(always)]
fn blocks<V: Vector, F: Text, const LOSSY: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
    in_ascii: bool,
) -> (usize, Option<Damage>) {
    let Progress { read: mut at, mut written } = *done;
    // The number of source bytes that a pair of registers of words comes from.
    let step = V::BYTES * F::UNIT;
    let (mut replaced, mut damage) = (0, None);
    // The offset up to which a surrogate counts as near the last one that was unpaired in ASCII.
    let mut near = 0;
    // Whether a high surrogate was converted but its low one was not.
    let mut open = F::UNIT == 2 && Surrogates::<V, F>::is_open(src, at);
    while damage.is_none() && src.len() - at >= step && dst.len() - written >= most::<F>(V::BYTES) {
        let block = &src[at..at + step];
        let room = &mut dst[written..];
        let Some(words) = words::<V, F>(v, block) else {
            let Some(bytes) = quads::<V, F>(v, block, room) else { break };
            at += step;
            written += bytes;
            continue;
        };
        let any = v.or(words[0], words[1]);
        if !open && !v.any(v.and(any, v.splat16(0xFF80))) {
            let units = ascii::<V, F>(v, v.pack16(words[0], words[1]), &src[at..], room);
            at += units * F::UNIT;
            written += units;
            continue;
        }
        if !open && !v.any(v.and(any, v.splat16(0xF800))) {
            written += pairs(v, words, room);
            at += step;
            continue;
        }
        let surrogates = [Words::<V>::any(v, words[0]), Words::<V>::any(v, words[1])];
        written += if !open && !v.any(v.or(surrogates[0], surrogates[1])) {
            slots(v, words, room)
        } else if F::UNIT == 4 {
            break;
        } else {
            if LOSSY
                && !open
                && let Some(first) = only_one_beyond_ascii::<V, F>(v, words, src, at)
            {
                v.store(room, 0, v.pack16(words[0], words[1]));
                put_replacement(&mut room[first..]);
                replaced += 1;
                at += 2 * (first + 1);
                written += first + 3;
                if in_ascii && at <= near && fixed_ascii::follows::<V, F>(v, &src[at..]) {
                    damage = Some(Damage::InAscii);
                }
                near = at + NEAR;
                continue;
            }
            let before = words_at::<V, F>(v, src, at, -2);
            let ends_open = Surrogates::<V, F>::is_open(src, at + step);
            let cut = LOSSY && ends_open && !Surrogates::<V, F>::is_pair(src, at + step);
            if cut || is_wrong(v, words, before) {
                if !LOSSY {
                    break;
                }
                let (words, count) = fixed::<V, F>(v, src, at, words, before);
                replaced += count;
                if count >= MANY && src.len() - at >= 2 * step {
                    damage = Some(Damage::Dense);
                }
                open = ends_open && !cut;
                slots_fixed(v, words, before, room)
            } else {
                open = ends_open;
                slots_with_surrogates(v, words, before, surrogates, room)
            }
        };
        at += step;
    }
    if at > done.read {
        *done = without_open::<V, F, LOSSY>(src, Progress { read: at, written });
    }
    (replaced, damage)
}

/// Steps back before the high surrogate that `done` may end with, for which two bytes were written.
#[inline(always)]
fn without_open<V: Vector, F: Text, const LOSSY: bool>(src: &[u8], done: Progress) -> Progress {
    let Progress { read, written } = done;
    let open = F::UNIT == 2
        && Surrogates::<V, F>::is_open(src, read)
        && (!LOSSY || Surrogates::<V, F>::is_pair(src, read));
    let half = if open { 2 } else { 0 };
    Progress { read: read - half, written: written - half }
}

/// Writes the register `first`, which is the ASCII that `src` begins with, and the ASCII that
/// follows it, which comes in runs. Returns the number of units written.
#[inline(always)]
fn ascii<V: Vector, F: Text>(
    v: V,
    first: V::Register,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    v.store(dst, 0, first);
    let (src, dst) = (&src[V::BYTES * F::UNIT..], &mut dst[V::BYTES..]);
    V::BYTES + plain::whole_steps::<V, F, Utf8, false>(v, src, dst)
}

/// Converts sixteen bytes from `done`, where a character begins, or the rest if that is shorter, if
/// the largest result fits. If `LOSSY`, unpaired surrogates and values that are not scalar values
/// become U+FFFD, and `replaced` counts them. Returns `false` if nothing was converted.
#[inline(always)]
fn end<V: Vector, F: Text, const LOSSY: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
    replaced: &mut usize,
) -> bool {
    let rest = &src[done.read..];
    let mut taken = rest.len().min(16) / F::UNIT * F::UNIT;
    if F::UNIT == 2
        && Surrogates::<V, F>::is_open(rest, taken)
        && (!LOSSY || Surrogates::<V, F>::is_pair(rest, taken))
    {
        taken -= 2;
    }
    if taken == 0 {
        return false;
    }
    // Each zero after the text writes one byte, which is not counted.
    let zero = v.splat8(0);
    let units = in_machine_order::<V, F>(v, v.load_short(&rest[..taken]));
    let room = &mut dst[done.written..];
    if F::UNIT > 1
        && let Some(room) = room.get_mut(..16)
        && !v.any(if F::UNIT == 4 {
            v.and(units, v.splat32(!0x7F))
        } else {
            v.and(units, v.splat16(!0x7F))
        })
    {
        let words = if F::UNIT == 4 { v.pack32(units, zero) } else { units };
        v.store(room, 0, v.pack16(words, zero));
        done.read += taken;
        done.written += taken / F::UNIT;
        return true;
    }
    let Some(room) = room.get_mut(..most::<F>(16)) else { return false };
    let written = match F::UNIT {
        4 => {
            let mut units = units;
            if LOSSY {
                let (fixed, wrong) = wrong::fixed(v, units);
                *replaced += wrong.count_ones() as usize / 4;
                units = fixed;
            } else if v.any(no_scalars(v, units)) {
                return false;
            }
            let (slots, more) = quad(v, units);
            store_quads(v, slots, v.bits(v.pack32(more, zero)), room, 0)
        }
        2 => {
            let mut words = units;
            let before = v.shift_up::<2>(words);
            let mut surrogate = Words::<V>::any(v, words);
            if v.any(surrogate) {
                if LOSSY {
                    let alone = Words::<V>::alone(v, words, before, v.next16(words));
                    *replaced += v.bits(alone).count_ones() as usize / 2;
                    words = v.choose(alone, v.splat16(0xFFFD), words);
                    surrogate = Words::<V>::any(v, words);
                } else if v.any(Words::<V>::wrong(v, words, before)) {
                    return false;
                }
                slots_of_pairs(v, words, before, surrogate, room, 0)
            } else {
                slots_of_words(v, words, room, 0)
            }
        }
        _ => slots(v, v.widen8(units), room),
    };
    done.read += taken;
    done.written += written - (16 - taken) / F::UNIT;
    true
}

/// Implements [`convert`], or [`convert_lossy`] if `LOSSY`, for short texts. Returns `None` if the
/// text needs the longer code.
#[inline(always)]
pub(in crate::simd) fn short<V: Vector, F: Text, const LOSSY: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    if V::BYTES > V::Narrow::BYTES {
        return short_ascii::<V, F>(v, src, dst);
    }
    let mut done = Progress::default();
    let mut replaced = 0;
    let all = src.len() <= 16
        && src.len().is_multiple_of(F::UNIT)
        && end::<V, F, LOSSY>(v, src, dst, &mut done, &mut replaced)
        && done.read == src.len();
    all.then(|| done.with(replaced))
}

/// Converts units of UTF-32, sixteen bytes at a time, with U+FFFD for values that are not scalar
/// values. Returns `None` if there is an incomplete unit or the largest result may not fit.
#[inline(always)]
pub(in crate::simd) fn few_lossy<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    if !src.len().is_multiple_of(4) || dst.len() < src.len().next_multiple_of(16) {
        return None;
    }
    let mut done = Progress::default();
    let mut replaced = 0;
    while end::<V, F, true>(v, src, dst, &mut done, &mut replaced) {
        if done.read == src.len() {
            return Some(done.with(replaced));
        }
    }
    None
}

/// Implements [`short`] for registers of 32 bytes: one or two registers of UTF-16 that are all
/// ASCII.
#[inline(always)]
fn short_ascii<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<LossyProgress> {
    let len = src.len();
    if F::UNIT != 2 || !(V::BYTES..=2 * V::BYTES).contains(&len) || !len.is_multiple_of(2) {
        return None;
    }
    let last = len - V::BYTES;
    let words = [
        in_machine_order::<V, F>(v, v.load(src, 0)),
        in_machine_order::<V, F>(v, v.load(src, last)),
    ];
    let room = dst.get_mut(..len / 2)?;
    if v.any(v.and(v.or(words[0], words[1]), v.splat16(0xFF80))) {
        return None;
    }
    let bytes = v.pack16(words[0], words[1]);
    v.store_lane(room, 0, bytes, 0);
    v.store_lane(room, last / 2, bytes, 1);
    Some(LossyProgress { read: len, written: len / 2, replaced: 0 })
}

/// Returns the units of `block`, of at least two bytes each, as words in the byte order of the
/// machine. Returns `None` if a unit does not fit a word.
#[inline(always)]
fn words<V: Vector, F: Text>(v: V, block: &[u8]) -> Option<[V::Register; 2]> {
    if F::UNIT == 2 {
        let words = [v.load(block, 0), v.load(block, V::BYTES)];
        return Some([
            in_machine_order::<V, F>(v, words[0]),
            in_machine_order::<V, F>(v, words[1]),
        ]);
    }
    let [a, b] = [v.load(block, 0), v.load(block, V::BYTES)];
    let [c, d] = [v.load(block, 2 * V::BYTES), v.load(block, 3 * V::BYTES)];
    let any = v.or(v.or(a, b), v.or(c, d));
    let beyond =
        if F::BIG { v.splat32_in::<true>(!0xFFFF) } else { v.splat32_in::<false>(!0xFFFF) };
    if v.any(v.and(any, beyond)) {
        return None;
    }
    let [a, b, c, d] = if F::BIG {
        [v.swap::<4>(a), v.swap::<4>(b), v.swap::<4>(c), v.swap::<4>(d)]
    } else {
        [a, b, c, d]
    };
    Some([v.pack32(a, b), v.pack32(c, d)])
}

/// Returns the words from `at` on, moved by `off` bytes, for the words before or after each.
#[inline(always)]
pub(in crate::simd) fn words_at<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    at: usize,
    off: isize,
) -> [V::Register; 2] {
    let first = if at == 0 && off < 0 {
        v.shift_up::<2>(v.load(src, 0))
    } else {
        v.load(src, at.wrapping_add_signed(off))
    };
    let second = v.load(src, (at + V::BYTES).wrapping_add_signed(off));
    if F::BIG { [v.swap::<2>(first), v.swap::<2>(second)] } else { [first, second] }
}

/// Returns `true` if a surrogate among the words does not match the word `before` it.
#[inline(always)]
fn is_wrong<V: Vector>(v: V, words: [V::Register; 2], before: [V::Register; 2]) -> bool {
    v.any(
        v.or(Words::<V>::wrong(v, words[0], before[0]), Words::<V>::wrong(v, words[1], before[1])),
    )
}
