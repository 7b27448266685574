//! The code pages of the system, which only Windows has.

/// Returns the number of the code page of programs with windows.
pub fn ansi() -> Option<u32> {
    None
}

/// Returns the number of the code page of programs in a console.
pub fn oem() -> Option<u32> {
    None
}
