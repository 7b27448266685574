//! Encodings as arguments: a label, or `auto`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use utfkit::encoding::{Label, LabelSet, UnknownLabel};

use crate::{process::problem::Problem, system::code_pages};
use utfkit_text::{streams::Reading, transform::Surface, unicode::printable};

/// The option that selects the set of labels.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LabelArgs {
    /// The set that decides about a label if registries and programs disagree. Labels that only other
    /// sets have are accepted, too, except with `whatwg`
    #[arg(long, value_name = "SET", default_value = "iana", value_parser = label_set())]
    pub label_set: LabelSet,
}

fn label_set() -> impl TypedValueParser<Value = LabelSet> {
    let named = |name: String| LabelSet::ALL.iter().copied().find(|set| set.name() == name);
    PossibleValuesParser::new(LabelSet::ALL.iter().map(|one| one.name()))
        .map(move |name| named(name).unwrap_or_default())
}

/// The encoding of the input, as the user names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum From {
    /// The encoding that a BOM names, or else UTF-8.
    #[default]
    Auto,
    /// The named encoding.
    Known(Label),
}

impl From {
    /// Parses the value `label` of the option `flag`: a label or `auto`.
    pub fn parse(flag: &str, label: &str, set: LabelSet) -> Result<From, Problem> {
        if label.eq_ignore_ascii_case("auto") {
            Ok(From::Auto)
        } else {
            parse(flag, label, set).map(From::Known)
        }
    }

    /// Returns the label, if the user named one.
    pub fn label(self) -> Option<Label> {
        match self {
            From::Known(label) => Some(label),
            From::Auto => None,
        }
    }

    /// Returns the encoding of a stream that begins with `head`. `head` is the whole stream, or
    /// enough of it to recognize a BOM.
    pub fn of(self, head: &[u8]) -> Label {
        Reading { label: self.label(), ..Reading::default() }.label_of(head)
    }
}

/// Parses the value `label` of the option `flag`.
pub fn parse(flag: &str, label: &str, set: LabelSet) -> Result<Label, Problem> {
    let of_system = code_page(label);
    let label = of_system.as_deref().unwrap_or(label);
    if label.eq_ignore_ascii_case("ebcdic") {
        let problem = Problem::new(format!("{flag}: {label} is a family of code pages: name one"));
        return Err(problem.hint(
            "`utf detect FILE` names it; often it is ibm037 (United States), ibm273 (German), \
             ibm500 (international) or ibm1047 (Unix)",
        ));
    }
    Label::parse(label, set).map_err(|error| {
        let problem = Problem::new(printable::line(&format!("{flag}: {error}")));
        match hint(label, &error) {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    })
}

/// Returns the label of the code page of the system that `label` names: `ansi` or `oem`. Only
/// Windows has them.
fn code_page(label: &str) -> Option<String> {
    let number = match () {
        () if label.eq_ignore_ascii_case("ansi") => code_pages::ansi(),
        () if label.eq_ignore_ascii_case("oem") => code_pages::oem(),
        () => None,
    };
    number.map(|number| match number {
        65001 => "utf-8".to_owned(),
        _ => format!("cp{number}"),
    })
}

/// Returns advice for a label that cannot be used.
pub fn hint(label: &str, error: &UnknownLabel) -> Option<String> {
    if error.legacy().is_some() {
        return None;
    }
    let elsewhere = LabelSet::ALL.iter().copied().find(|&set| Label::parse(label, set).is_ok());
    match elsewhere {
        Some(set) => Some(format!("use `--label-set {set}`")),
        None if label.rsplit('/').any(|name| name.parse::<Surface>().is_ok()) => {
            Some("`utf convert` and `utf cat` read and write escapes".to_owned())
        }
        None if error.nearest().next().is_some() => None,
        None if ["ansi", "oem"].contains(&&*label.to_ascii_lowercase()) => {
            Some("only Windows has this code page: name the encoding".to_owned())
        }
        None => Some("`utf labels --brief` lists the encodings".to_owned()),
    }
}
