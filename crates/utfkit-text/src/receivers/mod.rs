//! What receivers of text refuse, though it is well-formed, and what they read in its declaration.
//!
//! A database, a parser or an interface may take UTF-8 and still refuse some of its characters. A
//! [`Receiver`] says which, why, and where they are. [`declared`] finds what a text itself says of
//! its encoding.

pub mod declared;
mod receiver;

pub use receiver::{Receiver, Refused, Rule};
