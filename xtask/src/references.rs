//! Writes the library's table of the named character references of HTML.
//!
//! The names are those of `html.entities` in Python 3, which has the table of the standard.

use std::{fmt::Write, fs, path::Path, process::Command};

/// The generated file, relative to the root of the repository.
const MADE: &str = "crates/utfkit-text/src/transform/surfaces/html/names.rs";

/// Prints a name and its code points per line, in the order of the names.
const PROGRAM: &str = "
from html.entities import html5
for name in sorted(html5):
    print(name, *(f'{ord(one):X}' for one in html5[name]))
";

/// Writes the file of the library.
pub(crate) fn write() -> Result<String, String> {
    let made = make(&names()?)?;
    fs::write(path(), made).map_err(|error| format!("{MADE}: {error}"))?;
    Ok(format!("{MADE}: written"))
}

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(MADE)
}

/// Returns the names with their code points, from Python.
fn names() -> Result<String, String> {
    let output = Command::new("python3").args(["-c", PROGRAM]).output();
    let output = output.map_err(|error| format!("python3: {error}"))?;
    if !output.status.success() {
        return Err(format!("python3: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("python3: {error}"))
}

/// Returns the text of the Rust file for `names`.
fn make(names: &str) -> Result<String, String> {
    let mut made = String::from(
        "//! The named character references of HTML.\n\
         //!\n\
         //! `cargo xtask references` generates this file from `html.entities` of Python.\n\
         \n\
         /// Each name with its characters, and U+0000 after them, in the order of the names.\n\
         pub(in crate::transform::surfaces) const NAMES: &str = \"\\\n",
    );
    for line in names.lines() {
        let (name, points) = line.split_once(' ').ok_or_else(|| format!("no row: {line}"))?;
        made.push_str(name);
        made.push(' ');
        for point in points.split(' ') {
            let _ = write!(made, "\\u{{{point}}}");
        }
        made.push_str("\\0\\\n");
    }
    made.push_str("\";\n");
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_keeps_is_current() {
        let made = make(&names().unwrap()).unwrap();
        let kept = fs::read_to_string(path()).unwrap();
        assert!(made == kept, "`cargo xtask references` makes {MADE} anew");
    }
}
