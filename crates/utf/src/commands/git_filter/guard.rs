//! Refuses changes that lost characters, although the text is well-formed.

use std::{env, path};

use utfkit::Encoding;
use utfkit_text::heal::{loss, mixed_line};

use super::{args::Args, convert::Pair, stop::Stop};
use crate::{git::older::restore::command_lines, process::names::counted};

/// The advice if the text is as it is meant.
const TRUST: &str = "or use --trust if the text is meant so";

/// Checks a file that git does not know yet.
pub(super) fn new_file(args: &Args, pair: &Pair, tree: &[u8]) -> Result<(), Stop> {
    if args.trust { Ok(()) } else { saved_as_utf8(pair, tree) }
}

/// Checks the change from `old` to `new`, two versions for the work tree. The old one is from
/// `revision`.
pub(super) fn change(
    args: &Args,
    pair: &Pair,
    revision: &str,
    old: &[u8],
    new: &[u8],
) -> Result<(), Stop> {
    if args.trust {
        return Ok(());
    }
    let encoding = pair.tree();
    if let Some(loss) = loss(old, new, encoding) {
        let (lines, characters) =
            (counted(loss.lines as u64, "line"), counted(loss.characters as u64, "character"));
        let words = format!("{lines} lost {characters}, the first is line {}", loss.line);
        let damage = format!("{encoding} {}", loss.damage);
        let advice = advice(args, revision, encoding);
        return Err(Stop::Refused(format!("{words}: {damage} ({advice} puts them back, {TRUST})")));
    }
    if let Some(mixed) = mixed_line(old, new, encoding) {
        let words = format!("line {} is in utf-8, but the text is in {encoding}", mixed.line);
        return Err(Stop::Refused(format!("{words} (convert the line, {TRUST})")));
    }
    if std::str::from_utf8(old).is_ok() && !old.is_ascii() {
        return Ok(());
    }
    saved_as_utf8(pair, new)
}

/// Refuses text in UTF-8 where another encoding is meant. Only a short text in another encoding can
/// look like UTF-8.
fn saved_as_utf8(pair: &Pair, text: &[u8]) -> Result<(), Stop> {
    let encoding = pair.tree();
    let is_other = encoding.is_legacy() && encoding.is_ascii_compatible();
    if is_other && !text.is_ascii() && std::str::from_utf8(text).is_ok() {
        let words = format!("the file is in utf-8, but {encoding} is meant");
        return Err(Stop::Refused(format!("{words} (convert it, {TRUST})")));
    }
    Ok(())
}

/// Returns the command lines that restore the file from `revision`, in `encoding`.
fn advice(args: &Args, revision: &str, encoding: Encoding) -> String {
    let Some(path) = &args.path else { return "`utf repair --against`".to_owned() };
    // Git runs filters at the top of the work tree, and the user may be elsewhere.
    let is_below = env::var_os("GIT_PREFIX").is_some_and(|prefix| !prefix.is_empty());
    let whole = is_below.then(|| path::absolute(path).ok()).flatten();
    command_lines(revision, whole.as_ref().unwrap_or(path), Some(encoding))
}
