//! Charsets in which marks come before their letter: ANSEL, and MARC-8 with its sets.

mod charset;
mod eacc;
mod held;
mod marc8;

pub(in super::super) use held::Held;

pub(super) use charset::Marked;
