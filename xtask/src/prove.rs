//! Proves kernels: runs `scripts/prove` with the same options.

use std::{env, process::Command};

/// Implements `cargo xtask prove`.
///
/// # Errors
///
/// Returns an error if Python cannot be started, or if the prover fails. The prover itself has
/// printed the reason then.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let status = Command::new(&python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/prove"))
        .args(options)
        .status()
        .map_err(|error| format!("{python}: {error}"))?;
    if status.success() { Ok(String::new()) } else { Err(format!("prove: {status}")) }
}
