//! Tests of the functions over slices.

mod differential;
mod no_panic;
mod rfc_abnf;
mod vectors;
