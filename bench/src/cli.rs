//! The options of the command line.

use std::path::PathBuf;

use clap::Parser;

use crate::{cells::Size, engines::PUBLIC, gates::Class};

/// Compares utfkit with its peers: every cell is checked against the standard library, and then
/// timed in one interleaved run.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Options {
    /// The directory of the corpora: `lipsum` and `wikipedia_mars` of simdutf's unicode_lipsum.
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/corpora"))]
    pub corpora: PathBuf,
    /// Only operations whose name contains one of these; `=NAME` is exact.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub op: Vec<String>,
    /// Only these corpora.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub corpus: Vec<String>,
    /// Only calls with these numbers of input bytes, such as 16, 4k or 64m.
    #[arg(
        long,
        value_name = "SIZE",
        value_delimiter = ',',
        default_value = "16,64,256,4k,64k,1m,64m"
    )]
    pub size: Vec<Size>,
    /// Only engines whose name contains one of these; `=NAME` is exact.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub engine: Vec<String>,
    /// A shared library of simdutf as one more peer; `@KERNEL` forces a kernel.
    #[arg(long, value_name = "LABEL=PATH[@KERNEL]")]
    pub simdutf_so: Vec<String>,
    /// The engine of utfkit that is compared with the peers: `utfkit`, or `utfkit:SET`.
    #[arg(long, value_name = "ENGINE", default_value = PUBLIC)]
    pub subject: String,
    /// Compare it in all rows with the best of these engines, even our own; `=NAME` is exact.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub beside: Vec<String>,
    /// Only verify the answers of all engines, in every cell.
    #[arg(long)]
    pub check: bool,
    /// Sizes 4k and 64k, five rounds, one run.
    #[arg(long)]
    pub quick: bool,
    /// The number of rounds in each cell.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// The number of whole runs; each figure is the median of theirs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// The core to run on [default: the last].
    #[arg(long, value_name = "N")]
    pub core: Option<usize>,
    /// The class of this machine, which selects the gates.
    #[arg(long, value_enum, default_value_t = Class::Avx512)]
    pub class: Class,
    /// A file of gates that replaces the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub gates: Option<PathBuf>,
    /// Exit with status 1 if a row is below its gate.
    #[arg(long)]
    pub strict: bool,
    /// Write the report in Markdown.
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Write all figures in JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Options {
    /// Returns the options with the settings that other options imply.
    pub fn settled(mut self) -> Self {
        if self.quick {
            self.size = vec![Size(4 << 10), Size(64 << 10)];
            self.rounds = 5;
            self.runs = 1;
        }
        self
    }
}

/// Returns `true` if `name` matches the patterns of a filter, or if there are no patterns.
pub fn wanted(patterns: &[String], name: &str) -> bool {
    let matches = |pattern: &String| match pattern.strip_prefix('=') {
        Some(exact) => name == exact,
        None => name.contains(pattern.as_str()),
    };
    patterns.is_empty() || patterns.iter().any(matches)
}
