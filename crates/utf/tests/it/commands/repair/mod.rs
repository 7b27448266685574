//! `utf repair`.

mod against;
mod edit;
mod mixed;
mod other_charset;
mod patches;
mod reports;
mod trees;
mod unread;
