//! Building a `str` from the bytes of an encoding.
//!
//! With the stable ABI of Python, a builder collects UTF-8. Otherwise it writes into Python's memory.

#[cfg(not(feature = "abi3"))]
pub(crate) mod builder;
#[cfg(feature = "abi3")]
#[path = "stable.rs"]
pub(crate) mod builder;
#[cfg(not(feature = "abi3"))]
mod forms;
#[cfg(not(feature = "abi3"))]
mod run;
pub(crate) mod source;
mod tables;
#[cfg(not(feature = "abi3"))]
mod values;
