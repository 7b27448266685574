//! The facts about a charset.

use crate::codec::charset::engine::Engine;

/// The facts about a charset: a row of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) engine: Engine,
    pub(crate) labels: &'static [&'static str],
}

pub(super) const fn row(
    name: &'static str,
    engine: Engine,
    labels: &'static [&'static str],
) -> Row {
    Row { name, engine, labels }
}
