//! `utf search`.

mod any_form;
mod encodings;
mod equivalent;
mod lines;
mod output;
mod usage;
