//! Lists all encodings.

use std::io::{self, Write};

use serde::Serialize;
use utfkit::{Encoding, encoding::Charset};

use utfkit_text::model::languages;

use super::{
    args::{Args, Format},
    audience::{EBCDIC, audience},
    facts::Facts,
    paragraph::paragraph,
};
use crate::process::json_line;

/// The object for an encoding.
#[derive(Serialize)]
struct JsonLine {
    r#type: &'static str,
    #[serde(flatten)]
    facts: Facts,
}

/// Lists every encoding, with its labels in the requested set.
pub(super) fn list(out: &mut impl Write, args: &Args) -> io::Result<()> {
    let known: Vec<_> = args.labels.label_set.labels().collect();
    let charsets = Charset::all().map(Encoding::Charset);
    let all = Encoding::ALL.iter().copied().chain(charsets);
    let wanted: Vec<_> = match args.language {
        Some(language) => of_language(language, all),
        None => all.collect(),
    };
    for encoding in wanted {
        let facts = Facts::of(encoding.into(), known.iter().copied());
        match args.format {
            Format::Human => {
                writeln!(out, "{encoding}")?;
                describe(out, &facts)?;
                writeln!(out)?;
            }
            Format::Json => json_line::write_line(out, &JsonLine { r#type: "encoding", facts })?,
        }
    }
    match args.format {
        Format::Human => writeln!(out, "* the label to use in MIME"),
        Format::Json => Ok(()),
    }
}

/// Returns those of `all` in which `language` is written, except those of Unicode, which are for all
/// languages: first the charsets that detection knows, then those whose words name the language.
/// The charsets of EBCDIC are last.
fn of_language(language: &'static str, all: impl Iterator<Item = Encoding>) -> Vec<Encoding> {
    let mut found: Vec<Encoding> =
        languages::charsets(language).filter_map(|name| name.parse().ok()).collect();
    let name = languages::name(language);
    let is_named = |encoding: &Encoding| {
        audience(*encoding).is_some_and(|words| words.split(", ").any(|word| word == name))
    };
    for encoding in all.filter(is_named) {
        if !found.contains(&encoding) {
            found.push(encoding);
        }
    }
    let is_ebcdic =
        |encoding: &Encoding| audience(*encoding).is_some_and(|words| words.ends_with(EBCDIC));
    found.sort_by_key(is_ebcdic);
    found
}

/// Writes the facts about an encoding.
pub(super) fn describe(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    if let Some(audience) = &facts.audience {
        paragraph(out, "for", audience)?;
    }
    paragraph(out, "reads", facts.reads)?;
    paragraph(out, "writes", facts.writes)?;
    paragraph(out, "BOM", &facts.bom())?;
    paragraph(out, "registered", &facts.registered())?;
    let mime = |label: &str| facts.mime_name.is_some_and(|name| name.eq_ignore_ascii_case(label));
    let mark = |label: &&str| match label {
        label if mime(label) => format!("{label}*"),
        label if label.contains(' ') => format!("\"{label}\""),
        label => (*label).to_owned(),
    };
    let labels: Vec<_> = facts.labels.iter().map(mark).collect();
    let mut head = "labels";
    if !labels.is_empty() {
        paragraph(out, head, &labels.join(" "))?;
        head = "";
    }
    for same in facts.more_labels.chunk_by(|a, b| a.says == b.says) {
        let labels: Vec<_> = same.iter().map(|more| more.label).collect();
        paragraph(out, head, &format!("{}: {}", labels.join(" "), same[0].says))?;
        head = "";
    }
    Ok(())
}

/// Prints the name of every encoding with its labels.
pub(super) fn brief(out: &mut impl Write) -> io::Result<()> {
    let charsets = Charset::all().map(Encoding::Charset);
    for encoding in Encoding::ALL.iter().copied().chain(charsets) {
        writeln!(out, "{:<19} {}", encoding.name(), encoding.labels().join(" "))?;
    }
    Ok(())
}
