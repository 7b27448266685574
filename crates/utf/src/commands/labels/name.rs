//! Shows one label: its meaning, and where it has other meanings.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;
use utfkit::{
    Encoding,
    encoding::{Label, LabelSet, UnknownLabel},
};

use super::{
    args::{Args, Format},
    elsewhere::elsewhere,
    facts::{self, Facts},
    list,
    paragraph::paragraph,
};
use crate::{
    args::{encoding, vocabulary::Vocabulary},
    process::{exit::Exit, json_line, names, problem::Problem},
};
use utfkit_text::unicode::printable;

/// The object for a label. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct JsonLine<'a> {
    r#type: &'static str,
    label: &'a str,
    set: &'static str,
    meaning: Option<String>,
    note: Option<&'static str>,
    encoding: Option<Facts>,
    /// The meaning in each set; `null` if the set does not have the label.
    sets: Vec<Meaning>,
    elsewhere: Vec<Meaning>,
    /// The name of the encoding in each program that is known to have one.
    names: Vec<Name>,
}

/// The name of an encoding in a program.
#[derive(Serialize)]
struct Name {
    whose: String,
    name: &'static str,
}

/// The meaning of a label in a set or a program.
#[derive(Serialize)]
struct Meaning {
    whose: &'static str,
    meaning: Option<String>,
}

/// Shows each of the names.
pub(super) fn show(out: &mut impl Write, args: &Args, exit: &mut Exit) -> io::Result<()> {
    for name in &args.names {
        let Some(label) = name.to_str().map(str::trim_ascii) else {
            let words = format!("unknown encoding `{}`", names::path(name));
            *exit = (*exit).max(Problem::new(words).report());
            continue;
        };
        let set = args.labels.label_set;
        let means = Label::parse(label, set);
        if meaning(label, set).is_none() {
            *exit = (*exit).max(Exit::Failure);
        }
        if let Err(error) = &means
            && unknown_everywhere(label)
        {
            out.flush()?;
            *exit = (*exit).max(problem(label, error).report());
            continue;
        }
        match args.format {
            Format::Human => human(out, label, set, means)?,
            Format::Json => json(out, label, set, means)?,
        }
    }
    Ok(())
}

fn unknown_everywhere(label: &str) -> bool {
    LabelSet::ALL.iter().copied().all(|set| meaning(label, set).is_none())
        && elsewhere(label).next().is_none()
}

fn problem(label: &str, error: &UnknownLabel) -> Problem {
    let problem = Problem::new(printable::line(&error.to_string()));
    match encoding::hint(label, error) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// Returns the meaning of `label` in `set`, even if this build does not support it.
fn meaning(label: &str, set: LabelSet) -> Option<String> {
    match Label::parse(label, set) {
        Ok(means) => Some(facts::meaning(means)),
        Err(error) => {
            error.legacy().map(|charset| format!("{charset}, which this build does not include"))
        }
    }
}

fn human(
    out: &mut impl Write,
    label: &str,
    set: LabelSet,
    means: Result<Label, UnknownLabel>,
) -> io::Result<()> {
    let here = meaning(label, set);
    writeln!(out, "{}", printable::line(label))?;
    paragraph(out, "means", here.as_deref().unwrap_or("nothing in this label set"))?;
    if let Ok(means) = means {
        if let Some(note) = means.note() {
            paragraph(out, "note", note)?;
        }
        let all = names_of(means.encoding());
        let is_of_browsers = meaning(label, LabelSet::Whatwg).is_some()
            || all.iter().any(|one| one.whose == LabelSet::Whatwg.name());
        let all: Vec<_> = all.iter().map(|one| format!("{} {}", one.whose, one.name)).collect();
        let none = if is_of_browsers { "" } else { "; whatwg does not have it" };
        if !all.is_empty() {
            paragraph(out, "names", &(all.join(", ") + none))?;
        }
        list::describe(out, &Facts::of(means, set.labels()))?;
    }
    let mut head = "elsewhere";
    let mut say = |whose: &[&str], meaning: &str| {
        let said = paragraph(out, head, &format!("{}: {meaning}", whose.join(", ")));
        head = "";
        said
    };
    let others = others(label, &here);
    for (meaning, whose) in &others {
        say(whose, meaning)?;
    }
    // A note in any set counts, because it shows that the label has several meanings.
    let noted = LabelSet::ALL
        .iter()
        .copied()
        .any(|set| Label::parse(label, set).is_ok_and(|means| means.note().is_some()));
    if others.is_empty() && !noted {
        let unknown = LabelSet::ALL.iter().filter(|set| meaning(label, **set).is_none());
        let unknown: Vec<_> = unknown.map(|set| set.name()).collect();
        let words = if unknown.is_empty() {
            "no other meaning is known".to_owned()
        } else {
            format!("no other meaning is known; not a label in {}", unknown.join(", "))
        };
        paragraph(out, head, &words)?;
    }
    writeln!(out)
}

/// Returns the names of `encoding` in programs.
fn names_of(encoding: Encoding) -> Vec<Name> {
    let programs = Vocabulary::value_variants().iter().filter(|one| **one != Vocabulary::Iana);
    let name = |program: &Vocabulary| {
        let whose = program.to_possible_value()?.get_name().to_owned();
        Some(Name { whose, name: program.name(encoding)? })
    };
    programs.filter_map(name).collect()
}

/// Returns the other meanings of `label`, except `here`, with the sets and programs that use each.
fn others(label: &str, here: &Option<String>) -> Vec<(String, Vec<&'static str>)> {
    let mut others: Vec<(String, Vec<&'static str>)> = Vec::new();
    let sets = LabelSet::ALL.iter().copied();
    let sets = sets.filter_map(|set| Some((set.name(), meaning(label, set)?)));
    let rest = elsewhere(label).map(|(whose, meaning)| (whose, meaning.to_owned()));
    for (whose, meaning) in sets.chain(rest) {
        if Some(&meaning) == here.as_ref() {
            continue;
        }
        match others.iter_mut().find(|(known, _)| *known == meaning) {
            Some((_, who)) => who.push(whose),
            None => others.push((meaning, vec![whose])),
        }
    }
    others
}

fn json(
    out: &mut impl Write,
    label: &str,
    set: LabelSet,
    means: Result<Label, UnknownLabel>,
) -> io::Result<()> {
    let sets = LabelSet::ALL.iter().copied();
    let rest = elsewhere(label);
    json_line::write_line(
        out,
        &JsonLine {
            r#type: "label",
            label,
            set: set.name(),
            meaning: meaning(label, set),
            note: means.ok().and_then(Label::note),
            encoding: means.ok().map(|means| Facts::of(means, set.labels())),
            sets: sets
                .map(|set| Meaning { whose: set.name(), meaning: meaning(label, set) })
                .collect(),
            elsewhere: rest
                .map(|(whose, meaning)| Meaning { whose, meaning: Some(meaning.to_owned()) })
                .collect(),
            names: means.map(Label::encoding).map(names_of).unwrap_or_default(),
        },
    )
}
