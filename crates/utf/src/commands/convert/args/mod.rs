//! The arguments of `utf convert`.

pub(super) mod mode;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use utfkit::{Encoding, encoding::Label};
use utfkit_text::transform::{Eol, Form};

use crate::{
    args::{
        encoding::LabelArgs,
        reading::{BomArg, Order, ReadingArgs},
        values,
    },
    commands::bad_lines::args::BadLinesArgs,
    files::compressed::method::Method,
    input::{stream::DecompressArgs, walk::args::WalkArgs},
    output::{
        self,
        replace::{self, args::InPlaceArgs},
    },
    reading::choose,
    report::progress::{Progress, ProgressArgs},
    threads::idle::Spare,
};

/// Convert text from one encoding to another
///
/// Several operands are joined, unless each is replaced (`-i`) or written to a directory
/// (`-o DIR/`). The conversion stops at the first ill-formed sequence and at the first character
/// that the target cannot encode, unless a policy allows them.
///
/// With `-i` and `-o DIR/`, directories are walked. `-i` replaces a file as a whole, and only if
/// its text is not already correct. Files that have no BOM and are not UTF-8 are left unchanged and
/// reported.
///
/// Exit status: 0 if everything was converted, 1 if the text stopped the conversion or a file was
/// left unchanged, 2 if something could not be read or written. If the reader closes the output
/// early and there was no error until then, it is 141, as for `cat`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files to convert; without any, or with `-`, standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The encoding of the input; `auto` uses the BOM, or else UTF-8. Escapes may follow: `html`, or
    /// `windows-1252/html`. They are `java`, `c99`, `html`, `encoded-words`, `punycode` and
    /// `quoted-printable`
    #[arg(short, long, alias = "from-code", value_name = "ENC", default_value = "auto")]
    pub from: String,
    #[command(flatten)]
    pub choice: choose::LineChoiceArgs,
    /// The encoding of the output. Escapes may follow, for characters that it cannot encode: `html`
    /// writes ASCII, and `iso-8859-1/java` escapes only what is not in ISO-8859-1. `//IGNORE` at
    /// the end drops characters that it cannot encode, and `//TRANSLIT` writes them in ASCII. With
    /// -i, `keep` keeps the encoding of each file. This is the default for -i with --eol, --bom,
    /// --normalize or --strip-inner-bom, unless an encoding is named for the input [default: utf-8]
    #[arg(short, long, alias = "to-code", value_name = "ENC")]
    pub(super) to: Option<String>,
    #[command(flatten)]
    pub labels: LabelArgs,
    /// Write to this file, which is replaced as a whole and only on success; it may be an input. If
    /// it is a directory (`OUT/`), write each operand, or the files in it, separately
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    pub output: Option<PathBuf>,
    /// Drop and count ill-formed text and characters that the target cannot encode: `--errors skip`
    #[arg(short = 'c', overrides_with = "errors")]
    pub(super) drop: bool,
    /// How to handle ill-formed text and characters that the target cannot encode [default: strict]
    #[arg(long, value_name = "POLICY", overrides_with = "drop")]
    pub(super) errors: Option<Errors>,
    /// Write this text instead of U+FFFD; implies `--errors replace`
    #[arg(long, value_name = "TEXT")]
    pub replacement: Option<String>,
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// The byte order of `-t utf-16` or `-t utf-32` [default: big; with -i, that of the file]
    #[arg(long, value_name = "ORDER")]
    pub output_order: Option<Order>,
    /// Write the optional direct characters of UTF-7, such as `!`, without encoding them
    #[arg(long)]
    pub utf7_optional_direct: bool,
    /// Reject characters that share a cell of the target with another one
    ///
    /// U+301C and U+FF5E share a cell of shift_jis. Without this option, both are written, and the
    /// number of those that read back as the other one is reported. The same holds for letters that
    /// windows-1258 and windows-1255 have only as a letter and its marks.
    #[arg(long)]
    pub no_twins: bool,
    /// The system whose line ends EBCDIC text has
    #[arg(long, value_name = "OS", default_value = "ibm")]
    pub ebcdic_newline: EbcdicNewline,
    /// Normalize the text
    #[arg(long, value_name = "FORM", value_parser = values::forms())]
    pub normalize: Option<Form>,
    /// Drop U+FEFF inside the text, which joined files leave there
    #[arg(long)]
    pub(super) strip_inner_bom: bool,
    /// Change how lines end. For `lf` and `crlf`, a carriage return without a line feed ends a line
    #[arg(long, value_name = "EOL", default_value = "keep", value_parser = values::line_ends())]
    pub(super) eol: Eol,
    /// Leave the declaration of the encoding in XML, HTML and CSS unchanged. By default, it is
    /// changed if the encoding changes
    #[arg(long)]
    pub keep_declaration: bool,
    #[command(flatten)]
    pub in_place: InPlaceArgs,
    /// Leave a file unchanged if anything would be lost, no matter what `--errors` allows; this
    /// includes text that `--normalize`, `--strip-inner-bom` or `--eol` would drop
    #[arg(long, help_heading = replace::args::HEADING)]
    pub only_if_valid: bool,
    /// Read files in the encoding of -f, --fallback or --candidates even if they contradict it.
    /// Without this, -i leaves files unchanged if all or parts of them are UTF-8, or may be, because
    /// it would encode their text twice. With -f and --fallback, it also leaves files unchanged that
    /// are almost certainly in another encoding
    #[arg(long, help_heading = replace::args::HEADING)]
    pub force_from: bool,
    /// Convert files even if they are not text, with -i and -o DIR/. Without this, files are left
    /// unchanged if they begin like a ZIP archive, an image or the like, or have a NUL in their
    /// first 8,192 bytes
    #[arg(short = 'a', long, help_heading = replace::args::HEADING)]
    pub text: bool,
    #[command(flatten)]
    pub bad_lines: BadLinesArgs,
    #[command(flatten)]
    pub walk: WalkArgs,
    #[command(flatten)]
    pub decompress: DecompressArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Compress the output; a name such as `out.gz` alone does not
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["in_place", "dry_run"])]
    pub compress: Option<Method>,
    /// Write nothing; report the losses, or with `-i`, the files that would change and how
    #[arg(long, conflicts_with = "output")]
    pub dry_run: bool,
    /// Do not report replaced, dropped or escaped text, nor the number of converted files
    #[arg(short, long, short_alias = 's', alias = "silent")]
    pub quiet: bool,
    /// Exit with 1 if anything was replaced, dropped or escaped, or if escapes of `-f` are ill-formed
    #[arg(long)]
    pub(super) exit_code: bool,
}

/// The value of `--errors`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Errors {
    /// Stop at the first error
    #[default]
    Strict,
    /// Write U+FFFD for each maximal subpart, or `?` if the target cannot encode U+FFFD
    Replace,
    /// Drop the text
    Skip,
    /// Write `\xNN` for each byte, and `\x5C` for a backslash before an `x`, so that no bytes are
    /// lost
    Escape,
}

/// The state that all conversions of a run share.
pub struct Common {
    /// Threads that may help with a large file.
    pub spare: Spare,
    pub progress: Progress,
}

impl Args {
    /// Creates the shared state for a run with idle threads in `spare`.
    pub fn common(&self, spare: Spare) -> Common {
        let decompresses = self.decompress.decompress;
        let total = if decompresses { None } else { self.walk.bytes(&self.paths) };
        // On one terminal, the text and the progress bar would overwrite each other.
        let prints = self.output.is_none() && !self.in_place.given() && !self.dry_run;
        let quiet = self.quiet || (prints && io::stdout().is_terminal());
        Common { spare, progress: self.progress.start(total, quiet) }
    }

    /// Returns `true` if the run only reports what would be lost.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run && !self.in_place.given()
    }

    /// Returns `true` if only something else than the encoding is to be changed in place.
    pub(super) fn changes_only_text(&self) -> bool {
        let changes_bom =
            matches!(self.reading.bom, Some(BomArg::Add | BomArg::Strip | BomArg::Keep));
        let changes = self.eol != Eol::Keep
            || self.normalize.is_some()
            || self.strip_inner_bom
            || changes_bom;
        self.in_place.given() && changes
    }

    /// Returns the output directory, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        output::folder(self.output.as_deref(), &self.paths)
    }
}

/// The system whose line ends EBCDIC text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EbcdicNewline {
    /// Byte 25 is U+000A, and byte 15 is U+0085
    #[default]
    Ibm,
    /// Byte 15 is U+000A, and byte 25 is U+0085
    Zos,
}

impl EbcdicNewline {
    /// Returns `true` if the option changes nothing, because files are read in candidates and the
    /// target is not named.
    pub(super) fn is_unused(self, to: Option<&str>, has_candidates: bool) -> bool {
        matches!(self, EbcdicNewline::Zos) && has_candidates && to.is_none()
    }

    /// Returns the label of the variant of `label` for this system.
    pub(super) fn of(self, label: Label) -> Label {
        let variant = format!("{}-s390", label.encoding().name());
        match self {
            EbcdicNewline::Ibm => label,
            EbcdicNewline::Zos => variant.parse::<Encoding>().map_or(label, Label::from),
        }
    }
}
