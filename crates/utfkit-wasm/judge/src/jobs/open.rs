//! The names of jobs.

use super::{
    audit::Audit, check::Check, convert::Convert, detect::Detect, edit::Edit, inspect::Inspect,
    job::Job, repair::Repair,
};
use crate::json::{self, Object};

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
