//! The messages of a conversion on stderr.

use utfkit::{
    Encoding, Finding, Kind,
    encoding::{Bom, BomRule, Label, LabelSet},
    transcode::{Counts, transliteration},
};

use utfkit_text::{
    diagnose,
    transform::{Site, Tally},
    unicode::categories::short_category,
};

use super::{args::Errors, error::ConversionError, plan::Plan};
use crate::{
    args::{reading::BomArg, target::Lacking},
    files::compressed::{decompress, method::Method},
    input::operand::Operand,
    process::{exit::Exit, names, problem::Problem, terminal},
    reading::looks::option_for_many,
    report::words,
};

/// The reason why a value beyond Unicode cannot be processed.
pub(super) const UNICODE_ONLY: &str =
    "`--normalize`, `--strip-inner-bom`, `--eol` and `--by-line` accept only Unicode text";

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
    if has_findings(tally) && plan.report.exit_code { Exit::Found } else { Exit::Well }
}

/// Returns lines about the findings that a policy handled in the text of `name`.
pub(super) fn counts(name: &str, tally: &Tally, plan: &Plan) -> Vec<String> {
    if plan.report.quiet {
        return Vec::new();
    }
    let inner = inner_boms(tally.inner_boms).map(|inner| format!("{inner} dropped"));
    let merged = count(tally.merged, "line end").map(|ends| {
        format!("{ends} with several carriage returns, such as CR CR LF, merged into one")
    });
    let inner = inner.into_iter().chain(merged);
    let lines = inner.chain(bom(tally, plan)).chain(kept(tally, plan)).chain(findings(tally, plan));
    lines.map(|line| format!("utf: {name}: {line}\n")).collect()
}

/// Returns `true` if anything was replaced, dropped or escaped, or if escapes stay that are not
/// characters, or will be read as characters.
pub(super) fn has_findings(tally: &Tally) -> bool {
    let number = |counts: &Counts| counts.ill_formed + counts.unencodable;
    let lost = number(&tally.read) + tally.written.as_ref().map_or(0, number);
    lost + tally.kept.read + tally.kept.written > 0
}

/// Returns lines about escapes that stay as they are.
fn kept(tally: &Tally, plan: &Plan) -> impl Iterator<Item = String> {
    let read = count(tally.kept.read, "ill-formed escape")
        .map(|counted| format!("{counted} of {}: not changed", plan.escapes.read.names()));
    let written = count(tally.kept.written, "escape").map(|counted| {
        if plan.escapes.written.is_empty() {
            let names = plan.escapes.read.names();
            format!("{counted} in the result: another run with `-f {names}` would read characters")
        } else {
            let names = plan.escapes.written.names();
            format!("{counted} in the text, not changed: `-f {names}` reads characters there")
        }
    });
    read.into_iter().chain(written)
}

/// Returns a warning about U+FEFF at the start if the result may be unexpected.
fn bom(tally: &Tally, plan: &Plan) -> Option<String> {
    let to = plan.output.to.encoding();
    let has_boms = plan.output.to.bom_rule() != BomRule::Never;
    if tally.opens_with_feff && has_boms && !plan.expects_bom_as_text() {
        return Some(format!(
            "the text begins with U+FEFF, which will be read as a BOM in {to} ({})",
            remedy(tally, plan)
        ));
    }
    if tally.opens_with_feff && !has_boms && plan.reads_as_bom() {
        return Some(format!(
            "the text begins with U+FEFF, which will be read as a BOM without `-f {to}` ({})",
            remedy_without_bom(to)
        ));
    }
    None
}

/// Returns the error for a `bom` of the input that is forbidden.
pub(super) fn forbidden(bom: Bom) -> String {
    let bytes: String = bom.bytes().iter().map(|byte| format!(" {byte:02X}")).collect();
    format!("BOM{bytes}, which `--bom forbid` does not allow (use `--bom strip` to drop it)")
}

/// Returns the remedy for U+FEFF at the start.
fn remedy(tally: &Tally, plan: &Plan) -> &'static str {
    match plan.input.reading.bom {
        Some(BomArg::Strip) if tally.found_bom => "use `--strip-inner-bom` to drop it",
        Some(BomArg::Strip) => "use a label that allows a BOM, such as `-f utf-16`, to drop it",
        Some(BomArg::AsText) => "remove `--bom as-text` to read it as a BOM",
        _ => "use `--bom add` to write a BOM before it",
    }
}

/// Returns the remedy if `to` does not have BOMs, but may be read as an encoding that does.
fn remedy_without_bom(to: Encoding) -> String {
    let drop = "`--strip-inner-bom` to drop it";
    let signed = format!("{to}-bom");
    match Label::parse(&signed, LabelSet::Iana) {
        Ok(_) => format!("use `-t {signed}` to write a BOM before it, or {drop}"),
        Err(_) => format!("use {drop}"),
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
    let to = plan.output.to.encoding();
    let (more, them) = match count {
        1 => (String::new(), "it"),
        _ => (format!(" and {} more", count - 1), "them"),
    };
    let reason = "which cannot be recognized";
    let again = "another run with `--errors escape`";
    match (why, dry_run) {
        (Unstable::Escapes, true) => format!(
            "utf: {first}{more}: would contain `\\xNN`: {again} would escape the backslashes again and change {them}\n"
        ),
        (Unstable::Escapes, false) => format!(
            "utf: {first}{more}: now with `\\xNN`: {again} escapes the backslashes again and changes {them}\n"
        ),
        (Unstable::Bytes, true) => format!(
            "utf: {first}{more}: would be in {to}, {reason}: another run without `-f {to}` would read {them} in \
             another encoding and change {them}\n"
        ),
        (Unstable::Bytes, false) => format!(
            "utf: {first}{more}: now in {to}, {reason}: a run without `-f {to}` reads {them} in another encoding \
             and changes {them}\n"
        ),
    }
}

/// Returns a description of the changes to a text in `from`, whose results are in `tally`.
pub(super) fn would_change(from: Encoding, tally: &Tally, plan: &Plan) -> String {
    let to = plan.output.to.encoding();
    let same = from == to;
    let changes = [
        (same && tally.found_bom != tally.writes_bom, "BOM"),
        (tally.inner_boms > 0, "inner BOMs"),
        (tally.changed.normalization, "normalization"),
        (tally.changed.line_ends, "line ends"),
        (tally.read.ill_formed > 0, "ill-formed text"),
        (tally.read.backslashes > 0, "backslashes before x"),
        (!plan.escapes.is_empty(), "escapes"),
    ];
    let changes: String =
        changes.iter().filter(|(is, _)| *is).map(|(_, what)| format!(", {what}")).collect();
    if same && !changes.is_empty() {
        format!("{to}{changes}")
    } else {
        format!("{from} to {to}{changes}")
    }
}

fn inner_boms(number: u64) -> Option<String> {
    (number > 0).then(|| format!("{number} U+FEFF inside the text"))
}

/// Returns a line per sort of finding, with its number and its treatment.
fn findings(tally: &Tally, plan: &Plan) -> Vec<String> {
    let Tally { read, written, .. } = tally;
    let of_errors = done(plan.policies.errors);
    let ill_formed = count(read.ill_formed, SUBPART)
        .map(|counted| format!("{counted} {of_errors}{}", first(read, false, Site::Input)));
    let lacking = |counts: &Counts, site| {
        lacking(counts, plan).map(|lacking| lacking + &first(counts, true, site))
    };
    let unencodable = match written {
        None => [lacking(read, Site::Input), None],
        Some(written) => {
            let beyond = count(read.unencodable, "value").map(|counted| {
                let first = first(read, true, Site::Beyond);
                format!("{counted} beyond Unicode {of_errors}: {UNICODE_ONLY}{first}")
            });
            [beyond, lacking(written, Site::Changed)]
        }
    };
    let twins = twins(written.as_ref().unwrap_or(read), written.is_some(), plan);
    ill_formed.into_iter().chain(unencodable.into_iter().flatten()).chain(twins).collect()
}

/// Returns a line about the characters that were written as their twins.
fn twins(counts: &Counts, is_changed: bool, plan: &Plan) -> Option<String> {
    let counted = count(counts.twins, "character")?;
    let site = if is_changed { Site::Changed } else { Site::Input };
    let first = match counts.first_twin.map(|first| (first.offset(), first.kind())) {
        Some((offset, Kind::Unencodable { value })) => {
            format!(" (first at byte {offset}{}: U+{value:04X})", place_of(site))
        }
        _ => String::new(),
    };
    Some(format!(
        "{counted} written as others that {} has; `--no-twins` rejects them{first}",
        plan.output.to.encoding()
    ))
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

/// Returns the number of characters that the target cannot encode, and their treatment.
fn lacking(counts: &Counts, plan: &Plan) -> Option<String> {
    let Lacking { transliterate, ignore } = plan.lacking();
    let (otherwise, is_lost) = match plan.policies.errors {
        _ if ignore => ("dropped", true),
        Errors::Strict if transliterate => ("written as `?`", true),
        errors => (done(errors), errors != Errors::Escape),
    };
    let rest = counts.unencodable - counts.transliterated;
    let to = plan.output.to.encoding();
    let some = |number, how: &str| {
        let counted = count(number, "character")?;
        Some(format!("{counted} that {to} cannot encode {how}"))
    };
    let Some(transliterated) = some(counts.transliterated, "transliterated") else {
        return some(rest, otherwise);
    };
    Some(match rest {
        0 => transliterated,
        _ if is_lost => format!("{transliterated}, {rest} lost ({otherwise})"),
        _ => format!("{transliterated}, {rest} {otherwise}"),
    })
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
        Site::Changed => " of the changed text, in UTF-8",
        Site::Input | Site::Beyond => "",
    }
}

/// Returns `3 things`, or `None` for 0.
pub(super) fn count(number: u64, things: &str) -> Option<String> {
    (number > 0).then(|| names::counted(number, things))
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
        format!("the {method} data was not read to its end and may be damaged: use `utf check -z`")
    });
    let hints: Vec<_> = hint(error, plan).into_iter().chain(unread).collect();
    let hint = if hints.is_empty() { String::new() } else { format!(" ({})", hints.join("; ")) };
    format!(
        "utf: {name}{position}: {}byte {}: {}{hint}\n",
        if error.site == Site::Changed { "in the changed text, in UTF-8: " } else { "" },
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

/// Returns the name of an encoding that has all characters of `encoding`, and `value`.
fn superset(encoding: Encoding, value: u32) -> Option<&'static str> {
    let larger = match encoding.name() {
        "euc-kr" => "uhc",
        "gb2312" => "gbk",
        "shift_jis" => "windows-31j",
        "euc-jp" => "cp51932",
        "big5" => "big5-hkscs",
        _ => return None,
    };
    let text = char::from_u32(value)?.to_string();
    let has_it = larger.parse::<Encoding>().ok()?.first_unencodable(&text).is_none();
    has_it.then_some(larger)
}

/// Returns the remedy for the character `value`, which `to` lacks. A suffix is advised only if it
/// does something sensible with this character: `//TRANSLIT` writes `?` if there is no
/// approximation, which is a strange sign in place of a character that nobody sees.
fn substitute(to: Encoding, value: u32) -> String {
    // Marks that enclose the digits after them are format characters that have a shape.
    let has_shape =
        matches!(value, 0x600..=0x605 | 0x6DD | 0x70F | 0x890 | 0x891 | 0x8E2 | 0x110BD | 0x110CD);
    if is_unshaped(to, value) {
        return format!(
            "{to} has Arabic letters only in their presentation forms (U+FE70 to U+FEFF), which depend on the letters around: use a charset such as `-t windows-1256`, or shape the text first"
        );
    }
    let is_invisible = short_category(value) == "Cf" && !has_shape;
    match char::from_u32(value).and_then(transliteration) {
        Some(_) => format!(
            "set `--errors`, or use `-t {to}//TRANSLIT`, which writes `?` for characters without an approximation"
        ),
        None if is_invisible => {
            format!("it is invisible: `-t {to}//IGNORE` drops it, with all others that {to} lacks")
        }
        None => "set `--errors` to replace, skip or escape it".to_owned(),
    }
}

/// Returns `true` if `to` has the Arabic letter `value` only in its presentation forms.
fn is_unshaped(to: Encoding, value: u32) -> bool {
    // The isolated form of U+0627 is in every charset with presentation forms.
    matches!(value, 0x620..=0x64A)
        && to.first_unencodable("\u{FE8D}").is_none()
        && to.first_unencodable("\u{627}").is_some()
}

/// Returns the probable meaning of the text, and the remedy.
fn hint(error: &ConversionError, plan: &Plan) -> Option<String> {
    let finding = &error.finding;
    match finding.kind() {
        Kind::Unencodable { .. } if error.site == Site::Beyond => Some(UNICODE_ONLY.to_owned()),
        Kind::Unencodable { value } if char::from_u32(value).is_none() => Some(
            "it is beyond Unicode: use `-t ucs-4` or `-t utf-8-rfc2279`, or set `--errors`"
                .to_owned(),
        ),
        Kind::Unencodable { value } => {
            let to = plan.output.to.encoding();
            Some(match superset(to, value) {
                Some(larger) => format!("`-t {larger}` has it"),
                None => format!("{to} does not have it: {}", substitute(to, value)),
            })
        }
        Kind::MissingBom => Some(plan.bom_reason().to_owned()),
        _ => error.begins_as.map(Method::unread).or_else(|| {
            let meant =
                diagnose::hint::hint(error.encoding, finding, || None).map(words::hint_text);
            let unproven = error
                .unproven
                .then(|| format!("no BOM, and not UTF-8; {}", looks(error, plan, "-f")));
            let others = unproven.into_iter().chain(error.other_units.clone());
            meant.into_iter().chain(others).reduce(|meant, unproven| meant + "; " + &unproven)
        }),
    }
}

/// Returns what the text with `error` looks like, and what to do: usually to name its encoding with
/// `option`.
pub(super) fn looks(error: &ConversionError, plan: &Plan, option: &str) -> String {
    let shown = plan.shown(&error.path);
    let Some(looks) = &error.looks else {
        let detect = shown.command("detect");
        return format!("name the encoding with {} (see `{detect}`)", quoted(option));
    };
    let words = looks.words();
    if let Some(from) = looks.with_escapes() {
        return format!("{words}: use `-f {from}`");
    }
    match looks.encoding() {
        Some(encoding) if plan.has_tried(encoding) => {
            let check = shown.command(&format!("check -f {encoding}"));
            format!("{words}, but with errors: `{check}` shows them")
        }
        // An option for all files is safe only if it leaves UTF-8 unchanged.
        Some(encoding) if encoding != Encoding::Utf8 && option != "-f" => {
            format!("{words}: use `{} {encoding}`", option_for_many(encoding))
        }
        _ if looks.likeliest().is_some() => looks.sentence(shown),
        _ => {
            let step = looks.step(shown);
            format!("{words}: name it with {} ({step})", quoted(option))
        }
    }
}

/// Returns the names of options in quotes.
fn quoted(options: &str) -> String {
    options.split(" or ").map(|option| format!("`{option}`")).collect::<Vec<_>>().join(" or ")
}

/// Returns the problem of a text that cannot be normalized.
pub(super) fn overflow(name: &str) -> Problem {
    Problem::new(format!("{name}: more marks on one letter than can be normalized"))
}

/// Returns the problem of a file that is both input and output.
pub fn is_output(name: &str) -> Problem {
    Problem::new(format!("{name}: the input file is the output file"))
        .hint("use `-o` to replace it safely")
}
