//! `docs/audit.md` contains the texts of all rules.

use std::{env, fmt::Write, fs, path::Path};

use utfkit_text::audit::{Class, Rule};

/// The texts of the command.
#[path = "../../../../src/commands/audit/words.rs"]
#[allow(dead_code, unreachable_pub, reason = "the command uses all of it")]
mod words;

fn page() -> String {
    let mut page = String::from(
        "# What `utf audit` finds\n\n\
         This page describes every rule of `utf audit`. `--deny` and `--allow` accept the codes, the classes, and code\n\
         points. `UPDATE_GOLDEN=1 cargo test -p utf --test it audit::docs` generates the page from the table in\n\
         `crates/utfkit-text/src/audit/rules/description.rs`.\n",
    );
    let wrapping = textwrap::Options::new(100)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for &class in Class::ALL {
        writeln!(page, "\n## Class `{}`", class.name()).unwrap();
        for &rule in Rule::ALL {
            let description = rule.description();
            if description.class != class {
                continue;
            }
            let (code, severity) = (description.code, description.severity.name());
            let title = description.title;
            writeln!(page, "\n### `{code}`\n\nSeverity {severity}: {title}.\n").unwrap();
            let (why, help, section) =
                (words::why(rule), words::help(rule, words::general), words::section(rule));
            let texts = format!("{why}\n\nWhat to do: {help}.\n\nSee {section}.");
            page.extend(texts.lines().map(|line| textwrap::fill(line, &wrapping) + "\n"));
        }
    }
    page
}

#[test]
fn golden_page_matches_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/audit.md");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, page()).unwrap();
        return;
    }
    assert!(fs::read_to_string(path).unwrap() == page(), "docs/audit.md is not current");
}
