//! Modes of commands, and the options that each mode accepts.
//!
//! An option that a mode would ignore is rejected, and so is an option whose required mode is
//! missing.

use clap::{ArgGroup, ArgMatches, error::ErrorKind};

/// A mode: the way in which one option changes a command.
struct Mode {
    command: &'static str,
    option: &'static str,
    /// The arguments that the mode uses, in addition to those of [`ACCEPTED_BY_ALL`].
    accepts: &'static [&'static [&'static str]],
}

/// These arguments do not concern the result, so all modes accept them.
const ACCEPTED_BY_ALL: [&str; 5] = ["help", "version", "color", "threads", "progress"];

/// The arguments that select files.
pub(super) const WALK: &[&str] = &[
    "paths",
    "hidden",
    "no_ignore",
    "glob",
    "types",
    "follow",
    "files_from",
    "files0_from",
    "null",
    "changed_since",
    "staged",
];

pub(super) const FROM: &[&str] = &["from", "label_set"];

/// The modes, with the arguments that each uses. A new argument of a command is rejected in a mode
/// until it is listed here.
const MODES: [Mode; 4] = [
    Mode {
        command: "check",
        option: "names",
        // A name is text even if the file is binary, and our hook always passes `--skip-binary`.
        accepts: &[FROM, WALK, &["skip_binary", "format", "quiet"]],
    },
    Mode {
        command: "check",
        option: "lines",
        accepts: &[
            FROM,
            WALK,
            &["bom", "input_order", "candidates", "fallback", "guess", "min_confidence"],
            &["skip_binary", "fail_unchecked", "decompress", "receiver", "fields"],
            &["format", "quiet"],
        ],
    },
    Mode {
        command: "repair",
        option: "against",
        accepts: &[
            FROM,
            WALK,
            &["in_place", "keep_time", "force", "break_links"],
            &["output", "patch", "format", "quiet"],
        ],
    },
    Mode { command: "audit", option: "list", accepts: &[] },
];

/// Options that have an effect only with another one.
struct Need {
    commands: &'static [&'static str],
    options: &'static [&'static str],
    /// One of these is needed.
    needed: &'static [&'static str],
}

const NEEDS: [Need; 7] = [
    Need {
        commands: &["check", "convert", "cat", "search", "count", "slice", "split", "cmp"],
        options: &["min_confidence"],
        needed: &["guess"],
    },
    Need {
        commands: &["convert", "cat", "repair"],
        options: &["keep_time", "force", "break_links"],
        needed: &["in_place"],
    },
    Need {
        commands: &["undo"],
        options: &["keep_time", "force", "break_links"],
        needed: &["in_place", "at_once"],
    },
    Need { commands: &["convert", "cat"], options: &["only_if_valid"], needed: &["in_place"] },
    Need {
        commands: &["convert", "cat", "repair"],
        options: &["bad_lines_report", "overwrite", "fields"],
        needed: &["bad_lines"],
    },
    Need { commands: &["labels"], options: &["from"], needed: &["suggest"] },
    Need { commands: &["repair"], options: &["from"], needed: &["against"] },
];

/// Returns `command`, whose modes reject arguments that they do not use, and whose options require
/// the ones that they depend on.
pub fn refuse(command: clap::Command) -> clap::Command {
    need(refuse_unused(command))
}

/// Returns `command`, whose options require the ones that they depend on. The parser skips such a
/// requirement if a given argument conflicts with the required one. So the options conflict with
/// that argument, too.
fn need(mut command: clap::Command) -> clap::Command {
    let name = command.get_name().to_owned();
    for need in NEEDS.iter().filter(|need| need.commands.contains(&&*name)) {
        let Some((&first, others)) = need.needed.split_first() else { continue };
        let mut excluded = conflicts(&command, first);
        excluded.retain(|id| !others.contains(&id.as_str()));
        let needed = need.needed.join("_or_");
        if !others.is_empty() {
            let group = ArgGroup::new(needed.clone()).args(need.needed).multiple(true);
            command = command.group(group);
        }
        for option in need.options {
            let excluded = excluded.iter().filter(|id| id.as_str() != *option);
            command = command
                .mut_arg(option, |one| one.requires(needed.clone()).conflicts_with_all(excluded));
        }
    }
    command
}

/// Returns the arguments that conflict with `option`, no matter which of the two declares that.
fn conflicts(command: &clap::Command, option: &str) -> Vec<clap::Id> {
    let conflicts = |one: &clap::Arg, other: &str| {
        command.get_arg_conflicts_with(one).iter().any(|conflict| conflict.get_id() == other)
    };
    let Some(own) = command.get_arguments().find(|one| one.get_id() == option) else {
        return Vec::new();
    };
    let others = command.get_arguments();
    let others =
        others.filter(|one| conflicts(one, option) || conflicts(own, one.get_id().as_str()));
    others.map(|one| one.get_id().clone()).collect()
}

/// Returns `command`, whose modes reject arguments that they do not use.
fn refuse_unused(mut command: clap::Command) -> clap::Command {
    let own = |mode: &&Mode| mode.command == command.get_name();
    let modes: Vec<_> = MODES.iter().filter(own).collect();
    for mode in modes {
        let accepts = |id: &str| mode.accepts.iter().any(|some| some.contains(&id));
        let ids = command.get_arguments().map(|argument| argument.get_id().clone());
        let unused: Vec<_> = ids
            .filter(|id| id != mode.option && !accepts(id.as_str()))
            .filter(|id| !ACCEPTED_BY_ALL.contains(&id.as_str()))
            .collect();
        command = command.mut_arg(mode.option, |option| option.conflicts_with_all(unused));
    }
    command
}

/// The options that make a command print only names or counts, which are not a report in any
/// format.
const BRIEF: [(&str, &[&str]); 3] = [
    ("check", &["files_with_errors", "count"]),
    ("audit", &["files_with_findings", "count"]),
    ("search", &["files_with_matches", "files_without_match", "count"]),
];

/// Returns the error in `matches`, the result of `parser`, if the given format would not be
/// printed.
pub fn contradiction(parser: &mut clap::Command, matches: &ArgMatches) -> Option<clap::Error> {
    let (name, matches) = matches.subcommand()?;
    let (_, options) = BRIEF.iter().find(|(command, _)| *command == name)?;
    let option = options.iter().find(|option| matches.get_flag(option))?;
    let format = matches.get_raw("format")?.next_back().filter(|format| *format != "human")?;
    let command = parser.find_subcommand_mut(name)?;
    let option = command.get_arguments().find(|one| one.get_id() == option)?.get_long()?;
    let words = format!(
        "the argument '--{option}' cannot be used with '--format {}': it prints no report",
        format.display()
    );
    Some(command.error(ErrorKind::ArgumentConflict, words))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// Checks that all listed arguments exist.
    #[test]
    fn modes_accept_only_existing_arguments() {
        let cli = crate::cli::Cli::command();
        let commands = || cli.get_subcommands();
        for mode in MODES {
            let command = commands().find(|one| one.get_name() == mode.command).unwrap();
            let has = |id: &str| command.get_arguments().any(|one| one.get_id() == id);
            assert!(has(mode.option), "{}: {}", mode.command, mode.option);
        }
        let any = |id: &&str| {
            commands().any(|one| one.get_arguments().any(|argument| argument.get_id() == *id))
        };
        for need in NEEDS {
            for (command, option) in need.commands.iter().flat_map(|command| {
                need.options.iter().chain(need.needed).map(move |option| (command, option))
            }) {
                let command = commands().find(|one| one.get_name() == *command).unwrap();
                assert!(command.get_arguments().any(|one| one.get_id() == option), "{option}");
            }
        }
        let mut accepted = MODES.iter().flat_map(|mode| mode.accepts.iter().copied().flatten());
        assert_eq!(accepted.find(|id| !any(id)), None);
    }

    /// Checks that requirements are declared only here, because the parser would skip others.
    #[test]
    fn no_need_is_waived() {
        for command in crate::cli::Cli::command().get_subcommands() {
            for option in command.get_arguments() {
                let needs_none = format!("{option:?}").contains("requires: []");
                assert!(needs_none, "{} {}", command.get_name(), option.get_id());
            }
        }
    }
}
