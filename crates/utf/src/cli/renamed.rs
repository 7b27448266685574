//! Old spellings of commands. They were options of other commands, and work for one more release.

use std::ffi::OsString;

/// An option that is a command now.
struct Renamed {
    /// The commands that had the option.
    commands: &'static [&'static str],
    option: &'static str,
    /// The command, with the options that make it do the same.
    becomes: &'static [&'static str],
}

/// The value of an option is an operand of its command.
const RENAMED: [Renamed; 6] = [
    Renamed { commands: &["convert", "cat"], option: "-l", becomes: &["labels", "--brief"] },
    Renamed { commands: &["convert", "cat"], option: "--list", becomes: &["labels", "--brief"] },
    Renamed { commands: &["convert"], option: "--names", becomes: &["names"] },
    Renamed { commands: &["convert"], option: "--undo-names", becomes: &["undo"] },
    Renamed { commands: &["convert", "names"], option: "--undo", becomes: &["undo"] },
    Renamed { commands: &["repair"], option: "--undo", becomes: &["undo", "--at-once"] },
];

/// Returns `arguments` in the new spelling.
pub fn modern(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let found = RENAMED.iter().find_map(|renamed| Some((renamed, renamed.position(&arguments)?)));
    let Some((renamed, position)) = found else { return arguments };
    let value = renamed.value(&arguments[position]).map(OsString::from);
    arguments.splice(position..=position, value);
    arguments.splice(1..2, renamed.becomes.iter().map(OsString::from));
    arguments
}

impl Renamed {
    /// Returns the position of the option in `arguments`.
    fn position(&self, arguments: &[OsString]) -> Option<usize> {
        self.commands
            .iter()
            .find(|command| arguments.get(1).is_some_and(|name| name == *command))?;
        let mut options = arguments.iter().take_while(|argument| *argument != "--");
        options.position(|argument| argument == self.option || self.value(argument).is_some())
    }

    /// Returns the value in an argument such as `--undo=LIST`.
    fn value<'a>(&self, argument: &'a OsString) -> Option<&'a str> {
        argument.to_str()?.strip_prefix(self.option)?.strip_prefix('=')
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn options_become_commands() {
        let modern = |line: &str| {
            let arguments = line.split(' ').map(Into::into).collect();
            let modern = super::modern(arguments).into_iter();
            modern.map(|argument| argument.into_string().unwrap()).collect::<Vec<_>>().join(" ")
        };
        for (old, new) in [
            ("utf convert --names -f latin1 -i a", "utf names -f latin1 -i a"),
            ("utf convert -i --undo-names=list", "utf undo -i list"),
            ("utf names --undo list -i", "utf undo list -i"),
            ("utf repair a --undo p -o b", "utf undo --at-once a p -o b"),
            ("utf convert -l", "utf labels --brief"),
            ("utf convert -- --names", "utf convert -- --names"),
            ("utf check --names a", "utf check --names a"),
            ("utf", "utf"),
        ] {
            assert_eq!(modern(old), new);
        }
    }
}
