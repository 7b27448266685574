//! The arguments of the command.

use std::{fs::File, io, path::PathBuf};

use utfkit_text::streams::{Cutter, Unit};

use crate::{args::size, reading::source::SourceArgs, system::facts::Facts};

/// Split a text into files by characters, lines or bytes
///
/// The files are named PREFIXaa, PREFIXab, … No character is divided, unless the text is ill-formed
/// in its encoding, which is reported (exit status 1). Each file is in the encoding of the text. If
/// the BOM of the text names the byte order, each file begins with it. Ill-formed bytes stay
/// unchanged.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub(super) size: Size,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Use N letters or digits after the prefix
    #[arg(short = 'a', long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(super) suffix_length: u32,
    /// Number the files with digits: 00, 01, …
    #[arg(short = 'd', long)]
    pub(super) numeric_suffixes: bool,
    /// Text after the number, such as `.txt`
    #[arg(long, value_name = "SUFFIX", default_value = "")]
    pub(super) additional_suffix: String,
    /// Replace existing files
    #[arg(long)]
    pub(super) force: bool,
    /// Print the name of each written file
    #[arg(long)]
    pub(super) verbose: bool,
    /// The file; `-` is standard input
    #[arg(value_name = "PATH", default_value = "-")]
    pub(super) path: PathBuf,
    /// Start of the names
    #[arg(value_name = "PREFIX", default_value = "x")]
    pub(super) prefix: PathBuf,
}

/// The size of the parts.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Size {
    /// Put N characters into each file
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    characters: Option<u64>,
    /// Put N lines into each file
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    lines: Option<u64>,
    /// Put at most N bytes, but at least 16, into each file; K, M and G are 1024, 1024² and 1024³
    #[arg(short = 'b', long, alias = "bytes", value_name = "N", value_parser = size::at_least::<MIN_BYTES>)]
    bytes: Option<u64>,
    /// Write N files of about the same number of bytes
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
        let found = Facts::of(file)?;
        if !found.is_file() {
            let words = "-n needs a regular file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        let number = self.number.unwrap_or(1);
        Ok((Unit::Bytes, Every::Parts { number, bytes: found.len() }))
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
