//! The code pages of the system.

use super::calls;

/// Returns the number of the code page of programs with windows.
pub fn ansi() -> Option<u32> {
    Some(calls::ansi_code_page())
}

/// Returns the number of the code page of programs in a console.
pub fn oem() -> Option<u32> {
    Some(calls::oem_code_page())
}
