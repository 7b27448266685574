//! The tools: command lines of `utf`.
//!
//! Values that begin with `-` are harmless: each follows `=`, `--` or `--replace`.

use std::ffi::OsString;

use serde::Deserialize;
use serde_json::Value;

use super::{
    fence::{Fence, Place},
    program::{Ended, Kept, Program},
    window::{MAX_LEN, Window},
};
use crate::process::names;

/// The maximum length of a text that is passed to a command, in bytes. Systems limit it.
const MAX_TEXT: usize = 100_000;

pub(super) struct Tools {
    fence: Fence,
    program: Program,
}

/// Why a tool has no result.
pub(super) enum Failed {
    /// The client passed wrong arguments.
    Arguments(String),
    /// The tool failed or refused.
    Tool(String),
}

impl From<String> for Failed {
    fn from(words: String) -> Self {
        Self::Tool(words)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    path: String,
    encoding: Option<String>,
    first_line: Option<u64>,
    last_line: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    path: String,
    old: String,
    new: String,
    #[serde(default)]
    all: bool,
    encoding: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnlyPath {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    pattern: String,
    path: Option<String>,
    #[serde(default)]
    regex: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heal {
    path: String,
    against: Option<String>,
    encoding: Option<String>,
    #[serde(default)]
    write: bool,
}

impl Tools {
    pub(super) fn new(fence: Fence, program: Program) -> Self {
        Self { fence, program }
    }

    /// Returns what a client should know about the tools.
    pub(super) fn instructions(&self) -> String {
        let folders = self.fence.shown();
        format!(
            "Tools for text files in any encoding, which stay inside {folders}. Use `edit` instead \
             of writing a whole file: it keeps the encoding and every other byte. Use `heal` if a \
             file lost characters (U+FFFD, `?` or mojibake). Messages are those of the command \
             `utf`: -f is the argument `encoding`, --all is `all`, --against is `against`, and -i \
             is `write`."
        )
    }

    /// Calls a tool, and returns the texts of its answer.
    pub(super) fn call(&self, name: &str, arguments: Value) -> Result<Vec<String>, Failed> {
        match name {
            "read" => self.read(&parse(arguments)?),
            "edit" => self.edit(parse(arguments)?),
            "check" => self.about("check", &parse(arguments)?),
            "detect" => self.about("detect", &parse(arguments)?),
            "search" => self.search(&parse(arguments)?),
            "heal" => self.heal(&parse(arguments)?),
            _ => Err(Failed::Arguments(format!("unknown tool: {name}"))),
        }
    }

    fn read(&self, asked: &Read) -> Result<Vec<String>, Failed> {
        let first = asked.first_line.unwrap_or(1);
        if first == 0 || asked.last_line.is_some_and(|last| last < first) {
            let words = "first_line is at least 1, and last_line is not less";
            return Err(Failed::Arguments(words.to_owned()));
        }
        let place = self.fence.file(&asked.path)?;
        let about = self.detected(&place, asked.encoding.is_none())?;
        let mut line = line("cat", &["--errors", "replace", "--eol", "lf"]);
        line.push(match &asked.encoding {
            Some(encoding) => format!("--from={encoding}").into(),
            None => "--guess".into(),
        });
        let mut window = Window::new(first, asked.last_line);
        let ended = self.program.run(&place.folder, &on(line, &place), &mut window)?;
        if ended.status != Some(0) {
            return Err(failed(&ended, String::new()));
        }
        let (text, lines) = window.finish();
        let notes = ended.messages.lines().map(|note| format!("\nnote: {note}"));
        Ok(vec![format!("{about}\n{lines}{}", notes.collect::<String>()), text])
    }

    /// Describes the encoding and the line ends of a file. Returns an error if it has to be text but
    /// is not.
    fn detected(&self, place: &Place, is_text: bool) -> Result<String, Failed> {
        let mut kept = Kept::new(MAX_LEN, true);
        let line = on(line("detect", &["--format", "tsv"]), place);
        let ended = self.program.run(&place.folder, &line, &mut kept)?;
        let text = kept.text();
        let columns: Vec<&str> = text.trim_end().split('\t').collect();
        match columns[..] {
            [name, "binary", ..] if is_text => Err(Failed::Tool(format!(
                "{name}: binary data, not text (name an `encoding` to read it anyway)"
            ))),
            [name, encoding, confidence, _, ends, bom] => {
                let known = |column| if column == "-" { "not known" } else { column };
                let (encoding, ends) = (known(encoding), known(ends));
                let bom = if bom == "bom" { "yes" } else { "no" };
                Ok(format!(
                    "file: {name}\ndetected encoding: {encoding} (confidence {confidence})\nline \
                     ends: {ends} (shown as LF)\nBOM: {bom}"
                ))
            }
            _ => Err(failed(&ended, text)),
        }
    }

    fn edit(&self, asked: Edit) -> Result<Vec<String>, Failed> {
        let place = self.fence.file_to_change(&asked.path)?;
        for (name, text) in [("old", &asked.old), ("new", &asked.new)] {
            check_text(name, text)?;
        }
        let mut line = line("edit", &[]);
        if let Some(encoding) = &asked.encoding {
            line.push(format!("--from={encoding}").into());
        }
        if asked.all {
            line.push("--all".into());
        }
        line.extend(["--replace".into(), asked.old.into(), asked.new.into()]);
        self.report(line, &place, |ended| ended.status == Some(0))
    }

    /// Calls a command that reports about a file or directory.
    fn about(&self, command: &str, asked: &OnlyPath) -> Result<Vec<String>, Failed> {
        let place = self.fence.file_or_folder(&asked.path)?;
        self.report(line(command, &[]), &place, |ended| matches!(ended.status, Some(0 | 1)))
    }

    fn search(&self, asked: &Search) -> Result<Vec<String>, Failed> {
        let place = self.fence.file_or_folder(asked.path.as_deref().unwrap_or("."))?;
        check_text("pattern", &asked.pattern)?;
        let mut line = line("search", &["--line-number", "--with-filename"]);
        if !asked.regex {
            line.push("--fixed-strings".into());
        }
        line.push(format!("--regexp={}", asked.pattern).into());
        self.report(line, &place, |ended| matches!(ended.status, Some(0 | 1)))
    }

    fn heal(&self, asked: &Heal) -> Result<Vec<String>, Failed> {
        let place = if asked.write {
            self.fence.file_to_change(&asked.path)?
        } else {
            self.fence.file(&asked.path)?
        };
        let mut line = line("repair", &[]);
        line.push(self.against(asked.against.as_deref().unwrap_or("auto"))?);
        if let Some(encoding) = &asked.encoding {
            line.push(format!("--from={encoding}").into());
        }
        if asked.write {
            line.push(format!("--in-place={}", suffix(&place)?).into());
        }
        self.report(line, &place, |ended| match ended.status {
            Some(0) => true,
            Some(1) => !ended.messages.contains("left unchanged"),
            _ => false,
        })
    }

    /// Returns the option for the older version `named`: a file inside of the fence, or a revision.
    fn against(&self, named: &str) -> Result<OsString, Failed> {
        let (path, is_file) = match named.strip_prefix("file:") {
            Some(path) => (path, true),
            None => (named, false),
        };
        let mut option = OsString::from("--against=");
        if named == "auto" || named.starts_with("rev:") {
            option.push(named);
            return Ok(option);
        }
        match self.fence.find(path) {
            Err(words) if is_file => return Err(words.into()),
            // A path that leads out is a revision that does not exist.
            Err(_) => option.push(format!("rev:{named}")),
            Ok(_) => {
                option.push("file:");
                option.push(self.fence.file(path)?.full());
            }
        }
        Ok(option)
    }

    /// Runs a command, and returns its report. `is_well` judges its end.
    fn report(
        &self,
        line: Vec<OsString>,
        place: &Place,
        is_well: impl Fn(&Ended) -> bool,
    ) -> Result<Vec<String>, Failed> {
        let is_read_only = line.first().is_none_or(|name| name != "edit" && name != "repair");
        let mut kept = Kept::new(MAX_LEN, is_read_only);
        let ended = self.program.run(&place.folder, &on(line, place), &mut kept)?;
        let is_cut = kept.is_cut();
        let mut text = kept.text();
        if is_cut {
            text += &format!("(cut after {MAX_LEN} bytes: name a smaller file or directory)\n");
        }
        if is_cut || is_well(&ended) {
            Ok(vec![joined(text, &ended)])
        } else {
            Err(failed(&ended, text))
        }
    }
}

/// Reads the arguments of a tool.
fn parse<T: for<'a> Deserialize<'a>>(arguments: Value) -> Result<T, Failed> {
    serde_json::from_value(arguments).map_err(|error| Failed::Arguments(error.to_string()))
}

/// Begins a command line.
fn line(command: &str, options: &[&str]) -> Vec<OsString> {
    let words = [command, "--color", "never"];
    words.iter().chain(options).map(OsString::from).collect()
}

/// Ends a command line with a file or directory.
fn on(mut line: Vec<OsString>, place: &Place) -> Vec<OsString> {
    line.extend(["--".into(), place.operand()]);
    line
}

/// Rejects a text that is too long to be passed to a program.
fn check_text(name: &str, text: &str) -> Result<(), Failed> {
    match text.len() {
        len if len > MAX_TEXT => Err(Failed::Tool(format!(
            "`{name}` has {len} bytes, and a tool accepts at most {MAX_TEXT} (make several smaller \
             calls)"
        ))),
        _ => Ok(()),
    }
}

/// Returns a suffix with which a backup of the file does not exist.
fn suffix(place: &Place) -> Result<String, Failed> {
    let full = place.full();
    let suffixes = (1..100).map(|number| match number {
        1 => ".bak".to_owned(),
        number => format!(".bak{number}"),
    });
    let is_free = |suffix: &String| {
        let mut backup = full.clone().into_os_string();
        backup.push(suffix);
        std::fs::symlink_metadata(backup).is_err()
    };
    suffixes.into_iter().find(is_free).ok_or_else(|| {
        let shown = names::path(&place.path);
        Failed::Tool(format!("{shown}: there are too many backups (remove some, such as .bak)"))
    })
}

/// Returns the report of a command with its messages.
fn joined(text: String, ended: &Ended) -> String {
    match (text + &ended.messages).trim_end() {
        "" => "nothing was found".to_owned(),
        text => text.to_owned(),
    }
}

/// Returns the failure of a command.
fn failed(ended: &Ended, text: String) -> Failed {
    Failed::Tool(match (text + &ended.messages).trim_end() {
        "" => "the tool ended without a message (start the server again)".to_owned(),
        text => text.to_owned(),
    })
}
