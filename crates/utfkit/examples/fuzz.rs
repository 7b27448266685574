//! Tests the library with random bytes: no cut changes a result, and `std` reads the same text.
//!
//! The directory `fuzz` has more such checks, which a fuzzer guides.
//!
//! ```text
//! cargo run --release -p utfkit --example fuzz -- 100000
//! ```

use std::env;

use utfkit::{
    Encoding,
    transcode::{Policy, Transcoder},
    utf8::{Piece, Utf8Stream},
};

fn main() {
    let rounds = env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(10_000);
    run(rounds, 0x9E37_79B9_7F4A_7C15);
    println!("{rounds} texts");
}

/// Checks this number of random texts.
pub(crate) fn run(rounds: u64, mut seed: u64) {
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    // Bytes that begin, continue and break sequences.
    const BYTES: &[u8] = b"az\n\x80\xBF\xC2\xC3\xE0\xE2\xED\xEF\xF0\xF4\xF5\xFF";
    for _ in 0..rounds {
        let length = random() % 40;
        let bytes: Vec<u8> =
            (0..length).map(|_| BYTES[(random() % BYTES.len() as u64) as usize]).collect();
        let cut = (random() % (length + 1)) as usize;
        check(&bytes, bytes.split_at(cut).into());
    }
}

fn check(bytes: &[u8], pieces: [&[u8]; 2]) {
    let expected = String::from_utf8_lossy(bytes);

    let (mut stream, mut text) = (Utf8Stream::new(), String::new());
    for piece in pieces {
        text.extend(stream.feed(piece).map(Piece::lossy));
    }
    text.extend(stream.finish().map(Piece::lossy));
    assert_eq!(text, expected, "{bytes:X?}");

    let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8).policy(Policy::Replace);
    let mut text = String::new();
    for (piece, last) in pieces.into_iter().zip([false, true]) {
        let done = transcoder.transcode_to_string(piece, &mut text, last);
        assert_eq!(done, Ok(()), "{bytes:X?}");
    }
    assert_eq!(text, expected, "{bytes:X?}");
}
