//! What is asked for, checked before anything is read.

use utfkit::{
    Encoding,
    encoding::{Label, OctetOrder, SignaturePolicy, SignatureRule},
    transcode::{Policy, Transcoder},
};

use super::{
    Args, Errors,
    pipeline::{Filtered, Pipeline, Reader, Signature},
};
use crate::{
    choice::{Candidates, Mixed},
    encoding::{Bom, From},
    filter::Wanted,
    target::{self, Lacking, Target},
    trouble::Trouble,
};

/// How every operand is converted.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) from: From,
    pub(super) to: Label,
    pub(super) errors: Errors,
    pub(super) quiet: bool,
    pub(super) exit_code: bool,
    replacement: Option<String>,
    /// What a reader writes for what is ill-formed, if not U+FFFD: text that the target has.
    readable: Option<String>,
    /// What is done about signatures, if not what the labels say.
    bom: Option<Bom>,
    lacking: Lacking,
    candidates: Option<Candidates>,
    filters: Wanted,
    /// The octet orders, if not what the labels say.
    input_order: Option<OctetOrder>,
    output_order: Option<OctetOrder>,
}

impl Plan {
    /// What `args` ask for, if it makes sense.
    pub(super) fn of(args: &Args) -> Result<Self, Trouble> {
        let set = args.labels.label_set;
        let from = From::parse("-f", &args.from, set)?;
        let Target { label: to, lacking } = target::parse(&args.to, set)?;
        check_signatures(args, from, to)?;
        check_orders(args, from, to)?;
        let candidates = args.choice.candidates(from, set)?;
        let errors = errors(args)?;
        check_escapes(errors, candidates.as_ref())?;
        let rehearses = args.rehearses();
        let replacement = args.replacement.clone().filter(|_| !rehearses);
        Ok(Self {
            from,
            to,
            lacking: if rehearses { Lacking::default() } else { lacking },
            candidates,
            filters: Wanted {
                strip_inner_bom: args.strip_inner_bom,
                normalize: args.normalize,
                eol: args.eol,
            },
            // A rehearsal tells all that a policy would have to deal with.
            errors: if rehearses { Errors::Strict } else { errors },
            quiet: args.quiet,
            exit_code: args.exit_code,
            readable: readable(replacement.as_deref(), to.encoding()),
            replacement,
            bom: args.bom,
            input_order: args.input_order.map(Into::into),
            output_order: args.output_order.map(Into::into),
        })
    }

    /// Whether only a signature can tell the encoding of the input.
    pub(super) fn looks_for_signature(&self) -> bool {
        self.from == From::Auto && self.bom != Some(Bom::Forbid)
    }

    /// The encoding of an input that begins with `head`.
    pub(super) fn label(&self, head: &[u8]) -> Label {
        self.from.of(if self.looks_for_signature() { head } else { &[] })
    }

    /// What inputs may be in, if each is to be looked through before it is converted.
    pub(super) fn chooses_by_file(&self) -> Option<&Candidates> {
        self.candidates.as_ref().filter(|candidates| !candidates.by_line)
    }

    /// What is done about signatures, if not what the labels say.
    pub(super) fn signature(&self) -> Option<SignaturePolicy> {
        self.bom.map(Into::into)
    }

    /// The way of an input of which each line is in an encoding of its own, if that is how `from` was
    /// meant: as what has no other signature.
    fn mixed(&self, from: Label) -> Option<Reader<'_>> {
        let candidates = self.candidates.as_ref().filter(|candidates| candidates.by_line)?;
        let reader = move |label| self.reading(label).signature(SignaturePolicy::Forbid);
        let signature = self.signature().unwrap_or(SignaturePolicy::Auto);
        (from.encoding() == Encoding::Utf8)
            .then(|| Reader::Mixed(Box::new(Mixed::new(candidates, signature, reader))))
    }

    /// The way of an input in `from`, to an output that is `appended` to other text or not.
    pub(super) fn pipeline(&self, from: Label, appended: bool) -> Pipeline<'_> {
        let (asked, to) = (self.signature(), self.to);
        let mixed = self.mixed(from);
        if self.filters.nothing() && mixed.is_none() {
            let mut transcoder =
                self.transcoder(from, to).policy(self.policy(self.replacement.as_deref()));
            if let Some(policy) = self.lacking.policy() {
                transcoder = transcoder.unencodable(policy);
            }
            if let Some(policy) = asked {
                transcoder = transcoder.signature(policy);
            }
            let transcoder = if appended { transcoder.appended() } else { transcoder };
            return Pipeline::Direct(Box::new(transcoder));
        }
        let reads = match asked.or(from.signature()) {
            Some(demand @ (SignaturePolicy::Forbid | SignaturePolicy::Require)) => demand,
            _ => SignaturePolicy::Strip,
        };
        let policy = asked.unwrap_or(to.written_from(from));
        let one = || Reader::One(Box::new(self.reading(from).signature(reads)));
        Pipeline::Filtered(Box::new(Filtered::new(
            mixed.unwrap_or_else(one),
            self.filters,
            self.writing(),
            Signature { policy, from, to, appended },
        )))
    }

    /// The transcoder before filters: it deals with what is ill-formed. What the target lacks is none of
    /// its business, so it must not bring in such characters itself.
    fn reading(&self, from: Label) -> Transcoder<'_> {
        self.transcoder(from, Encoding::Utf8.into()).policy(self.policy(self.readable.as_deref()))
    }

    /// The transcoder behind filters: it deals with what the target lacks, and with nothing else, lest
    /// what the reader escaped be escaped again.
    fn writing(&self) -> Transcoder<'_> {
        let lacking =
            self.lacking.policy().unwrap_or_else(|| self.policy(self.replacement.as_deref()));
        self.transcoder(Encoding::Utf8.into(), self.to).unencodable(lacking)
    }

    /// What is done about mistakes, `replacement` being what is written instead of U+FFFD.
    fn policy<'p>(&self, replacement: Option<&'p str>) -> Policy<'p> {
        match self.errors {
            Errors::Strict => Policy::Strict,
            Errors::Replace => replacement.map_or(Policy::Replace, Policy::ReplaceWith),
            Errors::Skip => Policy::Skip,
            Errors::Escape => Policy::Escape,
        }
    }

    /// What is done about characters that the target lacks, if that is a matter of its own.
    pub(super) fn lacking(&self) -> Lacking {
        self.lacking
    }

    /// A transcoder with the octet orders that were asked for.
    fn transcoder(&self, from: Label, to: Label) -> Transcoder<'_> {
        let mut transcoder = Transcoder::labelled(from, to);
        if let Some(order) = self.input_order {
            transcoder = transcoder.input_order(order);
        }
        if let Some(order) = self.output_order {
            transcoder = transcoder.output_order(order);
        }
        transcoder
    }

    /// A transcoder that reads as the others do, and gives UTF-8 without a signature.
    pub(super) fn reader(&self, from: Label) -> Transcoder<'static> {
        let signature = match self.bom {
            Some(Bom::Forbid) => SignaturePolicy::Forbid,
            _ => SignaturePolicy::Strip,
        };
        let order = self.input_order.or(from.order()).unwrap_or_default();
        let reader = Transcoder::labelled(from, Encoding::Utf8.into());
        reader.signature(signature).input_order(order)
    }

    /// Why a signature that is missing must be there.
    pub(super) fn demand(&self) -> &'static str {
        match self.bom {
            Some(_) => "`--bom require` asks for one",
            None => "the label demands one; `--bom auto` does not",
        }
    }

    /// Whether what is written up to a mistake is the text that was read up to it.
    pub(super) fn keeps_text(&self) -> bool {
        self.errors == Errors::Strict
            && self.lacking == Lacking::default()
            && self.filters.nothing()
    }

    /// The same, writing in `order` where nobody says in which.
    pub(super) fn keeping(&self, order: OctetOrder) -> Self {
        let asked = self.output_order.or(self.to.order());
        Self { output_order: Some(asked.unwrap_or(order)), ..self.clone() }
    }

    /// The octet order of input without a signature.
    pub(super) fn input_order(&self) -> Option<OctetOrder> {
        self.input_order
    }

    /// The octet order of the output where its encoding leaves it open.
    pub(super) fn output_order(&self) -> OctetOrder {
        self.output_order.or(self.to.order()).unwrap_or_default()
    }
}

/// The policy for what is ill-formed or cannot be encoded.
fn errors(args: &Args) -> Result<Errors, Trouble> {
    let given = if args.drop { Some(Errors::Skip) } else { args.errors };
    match (given, &args.replacement) {
        (None | Some(Errors::Replace), Some(_)) => Ok(Errors::Replace),
        (Some(_), Some(_)) => Err(Trouble::new("--replacement only goes with `--errors replace`")),
        (given, None) => Ok(given.unwrap_or_default()),
    }
}

/// What can stand for U+FFFD, or for the `replacement` that was asked for, in text that goes on to `to`: as
/// in a transcoder, `?` for what it cannot encode. `None` if U+FFFD can.
fn readable(replacement: Option<&str>, to: Encoding) -> Option<String> {
    let lacks =
        |character: char| to.first_unencodable(character.encode_utf8(&mut [0; 4])).is_some();
    let Some(text) = replacement else {
        return lacks(char::REPLACEMENT_CHARACTER).then(|| "?".to_owned());
    };
    Some(text.chars().map(|one| if lacks(one) { '?' } else { one }).collect())
}

/// Refuses escapes by line: an escape names octets, and nothing says which line was read as what.
fn check_escapes(errors: Errors, candidates: Option<&Candidates>) -> Result<(), Trouble> {
    match candidates.is_some_and(|candidates| candidates.by_line) && errors == Errors::Escape {
        true => Err(Trouble::new("--errors escape could not be undone with --by-line")),
        false => Ok(()),
    }
}

/// Refuses to add or require a signature where the label has none.
fn check_signatures(args: &Args, from: From, to: Label) -> Result<(), Trouble> {
    match (args.bom, from) {
        (Some(Bom::Add), _) => has_signatures(to, "--bom add", "-t", "--output-order"),
        (Some(Bom::Require), From::Known(from)) => {
            has_signatures(from, "--bom require", "-f", "--input-order")
        }
        _ => Ok(()),
    }
}

fn has_signatures(named: Label, flag: &str, label: &str, order: &str) -> Result<(), Trouble> {
    if named.signature_rule() != SignatureRule::Never {
        return Ok(());
    }
    let encoding = named.encoding();
    let words = format!("{flag}: text labelled {encoding} has no signature");
    let open = match encoding {
        Encoding::Utf16Be | Encoding::Utf16Le => "utf-16",
        Encoding::Utf32Be | Encoding::Utf32Le => "utf-32",
        _ => return Err(Trouble::new(words)),
    };
    let words = match open {
        "utf-16" => words + ": the label says the octet order (RFC 2781 section 3.3)",
        _ => words + ": the label says the octet order",
    };
    let little = matches!(encoding, Encoding::Utf16Le | Encoding::Utf32Le);
    // A signature that is read tells the order itself.
    let order = match (label, little) {
        ("-t", true) => format!(" {order} little"),
        _ => String::new(),
    };
    Err(Trouble::new(words).hint(format!("use `{label} {open}{order}`")))
}

/// Refuses an octet order where the label leaves none open.
fn check_orders(args: &Args, from: From, to: Label) -> Result<(), Trouble> {
    let from = match from {
        From::Auto => None,
        From::Known(from) => Some(from.encoding()),
    };
    if args.input_order.is_some() {
        leaves_order_open(from, "--input-order", "-f utf-16")?;
    }
    if args.output_order.is_some() {
        leaves_order_open(Some(to.encoding()), "--output-order", "-t utf-16")?;
    }
    Ok(())
}

fn leaves_order_open(encoding: Option<Encoding>, flag: &str, instead: &str) -> Result<(), Trouble> {
    let name = encoding.map_or("auto", Encoding::name);
    match encoding.map(Encoding::signature_rule) {
        Some(SignatureRule::Decides) => Ok(()),
        _ => Err(Trouble::new(format!("{flag}: `{name}` leaves no octet order open"))
            .hint(format!("it goes with labels such as `{instead}`"))),
    }
}
