//! Rules of a project.

mod globs;
mod no_files;
mod project;
