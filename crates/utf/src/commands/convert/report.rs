//! What a conversion says on standard error.

use utfkit::{Finding, Kind, transcode::Counts};

use super::{Errors, mistake::Mistake, plan::Plan};
use crate::{diagnose, exit::Exit, input::Operand, terminal};

/// Says what the policy did in `operand`; gives the exit status for it.
pub(super) fn counted(operand: &Operand, counts: &Counts, plan: &Plan) -> Exit {
    if counts.ill_formed + counts.unencodable == 0 {
        return Exit::Well;
    }
    if !plan.quiet {
        let name = operand.name();
        let ill_formed = count(counts.ill_formed, "ill-formed sequence");
        say(&name, ill_formed, "", counts, plan);
        let unencodable = count(counts.unencodable, "character");
        say(
            &name,
            unencodable,
            &format!(" that {} cannot encode", plan.to.encoding()),
            counts,
            plan,
        );
    }
    if plan.exit_code { Exit::Found } else { Exit::Well }
}

/// `3 things`; `None` if there are none.
pub(super) fn count(number: u64, things: &str) -> Option<String> {
    let plural = if number == 1 { "" } else { "s" };
    (number > 0).then(|| format!("{number} {things}{plural}"))
}

/// Says how many of one sort there were; of that of the first finding, also where it is.
fn say(name: &str, counted: Option<String>, which: &str, counts: &Counts, plan: &Plan) {
    let Some(counted) = counted else { return };
    let done = match plan.errors {
        Errors::Strict => "found",
        Errors::Replace => "replaced",
        Errors::Skip => "dropped",
        Errors::Escape => "escaped",
    };
    let first = counts.first.filter(|first| is_unencodable(first) != which.is_empty());
    let first = first.map_or_else(String::new, |first| {
        format!(" (first at octet {}: {})", first.offset(), description(&first))
    });
    terminal::write_error(&format!("utf: {name}: {counted}{which} {done}{first}\n"));
}

fn is_unencodable(finding: &Finding) -> bool {
    matches!(finding.kind(), Kind::Unencodable { .. })
}

/// Says what stopped the conversion of `operand`; gives the exit status for it.
pub(super) fn stopped(operand: &Operand, mistake: &Mistake, plan: &Plan) -> Exit {
    let place = mistake.place.map_or_else(String::new, |place| format!(":{place}"));
    let finding = &mistake.finding;
    let hint = hint(mistake, plan).map_or_else(String::new, |hint| format!(" ({hint})"));
    terminal::write_error(&format!(
        "utf: {}{place}: {}octet {}: {}{hint}\n",
        operand.name(),
        if mistake.filtered { "in the text as changed, in UTF-8: " } else { "" },
        finding.offset(),
        description(finding),
    ));
    Exit::Found
}

/// What is wrong, and its octets.
fn description(finding: &Finding) -> String {
    format!("{}{}", finding.what(), finding.hex())
}

/// What was meant, and what the user may want instead.
fn hint(mistake: &Mistake, plan: &Plan) -> Option<String> {
    let finding = &mistake.finding;
    match finding.kind() {
        Kind::Unencodable { .. } => Some(format!(
            "{0} has no such character; `--errors` or `-t {0}//TRANSLIT` says what to do",
            plan.to.encoding()
        )),
        Kind::BadSignature => Some(plan.demand().to_owned()),
        _ => {
            let meant = diagnose::hint(mistake.encoding, finding, None);
            let unproven = mistake.unproven.then(|| UNPROVEN.to_owned());
            meant.into_iter().chain(unproven).reduce(|meant, unproven| meant + "; " + &unproven)
        }
    }
}

/// What to do about a file of which nothing tells the encoding.
const UNPROVEN: &str = "no signature and no UTF-8: say the encoding with `-f`";
