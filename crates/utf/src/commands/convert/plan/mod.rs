//! Checks the arguments before anything is read, and makes a plan of them.

mod check;
mod escapes;

use std::path::Path;

use utfkit::{
    Encoding,
    encoding::{Bom, BomPolicy, BomRule, ByteOrder, Label},
    transcode::{Policy, Transcoder},
};

use utfkit_text::{
    lines::Unit,
    streams::{Candidates, Mixed, TextReader},
    transform::{Bom as WrittenBom, Filtered, Joint, Pipeline, Reader, Wanted},
};

use check::{check_escapes, check_replacement, check_target, errors, keeps_encoding, readable};
use escapes::Escapes;

use super::{
    args::{Args, Errors},
    controls,
};
use crate::{
    args::{
        encoding::From,
        reading::{BomArg, ReadingArgs},
        surface,
        target::{self, Lacking, Target},
    },
    input::stream::DecompressArgs,
    process::{problem::Problem, shell::Shown},
};

/// The settings for the conversion of every operand.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) from: From,
    pub(super) to: Label,
    pub(super) errors: Errors,
    /// The policies that a dry run does not use, but whose effect it reports.
    pub(super) rehearsed: (Errors, Lacking),
    pub(super) quiet: bool,
    pub(super) exit_code: bool,
    /// Whether to read files in `from` even if they contradict it.
    pub(super) force_from: bool,
    /// Whether each file keeps its encoding, which a BOM shows. Then `to` is the encoding of files
    /// without a BOM.
    keeps_encoding: bool,
    /// Whether files are replaced in place.
    pub(super) in_place: bool,
    /// Whether files are written: in place, or with -o.
    pub(super) writes_files: bool,
    /// Whether to convert files that are not text.
    pub(super) text: bool,
    /// Whether to keep the declarations of XML, HTML and CSS unchanged.
    pub(super) keep_declaration: bool,
    replacement: Option<String>,
    /// The reader's replacement for ill-formed text, if U+FFFD cannot be used. The target can
    /// encode it.
    readable: Option<String>,
    /// The options for reading, which override the labels.
    pub(super) reading: ReadingArgs,
    pub(super) decompress: DecompressArgs,
    lacking: Lacking,
    pub(super) candidates: Option<Candidates>,
    filters: Wanted,
    /// The escapes of the input and of the output.
    pub(super) escapes: Escapes,
    /// The byte order of the output, if it overrides the label.
    output_order: Option<ByteOrder>,
    utf7_optional_direct: bool,
    /// Whether characters may be written as their twins.
    twins: bool,
}

impl Plan {
    /// Makes the plan for `args`, or rejects them.
    pub(super) fn of(args: &Args) -> Result<Self, Problem> {
        let set = args.labels.label_set;
        let (from, read_surfaces) = surface::split("-f", &args.from, set)?;
        let from = match From::parse("-f", from.unwrap_or("auto"), set)? {
            From::Known(label) => From::Known(args.ebcdic_newline.of(label)),
            From::Auto => From::Auto,
        };
        let candidates = args.choice.candidates(from, set, args.in_place.given())?;
        let keeps_encoding = keeps_encoding(args, from, candidates.as_ref())?;
        let Target { label: to, lacking, surfaces } = match keeps_encoding {
            true => Target::from(from.label().unwrap_or(Encoding::Utf8.into())),
            false => target::parse(args.to.as_deref().unwrap_or("utf-8"), set)?,
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
        let dry_run = args.is_dry_run();
        let replacement = args.replacement.clone().filter(|_| !dry_run);
        let filters = Wanted {
            decode: None,
            encode: None,
            strip_inner_bom: args.strip_inner_bom,
            normalize: args.normalize,
            eol: args.eol,
            watched: args.only_if_valid,
        };
        let filters = escapes.filters(filters, to.encoding(), args.in_place.given());
        if errors == Errors::Escape {
            check_escapes(from, to, candidates.as_ref(), filters)?;
        }
        Ok(Self {
            from,
            to,
            lacking: if dry_run { Lacking::default() } else { lacking },
            candidates,
            filters,
            escapes,
            rehearsed: (errors, lacking),
            // A dry run reports everything that a policy would have to handle.
            errors: if dry_run { Errors::Strict } else { errors },
            quiet: args.quiet,
            exit_code: args.exit_code,
            force_from: args.force_from,
            keeps_encoding: keeps_encoding && from == From::Auto,
            in_place: args.in_place.given(),
            writes_files: args.in_place.given() || args.output.is_some(),
            text: args.text,
            keep_declaration: args.keep_declaration,
            readable: readable(replacement.as_deref(), to.encoding()),
            replacement,
            reading: args.reading,
            decompress: args.decompress,
            output_order: args.output_order.map(Into::into),
            utf7_optional_direct: args.utf7_optional_direct,
            // Escapes must give back the input. A twin does not, unless it is only decomposed.
            twins: !args.no_twins
                && !args.only_if_valid
                && (errors != Errors::Escape || controls::decomposes(to.encoding())),
        })
    }

    /// Returns `true` if a BOM decides the encoding of the input.
    pub(super) fn looks_for_bom(&self) -> bool {
        self.reading.looks_for_bom(self.from)
    }

    /// Returns the encoding of an input that begins with `head`.
    pub(super) fn label(&self, head: &[u8]) -> Label {
        self.from.of(if self.looks_for_bom() { head } else { &[] })
    }

    /// Returns the candidates, if one is to be chosen per file. The whole file is examined before
    /// it is converted.
    pub(super) fn chooses_by_file(&self) -> Option<&Candidates> {
        self.candidates.as_ref().filter(|candidates| !candidates.by_line)
    }

    /// Returns `true` if `encoding` is one of the candidates, which did not fit a file.
    pub(super) fn has_tried(&self, encoding: Encoding) -> bool {
        let tried = self.chooses_by_file().map(|candidates| &candidates.list);
        tried.is_some_and(|list| list.iter().any(|label| label.encoding() == encoding))
    }

    /// Returns `true` if a BOM of the input is an error.
    pub(super) fn forbids_bom(&self) -> bool {
        self.reading.bom == Some(BomArg::Forbid)
    }

    /// Returns the policy for BOMs, if it overrides the labels.
    pub(super) fn bom(&self) -> Option<BomPolicy> {
        self.reading.bom()
    }

    /// Returns the reader that chooses an encoding per line, if that is wanted. It is only for
    /// input that is read as UTF-8, so input with another BOM is excluded.
    fn mixed(&self, from: Label) -> Option<Reader<'_>> {
        let candidates = self.candidates.as_ref().filter(|candidates| candidates.by_line)?;
        let reader = move |label| self.reading(label).bom(BomPolicy::Forbid);
        let bom = self.bom().unwrap_or(BomPolicy::Auto);
        (from.encoding() == Encoding::Utf8)
            .then(|| Reader::Mixed(Box::new(Mixed::new(candidates, bom, reader))))
    }

    /// Returns the pipeline for an input in `from`. `joint` describes the inputs before and after
    /// it.
    pub(super) fn pipeline(&self, from: Label, joint: Joint<'_, '_>) -> Pipeline<'_> {
        let (wanted, to) = (self.bom(), self.to);
        let mixed = self.mixed(from);
        if self.filters.nothing() && mixed.is_none() {
            let mut transcoder =
                self.transcoder(from, to).policy(self.policy(self.replacement.as_deref()));
            if let Some(policy) = self.unencodable() {
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
            self.filters,
            self.writing(),
            WrittenBom { policy, from, to },
            joint,
        )))
    }

    /// Returns the transcoder before the filters. It handles ill-formed text. It must not write
    /// characters that the target cannot encode, because the transcoder after the filters would
    /// report them.
    fn reading(&self, from: Label) -> Transcoder<'_> {
        self.transcoder(from, Encoding::Utf8.into()).policy(self.policy(self.readable.as_deref()))
    }

    /// Returns the transcoder after the filters. It handles only characters that the target cannot
    /// encode, so it does not escape the reader's escapes again.
    fn writing(&self) -> Transcoder<'_> {
        let lacking =
            self.unencodable().unwrap_or_else(|| self.policy(self.replacement.as_deref()));
        self.transcoder(Encoding::Utf8.into(), self.to).unencodable(lacking)
    }

    /// Returns the policy for errors. `replacement` is written instead of U+FFFD.
    fn policy<'p>(&self, replacement: Option<&'p str>) -> Policy<'p> {
        match self.errors {
            Errors::Strict => Policy::Strict,
            Errors::Replace => replacement.map_or(Policy::Replace, Policy::ReplaceWith),
            Errors::Skip => Policy::Skip,
            Errors::Escape => Policy::Escape,
        }
    }

    /// Returns the policy for characters that the target cannot encode, if `-t` sets one.
    fn unencodable(&self) -> Option<Policy<'_>> {
        self.lacking.policy(&self.policy(self.replacement.as_deref()))
    }

    /// Returns the treatment of characters that the target cannot encode, if `-t` sets one.
    pub(super) fn lacking(&self) -> Lacking {
        self.lacking
    }

    /// Returns a transcoder that stops at each error in text in `from`, and at each character that
    /// the target cannot encode. Returns `None` if the text only needs to be well-formed UTF-8.
    pub(super) fn judge(&self, from: Label) -> Option<Transcoder<'_>> {
        if from.encoding() == Encoding::Utf8 && self.to.encoding().has_all_characters() {
            return None;
        }
        let mut judge = self.transcoder(from, self.to);
        if let Some(policy) = self.unencodable() {
            judge = judge.unencodable(policy);
        }
        Some(match self.bom() {
            Some(policy) => judge.bom(policy),
            None => judge,
        })
    }

    /// Returns `true` if the text is normalized.
    pub(super) fn normalizes(&self) -> bool {
        self.filters.normalize.is_some()
    }

    /// Returns `true` if well-formed text in `from` is only copied.
    pub(super) fn copies(&self, from: Label) -> bool {
        let keeps = |policy| matches!(policy, BomPolicy::Auto | BomPolicy::Keep);
        let plain = |label: Label| label == Encoding::Utf8.into();
        plain(from) && plain(self.to) && self.filters.nothing() && self.bom().is_none_or(keeps)
    }

    /// Returns the code unit of the output.
    pub(super) fn unit(&self) -> Unit {
        let encoding = self.to.encoding();
        Unit::new(encoding.unit_bytes(), encoding.byte_order().unwrap_or(self.output_order()))
    }

    /// Creates a transcoder with the byte orders of the arguments.
    fn transcoder(&self, from: Label, to: Label) -> Transcoder<'_> {
        let mut transcoder = Transcoder::labelled(from, to)
            .utf7_optional_direct(self.utf7_optional_direct)
            .twins(self.twins);
        if let Some(order) = self.reading.order() {
            transcoder = transcoder.input_order(order);
        }
        if let Some(order) = self.output_order {
            transcoder = transcoder.output_order(order);
        }
        transcoder
    }

    /// Returns a reader of the input.
    pub(super) fn reader(&self, from: Label) -> TextReader {
        let bom = match self.reading.bom {
            Some(BomArg::AsText) => BomPolicy::Forbid,
            _ => BomPolicy::Strip,
        };
        TextReader::new(from, Some(bom), self.reading.order())
    }

    /// Returns `true` if the user has said that U+FEFF is always text, and the target does not need
    /// a BOM.
    pub(super) fn expects_bom_as_text(&self) -> bool {
        self.reading.bom == Some(BomArg::AsText)
            && self.to.encoding().bom_rule() == BomRule::Optional
    }

    /// Returns `true` if a run with these options would read U+FEFF at the start of the output as a
    /// BOM.
    pub(super) fn reads_as_bom(&self) -> bool {
        let mut written = Vec::new();
        let writer = Transcoder::labelled(Encoding::Utf8.into(), self.to);
        let mut writer = writer.bom(BomPolicy::Forbid);
        if writer.transcode_to_vec("\u{FEFF}".as_bytes(), &mut written, true).is_err() {
            return false;
        }
        let (bom, order) = (self.reading.bom(), self.reading.order());
        let opening = self.label(&written).open(bom, order, &written, true);
        opening.is_some_and(|opening| opening.finding.is_none() && opening.len > 0)
    }

    /// Returns `true` if a run without `-f` recognizes the encoding of the output, because it is
    /// UTF-8.
    pub(super) fn is_recognized(&self) -> bool {
        self.to.encoding() == Encoding::Utf8
    }

    /// Returns `true` if the output has a BOM for every input.
    pub(super) fn always_writes_bom(&self) -> bool {
        let written = self.to.written_from(Encoding::Utf8.into());
        self.bom().unwrap_or(written).writes(Encoding::Utf8, self.to, false)
    }

    /// Returns the reason why a BOM is required.
    pub(super) fn bom_reason(&self) -> &'static str {
        match self.reading.bom() {
            Some(_) => "`--bom require` demands one",
            None => "the label demands one; with `--label-set iana`, it does not",
        }
    }

    /// Returns `true` if the output up to an error is the text of the input up to that error.
    pub(super) fn keeps_text(&self) -> bool {
        self.errors == Errors::Strict
            && self.lacking == Lacking::default()
            && self.filters.nothing()
    }

    /// Returns the plan for a file that begins with `head` and keeps its encoding, if it has a BOM of
    /// UTF-16 or UTF-32. Returns an error if only the BOM shows the encoding, and is to be dropped.
    pub(super) fn keeping(&self, head: &[u8]) -> Result<Option<Self>, String> {
        let found = Bom::of(head).filter(|_| self.keeps_encoding && self.looks_for_bom());
        let Some(bom) = found.filter(|bom| bom.encoding() != Encoding::Utf8) else {
            return Ok(None);
        };
        if self.reading.bom == Some(BomArg::Strip) {
            let encoding = bom.encoding();
            return Err(format!(
                "without its BOM, nothing shows that it is {encoding}: use `-t utf-8`, or `-t {encoding}` to keep the encoding"
            ));
        }
        let is_little = bom.bytes().starts_with(b"\xFF\xFE");
        let order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        Ok(Some(Self { to: bom.encoding().into(), ..self.clone() }.with_order(order)))
    }

    /// Returns this plan with the output in `order`, unless the options or the label set an order.
    pub(super) fn with_order(&self, order: ByteOrder) -> Self {
        let wanted = self.output_order.or(self.to.order());
        Self { output_order: Some(wanted.unwrap_or(order)), ..self.clone() }
    }

    /// Returns `true` if each line has its own encoding.
    pub(super) fn is_by_line(&self) -> bool {
        self.candidates.as_ref().is_some_and(|candidates| candidates.by_line)
    }

    /// Returns the file at `path` for command lines in messages.
    pub(super) fn shown<'p>(&self, path: &'p Path) -> Shown<'p> {
        Shown::new(path).decompressed(self.decompress.decompress)
    }

    /// Returns the byte order for input without a BOM.
    pub(super) fn input_order(&self) -> Option<ByteOrder> {
        self.reading.order()
    }

    /// Returns the byte order of the output, if its encoding leaves it open.
    pub(super) fn output_order(&self) -> ByteOrder {
        self.output_order.or(self.to.order()).unwrap_or_default()
    }
}
