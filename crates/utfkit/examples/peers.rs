//! Compares calls on short texts, labels, streams and single characters with `encoding_rs` and the
//! standard library, in one run. A figure over 1.0 means that this crate is faster.
//!
//! `cargo run --release -p utfkit --features legacy-charsets --example peers [ROW]`
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that measures")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use encoding_rs::Encoding as Theirs;
use utfkit::{
    Encoding, decode, decode_lossy, decode_whatwg, encode,
    encoding::{Label, LabelSet},
    transcode::Transcoder,
    utf8, utf16,
};

/// Returns the best time of one call of each of two functions, which take turns.
fn compare(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> [f64; 2] {
    let time = |call: &mut dyn FnMut(), calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed()
    };
    let mut calls = 1;
    while time(&mut ours, calls) < Duration::from_micros(400) {
        calls *= 2;
    }
    let mut best = [f64::MAX; 2];
    for _ in 0..60 {
        let rounds = [time(&mut ours, calls), time(&mut theirs, calls)];
        for (best, round) in best.iter_mut().zip(rounds) {
            *best = best.min(round.as_nanos() as f64 / f64::from(calls));
        }
    }
    best
}

fn row(name: &str, ours: impl FnMut(), theirs: impl FnMut()) {
    if std::env::args().nth(1).is_some_and(|wanted| !name.contains(&wanted)) {
        return;
    }
    let [ours, theirs] = compare(ours, theirs);
    println!("| {name} | {ours:.1} | {theirs:.1} | {:.2} |", theirs / ours);
}

const CHARSETS: [(&str, &str); 7] = [
    ("windows-1252", "Grüße, “très” naïve café – déjà vu à la carte. "),
    ("windows-1251", "Съешь же ещё этих мягких французских булок. "),
    ("windows-1256", "نص حكيم له سر قاطع وذو شأن عظيم. "),
    ("shift_jis", "いろはにほへと ちりぬるを カタカナ abc 漢字。"),
    ("gbk", "天地玄黄 宇宙洪荒 abc 日月盈昃。"),
    ("big5", "天地玄黃 宇宙洪荒 abc 日月盈昃。"),
    ("euc-kr", "키스의 고유조건은 입술끼리 만나야 abc。"),
];

fn streams(label: &str, text: &[u8], piece: usize) {
    let theirs = Theirs::for_label(label.as_bytes()).unwrap();
    let mut ours = Transcoder::whatwg(label).unwrap();
    let mut out = vec![0_u8; 3 * text.len() + 64];
    let mut other = vec![0_u8; 3 * text.len() + 64];
    row(
        &format!("stream {label} {} in {piece}", text.len()),
        || {
            ours.reset();
            let mut written = 0;
            for piece in black_box(text).chunks(piece) {
                written += ours.transcode(piece, &mut out[written..], false).written;
            }
            written += ours.transcode(b"", &mut out[written..], true).written;
            black_box(written);
        },
        || {
            let mut decoder = theirs.new_decoder();
            let mut written = 0;
            for piece in black_box(text).chunks(piece) {
                written += decoder.decode_to_utf8(piece, &mut other[written..], false).2;
            }
            written += decoder.decode_to_utf8(b"", &mut other[written..], true).2;
            black_box(written);
        },
    );
}

fn charsets() {
    for (label, text) in CHARSETS {
        let theirs = Theirs::for_label(label.as_bytes()).unwrap();
        let ours = Label::parse(label, LabelSet::Whatwg).unwrap();
        for len in [8, 40] {
            let text: String = text.chars().cycle().take(len).collect();
            let (bytes, ..) = theirs.encode(&text);
            row(
                &format!("decode {label} {len}"),
                || drop(black_box(decode(black_box(&bytes), ours))),
                || drop(black_box(theirs.decode_without_bom_handling(black_box(&bytes)))),
            );
            row(
                &format!("decode_whatwg {label} {len}"),
                || drop(black_box(decode_whatwg(black_box(&bytes), label))),
                || {
                    let theirs = Theirs::for_label(black_box(label.as_bytes())).unwrap();
                    drop(black_box(theirs.decode(black_box(&bytes))));
                },
            );
            row(
                &format!("encode {label} {len}"),
                || drop(black_box(encode(black_box(&text), ours))),
                || drop(black_box(theirs.encode(black_box(&text)))),
            );
        }
        let (bytes, ..) = theirs.encode(text);
        let long: Vec<u8> = bytes.iter().copied().cycle().take(4096).collect();
        for piece in [192, 255, 4096] {
            streams(label, &long, piece);
        }
    }
}

fn labels() {
    for label in ["utf-8", "windows-1252", "latin1", "Shift_JIS", "no-such-label"] {
        row(
            &format!("label {label}"),
            || {
                let _ = black_box(Label::parse(black_box(label), LabelSet::Whatwg));
            },
            || {
                let _ = black_box(Theirs::for_label(black_box(label.as_bytes())));
            },
        );
    }
}

fn unicode() {
    let mixed = "naïve “текст” かな漢字 \u{1F600} plain ascii words ";
    for len in [16, 256, 4096] {
        let text: String = mixed.chars().cycle().take(len).collect();
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let mut damaged = little.clone();
        let middle = damaged.len() / 4 * 2;
        damaged[middle..middle + 2].copy_from_slice(&[0, 0xD8]);
        for (name, bytes) in [("utf-16le", &little), ("utf-16le damaged", &damaged)] {
            row(
                &format!("decode_lossy {name} {len}"),
                || drop(black_box(decode_lossy(black_box(bytes), Encoding::Utf16Le))),
                || {
                    drop(black_box(
                        encoding_rs::UTF_16LE.decode_without_bom_handling(black_box(bytes)),
                    ))
                },
            );
        }
        row(
            &format!("chars of UTF-8 {len}"),
            || {
                let sum = utf8::chars(black_box(text.as_bytes()))
                    .fold(0_u32, |sum, c| sum ^ u32::from(c));
                black_box(sum);
            },
            || {
                let text = str::from_utf8(black_box(text.as_bytes())).unwrap();
                black_box(text.chars().fold(0_u32, |sum, c| sum ^ u32::from(c)));
            },
        );
        row(
            &format!("chars of UTF-16 {len}"),
            || {
                let sum =
                    utf16::chars(black_box(&units[..])).fold(0_u32, |sum, c| sum ^ u32::from(c));
                black_box(sum);
            },
            || {
                let chars = char::decode_utf16(black_box(&units).iter().copied());
                let chars = chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
                black_box(chars.fold(0_u32, |sum, c| sum ^ u32::from(c)));
            },
        );
        let other = units.clone();
        row(
            &format!("compare UTF-16 {len}"),
            || {
                black_box(utf16::compare(black_box(&units[..]), black_box(&other[..])));
            },
            || {
                black_box(black_box(&units[..]).cmp(black_box(&other[..])));
            },
        );
        let at = text.len() / 2;
        row(
            &format!("floor_boundary 8 places {len}"),
            || {
                for at in at..at + 8 {
                    black_box(utf8::floor_boundary(black_box(text.as_bytes()), black_box(at)));
                }
            },
            || {
                for at in at..at + 8 {
                    // `str::floor_char_boundary` is newer than the oldest compiler that we support.
                    let (text, at) = (black_box(text.as_str()), black_box(at));
                    black_box((0..=at).rev().find(|&at| text.is_char_boundary(at)));
                }
            },
        );
    }
}

fn main() {
    println!("| call | ours, ns | peer, ns | speed |\n| --- | --- | --- | --- |");
    labels();
    charsets();
    unicode();
}
