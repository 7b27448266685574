//! Recognizes source code by the names of files.

use std::{ffi::OsStr, path::Path};

use utfkit_text::audit::Code;

/// The extensions of source code, and names without an extension, in lower case. Formats whose text
/// is mostly prose, such as HTML, are not among them.
const ENDINGS: &[&str] = &[
    "awk",
    "bat",
    "bzl",
    "c",
    "cc",
    "cfg",
    "cjs",
    "clj",
    "cmake",
    "cmd",
    "conf",
    "cpp",
    "cs",
    "css",
    "cxx",
    "dart",
    "el",
    "ex",
    "exs",
    "fs",
    "go",
    "gradle",
    "groovy",
    "h",
    "hh",
    "hpp",
    "hs",
    "hxx",
    "ini",
    "java",
    "jl",
    "js",
    "json",
    "jsonc",
    "jsx",
    "kt",
    "kts",
    "less",
    "lua",
    "m",
    "mjs",
    "ml",
    "mm",
    "nix",
    "php",
    "pl",
    "pm",
    "ps1",
    "py",
    "pyi",
    "r",
    "rb",
    "rs",
    "scala",
    "scss",
    "sql",
    "swift",
    "toml",
    "ts",
    "tsx",
    "yaml",
    "yml",
    "zig",
    "proto",
    "tf",
    "makefile",
    "gnumakefile",
];

/// The extensions and names of files with commands for a shell, in lower case.
const SCRIPTS: &[&str] = &[
    "ash",
    "bash",
    "bash_aliases",
    "bash_profile",
    "bashrc",
    "containerfile",
    "crontab",
    "dockerfile",
    "fish",
    "ksh",
    "profile",
    "sh",
    "zsh",
    "zshrc",
];

/// Returns the kind of source code that the file at `path` has, judging by its name.
pub fn of(path: &Path) -> Code {
    let lower = |name: Option<&OsStr>| {
        name.and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
    };
    let name = lower(path.file_name());
    let ending = match path.extension() {
        Some(extension) => lower(Some(extension)),
        None => name.trim_start_matches('.').to_owned(),
    };
    // `Dockerfile.test` is one, too.
    let is_script = SCRIPTS.contains(&&*ending) || name.starts_with("dockerfile.");
    match is_script {
        true => Code::Script,
        false if ENDINGS.contains(&&*ending) => Code::Program,
        false => Code::No,
    }
}
