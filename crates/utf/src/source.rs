//! What operands are read as: the arguments that say so, and files opened accordingly.

use std::{fs::File, io, path::Path};

use utfkit::receiver::Receiver;

use crate::{
    choice::{Candidates, ChoiceArgs, read_as},
    codepoints::CodePoints,
    encoding::{self, LabelArgs},
    input::{Found, Head, Nature, Operand},
    terminal,
    trouble::Trouble,
};

/// The arguments that say what operands are read as.
#[derive(Clone, Debug, clap::Args)]
pub struct SourceArgs {
    /// Encoding of the input; `auto`: what a signature says, else UTF-8
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    choice: ChoiceArgs,
}

/// What operands are read as.
pub struct Source {
    from: encoding::From,
    candidates: Option<Candidates>,
}

/// What `file` is, which was `found` and is only read, for a receiver if there is one. What is no regular file may make us wait, and is text.
pub fn nature(
    file: &File,
    found: &Found,
    from: encoding::From,
    receiver: Option<Receiver>,
) -> io::Result<Nature> {
    if !found.regular {
        return Ok(Nature::Text);
    }
    let (head, octets) = Head::peek(file)?;
    Ok(head.nature_to(receiver, &octets, from.of(&octets).encoding()))
}

/// An operand that is open, and what it is read as.
pub struct Opened {
    pub file: File,
    pub from: encoding::From,
    /// What it is read as, as a message, if that was chosen.
    pub told: Option<String>,
}

impl SourceArgs {
    /// What they ask for.
    pub fn source(&self) -> Result<Source, Trouble> {
        let from = encoding::From::parse("-f", &self.from, self.labels.label_set)?;
        let candidates = self.choice.candidates(from, self.labels.label_set)?;
        if candidates.as_ref().is_some_and(|candidates| candidates.by_line) {
            return Err(Trouble::new("--by-line: only `check` and `convert` read line by line")
                .hint("convert to UTF-8 first: `utf convert --by-line --candidates …`"));
        }
        Ok(Source { from, candidates })
    }

    /// What they ask for of the first of two operands, and of the second, which has an encoding of its own if
    /// `--from-second` says so.
    pub fn pair(&self, second: Option<&str>) -> Result<(Source, Source), Trouble> {
        let other = match second {
            Some(label) => {
                let from = encoding::From::parse("--from-second", label, self.labels.label_set)?;
                Source { from, candidates: None }
            }
            None => self.source()?,
        };
        Ok((self.source()?, other))
    }

    /// The text at `path`, an operand; none is standard input.
    pub fn text(&self, path: Option<&Path>) -> Result<(Operand, CodePoints), Trouble> {
        let operand = path.map_or(Operand::StandardInput, Operand::from_path);
        let text = self.source()?.text(&operand)?;
        Ok((operand, text))
    }
}

impl Source {
    /// What `-f` says.
    pub fn from(&self) -> encoding::From {
        self.from
    }

    /// Opens `operand`, and chooses among candidates if there are any.
    pub fn open(&self, operand: &Operand) -> Result<Opened, Trouble> {
        self.choose(operand.open_file()?, operand)
    }

    /// The same of `operand` that is open already, as `file`.
    pub fn choose(&self, file: File, operand: &Operand) -> Result<Opened, Trouble> {
        let Some(candidates) = &self.candidates else {
            return Ok(Opened { file, from: self.from, told: None });
        };
        let chosen = candidates.choose(file, None);
        let chosen = chosen.map_err(|error| Trouble::with(&operand.name(), &error))?;
        let told = chosen.told(&operand.name());
        Ok(Opened { file: chosen.file, from: encoding::From::Known(chosen.label), told })
    }

    /// Opens what was `found`, to be read and not changed: as it looks, where nothing says what it is; `None` if
    /// nobody `named` it, and it is no text.
    pub fn look(&self, found: &Found, named: bool) -> Result<Option<Opened>, Trouble> {
        let (file, name) = (found.operand.open_file()?, found.operand.name());
        let nature = nature(&file, found, self.from, None);
        let nature = nature.map_err(|error| Trouble::with(&name, &error))?;
        match nature.reading(self.from, !named) {
            None => Ok(None),
            Some(from) if from == self.from => self.choose(file, &found.operand).map(Some),
            Some(from) => {
                let told = nature.looks_like().and_then(|encoding| read_as(&name, encoding));
                Ok(Some(Opened { file, from, told }))
            }
        }
    }

    /// The text of `operand`; what it is read as is told.
    pub fn text(&self, operand: &Operand) -> Result<CodePoints, Trouble> {
        let mut opened = self.open(operand)?;
        if let Some(words) = opened.told.take() {
            terminal::write_error(&words);
        }
        CodePoints::new(opened).map_err(|error| Trouble::with(&operand.name(), &error))
    }
}
