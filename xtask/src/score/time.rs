//! Measures the time of a decision.
//!
//! `cargo xtask score-time DIR` detects the encoding of each file of a directory, and prints the
//! median, the 90th percentile, and the mean. The time of a file is the least of several rounds, so
//! that other programs hardly count. The first decision of the process comes before, with the first
//! file by name: it also reads the model.

use std::{fs, hint::black_box, time::Instant};

use utfkit_text::detect::detect;

/// The number of rounds.
const ROUNDS: usize = 7;

/// Runs the command and returns its output.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let [folder] = options else { return Err("usage: cargo xtask score-time DIR".to_owned()) };
    let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts: Vec<Vec<u8>> = paths.iter().filter_map(|path| fs::read(path).ok()).collect();
    let time = |text: &Vec<u8>| {
        let start = Instant::now();
        black_box(detect(black_box(text)));
        start.elapsed().as_secs_f64() * 1e3
    };
    let first = texts.first().map(time).ok_or(format!("{folder}: no files"))?;
    let best = |text: &Vec<u8>| (0..ROUNDS).map(|_| time(text)).fold(f64::MAX, f64::min);
    let mut times: Vec<f64> = texts.iter().map(best).collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let at = |tenths: usize| times[times.len() * tenths / 10];
    Ok(format!(
        "first {first:.1} ms; {} files: median {:.3} ms, nine of ten {:.3} ms, mean {mean:.3} ms",
        times.len(),
        at(5),
        at(9),
    ))
}
