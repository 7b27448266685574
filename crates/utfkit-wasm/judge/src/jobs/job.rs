//! The interface of jobs, and their names.

use super::{
    audit::Audit, check::Check, convert::Convert, detect::Detect, edit::Edit, inspect::Inspect,
    repair::Repair,
};
use crate::{
    json::{self, Object},
    state::Output,
};

/// Work on one stream.
pub(crate) trait Job {
    /// Takes the next bytes. `last` ends the stream, and no call follows.
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output);
}

/// Opens the job that `options` name.
pub(crate) fn open(options: &Object) -> Result<Box<dyn Job>, String> {
    Ok(match json::text(options, "job").unwrap_or_default() {
        "convert" => Box::new(Convert::open(options)?),
        "detect" => Box::new(Detect::open(options)),
        "check" => Box::new(Check::open(options)?),
        "audit" => Box::new(Audit::open(options)?),
        "repair" => Box::new(Repair::open(options)?),
        "edit" => Box::new(Edit::open(options)?),
        "inspect" => Box::new(Inspect::open(options)?),
        other => return Err(format!("unknown job `{other}`")),
    })
}
