//! Measures how often detection is correct, compared with other detectors, on samples in every
//! encoding.
//!
//! `cargo xtask score-detect DIR` takes each `*.utf8.txt` under `DIR`, cuts samples of at most 20,
//! 50, 200 and 1000 bytes out of it in every encoding, and runs detection on each sample. An answer
//! is correct if the sample, read in the answered encoding, is the text that it was made from.
//!
//! `--peers` also runs the other detectors that are installed, and writes `docs/detection.md`.
//! Every second text is only for tuning. With `--tune`, the score is of those texts, otherwise of
//! the others.

mod peers;
mod report;
mod samples;

use std::path::Path;

use utfkit_text::detect;

/// The answers of a detector, one label per sample, as the detector spells it.
pub(crate) struct Answers {
    pub detector: String,
    pub labels: Vec<Option<String>>,
}

/// Runs the command and returns its output.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let (mut folder, mut peers, mut tune) = (None, false, false);
    for option in options {
        match *option {
            "--peers" => peers = true,
            "--tune" => tune = true,
            path => folder = Some(path),
        }
    }
    let folder = folder.ok_or("usage: cargo xtask score-detect DIR [--peers] [--tune]")?;
    let samples = samples::of(Path::new(folder), tune)?;
    let mut answers = vec![ours(&samples)];
    if peers {
        answers.extend(peers::ask(&samples)?);
    }
    let report = report::of(&samples, &answers, tune);
    if peers && !tune {
        let page = "docs/detection.md";
        // The part of the page that this command does not write stays unchanged.
        let old = std::fs::read_to_string(page).unwrap_or_default();
        let rest = old.find("\n## Speed").map_or("", |at| &old[at..]);
        std::fs::write(page, report.clone() + rest).map_err(|error| error.to_string())?;
    }
    Ok(report)
}

fn ours(samples: &[samples::Sample]) -> Answers {
    let label = |sample: &samples::Sample| {
        detect::detect(&sample.bytes).encoding().map(|encoding| encoding.name().to_owned())
    };
    Answers { detector: "utfkit".to_owned(), labels: samples.iter().map(label).collect() }
}
