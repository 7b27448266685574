//! The arguments of the command.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::args::encoding::LabelArgs;

/// Say what labels mean, and which label a file should have
///
/// Without a name, lists every encoding: what is read and written, its BOM, what the IANA
/// registry says of it, and its labels. With names, shows each in full, and where registries and
/// programs disagree about it.
///
/// Exit status: 0 if all is known, 1 if no label can be suggested for a file, 2 if a name is
/// unknown or a file cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Labels to show; with --suggest files, `-` or none is standard input
    #[arg(value_name = "NAME")]
    pub names: Vec<PathBuf>,
    /// Suggest the label that the standards want for each file (RFC 2781 section 3.3)
    #[arg(long)]
    pub(super) suggest: bool,
    /// With --suggest: the encoding of the files, where it is known
    #[arg(short, long, value_name = "ENC")]
    pub(super) from: Option<String>,
    #[command(flatten)]
    pub labels: LabelArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// One JSON object a line
    Json,
}
