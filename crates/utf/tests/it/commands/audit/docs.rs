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
         Generated from `crates/utfkit-text/src/audit/rules.rs`; `UPDATE_GOLDEN=1 cargo test -p utf --test it audit::docs`\n\
         updates it. `--deny` and `--allow` take codes, classes, and code points.\n",
    );
    for &class in Class::ALL {
        writeln!(page, "\n## Class `{}`", class.name()).unwrap();
        for &rule in Rule::ALL {
            let description = rule.description();
            if description.class != class {
                continue;
            }
            let (code, severity) = (description.code, description.severity.name());
            writeln!(page, "\n### `{code}`\n\nA {severity}: {}.\n", description.title).unwrap();
            let (why, help, section) = (words::why(rule), words::help(rule), words::section(rule));
            writeln!(page, "{why}\n\nWhat to do: {help}.\n\nSee {section}.").unwrap();
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
    assert!(fs::read_to_string(path).unwrap() == page(), "not as it was kept; see docs.rs");
}
