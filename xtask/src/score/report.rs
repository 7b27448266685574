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

/// Returns the report.
pub(super) fn of(samples: &[Sample], answers: &[Answers], tune: bool) -> String {
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
    confusion(&mut out, samples, &answers[0], &right[0]);
    out
}

fn intro(count: usize, tune: bool) -> String {
    let which = if tune {
        "those for tuning"
    } else {
        "not those for tuning; but after a first look at these, too, some rules were changed"
    };
    format!(
        "# Detection, scored\n\n\
         Written by `cargo xtask score-detect DIR --peers`, of {count} samples from every second text under `DIR`\n\
         ({which}; the other half is scored with `--tune`). A sample is a piece from anywhere in a text, in one\n\
         encoding, of 20, 50, 200 or 1000 bytes at most and whole characters. An answer is right if the sample\n\
         reads by it as the text that it was made of, a BOM aside; so `us-ascii` is right for ASCII in UTF-8.\n\
         Samples that are the same bytes in UTF-8 are left out of other encodings.\n"
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
    let _ = writeln!(out, "## Right, in percent\n");
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

fn percent(samples: &[Sample], right: &[bool], wanted: impl Fn(&Sample) -> bool) -> String {
    let of: Vec<_> = samples.iter().zip(right).filter(|(sample, _)| wanted(sample)).collect();
    let good = of.iter().filter(|(_, right)| **right).count();
    match of.len() {
        0 => "-".to_owned(),
        len => format!("{:.1}", 100.0 * good as f64 / len as f64),
    }
}

fn by_encoding(out: &mut String, samples: &[Sample], right: &[bool]) {
    let _ = writeln!(out, "## By encoding: utfkit, in percent\n");
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
    let _ = writeln!(out, "## What utfkit took for what: every wrong answer\n");
    let _ = writeln!(
        out,
        "| is | said to be | 20 | 50 | 200 | 1000 |\n| --- | --- | --- | --- | --- | --- |"
    );
    for ((is, said), counts) in wrong {
        let cells: Vec<_> = counts.iter().map(usize::to_string).collect();
        let _ = writeln!(out, "| {is} | {said} | {} |", cells.join(" | "));
    }
}
