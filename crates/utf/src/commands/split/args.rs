//! The arguments of the command.

use std::{fs::File, io, path::PathBuf};

use utfkit_text::streams::cutter::{Cutter, Unit};

use crate::reading::source::SourceArgs;

/// Split a text into files, by characters, lines or bytes, never cut inside a character
///
/// Files are named PREFIXaa, PREFIXab, … Each stays in the encoding of the text; where its
/// BOM tells the order of bytes, each begins with it. What is ill-formed stays as it is.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) size: Size,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// So many letters, or digits, behind the prefix
    #[arg(short = 'a', long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(super) suffix_length: u32,
    /// Number the files 00, 01, … instead
    #[arg(short = 'd', long)]
    pub(super) numeric_suffixes: bool,
    /// What stands behind the number, such as `.txt`
    #[arg(long, value_name = "SUFFIX", default_value = "")]
    pub(super) additional_suffix: String,
    /// Replace files that are there
    #[arg(long)]
    pub(super) force: bool,
    /// Print the name of each file that is written
    #[arg(long)]
    pub(super) verbose: bool,
    /// The file; `-` is standard input
    #[arg(value_name = "PATH", default_value = "-")]
    pub(super) path: PathBuf,
    /// What the names begin with
    #[arg(value_name = "PREFIX", default_value = "x")]
    pub(super) prefix: PathBuf,
}

/// The size of the parts.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Size {
    /// So many characters each
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    characters: Option<u64>,
    /// So many lines each
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    lines: Option<u64>,
    /// So many bytes each at most; K, M and G are 1024, 1024² and 1024³
    #[arg(short = 'b', long, alias = "bytes", value_name = "N", value_parser = bytes)]
    bytes: Option<u64>,
    /// So many parts, of about as many bytes each
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
}

impl Size {
    pub fn wanted(&self, file: &File) -> io::Result<(Unit, Every)> {
        let each = [
            (self.characters, Unit::Characters),
            (self.lines, Unit::Lines),
            (self.bytes, Unit::Bytes),
        ];
        if let Some(wanted) = each.into_iter().find_map(|(each, unit)| Some((unit, each?))) {
            return Ok((wanted.0, Every::Units(wanted.1)));
        }
        let found = file.metadata()?;
        if !found.is_file() {
            let words = "-n needs a file, of which the length is known";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        let number = self.number.unwrap_or(1);
        Ok((Unit::Bytes, Every::Parts { number, bytes: found.len() }))
    }
}

/// Parses a number of bytes.
fn bytes(text: &str) -> Result<u64, String> {
    let units = [('K', 1 << 10), ('M', 1 << 20), ('G', 1_u64 << 30)];
    let unit = units
        .into_iter()
        .find(|&(letter, _)| text.ends_with([letter, letter.to_ascii_lowercase()]));
    let (digits, unit) = match unit {
        Some((_, unit)) => (&text[..text.len() - 1], unit),
        None => (text, 1),
    };
    let number = digits.parse::<u64>().map_err(|_| "a number is needed, such as 500 or 16K")?;
    match number.checked_mul(unit) {
        None => Err("too large".to_owned()),
        Some(bytes) if bytes < MIN_BYTES => {
            Err(format!("at least {MIN_BYTES}, so that every character fits"))
        }
        Some(bytes) => Ok(bytes),
    }
}

/// The minimum size in bytes: room for a BOM and the longest character.
const MIN_BYTES: u64 = 16;

/// The rule for where parts end.
pub(super) enum Every {
    /// Each part has this number of units.
    Units(u64),
    /// There are `number` parts of a text with `bytes` bytes.
    Parts { number: u64, bytes: u64 },
}

impl Every {
    /// Returns the end of `part`, counted from 0; `None` is the end of the text.
    pub fn limit(&self, part: u64, text: &Cutter<'_>, unit: Unit) -> Option<u64> {
        match *self {
            Every::Units(each) if unit == Unit::Bytes => {
                let bom = if text.at_start() { 0 } else { text.bom().len() as u64 };
                text.offset().checked_add(each - bom)
            }
            Every::Units(each) => (part + 1).checked_mul(each),
            Every::Parts { number, bytes } => {
                let end = u128::from(bytes) * u128::from(part + 1) / u128::from(number);
                u64::try_from(end).ok().filter(|_| part + 1 < number)
            }
        }
    }
}
