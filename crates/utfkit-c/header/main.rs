//! Writes `include/utfkit.h` from the sources of this crate, or checks it (`--check`).
//!
//! cbindgen reads the files one by one, in the order of [`FILES`], which is the order of the
//! header. Enumerations that C passes are numbers in Rust (`memory/numbers.rs`), and get their names
//! back here.

use std::{error::Error, fs, path::Path, process::ExitCode};

use cbindgen::{Builder, Config, EnumConfig, ExportConfig, Language, RenameRule, Style};

/// The files with public items, in the order of the header.
const FILES: [&str; 19] = [
    "status.rs",
    "memory/owned.rs",
    "encoding/numbers.rs",
    "encoding/labels.rs",
    "finding.rs",
    "forms/result.rs",
    "forms/utf8.rs",
    "forms/utf16.rs",
    "forms/utf32.rs",
    "forms/latin1.rs",
    "convert/policy.rs",
    "convert/once.rs",
    "convert/converter.rs",
    "judge/receiver.rs",
    "judge/detect.rs",
    "judge/check.rs",
    "judge/repair.rs",
    "judge/edit.rs",
    "judge/audit.rs",
];

/// The names of `memory/numbers.rs`, and their names in C.
const NUMBERS: [(&str, &str); 8] = [
    ("EncodingNumber", "utfkit_encoding"),
    ("KindNumber", "utfkit_kind"),
    ("LabelSetNumber", "utfkit_label_set"),
    ("PolicyNumber", "utfkit_policy"),
    ("BomNumber", "utfkit_bom"),
    ("ByteOrderNumber", "utfkit_byte_order"),
    ("ReceiverNumber", "utfkit_receiver"),
    ("Flag", "bool"),
];

/// The start of the header.
const START: &str = include_str!("start.h");

/// Returns the macros with the version of the header. The library has `utfkit_version`.
fn version() -> String {
    let parts = env!("CARGO_PKG_VERSION").split(['.', '-']).zip(["MAJOR", "MINOR", "PATCH"]);
    let macros = parts.map(|(number, part)| format!("\n#define UTFKIT_VERSION_{part} {number}"));
    format!(
        "\n/** The version of this header. `utfkit_version` is that of the library. */{}\n\
         /** The version as a text. */\n\
         #define UTFKIT_VERSION \"{}\"\n\
         /** 1 if the header has at least this version, else 0. For `#if`. */\n\
         #define UTFKIT_VERSION_AT_LEAST(major, minor, patch) \\\n  \
         (UTFKIT_VERSION_MAJOR > (major) || (UTFKIT_VERSION_MAJOR == (major) && \\\n  \
         (UTFKIT_VERSION_MINOR > (minor) || (UTFKIT_VERSION_MINOR == (minor) && \\\n  \
         UTFKIT_VERSION_PATCH >= (patch)))))",
        macros.collect::<String>(),
        env!("CARGO_PKG_VERSION")
    )
}

fn header(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut builder = Builder::new().with_config(Config {
        language: Language::C,
        cpp_compat: true,
        style: Style::Both,
        usize_is_size_t: true,
        no_includes: true,
        header: Some(START.trim_end().to_owned()),
        after_includes: Some(version()),
        include_guard: Some("UTFKIT_H".to_owned()),
        line_length: 100,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        export: ExportConfig {
            include: ["policy", "encoding", "label_set", "byte_order", "bom", "kind", "receiver"]
                .into_iter()
                .chain(["repair_flags"])
                .map(|name| format!("utfkit_{name}"))
                .collect(),
            ..ExportConfig::default()
        },
        ..Config::default()
    });
    for file in FILES {
        builder = builder.with_src(root.join("src").join(file));
    }
    let mut bytes = Vec::new();
    builder.generate()?.write(&mut bytes);
    let mut text = String::from_utf8(bytes)?;
    for (number, name) in NUMBERS {
        text = text.replace(number, name);
    }
    Ok(shortened(&text))
}

/// Puts comments of one line on one line.
fn shortened(text: &str) -> String {
    let (mut lines, mut out) = (text.lines().peekable(), String::new());
    while let Some(line) = lines.next() {
        out.push_str(line);
        let rest = lines.clone().take(2).collect::<Vec<_>>();
        if let ("/**", [one, " */" | "   */"]) = (line.trim_start(), &rest[..]) {
            let one = one.trim_start().trim_start_matches('*').trim_start();
            // The first character of the comment stays on its column.
            out.push_str(&format!(" {one} */"));
            lines.nth(1);
        }
        out.push('\n');
    }
    out
}

/// Returns the first line with a macro or with a character that is not ASCII. The only macros of
/// the header are its guard and its version.
fn unclean(text: &str) -> Option<&str> {
    let is_clean = |line: &str| line.is_ascii() && !line.trim_start().starts_with("#define");
    let is_known =
        |line: &str| line == "#define UTFKIT_H" || line.starts_with("#define UTFKIT_VERSION");
    text.lines().find(|line| !is_clean(line) && !is_known(line))
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let (text, path) = (header(root)?, root.join("include/utfkit.h"));
    if let Some(line) = unclean(&text) {
        return Err(format!("the header must not have this line: {line}").into());
    }
    if !std::env::args().any(|argument| argument == "--check") {
        fs::write(&path, text)?;
        return Ok(ExitCode::SUCCESS);
    }
    if fs::read_to_string(&path)? == text {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "include/utfkit.h is not current (run `cargo run -p utfkit-c-header --features header`)"
    );
    Ok(ExitCode::FAILURE)
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("utfkit-c-header: {error}");
        ExitCode::FAILURE
    })
}
