//! The command line.

use std::{ffi::OsString, path::Path, process::ExitCode};

use clap::{
    ColorChoice, CommandFactory, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::{commands, shown, terminal};

/// Check, convert, repair, audit and search text in every Unicode transformation format.
#[derive(Debug, Parser)]
#[command(name = "utf", version, arg_required_else_help = true, args_override_self = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// When to colour messages
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Check(commands::check::Args),
    Detect(commands::detect::Args),
    Convert(commands::convert::Args),
    Repair(commands::repair::Args),
    Audit(Box<commands::audit::Args>),
    Inspect(commands::inspect::Args),
    Search(commands::search::Args),
    Count(commands::count::Args),
    Slice(commands::slice::Args),
    Split(commands::split::Args),
    /// Join files of any encodings into one
    ///
    /// Each is read as its own signature, `--candidates` or `-f` say; signatures but the first are
    /// none of the text. The options are those of `convert`.
    Cat(commands::convert::Args),
    Cmp(commands::cmp::Args),
    Labels(commands::labels::Args),
    Explain(commands::explain::Args),
    Completions(commands::generate::CompletionsArgs),
    Man(commands::generate::ManArgs),
}

/// The arguments of this process; what is wrong with them is printed already, and how to exit is given.
pub fn parse() -> Result<Cli, ExitCode> {
    parse_from(with_suffixes(std::env::args_os()))
}

/// The arguments with `-i.bak`, as people know it from sed, as `--in-place=.bak`: the parser would take `.` for
/// the next flag. What begins with a letter or a digit is such a flag, as it is behind any other one: `-iq`
/// has been a backup that nobody wanted often enough.
fn with_suffixes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut options = true;
    arguments
        .map(|argument| {
            options &= argument != "--";
            let suffix = argument.to_str().and_then(|argument| argument.strip_prefix("-i"));
            let is_suffix =
                |text: &str| text.starts_with(|c: char| c != '=' && !c.is_alphanumeric());
            match suffix.filter(|text| options && is_suffix(text)) {
                Some(suffix) => format!("--in-place={suffix}").into(),
                None => argument,
            }
        })
        .collect()
}

fn parse_from(arguments: Vec<OsString>) -> Result<Cli, ExitCode> {
    let cli = Cli::try_parse_from(&arguments).map_err(|error| {
        // The parser echoes arguments as they are, among colours of its own: none of their control
        // characters may reach the terminal. What is wrong with them is wrong as they are shown, too.
        let harmless: Vec<_> =
            arguments.iter().map(|argument| shown::path(Path::new(argument)).to_string()).collect();
        let mut error = Cli::try_parse_from(&harmless).err().unwrap_or(error);
        advise(&mut error, &harmless);
        explain(&error)
    })?;
    terminal::set_colours(cli.color);
    Ok(cli)
}

/// Options of other commands that people try here, the option of ours that a command has then, and what to do.
const ELSEWHERE: [(&[&str], &str, &str); 2] = [
    (&["-r", "-R", "--recursive"], "no-ignore", "folders are walked anyway, without an option"),
    (&["--json"], "format", "say '--format json'"),
];

/// Puts better advice in place of the parser's, which knows nothing of other commands.
fn advise(error: &mut clap::Error, arguments: &[String]) {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return };
    let known = ELSEWHERE.iter().find(|(options, ..)| options.contains(&&**unknown));
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

/// Prints what is wrong with the arguments, or the help that they ask for; gives how to exit.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render();
    let text = match terminal::colours(error.use_stderr()) {
        true => shown::keep_styles(&text.ansi().to_string()),
        false => shown::multiline(&text.to_string()),
    };
    let printed = match error.use_stderr() {
        true => terminal::write_error(&text),
        false => terminal::write_output(&text),
    };
    let code = if printed { error.exit_code() } else { 2 };
    ExitCode::from(u8::try_from(code).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn suffixes_are_told_from_flags() {
        let given = ["utf", "-i.bak", "-i", "-iq", "-i~", "-i=.bak", "--", "-i.bak"];
        let taken =
            ["utf", "--in-place=.bak", "-i", "-iq", "--in-place=~", "-i=.bak", "--", "-i.bak"];
        assert_eq!(super::with_suffixes(given.iter().map(Into::into)), taken);
    }

    /// The parser finds no fault with its own description.
    #[test]
    fn the_command_line_makes_sense() {
        super::Cli::command().debug_assert();
    }
}
