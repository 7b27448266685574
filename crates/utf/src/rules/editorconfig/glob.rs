//! The globs of `.editorconfig`, according to its specification 0.17.
//!
//! Each glob becomes a regular expression, so matching takes linear time. A glob of more than 8 KiB
//! is rejected. If the specification leaves a case open, the cores of EditorConfig decide:
//!
//! - Unpaired braces make all braces literal.
//! - `/**/` also matches `/`, and `[!seq]` matches a `/`.
//! - Numbers have no leading zeros.

use std::{num::IntErrorKind, path::Path};

use regex::{Regex, RegexBuilder};

use crate::system::names::bytes;

/// The maximum lengths of a glob and of its regular expression. The specification requires 1,024
/// characters, which fit easily.
const LONGEST: usize = 8 << 10;
const LARGEST: usize = 2 << 20;

/// The files that a section applies to.
pub(super) struct Glob(Regex);

/// A part of a glob, parsed from left to right.
enum Part {
    /// A character without a special meaning, because it is ordinary, escaped, or has no partner.
    Literal(char),
    Slash,
    /// A wildcard or a class of characters, already as a regular expression.
    Any(String),
    Open,
    Comma,
    Close,
    /// Two braces, and the numbers between them.
    Numbers(i64, i64),
}

impl Glob {
    /// Compiles a glob. Returns `None` if it is too large, or if its braces are nested too deeply.
    pub(super) fn new(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let relative = text.strip_prefix('/');
        let mut parts = parts(&format!("/{}", relative.unwrap_or(text)));
        pair(&mut parts);
        // The first slash was added above.
        let has_slash = parts.iter().filter(|part| matches!(part, Part::Slash)).count() > 1;
        let is_rooted = relative.is_some() || has_slash || text.starts_with("**/");
        let mut pattern = String::from(if is_rooted { r"(?s)\A" } else { r"(?s)\A.*" });
        for part in &parts {
            match part {
                Part::Literal(character) => literal(*character, &mut pattern),
                Part::Slash => pattern.push('/'),
                Part::Any(others) => pattern.push_str(others),
                Part::Open => pattern.push_str("(?:"),
                Part::Comma => pattern.push('|'),
                Part::Close => pattern.push(')'),
                Part::Numbers(from, to) => numbers(*from, *to, &mut pattern),
            }
        }
        pattern.push_str(r"\z");
        RegexBuilder::new(&pattern).size_limit(LARGEST).build().ok().map(Self)
    }

    /// Returns `true` if the glob matches `file`, a path from the directory of the `.editorconfig`.
    /// Bytes that are not UTF-8 count as replacement characters.
    pub(super) fn matches(&self, file: &Path) -> bool {
        self.0.is_match(&format!("/{}", String::from_utf8_lossy(&bytes(file.as_os_str()))))
    }
}

fn parts(glob: &str) -> Vec<Part> {
    let characters: Vec<char> = glob.chars().collect();
    let mut parts = Vec::new();
    let mut rest = &characters[..];
    while let [first, after @ ..] = rest {
        let (part, after) = match (first, after) {
            ('\\', ['/', after @ ..]) => (Part::Slash, after),
            ('\\', [escaped, after @ ..]) => (Part::Literal(*escaped), after),
            ('/', ['*', '*', '/', after @ ..]) => {
                parts.push(Part::Slash);
                (Part::Any("(?:.*/)?".to_owned()), after)
            }
            ('/', after) => (Part::Slash, after),
            ('*', ['*', after @ ..]) => (Part::Any(".*".to_owned()), after),
            ('*', after) => (Part::Any("[^/]*".to_owned()), after),
            ('?', after) => (Part::Any("[^/]".to_owned()), after),
            ('[', after) => class(after).unwrap_or((Part::Literal('['), after)),
            ('{', after) => (Part::Open, after),
            (',', after) => (Part::Comma, after),
            ('}', after) => (Part::Close, after),
            (other, after) => (Part::Literal(*other), after),
        };
        parts.push(part);
        rest = after;
    }
    parts
}

/// Parses a class after its bracket. Returns the class and the rest, or `None` if the bracket is
/// not closed before the next slash.
fn class(rest: &[char]) -> Option<(Part, &[char])> {
    let (mut class, mut rest) = match rest {
        ['!', rest @ ..] => (String::from("[^"), rest),
        rest => (String::from("["), rest),
    };
    let nothing = class.len();
    loop {
        match rest {
            ['/', ..] => return None,
            // As in shells, a `]` at the start is a member of the class.
            [']', after @ ..] if class.len() > nothing => {
                class.push(']');
                return Some((Part::Any(class), after));
            }
            _ => {}
        }
        let (from, after) = member(rest)?;
        literal(from, &mut class);
        rest = after;
        if let ['-', end @ ..] = after
            && !matches!(end, [']' | '/', ..])
            && let Some((to, after)) = member(end)
            && from <= to
        {
            class.push('-');
            literal(to, &mut class);
            rest = after;
        }
    }
}

/// Parses a member of a class, and returns the rest.
fn member(rest: &[char]) -> Option<(char, &[char])> {
    match rest {
        ['\\', one, after @ ..] | [one, after @ ..] => Some((*one, after)),
        [] => None,
    }
}

/// Combines braces with a number range between them. Braces and commas without a meaning become
/// literals.
fn pair(parts: &mut [Part]) {
    let Some(alone) = alone(parts) else {
        for part in parts {
            match part {
                Part::Open => *part = Part::Literal('{'),
                Part::Comma => *part = Part::Literal(','),
                Part::Close => *part = Part::Literal('}'),
                _ => {}
            }
        }
        return;
    };
    for (open, close) in alone {
        match range(&parts[open + 1..close]) {
            Some((least, most)) => {
                parts[open..=close].fill_with(|| Part::Any(String::new()));
                parts[open] = Part::Numbers(least, most);
            }
            None => {
                parts[open] = Part::Literal('{');
                parts[close] = Part::Literal('}');
            }
        }
    }
}

/// Returns the pairs of braces without a comma between them, or `None` if braces do not pair.
/// Commas outside of braces become literals.
fn alone(parts: &mut [Part]) -> Option<Vec<(usize, usize)>> {
    let mut alone = Vec::new();
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (place, part) in parts.iter_mut().enumerate() {
        match part {
            Part::Open => open.push((place, false)),
            Part::Comma => match open.last_mut() {
                Some((_, has_comma)) => *has_comma = true,
                None => *part = Part::Literal(','),
            },
            Part::Close => {
                let (from, has_comma) = open.pop()?;
                if !has_comma {
                    alone.push((from, place));
                }
            }
            _ => {}
        }
    }
    open.is_empty().then_some(alone)
}

/// Parses `num1..num2`, if the parts have that form.
fn range(parts: &[Part]) -> Option<(i64, i64)> {
    let of_number = |part: &Part| match part {
        Part::Literal(one @ ('0'..='9' | '+' | '-' | '.')) => Some(*one),
        _ => None,
    };
    let text: String = parts.iter().map(of_number).collect::<Option<_>>()?;
    let (least, most) = text.split_once("..")?;
    let range = (number(least)?, number(most)?);
    (range.0 <= range.1).then_some(range)
}

fn number(text: &str) -> Option<i64> {
    match text.parse() {
        Ok(number) => Some(number),
        // No file name has a larger number.
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(i64::MAX),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(i64::MIN),
        Err(_) => None,
    }
}

fn literal(character: char, pattern: &mut String) {
    pattern.push_str(&regex::escape(character.encode_utf8(&mut [0; 4])));
}

/// Appends the expression for the numbers `least..=most` to `pattern`.
fn numbers(least: i64, most: i64, pattern: &mut String) {
    pattern.push_str("(?:");
    if least < 0 {
        pattern.push('-');
        magnitudes(most.min(-1).unsigned_abs(), least.unsigned_abs(), pattern);
    }
    if least < 0 && most >= 0 {
        pattern.push('|');
    }
    if most >= 0 {
        pattern.push_str(r"\+?");
        magnitudes(least.max(0).unsigned_abs(), most.unsigned_abs(), pattern);
    }
    pattern.push(')');
}

/// Appends the expression for a range. Numbers that differ only in their last digits are combined:
/// `17..=123` becomes `1[7-9]|[2-9][0-9]{1}|1[0-1][0-9]{1}|12[0-3]`.
fn magnitudes(mut least: u64, most: u64, pattern: &mut String) {
    pattern.push_str("(?:");
    loop {
        let (mut block, mut digits) = (1, 0);
        while least > 0 && least.is_multiple_of(block * 10) && most - least >= block * 10 - 1 {
            (block, digits) = (block * 10, digits + 1);
        }
        let (front, last) = (least / block / 10, least / block % 10);
        let more = ((most - least + 1) / block - 1).min(9 - last);
        if front > 0 {
            pattern.push_str(&front.to_string());
        }
        pattern.push_str(&format!("[{last}-{}]", last + more));
        if digits > 0 {
            pattern.push_str(&format!("[0-9]{{{digits}}}"));
        }
        least += (more + 1) * block;
        if least > most {
            break;
        }
        pattern.push('|');
    }
    pattern.push(')');
}

#[cfg(test)]
mod tests;
