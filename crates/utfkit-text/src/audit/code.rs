//! The kinds of source code, which decide about suspicious characters in a text.

use utfkit::utf8;

/// The kind of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Code {
    /// Prose, or unknown.
    #[default]
    No,
    /// Source code of a program, or data in a format for programs.
    Program,
    /// Commands for a shell, in which blanks and quotes separate words.
    Script,
}

impl Code {
    /// Returns the kind of the program that the first line of a text names, as in `#!/bin/sh`, or
    /// `self` if it names none.
    ///
    /// Cost: constant.
    ///
    /// ```
    /// use utfkit_text::audit::Code;
    /// assert_eq!(Code::No.or_of("#!/usr/bin/env bash\n"), Code::Script);
    /// assert_eq!(Code::No.or_of("#!/usr/bin/python3\n"), Code::Program);
    /// assert_eq!(Code::No.or_of("text"), Code::No);
    /// ```
    #[must_use]
    pub fn or_of(self, text: &str) -> Self {
        /// The number of bytes of the first line that are read, as by Linux.
        const LINE: usize = 256;
        let Some(rest) = text.strip_prefix("#!") else { return self };
        let line = rest.lines().next().unwrap_or_default();
        let mut words = line[..utf8::floor_boundary(line.as_bytes(), LINE)].split_whitespace();
        let name = |word: &'_ str| word.rsplit('/').next().unwrap_or_default().to_owned();
        let mut program = words.next().map(name);
        if program.as_deref() == Some("env") {
            program = words.find(|word| !word.starts_with('-') && !word.contains('=')).map(name);
        }
        match program {
            Some(program) if program.ends_with("sh") => Self::Script,
            Some(_) => Self::Program,
            None => self,
        }
    }
}
