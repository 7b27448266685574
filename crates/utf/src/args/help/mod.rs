//! The help of each command: a short one of one screen, with examples, and a long one in groups.

mod table;

use clap::{Arg, Command};

use super::modes;
use table::HELP;

/// The content of the help of a command.
struct Help {
    command: &'static str,
    /// The options of the short help, with a short text, or "" for the first line of the long one.
    common: &'static [(&'static str, &'static str)],
    /// Command lines, and what they do.
    examples: &'static [(&'static str, &'static str)],
}

/// The groups of the long help, with the arguments of each.
const GROUPS: [(&str, &[&[&str]]); 4] = [
    (
        "Encoding of the input",
        &[
            modes::FROM,
            &["from_second", "input_order", "fallback", "candidates", "guess", "by_line", "bom"],
            &["ebcdic_newline"],
        ],
    ),
    ("Files to read", &[modes::WALK, &["skip_binary", "decompress"]]),
    (
        "Report",
        &[
            &["format", "max_findings", "quiet", "count", "brief", "summary", "all", "not"],
            &["files_with_errors", "files_with_findings", "color", "progress"],
        ],
    ),
    (
        "Writing files",
        &[
            &["output", "in_place", "keep_time", "force", "break_links", "compress", "dry_run"],
            &["patch"],
        ],
    ),
];

/// Completes the help of `command`.
pub fn complete(command: Command) -> Command {
    let Some(help) = HELP.iter().find(|help| help.command == command.get_name()) else {
        return command;
    };
    let command = command.mut_args(|argument| complete_argument(argument, help));
    let all = format!("All options: utf {} --help", help.command);
    command.after_help(format!("{}\n\n{all}", examples(help))).after_long_help(examples(help))
}

fn complete_argument(argument: Arg, help: &Help) -> Arg {
    let id = argument.get_id().as_str();
    let group = GROUPS.iter().find(|(_, ids)| ids.iter().any(|some| some.contains(&id)));
    let common = help.common.iter().find(|(common, _)| *common == id);
    let argument = match group {
        Some((name, _)) if !argument.is_positional() => argument.help_heading(*name),
        _ => argument,
    };
    let long = argument.get_long_help().or(argument.get_help()).cloned().unwrap_or_default();
    match common {
        // The man pages would omit the text of an argument that has only a short one.
        None => argument.hide_short_help(true).long_help(long),
        Some((_, "")) => argument,
        Some((_, short)) => argument.help(*short).long_help(long),
    }
}

fn examples(help: &Help) -> String {
    let lines = help.examples.iter().map(|(line, what)| format!("\n  {line}\n      {what}"));
    format!("Examples:{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    /// The number of lines of a screen that a command may fill.
    const SCREEN: usize = 40;

    #[test]
    fn short_help_is_one_screen() {
        let mut parser = cli::parser();
        parser.build();
        for help in &HELP {
            let command = parser.find_subcommand(help.command).unwrap();
            let text = command.clone().term_width(80).render_help().to_string();
            let lines = text.lines().count();
            assert!(lines <= SCREEN, "{}: {lines} lines\n{text}", help.command);
            assert!(text.contains(help.examples[0].0));
        }
    }

    /// Checks that the short help of `convert` has the options that decide about every text.
    #[test]
    fn convert_names_its_policies() {
        let mut parser = cli::parser();
        parser.build();
        let text = parser.find_subcommand("convert").unwrap().clone().render_help().to_string();
        for option in ["--errors", "--bom", "--ebcdic-newline", "--eol"] {
            assert!(text.contains(option), "{option}\n{text}");
        }
    }

    #[test]
    fn the_help_names_arguments_that_exist() {
        let mut parser = cli::parser();
        parser.build();
        let mut all = Vec::new();
        for help in &HELP {
            let command = parser.find_subcommand(help.command).unwrap();
            let ids: Vec<_> = command.get_arguments().map(|one| one.get_id().as_str()).collect();
            for (id, _) in help.common {
                assert!(ids.contains(id), "{} {id} {ids:?}", help.command);
            }
            all.extend(ids.iter().map(|id| id.to_string()));
        }
        for id in GROUPS.iter().flat_map(|(_, ids)| *ids).copied().flatten() {
            assert!(all.iter().any(|one| one == id), "{id}");
        }
    }

    #[test]
    fn examples_are_valid_command_lines() {
        for (line, _) in HELP.iter().flat_map(|help| help.examples) {
            let words = line.split(' ').map(|word| word.trim_matches('\'').to_owned());
            let words = cli::with_suffixes(words.map(Into::into));
            let parsed = cli::parser().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
        }
    }
}
