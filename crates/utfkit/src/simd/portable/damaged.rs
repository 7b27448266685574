//! Measures stretches of damaged text, with replacement, without a branch that depends on errors.
//!
//! Every unit is combined with its neighbours, in loops that the compiler vectorizes. The
//! neighbours are enough to find ill-formed subparts. In UTF-8 these are three bytes before and one
//! after (Unicode table 3-8), and in UTF-16 one unit on each side. UTF-32 needs no neighbours.

use core::iter;

use crate::{
    LossyLength,
    form::{Codec, Form, Utf16, Utf32, cut, is_continuation},
    scalar,
};

/// The maximum number of bytes in a stretch of UTF-8, which sums in bytes can count.
const STRETCH: usize = 192;

/// Returns the maximum number of bytes in a stretch in `form`.
pub(in crate::simd) const fn most(form: Form) -> usize {
    match form {
        Form::Utf8 => STRETCH,
        // Sums of UTF-16 continue from part to part, and those of UTF-32 have more bits.
        _ => 1 << 12,
    }
}

/// Returns the number of code units of `stretch` in `to`, with U+FFFD for each maximal subpart.
/// `to` must be able to encode all characters. The stretch begins and ends at boundaries, and has
/// at most [`most`] bytes. An incomplete unit at its end is one subpart.
pub(in crate::simd) fn measure(from: Form, to: Form, stretch: &[u8]) -> LossyLength {
    match from {
        Form::Utf16Le => units16::<Utf16<false>>(to, stretch),
        Form::Utf16Be => units16::<Utf16<true>>(to, stretch),
        Form::Utf32Le => units32::<Utf32<false>>(to, stretch),
        Form::Utf32Be => units32::<Utf32<true>>(to, stretch),
        Form::Utf8 => bytes(to, stretch),
        Form::Latin1 => single(to, stretch),
    }
}

/// Returns the number of code units of U+FFFD in `to`.
fn replacement(to: Form) -> usize {
    to.encode(scalar::REPLACEMENT).map_or(0, |encoded| encoded.len() / to.unit())
}

/// Measures ISO-8859-1.
fn single(to: Form, stretch: &[u8]) -> LossyLength {
    let two = stretch.iter().filter(|&&byte| byte >= 0x80).count();
    let more = if to == Form::Utf8 { two } else { 0 };
    LossyLength { units: stretch.len() + more, replaced: 0 }
}

/// The counts for UTF-8. The zeros around the stretch are ASCII, so they do not continue any
/// sequence.
#[derive(Default)]
struct Counts {
    /// The number of characters and subparts.
    segments: u8,
    /// The number of characters of four bytes.
    fours: u8,
    /// The number of subparts.
    bad: u8,
    /// The number of bytes of subparts beyond one each.
    beyond: u8,
}

fn bytes(to: Form, stretch: &[u8]) -> LossyLength {
    const BEFORE: usize = 3;
    let mut text = [0_u8; BEFORE + STRETCH + 1];
    for (byte, &own) in text[BEFORE..BEFORE + STRETCH].iter_mut().zip(stretch) {
        *byte = own;
    }

    // For each byte, whether it is the second, third or fourth of a sequence. The first three bytes
    // are before the stretch.
    let mut parts = [[false; BEFORE + STRETCH + 1]; 3];
    let [seconds, thirds, fourths] = &mut parts;
    for at in BEFORE..text.len() {
        seconds[at] = follows(text[at - 1], text[at]);
    }
    for at in BEFORE..text.len() {
        thirds[at] = seconds[at - 1] & (text[at - 2] >= 0xE0) & is_continuation(text[at]);
    }
    for at in BEFORE..text.len() {
        fourths[at] = thirds[at - 1] & (text[at - 3] >= 0xF0) & is_continuation(text[at]);
    }
    let mut counts = Counts::default();
    for at in BEFORE..BEFORE + STRETCH {
        let covered = seconds[at] | thirds[at] | fourths[at];
        let goes_on = seconds[at + 1] | thirds[at + 1] | fourths[at + 1];
        let complete = (text[at] < 0x80)
            | seconds[at] & (text[at - 1] < 0xE0)
            | thirds[at] & (text[at - 2] < 0xF0)
            | fourths[at];
        let bad = !goes_on & !complete;
        counts.segments += u8::from(!covered);
        counts.fours += u8::from(fourths[at]);
        counts.bad += u8::from(bad);
        counts.beyond += u8::from(bad & covered) + u8::from(bad & thirds[at]);
    }
    let [segments, fours, bad, beyond] =
        [counts.segments, counts.fours, counts.bad, counts.beyond].map(usize::from);
    let zeros = STRETCH - stretch.len();
    let units = match to.unit() {
        1 if to == Form::Utf8 => stretch.len() + 2 * bad - beyond,
        2 => segments - zeros + fours,
        _ => segments - zeros,
    };
    LossyLength { units, replaced: bad }
}

/// Returns `true` if `byte` is the second of a sequence that begins with `lead` (Unicode table
/// 3-7).
#[inline(always)]
fn follows(lead: u8, byte: u8) -> bool {
    matches!(lead, 0xC2..=0xF4)
        & is_continuation(byte)
        & !((lead == 0xE0) & (byte < 0xA0))
        & !((lead == 0xED) & (byte >= 0xA0))
        & !((lead == 0xF0) & (byte < 0x90))
        & !((lead == 0xF4) & (byte >= 0x90))
}

fn units16<F: Codec>(to: Form, stretch: &[u8]) -> LossyLength {
    // Sums of 16 bits can count this number of units.
    const CHUNK: usize = 0xFFFF;
    let (units, left_over) = stretch.as_chunks::<2>();
    let (mut two, mut three, mut surrogates, mut pairs) = (0, 0, 0, 0);
    for start in (0..units.len()).step_by(CHUNK) {
        let (here, next) = (cut::rest(units, start), cut::rest(units, start + 1));
        let counts = counts16::<F>(cut::prefix(here, CHUNK), next).map(usize::from);
        two += counts[0];
        three += counts[1];
        surrogates += counts[2];
        pairs += counts[3];
    }
    let odd = usize::from(!left_over.is_empty());
    let length = match to.unit() {
        // A pair takes four bytes, but its halves were counted as three each.
        1 if to == Form::Utf8 => units.len() + two + three - 2 * pairs,
        2 => units.len(),
        _ => units.len() - pairs,
    };
    let alone = surrogates - 2 * pairs;
    LossyLength { units: length + odd * replacement(to), replaced: alone + odd }
}

/// Returns the numbers of `units` from 0x80 on and from 0x800 on, of surrogates, and of surrogate
/// pairs. `next` has the units from the second on.
#[inline(always)]
fn counts16<F: Codec>(units: &[[u8; 2]], next: &[[u8; 2]]) -> [u16; 4] {
    let [mut two, mut three, mut surrogates, mut pairs] = [0; 4];
    for unit in units {
        let unit = F::unit(unit) as u16;
        two += u16::from(unit >= 0x80);
        three += u16::from(unit >= 0x800);
        surrogates += u16::from(unit & 0xF800 == 0xD800);
    }
    for (unit, next) in iter::zip(units, next) {
        let [unit, next] = [unit, next].map(|unit| F::unit(unit) as u16);
        pairs += u16::from((unit & 0xFC00 == 0xD800) & (next & 0xFC00 == 0xDC00));
    }
    [two, three, surrogates, pairs]
}

fn units32<F: Codec>(to: Form, stretch: &[u8]) -> LossyLength {
    let (units, left_over) = stretch.as_chunks::<4>();
    let (mut two, mut three, mut four, mut bad) = (0_u32, 0, 0, 0);
    for unit in units {
        let unit = F::unit(unit);
        let wrong = !scalar::is_scalar(unit);
        // U+FFFD has three bytes.
        let four_bytes = (unit >= 0x1_0000) & !wrong;
        two += u32::from(unit >= 0x80);
        three += u32::from(unit >= 0x800);
        four += u32::from(four_bytes);
        bad += u32::from(wrong);
    }
    let [two, three, four, bad] = [two, three, four, bad].map(|count| count as usize);
    let odd = usize::from(!left_over.is_empty());
    let length = match to.unit() {
        1 if to == Form::Utf8 => units.len() + two + three + four,
        2 => units.len() + four,
        _ => units.len(),
    };
    LossyLength { units: length + odd * replacement(to), replaced: bad + odd }
}
