//! Data that is not text.

use super::Sample;
use crate::score::random::Random;

/// The number of bytes at the start of a file, and the number of samples of each kind of made data.
const START: usize = 64 << 10;
const MADE: usize = 40;
const SIZES: [usize; 4] = [40, 120, 600, 4000];

/// Words of ASCII, in which other bytes are noise.
const WORDS: [&str; 6] = ["garbage", "a", "The name of the file is", "0x1F", "key=value;", "end"];

/// Adds the jury: the starts of `files`, and made data.
pub(super) fn add(all: &mut Vec<Sample>, files: &[Vec<u8>], random: &mut Random) {
    let mut push = |kind: &str, bytes: Vec<u8>| {
        let (kind, text) = (kind.to_owned(), String::new());
        all.push(Sample { jury: "binary", kind, charset: None, bytes, text });
    };
    for file in files {
        // Inside, a file can have text, such as the messages of a program.
        let start = &file[..file.len().min(START)];
        if !is_text(start) {
            push("file", start.to_vec());
        }
    }
    for _ in 0..MADE {
        let size = SIZES[random.below(SIZES.len())];
        // A few bytes of noise prove no charset.
        let mut text = WORDS[random.below(WORDS.len())].as_bytes().to_vec();
        text.extend([&b""[..], b" "][random.below(2)]);
        text.extend((0..1 + random.below(3)).map(|_| 0x80 + random.below(128) as u8));
        text.extend(WORDS[random.below(WORDS.len())].as_bytes());
        if str::from_utf8(&text).is_err() {
            push("noise in ASCII", text);
        }
        push("random bytes", (0..size).map(|_| random.below(256) as u8).collect());
        let step = 1 + random.below(500);
        let words = (0..size / 4).map(|at| (at * step) as u32);
        push("numbers of 32 bits", words.flat_map(u32::to_le_bytes).collect());
        let numbers = (0..size / 2).map(|_| (random.below(4000) as i16) - 2000);
        push("numbers of 16 bits", numbers.flat_map(i16::to_le_bytes).collect());
        let numbers = (0..size / 8).map(|_| random.below(100_000) as f64 / 7.0);
        push("floating-point numbers", numbers.flat_map(f64::to_be_bytes).collect());
    }
}

/// Returns `true` if next to no bytes are controls that text does not have.
fn is_text(bytes: &[u8]) -> bool {
    let strange = bytes.iter().filter(|&&byte| byte < 9 || (14..32).contains(&byte) || byte == 127);
    strange.count() * 50 < bytes.len()
}
