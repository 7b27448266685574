//! Tests of the functions over slices.

mod differential;
mod rfc_abnf;
mod vectors;
