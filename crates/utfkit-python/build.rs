//! Passes on what is known of the Python that the module is built for.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
