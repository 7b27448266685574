//! The kernels that the environment variable `UTFKIT_SIMD` selects.

use std::{env, ffi::OsStr};

use utfkit::simd;

use super::{names, terminal};

/// The variable that names a set. The library ignores an unknown name, because it cannot print.
const VARIABLE: &str = "UTFKIT_SIMD";

/// Warns if the variable names a set that this machine does not support. Otherwise, measurements of
/// that set would be those of another one.
pub fn tell_unknown() {
    let wanted = env::var_os(VARIABLE).filter(|wanted| !wanted.is_empty());
    if let Some(words) = wanted.and_then(|wanted| unknown(&wanted)) {
        terminal::write_error(&words);
    }
}

/// Returns the warning about the set `wanted`, if it is not available.
fn unknown(wanted: &OsStr) -> Option<String> {
    let names: Vec<_> = simd::available().map(simd::Level::name).collect();
    (!names.iter().any(|&name| wanted == name)).then(|| {
        let (wanted, names) = (names::path(wanted.as_ref()), names.join(", "));
        let used = simd::active().name();
        format!("utf: {VARIABLE}={wanted}: not supported: this machine has {names}; using {used}\n")
    })
}
