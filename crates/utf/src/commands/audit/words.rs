//! The texts about rules that name options and commands.
//!
//! The library's texts do not name any: its [`Advice`] is data. A test includes this file to print
//! the page on rules, so it imports only the library.

use std::borrow::Cow;

use utfkit_text::{
    audit::{Rule, observation::Observation, policy::UnknownName},
    diagnose::Advice,
};

/// Returns what to do about a finding of `rule`.
pub fn help(rule: Rule) -> Cow<'static, str> {
    let description = rule.description();
    let Some(advice) = description.advice else { return description.help.into() };
    match (advice, rule) {
        (Advice::ReadAs(encoding), Rule::OverlongNul) => {
            format!("reject it; if it is from Java, read it with `-f {encoding}`").into()
        }
        (Advice::ReadAs(encoding), _) => {
            format!("if the whole file is like this, read it with `-f {encoding}`").into()
        }
        (Advice::Diagnose, _) => "`utf check` explains it".into(),
        (Advice::Inspect, Rule::MixedScript) => {
            "look at it with `utf inspect`, and type it again".into()
        }
        (Advice::Inspect, _) => "look at it with `utf inspect`".into(),
        (Advice::DropInnerBoms, _) => "`utf convert --strip-inner-bom` removes it".into(),
        (Advice::Normalize, _) => "`utf convert --normalize nfc`".into(),
        (Advice::Repair, _) => "`utf repair` fixes it if it has only one interpretation".into(),
        (Advice::ExplainReceiver, _) => {
            format!("`utf explain {}` shows what to do", description.code).into()
        }
        _ => description.help.into(),
    }
}

/// Returns what to do about the finding `seen`.
pub fn help_for(seen: &Observation) -> Cow<'static, str> {
    match seen.may_be_letter {
        true => {
            "`utf repair` shows the letter that this may be a part of; removing it loses the letter"
                .into()
        }
        false => help(seen.rule),
    }
}

/// Returns the reason why a finding of `rule` matters.
pub fn why(rule: Rule) -> Cow<'static, str> {
    let why = rule.description().why;
    match rule {
        Rule::Mojibake => {
            format!("{why} `utf repair` also finds text that was misread in other charsets.").into()
        }
        Rule::Supplementary | Rule::Forbidden => {
            "Reported only if `--for` names a receiver that rejects it.".into()
        }
        Rule::Denied => "Denied by `--deny` or by the configuration.".into(),
        _ => why.into(),
    }
}

/// Returns the document that defines `rule`, or the option that requests it.
pub fn section(rule: Rule) -> &'static str {
    match rule {
        Rule::Supplementary | Rule::Forbidden => "utf audit --for",
        Rule::Denied => "utf audit --deny",
        _ => rule.description().section,
    }
}

/// Returns the message about a name that is unknown.
pub fn unknown(name: &UnknownName) -> String {
    match name {
        UnknownName::Subject(_) => format!("{name} (`--list` lists them)"),
        _ => name.to_string(),
    }
}
