//! Whether every set of kernels agrees with the last, the portable one, on many texts: for machines
//! without a test runner: WebAssembly, AArch64 under qemu. `scripts/other-targets.sh` runs it.

use std::mem::MaybeUninit;

use utfkit::simd::{Form, Kernels, available};

/// How many sets there are.
#[unsafe(no_mangle)]
pub extern "C" fn sets() -> usize {
    available().count()
}

/// How many times a set does not do what the portable one does.
#[unsafe(no_mangle)]
pub extern "C" fn disagreements() -> usize {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    let mut wrong = 0;
    for round in 0..4000 {
        let mix =
            ["a", "a\u{E9}", "\u{42F}", "\u{4E2D}", "\u{1F600}", "ab\u{E9}\u{4E2D}\u{1F600}\n"]
                [round % 6];
        let characters: Vec<char> = mix.chars().collect();
        let text: String = (0..next(200)).map(|_| characters[next(characters.len())]).collect();
        for form in Form::ALL {
            let mut octets = vec![0; 4 * text.len()];
            let portable = available().last().unwrap_or(utfkit::simd::active());
            let done = convert(portable, Form::Utf8, form, text.as_bytes(), &mut octets);
            octets.truncate(done.1);
            if round % 2 == 1 && !octets.is_empty() {
                let at = next(octets.len());
                octets[at] = next(256) as u8;
            }
            for kernels in available() {
                wrong += usize::from(
                    answers(kernels, form, &octets) != answers(portable, form, &octets),
                );
            }
        }
    }
    wrong
}

fn convert(kernels: &Kernels, from: Form, to: Form, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let mut room = vec![MaybeUninit::new(0); dst.len()];
    let done = kernels.convert(from, to, src, &mut room);
    for (slot, octet) in dst.iter_mut().zip(&room[..done.written]) {
        // SAFETY: all of the room was initialized above.
        *slot = unsafe { octet.assume_init() };
    }
    (done.read, done.written)
}

/// Everything that a set says about a text.
fn answers(kernels: &Kernels, form: Form, text: &[u8]) -> Vec<(usize, usize, Vec<u8>)> {
    let valid = kernels.validate(form, text);
    let mut answers = vec![(valid, kernels.lines(form, text), Vec::new())];
    for to in Form::ALL {
        if valid == text.len() {
            answers.push((kernels.length(form, to, text), 0, Vec::new()));
        }
        // Into room that is now enough and now not.
        let full = convert(kernels, form, to, text, &mut vec![0; 4 * text.len()]).1;
        for most in [4 * text.len(), full, full.saturating_sub(1), full / 2] {
            let mut room = vec![0; most];
            let done = convert(kernels, form, to, text, &mut room);
            room.truncate(done.1);
            answers.push((done.0, done.1, room));
        }
        // With replacement likewise.
        for most in [7 * text.len(), text.len()] {
            let mut room = vec![MaybeUninit::new(0); most];
            let done = kernels.convert_lossy(form, to, text, &mut room);
            // SAFETY: all of the room was initialized above.
            let room = room[..done.written].iter().map(|octet| unsafe { octet.assume_init() });
            answers.push((done.read, done.replaced, room.collect()));
        }
        let length = kernels.length_lossy(form, to, text);
        answers.push((length.units, length.replaced, Vec::new()));
    }
    answers
}

#[allow(dead_code, reason = "not the entry where this is a library")]
fn main() {
    let names: Vec<_> = available().map(Kernels::name).collect();
    let wrong = disagreements();
    println!("{names:?}: {wrong} disagreements");
    std::process::exit(i32::from(wrong > 0));
}
