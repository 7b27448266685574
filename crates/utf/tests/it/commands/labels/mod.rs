//! `utf labels`, and the effects of labels in other commands.

mod effect;
mod list;
mod name;
mod suggest;
