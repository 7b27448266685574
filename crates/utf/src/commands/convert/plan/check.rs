//! Checks the arguments that a plan is made of.

use utfkit::{Encoding, Kind, encoding::Label};

use crate::{
    args::{
        encoding::From,
        reading::{self, BomArg},
    },
    commands::convert::args::{Args, Errors},
    process::problem::Problem,
};
use utfkit_text::streams::Candidates;
use utfkit_text::transform::Wanted;

/// Returns `true` if each file keeps its encoding. Returns an error if the user demands that, and it
/// is impossible.
pub(super) fn keeps_encoding(
    args: &Args,
    from: From,
    candidates: Option<&Candidates>,
) -> Result<bool, Problem> {
    let is_wanted = args.to.as_deref().is_some_and(|to| to.eq_ignore_ascii_case("keep"));
    let refused = match () {
        () if !args.in_place.given() => "without -i",
        () if candidates.is_some() => "with --candidates, --fallback or --guess",
        () if is_wanted => return Ok(true),
        // An encoding that is named for the input is named to be converted.
        () => return Ok(args.to.is_none() && from == From::Auto && args.changes_only_text()),
    };
    if is_wanted {
        Err(Problem::new(format!("-t keep cannot be used {refused}")))
    } else {
        Ok(false)
    }
}

/// Returns the policy for ill-formed text and for characters that the target cannot encode.
pub(super) fn errors(args: &Args) -> Result<Errors, Problem> {
    let given = if args.drop { Some(Errors::Skip) } else { args.errors };
    match (given, &args.replacement) {
        (None | Some(Errors::Replace), Some(_)) => Ok(Errors::Replace),
        (Some(_), Some(_)) => {
            Err(Problem::new("--replacement can only be used with `--errors replace`"))
        }
        (given, None) => Ok(given.unwrap_or_default()),
    }
}

/// Returns the text to write instead of U+FFFD, or of `replacement`, so that `to` can encode it.
/// Each character that `to` cannot encode becomes `?`, as in a transcoder. Returns `None` if U+FFFD
/// can be used.
pub(super) fn readable(replacement: Option<&str>, to: Encoding) -> Option<String> {
    let lacks =
        |character: char| to.first_unencodable(character.encode_utf8(&mut [0; 4])).is_some();
    let Some(text) = replacement else {
        return lacks(char::REPLACEMENT_CHARACTER).then(|| "?".to_owned());
    };
    Some(text.chars().map(|one| if lacks(one) { '?' } else { one }).collect())
}

/// Rejects escapes that could not be undone. An escape contains bytes of the input. With a choice
/// per line, it is not known which encoding they are in. After filters, the text is UTF-8, so the
/// escaped bytes would be those of UTF-8.
pub(super) fn check_escapes(
    from: From,
    to: Label,
    candidates: Option<&Candidates>,
    filters: Wanted,
) -> Result<(), Problem> {
    if candidates.is_some_and(|candidates| candidates.by_line) {
        return Err(Problem::new("--errors escape: not reversible with --by-line"));
    }
    let is_utf8 = matches!(from, From::Known(label) if label.encoding() == Encoding::Utf8);
    if filters.nothing() || is_utf8 || to.encoding().has_all_characters() {
        return Ok(());
    }
    let words = format!(
        "--errors escape: not reversible with --eol, --normalize or --strip-inner-bom: characters that {} cannot encode would be escaped as UTF-8",
        to.encoding()
    );
    Err(Problem::new(words).hint("convert to UTF-8 first, and then with `-f utf-8`"))
}

/// Rejects a replacement that the target cannot encode.
pub(super) fn check_replacement(args: &Args, to: Label) -> Result<(), Problem> {
    let lacking =
        args.replacement.as_deref().and_then(|text| to.encoding().first_unencodable(text));
    let Some(Kind::Unencodable { value }) = lacking.map(|finding| finding.kind()) else {
        return Ok(());
    };
    Err(Problem::new(format!("--replacement: {} cannot encode U+{value:04X}", to.encoding())))
}

/// Rejects a BOM or a byte order for a label that does not have it.
pub(super) fn check_target(args: &Args, to: Label) -> Result<(), Problem> {
    let demand = match args.reading.bom {
        Some(BomArg::Add) => Some("--bom add"),
        Some(BomArg::Keep) => Some("--bom keep"),
        _ => None,
    };
    if let Some(demand) = demand {
        reading::demands_bom(to, demand, "-t", "--output-order")?;
    }
    if args.utf7_optional_direct && to.encoding() != Encoding::Utf7 {
        return Err(Problem::new("--utf7-optional-direct can only be used with `-t utf-7`"));
    }
    match args.output_order {
        Some(_) => reading::leaves_order_open(Some(to), "--output-order", "-t utf-16"),
        None => Ok(()),
    }
}
