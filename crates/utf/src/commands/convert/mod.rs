//! `utf convert`.

use crate::exit::Exit;

/// x
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: Args) -> Exit {
    Exit::Well
}
