//! A conversion of which nothing is written: what would be lost.

use std::{collections::BTreeMap, fmt::Write as _, io::Write as _};

use utfkit::{Encoding, Finding, Kind};

use super::{
    Args,
    pipeline::Site,
    plan::Plan,
    report,
    stream::{Converter, Stop},
};
use crate::{
    files::compressed::decompress,
    input::empty_list::Named,
    output::Output,
    process::{exit::Exit, problem::Trouble, terminal},
    threads::idle::Spare,
};
use utfkit_text::unicode::printable;

/// What a conversion would lose of one file.
#[derive(Default)]
pub(super) struct Losses {
    ill_formed: u64,
    first: Option<Finding>,
    /// Characters that the target lacks, up to [`Self::MAX`] of them.
    lacking: BTreeMap<u32, Lack>,
    /// How often there were others.
    more: u64,
}

/// How often the target lacks a character, and where first.
struct Lack {
    times: u64,
    first: u64,
    site: Site,
}

impl Losses {
    /// How many characters are told one by one, so that memory is bounded, whatever the input.
    const MAX: usize = 1000;

    /// Takes note of `finding`, which is about `site`.
    pub(super) fn note(&mut self, finding: &Finding, site: Site) {
        if let Kind::Unencodable { value } = finding.kind() {
            if self.lacking.len() == Self::MAX && !self.lacking.contains_key(&value) {
                self.more += 1;
                return;
            }
            let lack = Lack { times: 0, first: finding.offset(), site };
            self.lacking.entry(value).or_insert(lack).times += 1;
        } else {
            self.ill_formed += 1;
            self.first.get_or_insert(*finding);
        }
    }

    fn is_empty(&self) -> bool {
        self.ill_formed == 0 && self.lacking.is_empty()
    }

    /// A line for what is ill-formed, and one for each character that `to` lacks.
    fn told(&self, name: &str, to: Encoding) -> String {
        let mut text = String::new();
        // A string takes whatever is written.
        let _ = self.tell(&mut text, name, to);
        text
    }

    fn tell(&self, text: &mut String, name: &str, to: Encoding) -> std::fmt::Result {
        if let Some(first) = &self.first {
            let many = report::count(self.ill_formed, report::SUBPART).unwrap_or_default();
            writeln!(text, "{name}: {many} (first at byte {}: {})", first.offset(), first.what())?;
        }
        for (&value, Lack { times, first, site }) in &self.lacking {
            let character = char::from_u32(value).map_or(String::new(), |character| {
                format!(" {}", printable::line(&character.to_string()))
            });
            writeln!(
                text,
                "{name}: U+{value:04X}{character}: {times} × {} (first at byte {first}{})",
                why(*site, to),
                report::of_what(*site)
            )?;
        }
        if self.more > 0 {
            writeln!(text, "{name}: and {} more × that {to} cannot encode", self.more)?;
        }
        Ok(())
    }
}

/// Why a character would be lost.
fn why(site: Site, to: Encoding) -> String {
    match site {
        Site::Input | Site::Changed => format!("that {to} cannot encode"),
        Site::Beyond => format!("beyond Unicode: {}", report::UNICODE_ONLY),
    }
}

/// Reads every operand and prints what would be lost.
pub(super) fn rehearse(args: &Args, plan: &Plan) -> Result<Exit, Trouble> {
    let mut output = Output::nowhere();
    let common = args.common(Spare::new(args.walk.threads() - 1));
    let mut converter = Converter::new(plan, &mut output, &common).noting_losses();
    let (mut exit, mut text) = (Exit::Well, String::new());
    let mut named = Named::of(&args.walk, &args.paths);
    for operand in args.walk.operands(&args.paths)? {
        named.operand(&operand);
        let operand = match operand {
            Ok(operand) => operand,
            Err(trouble) => {
                exit = exit.max(trouble.report());
                continue;
            }
        };
        let converted = converter.convert(&operand, false);
        let losses = converter.losses();
        match converted {
            Ok(_) => {}
            Err(Stop::Mistake(mistake)) => {
                exit = exit.max(report::stopped(&operand, &mistake, plan))
            }
            Err(Stop::Input(trouble)) => {
                let doubtful = plan.decompress.decompress && !losses.is_empty();
                let trouble = if doubtful { decompress::doubting(trouble) } else { trouble };
                exit = exit.max(trouble.report());
            }
            Err(Stop::Output(error)) => return Err(Trouble::with("<stdout>", &error)),
        }
        if !losses.is_empty() {
            exit = exit.max(Exit::Found);
            text.push_str(&losses.told(&operand.name(), plan.to.encoding()));
        }
    }
    if !args.quiet {
        named.tell_empty_list();
    }
    let told = terminal::raw_output().and_then(|mut out| out.write_all(text.as_bytes()));
    // All is known, whoever reads it.
    Ok(told.map_or_else(|error| terminal::output_failed(&error, exit), |()| exit))
}
