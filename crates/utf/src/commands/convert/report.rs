//! The messages of a conversion on stderr.

use utfkit::{
    Encoding, Finding, Kind,
    encoding::{BomRule, Label, LabelSet},
    transcode::Counts,
};

use utfkit_text::diagnose;

use super::{
    args::Errors,
    error::ConversionError,
    pipeline::{Site, Tally},
    plan::Plan,
};
use crate::{
    args::{reading::BomArg, target::Lacking},
    commands::detect::advice::Advice,
    files::compressed::{decompress, method::Method},
    input::operand::Operand,
    process::{exit::Exit, problem::Problem, terminal},
    report::words,
};

/// The reason why a value beyond Unicode cannot be processed.
pub(super) const UNICODE_ONLY: &str =
    "`--normalize`, `--strip-inner-bom`, `--eol` and `--by-line` take Unicode text only";

/// The unit for counts of ill-formed text, for which decoders write one U+FFFD. `utf check` counts
/// whole errors, which can have several of these units.
pub(super) const SUBPART: &str = "ill-formed maximal subpart";

/// Reports the findings that a policy handled in `operand`, and returns the exit status for them.
pub(super) fn counted(operand: &Operand, tally: &Tally, plan: &Plan) -> Exit {
    terminal::write_error(&counts(&operand.name(), tally, plan).concat());
    exit_of(tally, plan)
}

/// Returns the exit status for the findings that a policy handled.
pub(super) fn exit_of(tally: &Tally, plan: &Plan) -> Exit {
    if has_findings(tally) && plan.exit_code { Exit::Found } else { Exit::Well }
}

/// Returns lines about the findings that a policy handled in the text of `name`.
pub(super) fn counts(name: &str, tally: &Tally, plan: &Plan) -> Vec<String> {
    if plan.quiet {
        return Vec::new();
    }
    let inner = inner_boms(tally.inner_boms).map(|inner| format!("{inner} dropped"));
    let lines = inner.into_iter().chain(bom(tally, plan)).chain(findings(tally, plan));
    lines.map(|line| format!("utf: {name}: {line}\n")).collect()
}

/// Returns `true` if anything was replaced, dropped or escaped.
pub(super) fn has_findings(tally: &Tally) -> bool {
    let number = |counts: &Counts| counts.ill_formed + counts.unencodable;
    number(&tally.read) + tally.written.as_ref().map_or(0, number) > 0
}

/// Returns a warning about U+FEFF at the start if the result may be unexpected.
fn bom(tally: &Tally, plan: &Plan) -> Option<String> {
    let to = plan.to.encoding();
    let has_boms = plan.to.bom_rule() != BomRule::Never;
    if tally.opens_with_feff && has_boms && !plan.expects_bom_as_text() {
        return Some(format!(
            "the text begins with U+FEFF, which will be taken for a BOM in {to} ({})",
            remedy(tally, plan)
        ));
    }
    if tally.opens_with_feff && !has_boms && plan.reads_as_bom() {
        return Some(format!(
            "the text begins with U+FEFF, which will be taken for a BOM without `-f {to}` ({})",
            remedy_without_bom(to)
        ));
    }
    let lost = tally.found_bom && plan.cannot_keep_bom();
    lost.then(|| format!("--bom keep: the BOM is dropped, for {to} has none"))
}

/// Returns the remedy for U+FEFF at the start.
fn remedy(tally: &Tally, plan: &Plan) -> &'static str {
    match plan.reading.bom {
        Some(BomArg::Strip) if tally.found_bom => "`--strip-inner-bom` drops it",
        Some(BomArg::Strip) => "`-f` with a label that allows a BOM, as `utf-16` does, drops it",
        Some(BomArg::Forbid) => "without `--bom forbid` it is one",
        _ => "`--bom add` writes one before it",
    }
}

/// Returns the remedy if `to` does not have BOMs, but may be read as an encoding that does.
fn remedy_without_bom(to: Encoding) -> String {
    let drops = "`--strip-inner-bom` drops it";
    let signed = format!("{to}-bom");
    match Label::parse(&signed, LabelSet::Iana) {
        Ok(_) => format!("`-t {signed}` writes one before it, {drops}"),
        Err(_) => drops.to_owned(),
    }
}

/// The reason why another run would change a converted file.
#[derive(Clone, Copy)]
pub(super) enum Unstable {
    /// Without `-f`, the other run reads the file in another encoding.
    Bytes,
    /// The other run escapes the backslashes of this run's escapes, so that they can be undone.
    Escapes,
}

impl Unstable {
    pub(super) const ALL: [Self; 2] = [Self::Bytes, Self::Escapes];
}

/// Returns a line that says why another run would change `count` files. If `dry_run`, this run
/// only lists changes.
pub(super) fn unstable(
    why: Unstable,
    (count, first): (u64, &str),
    plan: &Plan,
    dry_run: bool,
) -> String {
    let to = plan.to.encoding();
    let (more, them) = match count {
        1 => (String::new(), "it"),
        _ => (format!(" and {} more", count - 1), "them"),
    };
    let what = "which the bytes do not tell";
    let again = "another run with `--errors escape`";
    match (why, dry_run) {
        (Unstable::Escapes, true) => format!(
            "utf: {first}{more}: would be with `\\xNN`: {again} would escape the backslash of each once more, and change \
             {them}\n"
        ),
        (Unstable::Escapes, false) => format!(
            "utf: {first}{more}: now with `\\xNN`: {again} escapes the backslash of each once more, and changes {them}\n"
        ),
        (Unstable::Bytes, true) => format!(
            "utf: {first}{more}: would be in {to}, {what}: another run without `-f {to}` would take {them} for something \
             else, and change {them}\n"
        ),
        (Unstable::Bytes, false) => format!(
            "utf: {first}{more}: now in {to}, {what}: a run without `-f {to}` takes {them} for something else, and \
             changes {them}\n"
        ),
    }
}

/// Returns a description of the changes to a text in `from`, whose results are in `tally`.
pub(super) fn would_change(from: Encoding, tally: &Tally, plan: &Plan) -> String {
    let to = plan.to.encoding();
    let same = from == to;
    let changes = [
        (same && tally.found_bom != tally.writes_bom, "BOM"),
        (tally.inner_boms > 0, "inner BOMs"),
        (tally.changed.normalization, "normalization"),
        (tally.changed.line_ends, "line ends"),
        (tally.read.ill_formed > 0, "what is ill-formed"),
        (tally.read.backslashes > 0, "backslashes before x"),
    ];
    let changes: String =
        changes.iter().filter(|(is, _)| *is).map(|(_, what)| format!(", {what}")).collect();
    match same && !changes.is_empty() {
        true => format!("{to}{changes}"),
        false => format!("{from} to {to}{changes}"),
    }
}

fn inner_boms(number: u64) -> Option<String> {
    (number > 0).then(|| format!("{number} U+FEFF inside the text"))
}

/// Returns a line per sort of finding, with its number and its treatment.
fn findings(tally: &Tally, plan: &Plan) -> Vec<String> {
    let Tally { read, written, .. } = tally;
    let of_errors = done(plan.errors);
    let done_to_lacking = done_to_lacking(plan, written.as_ref().unwrap_or(read));
    let lacked = format!(" that {} cannot encode {done_to_lacking}", plan.to.encoding());
    let ill_formed = count(read.ill_formed, SUBPART)
        .map(|counted| format!("{counted} {of_errors}{}", first(read, false, Site::Input)));
    let of_read = |things, rest: &str, site| {
        let counted = count(read.unencodable, things)?;
        Some(counted + rest + &first(read, true, site))
    };
    let unencodable = match written {
        None => [of_read("character", &lacked, Site::Input), None],
        Some(written) => {
            let rest = format!(" beyond Unicode {of_errors}: {UNICODE_ONLY}");
            let changed = count(written.unencodable, "character");
            [
                of_read("value", &rest, Site::Beyond),
                changed.map(|counted| counted + &lacked + &first(written, true, Site::Changed)),
            ]
        }
    };
    ill_formed.into_iter().chain(unencodable.into_iter().flatten()).collect()
}

/// Returns the verb for the findings that a policy handles.
fn done(errors: Errors) -> &'static str {
    match errors {
        Errors::Strict => "found",
        Errors::Replace => "replaced",
        Errors::Skip => "dropped",
        Errors::Escape => "escaped",
    }
}

/// Returns the treatment of the characters that the target cannot encode, according to `counts`.
fn done_to_lacking(plan: &Plan, counts: &Counts) -> String {
    let Lacking { transliterate, ignore } = plan.lacking();
    let otherwise = match ignore {
        true => "dropped",
        false if transliterate => "written as `?`",
        false => done(plan.errors),
    };
    let rest = counts.unencodable - counts.transliterated;
    match (transliterate, counts.transliterated) {
        (true, 1..) if rest > 0 => format!("transliterated, but {rest} {otherwise}"),
        (true, 1..) => "transliterated".to_owned(),
        _ => otherwise.to_owned(),
    }
}

/// Returns the position of the first finding, if it is of the sort that the line is about.
fn first(counts: &Counts, unencodable: bool, site: Site) -> String {
    let first = counts.first.filter(|first| is_unencodable(first) == unencodable);
    first.map_or_else(String::new, |first| {
        let (offset, what) = (first.offset(), description(&first, site));
        format!(" (first at byte {offset}{}: {what})", place_of(site))
    })
}

/// Returns the text that an offset refers to, if it is not the input.
pub(super) fn place_of(site: Site) -> &'static str {
    match site {
        Site::Changed => " of the text as changed, in UTF-8",
        Site::Input | Site::Beyond => "",
    }
}

/// Returns `3 things`, or `None` for 0.
pub(super) fn count(number: u64, things: &str) -> Option<String> {
    let plural = if number == 1 { "" } else { "s" };
    (number > 0).then(|| format!("{number} {things}{plural}"))
}

fn is_unencodable(finding: &Finding) -> bool {
    matches!(finding.kind(), Kind::Unencodable { .. })
}

/// Reports the error that stopped the conversion of `operand`, and returns the exit status for it.
pub(super) fn stopped(operand: &Operand, error: &ConversionError, plan: &Plan) -> Exit {
    if !error.problem.as_ref().is_some_and(decompress::is_damage) {
        terminal::write_error(&stop(&operand.name(), error, plan));
    }
    error.problem.as_ref().map_or(Exit::Found, Problem::report)
}

/// Returns the line about the error that stopped the conversion of `name`.
pub(super) fn stop(name: &str, error: &ConversionError, plan: &Plan) -> String {
    let position = error.position.map_or_else(String::new, |position| format!(":{position}"));
    let finding = &error.finding;
    let unread = error.unread.map(|method| {
        format!("the {method} data was not read to its end, so it may be damaged: `check -z` tells")
    });
    let hints: Vec<_> = hint(error, plan).into_iter().chain(unread).collect();
    let hint = if hints.is_empty() { String::new() } else { format!(" ({})", hints.join("; ")) };
    format!(
        "utf: {name}{position}: {}byte {}: {}{hint}\n",
        if error.site == Site::Changed { "in the text as changed, in UTF-8: " } else { "" },
        finding.offset(),
        description(finding, error.site),
    )
}

/// Returns a description of the finding, with its bytes.
fn description(finding: &Finding, site: Site) -> String {
    if let (Site::Beyond, Kind::Unencodable { value }) = (site, finding.kind()) {
        return format!("value beyond Unicode U+{value:04X}{}", finding.hex());
    }
    format!("{}{}", finding.what(), finding.hex())
}

/// Returns the probable meaning of the text, and the remedy.
fn hint(error: &ConversionError, plan: &Plan) -> Option<String> {
    let finding = &error.finding;
    match finding.kind() {
        Kind::Unencodable { .. } if error.site == Site::Beyond => Some(UNICODE_ONLY.to_owned()),
        Kind::Unencodable { value } if char::from_u32(value).is_none() => Some(
            "it is beyond Unicode: `ucs-4` and `utf-8-rfc2279` have it; `--errors` says what to do"
                .to_owned(),
        ),
        Kind::Unencodable { .. } => Some(format!(
            "{0} has no such character; `--errors` or `-t {0}//TRANSLIT` says what to do",
            plan.to.encoding()
        )),
        Kind::MissingBom => Some(plan.bom_reason().to_owned()),
        _ => error.begins_as.map(Method::unread).or_else(|| {
            let meant =
                diagnose::hint::hint(error.encoding, finding, || None).map(words::hint_text);
            let unproven = error.unproven.then(|| UNPROVEN.to_owned() + &perhaps(error, false));
            meant.into_iter().chain(unproven).reduce(|meant, unproven| meant + "; " + &unproven)
        }),
    }
}

/// Returns the advice that fits the most likely encoding of a file. If `many`, the command has
/// several files.
pub(super) fn perhaps(error: &ConversionError, many: bool) -> String {
    let advice = |likeliest| format!(", {}", Advice { likeliest, many });
    error.likeliest.map_or_else(String::new, advice)
}

/// The advice for a file whose encoding is not known.
const UNPROVEN: &str = "no BOM and no UTF-8: say the encoding with `-f`";

/// Returns the problem of a text that cannot be normalized.
pub(super) fn overflow(name: &str) -> Problem {
    Problem::new(format!("{name}: more marks on one letter than can be normalized"))
}

/// Returns the problem of a file that is both input and output.
pub fn is_output(name: &str) -> Problem {
    Problem::new(format!("{name}: input file is output file")).hint("`-o` replaces it safely")
}
