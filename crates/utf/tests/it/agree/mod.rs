//! Relations between commands, which hold for each file of a made corpus.
//!
//! The corpus has languages × damage × shapes. A relation collects the files for which it does not
//! hold, so that one run shows all of them.

mod again;
mod cases;
mod commands;
mod containers;
mod corpus;
mod declared;
mod encoding;
mod looks;
mod lost;
mod says;
