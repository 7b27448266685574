//! Parses the operands of the command.

use std::{ffi::OsStr, path::Path};

use crate::{
    args::size::Size, input::operand::Operand, process::problem::Problem, system::names::prefix,
};
use utfkit_text::unicode::printable;

/// A thing to inspect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A code point, in all encodings.
    Point(u32),
    /// The bytes of a file.
    File(Operand),
    /// The bytes around an offset of a file.
    At(Operand, u64),
    /// The bytes around a line and column of a file, as messages name them.
    In(Operand, LineColumn),
}

/// A line, and a column in characters, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub line: u64,
    pub column: u64,
}

impl Target {
    /// Parses `operand`: a code point (`U+20AC`, `0x20AC`, `\u{20AC}`), an offset of a file
    /// (`FILE@OFFSET`), a place of a file (`FILE:LINE:COLUMN`), or a file. `./U+20AC` is always a
    /// file. An existing file with an `@` or a `:` in its name is a file, too.
    pub fn of(operand: &Path) -> Result<Self, Problem> {
        let text = operand.to_str();
        if let Some(point) = text.and_then(point) {
            return point.map(Target::Point);
        }
        let file = Operand::of(&[operand.to_owned()]).pop().unwrap_or(Operand::StandardInput);
        if operand.as_os_str() == "-" || operand.symlink_metadata().is_ok() {
            return Ok(Target::File(file));
        }
        let Some((path, offset)) = offset(operand.as_os_str()) else {
            let place = line_column(operand.as_os_str());
            let place = place.filter(|(path, _)| Path::new(path).symlink_metadata().is_ok());
            return Ok(match place {
                Some((path, place)) => Target::In(Operand::Path(path.into()), place),
                None => Target::File(file),
            });
        };
        let Size { bytes: offset, negative: false } = offset else {
            let name = operand.to_string_lossy();
            return Err(Problem::new(format!(
                "{}: only `--skip` counts from the end",
                printable::line(&name)
            ))
            .hint(format!("use `--skip=-{} FILE`", offset.bytes)));
        };
        let operand = Operand::of(&[path.into()]).pop().unwrap_or(Operand::StandardInput);
        Ok(Target::At(operand, offset))
    }
}

/// Parses the code point `text`; `None` if it does not have the form of one.
fn point(text: &str) -> Option<Result<u32, Problem>> {
    let digits = ["U+", "u+", "0x", "0X"].into_iter().find_map(|before| text.strip_prefix(before));
    let braced = || text.strip_prefix("\\u{").and_then(|rest| rest.strip_suffix('}'));
    let digits = digits.or_else(braced)?;
    let value = u32::from_str_radix(digits, 16).ok().filter(|&value| value <= 0x7FFF_FFFF);
    Some(value.ok_or_else(|| {
        Problem::new(format!("{}: not a code point", printable::line(text))).hint(
            "U+0 to U+10FFFF, and up to U+7FFFFFFF in RFC 2279; a file of that name is `./U+…`",
        )
    }))
}

/// Returns a hint about the probable intention, if there is no file with that name.
pub fn meant(operand: &Path) -> Option<String> {
    let text = operand.to_str().filter(|_| operand.symlink_metadata().is_err())?;
    let hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if (2..=8).contains(&text.len()) && hexadecimal {
        let is_point = u32::from_str_radix(text, 16).is_ok_and(|value| value <= 0x10_FFFF);
        let point = if is_point { format!("a code point is `U+{text}`; ") } else { String::new() };
        return Some(format!("{point}bytes are `--hex {text}`"));
    }
    let characters = text.chars().count() <= 2 && !text.is_ascii();
    characters.then(|| "`--text` inspects characters".to_owned())
}

/// Splits `FILE@OFFSET` into the path and the offset.
fn offset(operand: &OsStr) -> Option<(&OsStr, Size)> {
    let bytes = operand.as_encoded_bytes();
    let at = bytes.iter().rposition(|&byte| byte == b'@').filter(|&at| at > 0)?;
    let offset = std::str::from_utf8(&bytes[at + 1..]).ok()?;
    let offset = Size::parse(offset).ok()?;
    Some((prefix(operand, at)?, offset))
}

/// Splits `FILE:LINE:COLUMN` or `FILE:LINE` into the path and the place.
fn line_column(operand: &OsStr) -> Option<(&OsStr, LineColumn)> {
    let (before, last) = number(operand)?;
    Some(match number(before) {
        Some((path, line)) => (path, LineColumn { line, column: last }),
        None => (before, LineColumn { line: last, column: 1 }),
    })
}

/// Splits off a `:` and the number after it, which is at least 1.
fn number(text: &OsStr) -> Option<(&OsStr, u64)> {
    let bytes = text.as_encoded_bytes();
    let at = bytes.iter().rposition(|&byte| byte == b':').filter(|&at| at > 0)?;
    let number = std::str::from_utf8(&bytes[at + 1..]).ok()?.parse().ok().filter(|&one| one > 0)?;
    Some((prefix(text, at)?, number))
}

/// Parses bytes in hexadecimal: pairs of digits, with or without `0x`, `\x` or `%`, and with
/// optional blanks, commas and colons in between.
pub fn hexadecimal(text: &str) -> Result<Vec<u8>, String> {
    const EXPECTED: &str = "expected pairs of hexadecimal digits, such as `f0 9f 98 80`";
    let plain = text.replace("0x", " ").replace("0X", " ").replace("\\x", " ");
    let mut bytes = Vec::new();
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '%' | '-' | '_');
    for word in plain.split(between).filter(|word| !word.is_empty()) {
        if !word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(EXPECTED.to_owned());
        }
        if !word.len().is_multiple_of(2) {
            return Err(format!("{EXPECTED}: `{word}` has an odd number of digits"));
        }
        let pairs = word.as_bytes().chunks(2);
        bytes.extend(
            pairs.filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()),
        );
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_name_code_points_places_and_files() {
        let of = |operand: &str| Target::of(Path::new(operand)).unwrap();
        assert_eq!(of("U+1F600"), Target::Point(0x1F600));
        assert_eq!(of("0x20ac"), Target::Point(0x20AC));
        assert_eq!(of("\\u{e9}"), Target::Point(0xE9));
        assert_eq!(of("-"), Target::File(Operand::StandardInput));
        assert_eq!(of("-@16"), Target::At(Operand::StandardInput, 16));
        assert_eq!(of("a@b@0x10"), Target::At(Operand::Path("a@b".into()), 16));
        assert_eq!(of("a@b"), Target::File(Operand::Path("a@b".into())));
        assert_eq!(of("./U+20"), Target::File(Operand::Path("./U+20".into())));
        assert!(Target::of(Path::new("U+XYZ")).is_err());
        assert!(Target::of(Path::new("a@-1")).is_err());
        assert!(Target::of(Path::new("U+80000000")).is_err());
    }

    #[test]
    fn bytes_are_written_in_many_ways() {
        for text in [
            "f0 9f 98 80",
            "F09F9880",
            "\\xf0\\x9f\\x98\\x80",
            "%F0%9F%98%80",
            "0xf0,0x9f,0x98,0x80",
        ] {
            assert_eq!(hexadecimal(text).unwrap(), b"\xF0\x9F\x98\x80", "{text}");
        }
        for text in ["f09", "xy", "a", "f0 9"] {
            assert!(hexadecimal(text).is_err(), "{text}");
        }
        assert!(hexadecimal("é0").is_err());
    }
}
