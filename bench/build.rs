//! Notes the compiler's version, for the reports.

use std::{env, process::Command};

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().map(|output| output.stdout);
    let version = String::from_utf8_lossy(&version.unwrap_or_default()).trim().to_owned();
    println!("cargo:rustc-env=BUILT_BY={version}");
    println!("cargo:rerun-if-changed=build.rs");
}
