//! Tests long texts, which kernels process in chunks, count in bytes, or read and write past the
//! caches.

use utfkit::simd::{self, Form};

use super::{THOROUGH, fillers, length_in, uninit};
use crate::support::{
    fenced::FencedMemory,
    reference,
    text::{self, Random},
};

/// Sums that a kernel keeps in bytes must not overflow.
#[test]
fn counts_of_long_uniform_texts() {
    let mut long = FencedMemory::new(1 << 18);
    for kernels in simd::available() {
        for form in Form::ALL {
            for value in [0x0A, 0x61, 0xE9, 0x20AC, 0x1_F600] {
                let Some(bytes) = reference::encode(form, value) else { continue };
                let count = (1 << 17) / bytes.len() + 3;
                let src = long.at_end(count * bytes.len());
                src.copy_from_slice(&bytes.repeat(count));
                let name = format!("{} of {form:?} U+{value:04X}", kernels.name());
                assert_eq!(kernels.validate(form, src), src.len(), "{name}");
                assert_eq!(
                    kernels.lines(form, src),
                    if value == 0x0A { count } else { 0 },
                    "{name}"
                );
                for to in Form::ALL {
                    let each = length_in(to, reference::Part::CodePoint(value, bytes.len()));
                    assert_eq!(kernels.length(form, to, src), count * each, "{name} in {to:?}");
                    if to != Form::Latin1 {
                        let lossy = kernels.length_lossy(form, to, src);
                        assert_eq!((lossy.units, lossy.replaced), (count * each, 0), "{name}");
                    }
                }
            }
        }
    }
}

/// Neither must the sums of replacements, alone or between other text.
#[test]
fn lossy_lengths_of_long_uniform_damage() {
    let mut long = FencedMemory::new(1 << 17);
    for form in [Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
        let letter = reference::encode(form, 0x61).expect("every form has letters");
        let bad = match form {
            Form::Utf8 => vec![0xFF],
            Form::Utf16Le | Form::Utf32Le => [&[0, 0xD8][..], &[0, 0][..form.unit() - 2]].concat(),
            _ => [&[0, 0][..form.unit() - 2], &[0xD8, 0]].concat(),
        };
        for period in [vec![&bad], vec![&bad, &letter], vec![&letter, &letter, &bad]] {
            let unit: Vec<u8> = period.iter().copied().flatten().copied().collect();
            let times = 100_000 / unit.len() + 1;
            let src = long.at_end(unit.len() * times);
            src.copy_from_slice(&unit.repeat(times));
            for kernels in simd::available() {
                for (to, each) in [(Form::Utf8, 3), (Form::Utf16Be, 1), (Form::Utf32Le, 1)] {
                    let found = kernels.length_lossy(form, to, src);
                    let units = times * (each + period.len() - 1);
                    let name = format!("{} {form:?} {} to {to:?}", kernels.name(), period.len());
                    assert_eq!((found.units, found.replaced), (units, times), "{name}");
                }
            }
        }
    }
}

/// After an error, kernels may use another loop until enough text was well-formed. A second error
/// just there, before it and after it, must be replaced as anywhere.
#[test]
fn a_second_error_far_after_the_first() {
    let every = if THOROUGH { 1 } else { 61 };
    let mut dst = vec![0; 4 * 8000];
    for filler in fillers(Form::Utf8, 4800) {
        for (at, wrong) in (1800..4700).step_by(every).flat_map(|at| [(at, 0x98), (at, 0xE2)]) {
            let mut text = filler.clone();
            [text[300], text[at]] = [0xFF, wrong];
            for to in [Form::Utf8, Form::Utf16Le, Form::Utf32Be] {
                let mut expected = vec![0; dst.len()];
                let portable = simd::available().last().expect("the portable set is one");
                let done = portable.convert_lossy(Form::Utf8, to, &text, uninit(&mut expected));
                for kernels in simd::available() {
                    let found = kernels.convert_lossy(Form::Utf8, to, &text, uninit(&mut dst));
                    let name = format!("{} to {to:?}: {wrong:02X} at {at}", kernels.name());
                    assert_eq!(found, done, "{name}");
                    assert!(dst[..done.written] == expected[..done.written], "{name}");
                }
            }
        }
    }
}

/// Kernels may process long texts in chunks, whose borders no shorter text reaches.
#[test]
fn conversions_of_long_uniform_texts() {
    let len = if THOROUGH { 3 << 13 } else { 9 << 10 };
    for form in Form::ALL {
        for (number, filler) in fillers(form, len).into_iter().enumerate() {
            let ascii = reference::encode(form, 0x61).expect("every form has ASCII");
            for cut in 0..8 {
                // Both ends move relative to the chunks, and the last sequence may be incomplete.
                let text = [&ascii.repeat(cut), &filler[..filler.len() - cut]].concat();
                let mut dst = vec![0; 4 * text.len()];
                for to in Form::ALL {
                    let expected = reference::convert(form, to, &text);
                    let (read, written) = expected.within(dst.len());
                    for kernels in simd::available() {
                        let found = kernels.convert(form, to, &text, uninit(&mut dst));
                        let name = format!("{} {form:?} {number} to {to:?}", kernels.name());
                        assert_eq!((found.read, found.written), (read, written), "{name}");
                        assert!(dst[..written] == expected.bytes[..written], "{name}");
                    }
                }
            }
        }
    }
}

/// Kernels may process damaged long texts in chunks too: dense or sparse damage, unaligned memory.
#[test]
fn lossy_conversions_of_long_damaged_texts() {
    let len = if THOROUGH { 3 << 13 } else { 9 << 10 };
    let mut random = Random::new(5);
    let portable = simd::available().last().expect("there is one that runs anywhere");
    for form in [Form::Utf8, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
        for mix in text::MIXES {
            let clean = text::random(form, &mix, len, &mut random);
            for (number, every) in [5, 40, 300, 3000].into_iter().enumerate() {
                let mut src = vec![0; number];
                src.extend(&clean);
                for _ in 0..clean.len() / every {
                    let at = number + random.below(clean.len());
                    src[at] = random.below(256) as u8;
                }
                let src = &src[number..];
                for to in Form::ALL {
                    let mut expected = vec![0; 4 * src.len()];
                    let done = portable.convert_lossy(form, to, src, uninit(&mut expected));
                    let can_replace = to != Form::Latin1;
                    let length = can_replace.then(|| super::length_lossy(form, to, src));
                    for kernels in simd::available() {
                        let measured = || kernels.length_lossy(form, to, src);
                        let measured = can_replace.then(measured).map(|it| (it.units, it.replaced));
                        assert_eq!(measured, length, "{} {form:?} to {to:?}", kernels.name());
                        let mut dst = vec![0; expected.len() + number];
                        let dst = &mut dst[number..];
                        let found = kernels.convert_lossy(form, to, src, uninit(dst));
                        let name = format!("{} {form:?} to {to:?} {every}", kernels.name());
                        assert_eq!(found, done, "{name}");
                        assert!(dst[..found.written] == expected[..done.written], "{name}");
                    }
                }
            }
        }
    }
}

/// The number of bytes from which on kernels may read and write in another way, because no cache is
/// so large.
const LONG: usize = 17 << 20;

/// Errors with thousands of bytes between them. After such a distance, kernels may return to the
/// code for text without errors. Tries errors right after that point, before it, and at the end of
/// the room.
#[test]
fn lossy_conversions_of_texts_with_errors_far_apart() {
    // The tests do not know that distance, so the gaps are around powers of two.
    const GAPS: [usize; 4] = [2000, 4040, 4170, 9000];
    let errors: [&[u8]; 6] =
        [b"\x80", b"\xC3", b"\xE4\xBD", b"\xF0\x9F\x98", b"\xED\xA0\x80", b"\xF0\x9F\x98\x80\x80"];
    let mut random = Random::new(6);
    let portable = simd::available().last().expect("there is one that runs anywhere");
    for mix in text::MIXES {
        let clean = text::random(Form::Utf8, &mix, 3 << 14, &mut random);
        for error in errors {
            for gap in GAPS {
                let mut src = Vec::new();
                let mut rest = &clean[..];
                while rest.len() > gap + 80 {
                    // In half of the cases, this is not a character boundary.
                    let at = gap + random.below(64);
                    src.extend(&rest[..at]);
                    src.extend(error);
                    rest = &rest[at..];
                }
                for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be, Form::Utf8] {
                    let mut expected = vec![0; 4 * src.len()];
                    let whole = portable.convert_lossy(Form::Utf8, to, &src, uninit(&mut expected));
                    for room in [whole.written, whole.written / 2 - random.below(200)] {
                        let done = portable.convert_lossy(
                            Form::Utf8,
                            to,
                            &src,
                            uninit(&mut expected[..room]),
                        );
                        for kernels in simd::available() {
                            let mut dst = vec![0; room];
                            let found =
                                kernels.convert_lossy(Form::Utf8, to, &src, uninit(&mut dst));
                            let name = format!("{} to {to:?} {error:x?} {gap}", kernels.name());
                            assert_eq!(found, done, "{name}");
                            assert!(dst[..found.written] == expected[..done.written], "{name}");
                        }
                    }
                }
            }
        }
    }
}

/// Wrong bytes near the start and near the end of a very long text.
#[test]
fn validation_of_very_long_texts() {
    let part = text::random(Form::Utf8, &text::MIXES[0], 64 << 10, &mut Random::new(6));
    let mut text = part.repeat(LONG.div_ceil(part.len()));
    let portable = simd::available().last().expect("there is one that runs anywhere");
    let last = text.len() - 1;
    let near_end: &[usize] = if THOROUGH { &[last - 100, last - 3, last] } else { &[] };
    let every = if THOROUGH { 1 } else { 5 };
    for at in (0..700).step_by(every).chain(near_end.iter().copied()) {
        let right = text[at];
        for wrong in [0x80, 0xC3, 0xE2, 0xF0, 0xFF, b'A'] {
            text[at] = wrong;
            let mut dst = vec![0; at + 200];
            for start in [0, at % 7] {
                let src = &text[start.min(at)..];
                let expected = portable.validate(Form::Utf8, src);
                for kernels in simd::available() {
                    let name = format!("{} {wrong:02X} at {at} from {start}", kernels.name());
                    assert_eq!(kernels.validate(Form::Utf8, src), expected, "{name}");
                    if at < 700 {
                        let room = uninit(&mut dst[..expected.min(at + 200)]);
                        let found = kernels.convert(Form::Utf8, Form::Utf8, src, room);
                        let read = portable.convert(Form::Utf8, Form::Utf8, src, room);
                        assert_eq!(found, read, "copy: {name}");
                    }
                }
            }
        }
        text[at] = right;
    }
}

/// Sparse damage in very long texts, which are copied with U+FFFD in its place.
#[test]
fn lossy_copies_of_very_long_texts() {
    let mut random = Random::new(7);
    let portable = simd::available().last().expect("there is one that runs anywhere");
    for [from, to] in
        [[Form::Utf8, Form::Utf8], [Form::Utf16Le, Form::Utf16Le], [Form::Utf16Be, Form::Utf16Le]]
    {
        let part = text::random(from, &text::MIXES[0], 64 << 10, &mut random);
        let mut src = part.repeat(LONG.div_ceil(part.len()));
        for _ in 0..2000 {
            let at = random.below(src.len());
            src[at] = random.below(256) as u8;
        }
        let mut expected = vec![0; src.len() + 8000];
        let done = portable.convert_lossy(from, to, &src, uninit(&mut expected));
        for kernels in simd::available() {
            let mut dst = vec![0; expected.len() + 2];
            let found = kernels.convert_lossy(from, to, &src, uninit(&mut dst[2..]));
            let name = format!("{} {from:?} to {to:?}", kernels.name());
            assert_eq!(found, done, "{name}");
            assert!(dst[2..][..found.written] == expected[..done.written], "{name}");
        }
    }
}

/// Kernels may store outputs of many megabytes in another way.
#[test]
fn conversions_of_very_long_texts() {
    let units: Vec<u8> = (0..LONG).map(|at| (at % 127) as u8).collect();
    let all = [
        [Form::Latin1, Form::Utf16Le],
        [Form::Utf8, Form::Latin1],
        [Form::Latin1, Form::Latin1],
        [Form::Utf8, Form::Utf32Be],
    ];
    for [from, to] in all.into_iter().take(if THOROUGH { 4 } else { 1 }) {
        let mut src = units[..LONG / to.unit()].to_vec();
        let len = src.len();
        let read = if from == Form::Utf8 { len - 100 } else { len };
        src[len - 100] = 0xE9;
        let mut dst = vec![0; len * to.unit() + 3];
        for kernels in simd::available() {
            // Units may begin at any byte.
            for at in if THOROUGH { 0..3 } else { 1..2 } {
                dst.fill(0x5A);
                let found = kernels.convert(from, to, &src, uninit(&mut dst[at..]));
                let name = format!("{} {from:?} to {to:?} at {at}", kernels.name());
                assert_eq!((found.read, found.written), (read, read * to.unit()), "{name}");
                let units = dst[at..].chunks_exact(to.unit());
                let right = |(unit, byte): (&[u8], &u8)| {
                    let lowest = if to == Form::Utf32Be { unit.len() - 1 } else { 0 };
                    unit.iter()
                        .enumerate()
                        .all(|(at, &o)| o == if at == lowest { *byte } else { 0 })
                };
                assert!(units.zip(&src[..read]).all(right), "{name}");
            }
        }
    }
}

/// An overlong form at every position of text with sequences of at most two bytes. Kernels may
/// enter their code for such text after the lead of the overlong form.
#[test]
fn overlong_forms_in_text_of_two_bytes() {
    let portable = simd::available().last().expect("there is one that runs anywhere");
    for overlong in [b"\xC0\x80", b"\xC1\xBF"] {
        for at in 0..1200 {
            let mut src = "a\u{E9}".repeat(500).into_bytes();
            src.truncate(at / 3 * 3);
            src.extend(&b"zz"[..at % 3]);
            src.extend(overlong);
            src.extend("\u{5D0}b".repeat(300).as_bytes());
            for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
                let mut expected = vec![0; 4 * src.len()];
                let done = portable.convert(Form::Utf8, to, &src, uninit(&mut expected));
                assert_eq!(done.read, at);
                for kernels in simd::available() {
                    let mut dst = vec![0; expected.len()];
                    let found = kernels.convert(Form::Utf8, to, &src, uninit(&mut dst));
                    assert_eq!(found, done, "{} to {to:?} {at}", kernels.name());
                    assert!(dst[..found.written] == expected[..done.written]);
                }
            }
        }
    }
}

/// Other text at every position in runs of three-byte or four-byte characters, for which kernels
/// have special loops. It is ill-formed, incomplete, one byte too long, or a few ASCII characters.
/// Tried with and without replacement, and with room that ends there.
#[test]
fn other_text_at_every_position_of_runs_of_one_length() {
    let others: [&[u8]; 11] = [
        b"\x80",
        b"\xC0\x80",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xE4\xB8",
        b"\xF0\x9F\x98",
        b"\n",
        b"\n\n",
    ];
    let portable = simd::available().last().expect("there is one that runs anywhere");
    let step = if THOROUGH { 1 } else { 7 };
    for (run, characters) in [("\u{4E00}\u{D7FF}\u{E000}\u{FFFF}", 4), ("\u{1F600}\u{10FFFF}", 2)] {
        let run = run.repeat(240 / characters);
        for at in (280..280 + 2 * 96).step_by(step).chain([run.len()]) {
            for (number, other) in others.into_iter().enumerate() {
                let (before, after) = run.as_bytes().split_at(at);
                let start = number % 3;
                let src = [&b"ab"[..start], before, other, after, run.as_bytes()].concat();
                for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
                    let mut expected = vec![0; 4 * src.len()];
                    let strict = portable.convert(Form::Utf8, to, &src, uninit(&mut expected));
                    for room in [expected.len(), strict.written, strict.written.saturating_sub(5)] {
                        let expected = &mut expected[..room];
                        let strict = portable.convert(Form::Utf8, to, &src, uninit(expected));
                        let units = expected[..strict.written].to_vec();
                        let lossy = portable.convert_lossy(Form::Utf8, to, &src, uninit(expected));
                        for kernels in simd::available() {
                            let name = format!("{} to {to:?} {other:x?} at {at}", kernels.name());
                            let mut dst = vec![0; room];
                            let found = kernels.convert(Form::Utf8, to, &src, uninit(&mut dst));
                            assert_eq!(found, strict, "{name}");
                            assert!(dst[..found.written] == units, "{name}");
                            let found =
                                kernels.convert_lossy(Form::Utf8, to, &src, uninit(&mut dst));
                            assert_eq!(found, lossy, "{name}");
                            assert!(dst[..found.written] == expected[..lossy.written], "{name}");
                        }
                    }
                }
            }
        }
    }
}
