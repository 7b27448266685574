//! ISO-8859-1, UTF-16 and UTF-32 to UTF-8.
//!
//! Each unit becomes a slot of four octets, the first of three, nothing, and the last two; those that a
//! unit of fewer octets does not have are dropped, four slots at a time by a table. Where no unit takes
//! three octets, slots are of two. Surrogates are not joined: *each writes two octets of its own*. The
//! high one has all that the first two octets need; the low one has the rest, but for two bits of the
//! unit before, which is loaded again one unit earlier.
//!
//! Why it is right: pairing is a comparison of lanes, and a block with a surrogate that is alone is not
//! taken. Where blocks end behind a high surrogate its two octets are taken back.

use core::mem::MaybeUninit;

use super::{compact, plain, validate16::Surrogates};
use crate::{
    form::Utf8,
    simd::{
        Progress, portable,
        vector::{Text, Vector},
    },
};

/// [`Kernels::convert`](crate::simd::Kernels::convert) from ISO-8859-1, UTF-16 or UTF-32 to UTF-8.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = Progress::default();
    loop {
        plain::run::<V, F, T>(v, src, dst, &mut done);
        if done.read == src.len() {
            return done;
        }
        strict_blocks::<V, F>(v, src, dst, &mut done);
        if V::BYTES > V::Narrow::BYTES {
            strict_blocks::<V::Narrow, F>(v.narrow(), src, dst, &mut done);
        }
        while end::<V::Narrow, F>(v.narrow(), src, dst, &mut done) {
            if done.read == src.len() {
                return done;
            }
        }
        for _ in 0..portable::STEPS {
            if !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// U+FFFD.
const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// The most octets that a step becomes, and what the last store takes beyond that.
const fn most<F: Text>(bytes: usize) -> usize {
    if F::UNIT == 4 { 4 * bytes } else { 3 * bytes + 4 }
}

/// Takes registers as long as they are well-formed and there is room for what they may become.
#[inline(always)]
fn strict_blocks<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    if F::UNIT == 1 {
        blocks_of_letters::<V, F>(v, src, dst, done);
    } else {
        blocks::<V, F, false>(v, src, dst, done);
    }
}

/// Takes registers of ISO-8859-1, as long as there is room for what they may become.
#[inline(always)]
fn blocks_of_letters<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    while src.len() - done.read >= V::BYTES && dst.len() - done.written >= most::<F>(V::BYTES) {
        let (src, room) = (&src[done.read..], &mut dst[done.written..]);
        let octets = v.load(src, 0);
        if v.any_high(octets) {
            done.read += V::BYTES;
            done.written += letters(v, octets, room);
        } else {
            let units = ascii::<V, F>(v, octets, src, room);
            done.read += units;
            done.written += units;
        }
    }
}

/// Takes two registers of words at a time, as long as they are well-formed and there is room for what they may
/// become; if `LOSSY`, with U+FFFD for surrogates that stand alone, and as long as there is text behind
/// them. Gives how many were replaced.
#[inline(always)]
pub(super) fn blocks<V: Vector, F: Text, const LOSSY: bool>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> usize {
    let Progress { read: mut at, mut written } = *done;
    // Units that a pair of registers of words comes from.
    let step = V::BYTES * F::UNIT;
    let least = if LOSSY { step + F::UNIT } else { step };
    let mut replaced = 0;
    // Whether a high surrogate was taken of which the low one was not.
    let mut open = F::UNIT == 2 && Surrogates::<V, F>::is_open(src, at);
    while src.len() - at >= least && dst.len() - written >= most::<F>(V::BYTES) {
        let block = &src[at..at + step];
        let room = &mut dst[written..];
        let Some(words) = words::<V, F>(v, block) else {
            let Some(octets) = quads::<V, F>(v, block, room) else { break };
            at += step;
            written += octets;
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
        let surrogates = [is_surrogate(v, words[0]), is_surrogate(v, words[1])];
        written += if !open && !v.any(v.or(surrogates[0], surrogates[1])) {
            slots(v, words, room)
        } else if F::UNIT == 4 {
            break;
        } else if LOSSY {
            if !open && let Some(first) = only_one_beyond_ascii::<V, F>(v, words, src, at) {
                v.store(room, 0, v.pack16(words[0], words[1]));
                for (slot, octet) in room[first..first + 3].iter_mut().zip(REPLACEMENT) {
                    slot.write(octet);
                }
                replaced += 1;
                at += 2 * (first + 1);
                written += first + 3;
                continue;
            }
            let beside = [words_at::<V, F>(v, src, at, -2), words_at::<V, F>(v, src, at, 2)];
            let (octets, count, pairs) = slots_mended(v, words, beside, room);
            replaced += count;
            open = pairs && Surrogates::<V, F>::is_open(src, at + step);
            octets
        } else {
            let before = words_at::<V, F>(v, src, at, -2);
            if is_wrong(v, words, before) {
                break;
            }
            open = Surrogates::<V, F>::is_open(src, at + step);
            slots_with_surrogates(v, words, before, surrogates, room)
        };
        at += step;
    }
    if F::UNIT == 2
        && at > done.read
        && Surrogates::<V, F>::is_open(src, at)
        && (!LOSSY || Surrogates::<V, F>::is_pair(src, at))
    {
        at -= 2;
        written -= 2;
    }
    *done = Progress { read: at, written };
    replaced
}

/// Writes the register `first`, ASCII that `src` begins with, and what ASCII follows, which comes in runs, by registers;
/// gives how many units that were.
#[inline(always)]
fn ascii<V: Vector, F: Text>(
    v: V,
    first: V::Register,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> usize {
    v.store(dst, 0, first);
    let (src, dst) = (&src[V::BYTES * F::UNIT..], &mut dst[V::BYTES..]);
    V::BYTES + plain::whole_steps::<V, F, Utf8>(v, src, dst)
}

/// Takes sixteen octets from `done`, where a character begins, or what is left, where there is room for
/// whatever they may become; `false` if nothing was taken.
#[inline(always)]
fn end<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let rest = &src[done.read..];
    let mut taken = rest.len().min(16) / F::UNIT * F::UNIT;
    if F::UNIT == 2 && Surrogates::<V, F>::is_open(rest, taken) {
        taken -= 2;
    }
    let Some(room) = dst[done.written..].get_mut(..most::<F>(16)) else { return false };
    if taken == 0 {
        return false;
    }
    // Zeros behind the text write an octet each, which is not counted.
    let zero = v.splat8(0);
    let units = v.load_short(&rest[..taken]);
    let written = if F::UNIT == 4 {
        let units = if F::BIG { v.swap::<4>(units) } else { units };
        if v.any(no_scalars(v, units)) {
            return false;
        }
        let (slots, more) = quad(v, units);
        store_quads(v, slots, v.bits(v.pack32(more, zero)), room, 0) - (16 - taken) / 4
    } else {
        let words = match F::UNIT {
            1 => v.widen8(units),
            _ if F::BIG => [v.swap::<2>(units), zero],
            _ => [units, zero],
        };
        let surrogates = [is_surrogate(v, words[0]), zero];
        let written = if F::UNIT == 2 && v.any(surrogates[0]) {
            let before = [v.behind::<2>(words[0]), zero];
            if is_wrong(v, words, before) {
                return false;
            }
            slots_with_surrogates(v, words, before, surrogates, room)
        } else {
            slots(v, words, room)
        };
        written - (16 - taken / F::UNIT)
    };
    done.read += taken;
    done.written += written;
    true
}

/// The units of `block`, of two octets at least, as words in the order of this machine, if they are no more than that.
#[inline(always)]
fn words<V: Vector, F: Text>(v: V, block: &[u8]) -> Option<[V::Register; 2]> {
    if F::UNIT == 2 {
        let words = [v.load(block, 0), v.load(block, V::BYTES)];
        return Some(if F::BIG { [v.swap::<2>(words[0]), v.swap::<2>(words[1])] } else { words });
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

/// The words from `at` on, but two octets `off`: before each, or behind.
#[inline(always)]
fn words_at<V: Vector, F: Text>(v: V, src: &[u8], at: usize, off: isize) -> [V::Register; 2] {
    let first = if at == 0 && off < 0 {
        v.behind::<2>(v.load(src, 0))
    } else {
        v.load(src, at.wrapping_add_signed(off))
    };
    let second = v.load(src, (at + V::BYTES).wrapping_add_signed(off));
    if F::BIG { [v.swap::<2>(first), v.swap::<2>(second)] } else { [first, second] }
}

/// The place of the only word that is not ASCII, if that is so and it is a surrogate that stands alone. The
/// words are those of `src` from `at` on, and have a surrogate.
#[inline(always)]
fn only_one_beyond_ascii<V: Vector, F: Text>(
    v: V,
    words: [V::Register; 2],
    src: &[u8],
    at: usize,
) -> Option<usize> {
    let zero = v.splat8(0);
    let [a, b] = [v.and(words[0], v.splat16(0xFF80)), v.and(words[1], v.splat16(0xFF80))];
    let [a, b] = [v.down16::<8>(v.eq16(a, zero)), v.down16::<8>(v.eq16(b, zero))];
    let beyond = !v.bits(v.pack16(a, b)) & (!0 >> (32 - V::BYTES));
    let first = beyond.trailing_zeros() as usize;
    let place = at + 2 * first;
    let is_one = beyond & beyond.wrapping_sub(1) == 0 && beyond != 0;
    let alone = is_one
        && !Surrogates::<V, F>::is_pair(src, place)
        && !Surrogates::<V, F>::is_pair(src, place + 2);
    alone.then_some(first)
}

/// Words with U+FFFD for the surrogates that stand alone, and how many those are.
#[inline(always)]
fn mended<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    after: [V::Register; 2],
) -> ([V::Register; 2], usize) {
    let mut mended = words;
    let mut alone = words;
    let mut at = 0;
    while at < 2 {
        let (low, high) = (is_kind(v, words[at], 0xDC00), is_kind(v, words[at], 0xD800));
        let low = v.and_not(low, is_kind(v, before[at], 0xD800));
        let high = v.and_not(high, is_kind(v, after[at], 0xDC00));
        alone[at] = v.or(low, high);
        mended[at] = v.choose(alone[at], v.splat16(0xFFFD), words[at]);
        at += 1;
    }
    let both = v.bits(alone[0]).count_ones() + v.bits(alone[1]).count_ones();
    (mended, both as usize / 2)
}

/// The words that are surrogates of the kind of which `first` is the first.
#[inline(always)]
fn is_kind<V: Vector>(v: V, words: V::Register, first: u16) -> V::Register {
    v.eq16(v.and(words, v.splat16(0xFC00)), v.splat16(first))
}

#[inline(always)]
fn is_surrogate<V: Vector>(v: V, words: V::Register) -> V::Register {
    v.eq16(v.and(words, v.splat16(0xF800)), v.splat16(0xD800))
}

/// Whether words do not go with those `before` them.
#[inline(always)]
fn is_wrong<V: Vector>(v: V, words: [V::Register; 2], before: [V::Register; 2]) -> bool {
    let low = [is_kind(v, words[0], 0xDC00), is_kind(v, words[1], 0xDC00)];
    let high = [is_kind(v, before[0], 0xD800), is_kind(v, before[1], 0xD800)];
    v.any(v.or(v.xor(low[0], high[0]), v.xor(low[1], high[1])))
}

/// The last octets of words, in the upper halves, and those before them, in the lower; ASCII as it is.
/// `one` and `two` are the words that take as many octets at most.
#[inline(always)]
fn last_two<V: Vector>(
    v: V,
    words: V::Register,
    one: V::Register,
    two: V::Register,
) -> V::Register {
    let both = v.or(v.up16::<8>(words), v.and(v.down16::<6>(words), v.splat16(0x003F)));
    let both = v.and(both, v.splat16(0x3F3F));
    let tagged = v.or(v.or(both, v.splat16(0x8080)), v.and(two, v.splat16(0x0040)));
    v.choose(one, v.up16::<8>(words), tagged)
}

/// Writes characters of ISO-8859-1; gives how many octets that were.
#[inline(always)]
fn letters<V: Vector>(v: V, octets: V::Register, room: &mut [MaybeUninit<u8>]) -> usize {
    let beyond = v.bits(octets);
    // The upper two bits of an octet behind the tag of two; and the octet with the lower six behind that of
    // a continuation, or as it is.
    let first = v.or(v.and(v.down16::<6>(octets), v.splat8(0x03)), v.splat8(0xC0));
    let last = v.and_not(octets, v.and(v.down16::<1>(octets), v.splat8(0x40)));
    let pairs = [v.zip8_low(first, last), v.zip8_high(first, last)];
    compact::store(v, &compact::PAIRS, pairs, beyond, [8, 1], room, 0)
}

/// Writes words that take one or two octets; gives how many that were.
#[inline(always)]
fn pairs<V: Vector>(v: V, words: [V::Register; 2], room: &mut [MaybeUninit<u8>]) -> usize {
    let zero = v.splat8(0);
    let all = v.splat8(0xFF);
    let mut octets = words;
    let mut long = words;
    let mut at = 0;
    while at < 2 {
        let one = v.eq16(v.and(words[at], v.splat16(0xFF80)), zero);
        octets[at] = last_two(v, words[at], one, all);
        long[at] = v.down16::<8>(v.xor(one, all));
        at += 1;
    }
    // Eight bits for the words of each sixteen octets.
    let keys = v.bits(v.pack16(long[0], long[1]));
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let keys = if at == 0 { keys } else { keys >> (V::BYTES / 2) };
        written =
            compact::store_single(v, &compact::PAIRS, octets[at], keys, [8, 1], room, written);
        at += 1;
    }
    written
}

/// Writes words that are no surrogates; gives how many octets that were.
#[inline(always)]
fn slots<V: Vector>(v: V, words: [V::Register; 2], room: &mut [MaybeUninit<u8>]) -> usize {
    let zero = v.splat8(0);
    let beyond = [v.and(words[0], v.splat16(0xF800)), v.and(words[1], v.splat16(0xF800))];
    let two = [v.eq16(beyond[0], zero), v.eq16(beyond[1], zero)];
    if !v.any(v.or(two[0], two[1])) {
        return triples(v, words, room);
    }
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let (words, two) = (words[at], two[at]);
        let one = v.eq16(v.and(words, v.splat16(0xFF80)), zero);
        let last = last_two(v, words, one, two);
        written = store_slots(v, words, last, one, two, room, written);
        at += 1;
    }
    written
}

/// Writes words of which some are surrogates, with U+FFFD for those that do not go with the words beside, those before
/// and those after; gives how many octets that were, how many were replaced, and whether pairs are left.
#[inline(always)]
fn slots_mended<V: Vector>(
    v: V,
    words: [V::Register; 2],
    [before, after]: [[V::Register; 2]; 2],
    room: &mut [MaybeUninit<u8>],
) -> (usize, usize, bool) {
    let (words, count) = mended(v, words, before, after);
    let surrogates = [is_surrogate(v, words[0]), is_surrogate(v, words[1])];
    let pairs = v.any(v.or(surrogates[0], surrogates[1]));
    let written = if pairs {
        slots_with_surrogates(v, words, before, surrogates, room)
    } else {
        slots(v, words, room)
    };
    (written, count, pairs)
}

/// Writes words that take three octets each; gives how many that were.
#[inline(always)]
fn triples<V: Vector>(v: V, words: [V::Register; 2], room: &mut [MaybeUninit<u8>]) -> usize {
    /// Of slots of four octets all but the second.
    static WANTED: [u8; 16] = [0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 0x80, 0x80, 0x80, 0x80];
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let words = words[at];
        let first = v.or(v.down16::<12>(words), v.splat16(0x00E0));
        let both = v.or(v.up16::<8>(words), v.and(v.down16::<6>(words), v.splat16(0x003F)));
        let last = v.or(v.and(both, v.splat16(0x3F3F)), v.splat16(0x8080));
        let low = v.lookup(v.zip16_low(first, last), v.repeat(&WANTED));
        let high = v.lookup(v.zip16_high(first, last), v.repeat(&WANTED));
        let mut lane = 0;
        while lane < V::BYTES / 16 {
            v.store_lane(room, written, low, lane);
            v.store_lane(room, written + 12, high, lane);
            written += 24;
            lane += 1;
        }
        at += 1;
    }
    written
}

/// Writes words of which some are surrogates, with those `before` them; gives how many octets that were.
#[inline(always)]
fn slots_with_surrogates<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    surrogates: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let zero = v.splat8(0);
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let (words, before, surrogate) = (words[at], before[at], surrogates[at]);
        let one = v.eq16(v.and(words, v.splat16(0xFF80)), zero);
        let two = v.eq16(v.and(words, v.splat16(0xF800)), zero);
        let last = last_two(v, words, one, two);
        let is_high = is_kind(v, words, 0xD800);
        // Of a high surrogate plus 40, the upper bits come first, with the tag of four, then the middle.
        let plus = v.add16(words, v.splat16(0x2840));
        let high = v.or(v.down16::<8>(plus), v.and(v.up16::<6>(plus), v.splat16(0x3F00)));
        let high = v.or(high, v.splat16(0x80F0));
        // The upper two of the six bits in the first octet of a low one are the unit's before.
        let low =
            v.or(v.and(last, v.splat16(0xFFCF)), v.and(v.up16::<4>(before), v.splat16(0x0030)));
        let last = v.choose(surrogate, v.choose(is_high, high, low), last);
        written = store_slots(v, words, last, one, v.or(two, surrogate), room, written);
        at += 1;
    }
    written
}

/// Writes words in slots, of which `last` are the last two octets; `one` and `two` take as many at most.
/// Gives where the next go.
#[inline(always)]
fn store_slots<V: Vector>(
    v: V,
    words: V::Register,
    last: V::Register,
    one: V::Register,
    two: V::Register,
    room: &mut [MaybeUninit<u8>],
    at: usize,
) -> usize {
    let first = v.or(v.down16::<12>(words), v.splat16(0x00E0));
    let slots = [v.zip16_low(first, last), v.zip16_high(first, last)];
    // Two bits for each word: more than one octet, more than two.
    let keys = !v.bits(v.choose(v.splat16(0x00FF), one, two));
    compact::store(v, &compact::SLOTS, slots, keys, [4, 1], room, at)
}

/// Writes units of UTF-32, of which some are supplementary; gives how many octets that were, if they are
/// well-formed.
#[inline(always)]
fn quads<V: Vector, F: Text>(v: V, block: &[u8], room: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let mut written = 0;
    let mut at = 0;
    while at < 4 * V::BYTES {
        let [a, b] = [v.load(block, at), v.load(block, at + V::BYTES)];
        let [a, b] = if F::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] };
        if v.any(v.or(no_scalars(v, a), no_scalars(v, b))) {
            return None;
        }
        let ((a, more_a), (b, more_b)) = (quad(v, a), quad(v, b));
        // Eight bits for the slots of each sixteen octets.
        let keys = v.bits(v.pack32(more_a, more_b));
        written = store_quads(v, a, keys, room, written);
        written = store_quads(v, b, keys >> (V::BYTES / 2), room, written);
        at += 2 * V::BYTES;
    }
    Some(written)
}

/// The double words that are no code points but surrogates, or too great.
#[inline(always)]
fn no_scalars<V: Vector>(v: V, units: V::Register) -> V::Register {
    let surrogate = v.eq32(v.and(units, v.splat32(!0x7FF)), v.splat32(0xD800));
    v.or(v.saturating_sub8(units, v.splat32(0x0010_FFFF)), surrogate)
}

/// Code points as slots of four octets, the last always wanted; and how many are wanted beyond it, as two bits:
/// the signs of the lowest octet and the next.
#[inline(always)]
fn quad<V: Vector>(v: V, units: V::Register) -> (V::Register, V::Register) {
    let two = v.gt32(units, v.splat32(0x7F));
    let three = v.gt32(units, v.splat32(0x7FF));
    let four = v.gt32(units, v.splat32(0xFFFF));
    // Six bits each, the lowest in the last octet.
    let last = v.or(
        v.up32::<24>(v.and(units, v.splat32(0x3F))),
        v.and(v.up32::<10>(units), v.splat32(0x003F_0000)),
    );
    let first = v.or(v.and(v.down32::<4>(units), v.splat32(0x3F00)), v.down32::<18>(units));
    let tags = v.choose(four, v.splat32(0x8080_80F0), v.splat32(0x8080_E000));
    let tags = v.choose(three, tags, v.splat32(0x80C0_0000));
    let octets = v.choose(two, v.or(v.or(first, last), tags), v.up32::<24>(units));
    let odd = v.xor(v.xor(two, three), four);
    let more = v.or(v.and(odd, v.splat32(0x0080)), v.and(three, v.splat32(0x8000)));
    (octets, more)
}

/// Writes slots as [`quad`] makes them; gives where the next go.
#[inline(always)]
fn store_quads<V: Vector>(
    v: V,
    slots: V::Register,
    keys: u32,
    room: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    let octets = v.lookup(slots, v.rows(&compact::QUADS, compact::apart(keys)));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        let key = keys >> (8 * lane);
        v.store_lane(room, at, octets, lane);
        at += 4 + compact::count(key) + compact::count(key & 0xAA);
        lane += 1;
    }
    at
}
