//! `utf inspect`.

mod golden;
mod operands;
