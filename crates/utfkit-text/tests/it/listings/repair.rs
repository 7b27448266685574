use std::fmt::Write as _;

use utfkit_text::repair::{Fault, Fix, Options, repair};

use super::{compare_answers, encoding, shown};

/// Returns the options that the name of a part has, such as `[mixed windows-1252]`.
fn options(part: &str) -> Options {
    let mut options = Options::default();
    let mut words = part.trim_matches(['[', ']']).split(' ');
    while let Some(word) = words.next() {
        match word {
            "mixed" => options.mixed = words.next().map(encoding),
            "unguessed" => options.no_guessed_bytes = true,
            "overlong" => options.unsafe_overlong = true,
            "modified" => options.modified_utf8 = true,
            _ => {}
        }
    }
    options
}

/// Names the fault and the encodings of it.
fn named(fault: Fault) -> String {
    match fault {
        Fault::Mojibake { charset, layers } => format!("{} ×{layers}", charset.name()),
        Fault::Misread { encoding, charset } => format!("{encoding} as {}", charset.name()),
        Fault::StrayByte { encoding } => format!("{encoding}"),
        fault => fault.code().to_owned(),
    }
}

fn described(fix: &Fix) -> String {
    let faults: Vec<_> = fix.faults().map(named).collect();
    let mut text = format!("{}+{} {}", fix.offset, fix.bytes.len(), faults.join(" over "));
    if let Some(percent) = fix.percent {
        write!(text, " {percent}").unwrap();
    }
    text.push_str(if fix.is_guess { " guess" } else { "" });
    text
}

/// Returns the repaired text with the fixes, if there are any, and what stays in doubt or ill-formed.
fn answer(part: &str, bytes: &[u8]) -> Vec<String> {
    let done = repair(bytes, options(part));
    let mut lines = Vec::new();
    if !done.fixes.is_empty() {
        let fixes: Vec<_> = done.fixes.iter().map(described).collect();
        lines.push(format!("= {}", shown(&done.bytes)));
        lines.push(fixes.join(", "));
    }
    lines.extend(done.ambiguous.iter().map(|doubt| {
        let [first, second] = doubt.percent.unwrap_or_default();
        let [one, other] = doubt.readings.each_ref().map(|text| shown(text.as_bytes()));
        let place = format!("{}+{}", doubt.offset, doubt.bytes.len());
        format!("? {place} {}: {one} {first}, {other} {second}", doubt.code)
    }));
    let ill_formed: Vec<_> = done
        .ill_formed
        .iter()
        .map(|one| format!("{}+{}", one.offset(), one.bytes().len()))
        .collect();
    if !ill_formed.is_empty() {
        lines.push(format!("! {}", ill_formed.join(", ")));
    }
    lines
}

/// Damaged texts and correct ones that look damaged, near the limits.
#[test]
fn verdicts_of_repair() {
    compare_answers("repair.txt", answer);
}
