use std::fmt::Write as _;

use utfkit::Encoding;
use utfkit_text::detect::{Detection, Verdict, detect};

use super::{compare_answers, shown};

/// Returns a confidence in percent, with one digit after the point.
fn percent(confidence: f32) -> f64 {
    (f64::from(confidence) * 1000.0).round() / 10.0
}

fn name(encoding: Option<Encoding>) -> &'static str {
    encoding.map_or("none", Encoding::name)
}

/// Describes the answer: the encodings in percent, the evidence, and the parts.
fn described(said: &Detection) -> String {
    let mut line = format!("{} {}", name(said.encoding()), percent(said.confidence()));
    if said.verdict() != Verdict::Likely {
        write!(line, " {}", said.verdict()).unwrap();
    }
    if let Some(known) = said.file_type() {
        write!(line, " {}", known.name()).unwrap();
    }
    for other in said.alternatives() {
        write!(line, ", {} {}", other.encoding.name(), percent(other.confidence)).unwrap();
    }
    line.push(';');
    for evidence in said.evidence() {
        write!(line, " {evidence:?}").unwrap();
    }
    for part in said.segments() {
        write!(line, " [{}+{} {}]", part.offset, part.length, name(part.encoding)).unwrap();
    }
    if let Some(part) = said.utf8_line() {
        let column = part.column.unwrap_or(0);
        let sure = if part.is_sure { "surely" } else { "perhaps" };
        write!(line, " {}:{column} {sure} {}", part.number, shown(part.text.as_bytes())).unwrap();
    }
    line
}

/// Short texts, in which single weights decide, and texts in which a rule decides.
#[test]
fn verdicts_of_detection() {
    compare_answers("detect.txt", |_, bytes| vec![described(&detect(bytes))]);
}
