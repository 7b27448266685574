//! `utf labels`, and what labels do in other commands.

mod effect;
mod list;
mod name;
mod suggest;
