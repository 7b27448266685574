//! The arguments of the process.

use std::path::PathBuf;

use glob::MatchOptions;

/// Expands `*` and `?` in operands, because the shells of Windows do not. No name of a file can
/// contain these characters. An operand that matches nothing stays as it is.
pub fn expand(operands: Vec<PathBuf>) -> Vec<PathBuf> {
    operands.into_iter().flat_map(expanded).collect()
}

fn expanded(operand: PathBuf) -> Vec<PathBuf> {
    let pattern = operand.to_str().filter(|text| text.contains(['*', '?']));
    // Verbatim paths begin with `\\?\`.
    let pattern = pattern.filter(|text| !text.starts_with(r"\\?\"));
    let Some(pattern) = pattern else { return vec![operand] };
    let options = MatchOptions { case_sensitive: false, ..MatchOptions::new() };
    // Brackets are characters of names, not wildcards.
    let pattern = pattern.replace('[', "[[]");
    let found = glob::glob_with(&pattern, options).into_iter().flatten().flatten();
    let found: Vec<_> = found.collect();
    if found.is_empty() { vec![operand] } else { found }
}
