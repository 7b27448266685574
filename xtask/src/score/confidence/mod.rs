//! Measures whether the confidence of detection is the share of correct answers.
//!
//! `cargo xtask score-confidence [DIR] [--seed N] [--wrong]` draws samples of many kinds, the
//! *juries*, in all charsets of their languages. The texts are those of `testdata/languages.txt`,
//! the kinds of [`texts`](super::texts), and those under `DIR`. An answer is correct if the sample
//! decodes with it to the text that it was made from. Unknown and binary are not answers.
//!
//! `--wrong` lists each wrong answer above [`SURE`] with a reason.
//!
//! `cargo xtask train-confidence DIR` writes the table of the library that maps the confidence of the
//! model to these shares. Its seeds are [`fit::SEEDS`]: a score with one of them is not a test.

mod fit;
mod juries;
mod reason;
mod report;

use std::path::Path;

use utfkit::Encoding;
use utfkit_text::detect;

use super::{Drawn, texts::Texts};

/// An answer above this confidence counts as sure.
const SURE: f32 = 0.95;

/// A piece of text in an encoding, or binary data.
struct Sample {
    jury: &'static str,
    /// The language, or the kind of the text.
    kind: String,
    /// The name of the charset, unless the data is binary.
    charset: Option<&'static str>,
    bytes: Vec<u8>,
    /// The text that `bytes` decode to in the charset.
    text: String,
}

/// An answer of the detector.
struct Answer {
    encoding: Encoding,
    confidence: f32,
    is_right: bool,
}

/// Runs the command and returns its output.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let Drawn { folder, seed, wrong } = Drawn::parse(options, "score-confidence")?;
    let texts = Texts::of(folder)?;
    let samples = juries::samples(&texts, seed);
    let answers: Vec<Option<Answer>> = samples.iter().map(answer).collect();
    let mut out = report::tables(&samples, &answers);
    if wrong {
        out.push_str(&report::wrong(&samples, &answers));
    }
    Ok(out)
}

/// Fits the table of the library to the juries, and writes it.
pub(crate) fn train(options: &[&str]) -> Result<String, String> {
    let [folder] = options else {
        return Err("usage: cargo xtask train-confidence DIR".to_owned());
    };
    let texts = Texts::of(Some(Path::new(folder)))?;
    let mut known = Vec::new();
    for seed in fit::SEEDS {
        let samples = juries::samples(&texts, seed);
        let answers: Vec<Option<Answer>> = samples.iter().map(answer).collect();
        known.extend(samples.into_iter().zip(answers).filter_map(|(one, said)| {
            let said = said?;
            Some(fit::Known::of(one.jury, &one.bytes, said.confidence, said.is_right))
        }));
    }
    fit::write(&known)
}

fn answer(sample: &Sample) -> Option<Answer> {
    let detection = detect::detect(&sample.bytes);
    let encoding = detection.encoding()?;
    let is_right = sample.charset.is_some()
        && juries::decoded(&sample.bytes, encoding).as_deref() == Some(sample.text.as_str());
    Some(Answer { encoding, confidence: detection.confidence(), is_right })
}
