//! Charsets that combine sets of characters: EUC, Shift_JIS with JIS X 0213, ISO 2022, HZ, GSM 03.38,
//! ISO 6937, ANSEL, MARC-8 and VNI.
//!
//! A set is a table that `cargo xtask charsets` writes, or follows from the tables of other charsets.
//! Each writer asks its sets in the order in which the reader knows them.
//!
//! A few codes of JIS X 0213 are two characters. The reader returns the first one for the first
//! byte, and the second one for the second byte. The writer holds back a character that may begin
//! such a code, if the second character has no code of its own. It writes other pairs as two codes,
//! which read as the same text.

mod accented;
mod engine;
mod euc;
mod gsm;
mod iso_2022;
mod marked;
mod set;
mod shift_jis;
mod shifts;
pub(super) mod tables;
mod vni;

pub(super) use engine::Sets;
pub(super) use marked::Held;
pub(super) use shifts::Shifts;

use accented::Accented;
use euc::Euc;
use iso_2022::{Designation, Iso2022};
use marked::Marked;
use set::Set;
use shift_jis::ShiftJis;
