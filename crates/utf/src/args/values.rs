//! Values of arguments that the text library defines, with the help text of each.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use utfkit_text::transform::{Eol, Form};

/// Parses a line end.
pub fn line_ends() -> impl TypedValueParser<Value = Eol> {
    let help = |eol| match eol {
        Eol::Keep => "As they are",
        Eol::Lf => "U+000A, as in Unix",
        Eol::Crlf => "U+000D U+000A, as in Windows and network protocols",
        Eol::Cr => "U+000D, as in old versions of Mac OS",
    };
    one_of(Eol::ALL, |eol| eol.name().to_owned(), help)
}

/// Parses a normalization form.
pub fn forms() -> impl TypedValueParser<Value = Form> {
    let help = |form| match form {
        Form::Nfc => "Canonical composition",
        Form::Nfd => "Canonical decomposition",
        Form::Nfkc => "Compatibility composition: loses distinctions",
        Form::Nfkd => "Compatibility decomposition: loses distinctions",
    };
    one_of(Form::ALL, |form| form.name().to_ascii_lowercase(), help)
}

/// Parses one of `all` by its name.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> String,
    help: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = |&one: &T| PossibleValue::new(name(one)).help(help(one));
    let values: Vec<_> = all.iter().map(value).collect();
    PossibleValuesParser::new(values).try_map(move |text| {
        all.iter().copied().find(|&one| name(one) == text).ok_or("not one of the values")
    })
}
