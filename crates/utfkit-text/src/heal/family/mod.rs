//! The family of damages: what programs make of bytes that they read in the wrong way.

mod changes;
mod damage;
mod members;

pub(super) use damage::{Damage, Groups};
pub(super) use members::family;
