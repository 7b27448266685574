//! The arguments of the process.

use std::path::PathBuf;

/// Expands the wildcards of operands. The shells of Unix have done so already.
pub fn expand(operands: Vec<PathBuf>) -> Vec<PathBuf> {
    operands
}
