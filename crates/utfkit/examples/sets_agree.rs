//! Checks that every set of kernels agrees with the portable one, the last, on many texts. It is
//! for machines without a test runner: WebAssembly, and AArch64 under qemu.
//! `scripts/other-targets.sh` runs it.
//!
//! Texts and rooms are at the ends of memory, so a read or a write outside of them ends the program
//! with a signal. Without `mmap`, as in WebAssembly, only writes are detected.

use std::mem::MaybeUninit;

use fenced::FencedMemory;
use utfkit::simd::{Form, Level, active, available};

#[path = "../tests/it/support/fenced.rs"]
#[allow(clippy::expect_used, reason = "what tests share may panic")]
mod fenced;

/// The maximum number of bytes of a text.
const MAX: usize = 2048;

/// Mixes of characters that kernels treat differently.
const MIXES: [&str; 6] =
    ["a", "a\u{E9}", "\u{42F}", "\u{4E2D}", "\u{1F600}", "ab\u{E9}\u{4E2D}\u{1F600}\n"];

/// Returns the number of sets.
#[unsafe(no_mangle)]
pub extern "C" fn sets() -> usize {
    available().count()
}

/// Returns the number of disagreements with the portable set.
#[unsafe(no_mangle)]
pub extern "C" fn disagreements() -> usize {
    let mut trial = Trial::new();
    trial.random_texts();
    trial.tails_and_alignments();
    trial.errors_across_borders();
    trial.rooms();
    trial.wrong
}

/// The place of a text and of the room for its result in memory.
#[derive(Clone, Copy)]
enum Placement {
    /// Both end at the end of memory.
    End,
    /// Both begin at these offsets.
    Start(usize, usize),
}

/// Memory to try the sets on, and the number of wrong results.
struct Trial {
    src: FencedMemory,
    dst: FencedMemory,
    random: u64,
    wrong: usize,
}

impl Trial {
    fn new() -> Self {
        let (src, dst) = (FencedMemory::new(MAX), FencedMemory::new(8 * MAX));
        Self { src, dst, random: 0x9E37_79B9_7F4A_7C15, wrong: 0 }
    }

    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 33) as usize % end
    }

    /// Returns a text of `characters` characters of a mix.
    fn text(&mut self, mix: &str, characters: usize) -> String {
        let all: Vec<char> = mix.chars().collect();
        (0..characters).map(|_| all[self.below(all.len())]).collect()
    }

    /// Tries texts of any length, every other one damaged.
    fn random_texts(&mut self) {
        for round in 0..4000 {
            let characters = self.below(200);
            let text = self.text(MIXES[round % 6], characters);
            for form in Form::ALL {
                let mut bytes = in_form(form, &text);
                if round % 2 == 1 && !bytes.is_empty() {
                    let at = self.below(bytes.len());
                    bytes[at] = self.below(256) as u8;
                }
                let place = match round % 3 {
                    0 => Placement::Start(round % 33, round * 7 % 33),
                    _ => Placement::End,
                };
                self.compare(form, &bytes, place);
            }
        }
    }

    /// Tries texts cut after each byte, and texts of some lengths at each alignment.
    fn tails_and_alignments(&mut self) {
        for mix in MIXES {
            let text = self.text(mix, 140);
            for form in Form::ALL {
                let mut bytes = in_form(form, &text);
                bytes.truncate(140);
                for end in 0..=bytes.len() {
                    self.compare(form, &bytes[..end], Placement::End);
                }
                for end in [15, 16, 17, 31, 33, 64, 100, 140] {
                    for at in 0..=32 {
                        let bytes = &bytes[..end.min(bytes.len())];
                        self.compare(form, bytes, Placement::Start(at, at * 13 % 33));
                    }
                }
            }
        }
    }

    /// Tries damage around the ends of vectors of 16, 32 and 64 bytes.
    fn errors_across_borders(&mut self) {
        for mix in MIXES {
            let text = self.text(mix, 160);
            for form in Form::ALL {
                let clean = in_form(form, &text);
                for damage in damage(form) {
                    for at in [16, 32, 48, 64, 128].into_iter().flat_map(|end| end - 4..end + 3) {
                        let mut bytes = clean.clone();
                        bytes.truncate(200);
                        let Some(place) = bytes.get_mut(at..at + damage.len()) else { continue };
                        place.copy_from_slice(damage);
                        self.compare(form, &bytes, Placement::End);
                    }
                }
            }
        }
    }

    /// Tries every size of room.
    fn rooms(&mut self) {
        for mix in MIXES {
            let text = self.text(mix, 60);
            for form in Form::ALL {
                let mut bytes = in_form(form, &text);
                for damaged in [false, true] {
                    if damaged && !bytes.is_empty() {
                        let at = bytes.len() / 2;
                        bytes[at] = 0xDC;
                    }
                    for to in Form::ALL {
                        for room in 0..4 * bytes.len().min(70) {
                            self.compare_all(|trial, kernels| {
                                trial.writing(kernels, [form, to], &bytes, Placement::End, room)
                            });
                        }
                    }
                }
            }
        }
    }

    /// Counts the sets whose `answer` differs from that of the last one.
    fn compare_all<A: PartialEq>(&mut self, answer: impl Fn(&mut Self, Level) -> A) {
        let expected = answer(self, portable());
        for kernels in available() {
            self.wrong += usize::from(answer(self, kernels) != expected);
        }
    }

    fn compare(&mut self, form: Form, text: &[u8], place: Placement) {
        self.compare_all(|trial, kernels| trial.answers(kernels, form, text, place));
    }

    /// Returns all results of a set for a text.
    fn answers(
        &mut self,
        kernels: Level,
        form: Form,
        text: &[u8],
        place: Placement,
    ) -> Vec<Answer> {
        let src = put(&mut self.src, place, text);
        let valid = kernels.validate(form, src);
        let mut answers =
            vec![Answer { numbers: [valid, kernels.lines(form, src), 0], bytes: vec![] }];
        let mut add = |numbers| answers.push(Answer { numbers, bytes: vec![] });
        for to in Form::ALL {
            let length = kernels.length_lossy(form, to, src);
            add([length.units, length.replaced, 0]);
            // For ill-formed text, the numbers are unspecified, but the calls must be harmless.
            let units = kernels.length(form, to, src);
            add([if valid == text.len() { units } else { 0 }, 0, 0]);
        }
        let contents = kernels.contents(src);
        if form == Form::Utf8 && valid == text.len() {
            add([contents.characters, contents.supplementary, contents.greatest.into()]);
        }
        for to in Form::ALL {
            let full = 4 * text.len() + 8;
            let need = self.writing(kernels, [form, to], text, place, full);
            let strict = need[0].bytes.len();
            let lossy = need[1].bytes.len();
            // Try room that is enough, more than enough, and not enough.
            for room in [strict, strict.saturating_sub(1), strict / 2, lossy, lossy + 40] {
                answers.extend(self.writing(kernels, [form, to], text, place, room));
            }
            answers.extend(need);
        }
        answers
    }

    /// Returns the results of conversions into `room` bytes, strict and with replacement.
    fn writing(
        &mut self,
        kernels: Level,
        [from, to]: [Form; 2],
        text: &[u8],
        place: Placement,
        room: usize,
    ) -> [Answer; 2] {
        let src = put(&mut self.src, place, text);
        let dst = room_of(&mut self.dst, place, room);
        let done = kernels.convert(from, to, src, uninit(dst));
        let strict = Answer { numbers: [done.read, 0, 0], bytes: dst[..done.written].into() };
        self.wrong += usize::from(!is_untouched(&mut self.dst, place, room));
        let dst = room_of(&mut self.dst, place, room);
        let done = kernels.convert_lossy(from, to, src, uninit(dst));
        let bytes = dst[..done.written].into();
        let lossy = Answer { numbers: [done.read, done.replaced, 0], bytes };
        self.wrong += usize::from(!is_untouched(&mut self.dst, place, room));
        [strict, lossy]
    }
}

/// The result of a kernel.
#[derive(PartialEq)]
struct Answer {
    numbers: [usize; 3],
    bytes: Vec<u8>,
}

/// A byte that no kernel writes by chance.
const CANARY: u8 = 0x5A;

/// Copies `text` into memory.
fn put<'m>(memory: &'m mut FencedMemory, place: Placement, text: &[u8]) -> &'m [u8] {
    let src = match place {
        Placement::End => memory.at_end(text.len()),
        Placement::Start(from, _) => memory.at_start(from, text.len()),
    };
    src.copy_from_slice(text);
    src
}

/// The number of bytes around room that is not at the end of memory: enough for a vector or two.
const AROUND: usize = 128;

/// Returns `room` bytes to write to, with canaries after them.
fn room_of(memory: &mut FencedMemory, place: Placement, room: usize) -> &mut [u8] {
    match place {
        Placement::End => {
            let dst = memory.at_end(room);
            dst.fill(CANARY);
            dst
        }
        Placement::Start(_, to) => {
            memory.at_start(0, to + room + AROUND).fill(CANARY);
            memory.at_start(to, room)
        }
    }
}

/// Returns `true` if the canaries around the room are intact. At the end of memory, there are none.
fn is_untouched(memory: &mut FencedMemory, place: Placement, room: usize) -> bool {
    let Placement::Start(_, to) = place else { return true };
    let all = memory.at_start(0, to + room + AROUND);
    all[..to].iter().chain(&all[to + room..]).all(|&byte| byte == CANARY)
}

/// Returns initialized memory as room for a kernel, which writes only initialized bytes.
fn uninit(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same layout. By their contract, kernels keep the bytes initialized.
    unsafe { &mut *(bytes as *mut [u8] as *mut [MaybeUninit<u8>]) }
}

/// Returns the set that all others are compared with.
fn portable() -> Level {
    available().last().unwrap_or(active())
}

/// Returns `text` in `form`, up to the first character that the form lacks.
fn in_form(form: Form, text: &str) -> Vec<u8> {
    let mut bytes = vec![0; 4 * text.len()];
    let done = portable().convert(Form::Utf8, form, text.as_bytes(), uninit(&mut bytes));
    bytes.truncate(done.written);
    bytes
}

/// Returns bytes that are ill-formed in `form`, at least at the start of a unit.
fn damage(form: Form) -> &'static [&'static [u8]] {
    match form {
        Form::Latin1 => &[b"\x80", b"\xFF"],
        Form::Utf8 => &[
            b"\x80",
            b"\xC3",
            b"\xC0\x80",
            b"\xE0\x9F\xBF",
            b"\xE2\x82",
            b"\xED\xA0\x80",
            b"\xF0\x8F\xBF\xBF",
            b"\xF0\x9F\x98",
            b"\xF4\x90\x80\x80",
            b"\xFF",
        ],
        Form::Utf16Le => &[b"\x00\xD8", b"\xFF\xDF", b"\x00\xDC\x00\xD8", b"\x3D\xD8\x41\x00"],
        Form::Utf16Be => &[b"\xD8\x00", b"\xDF\xFF", b"\xDC\x00\xD8\x00", b"\xD8\x3D\x00\x41"],
        Form::Utf32Le => &[b"\x00\xD8\x00\x00", b"\x00\x00\x11\x00", b"\x41\x00\x00\x80"],
        Form::Utf32Be => &[b"\x00\x00\xD8\x00", b"\x00\x11\x00\x00", b"\x80\x00\x00\x41"],
    }
}

#[allow(dead_code, reason = "not the entry where this is a library")]
fn main() {
    let names: Vec<_> = available().map(Level::name).collect();
    let wrong = disagreements();
    println!("{names:?}: {wrong} disagreements");
    std::process::exit(i32::from(wrong > 0));
}
