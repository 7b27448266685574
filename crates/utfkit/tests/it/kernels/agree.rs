//! Tests every set of kernels that this machine can run against the reference: on every input, at
//! every alignment, with any room. No kernel may touch memory outside of its slices.
//!
//! `cargo test -p utfkit --test it kernels::agree -- --nocapture` shows which sets ran. A kernel
//! that reads or writes too far ends the test with a signal; then the last set shown is the
//! culprit.

#![cfg(feature = "std")]
mod long;
mod utf16;

use core::mem::MaybeUninit;

use crate::support::{
    fenced::FencedMemory,
    reference::{self, Conversion},
    replaced::LossyConversion,
    slices,
    text::{self, Mix, Random},
};
use utfkit::simd::{self, Contents, Form, Level};

/// With optimization, the tests try more.
const THOROUGH: bool = !cfg!(debug_assertions);

/// The maximum number of bytes of a text.
const MAX: usize = 4096;

/// The results of the reference for a text.
struct Expectation {
    valid: usize,
    lines: usize,
    /// The conversion to each form.
    conversions: Vec<Conversion>,
    /// The conversion to each form with replacement.
    replaced: Vec<LossyConversion>,
    /// The length in each UTF with replacement, and the number of replacements.
    lossy: Vec<(usize, usize)>,
    /// The length of well-formed text in each form.
    lengths: Option<Vec<usize>>,
}

impl Expectation {
    fn of(form: Form, text: &[u8]) -> Self {
        let valid = reference::first_finding(form, text).map_or(text.len(), |found| found.offset);
        let length = |to| reference::parts(form, text).map(|(_, part)| length_in(to, part)).sum();
        Self {
            valid,
            lines: reference::lines(form, text),
            lossy: slices::FORMS.map(|to| length_lossy(form, to, text)).into(),
            conversions: Form::ALL.map(|to| reference::convert(form, to, text)).into(),
            replaced: Form::ALL.map(|to| LossyConversion::of(form, to, text)).into(),
            lengths: (valid == text.len()).then(|| Form::ALL.map(length).into()),
        }
    }
}

/// Returns the number of code units of a code point in `to`. A code point that cannot be encoded
/// counts as 1.
fn length_in(to: Form, part: reference::Part) -> usize {
    let reference::Part::CodePoint(value, _) = part else { return 0 };
    reference::encode(to, value).map_or(1, |bytes| bytes.len() / to.unit())
}

/// Returns the number of code units of a text in `to` with U+FFFD for each maximal subpart, and the
/// number of replacements.
fn length_lossy(form: Form, to: Form, text: &[u8]) -> (usize, usize) {
    let mut length = (0, 0);
    for (_, part) in reference::parts(form, text) {
        let wrong = matches!(part, reference::Part::Wrong(..));
        length.0 += if wrong {
            length_in(to, reference::Part::CodePoint(0xFFFD, 3))
        } else {
            length_in(to, part)
        };
        length.1 += usize::from(wrong);
    }
    length
}

/// Returns the contents of well-formed UTF-8.
fn holds(text: &[u8]) -> Contents {
    let text = str::from_utf8(text).unwrap();
    let count = |test: fn(&char) -> bool| text.chars().filter(test).count();
    Contents {
        characters: text.chars().count(),
        supplementary: count(|&c| c > '\u{FFFF}'),
        lines: count(|&c| c == '\n'),
        nuls: count(|&c| c == '\0'),
        greatest: text.bytes().max().unwrap_or_default(),
    }
}

/// A set of kernels, with memory to try it on.
struct Bench {
    kernels: Level,
    src: FencedMemory,
    dst: FencedMemory,
}

/// The place of a text, or of the room for one, in its memory.
#[derive(Clone, Copy, Debug)]
enum Placement {
    /// Up to the end. The memory after it must not be touched.
    End,
    /// At this offset from the start. The memory before the start must not be touched.
    Start(usize),
}

impl Placement {
    fn of(self, memory: &mut FencedMemory, len: usize) -> &mut [u8] {
        match self {
            Placement::End => memory.at_end(len),
            Placement::Start(offset) => memory.at_start(offset, len),
        }
    }
}

impl Bench {
    /// Creates a bench for each set of kernels.
    fn all() -> Vec<Self> {
        let bench = |kernels: Level| {
            println!("kernels: {}", kernels.name());
            Self { kernels, src: FencedMemory::new(MAX), dst: FencedMemory::new(4 * MAX) }
        };
        simd::available().map(bench).collect()
    }

    /// Returns the description of a failure.
    fn name(&self, form: Form, text: &[u8]) -> String {
        format!("{} of {form:?} {text:02X?}", self.kernels.name())
    }

    /// Checks validation, line feeds and lengths.
    fn check_reading(&mut self, form: Form, text: &[u8], at: Placement, expected: &Expectation) {
        let src = at.of(&mut self.src, text.len());
        src.copy_from_slice(text);
        let (valid, lines) = (self.kernels.validate(form, src), self.kernels.lines(form, src));
        // For ill-formed text, the length is unspecified, but the call must be harmless.
        let lengths = Form::ALL.map(|to| self.kernels.length(form, to, src));
        assert_eq!(valid, expected.valid, "validate {}", self.name(form, text));
        assert_eq!(lines, expected.lines, "lines {}", self.name(form, text));
        let ascii = text.iter().position(|byte| !byte.is_ascii()).unwrap_or(text.len());
        assert_eq!(self.kernels.ascii_prefix(src), ascii, "ASCII {}", self.name(form, text));
        // For ill-formed text, these are unspecified too.
        let contents = self.kernels.contents(src);
        if form == Form::Utf8 && expected.valid == text.len() {
            assert_eq!(contents, holds(text), "contents {}", self.name(form, text));
        }
        for (to, &lossy) in slices::FORMS.iter().zip(&expected.lossy) {
            let found = self.kernels.length_lossy(form, *to, src);
            assert_eq!((found.units, found.replaced), lossy, "{to:?} {}", self.name(form, text));
        }
        if let Some(expected) = &expected.lengths {
            assert_eq!(lengths[..], expected[..], "lengths {}", self.name(form, text));
        }
    }

    /// Checks the conversion to `to` into `room` bytes.
    fn check_writing(
        &mut self,
        [form, to]: [Form; 2],
        text: &[u8],
        [at, into]: [Placement; 2],
        room: usize,
        expected: &Conversion,
    ) {
        let src = at.of(&mut self.src, text.len());
        src.copy_from_slice(text);
        let dst = into.of(&mut self.dst, room);
        dst.fill(0x5A);
        let found = self.kernels.convert(form, to, src, uninit(dst));
        let (read, written) = expected.within(room);
        let expected = &expected.bytes[..written];
        let dst: &[u8] = &dst[..found.written.min(room)];
        if (found.read, dst) != (read, expected) {
            let to = format!("{to:?} in {room} bytes at {at:?}, {into:?}");
            let found = format!("{found:?} {dst:02X?}, not {read} {expected:02X?}");
            panic!("{} to {to}: {found}", self.name(form, text));
        }
    }

    /// Checks conversion with replacement against the standard library, into room of the exact
    /// size, less, and more.
    fn check_lossy(&mut self, [form, to]: [Form; 2], text: &[u8], at: Placement) {
        self.check_replaced([form, to], text, at, &LossyConversion::of(form, to, text));
    }

    fn check_replaced(
        &mut self,
        [form, to]: [Form; 2],
        text: &[u8],
        at: Placement,
        expected: &LossyConversion,
    ) {
        let need = expected.bytes.len();
        let src = at.of(&mut self.src, text.len());
        src.copy_from_slice(text);
        for room in [need, need.saturating_sub(1 + text.len() % 7), need / 2, need + 300] {
            let dst = Placement::End.of(&mut self.dst, room);
            dst.fill(0x5A);
            let found = self.kernels.convert_lossy(form, to, src, uninit(dst));
            let done = expected.within(room);
            let expected = &expected.bytes[..done.written];
            let same = found == done && dst[..found.written] == *expected;
            let found = &dst[..found.written];
            let name = format!("{} {form:?} to {to:?} in {room}", self.kernels.name());
            assert!(same, "{name}: {text:02X?} gives {found:02X?}, not {done:?} {expected:02X?}");
        }
    }

    /// Checks everything, with conversions into room of the exact size and of a little more.
    fn check(&mut self, form: Form, text: &[u8], at: Placement, expected: &Expectation) {
        self.check_reading(form, text, at, expected);
        for (to, conversion) in Form::ALL.into_iter().zip(&expected.conversions) {
            let need = conversion.bytes.len();
            for room in [need, need + 1 + text.len() % 80] {
                self.check_writing([form, to], text, [at, Placement::End], room, conversion);
            }
        }
        for (to, replaced) in Form::ALL.into_iter().zip(&expected.replaced) {
            self.check_replaced([form, to], text, at, replaced);
        }
    }
}

/// Returns initialized memory as room for a kernel, which writes only initialized bytes.
fn uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same layout. By their contract, kernels keep the bytes initialized.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}

/// Returns texts of about `len` bytes to put a short one into: of ASCII, and of longer sequences
/// only.
fn fillers(form: Form, len: usize) -> Vec<Vec<u8>> {
    let values = [0x61, 0xE9, 0x20AC, 0x1_F600];
    let bytes = values.iter().filter_map(|&value| reference::encode(form, value));
    bytes.map(|bytes| bytes.repeat(len / bytes.len())).collect()
}

#[test]
fn hostile_strings_alone() {
    let mut benches = Bench::all();
    for form in Form::ALL {
        let most = if THOROUGH && form.unit() == 1 { 3 } else { 2 };
        for text in text::hostile(form, most) {
            let expected = Expectation::of(form, &text);
            for bench in &mut benches {
                bench.check(form, &text, Placement::End, &expected);
            }
        }
    }
}

#[test]
fn hostile_strings_across_the_borders_of_blocks() {
    for form in Form::ALL {
        across_borders(form, if THOROUGH { 2 } else { 1 }, &[15, 16, 30, 31, 32, 62, 63, 64]);
    }
}

#[test]
fn longer_hostile_strings_across_the_borders_of_blocks() {
    if THOROUGH {
        across_borders(Form::Utf8, 3, &[31, 62]);
    }
    across_borders(Form::Utf8, 2, &[31]);
}

/// Checks strings of up to `most` hostile units inside longer text, at the offsets `borders`.
fn across_borders(form: Form, most: usize, borders: &[usize]) {
    let mut benches = Bench::all();
    for filler in fillers(form, 130) {
        for hostile in text::hostile(form, most) {
            for at in borders.iter().map(|border| border / form.unit() * form.unit()) {
                let text = [&filler[..at], &hostile, &filler[at..]].concat();
                let expected = Expectation::of(form, &text);
                for bench in &mut benches {
                    bench.check(form, &text, Placement::End, &expected);
                }
            }
        }
    }
}

#[test]
fn damage_at_every_position() {
    let mut benches = Bench::all();
    for form in Form::ALL {
        for filler in fillers(form, 288) {
            for (number, damage) in text::damage(form).into_iter().enumerate() {
                // Without optimization, each kind of damage is tried at its share of the positions.
                let every = if THOROUGH { 1 } else { 7 };
                for at in (0..=256).filter(|at| at % every == number % every) {
                    let mut text = filler.clone();
                    text.splice(at..at + damage.len(), damage.iter().copied());
                    let expected = Expectation::of(form, &text);
                    for bench in &mut benches {
                        bench.check(form, &text, Placement::End, &expected);
                    }
                }
            }
        }
    }
}

/// One or two errors in short text, for which kernels have special code, with clean text of every
/// length after them.
#[test]
fn few_errors_at_every_position_of_short_texts() {
    let every = if THOROUGH { 1 } else { 17 };
    let digits = |len: usize| (0..len).map(|at| b'0' + (at % 75) as u8).collect::<Vec<_>>();
    for bench in &mut Bench::all() {
        for wrong in [&b"\xFF"[..], b"\xE2\x82", b"\xF0\x80\x80\x80"] {
            for len in (1..=70).chain(120..=136).chain(184..=196).chain(250..=262) {
                for at in (len % every..len).step_by(every) {
                    for second in [len, at + 2, at + 60] {
                        let mut text = digits(len);
                        for place in [at, second] {
                            let there = text.iter_mut().skip(place);
                            there.zip(wrong).for_each(|(byte, &wrong)| *byte = wrong);
                        }
                        for to in [Form::Utf8, Form::Utf16Le] {
                            bench.check_lossy([Form::Utf8, to], &text, Placement::End);
                        }
                    }
                }
            }
        }
    }
}

/// One error after long clean text, in every part of a block. Kernels that expect no more errors
/// continue from there, before bytes that are ill-formed.
#[test]
fn a_rare_error_in_every_part_of_a_block() {
    let forms = [Form::Utf8, Form::Utf16Le];
    for bench in &mut Bench::all() {
        for filler in ["a", "ab\u{E9}", "\u{4E00}"] {
            for wrong in [
                &b"\xE0\x80\x8D"[..],
                b"\xF0\x80\x80\x80",
                b"\xED\xA0\x80",
                b"\xF4\x90\x80\x80",
                b"\xE2\x82",
                b"\xF0\x9F\x98",
                b"\xC0\x80",
                b"\xFF",
            ] {
                let every = if THOROUGH { 1 } else { 3 };
                for at in (1152..1152 + 130).step_by(every) {
                    let clean = filler.repeat(1000);
                    let at = utfkit::utf8::floor_boundary(clean.as_bytes(), at);
                    let text = [&clean.as_bytes()[..at], wrong, &clean.as_bytes()[at..]].concat();
                    bench.check(
                        Form::Utf8,
                        &text,
                        Placement::End,
                        &Expectation::of(Form::Utf8, &text),
                    );
                    for to in forms {
                        bench.check_lossy([Form::Utf8, to], &text, Placement::End);
                    }
                }
            }
        }
    }
}

/// Returns random texts of `form`, some of every mix. Most of them are short.
fn random_texts(form: Form, seed: u64) -> impl Iterator<Item = (Mix, Vec<u8>)> {
    let mut random = Random::new(seed);
    let count = if THOROUGH { 40 } else { 3 };
    text::MIXES.into_iter().flat_map(move |mix| {
        let mut random = Random::new(random.below(1 << 30) as u64);
        (0..count).map(move |at| {
            let len = random.below([40, 300, 1500][at % 3]);
            (mix, text::random(form, &mix, len, &mut random))
        })
    })
}

#[test]
fn random_texts_at_the_end_of_memory() {
    let mut benches = Bench::all();
    for form in Form::ALL {
        for (_, text) in random_texts(form, 1) {
            let expected = Expectation::of(form, &text);
            for bench in &mut benches {
                bench.check(form, &text, Placement::End, &expected);
            }
        }
    }
}

/// ASCII that ends inside a block, before longer sequences. Kernels that begin with ASCII continue
/// from there, even if the room ends in the middle of it.
#[test]
fn room_that_ends_in_ascii_before_longer_text() {
    let mut benches = Bench::all();
    let lengths = if THOROUGH { 0..200 } else { 60..70 };
    for ascii in lengths {
        for tail in ["\u{E9}b", "\u{20AC}", "\u{1F600}"] {
            let text = ["a".repeat(ascii).as_bytes(), tail.as_bytes()].concat();
            let expected = Expectation::of(Form::Utf8, &text);
            for bench in &mut benches {
                for (to, conversion) in Form::ALL.into_iter().zip(&expected.conversions) {
                    for room in (0..20).chain(ascii.saturating_sub(3)..ascii + 8) {
                        let places = [Placement::End, Placement::End];
                        bench.check_writing([Form::Utf8, to], &text, places, room, conversion);
                    }
                }
            }
        }
    }
}

#[test]
fn every_end_of_a_text() {
    let mut benches = Bench::all();
    let mut random = Random::new(2);
    for form in Form::ALL {
        for mix in text::MIXES.iter().filter(|mix| THOROUGH || mix.name.starts_with("all")) {
            let whole = text::random(form, mix, 200, &mut random);
            for end in 0..=whole.len() {
                let text = &whole[..end];
                let expected = Expectation::of(form, text);
                for bench in &mut benches {
                    bench.check(form, text, Placement::End, &expected);
                }
            }
        }
    }
}

#[test]
fn every_alignment() {
    let mut benches = Bench::all();
    for form in Form::ALL {
        for (number, (_, text)) in random_texts(form, 3).enumerate().filter(|(n, _)| n % 3 == 1) {
            let expected = Expectation::of(form, &text);
            let to = number % Form::COUNT;
            let conversion = &expected.conversions[to];
            for at in 0..64 {
                // Both alignments change, independently.
                let places = [Placement::Start(at), Placement::Start(at * 13 % 64)];
                let room = conversion.bytes.len() + at;
                for bench in &mut benches {
                    bench.check_reading(form, &text, places[0], &expected);
                    bench.check_writing([form, Form::ALL[to]], &text, places, room, conversion);
                }
            }
        }
    }
}

#[test]
fn every_size_of_room() {
    let mut benches = Bench::all();
    let mut random = Random::new(4);
    for form in Form::ALL {
        for mix in text::MIXES.iter().filter(|mix| THOROUGH || mix.name.starts_with("all")) {
            let text = text::random(form, mix, 150, &mut random);
            for to in Form::ALL {
                let conversion = reference::convert(form, to, &text);
                for room in 0..conversion.bytes.len() + 70 {
                    for bench in &mut benches {
                        let places = [Placement::End, Placement::End];
                        bench.check_writing([form, to], &text, places, room, &conversion);
                    }
                }
            }
        }
    }
}

#[test]
fn every_size_of_room_for_units_of_one_length() {
    let mut benches = Bench::all();
    for form in Form::ALL {
        for text in fillers(form, 100) {
            for to in Form::ALL {
                let conversion = reference::convert(form, to, &text);
                for room in 0..conversion.bytes.len() + 70 {
                    for bench in &mut benches {
                        let places = [Placement::End, Placement::End];
                        bench.check_writing([form, to], &text, places, room, &conversion);
                    }
                }
            }
        }
    }
}

#[test]
fn a_set_of_kernels_has_a_name_of_its_own() {
    let names: Vec<_> = simd::available().map(Level::name).collect();
    assert!(names.contains(&"portable"), "{names:?}");
    assert!(names.contains(&simd::active().name()), "{names:?}");
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
}
