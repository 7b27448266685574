//! The kernels that the environment variable `UTFKIT_SIMD` selects.

use std::{env, ffi::OsStr};

use utfkit::simd;

use super::{names, terminal};

/// What names a set. The library passes over a name that it does not know, as it has nobody to tell.
const VARIABLE: &str = "UTFKIT_SIMD";

/// Says so where a set is asked for that there is not on this machine: who measures by force should
/// not measure another.
pub fn tell_unknown() {
    let wanted = env::var_os(VARIABLE).filter(|wanted| !wanted.is_empty());
    if let Some(words) = wanted.and_then(|wanted| unknown(&wanted)) {
        terminal::write_error(&words);
    }
}

/// What there is to say of the set `wanted`, if there is none.
fn unknown(wanted: &OsStr) -> Option<String> {
    let names: Vec<_> = simd::available().map(simd::Level::name).collect();
    (!names.iter().any(|&name| wanted == name)).then(|| {
        let (wanted, names) = (names::path(wanted.as_ref()), names.join(", "));
        let used = simd::active().name();
        format!("utf: {VARIABLE}={wanted}: not used: this machine has {names}; {used} is in use\n")
    })
}
