//! Judgments about text: its encoding, its errors, its damage, and its tricks. Edits of text.

pub mod audit;
pub mod check;
pub mod detect;
pub mod edit;
pub mod receiver;
pub mod repair;
