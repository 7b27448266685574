//! The command line.

mod advice;
mod renamed;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args as _, ColorChoice, CommandFactory, FromArgMatches as _, Parser, Subcommand};

use crate::{
    args::{help, modes},
    commands,
    process::{exit::Exit, names, terminal},
    system::arguments,
};
use utfkit_text::unicode::printable;

/// Check, convert, repair, audit and search text in every Unicode transformation format.
#[derive(Debug, Parser)]
#[command(name = "utf", version, arg_required_else_help = true, args_override_self = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    common: Common,
}

/// The arguments of all commands.
#[derive(Debug, clap::Args)]
struct Common {
    /// When to use colours in messages
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Check(commands::check::args::Args),
    Detect(commands::detect::Args),
    Convert(commands::convert::args::Args),
    Repair(commands::repair::args::Args),
    Edit(Box<commands::edit::args::Args>),
    Audit(Box<commands::audit::Args>),
    Inspect(commands::inspect::Args),
    Search(commands::search::Args),
    Count(commands::count::Args),
    Slice(commands::slice::Args),
    Split(commands::split::args::Args),
    /// Join files of any encodings into one
    ///
    /// The encoding of each file is that of its BOM, or else that of `--candidates` or `-f`. All
    /// BOMs except the first are dropped. The options are those of `convert`.
    Cat(commands::convert::args::Args),
    Cmp(commands::cmp::Args),
    Names(commands::file_names::command::Args),
    Undo(commands::undo::Args),
    GitFilter(commands::git_filter::args::Args),
    Mcp(commands::mcp::Args),
    Labels(commands::labels::args::Args),
    Explain(commands::explain::Args),
    Completions(commands::generate::CompletionsArgs),
    Man(commands::generate::ManArgs),
}

impl Command {
    /// Returns the paths of files and directories to read, if the arguments are only that.
    fn paths(&mut self) -> Option<&mut Vec<PathBuf>> {
        match self {
            Command::Check(args) => Some(&mut args.paths),
            Command::Detect(args) => Some(&mut args.paths),
            Command::Convert(args) | Command::Cat(args) => Some(&mut args.paths),
            Command::Repair(args) => Some(&mut args.paths),
            Command::Audit(args) => Some(&mut args.paths),
            Command::Count(args) => Some(&mut args.paths),
            Command::Names(args) => Some(&mut args.paths),
            Command::Undo(args) => Some(&mut args.paths),
            _ => None,
        }
    }
}

/// Runs the command that the user named.
pub fn run(mut cli: Cli) -> Exit {
    if let Some(paths) = cli.command.paths() {
        *paths = arguments::expand(std::mem::take(paths));
    }
    match cli.command {
        Command::Audit(args) => commands::audit::run(*args),
        Command::Check(args) => commands::check::run(args),
        Command::Inspect(args) => commands::inspect::run(args),
        Command::Detect(args) => commands::detect::run(&args),
        Command::Repair(args) => commands::repair::run(args),
        Command::Edit(args) => commands::edit::run(&args),
        Command::Search(args) => commands::search::run(args),
        Command::Count(args) => commands::count::run(&args),
        Command::Slice(args) => commands::slice::run(&args),
        Command::Split(args) => commands::split::run(&args),
        Command::Cmp(args) => commands::cmp::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Completions(args) => commands::generate::completions(&args, parser()),
        Command::Man(args) => commands::generate::man(&args, parser()),
        Command::Names(args) => commands::file_names::command::run(&args),
        Command::Undo(args) => commands::undo::run(&args),
        Command::GitFilter(args) => commands::git_filter::run(&args),
        Command::Mcp(args) => commands::mcp::run(&args),
        Command::Labels(args) => commands::labels::run(&args),
        Command::Convert(args) => commands::convert::run(args),
        Command::Cat(args) => commands::convert::join(args),
    }
}

/// The function that adds its arguments to a command.
type ArgumentsOf = fn(clap::Command) -> clap::Command;

/// The arguments of each command, by its name.
const ARGUMENTS: [(&str, ArgumentsOf); 21] = [
    ("check", commands::check::args::Args::augment_args),
    ("detect", commands::detect::Args::augment_args),
    ("convert", commands::convert::args::Args::augment_args),
    ("repair", commands::repair::args::Args::augment_args),
    ("edit", commands::edit::args::Args::augment_args),
    ("audit", commands::audit::Args::augment_args),
    ("inspect", commands::inspect::Args::augment_args),
    ("search", commands::search::Args::augment_args),
    ("count", commands::count::Args::augment_args),
    ("slice", commands::slice::Args::augment_args),
    ("split", commands::split::args::Args::augment_args),
    ("cat", commands::convert::args::Args::augment_args),
    ("cmp", commands::cmp::Args::augment_args),
    ("names", commands::file_names::command::Args::augment_args),
    ("undo", commands::undo::Args::augment_args),
    ("git-filter", commands::git_filter::args::Args::augment_args),
    ("mcp", commands::mcp::Args::augment_args),
    ("labels", commands::labels::args::Args::augment_args),
    ("explain", commands::explain::Args::augment_args),
    ("completions", commands::generate::CompletionsArgs::augment_args),
    ("man", commands::generate::ManArgs::augment_args),
];

/// Parses the arguments of this process. On failure, the message is already printed, and the exit
/// code is returned.
pub fn parse() -> Result<Cli, ExitCode> {
    parse_from(with_help_of_search(renamed::modern(with_suffixes(std::env::args_os()))))
}

/// Rewrites `utf search -h`, a request for help, because `-h` means as much as `--no-filename` if
/// more follows, as with grep.
fn with_help_of_search(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if matches!(&arguments[..], [_, search, short] if search == "search" && short == "-h") {
        arguments[2] = "--help-short".into();
    }
    arguments
}

/// Rewrites `-i.bak`, as in sed, to `--in-place=.bak`, because the parser would treat `.` as the
/// next flag.
///
/// A letter or a digit after `-i` is a flag, as after any other flag: `-iq` often made a backup
/// that nobody wanted.
pub fn with_suffixes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut options, mut values) = (true, 0);
    arguments
        .map(|argument| {
            // Texts to find, replace or write are not options.
            if values > 0 {
                values -= 1;
                return argument;
            }
            options &= argument != "--";
            values = match argument.to_str().filter(|_| options) {
                Some("--replace") => 2,
                Some("-e" | "--regexp") => 1,
                _ => 0,
            };
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
    let parsed = of_one_command(&arguments).map_or_else(|| of_any_command(&arguments), Ok);
    let cli = parsed.map_err(|error| {
        // The parser echoes arguments unchanged, among its own styles, but their control characters
        // must not reach the terminal. So the printable forms are parsed again; they fail in the
        // same way.
        let harmless: Vec<_> =
            arguments.iter().map(|argument| names::path(Path::new(argument)).to_string()).collect();
        let mut error = of_any_command(&harmless).err().unwrap_or(error);
        error = advice::empty_name(&error, &harmless).unwrap_or(error);
        advice::advise(&mut error, &harmless);
        explain(&error)
    })?;
    terminal::set_colours(cli.common.color);
    Ok(cli)
}

/// Parses `arguments` with the parser that knows all commands.
fn of_any_command(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Cli, clap::Error> {
    let mut parser = parser();
    let matches = parser.try_get_matches_from_mut(arguments)?;
    match modes::contradiction(&mut parser, &matches) {
        Some(error) => Err(error),
        None => Cli::from_arg_matches(&matches),
    }
}

/// Returns the parser that knows all commands, with their help.
pub fn parser() -> clap::Command {
    ARGUMENTS.iter().fold(Cli::command(), |parser, (name, _)| {
        parser.mut_subcommand(name, |command| help::complete(modes::refuse(command)))
    })
}

/// Parses `arguments` if they begin with a command and have no error; `None` otherwise.
///
/// Cost: half of the time of a short run went into describing all the other commands.
fn of_one_command(arguments: &[OsString]) -> Option<Cli> {
    let named = arguments.get(1)?;
    let &(name, arguments_of) = ARGUMENTS.iter().find(|(name, _)| named == name)?;
    let mut parser = parser_of(name, arguments_of);
    let matches = parser.try_get_matches_from_mut(arguments).ok()?;
    match modes::contradiction(&mut parser, &matches) {
        Some(_) => None,
        None => Cli::from_arg_matches(&matches).ok(),
    }
}

/// Returns a parser that knows only one command.
fn parser_of(name: &'static str, arguments_of: ArgumentsOf) -> clap::Command {
    Common::augment_args(clap::Command::new("utf").args_override_self(true))
        .subcommand(modes::refuse(arguments_of(clap::Command::new(name))))
}

/// Prints the error, or the help that the arguments ask for, and returns the exit code.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render();
    let text = if terminal::colours(error.use_stderr()) {
        printable::keep_styles(&text.ansi().to_string())
    } else {
        printable::multiline(&text.to_string())
    };
    let printed = if error.use_stderr() {
        terminal::write_error(&text)
    } else {
        terminal::write_output(&text)
    };
    let code = if printed { error.exit_code() } else { 2 };
    ExitCode::from(u8::try_from(code).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    #[test]
    fn distinguishes_suffixes_from_flags() {
        let given = ["utf", "-i.bak", "-i", "-iq", "-i~", "-i=.bak", "--", "-i.bak"];
        let expected =
            ["utf", "--in-place=.bak", "-i", "-iq", "--in-place=~", "-i=.bak", "--", "-i.bak"];
        assert_eq!(super::with_suffixes(given.iter().map(Into::into)), expected);
        let given = ["utf", "--replace", "-i.a", "--", "-e", "-i.b", "-i.c"];
        let expected = ["utf", "--replace", "-i.a", "--", "-e", "-i.b", "--in-place=.c"];
        assert_eq!(super::with_suffixes(given.iter().map(Into::into)), expected);
    }

    /// Checks that the table has every command, with the same arguments as the command itself.
    #[test]
    fn parses_a_command_alone_like_all_commands() {
        let mut all = super::parser();
        all.build();
        let described = |command: &clap::Command| {
            let arguments = command.get_arguments().map(|one| format!("{one:?}"));
            // The position of common options in the help depends on the number of options.
            let of_all = |one: &String| one.contains("\"help\"") || one.contains("\"color\"");
            arguments.filter(|one| !of_all(one)).collect::<Vec<_>>()
        };
        let names = all.get_subcommands().map(clap::Command::get_name);
        assert!(names.filter(|&name| name != "help").eq(super::ARGUMENTS.map(|(name, _)| name)));
        for (name, arguments_of) in super::ARGUMENTS {
            let mut alone =
                super::parser_of(name, arguments_of).mut_subcommand(name, super::help::complete);
            alone.build();
            let [alone, among] =
                [&alone, &all].map(|parser| described(parser.find_subcommand(name).unwrap()));
            assert!(alone == among, "{name}");
        }
        let given = ["utf", "check", "--color", "never", "-q", "-q", "a"].map(Into::into);
        assert!(super::of_one_command(&given).is_some());
        assert!(super::of_one_command(&["utf", "check", "--help"].map(Into::into)).is_none());
        assert!(super::of_one_command(&["utf", "check", "--nonsense"].map(Into::into)).is_none());
    }

    /// Checks that the parser accepts its own description.
    #[test]
    fn the_command_line_is_consistent() {
        super::parser().debug_assert();
    }
}
