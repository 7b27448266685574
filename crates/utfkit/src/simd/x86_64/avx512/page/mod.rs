//! Charsets of one byte per character, which have the bytes of ASCII, to UTF-8 and back.
//!
//! Reading looks up the bytes of UTF-8 in three tables of 128, and drops those that are not needed.
//! Writing looks up the last byte of a character in the table of the bytes before it.
//!
//! The portable kernels convert the ends, and decide where to stop.

mod read;
mod write;

pub(in crate::simd) use crate::simd::x86_64::avx512::page::{read::read, write::write};
