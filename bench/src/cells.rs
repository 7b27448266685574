//! The cells. A cell is an operation over a corpus in calls of one size, run by all engines.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    buffer::Buffer,
    engines::{self, Call, Engine},
    input::Input,
    operations::Operation,
};

/// The number of bytes of input in a call.
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
            // The size must be whole units of every form.
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

/// The identity of a cell.
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

/// A cell that is ready to run: its input, space for the output, and the call of every engine.
pub struct Ready {
    /// The input of the calls.
    pub input: Input,
    /// The output of the calls.
    pub output: Buffer,
    /// The calls, each with the number of its engine.
    pub calls: Vec<(usize, Box<dyn Call>)>,
}

impl Ready {
    /// Prepares `cell` over `text`; `None` if no engine can run it.
    pub fn new(cell: &Cell, text: &str, engines: &[Engine]) -> Option<Self> {
        let offers = engines.iter().enumerate();
        let calls: Vec<_> = offers
            .filter_map(|(number, engine)| Some((number, engine.offer(cell.operation.task)?)))
            .collect();
        if calls.is_empty() {
            return None;
        }
        let input = Input::new(text, cell.operation, cell.size.0);
        // Every conversion writes at most four bytes per byte, plus the slack of a call.
        let output =
            Buffer::new(if cell.operation.task.writes() { input.longest * 4 + 64 } else { 64 });
        Some(Self { input, output, calls })
    }

    /// Compares the answers of all engines with those of the reference.
    ///
    /// # Errors
    ///
    /// The engine with the wrong answer, and its position.
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
