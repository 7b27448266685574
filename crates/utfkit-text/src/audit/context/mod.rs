//! What characters are suspected of because of their neighbors.

pub(crate) mod paths;
