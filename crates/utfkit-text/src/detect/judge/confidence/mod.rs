//! The share of correct answers for each confidence, by the number and the neighbors of the bytes
//! beyond ASCII.
//!
//! The model knows words, so it is too sure of a text with few letters beyond ASCII. The trainer
//! counts how many answers with each confidence are correct (`cargo xtask train-confidence`), and
//! [`calibrated`](shares::calibrated) returns this share.

mod calibration;
pub mod shape;
pub mod shares;
