//! The libraries `utfkit` and `utfkit-text` for Python: the extension module `utfkit._utfkit`.
//!
//! This crate does not process text. It converts Python objects to the arguments of the libraries,
//! and their results to Python objects.

mod arrow;
mod codes;
mod decode;
mod edit;
mod encode;
mod errors;
mod gzip;
mod judge;
mod label;
mod raw;
mod results;
mod stream;
mod surface;
mod text;

use pyo3::prelude::*;

/// The functions of the package `utfkit` that are written in Rust.
#[pymodule(gil_used = false)]
#[pyo3(name = "_utfkit")]
mod utfkit_module {
    use pyo3::prelude::*;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::decode::{decode, decode_part};
    #[pymodule_export]
    use super::edit::{EditError, edit};
    #[pymodule_export]
    use super::encode::{encode, encode_part, transcode, unescape};
    #[pymodule_export]
    use super::judge::{Detector, audit, check, detect, is_valid, repair, rules, search};
    #[pymodule_export]
    use super::label::{has_shifts, is_known, labels, name};
    #[pymodule_export]
    use super::results::{Detection, Edited, Finding, Fix, Observation, Repaired};
    #[pymodule_export]
    use super::stream::Source;
    #[pymodule_export]
    use super::surface::{decode_surface, encode_surface};

    /// The functions for columns of Apache Arrow: `utfkit.arrow`.
    #[pymodule(gil_used = false)]
    mod arrow {
        #[pymodule_export]
        use crate::arrow::{
            Array, ChunkedArray, check, decode, detect, encode, first_error, is_valid_utf8,
            make_valid_utf8, repair, try_validate_utf8, validate_utf8,
        };
    }
}
