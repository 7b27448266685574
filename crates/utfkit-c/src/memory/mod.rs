//! The boundary to C: panics, pointers, and results that C reads.

pub mod guard;
pub mod numbers;
pub mod owned;
pub mod panics;
pub mod pointers;
