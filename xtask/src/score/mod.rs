//! Measures how often detection is correct, compared with other detectors, on samples in every
//! encoding.
//!
//! `cargo xtask score-detect DIR` takes each `*.utf8.txt` under `DIR`, cuts samples of at most 20,
//! 50, 200 and 1000 bytes out of it in every encoding, and runs detection on each sample. An answer
//! is correct if the sample, read in the answered encoding, is the text that it was made from. The
//! report has a table that compares the confidence of answers with the share of correct ones.
//!
//! `--peers` also runs the other detectors that are installed.
//! Every second text is only for tuning. With `--tune`, the score is of those texts, otherwise of
//! the others.

mod charsets;
pub(crate) mod confidence;
mod damaged;
pub(crate) mod heal;
mod misread;
pub(crate) mod mixed;
mod peers;
mod random;
pub(crate) mod repair;
mod report;
mod samples;
mod texts;
pub(crate) mod time;

use std::path::Path;

use utfkit_text::detect;

/// The answers of a detector, one label per sample, as the detector spells it.
pub(crate) struct Answers {
    pub detector: String,
    pub labels: Vec<Option<String>>,
}

/// The options of a score that draws its samples.
struct Drawn<'a> {
    folder: Option<&'a Path>,
    seed: u64,
    /// Whether the wrong samples are listed.
    wrong: bool,
}

impl<'a> Drawn<'a> {
    /// Parses `[DIR] [--seed N] [--wrong]`, the options of `command`.
    fn parse(options: &[&'a str], command: &str) -> Result<Self, String> {
        let mut drawn = Drawn { folder: None, seed: 1, wrong: false };
        let mut options = options.iter();
        while let Some(option) = options.next() {
            match *option {
                "--seed" => {
                    let number = options.next().and_then(|number| number.parse().ok());
                    drawn.seed = number.ok_or("--seed: not a number")?;
                }
                "--wrong" => drawn.wrong = true,
                option if option.starts_with('-') => {
                    return Err(format!("usage: cargo xtask {command} [DIR] [--seed N] [--wrong]"));
                }
                path => drawn.folder = Some(Path::new(path)),
            }
        }
        Ok(drawn)
    }
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
    let (ours, confidences) = ours(&samples);
    let mut answers = vec![ours];
    if peers {
        answers.extend(peers::ask(&samples)?);
    }
    Ok(report::of(&samples, &answers, &confidences, tune))
}

/// Returns the answers of this library, and their confidences.
fn ours(samples: &[samples::Sample]) -> (Answers, Vec<f32>) {
    let answer = |sample: &samples::Sample| {
        let detection = detect::detect(&sample.bytes);
        let label = detection.encoding().map(|encoding| encoding.name().to_owned());
        (label, detection.confidence())
    };
    let (labels, confidences) = samples.iter().map(answer).unzip();
    (Answers { detector: "utfkit".to_owned(), labels }, confidences)
}
