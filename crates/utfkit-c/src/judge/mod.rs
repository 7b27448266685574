//! Judgments about text: its encoding, its errors, its damage, and its tricks.

pub mod audit;
pub mod check;
pub mod detect;
pub mod receiver;
pub mod repair;
