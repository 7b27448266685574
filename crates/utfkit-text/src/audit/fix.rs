//! Fixes for findings whose right text is certain: characters in shell scripts that can only be
//! copies of blanks, at the start of a command.
//!
//! A shell splits words at ASCII only, so `sudo` and `apt` with a no-break space between them are
//! the name of one command, which nobody has. The text of strings and arguments may have such
//! characters. So only the start of a line and the first words of a command are examined, and
//! nothing after the first string of several lines or here-document.

use std::mem;

use crate::repair::{Event, Fault, Fix};

/// The maximum length of a script, in bytes. Longer texts stay.
const MAX: usize = 16 << 20;

/// Fixes a script that comes in pieces. The memory is at most 16 MiB.
#[derive(Default)]
pub struct ScriptFixer {
    /// The text so far; `None` if the text stays.
    text: Option<Vec<u8>>,
    offset: u64,
}

impl ScriptFixer {
    /// Creates the fixer of a text, which stays unless it `is_script`.
    #[must_use]
    pub fn new(is_script: bool) -> Self {
        Self { text: is_script.then(Vec::new), offset: 0 }
    }

    /// Adds `bytes`, the `last` ones or not, and passes the events of the repair to `sink`.
    pub fn push(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(Event<'_>)) {
        let Some(text) = &mut self.text else { return keep(bytes, sink) };
        text.extend_from_slice(bytes);
        if text.len() > MAX {
            keep(text, sink);
            self.text = None;
        } else if last {
            fix(&mem::take(text), self.offset, sink);
        }
    }
}

fn keep(bytes: &[u8], sink: &mut dyn FnMut(Event<'_>)) {
    if !bytes.is_empty() {
        sink(Event::Kept(bytes));
    }
}

/// Passes the events of the whole script `bytes` to `sink`.
fn fix(bytes: &[u8], offset: u64, sink: &mut dyn FnMut(Event<'_>)) {
    let Ok(text) = str::from_utf8(bytes) else { return keep(bytes, sink) };
    let mut done = 0;
    for (at, character) in certain(text) {
        keep(&bytes[done..at], sink);
        done = at + character.len_utf8();
        let (becomes, fault) = match is_space(character) {
            true => (b" ".to_vec(), Fault::OddSpace),
            false => (Vec::new(), Fault::ZeroWidth),
        };
        let old = bytes[at..done].to_vec();
        sink(Event::Fix(&Fix::new(offset + at as u64, old, becomes, fault)));
    }
    keep(&bytes[done..], sink);
}

/// Returns `true` for a space that is not in ASCII.
const fn is_space(character: char) -> bool {
    matches!(character, '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// Returns `true` for a character that a blank was meant by, or nothing.
const fn is_odd(character: char) -> bool {
    is_space(character) || matches!(character, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns the characters of the script `text` whose fix is certain, with their offsets.
fn certain(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let (mut start, mut state) = (0, State::default());
    for line in text.split_inclusive('\n') {
        if state == State::default() {
            let begun = found.len();
            at_start(line, start, &mut found);
            // A BOM at the start of the text belongs there.
            if start == 0
                && found.get(begun).is_some_and(|&(at, _)| at == 0)
                && text.starts_with('\u{FEFF}')
            {
                found.remove(begun);
            }
        }
        match state.after(line) {
            Some(after) => state = after,
            None => break,
        }
        start += line.len();
    }
    found
}

/// Adds such characters at the start of `line`, which begins at `start` and begins a command.
fn at_start(line: &str, start: usize, found: &mut Vec<(usize, char)>) {
    let mut at = 0;
    loop {
        // The blanks before a word, of which some are odd.
        let blanks = line[at..].find(|c: char| !matches!(c, ' ' | '\t') && !is_odd(c));
        let Some(word) = blanks.map(|len| at + len) else { return };
        if !is_command(&line[word..]) {
            return;
        }
        let odd = line[at..word].char_indices().filter(|&(_, c)| is_odd(c));
        found.extend(odd.map(|(index, c)| (start + at + index, c)));
        let rest = &line[word..];
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
        let Some(len) = len else { return };
        let (name, after) = rest.split_at(len);
        let (is_prefix, is_known) = (PREFIXES.contains(&name), COMMANDS.contains(&name));
        if !after.starts_with(|c: char| is_odd(c) || matches!(c, ' ' | '\t')) {
            return;
        }
        at = word + len;
        if is_prefix {
            continue;
        }
        // After a blank, such a character may be an argument.
        let len = after.find(|c: char| !is_odd(c)).unwrap_or(after.len());
        let has_argument = after[len..].trim_start().starts_with(|c: char| c.is_ascii_graphic());
        if is_known && has_argument {
            found.extend(after[..len].char_indices().map(|(index, c)| (start + at + index, c)));
        }
        return;
    }
}

/// Returns `true` if `rest`, the rest of a line, begins a command, and not a comment or the pattern
/// of a case.
fn is_command(rest: &str) -> bool {
    let is_start =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '[' | '{' | '(' | '$' | '.' | '/' | '~');
    let word = rest.split_whitespace().next().unwrap_or_default();
    rest.starts_with(is_start) && (!word.contains(')') || word.contains('('))
}

/// The state of a script at the start of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// Whether the command continues from the line before.
    continues: bool,
    /// The number of open parentheses.
    open: u32,
}

impl State {
    /// Returns the state after `line`; `None` if what follows may be text.
    fn after(mut self, line: &str) -> Option<Self> {
        self.continues = false;
        let (mut quote, mut last) = (None, ' ');
        let mut rest = line.trim_end_matches(['\r', '\n']).chars();
        while let Some(character) = rest.next() {
            match (quote, character) {
                (Some('\''), '\'') | (Some('$'), '\'') | (Some('"'), '"') | (Some('`'), '`') => {
                    quote = None;
                }
                (Some('\''), _) => {}
                (_, '\\') => self.continues = rest.next().is_none(),
                (Some(_), _) => {}
                (None, '\'') => quote = Some(if last == '$' { '$' } else { '\'' }),
                (None, '"' | '`') => quote = Some(character),
                (None, '#')
                    if last.is_ascii_whitespace() || matches!(last, ';' | '&' | '|' | '(') =>
                {
                    break;
                }
                (None, '<') if last == '<' => return None,
                (None, '(') => self.open += 1,
                (None, ')') => self.open = self.open.saturating_sub(1),
                (None, _) => {}
            }
            last = character;
        }
        quote.is_none().then_some(self)
    }
}

/// Words after which a command begins.
const PREFIXES: [&str; 15] = [
    "do", "elif", "else", "exec", "if", "nice", "nohup", "RUN", "sudo", "then", "time", "until",
    "while", "doas", "command",
];

/// Commands, keywords and instructions.
#[rustfmt::skip]
const COMMANDS: [&str; 92] = [
    "ADD", "apk", "apt", "apt-get", "ARG", "awk", "bash", "brew", "cargo", "case", "cat", "cd",
    "chmod", "chown", "CMD", "conda", "COPY", "cp", "curl", "cut", "date", "declare", "dnf",
    "docker", "docker-compose", "echo", "ENTRYPOINT", "ENV", "exit", "export", "EXPOSE", "find",
    "for", "FROM", "function", "git", "go", "grep", "head", "helm", "kill", "kubectl", "LABEL",
    "ln", "local", "ls", "make", "mkdir", "mount", "mv", "node", "npm", "npx", "perl", "pip",
    "pip3", "printf", "ps", "python", "python3", "read", "readonly", "return", "rm", "rsync",
    "ruby", "scp", "sed", "service", "set", "sh", "sleep", "sort", "source", "ssh", "STOPSIGNAL",
    "systemctl", "tail", "tar", "test", "touch", "trap", "uniq", "unset", "unzip", "USER",
    "VOLUME", "wget", "WORKDIR", "xargs", "yarn", "yum",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the fixed script. `_` stands for U+00A0, and `|` for U+200B.
    fn fixed(script: &str) -> String {
        let script = script.replace('_', "\u{A0}").replace('|', "\u{200B}");
        let mut out = Vec::new();
        let mut fixer = ScriptFixer::new(true);
        for part in script.as_bytes().chunks(3) {
            fixer.push(part, false, &mut |event| take(&event, &mut out));
        }
        fixer.push(&[], true, &mut |event| take(&event, &mut out));
        let out = String::from_utf8(out).unwrap();
        out.replace('\u{A0}', "_").replace('\u{200B}', "|")
    }

    fn take(event: &Event<'_>, out: &mut Vec<u8>) {
        match event {
            Event::Kept(bytes) => out.extend_from_slice(bytes),
            Event::Fix(fix) => out.extend_from_slice(&fix.becomes),
            _ => {}
        }
    }

    #[test]
    fn the_start_of_a_command_is_fixed() {
        for (script, wanted) in [
            ("sudo_apt install x", "sudo apt install x"),
            ("__echo hi\n_|_ls\n", "  echo hi\n  ls\n"),
            ("sudo_apt-get_update\n", "sudo apt-get update\n"),
            ("if_[ -e x ]; then\n  rm_-f x\nfi\n", "if [ -e x ]; then\n  rm -f x\nfi\n"),
            ("RUN_apt-get_update", "RUN apt-get update"),
            ("|git pull\n", "git pull\n"),
            ("x=(a\nb)\ncd_x\n", "x=(a\nb)\ncd x\n"),
        ] {
            assert_eq!(fixed(script), wanted);
        }
        assert_eq!(fixed("\u{FEFF}cd x\n\u{FEFF}cd y\n"), "\u{FEFF}cd x\ncd y\n");
    }

    #[test]
    fn text_and_arguments_stay() {
        for script in [
            "echo a_b",
            "tr _ x",
            "sed s/_/ /g x",
            "foo_bar",
            "x=a_b",
            "# cd_x",
            "  _# cd_x",
            "echo '\ncd_x\n'",
            "cat <<E\ncd_x\nE\ncd_y\n",
            "touch a \\\n  cd_x\n",
            "x=(\n_a\n)",
            "echo \"$(\n_ls \"a\")\"",
            "cd_",
            "grep _ x",
            "touch _x",
            "case $x in\n _) ls;;\n _a) ls;;\nesac",
            "_\n__\n",
            "echo $'it\\'s\n_ls'",
        ] {
            assert_eq!(fixed(script), script);
        }
    }
}
