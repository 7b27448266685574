//! Limits of the process.

use std::sync::{Arc, atomic::AtomicBool};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::{consts::SIGXFSZ, flag};

/// Returns the number of files that the process may open. It raises the limit to `wanted` for that,
/// if it may.
pub fn open_files(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let [current, most] = [limit.current, limit.maximum].map(|one| one.unwrap_or(u64::MAX));
    let wanted = most.min(wanted);
    let raised = || {
        let new = Rlimit { current: Some(wanted), ..limit };
        setrlimit(Resource::Nofile, new).is_ok()
    };
    if current < wanted && raised() { wanted } else { current }
}

/// Makes a write fail if the file grows beyond the limit, like on a full disk. Otherwise, SIGXFSZ
/// would kill the process.
pub fn outlive() {
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
