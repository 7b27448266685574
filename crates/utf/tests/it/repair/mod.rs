//! `utf repair`.

mod mixed;
mod patches;
mod reports;
mod unread;
