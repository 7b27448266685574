//! The options that mean the same in every command that reads text, and the reasons of the commands
//! that do not have them.

use clap::Command;

/// The commands that read text.
const COMMANDS: [&str; 13] = [
    "check", "convert", "detect", "repair", "edit", "inspect", "audit", "search", "count", "cat",
    "slice", "split", "cmp",
];

/// The options, by their identifiers.
const OPTIONS: [&str; 11] = [
    "from",
    "fallback",
    "candidates",
    "guess",
    "min_confidence",
    "decompress",
    "format",
    "quiet",
    "output",
    "in_place",
    "patch",
];

/// The reasons for which commands do not have options.
const REASONS: [(&[&str], &[&str], &str); 13] = [
    (
        &["detect"],
        &["from", "fallback", "candidates", "guess"],
        "it finds the encoding: name a known one to the other commands",
    ),
    (
        &["repair"],
        &["fallback", "candidates", "guess", "min_confidence"],
        "it fixes UTF-8 and UTF-16: convert other text first, or use --mixed",
    ),
    (
        &["inspect", "audit", "edit"],
        &["fallback", "candidates", "guess", "min_confidence"],
        "name the encoding with -f",
    ),
    (
        &["check", "detect", "inspect", "search", "count", "cmp"],
        &["in_place", "patch"],
        "it changes nothing",
    ),
    (
        &["check", "detect", "inspect", "search", "count", "cmp"],
        &["output"],
        "its report goes to standard output",
    ),
    (&["slice", "split"], &["in_place"], "a part does not replace the text"),
    (&["slice", "split", "convert", "cat"], &["patch"], "only repairs can be undone by a patch"),
    (&["edit"], &["decompress"], "it changes the bytes of the file"),
    (&["split"], &["output"], "its files are named after PREFIX"),
    (&["slice", "split", "convert", "cat"], &["format"], "its output is the text"),
    (&["slice", "split", "count"], &["quiet"], "it reports only problems"),
    (&["inspect"], &["quiet"], "its exit status is that of `utf check`"),
    (&["detect"], &["quiet"], "use `--brief`"),
];

/// Returns the reason for which the command `name` does not have the option with the identifier
/// `option`.
pub fn reason(name: &str, option: &str) -> Option<&'static str> {
    let is_meant = |(commands, options, _): &&(&[&str], &[&str], _)| {
        commands.contains(&name) && options.contains(&option)
    };
    REASONS.iter().find(is_meant).map(|(.., words)| *words)
}

/// Returns the identifier of the common option that users write as `argument`.
pub fn option(argument: &str) -> Option<&'static str> {
    let short = match argument {
        "-f" => "from",
        "-z" => "decompress",
        "-q" => "quiet",
        "-o" => "output",
        "-i" => "in_place",
        _ => "",
    };
    let is_meant =
        |id: &&&str| **id == short || argument.strip_prefix("--") == Some(&*id.replace('_', "-"));
    OPTIONS.iter().find(is_meant).copied()
}

/// Returns the commands of `described` that read text, as a table of their common options.
pub fn table(described: &Command) -> String {
    let title = |id: &str| format!("`--{}`", id.replace('_', "-"));
    let mut text = format!("| command | {} |\n", OPTIONS.map(title).join(" | "));
    text += &format!("| --- |{}\n", " --- |".repeat(OPTIONS.len()));
    let mut notes: Vec<&str> = Vec::new();
    for name in COMMANDS {
        let Some(command) = described.find_subcommand(name) else { continue };
        let has = |id: &str| command.get_arguments().any(|one| one.get_id() == id);
        text += &format!("| `{name}` |");
        for id in OPTIONS {
            let cell = match reason(name, id) {
                _ if has(id) => "yes".to_owned(),
                None => "no".to_owned(),
                Some(words) => {
                    let known = notes.iter().position(|note| *note == words);
                    let at = known.unwrap_or_else(|| {
                        notes.push(words);
                        notes.len() - 1
                    });
                    format!("no ({})", at + 1)
                }
            };
            text += &format!(" {cell} |");
        }
        text.push('\n');
    }
    text.push('\n');
    for (at, note) in notes.iter().enumerate() {
        text += &format!("{}. {}{}.\n", at + 1, note[..1].to_uppercase(), &note[1..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// Checks that a command has each common option, or a reason, but not both.
    #[test]
    fn every_command_has_the_option_or_a_reason() {
        let cli = crate::cli::Cli::command();
        for name in COMMANDS {
            let command = cli.find_subcommand(name).unwrap();
            for id in OPTIONS {
                let has = command.get_arguments().any(|one| one.get_id() == id);
                assert!(has != reason(name, id).is_some(), "{name} {id}");
            }
        }
    }

    #[test]
    fn options_are_known_by_both_names() {
        assert_eq!(option("-z"), Some("decompress"));
        assert_eq!(option("--min-confidence"), Some("min_confidence"));
        assert_eq!(option("--brief"), None);
    }
}
