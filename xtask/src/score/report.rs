//! The scores, as Markdown.

use std::{collections::BTreeMap, fmt::Write as _};

use utfkit::{
    Encoding,
    encoding::{BomPolicy, Label, LabelSet},
    transcode::Transcoder,
};

use super::{
    Answers,
    samples::{Kind, SIZES, Sample},
};

/// Returns the report. `confidences` belong to the first answers.
pub(super) fn of(
    samples: &[Sample],
    answers: &[Answers],
    confidences: &[f32],
    tune: bool,
) -> String {
    let right: Vec<Vec<bool>> = answers
        .iter()
        .map(|answers| {
            samples.iter().zip(&answers.labels).map(|(s, label)| is_right(s, label)).collect()
        })
        .collect();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{}", intro(samples.len(), tune));
    by_kind(&mut out, samples, answers, &right);
    by_encoding(&mut out, samples, &right[0]);
    calibration(&mut out, samples, confidences, &right[0]);
    confusion(&mut out, samples, &answers[0], &right[0]);
    out
}

fn intro(count: usize, tune: bool) -> String {
    let which = if tune { "with" } else { "without" };
    format!(
        "# Scores of detection\n\n\
         {count} samples from every second text, {which} `--tune`. A sample is a piece of at most 20, 50, 200 or\n\
         1000 bytes in one encoding. An answer is correct if the sample, decoded with it, is the original text,\n\
         apart from a BOM. Samples that are the same bytes in UTF-8 are not used for other encodings.\n"
    )
}

/// Returns `true` if the sample, read as `label`, is its text.
fn is_right(sample: &Sample, label: &Option<String>) -> bool {
    let Some(encoding) = label.as_deref().and_then(encoding) else { return false };
    let mut bytes = Vec::new();
    let mut transcoder = Transcoder::new(encoding, Encoding::Utf8).bom(BomPolicy::Auto);
    let read = transcoder.transcode_to_vec(&sample.bytes, &mut bytes, true);
    let text = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(&bytes);
    read.is_ok() && text == sample.text.as_bytes()
}

/// Returns the encoding that a detector's label means.
fn encoding(label: &str) -> Option<Encoding> {
    let label = label.to_lowercase();
    let sets = [LabelSet::default(), LabelSet::Python];
    let known = |label: &str| sets.iter().find_map(|&set| Label::parse(label, set).ok());
    let known = known(&label).or_else(|| known(&label.replace('_', "-")));
    // Python's `utf_16` and `utf_32` mean the byte order of the machine if there is no BOM. Such
    // answers are rare.
    known.map(|label| label.encoding())
}

fn by_kind(out: &mut String, samples: &[Sample], answers: &[Answers], right: &[Vec<bool>]) {
    let kinds: [(&str, &[Kind]); 4] = [
        ("UTF-8, -16, -32", &[Kind::Utf]),
        ("relatives", &[Kind::Relative]),
        ("charsets", &[Kind::Legacy]),
        ("all", &[Kind::Utf, Kind::Relative, Kind::Legacy]),
    ];
    let _ = writeln!(out, "## Correct answers, in percent\n");
    for size in SIZES {
        let _ = write!(out, "| {size} bytes | samples |");
        answers.iter().for_each(|answers| _ = write!(out, " {} |", answers.detector));
        let _ = writeln!(out, "\n| --- | --- |{}", " --- |".repeat(answers.len()));
        for (name, kinds) in kinds {
            let of_kind = |sample: &Sample| sample.size == size && kinds.contains(&sample.kind);
            let count = samples.iter().filter(|sample| of_kind(sample)).count();
            let _ = write!(out, "| {name} | {count} |");
            for right in right {
                let _ = write!(out, " {} |", percent(samples, right, of_kind));
            }
            let _ = writeln!(out);
        }
        let _ = writeln!(out);
    }
}

/// The lower ends of the bins of confidence, and the upper end of the last one.
const BINS: [f32; 7] = [0.0, 0.5, 0.7, 0.9, 0.97, 0.985, 1.0];

/// Compares the mean confidence of answers for legacy charsets with the share of correct answers.
fn calibration(out: &mut String, samples: &[Sample], confidences: &[f32], right: &[bool]) {
    let _ = writeln!(out, "## Confidence of utfkit for charsets\n");
    let _ = writeln!(out, "| confidence | samples | mean | correct |\n| --- | --- | --- | --- |");
    let answers: Vec<(f32, bool)> = samples
        .iter()
        .zip(confidences.iter().copied().zip(right.iter().copied()))
        .filter(|(sample, _)| sample.kind == Kind::Legacy)
        .map(|(_, answer)| answer)
        .collect();
    for bin in BINS.windows(2) {
        let of: Vec<_> =
            answers.iter().filter(|(said, _)| (bin[0]..bin[1]).contains(said)).collect();
        if of.is_empty() {
            continue;
        }
        let mean = of.iter().map(|(said, _)| f64::from(*said)).sum::<f64>() / of.len() as f64;
        let correct = of.iter().filter(|(_, right)| *right).count() as f64 / of.len() as f64;
        let (from, to, count) = (bin[0], bin[1], of.len());
        let _ = writeln!(out, "| {from} to {to} | {count} | {mean:.3} | {correct:.3} |");
    }
    let _ = writeln!(out);
}

fn percent(samples: &[Sample], right: &[bool], wanted: impl Fn(&Sample) -> bool) -> String {
    let of: Vec<_> = samples.iter().zip(right).filter(|(sample, _)| wanted(sample)).collect();
    let good = of.iter().filter(|(_, right)| **right).count();
    match of.len() {
        0 => "-".to_owned(),
        len => format!("{:.1}", 100.0 * good as f64 / len as f64),
    }
}

fn by_encoding(out: &mut String, samples: &[Sample], right: &[bool]) {
    let _ = writeln!(out, "## Correct answers of utfkit by encoding, in percent\n");
    let _ = writeln!(out, "| encoding | 20 | 50 | 200 | 1000 |\n| --- | --- | --- | --- | --- |");
    let mut names: Vec<_> = samples.iter().map(|sample| sample.name).collect();
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(name);
            true
        }
    });
    for name in names {
        let _ = write!(out, "| {name} |");
        for size in SIZES {
            let cell = percent(samples, right, |sample| sample.name == name && sample.size == size);
            let _ = write!(out, " {cell} |");
        }
        let _ = writeln!(out);
    }
    let _ = writeln!(out);
}

fn confusion(out: &mut String, samples: &[Sample], answers: &Answers, right: &[bool]) {
    let mut wrong: BTreeMap<(&str, &str), [usize; 4]> = BTreeMap::new();
    for ((sample, label), _) in
        samples.iter().zip(&answers.labels).zip(right).filter(|(_, right)| !**right)
    {
        let at = SIZES.iter().position(|&size| size == sample.size).unwrap_or_default();
        wrong.entry((sample.name, label.as_deref().unwrap_or("can't tell"))).or_default()[at] += 1;
    }
    let _ = writeln!(out, "## Wrong answers of utfkit\n");
    let _ = writeln!(
        out,
        "| encoding | answer | 20 | 50 | 200 | 1000 |\n| --- | --- | --- | --- | --- | --- |"
    );
    for ((is, said), counts) in wrong {
        let cells: Vec<_> = counts.iter().map(usize::to_string).collect();
        let _ = writeln!(out, "| {is} | {said} | {} |", cells.join(" | "));
    }
}
