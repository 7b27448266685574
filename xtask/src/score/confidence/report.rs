//! The tables of confidence, as Markdown.

use std::fmt::Write as _;

use super::{Answer, SURE, Sample, reason::reason};

/// A tenth counts if it has this number of samples.
const ENOUGH: usize = 100;

/// An answer, and its sample.
type Pair<'a> = (&'a Sample, &'a Answer);

/// Returns the tables.
pub(super) fn tables(samples: &[Sample], answers: &[Option<Answer>]) -> String {
    let mut juries: Vec<&str> = samples.iter().map(|sample| sample.jury).collect();
    juries.dedup();
    let mut out = String::from(
        "| jury | samples | answers | correct | above 0.95 | of these wrong |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    let of = |jury: Option<&str>| -> (usize, Vec<Pair<'_>>) {
        let wanted = |sample: &&Sample| jury.is_none_or(|jury| sample.jury == jury);
        let count = samples.iter().filter(wanted).count();
        let pairs = samples.iter().zip(answers).filter(|(sample, _)| wanted(sample));
        (count, pairs.filter_map(|(sample, answer)| Some((sample, answer.as_ref()?))).collect())
    };
    for jury in juries.iter().copied().map(Some).chain([None]) {
        let (count, pairs) = of(jury);
        let right = pairs.iter().filter(|(_, answer)| answer.is_right).count();
        let sure: Vec<_> = pairs.iter().filter(|(_, answer)| answer.confidence > SURE).collect();
        let wrong = sure.iter().filter(|(_, answer)| !answer.is_right).count();
        let share = 100.0 * wrong as f64 / sure.len().max(1) as f64;
        let name = jury.unwrap_or("all");
        let _ = writeln!(
            out,
            "| {name} | {count} | {} | {right} | {} | {wrong} ({share:.1} %) |",
            pairs.len(),
            sure.len()
        );
    }
    out.push_str(
        "\nMean confidence / share of correct answers (answers), by tenths of confidence:\n\n",
    );
    for jury in juries.iter().copied().map(Some).chain([None]) {
        let (_, pairs) = of(jury);
        let _ = writeln!(out, "- {}: {}", jury.unwrap_or("**all**"), tenths(&pairs));
    }
    out
}

/// Compares the mean confidence with the share of correct answers, by tenths. Tenths of enough
/// samples that differ by more than 0.03 are marked.
fn tenths(pairs: &[Pair<'_>]) -> String {
    let tenth = |answer: &Answer| ((answer.confidence * 10.0) as usize).min(9);
    let cells = (0..10).filter_map(|number| {
        let of: Vec<_> = pairs.iter().filter(|(_, answer)| tenth(answer) == number).collect();
        if of.is_empty() {
            return None;
        }
        let count = of.len() as f64;
        let said = of.iter().map(|(_, answer)| f64::from(answer.confidence)).sum::<f64>() / count;
        let right = of.iter().filter(|(_, answer)| answer.is_right).count() as f64 / count;
        let mark = if of.len() >= ENOUGH && (said - right).abs() > 0.03 { " **!**" } else { "" };
        Some(format!("{said:.2}/{right:.2} ({}){mark}", of.len()))
    });
    cells.collect::<Vec<_>>().join(", ")
}

/// Lists the wrong answers that are sure, each with a reason.
pub(super) fn wrong(samples: &[Sample], answers: &[Option<Answer>]) -> String {
    let mut out = String::from(
        "\n| jury | sample | charset | answer | confidence | reason |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for (sample, answer) in samples.iter().zip(answers) {
        let Some(answer) = answer.as_ref().filter(|one| !one.is_right && one.confidence > SURE)
        else {
            continue;
        };
        let _ = writeln!(
            out,
            "| {} | {}, {} bytes | {} | {} | {:.2} | {} |",
            sample.jury,
            sample.kind.trim_end(),
            sample.bytes.len(),
            sample.charset.unwrap_or("none"),
            answer.encoding,
            answer.confidence,
            reason(sample, answer)
        );
    }
    out
}
