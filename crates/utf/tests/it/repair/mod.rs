//! `utf repair`.

mod patches;
mod reports;
mod unread;
