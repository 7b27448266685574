//! Passes the facts about the target Python to the compiler.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
