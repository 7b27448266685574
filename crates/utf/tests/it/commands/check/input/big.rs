//! Large inputs and inputs full of errors: memory does not grow, and time grows linearly.

use std::{
    io::{Read, Write},
    thread,
    time::{Duration, Instant},
};

use crate::support::{Folder, peak_memory};

const MAX_KIB: u64 = 32 * 1024;

/// Returns a smaller size for code that is not optimized.
const fn scaled(size: usize) -> usize {
    if cfg!(debug_assertions) { size / 20 } else { size }
}

/// Pipes `block` into the command `times` times, then `end`, and checks the memory. Returns at most
/// the last 4 KiB of the output.
fn big(options: &[&str], block: &[u8], times: usize, end: &[u8]) -> String {
    let folder = Folder::new();
    let mut child = folder.start(&[&["check"], options].concat());
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let tail = thread::spawn(move || {
        let (mut room, mut tail) = (vec![0; 1 << 16], Vec::new());
        while let Ok(len @ 1..) = stdout.read(&mut room) {
            tail.extend_from_slice(&room[..len]);
            tail.drain(..tail.len().saturating_sub(4096));
        }
        tail
    });
    for _ in 0..times {
        stdin.write_all(block).unwrap();
    }
    stdin.write_all(end).unwrap();
    let peak = peak_memory(child.id());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(peak < MAX_KIB, "{peak} KiB");
    String::from_utf8_lossy(&tail.join().unwrap()).into_owned()
}

#[test]
fn one_long_line() {
    let block = "no line feed \u{20AC} ".repeat(1 << 16);
    let times = 50_000_000 / block.len();
    let characters = block.chars().count() * times;
    let report = big(&[], block.as_bytes(), times, b"\xE2\x82");
    let offset = block.len() * times;
    assert!(report.contains(&format!(" --> <stdin>:1:{}\n", characters + 1)), "{report}");
    assert!(report.contains(&format!(" byte {offset}: E2 announces 3 bytes")), "{report}");
}

#[test]
fn reports_a_million_errors() {
    let line = b"some text here \xFF and more text behind it\n";
    let times = scaled(1_000_000) / 1000;
    let sentence = format!(": {} ill-formed sequences in 1 file", times * 1000);
    let unshown = times * 1000 - 20;
    let sentence = format!("{sentence}; {unshown} not shown (see --max-findings)\n");
    for (options, end) in [
        (&[][..], sentence.as_str()),
        (&["-c"], &format!("<stdin>:{}\n", times * 1000)),
        (&["--format", "json"], "}\n"),
        (
            &["--max-findings", "1"],
            &format!("; {} not shown (see --max-findings)\n", times * 1000 - 1),
        ),
    ] {
        let began = Instant::now();
        let report = big(options, &line.repeat(1000), times, b"");
        assert!(report.ends_with(end), "{report}");
        assert!(began.elapsed() < Duration::from_secs(60));
    }
}

/// A single line full of errors: each error is in the context of many others.
#[test]
fn dense_garbage() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let garbage: Vec<u8> = (0..1 << 16).map(|_| next()).collect();
    let count =
        |report: &str| report.trim_start_matches("<stdin>:").trim().parse::<usize>().unwrap();
    let once = count(&big(&["-c"], &garbage, 1, b""));
    let times = scaled(20_000_000) / garbage.len();
    let all = count(&big(&["-c"], &garbage, times, b""));
    assert!(all.abs_diff(once * times) <= times, "{once} {times} {all}");
    let continuations = vec![0x80; 1 << 16];
    let began = Instant::now();
    assert_eq!(count(&big(&["-c"], &continuations, times, b"")), times << 16);
    big(&["--format", "json"], &garbage, times.div_ceil(4), b"");
    big(&[], &garbage, times.div_ceil(20), b"");
    assert!(began.elapsed() < Duration::from_secs(120));
}
