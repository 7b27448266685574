//! Checks that no kernel of the release build calls an intrinsic.
//!
//! An intrinsic is one instruction if the function around it has the target feature. A compiler can
//! leave a helper, a closure or a function passed by name out of line. Then that function loses the
//! features, and each of its intrinsics becomes a call: still correct, but 50 times as slow. No
//! test finds such a call. So this check disassembles the library of the release build, which has
//! every kernel, and reads its calls.
//!
//! The names stay mangled: `objdump` does not demangle the name of a section, and a call of a local
//! function names its section.

use std::{
    collections::BTreeSet,
    env,
    io::ErrorKind,
    process::{Command, Stdio},
};

/// A part of every kernel's symbol: `utfkit::simd`.
const KERNELS: &str = "6utfkit4simd";

/// Builds the command and returns the result of the check as a message.
pub(crate) fn check() -> Result<String, String> {
    let library = build()?;
    let objdump = Command::new("objdump")
        .args(["--disassemble", "--reloc", "--no-show-raw-insn", &library])
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
        return Err(format!("asm: no symbol with {KERNELS} in {library}"));
    }
    if findings.calls.is_empty() {
        return Ok(format!(
            "asm: {} functions of utfkit::simd call no intrinsic",
            findings.kernels
        ));
    }
    let calls: Vec<String> =
        findings.calls.iter().map(|(from, to)| format!("  {from}\n    calls {to}")).collect();
    Err(format!(
        "asm: calls that should be instructions (c++filt reads them):\n{}",
        calls.join("\n")
    ))
}

/// Builds the command and returns the path of its library.
fn build() -> Result<String, String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["build", "--release", "--package", "utf"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo build: {}", output.status));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut files = messages.split('"').filter(|text| text.ends_with(".rlib"));
    let library = files.find(|path| path.contains("libutfkit-"));
    library.map(str::to_owned).ok_or_else(|| "cargo named no library utfkit".to_owned())
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
        let (mut function, mut after_call) = ("", false);
        for line in disassembly.lines() {
            if let Some(name) = name_of(line) {
                function = name;
                findings.kernels += usize::from(name.contains(KERNELS));
            } else if let Some(callee) = target_of(line) {
                if after_call && is_wrong(function, callee) {
                    findings.calls.insert((function.to_owned(), callee.to_owned()));
                }
            } else {
                after_call = is_call(line);
            }
        }
        findings
    }
}

/// Returns the name in a line that begins a function: `0012ab <name>:`.
fn name_of(line: &str) -> Option<&str> {
    line.strip_suffix(">:")?.split_once(" <").map(|(_, name)| name)
}

/// Returns `true` if the line is an instruction that calls or jumps: `  12ab:\tcall   34cd <name>`.
fn is_call(line: &str) -> bool {
    // All jumps count: the last call of a function may be a jump, and on some machines it is a
    // branch.
    line.split_once(":\t").is_some_and(|(_, instruction)| {
        ["call", "j", "bl", "b "].iter().any(|name| instruction.starts_with(name))
    })
}

/// Returns the name in a relocation, which follows its instruction: `\t\t\t12ac:
/// R_X86_64_PLT32\t.text.name-0x4`.
fn target_of(line: &str) -> Option<&str> {
    let (_, target) = line.split_once(": R_")?.1.split_once('\t')?;
    let target = target.trim_start_matches(".text.").trim_start_matches("unlikely.");
    Some(target.split_once(['+', '-']).map_or(target, |(name, _)| name))
}

/// Returns `true` if the call of `callee` by `function` should be instructions.
///
/// No function may call vector intrinsics: a helper of the standard library that is left out of
/// line does not have a name of ours. The intrinsics that query the machine are functions
/// everywhere, so they are allowed.
fn is_wrong(function: &str, callee: &str) -> bool {
    let of_vectors = |name: &str| {
        name.contains("4core9core_arch") && !["cpuid", "xgetbv"].iter().any(|it| name.contains(it))
    };
    let by_shim = ["2Fn4call", "5FnMut8call_mut", "6FnOnce9call_once"]
        .iter()
        .any(|shim| callee.contains(shim));
    function != callee
        && (of_vectors(callee) && !of_vectors(function) || by_shim && function.contains(KERNELS))
}

#[cfg(test)]
mod tests {
    use super::Findings;

    const GOOD: &str = "\
0000000000000000 <_ZN6utfkit4simd6x86_646avx5125lines6lines817h0123456789abcdefE>:
   0:\tvpcmpeqb (%rdi),%zmm0,%k0
   8:\tjne    0 <_ZN6utfkit4simd6x86_646avx5125lines6lines817h0123456789abcdefE>
  10:\tcall   *0x0(%rip)        # 16 <_ZN6utfkit4simd6x86_646avx5125lines6lines817hE+0x16>
\t\t\t12: R_X86_64_GOTPCREL\t_ZN4core5slice5index16slice_index_fail17hE-0x4
  18:\tret
0000000000000000 <_ZN10std_detect6detect2os15detect_features17hE>:
   0:\tcall   5 <_ZN10std_detect6detect2os15detect_features17hE+0x5>
\t\t\t1: R_X86_64_PLT32\t.text._ZN4core9core_arch3x865xsave7_xgetbv17hE-0x4
";

    fn calls(lines: &str) -> usize {
        let findings = Findings::of(&format!("{GOOD}{lines}\n"));
        assert_eq!(findings.kernels, 1);
        findings.calls.len()
    }

    #[test]
    fn instructions_and_ordinary_calls_are_right() {
        assert_eq!(calls(""), 0);
    }

    #[test]
    fn called_and_tail_called_intrinsics_are_found() {
        let target = "_ZN4core9core_arch3x868avx512bw15_mm512_add_epi817hE";
        assert_eq!(
            calls(&format!("   8:\tcall   d\n\t\t\t9: R_X86_64_PLT32\t.text.{target}-0x4")),
            1
        );
        assert_eq!(calls(&format!("   8:\tjmp    d\n\t\t\t9: R_X86_64_PLT32\t{target}-0x4")), 1);
        assert_eq!(calls(&format!("   8:\tbl     8\n\t\t\t8: R_AARCH64_CALL26\t{target}")), 1);
        assert_eq!(calls(&format!("   8:\tlea    d\n\t\t\t9: R_X86_64_PC32\t{target}-0x4")), 0);
    }

    #[test]
    fn shims_are_found_in_kernels_alone() {
        let shim =
            "   8:\tcall   d\n\t\t\t9: R_X86_64_PLT32\t.text._ZN4core3ops8function2Fn4call17hE-0x4";
        assert_eq!(calls(shim), 0);
        let kernel = "0000000000000000 <_ZN6utfkit4simd8portable7convert17hE>:";
        assert_eq!(Findings::of(&format!("{kernel}\n{shim}\n")).calls.len(), 1);
    }
}
