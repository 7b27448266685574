//! Names of files as bytes.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

/// The path of a file that is always empty.
pub const EMPTY_FILE: &str = "/dev/null";

/// Is `true` if shells decode the output of programs. Here, programs get the bytes of each other.
pub const SHELL_DECODES: bool = false;

/// Returns the bytes of a name or a path, as reports and git contain them.
pub fn bytes(name: &OsStr) -> Cow<'_, [u8]> {
    Cow::Borrowed(name.as_bytes())
}

/// Returns the name with these bytes, or `None` if no file of this system can have it.
pub fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    Some(OsString::from_vec(bytes))
}

/// Does nothing: a name can end with a CR.
pub fn trim_line(_line: &mut Vec<u8>) {}

/// Returns the name with the first `len` bytes of `name`, or `None` if that cuts a character.
pub fn prefix(name: &OsStr, len: usize) -> Option<&OsStr> {
    name.as_bytes().get(..len).map(OsStr::from_bytes)
}

/// Returns `true` if `name` ends with `suffix`, as the system compares names: macOS ignores case.
pub fn ends_with(name: &OsStr, suffix: &OsStr) -> bool {
    let (name, suffix) = (name.as_bytes(), suffix.as_bytes());
    match cfg!(target_vendor = "apple") {
        true => name
            .len()
            .checked_sub(suffix.len())
            .is_some_and(|start| name[start..].eq_ignore_ascii_case(suffix)),
        false => name.ends_with(suffix),
    }
}

/// Returns the reason why no file of this system can have the name `name`, if there is one.
pub fn why_impossible(name: &str) -> Option<&'static str> {
    match name {
        "" | "." | ".." => Some("not a name"),
        _ if name.contains(['/', '\0']) => Some("a name cannot contain `/` or NUL"),
        _ => None,
    }
}

/// Returns `None`: a file can be replaced under every name.
pub fn why_irreplaceable(_name: &OsStr) -> Option<&'static str> {
    None
}

/// Returns `true` if `path` ends with a separator of names.
pub fn ends_with_separator(path: &Path) -> bool {
    path.as_os_str().as_bytes().ends_with(b"/")
}

/// Returns `true` if `text` contains a separator of names.
pub fn has_separator(text: &OsStr) -> bool {
    text.as_bytes().contains(&b'/')
}
