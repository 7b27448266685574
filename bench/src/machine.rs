//! The machine: its description, and one of its cores.

use std::fs;

use serde::Serialize;

/// The facts about the machine that readers of the figures need.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The model of the processor.
    pub cpu: String,
    /// The kernel of the system.
    pub kernel: String,
    /// The compiler of the benchmark.
    pub rustc: &'static str,
    /// The set of kernels that utfkit's functions use.
    pub active: &'static str,
}

impl Machine {
    /// Describes this machine.
    pub fn here() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let mut fields = info.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(field, _)| field.trim() == name).map_or("?", |(_, value)| value.trim())
        };
        // Virtual machines often hide the name of the model, but not its numbers.
        let (family, model) = (field("cpu family"), field("model"));
        let cpu = format!("{}, family {family}, model {model}", field("model name"));
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Self {
            cpu: format!("{cpu} ({})", std::env::consts::ARCH),
            kernel: format!("{} {}", std::env::consts::OS, kernel.trim()),
            rustc: env!("BUILT_BY"),
            active: utfkit::simd::active().name(),
        }
    }
}

/// Keeps this thread on core number `wanted`, or on the last core.
pub fn pin(wanted: Option<usize>) -> Result<usize, String> {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let core = match wanted {
        Some(wanted) => cores.into_iter().find(|core| core.id == wanted),
        None => cores.into_iter().next_back(),
    };
    let core = core.ok_or("there is no such core")?;
    if core_affinity::set_for_current(core) { Ok(core.id) } else { Err("cannot be pinned".into()) }
}
