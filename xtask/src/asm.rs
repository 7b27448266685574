//! Checks that no kernel of the release build calls an intrinsic.
//!
//! An intrinsic is one instruction if the function around it has the target feature. A compiler can
//! leave a helper, a closure or a function passed by name out of line. Then that function loses the
//! features, and each of its intrinsics becomes a call: still correct, but 50 times as slow. No
//! test finds such a call. So this check builds an example with every kernel, disassembles it and
//! reads its calls.

use std::{
    collections::BTreeSet,
    env,
    io::ErrorKind,
    process::{Command, Stdio},
};

/// The start of every kernel's symbol.
const KERNELS: &str = "utfkit::simd::";

/// Builds the example and returns the result of the check as a message.
pub(crate) fn check() -> Result<String, String> {
    let executable = build()?;
    let objdump = Command::new("objdump")
        .args(["--disassemble", "--demangle", "--no-show-raw-insn", &executable])
        .stderr(Stdio::inherit())
        .output();
    let output = match objdump {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err("asm: nothing was checked, for there is no objdump; it is in binutils, \
                        where most linkers come from"
                .to_owned());
        }
        Err(error) => return Err(format!("objdump: {error}")),
        Ok(output) if !output.status.success() => {
            return Err(format!("objdump: {}", output.status));
        }
        Ok(output) => output,
    };
    let findings = Findings::of(&String::from_utf8_lossy(&output.stdout));
    if findings.kernels == 0 {
        return Err(format!("asm: no symbol {KERNELS} in {executable}"));
    }
    if findings.calls.is_empty() {
        return Ok(format!("asm: {} functions of {KERNELS} call no intrinsic", findings.kernels));
    }
    let calls: Vec<String> =
        findings.calls.iter().map(|(from, to)| format!("  {from}\n    calls {to}")).collect();
    Err(format!("asm: calls that should be instructions:\n{}", calls.join("\n")))
}

/// Builds the example, which has every kernel, and returns its path.
fn build() -> Result<String, String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "build",
            "--profile",
            "profiling",
            "--package",
            "utfkit",
            "--example",
            "every_kernel",
        ])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo build: {}", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let path = messages.split("\"executable\":\"").nth(1).and_then(|rest| rest.split('"').next());
    path.map(str::to_owned).ok_or_else(|| "cargo named no executable".to_owned())
}

/// The result of reading a disassembly.
#[derive(Debug, Default, PartialEq)]
struct Findings {
    /// The number of kernel functions.
    kernels: usize,
    /// Calls that should be instructions, as pairs of caller and callee.
    calls: BTreeSet<(String, String)>,
}

impl Findings {
    fn of(disassembly: &str) -> Self {
        let mut findings = Self::default();
        let mut function = "";
        for line in disassembly.lines() {
            if let Some(name) = name_of(line) {
                function = name;
                findings.kernels += usize::from(name.contains(KERNELS));
            } else if let Some(callee) = callee_of(line)
                && is_wrong(function, callee)
            {
                findings.calls.insert((function.to_owned(), callee.to_owned()));
            }
        }
        findings
    }
}

/// Returns the name in a line that begins a function: `0012ab <name>:`.
fn name_of(line: &str) -> Option<&str> {
    if line.starts_with(' ') {
        return None;
    }
    line.strip_suffix(">:")?.split_once(" <").map(|(_, name)| name)
}

/// Returns the function that the instruction in a line calls or jumps to: `  12ab:\tcall   34cd
/// <name>`.
fn callee_of(line: &str) -> Option<&str> {
    let (_, instruction) = line.split_once(":\t")?;
    // All jumps count: the last call of a function may be a jump, and on some machines it is a
    // branch.
    if !["call", "j", "bl", "b "].iter().any(|name| instruction.starts_with(name)) {
        return None;
    }
    let callee = instruction.trim_end().strip_suffix('>')?.split_once(" <")?.1;
    // A jump within a function has an offset.
    (!callee.contains("+0x")).then_some(callee)
}

/// Returns `true` if the call of `callee` by `function` should be instructions.
///
/// No function may call vector intrinsics: a helper of the standard library that is left out of
/// line does not have a name of ours. The intrinsics that query the machine are functions
/// everywhere, so they are allowed.
fn is_wrong(function: &str, callee: &str) -> bool {
    let of_vectors = |name: &str| {
        name.contains("core::core_arch::")
            && !["cpuid", "xgetbv"].iter().any(|it| name.contains(it))
    };
    let by_shim = ["Fn::call", "FnMut::call_mut", "FnOnce::call_once"]
        .iter()
        .any(|shim| callee.contains(shim));
    function != callee
        && (of_vectors(callee) && !of_vectors(function) || by_shim && function.contains(KERNELS))
}

#[cfg(test)]
mod tests {
    use super::Findings;

    const GOOD: &str = "\
0000000000001000 <utfkit::simd::x86_64::avx512::lines::lines8>:
    1000:\tvpcmpeqb (%rdi),%zmm0,%k0
    1008:\tjne    1000 <utfkit::simd::x86_64::avx512::lines::lines8+0x10>
    1010:\tcall   2000 <core::slice::index::slice_index_fail>
    1018:\tret
0000000000003000 <std_detect::detect::os::detect_features>:
    3000:\tcall   4000 <core::core_arch::x86::xsave::_xgetbv>
";

    fn calls(line: &str) -> usize {
        let findings = Findings::of(&format!("{GOOD}{line}\n"));
        assert_eq!(findings.kernels, 1);
        findings.calls.len()
    }

    #[test]
    fn instructions_and_ordinary_calls_are_right() {
        assert_eq!(calls(""), 0);
    }

    #[test]
    fn called_and_tail_called_intrinsics_are_found() {
        let target = "5000 <core::core_arch::x86::avx512bw::_mm512_add_epi8>";
        assert_eq!(calls(&format!("    3008:\tcall   {target}")), 1);
        assert_eq!(calls(&format!("    3008:\tjmp    {target}")), 1);
        assert_eq!(calls(&format!("    3008:\tbl     {target}")), 1);
    }

    #[test]
    fn shims_are_found_in_kernels_alone() {
        let shim = "call   6000 <core::ops::function::Fn::call>";
        assert_eq!(calls(&format!("    3008:\t{shim}")), 0);
        let kernel = "0000000000001000 <utfkit::simd::portable::convert>:";
        assert_eq!(Findings::of(&format!("{kernel}\n    1000:\t{shim}\n")).calls.len(), 1);
    }
}
