//! What git says of a file by its attributes: git's own command is asked, file by file, in one run of it.

use std::{
    ffi::OsStr,
    io::{self, BufRead, BufReader, Write},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError},
};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

use super::rule::{Charset, End, Rule, Signed, Source};
use crate::{filter::Eol, gate, output::replace, shown, trouble::Trouble};

/// Git, which answers. Files outside its work tree have no attributes.
pub struct Attributes {
    top: PathBuf,
    talk: Mutex<Talk>,
}

struct Talk {
    child: Child,
    /// Where questions go; closed before the child is waited for.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

const ASKED: [&str; 3] = ["working-tree-encoding", "eol", "text"];

impl Attributes {
    /// Asks about the work tree that we are in, as it is or as it is `staged`.
    pub fn open(staged: bool) -> Result<Self, Trouble> {
        let top = gate::top()?;
        let top = replace::parent(&top.join("x")).canonicalize();
        let top = top.map_err(|error| Trouble::with("git", &error))?;
        let mut command = Command::new("git");
        command.arg("check-attr").args(staged.then_some("--cached"));
        command.args(["-z", "--stdin"]).args(ASKED);
        command.current_dir(&top).env("GIT_FLUSH", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| Trouble::with("git", &error))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(|| ended("no output"))?;
        let talk = Talk { child, questions, answers: BufReader::new(answers) };
        Ok(Self { top, talk: Mutex::new(talk) })
    }

    /// What is said of `file`, a full path.
    pub fn of(&self, file: &Path) -> Result<Rule, Trouble> {
        let Ok(within) = file.strip_prefix(&self.top) else { return Ok(Rule::default()) };
        let mut talk = self.talk.lock().unwrap_or_else(PoisonError::into_inner);
        let [encoding, eol, text] =
            talk.ask(within.as_os_str()).map_err(|error| ended(&error.to_string()))?;
        drop(talk);
        let source = |attribute: &str, value: &str| Source {
            file: PathBuf::from(".gitattributes"),
            line: None,
            says: format!("{attribute}={value}"),
        };
        let charset = match &*encoding {
            "unspecified" | "unset" | "set" | "" => None,
            label => Some(charset(label, source(ASKED[0], label))?),
        };
        // Git ends the lines only of what it takes for text.
        let end = match &*eol {
            _ if text == "unset" => None,
            "lf" => Some(Eol::Lf),
            "crlf" => Some(Eol::Crlf),
            _ => None,
        };
        Ok(Rule { charset, end: end.map(|end| End { eol: end, source: source(ASKED[1], &eol) }) })
    }
}

impl Talk {
    /// The values of the attributes that are asked for.
    fn ask(&mut self, name: &OsStr) -> io::Result<[String; 3]> {
        let questions = self.questions.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        questions.write_all(&[name.as_bytes(), b"\0"].concat())?;
        questions.flush()?;
        let mut values = [const { String::new() }; 3];
        for value in &mut values {
            // The name, the attribute, and what it is.
            self.field()?;
            self.field()?;
            *value = String::from_utf8_lossy(&self.field()?).into_owned();
        }
        Ok(values)
    }

    fn field(&mut self) -> io::Result<Vec<u8>> {
        let mut field = Vec::new();
        self.answers.read_until(0, &mut field)?;
        match field.pop() {
            Some(0) => Ok(field),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.questions = None;
        // Nobody is left to tell of how it ended.
        let _ = self.child.wait();
    }
}

fn ended(why: &str) -> Trouble {
    Trouble::new(format!("git check-attr: {}", shown::line(why)))
}

/// What `working-tree-encoding` means. Git wants a signature where the label leaves the octet order open, and none
/// where it says it.
fn charset(value: &str, source: Source) -> Result<Charset, Trouble> {
    let label = Label::parse(value, LabelSet::Git).map_err(|error| {
        let place = shown::path(&source.file);
        Trouble::new(shown::line(&format!("{place}: {}: {error}", source.says)).into_owned())
    })?;
    let signed = match label.encoding() {
        _ if value.to_ascii_uppercase().ends_with("-BOM") => Signed::Always,
        Encoding::Utf16 | Encoding::Utf32 => Signed::Always,
        Encoding::Utf16Be | Encoding::Utf16Le | Encoding::Utf32Be | Encoding::Utf32Le => {
            Signed::Never
        }
        _ => Signed::Either,
    };
    Ok(Charset { label, signed, source })
}
