//! Checks the listings of the public interface: `api.txt` of each library has a line for each item.
//!
//! A change of the interface changes a listing, so that it is seen in a review. The listings are
//! made from the JSON of rustdoc. Its format is unstable, so the check fails with a compiler that
//! writes another one: nothing was compared.

use std::{collections::HashSet, fs, path::Path, process::Command};

use public_api::{Builder, MINIMUM_NIGHTLY_RUST_VERSION};

/// The libraries, with the options that enable all stable features.
const LIBRARIES: [(&str, &[&str]); 2] = [("utfkit", &["--all-features"]), ("utfkit-text", &[])];
/// The format that `public_api` reads.
const FORMAT: u64 = 57;

/// Checks the listings, or writes them (`--update`).
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let update = match *options {
        [] => false,
        ["--update"] => true,
        _ => return Err("usage: cargo xtask api [--update]".to_owned()),
    };
    let mut messages = Vec::new();
    for (library, features) in LIBRARIES {
        let json = document(library, features)?;
        let format = format(&json)?;
        if format != FORMAT {
            return Err(format!(
                "api: nothing was compared, because rustdoc writes format {format}, not {FORMAT}; \
                 {MINIMUM_NIGHTLY_RUST_VERSION} writes that, and so does Rust 1.95"
            ));
        }
        let listing = listing(&json)?;
        let file = Path::new("crates").join(library).join("api.txt");
        if update {
            fs::write(&file, &listing).map_err(|error| format!("{}: {error}", file.display()))?;
        } else {
            let old = fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}", file.display()))?;
            compare(&old, &listing)
                .map_err(|difference| format!("{}:\n{difference}", file.display()))?;
        }
        messages.push(format!("api: {library} has {} public items", listing.lines().count()));
    }
    Ok(messages.join("\n"))
}

/// Documents a library with these features, and returns the path of the JSON.
fn document(library: &str, features: &[&str]) -> Result<String, String> {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    // The builds of other commands would be built again, because some crates read RUSTC_BOOTSTRAP.
    let target = format!("{target}/api");
    let status = Command::new("cargo")
        .args(["rustdoc", "--quiet", "--locked", "--lib", "--package", library])
        .args(features)
        .args(["--target-dir", &target, "--", "-Zunstable-options", "--output-format", "json"])
        .args(["--cap-lints", "allow"])
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo rustdoc: {status}"));
    }
    Ok(format!("{target}/doc/{}.json", library.replace('-', "_")))
}

/// Returns the version of the format of a file.
fn format(json: &str) -> Result<u64, String> {
    let text = fs::read(json).map_err(|error| format!("{json}: {error}"))?;
    let value: serde_json::Value =
        serde_json::from_slice(&text).map_err(|error| format!("{json}: {error}"))?;
    value["format_version"].as_u64().ok_or_else(|| format!("{json}: no version"))
}

/// Returns a line for each public item. Implementations of traits like `Send` are left out. The
/// functions of an implemented trait are left out, too, because the trait fixes them.
fn listing(json: &str) -> Result<String, String> {
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .map_err(|error| format!("{json}: {error}"))?;
    Ok(without_doubles(api.items().map(|item| item.to_string())))
}

/// Returns the lines of a listing, each once, and without the functions of implemented traits.
fn without_doubles(items: impl Iterator<Item = String>) -> String {
    let (mut seen, mut listing) = (HashSet::new(), String::new());
    // The type that implements a trait, in the line of the implementation.
    let mut implementor = None;
    for item in items {
        if item.starts_with("impl") {
            let words = item.split(" where ").next().unwrap_or_default();
            implementor = words.rsplit_once(" for ").map(|(_, name)| format!("{name}::"));
        }
        let function = item.split_once("fn ").map(|(_, function)| function);
        let is_fixed = function.is_some_and(|function| {
            item.starts_with("pub ")
                && implementor.as_ref().is_some_and(|of| function.starts_with(of))
        });
        if !is_fixed && seen.insert(item.clone()) {
            listing.push_str(&item);
            listing.push('\n');
        }
    }
    listing
}

/// Returns an error with the lines that differ.
fn compare(old: &str, new: &str) -> Result<(), String> {
    if old == new {
        return Ok(());
    }
    let gone = old.lines().filter(|line| !new.lines().any(|other| other == *line));
    let added = new.lines().filter(|line| !old.lines().any(|other| other == *line));
    let mut difference: String = gone.map(|line| format!("  - {line}\n")).collect();
    difference.extend(added.map(|line| format!("  + {line}\n")));
    Err(format!("{difference}if that is meant, run `cargo xtask api --update`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_traits_and_doubles_are_left_out() {
        let items = [
            "pub struct a::B",
            "impl a::B",
            "pub fn a::B::new() -> Self",
            "impl<U> core::clone::Clone for a::B where U: Copy",
            "pub fn a::B::clone(&self) -> Self",
            "impl core::iter::Iterator for a::B",
            "pub type a::B::Item = u8",
            "pub const fn a::B::next(&mut self) -> Option<u8>",
            "impl a::B",
            "pub fn a::B::last(&self)",
            "pub fn a::Bc()",
        ];
        let left: Vec<_> = [0, 1, 2, 3, 5, 6, 9, 10].map(|at| format!("{}\n", items[at])).into();
        assert_eq!(without_doubles(items.iter().map(|&item| item.to_owned())), left.concat());
    }

    #[test]
    fn a_removed_and_an_added_item_are_named() {
        assert_eq!(compare("pub fn a\npub fn b\n", "pub fn a\npub fn b\n"), Ok(()));
        let difference = compare("pub fn a\npub fn b\n", "pub fn b\npub fn c\n").unwrap_err();
        assert!(difference.starts_with("  - pub fn a\n  + pub fn c\n"), "{difference}");
        // An item that is listed twice, or in another order.
        assert!(compare("pub fn a\npub fn b\n", "pub fn b\npub fn a\n").is_err());
    }
}
