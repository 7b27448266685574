//! The cells: an operation over a corpus in calls of a size, and what the engines make of it.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    buffer::Buffer,
    engines::{self, Call, Engine},
    input::Input,
    operations::Operation,
};

/// Bytes of input in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_ascii_lowercase();
        let (digits, shift) = match lower.strip_suffix('m') {
            Some(digits) => (digits, 20),
            None => lower.strip_suffix('k').map_or((&*lower, 0), |digits| (digits, 10)),
        };
        let bytes = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
        match bytes {
            // Whole units of any form.
            Some(bytes @ 16..) if bytes.is_multiple_of(4) => Ok(Self(bytes)),
            _ => Err(format!(
                "{text} is not a size: write 16, 4k, 64m and the like, a multiple of 4 from 16 on"
            )),
        }
    }
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> Self {
        size.to_string()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.0 {
            bytes if bytes % (1 << 20) == 0 => format!("{}m", bytes >> 20),
            bytes if bytes % (1 << 10) == 0 => format!("{}k", bytes >> 10),
            bytes => bytes.to_string(),
        };
        f.pad(&text)
    }
}

/// Which cell it is.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The operation.
    pub operation: &'static Operation,
    /// The corpus.
    pub corpus: &'a str,
    /// The size of the calls.
    pub size: Size,
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<27} {:<8} {:>4}", self.operation.name, self.corpus, self.size)
    }
}

/// A cell made ready: its input, room for the output, and every engine's call for it.
pub struct Ready {
    /// What the calls read.
    pub input: Input,
    /// Where they write.
    pub output: Buffer,
    /// The calls, with the number of the engine.
    pub calls: Vec<(usize, Box<dyn Call>)>,
}

impl Ready {
    /// Makes `cell` ready over `text`; `None` if no engine does it.
    pub fn new(cell: &Cell, text: &str, engines: &[Engine]) -> Option<Self> {
        let offers = engines.iter().enumerate();
        let calls: Vec<_> = offers
            .filter_map(|(number, engine)| Some((number, engine.offer(cell.operation.task)?)))
            .collect();
        if calls.is_empty() {
            return None;
        }
        let input = Input::new(text, cell.operation, cell.size.0);
        // No conversion makes more than four bytes of one, but for a call's slack.
        let output =
            Buffer::new(if cell.operation.task.writes() { input.longest * 4 + 64 } else { 64 });
        Some(Self { input, output, calls })
    }

    /// Compares the answers of all engines with the reference's.
    ///
    /// # Errors
    /// The engine that is wrong, and where.
    pub fn verify(&mut self, cell: &Cell, engines: &[Engine]) -> Result<(), String> {
        let reference = engines::reference()
            .offer(cell.operation.task)
            .ok_or_else(|| format!("{cell}: the reference has no answer"))?;
        let mut expected = Buffer::new(self.output.bytes().len());
        for (index, piece) in self.input.pieces().enumerate() {
            let answer = reference.once(piece, expected.bytes_mut());
            let bytes = if cell.operation.task.writes() { answer } else { 0 };
            for (number, call) in &self.calls {
                let output = self.output.bytes_mut();
                output[..bytes].fill(0xAA);
                let given = call.once(piece, output);
                if given != answer {
                    let name = &engines[*number].name;
                    return Err(format!(
                        "{cell}: {name} gives {given}, not {answer}, on call {index}"
                    ));
                }
                let (right, made) = (&expected.bytes()[..bytes], &output[..bytes]);
                if let Some(at) = right.iter().zip(made).position(|(right, made)| right != made) {
                    let name = &engines[*number].name;
                    return Err(format!("{cell}: {name} differs at byte {at} of call {index}"));
                }
            }
        }
        Ok(())
    }
}
