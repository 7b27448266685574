//! The texts about rules that name options and commands.
//!
//! The library's texts do not name any: its [`Advice`] is data. A test includes this file to print
//! the page on rules, so it imports only the library.

use std::borrow::Cow;

use utfkit_text::{
    audit::{Observation, Rule, UnknownName},
    diagnose::Advice,
};

/// Returns what to do about a finding of `rule`. `command` makes a command line of its arguments
/// without the file.
pub fn help(rule: Rule, command: impl Fn(&str) -> String) -> Cow<'static, str> {
    let description = rule.description();
    let Some(advice) = description.advice else { return description.help.into() };
    match (advice, rule) {
        (Advice::ReadAs(encoding), Rule::OverlongNul) => {
            format!("reject it; if it is from Java, read it with `-f {encoding}`").into()
        }
        (Advice::ReadAs(encoding), _) => {
            format!("if the whole file is like this, read it with `-f {encoding}`").into()
        }
        (Advice::Diagnose, _) => format!("`{}` explains it", command("check")).into(),
        (Advice::Inspect, Rule::MixedScript) => {
            format!("look at it with `{}`, and type it again", command("inspect")).into()
        }
        (Advice::Inspect, _) => format!("look at it with `{}`", command("inspect")).into(),
        (Advice::DropInnerBoms, _) => {
            format!("`{}` removes it", command("convert --strip-inner-bom")).into()
        }
        (Advice::Normalize, _) => format!("`{}`", command("convert --normalize nfc")).into(),
        (Advice::Repair, _) => {
            format!("`{}` fixes it if it has only one interpretation", command("repair")).into()
        }
        (Advice::ExplainReceiver, _) => {
            format!("`utf explain {}` shows what to do", description.code).into()
        }
        _ => description.help.into(),
    }
}

/// Returns the command line of `arguments` for a text that has no file.
pub fn general(arguments: &str) -> String {
    format!("utf {arguments}")
}

/// Returns what to do about the finding `seen`, like [`help`].
pub fn help_for(seen: &Observation, command: impl Fn(&str) -> String) -> Cow<'static, str> {
    match seen.may_be_letter {
        false if is_designation(seen) => format!(
            "remove it, unless `{}` says that the file is in an encoding with such sequences, such as iso-2022-jp",
            command("detect")
        )
        .into(),
        true => format!(
            "`{}` shows the letter that this may be a part of; removing it loses the letter",
            command("repair")
        )
        .into(),
        false => help(seen.rule, command),
    }
}

/// Returns `true` for an escape character that may begin the designation of a set of characters.
fn is_designation(seen: &Observation) -> bool {
    let after = seen.context.as_deref().map_or("", |[_, _, after]| after);
    seen.rule == Rule::TerminalEscape && after.starts_with(['$', '(', ')'])
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
