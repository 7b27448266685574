//! x
/// x
pub enum Encoding {}
