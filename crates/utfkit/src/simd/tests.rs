//! Tests of the kernels that no public function calls. They work like `tests/it/kernels/agree.rs`
//! for the others: each set, with every tail, at every alignment, in any room, and at the end of
//! memory.

use core::mem::MaybeUninit;
use std::{format, string::String, vec, vec::Vec};

use fenced::FencedMemory;

use crate::simd::{Form, Level, Range, available};
#[cfg(feature = "whatwg-charsets")]
use crate::simd::{
    operations::{READ_PAGE, WRITE_PAGE},
    shared::page::{Utf8Cells, Windows},
};

// Both kinds of tests use this file, because code for tests should not be public.
#[path = "../../tests/it/support/fenced.rs"]
mod fenced;

/// Optimized tests try more cases.
const THOROUGH: bool = !cfg!(debug_assertions);

/// The texts that kernels distinguish: characters of one length in UTF-8, alone and mixed, those of
/// Latin-1, and text that is almost entirely ASCII.
const MIXES: [&str; 8] = [
    "a",
    "a\u{E9}",
    "\u{42F}",
    "\u{4E2D}\u{FFFD}",
    "\u{1F600}\u{10FFFF}",
    "\u{42F} \u{7FF}",
    "ab\u{E9}\u{4E2D}\u{1F600}\n",
    "abcdefghijklmnopqrstuvwxyz0123456789\u{20AC}\u{1F600}",
];

/// A pseudorandom number generator with the same results in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % end as u64) as usize
    }

    /// Returns `characters` random characters of a mix.
    fn text(&mut self, mix: &str, characters: usize) -> String {
        let all: Vec<char> = mix.chars().collect();
        (0..characters).map(|_| all[self.below(all.len())]).collect()
    }
}

/// Returns the bytes of `character` in `form`, or `None` if the form cannot encode it.
fn encode(form: Form, character: char) -> Option<Vec<u8>> {
    let value = u32::from(character);
    let units = |units: &[u16], bytes: fn(u16) -> [u8; 2]| {
        units.iter().flat_map(|&unit| bytes(unit)).collect()
    };
    let mut room = [0; 2];
    match form {
        Form::Latin1 => (value <= 0xFF).then(|| vec![value as u8]),
        Form::Utf8 => Some(character.encode_utf8(&mut [0; 4]).as_bytes().to_vec()),
        Form::Utf16Le => Some(units(character.encode_utf16(&mut room), u16::to_le_bytes)),
        Form::Utf16Be => Some(units(character.encode_utf16(&mut room), u16::to_be_bytes)),
        Form::Utf32Le => Some(value.to_le_bytes().into()),
        Form::Utf32Be => Some(value.to_be_bytes().into()),
    }
}

/// Returns `text` in `form`, and the ends of its characters. Characters that the form cannot encode
/// are left out.
fn in_form(form: Form, text: &str) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut ends) = (Vec::new(), vec![0]);
    for character in text.chars().filter_map(|character| encode(form, character)) {
        bytes.extend(character);
        ends.push(bytes.len());
    }
    (bytes, ends)
}

/// Returns initialized memory as room for a kernel, which writes only initialized bytes.
fn uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the layout is the same, and kernels write only initialized bytes.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}

/// The position of a text and of the room for its conversion.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Both end at the end of memory.
    End,
    /// They begin this number of bytes after the start of memory.
    Start(usize, usize),
}

/// A set of kernels, with memory to test it on.
struct Bench {
    kernels: Level,
    src: FencedMemory,
    dst: FencedMemory,
}

impl Bench {
    fn all(most: usize) -> Vec<Self> {
        let fenced = FencedMemory::new;
        let bench = |kernels| Self { kernels, src: fenced(most), dst: fenced(4 * most + 512) };
        available().map(bench).collect()
    }

    /// Returns the slices for a text and its room. The text is copied into the first, and the
    /// second is filled.
    fn put(&mut self, place: Place, text: &[u8], room: usize) -> (&[u8], &mut [u8]) {
        let (src, dst) = match place {
            Place::End => (self.src.at_end(text.len()), self.dst.at_end(room)),
            Place::Start(from, to) => {
                (self.src.at_start(from, text.len()), self.dst.at_start(to, room))
            }
        };
        src.copy_from_slice(text);
        dst.fill(0x5A);
        (src, dst)
    }

    /// Checks that well-formed `text` is converted as by the checked conversion.
    fn check_known(&mut self, [from, to]: [Form; 2], text: &[u8], place: Place, whole: &Whole) {
        let need = whole.ends.last().map_or(0, |end| end.1);
        for room in [need, need.saturating_sub(1), need / 2, need + 1 + text.len() % 80, need + 300]
        {
            self.check_room([from, to], text, place, room, whole);
        }
    }

    fn check_room(
        &mut self,
        [from, to]: [Form; 2],
        text: &[u8],
        place: Place,
        room: usize,
        whole: &Whole,
    ) {
        let kernels = self.kernels;
        let (src, dst) = self.put(place, text, room);
        let found = kernels.convert_known(from, to, src, uninit(dst));
        let expected = whole.within(room);
        let same = (found.read, found.written) == expected
            && dst[..expected.1] == whole.bytes[..expected.1];
        let name = format!("{} {from:?} to {to:?} in {room} at {place:?}", kernels.name());
        assert!(same, "{name}: {text:02X?} gives {found:?} {dst:02X?}, not {expected:?}");
    }

    fn check_outside(&mut self, form: Form, text: &[u8], place: Place, ranges: &[Range]) {
        let kernels = self.kernels;
        let (src, _) = self.put(place, text, 0);
        let found = kernels.outside(form, src, ranges);
        let name = format!("{} {form:?} {ranges:X?} at {place:?}", kernels.name());
        assert_eq!(found, plain_outside(form, text, ranges), "{name}: {text:02X?}");
    }
}

/// The result of the portable checked conversion of a text, and the progress at the end of each of
/// its characters.
struct Whole {
    bytes: Vec<u8>,
    ends: Vec<(usize, usize)>,
}

impl Whole {
    fn of([from, to]: [Form; 2], text: &[u8], ends: &[usize]) -> Self {
        let portable = available().last().unwrap();
        let mut bytes = vec![0; 4 * text.len()];
        let done = portable.convert(from, to, text, uninit(&mut bytes));
        bytes.truncate(done.written);
        let (mut written, mut progress, mut last) = (0, Vec::new(), 0);
        // Convert single characters, for which no kernel has special code.
        for &end in ends.iter().filter(|&&end| end <= done.read) {
            let character = &text[last..end];
            written += portable.convert(from, to, character, uninit(&mut [0; 8])).written;
            progress.push((end, written));
            last = end;
        }
        assert_eq!(progress.last(), Some(&(done.read, done.written)));
        Self { bytes, ends: progress }
    }

    /// Returns the number of bytes read and written if there are `room` bytes of room.
    fn within(&self, room: usize) -> (usize, usize) {
        self.ends[self.ends.partition_point(|end| end.1 <= room) - 1]
    }

    /// Returns the result for the text up to the end of one of its characters.
    fn up_to(&self, end: usize) -> Self {
        let ends = self.ends.iter().copied().take_while(|&(read, _)| read <= end).collect();
        Self { bytes: self.bytes.clone(), ends }
    }
}

/// Returns every pair of forms.
fn pairs() -> impl Iterator<Item = [Form; 2]> {
    Form::ALL.into_iter().flat_map(|from| Form::ALL.map(|to| [from, to]))
}

#[test]
fn converts_known_text_with_every_tail_at_end_of_memory() {
    let every = if THOROUGH { 1 } else { 13 };
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut benches = Bench::all(2048);
    for (number, mix) in MIXES.into_iter().enumerate() {
        let text = random.text(mix, 330);
        for pair in pairs() {
            let (bytes, ends) = in_form(pair[0], &text);
            let whole = Whole::of(pair, &bytes, &ends);
            for end in ends.into_iter().skip(number % every).step_by(every) {
                let whole = whole.up_to(end);
                for bench in &mut benches {
                    bench.check_known(pair, &bytes[..end], Place::End, &whole);
                }
            }
        }
    }
}

#[test]
fn converts_known_text_at_every_alignment() {
    let every = if THOROUGH { 1 } else { 5 };
    let mut random = Random(3);
    let mut benches = Bench::all(2048);
    for (number, mix) in MIXES.into_iter().enumerate() {
        for characters in [17, 100, 330] {
            let text = random.text(mix, characters);
            for pair in pairs() {
                let (bytes, ends) = in_form(pair[0], &text);
                let whole = Whole::of(pair, &bytes, &ends);
                for at in (0..65).filter(|at| at % every == number % every) {
                    // Both alignments change, at different rates.
                    let place = Place::Start(at, at * 13 % 65);
                    for bench in &mut benches {
                        bench.check_known(pair, &bytes, place, &whole);
                    }
                }
            }
        }
    }
}

#[test]
fn converts_known_text_in_every_size_of_room() {
    let every = if THOROUGH { 1 } else { 7 };
    let mut random = Random(5);
    let mut benches = Bench::all(1024);
    for (number, mix) in MIXES.into_iter().enumerate() {
        for characters in [20, 150] {
            let text = random.text(mix, characters);
            for pair in pairs() {
                let (bytes, ends) = in_form(pair[0], &text);
                let whole = Whole::of(pair, &bytes, &ends);
                for room in (number % every..whole.bytes.len() + 70).step_by(every) {
                    for bench in &mut benches {
                        bench.check_room(pair, &bytes, Place::End, room, &whole);
                    }
                }
            }
        }
    }
}

/// Kernels may convert long texts in chunks, and have special loops for long runs.
#[test]
fn converts_long_known_text() {
    let mut random = Random(7);
    let mut benches = Bench::all(1 << 17);
    let lengths: &[usize] = if THOROUGH { &[1000, 4099, 30_000] } else { &[3001] };
    for (number, mix) in MIXES.into_iter().enumerate() {
        for &characters in lengths {
            // Runs of the mix with other text between them.
            let run = [&*random.text(mix, 200), &*random.text(MIXES[6], number)].concat();
            let text: String = run.chars().cycle().take(characters).collect();
            for pair in pairs() {
                let (bytes, ends) = in_form(pair[0], &text);
                let whole = Whole::of(pair, &bytes, &ends);
                for bench in &mut benches {
                    for place in [Place::End, Place::Start(number, 3 * number)] {
                        bench.check_known(pair, &bytes, place, &whole);
                    }
                }
            }
        }
    }
}

/// A simple loop to compare with [`Outside`](crate::simd::shared::kernel::Outside).
fn plain_outside(form: Form, text: &[u8], ranges: &[Range]) -> usize {
    let is_in = |value: u32, range: &Range| {
        if range.first <= range.last {
            (range.first..=range.last).contains(&value)
        } else {
            value >= range.first || value <= range.last
        }
    };
    let value = |unit: &[u8]| match (form, unit) {
        (Form::Utf16Le, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (Form::Utf16Be, &[a, b]) => u16::from_be_bytes([a, b]).into(),
        (Form::Utf32Le, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        (Form::Utf32Be, &[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]),
        (_, unit) => unit[0].into(),
    };
    let units = text.chunks_exact(form.unit());
    let outside = |unit: &&[u8]| !ranges.iter().any(|range| is_in(value(unit), range));
    units.take_while(outside).count() * form.unit()
}

/// Returns ranges for code units of `form`: none, a single unit, a range that wraps, and several.
fn some_ranges(form: Form) -> [Vec<Range>; 4] {
    let most = u32::MAX >> (32 - 8 * form.unit());
    let range = |first, last| Range { first, last };
    let all = [range(0x40, 0x43), range(most - 8, 0), range(0x70, 0x70)];
    [vec![], vec![all[2]], vec![all[1]], all.into()]
}

/// Returns `len` units outside of [`some_ranges`], except the unit at `at`, which is in one of
/// them. `more` bytes of an incomplete unit follow.
fn with_one_inside(form: Form, len: usize, at: usize, more: usize) -> Vec<u8> {
    let bytes = |character| encode(form, character).unwrap();
    let mut text = bytes('b').repeat(len);
    if let Some(place) = text.get_mut(at * form.unit()..(at + 1) * form.unit()) {
        place.copy_from_slice(&bytes(['p', '\0', '@'][at % 3]));
    }
    text.extend(vec![0x62; more]);
    text
}

#[test]
fn outside_agrees_with_every_tail_at_end_of_memory() {
    let every = if THOROUGH { 1 } else { 7 };
    let mut benches = Bench::all(8192);
    for form in Form::ALL {
        for ranges in some_ranges(form) {
            // The lengths are around the ends of blocks. If `at` is the length, no unit is inside.
            let lengths = (0..100).step_by(every).chain([511, 512, 513, 544, 545, 1024, 1100]);
            for len in lengths {
                for at in (0..=len).rev().step_by(if len < 100 { 1 } else { 5 * every }) {
                    let text = with_one_inside(form, len, at, at % form.unit());
                    for bench in &mut benches {
                        bench.check_outside(form, &text, Place::End, &ranges);
                    }
                }
            }
        }
    }
}

#[test]
fn outside_agrees_at_every_alignment() {
    let mut benches = Bench::all(8192);
    for form in Form::ALL {
        for ranges in some_ranges(form) {
            for (len, at) in [(70, 70), (70, 33), (600, 600), (600, 513)] {
                let text = with_one_inside(form, len, at, form.unit() - 1);
                for offset in 0..65 {
                    for bench in &mut benches {
                        bench.check_outside(form, &text, Place::Start(offset, 0), &ranges);
                    }
                }
            }
        }
    }
}

/// Swaps UTF-16 into other memory that ends at the same place, and in place.
#[test]
fn swaps_every_unit_and_nothing_else() {
    // These lengths exceed the steps, and some bypass the caches (in tests).
    let long = [2046, 2500, 4096, 5000, 6001];
    for bench in &mut Bench::all(8192) {
        let kernels = bench.kernels;
        for len in (0..300).chain(long) {
            let text: Vec<u8> = (0..len).map(|at| (at * 7 + at / 256) as u8).collect();
            let pairs = text.as_chunks::<2>().0;
            let expected: Vec<u8> = pairs.iter().flat_map(|&[a, b]| [b, a]).collect();
            let starts = [0, 1, 2, 15, 31, 48, 63].map(|at| Place::Start(at, 64 - at));
            for place in starts.into_iter().chain([Place::End]) {
                let (src, dst) = bench.put(place, &text, len);
                let done = kernels.swap16(src, uninit(dst));
                assert_eq!((done.read, done.written), (len & !1, len & !1));
                assert!(dst.starts_with(&expected), "{} {len} {place:?}", kernels.name());
                assert!(dst[len & !1..].iter().all(|&byte| byte == 0x5A));
            }
            let mut units: Vec<u16> = pairs.iter().map(|&pair| u16::from_ne_bytes(pair)).collect();
            kernels.swap16_in_place(&mut units);
            let swapped = units.iter().flat_map(|unit| unit.to_ne_bytes());
            assert!(swapped.eq(expected), "{} {len}", kernels.name());
        }
    }
}

/// Tries values that are not characters in a run of supplementary characters, at each position.
#[test]
fn stops_at_values_beyond_all_planes() {
    let wrong = [0x11_0000, 0x21_F600, 0x8001_F600, 0x0101_F600, 0xFFFF_FFFF, 0xD800_u32];
    for kernels in available() {
        for (value, at) in wrong.into_iter().flat_map(|value| (0..70).map(move |at| (value, at))) {
            let mut units = [0x1_F600_u32; 70];
            units[at] = value;
            for (from, bytes) in [
                (Form::Utf32Le, units.map(u32::to_le_bytes)),
                (Form::Utf32Be, units.map(u32::to_be_bytes)),
            ] {
                for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf8] {
                    let mut room = [0; 400];
                    let done = kernels.convert(from, to, bytes.as_flattened(), uninit(&mut room));
                    let name = format!("{} {from:?} to {to:?}", kernels.name());
                    assert_eq!((done.read, done.written), (4 * at, 4 * at), "{name} {value:X}");
                }
            }
        }
    }
}

/// A charset of one byte per character with the bytes of ASCII.
#[cfg(feature = "whatwg-charsets")]
struct Page {
    /// The characters of 80..FF.
    characters: Vec<Option<char>>,
    cells: Utf8Cells,
    windows: Windows,
}

#[cfg(feature = "whatwg-charsets")]
impl Page {
    /// Creates a page with random characters, those of few windows.
    fn random(random: &mut Random, starts: &[u32], missing: usize) -> Self {
        let mut characters = Vec::new();
        while characters.len() < 128 {
            let value = starts[random.below(starts.len())] + random.below(64) as u32;
            let character = char::from_u32(value).filter(|_| random.below(100) >= missing);
            if character.is_none() || !characters.contains(&character) {
                characters.push(character);
            }
        }
        let cells = Utf8Cells::empty();
        cells.fill(|byte| match byte.checked_sub(0x80) {
            None => Some(byte.into()),
            Some(place) => characters[usize::from(place)].map(u32::from),
        });
        let bytes = characters.iter().zip(0x80..=0xFF);
        let windows =
            Windows::of(bytes.filter_map(|(character, byte)| Some(((*character)?, byte))));
        Self { characters, cells, windows: windows.unwrap() }
    }

    /// Returns the text of a byte.
    fn read(&self, byte: u8) -> Option<String> {
        let place = usize::from(byte).checked_sub(0x80);
        place.map_or(Some(byte.into()), |place| self.characters[place]).map(String::from)
    }

    /// Returns the byte of a character.
    fn write(&self, character: char) -> Option<u8> {
        let place = self.characters.iter().position(|it| *it == Some(character));
        u8::try_from(character).ok().filter(u8::is_ascii).or(place.map(|at| at as u8 | 0x80))
    }
}

#[cfg(feature = "whatwg-charsets")]
#[test]
fn pages_are_read_and_written_by_each_level() {
    let all: Vec<u32> = (2..1024).map(|start| start * 64).filter(|it| it / 0x800 != 27).collect();
    let mut random = Random(11);
    for round in 0..if THOROUGH { 3000 } else { 200 } {
        let starts: Vec<u32> = (0..3 + random.below(20))
            .map(|_| all[random.below(all.len().min(40 << (round % 6)))])
            .collect();
        let page = Page::random(&mut random, &starts, [0, 0, 1, 20][round % 4]);
        let ascii = random.below(100);
        let bytes: Vec<u8> = (0..random.below(700))
            .map(|_| random.below(128) as u8 | if random.below(100) < ascii { 0 } else { 0x80 })
            .collect();
        let mut text: Vec<u8> =
            bytes.iter().filter_map(|byte| page.read(*byte)).collect::<String>().into();
        if random.below(3) == 0 && !text.is_empty() {
            let at = random.below(text.len());
            text[at] = random.below(256) as u8;
        }
        for bench in &mut Bench::all(4096) {
            let level = bench.kernels;
            let room = random.below(4 * bytes.len() + 2);
            let utf8 = bytes.iter().map_while(|byte| Some((1, page.read(*byte)?.into_bytes())));
            let expected = fitting(utf8, room);
            let (src, dst) = bench.put(Place::End, &bytes, room);
            let done = READ_PAGE.run_at(level, &page.cells, src, uninit(dst));
            assert_eq!((done.read, dst[..done.written].to_vec()), expected, "{level:?} {round}");

            let room = random.below(text.len() + 2);
            let valid = text.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let legacy = valid.chars().map_while(|c| Some((c.len_utf8(), vec![page.write(c)?])));
            let expected = fitting(legacy, room);
            let (src, dst) = bench.put(Place::End, &text, room);
            let done = WRITE_PAGE.run_at(level, &page.windows, src, uninit(dst));
            assert_eq!((done.read, dst[..done.written].to_vec()), expected, "{level:?} {round}");
        }
    }
}

/// Returns the number of bytes read and the bytes written for characters, each with both, up to the
/// first that does not fit.
#[cfg(feature = "whatwg-charsets")]
fn fitting(characters: impl Iterator<Item = (usize, Vec<u8>)>, room: usize) -> (usize, Vec<u8>) {
    let (mut read, mut written) = (0, Vec::new());
    for (len, bytes) in characters {
        if written.len() + bytes.len() > room {
            break;
        }
        read += len;
        written.extend(bytes);
    }
    (read, written)
}
