//! Advice about arguments that the parser rejects.

use clap::{
    CommandFactory as _,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::Cli;
use crate::args::common;

/// Options of other programs, the option that our command must have for the advice, and the advice.
const FOREIGN_OPTIONS: [(&[&str], &str, &str); 3] = [
    (&["-r", "-R", "--recursive"], "no-ignore", "directories are always walked"),
    (&["--json"], "format", "use '--format json'"),
    (
        &["--by-line"],
        "candidates",
        "only 'check' and 'convert' read line by line: convert to UTF-8 first",
    ),
];

/// Returns the text after `-i` that begins like a flag but may be meant as the suffix of a backup.
fn lettered_suffix(arguments: &[String]) -> Option<&str> {
    let options = arguments.iter().take_while(|argument| *argument != "--");
    let mut suffixes = options.filter_map(|argument| argument.strip_prefix("-i"));
    suffixes.find(|text| text.len() > 1 && text.starts_with(char::is_alphanumeric))
}

/// Returns the error to print instead of `error` if `arguments` contain an empty name. The parser
/// treats an empty name as a missing value. (Scripts pass one with an unset variable.)
pub(super) fn empty_name(error: &clap::Error, arguments: &[String]) -> Option<clap::Error> {
    let is_empty = |argument: &String| argument.is_empty() || argument.ends_with('=');
    let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return None;
    };
    // If only a few values are possible, the value is not a name, and the parser lists the values.
    let is_word = matches!(
        error.get(ContextKind::ValidValue),
        Some(ContextValue::Strings(words)) if !words.is_empty()
    );
    if is_word || !value.is_empty() || !arguments.iter().any(is_empty) {
        return None;
    }
    let words = format!("an empty name was given for '{argument}'");
    let mut parser = Cli::command();
    parser.build();
    let mut names = arguments.iter().skip(1);
    let command = names.find(|name| parser.find_subcommand(name).is_some())?;
    Some(parser.find_subcommand_mut(command)?.error(ErrorKind::InvalidValue, words))
}

/// Replaces the parser's advice, which knows nothing of other programs, with better advice.
pub(super) fn advise(error: &mut clap::Error, arguments: &[String]) {
    if let Some(suffix) = lettered_suffix(arguments).filter(|_| {
        matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::ArgumentConflict)
    }) {
        let words =
            format!("for a backup suffix that begins with a letter, use '--in-place={suffix}'");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![words.into()]));
        return;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return };
    if let Some(words) = refused(unknown, arguments) {
        let words = ContextValue::StyledStrs(vec![words.into()]);
        error.insert(ContextKind::Suggested, words);
        return;
    }
    let known = FOREIGN_OPTIONS.iter().find(|(options, ..)| options.contains(&&**unknown));
    let Some(&(_, ours, words)) = known.filter(|_| error.kind() == ErrorKind::UnknownArgument)
    else {
        return;
    };
    let parser = Cli::command();
    let command = arguments.iter().skip(1).find_map(|name| parser.find_subcommand(name));
    if command.is_some_and(|command| {
        command.get_arguments().any(|one| one.get_id() == ours || one.get_long() == Some(ours))
    }) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![words.into()]));
    }
}

/// Returns the reason for which the command in `arguments` does not have the option `unknown` that
/// others have.
fn refused(unknown: &str, arguments: &[String]) -> Option<&'static str> {
    let option = common::option(unknown)?;
    arguments.iter().skip(1).find_map(|name| common::reason(name, option))
}
