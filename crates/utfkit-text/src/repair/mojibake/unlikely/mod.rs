//! How unlikely characters are where they are, if they were meant.

pub(crate) mod around;
pub(crate) mod groups;
pub(crate) mod lookup;
pub(crate) mod pairs;
pub(crate) mod script;
pub(crate) mod sorts;
pub(crate) mod western;
