//! Checks the arguments before anything is read, and makes a plan of them.

mod check;
mod escapes;
mod input;
mod output;
mod policies;

use std::path::Path;

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, ByteOrder, Label},
    transcode::Transcoder,
};

use utfkit_text::{
    lines::Unit,
    streams::{Candidates, Mixed, TextReader},
    transform::{Bom as WrittenBom, Filtered, Joint, Pipeline, Reader, Wanted},
};

use check::{check_escapes, check_replacement, check_target, errors, keeps_encoding};
use escapes::Escapes;
use input::Input;
use output::Written;
use policies::Policies;

use super::{
    args::{Args, Errors, mode::Destination},
    controls,
};
use crate::{
    args::{
        encoding::From,
        reading::BomArg,
        surface,
        target::{self, Lacking, Target},
    },
    process::{problem::Problem, shell::Shown},
};

/// The settings for the conversion of every operand.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) input: Input,
    pub(super) output: Written,
    pub(super) policies: Policies,
    /// The escapes of the input and of the output.
    pub(super) escapes: Escapes,
    pub(super) destination: Destination,
    pub(super) report: Reporting,
}

/// The messages and the exit status.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reporting {
    pub(super) quiet: bool,
    /// Whether losses that a policy allows change the exit status.
    pub(super) exit_code: bool,
}

impl Plan {
    /// Makes the plan for `args`, or rejects them.
    pub(super) fn of(args: &Args) -> Result<Self, Problem> {
        let set = args.labels.label_set;
        let (from, read_surfaces) = surface::split("-f", &args.from, set)?;
        let input = Input::of(args, from)?;
        let (from, candidates) = (input.from, input.candidates.as_ref());
        let destination = args.destination();
        let keeps_encoding = keeps_encoding(args, from, candidates)?;
        let Target { label: to, lacking, surfaces } = if keeps_encoding {
            Target::from(from.label().unwrap_or(Encoding::Utf8.into()))
        } else {
            target::parse(args.to.as_deref().unwrap_or("utf-8"), set)?
        };
        let to = args.ebcdic_newline.of(to);
        if args.ebcdic_newline.is_unused(args.to.as_deref(), candidates.is_some()) {
            return Err(Problem::new("--ebcdic-newline applies to -f and -t only").hint(
                "name the variant of z/OS in --fallback or --candidates, such as `ibm1047-s390`",
            ));
        }
        args.reading.check(from)?;
        check_target(args, to)?;
        let escapes = Escapes::of(args, read_surfaces, surfaces)?;
        let errors = errors(args)?;
        check_replacement(args, to)?;
        let filters = Wanted {
            decode: None,
            encode: None,
            strip_inner_bom: args.strip_inner_bom,
            normalize: args.normalize,
            eol: args.eol,
            watched: args.only_if_valid,
        };
        let filters = escapes.filters(filters, to.encoding(), destination.is_in_place());
        if errors == Errors::Escape {
            check_escapes(from, to, candidates, filters)?;
        }
        let output = Written {
            to,
            keeps_encoding: keeps_encoding && from == From::Auto,
            keep_declaration: args.keep_declaration,
            filters,
            order: args.output_order.map(Into::into),
            utf7_optional_direct: args.utf7_optional_direct,
            // Escapes must give back the input. A twin does not, unless it is only decomposed.
            twins: !args.no_twins
                && !args.only_if_valid
                && (errors != Errors::Escape || controls::decomposes(to.encoding())),
        };
        let policies = if args.is_dry_run() {
            Policies::of_dry_run(errors, lacking, to.encoding())
        } else {
            Policies::new(errors, lacking, args.replacement.clone(), to.encoding())
        };
        let report = Reporting { quiet: args.quiet, exit_code: args.exit_code };
        Ok(Self { input, output, policies, escapes, destination, report })
    }

    /// Returns `true` if a BOM decides the encoding of the input.
    pub(super) fn looks_for_bom(&self) -> bool {
        self.input.looks_for_bom()
    }

    /// Returns the encoding of an input that begins with `head`.
    pub(super) fn label(&self, head: &[u8]) -> Label {
        self.input.label(head)
    }

    /// Returns the candidates, if one is to be chosen per file. The whole file is examined before
    /// it is converted.
    pub(super) fn chooses_by_file(&self) -> Option<&Candidates> {
        self.input.by_file()
    }

    /// Returns `true` if `encoding` is one of the candidates, which did not fit a file.
    pub(super) fn has_tried(&self, encoding: Encoding) -> bool {
        self.input.has_tried(encoding)
    }

    /// Returns `true` if a BOM of the input is an error.
    pub(super) fn forbids_bom(&self) -> bool {
        self.input.has_bom_policy(BomArg::Forbid)
    }

    /// Returns the policy for BOMs, if it overrides the labels.
    pub(super) fn bom(&self) -> Option<BomPolicy> {
        self.input.reading.bom()
    }

    /// Returns the reader that chooses an encoding per line, if that is wanted. It is only for
    /// input that is read as UTF-8, so input with another BOM is excluded.
    fn mixed(&self, from: Label) -> Option<Reader<'_>> {
        let candidates = self.input.by_line()?;
        let reader = move |label| self.reading(label).bom(BomPolicy::Forbid);
        let bom = self.bom().unwrap_or(BomPolicy::Auto);
        (from.encoding() == Encoding::Utf8)
            .then(|| Reader::Mixed(Box::new(Mixed::new(candidates, bom, reader))))
    }

    /// Returns the pipeline for an input in `from`. `joint` describes the inputs before and after
    /// it.
    pub(super) fn pipeline(&self, from: Label, joint: Joint<'_, '_>) -> Pipeline<'_> {
        let (wanted, to) = (self.bom(), self.output.to);
        let mixed = self.mixed(from);
        if self.output.filters.nothing() && mixed.is_none() {
            let mut transcoder = self.transcoder(from, to).policy(self.policies.policy());
            if let Some(policy) = self.policies.unencodable() {
                transcoder = transcoder.unencodable(policy);
            }
            if let Some(policy) = wanted {
                transcoder = transcoder.bom(policy);
            }
            return Pipeline::Direct(Box::new(joint.join(transcoder)));
        }
        let reads = match wanted.or(from.bom()) {
            Some(demand @ (BomPolicy::Forbid | BomPolicy::Require)) => demand,
            _ => BomPolicy::Strip,
        };
        // `Require` applies only to the input.
        let policy = wanted.filter(|&policy| policy != BomPolicy::Require);
        let policy = policy.unwrap_or(to.written_from(from));
        let one = || {
            let reader = self.reading(from).bom(reads).appended();
            Reader::One(Box::new(if joint.followed { reader.followed() } else { reader }))
        };
        Pipeline::Filtered(Box::new(Filtered::new(
            mixed.unwrap_or_else(one),
            self.output.filters,
            self.writing(),
            WrittenBom { policy, from, to },
            joint,
        )))
    }

    /// Returns the transcoder before the filters. It handles ill-formed text. It must not write
    /// characters that the target cannot encode, because the transcoder after the filters would
    /// report them.
    fn reading(&self, from: Label) -> Transcoder<'_> {
        let policy = self.policies.policy_before_filters();
        self.transcoder(from, Encoding::Utf8.into()).policy(policy)
    }

    /// Returns the transcoder after the filters. It handles only characters that the target cannot
    /// encode, so it does not escape the reader's escapes again.
    fn writing(&self) -> Transcoder<'_> {
        let lacking = self.policies.unencodable().unwrap_or_else(|| self.policies.policy());
        self.transcoder(Encoding::Utf8.into(), self.output.to).unencodable(lacking)
    }

    /// Returns the treatment of characters that the target cannot encode, if `-t` sets one.
    pub(super) fn lacking(&self) -> Lacking {
        self.policies.lacking
    }

    /// Returns a transcoder that stops at each error in text in `from`, and at each character that
    /// the target cannot encode. Returns `None` if the text only needs to be well-formed UTF-8.
    pub(super) fn judge(&self, from: Label) -> Option<Transcoder<'_>> {
        if from.encoding() == Encoding::Utf8 && self.output.to.encoding().has_all_characters() {
            return None;
        }
        let mut judge = self.transcoder(from, self.output.to);
        if let Some(policy) = self.policies.unencodable() {
            judge = judge.unencodable(policy);
        }
        Some(match self.bom() {
            Some(policy) => judge.bom(policy),
            None => judge,
        })
    }

    /// Returns `true` if the text is normalized.
    pub(super) fn normalizes(&self) -> bool {
        self.output.filters.normalize.is_some()
    }

    /// Returns `true` if well-formed text in `from` is only copied.
    pub(super) fn copies(&self, from: Label) -> bool {
        let keeps = |policy| matches!(policy, BomPolicy::Auto | BomPolicy::Keep);
        let plain = |label: Label| label == Encoding::Utf8.into();
        plain(from)
            && plain(self.output.to)
            && self.output.filters.nothing()
            && self.bom().is_none_or(keeps)
    }

    /// Returns the code unit of the output.
    pub(super) fn unit(&self) -> Unit {
        self.output.unit()
    }

    /// Creates a transcoder with the byte orders of the arguments.
    fn transcoder(&self, from: Label, to: Label) -> Transcoder<'_> {
        let transcoder = self.output.transcoder(from, to);
        match self.input_order() {
            Some(order) => transcoder.input_order(order),
            None => transcoder,
        }
    }

    /// Returns a reader of the input.
    pub(super) fn reader(&self, from: Label) -> TextReader {
        let is_text = self.input.has_bom_policy(BomArg::AsText);
        let bom = if is_text { BomPolicy::Forbid } else { BomPolicy::Strip };
        TextReader::new(from, Some(bom), self.input_order())
    }

    /// Returns `true` if the user has said that U+FEFF is always text, and the target does not need
    /// a BOM.
    pub(super) fn expects_bom_as_text(&self) -> bool {
        self.input.has_bom_policy(BomArg::AsText) && self.output.has_optional_bom()
    }

    /// Returns `true` if a run with these options would read U+FEFF at the start of the output as a
    /// BOM.
    pub(super) fn reads_as_bom(&self) -> bool {
        let Some(written) = self.output.bom_as_text() else { return false };
        let opening = self.label(&written).open(self.bom(), self.input_order(), &written, true);
        opening.is_some_and(|opening| opening.finding.is_none() && opening.len > 0)
    }

    /// Returns `true` if a run without `-f` recognizes the encoding of the output, because it is
    /// UTF-8.
    pub(super) fn is_recognized(&self) -> bool {
        self.output.to.encoding() == Encoding::Utf8
    }

    /// Returns `true` if the output has a BOM for every input.
    pub(super) fn always_writes_bom(&self) -> bool {
        let to = self.output.to;
        let written = to.written_from(Encoding::Utf8.into());
        self.bom().unwrap_or(written).writes(Encoding::Utf8, to, false)
    }

    /// Returns the reason why a BOM is required.
    pub(super) fn bom_reason(&self) -> &'static str {
        match self.bom() {
            Some(_) => "`--bom require` demands one",
            None => "the label demands one; with `--label-set iana`, it does not",
        }
    }

    /// Returns `true` if the output up to an error is the text of the input up to that error.
    pub(super) fn keeps_text(&self) -> bool {
        self.policies.is_strict() && self.output.filters.nothing()
    }

    /// Returns the plan for a file that begins with `head` and keeps its encoding, if it has a BOM of
    /// UTF-16 or UTF-32. Returns an error if only the BOM shows the encoding, and is to be dropped.
    pub(super) fn keeping(&self, head: &[u8]) -> Result<Option<Self>, String> {
        let found = Bom::of(head).filter(|_| self.output.keeps_encoding && self.looks_for_bom());
        let Some(bom) = found.filter(|bom| bom.encoding() != Encoding::Utf8) else {
            return Ok(None);
        };
        if self.input.has_bom_policy(BomArg::Strip) {
            let encoding = bom.encoding();
            return Err(format!(
                "without its BOM, nothing shows that it is {encoding}: use `-t utf-8`, or `-t {encoding}` to keep the encoding"
            ));
        }
        let is_little = bom.bytes().starts_with(b"\xFF\xFE");
        let order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        let output = Written { to: bom.encoding().into(), ..self.output.clone() };
        Ok(Some(Self { output, ..self.clone() }.with_order(order)))
    }

    /// Returns this plan with the output in `order`, unless the options or the label set an order.
    pub(super) fn with_order(&self, order: ByteOrder) -> Self {
        Self { output: self.output.with_order(order), ..self.clone() }
    }

    /// Returns `true` if each line has its own encoding.
    pub(super) fn is_by_line(&self) -> bool {
        self.input.by_line().is_some()
    }

    /// Returns the file at `path` for command lines in messages.
    pub(super) fn shown<'p>(&self, path: &'p Path) -> Shown<'p> {
        Shown::new(path).decompressed(self.input.decompress.decompress)
    }

    /// Returns the byte order for input without a BOM.
    pub(super) fn input_order(&self) -> Option<ByteOrder> {
        self.input.reading.order()
    }

    /// Returns the byte order of the output, if its encoding leaves it open.
    pub(super) fn output_order(&self) -> ByteOrder {
        self.output.order()
    }
}
