//! Names of files as bytes.
//!
//! Windows has names of 16-bit units, which may contain lone surrogates. Their bytes are WTF-8.

use std::{
    borrow::Cow,
    ffi::{OsStr, OsString},
    os::windows::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

use utfkit::wtf8;

/// The path of a file that is always empty.
pub const EMPTY_FILE: &str = "NUL";

/// Is `true` if shells decode the output of programs. PowerShell before 7.4 decodes the output of a
/// program, often wrongly.
pub const SHELL_DECODES: bool = true;

/// Returns the bytes of a name or a path, as reports and git contain them.
///
/// Names are separated by `/`, so reports, baselines and patches are the same on all systems. All
/// programs of Windows accept that, except the commands of `cmd`.
pub fn bytes(name: &OsStr) -> Cow<'_, [u8]> {
    let bytes = match name.to_str() {
        Some(name) => Cow::Borrowed(name.as_bytes()),
        None => Cow::Owned(wtf8::from_utf16(&name.encode_wide().collect::<Vec<_>>())),
    };
    if !bytes.contains(&b'\\') {
        return bytes;
    }
    let usual = match bytes.strip_prefix(VERBATIM) {
        Some(rest) => match rest.strip_prefix(br"UNC\") {
            Some(rest) => [br"\\", rest].concat(),
            None => rest.to_vec(),
        },
        None => bytes.into_owned(),
    };
    let slash = |byte| if byte == b'\\' { b'/' } else { byte };
    Cow::Owned(usual.into_iter().map(slash).collect())
}

/// The start of absolute paths that have no limit of their length.
const VERBATIM: &[u8] = br"\\?\";

/// Returns the name with these bytes, or `None` if no file of this system can have it.
pub fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    match String::from_utf8(bytes) {
        Ok(name) => Some(name.into()),
        Err(error) => {
            let units = wtf8::to_utf16(error.as_bytes()).ok()?;
            Some(OsString::from_wide(&units))
        }
    }
}

/// Removes the CR at the end of a line of a list of names. No name can contain it.
pub fn trim_line(line: &mut Vec<u8>) {
    line.pop_if(|last| *last == b'\r');
}

/// Returns the name with the first `len` bytes of `name`, or `None` if that cuts a character.
pub fn prefix(name: &OsStr, len: usize) -> Option<&OsStr> {
    name.to_str()?.get(..len).map(OsStr::new)
}

/// Returns `true` if `name` ends with `suffix`, as the system compares names: without case.
pub fn ends_with(name: &OsStr, suffix: &OsStr) -> bool {
    let (name, suffix) = (name.as_encoded_bytes(), suffix.as_encoded_bytes());
    let end = name.len().checked_sub(suffix.len()).map(|start| &name[start..]);
    end.is_some_and(|end| end.eq_ignore_ascii_case(suffix))
}

/// The names of devices, which are devices in every directory and with every extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Returns `true` if `name` is the name of a device.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end_matches(' ').to_ascii_lowercase();
    let has_number = |port: &str| {
        let digit = stem.strip_prefix(port);
        digit.is_some_and(|digit| {
            matches!(digit, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9")
                || matches!(digit, "\u{B9}" | "\u{B2}" | "\u{B3}")
        })
    };
    DEVICES.contains(&&*stem) || has_number("com") || has_number("lpt")
}

/// Returns the reason why no file of this system can have the name `name`, if there is one.
pub fn why_impossible(name: &str) -> Option<&'static str> {
    match name {
        "" | "." | ".." => Some("not a name"),
        _ if name.contains(|c: char| c < ' ' || r#"<>:"/\|?*"#.contains(c)) => {
            Some(r#"a name cannot contain `< > : " / \ | ? *` or control characters"#)
        }
        _ if name.ends_with(['.', ' ']) => Some("a name cannot end with a period or a space"),
        _ if is_device(name) => Some("the name of a device"),
        _ => None,
    }
}

/// Returns the reason why no file can be replaced under the name `name`, which a path ends with, if
/// there is one.
pub fn why_irreplaceable(name: &OsStr) -> Option<&'static str> {
    let is_stream = name.as_encoded_bytes().contains(&b':');
    is_stream.then_some("an alternate stream, and only a whole file can be replaced")
}

/// Returns `true` if `path` ends with a separator of names.
pub fn ends_with_separator(path: &Path) -> bool {
    matches!(path.as_os_str().as_encoded_bytes(), [.., b'/' | b'\\'])
}

/// Returns `true` if `text` contains a separator of names. A colon begins the name of a stream.
pub fn has_separator(text: &OsStr) -> bool {
    text.as_encoded_bytes().iter().any(|byte| matches!(byte, b'/' | b'\\' | b':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_are_wtf8() {
        let name = OsString::from_wide(&[0x61, 0xD800, 0x20AC]);
        let bytes = bytes(&name).into_owned();
        assert_eq!(bytes, b"a\xED\xA0\x80\xE2\x82\xAC");
        assert_eq!(from_bytes(bytes), Some(name));
        assert_eq!(from_bytes(b"\xFF".to_vec()), None);
    }

    #[test]
    fn paths_have_slashes() {
        for (path, expected) in [
            (r"a\b/c", "a/b/c"),
            (r"\\?\C:\a", "C:/a"),
            (r"\\?\UNC\host\share", "//host/share"),
            (r"\\host\share", "//host/share"),
        ] {
            assert_eq!(bytes(OsStr::new(path)), expected.as_bytes(), "{path}");
        }
    }

    #[test]
    fn streams_are_not_replaced() {
        assert!(why_irreplaceable(OsStr::new("a.txt:stream")).is_some());
        assert_eq!(why_irreplaceable(Path::new(r"C:a.txt").file_name().unwrap()), None);
    }

    #[test]
    fn names_are_compared_without_case() {
        let ends = |name: &str, suffix: &str| ends_with(OsStr::new(name), OsStr::new(suffix));
        assert!(ends("A.TXT.BAK", ".bak") && ends(".Git", ".git") && ends("a", ""));
        assert!(!ends("a.bak2", ".bak") && !ends("k", ".bak"));
    }

    #[test]
    fn names_of_devices_are_impossible() {
        for name in ["NUL", "nul.txt", "Com1", "lpt9.a.b", "COM\u{B2}", "aux .c"] {
            assert_eq!(why_impossible(name), Some("the name of a device"), "{name}");
        }
        for name in ["null", "com", "com10", "console.txt", "a.nul"] {
            assert_eq!(why_impossible(name), None, "{name}");
        }
        for name in ["a:b", "a?", "\u{1}", "a.", "a ", ".."] {
            assert!(why_impossible(name).is_some(), "{name}");
        }
    }
}
