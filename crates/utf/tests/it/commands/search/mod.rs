//! `utf search`.

mod any_form;
mod encodings;
mod equivalent;
mod like_grep;
mod lines;
mod long;
mod output;
mod usage;
