//! Measures the speed of three kinds of text: text in which every character is encoded differently
//! in a relative of UTF-8, text without such characters, and text with many characters that the
//! target lacks. Prints GB/s of input, the best of several runs.
#![expect(clippy::expect_used, reason = "an example")]

use std::{hint::black_box, time::Instant};

use utfkit::{
    Encoding::{
        self, Cesu8, Iso8859_1, JavaModifiedUtf8, Unicode11Utf8, UsAscii, Utf1, Utf8, Utf16Le,
        Utf32Le,
    },
    transcode::{Policy, Transcoder, convert},
};

/// The number of bytes of a text of each kind.
const LEN: usize = 1 << 20;

fn main() {
    let texts = [
        ("Chinese", "\u{4E2D}\u{6587}\u{7684}".to_owned()),
        ("emoji", "\u{1F600}\u{1F4A9}".to_owned()),
        ("emoji in ASCII", "some words \u{1F600} ".to_owned()),
        ("NULs", "\0".to_owned()),
        ("NULs in ASCII", "some words\0".to_owned()),
        ("Hangul", "\u{AC00}\u{B098}".to_owned()),
    ];
    let pairs = [
        (Utf8, Utf16Le),
        (Cesu8, Utf8),
        (Utf8, Cesu8),
        (JavaModifiedUtf8, Utf8),
        (Utf8, JavaModifiedUtf8),
        (JavaModifiedUtf8, Utf16Le),
        (Cesu8, JavaModifiedUtf8),
        (Unicode11Utf8, Utf8),
        (Utf8, Unicode11Utf8),
        (Utf32Le, Cesu8),
        (Utf1, Utf8),
        (Utf8, Utf1),
        (Utf8, UsAscii),
        (Utf8, Iso8859_1),
    ];
    print!("{:36}", "");
    texts.iter().for_each(|(name, _)| print!("{name:>16}"));
    println!();
    for (from, to) in pairs {
        print!("{:36}", format!("{from} to {to}"));
        for (_, text) in &texts {
            let text = text.repeat(LEN / text.len());
            match convert(text.as_bytes(), Utf8, from) {
                Ok(bytes) => print!("{:16.2}", speed(&bytes, from, to)),
                Err(_) => print!("{:>16}", "-"),
            }
        }
        println!();
    }
}

/// Returns the speed of converting `bytes`, with a question mark for each character that `to`
/// lacks.
fn speed(bytes: &[u8], from: Encoding, to: Encoding) -> f64 {
    let mut out = vec![0; 4 * LEN + 16];
    let once = |out: &mut [u8]| {
        let begun = Instant::now();
        let mut transcoder = Transcoder::new(from, to).policy(Policy::ReplaceWith("?"));
        let outcome = transcoder.transcode(black_box(bytes), out, true);
        assert_eq!(outcome.read, bytes.len());
        begun.elapsed()
    };
    let best = (0..7).map(|_| once(&mut out)).min().expect("several runs");
    bytes.len() as f64 / best.as_secs_f64() / 1e9
}
