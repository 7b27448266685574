//! The operations that are measured. Their corpora are in `gates.toml`.

use utfkit::{
    Encoding::{self, Cesu8, JavaModifiedUtf8, Ucs2Le, Ucs4Le, Utf8Rfc2279, Wtf8},
    simd::Form::{self, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Le},
};

/// The work of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Checks whether the text is ASCII. The answer is the number of all bytes, or a smaller
    /// number.
    Ascii,
    /// Counts the bytes before the first byte that is not ASCII.
    AsciiPosition,
    /// Checks whether the text is well-formed. The answer is the number of all bytes, or a smaller
    /// number.
    Validate(Form),
    /// Counts the bytes before the first error.
    ErrorPosition(Form),
    /// Converts well-formed text, and checks that it is well-formed.
    Convert(Form, Form),
    /// Converts text that is known to be well-formed.
    Known(Form, Form),
    /// Copies code units in the other byte order, without a check.
    Swap(Form, Form),
    /// Counts the code units that the text, which is known to be well-formed, has in another form.
    Length(Form, Form),
    /// Converts any text, with U+FFFD for each maximal subpart.
    Lossy(Form, Form),
    /// Counts the line feeds of the text.
    Lines(Form),
    /// Counts the code units that [`Task::Lossy`] would write.
    LossyLength(Form, Form),
    /// Allocates the result of [`Task::Lossy`]. The answer is its number of code units.
    LossyOwned(Form, Form),
    /// Converts well-formed text that arrives in chunks of [`CHUNK`] bytes.
    Stream(Form, Form),
    /// Converts well-formed text from or to a variant of a form, without characters that the two
    /// spell differently. The result is that of the strict conversion between their forms.
    Relative(Encoding, Encoding),
    /// Collects the facts about well-formed text. The answer is one of them, the number of UTF-16
    /// code units.
    Scan,
    /// Checks whether each of many strings in one buffer is well-formed UTF-8. The answer is the
    /// number of all offsets, or 0.
    Rows,
}

/// The number of bytes in a chunk of a stream.
pub const CHUNK: usize = 64 << 10;

impl Task {
    /// Returns the form of the input.
    pub const fn from(self) -> Form {
        match self {
            Task::Validate(from) | Task::ErrorPosition(from) | Task::Lines(from) => from,
            Task::Convert(from, _)
            | Task::Known(from, _)
            | Task::Swap(from, _)
            | Task::Length(from, _)
            | Task::Lossy(from, _)
            | Task::LossyLength(from, _)
            | Task::LossyOwned(from, _)
            | Task::Stream(from, _) => from,
            Task::Relative(from, _) => base(from),
            Task::Ascii | Task::AsciiPosition | Task::Rows | Task::Scan => Utf8,
        }
    }

    /// Returns `true` if the answer is the number of bytes written.
    pub const fn writes(self) -> bool {
        matches!(
            self,
            Task::Convert(..)
                | Task::Known(..)
                | Task::Swap(..)
                | Task::Lossy(..)
                | Task::Stream(..)
                | Task::Relative(..)
        )
    }

    /// Returns `true` if the text must not have characters above U+FFFF.
    pub const fn of_the_plane(self) -> bool {
        matches!(self, Task::Relative(..))
    }

    /// Returns `true` if the text must not have characters above U+00FF.
    pub const fn narrow(self) -> bool {
        matches!(self.from(), Latin1)
            || matches!(self, Task::Convert(_, Latin1) | Task::Known(_, Latin1))
    }
}

/// Returns the form that plain text in `encoding` can be read as.
pub const fn base(encoding: Encoding) -> Form {
    match encoding {
        Encoding::Utf16Le | Ucs2Le => Utf16Le,
        Encoding::Utf32Le | Ucs4Le => Utf32Le,
        _ => Utf8,
    }
}

/// The damage to the input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Damage {
    /// No damage.
    None,
    /// One invalid code unit at a random offset of each call.
    Once,
    /// Each code unit is damaged with this probability. It becomes a random value of 80..FF, a
    /// random surrogate, or a value above 10FFFF.
    Rate(f64),
}

/// An operation: a row of the table.
#[derive(Debug)]
pub struct Operation {
    /// The name of the operation in `--op` and `gates.toml`.
    pub name: &'static str,
    /// The task of the engines.
    pub task: Task,
    /// The damage to the input.
    pub damage: Damage,
}

const fn clean(name: &'static str, task: Task) -> Operation {
    Operation { name, task, damage: Damage::None }
}

const fn damaged(name: &'static str, task: Task, rate: f64) -> Operation {
    Operation { name, task, damage: Damage::Rate(rate) }
}

use Task::{
    Convert, ErrorPosition, Known, Length, Lines, Lossy, LossyLength, LossyOwned, Relative, Rows,
    Scan, Stream, Swap, Validate,
};

/// Every operation.
pub static OPERATIONS: [Operation; 90] = [
    clean("validate_ascii", Task::Ascii),
    clean("validate_utf8", Validate(Utf8)),
    Operation { name: "validate_utf8_errpos", task: ErrorPosition(Utf8), damage: Damage::Once },
    Operation { name: "validate_ascii_errpos", task: Task::AsciiPosition, damage: Damage::Once },
    Operation { name: "validate_utf16_errpos", task: ErrorPosition(Utf16Le), damage: Damage::Once },
    Operation { name: "validate_utf32_errpos", task: ErrorPosition(Utf32Le), damage: Damage::Once },
    clean("validate_utf16", Validate(Utf16Le)),
    clean("validate_utf16be", Validate(Utf16Be)),
    clean("validate_utf32", Validate(Utf32Le)),
    clean("utf8_to_utf16le", Convert(Utf8, Utf16Le)),
    clean("utf8_to_utf16be", Convert(Utf8, Utf16Be)),
    clean("utf8_to_utf32", Convert(Utf8, Utf32Le)),
    clean("utf8_to_latin1", Convert(Utf8, Latin1)),
    clean("valid_utf8_to_utf16le", Known(Utf8, Utf16Le)),
    clean("valid_utf8_to_utf32", Known(Utf8, Utf32Le)),
    clean("valid_utf8_to_latin1", Known(Utf8, Latin1)),
    clean("valid_utf16le_to_utf8", Known(Utf16Le, Utf8)),
    clean("valid_utf16le_to_utf32", Known(Utf16Le, Utf32Le)),
    clean("valid_utf16le_to_latin1", Known(Utf16Le, Latin1)),
    clean("valid_utf32_to_utf8", Known(Utf32Le, Utf8)),
    clean("valid_utf32_to_utf16le", Known(Utf32Le, Utf16Le)),
    clean("utf16le_to_utf8", Convert(Utf16Le, Utf8)),
    clean("utf16be_to_utf8", Convert(Utf16Be, Utf8)),
    clean("utf16le_to_utf16be", Convert(Utf16Le, Utf16Be)),
    clean("swap_utf16", Swap(Utf16Le, Utf16Be)),
    clean("utf16le_to_utf32", Convert(Utf16Le, Utf32Le)),
    clean("utf16be_to_utf32", Convert(Utf16Be, Utf32Le)),
    clean("utf16le_to_latin1", Convert(Utf16Le, Latin1)),
    clean("utf32_to_utf8", Convert(Utf32Le, Utf8)),
    clean("utf32_to_utf16le", Convert(Utf32Le, Utf16Le)),
    clean("utf32_to_utf16be", Convert(Utf32Le, Utf16Be)),
    clean("utf32_to_latin1", Convert(Utf32Le, Latin1)),
    clean("latin1_to_utf8", Convert(Latin1, Utf8)),
    clean("latin1_to_utf16le", Convert(Latin1, Utf16Le)),
    clean("latin1_to_utf32", Convert(Latin1, Utf32Le)),
    clean("count_utf8", Length(Utf8, Utf32Le)),
    clean("count_utf16le", Length(Utf16Le, Utf32Le)),
    clean("lines_utf8", Lines(Utf8)),
    clean("lines_utf16le", Lines(Utf16Le)),
    clean("utf16_length_from_utf8", Length(Utf8, Utf16Le)),
    clean("utf8_length_from_utf16le", Length(Utf16Le, Utf8)),
    clean("utf8_length_from_utf16be", Length(Utf16Be, Utf8)),
    clean("utf8_length_from_utf32", Length(Utf32Le, Utf8)),
    clean("utf16_length_from_utf32", Length(Utf32Le, Utf16Le)),
    clean("utf8_length_from_latin1", Length(Latin1, Utf8)),
    clean("utf8_to_utf8_lossy", Lossy(Utf8, Utf8)),
    damaged("utf8_to_utf8_lossy@0.1%", Lossy(Utf8, Utf8), 0.001),
    damaged("utf8_to_utf8_lossy@1%", Lossy(Utf8, Utf8), 0.01),
    damaged("utf8_to_utf8_lossy@10%", Lossy(Utf8, Utf8), 0.1),
    clean("utf8_to_utf16le_lossy", Lossy(Utf8, Utf16Le)),
    damaged("utf8_to_utf16le_lossy@0.1%", Lossy(Utf8, Utf16Le), 0.001),
    damaged("utf8_to_utf16le_lossy@1%", Lossy(Utf8, Utf16Le), 0.01),
    damaged("utf8_to_utf16le_lossy@10%", Lossy(Utf8, Utf16Le), 0.1),
    clean("utf16le_to_utf8_lossy", Lossy(Utf16Le, Utf8)),
    damaged("utf16le_to_utf8_lossy@1%", Lossy(Utf16Le, Utf8), 0.01),
    damaged("utf16le_to_utf8_lossy@10%", Lossy(Utf16Le, Utf8), 0.1),
    clean("utf16be_to_utf8_lossy", Lossy(Utf16Be, Utf8)),
    damaged("utf16be_to_utf8_lossy@1%", Lossy(Utf16Be, Utf8), 0.01),
    clean("to_well_formed_utf16le", Lossy(Utf16Le, Utf16Le)),
    damaged("to_well_formed_utf16le@1%", Lossy(Utf16Le, Utf16Le), 0.01),
    clean("utf32_to_utf8_lossy", Lossy(Utf32Le, Utf8)),
    damaged("utf32_to_utf8_lossy@1%", Lossy(Utf32Le, Utf8), 0.01),
    damaged("utf32_to_utf8_lossy@10%", Lossy(Utf32Le, Utf8), 0.1),
    damaged("utf32_to_utf16le_lossy@1%", Lossy(Utf32Le, Utf16Le), 0.01),
    damaged("utf16le_to_utf32_lossy@1%", Lossy(Utf16Le, Utf32Le), 0.01),
    damaged("utf8_to_utf32_lossy@1%", Lossy(Utf8, Utf32Le), 0.01),
    clean("streaming_utf8_to_utf16le", Stream(Utf8, Utf16Le)),
    clean("cesu8_to_utf16le", Relative(Cesu8, Encoding::Utf16Le)),
    clean("cesu8_to_utf8", Relative(Cesu8, Encoding::Utf8)),
    clean("modified_utf8_to_utf8", Relative(JavaModifiedUtf8, Encoding::Utf8)),
    clean("rfc2279_to_utf8", Relative(Utf8Rfc2279, Encoding::Utf8)),
    clean("wtf8_to_utf16le", Relative(Wtf8, Encoding::Utf16Le)),
    clean("ucs2le_to_utf8", Relative(Ucs2Le, Encoding::Utf8)),
    clean("utf8_to_cesu8", Relative(Encoding::Utf8, Cesu8)),
    clean("utf8_to_modified_utf8", Relative(Encoding::Utf8, JavaModifiedUtf8)),
    clean("utf16le_to_modified_utf8", Relative(Encoding::Utf16Le, JavaModifiedUtf8)),
    clean("ucs4le_to_cesu8", Relative(Ucs4Le, Cesu8)),
    clean("validate_utf8_rows", Rows),
    clean("scan_utf8", Scan),
    clean("utf16_length_from_utf8_lossy", LossyLength(Utf8, Utf16Le)),
    damaged("utf16_length_from_utf8_lossy@0.1%", LossyLength(Utf8, Utf16Le), 0.001),
    damaged("utf16_length_from_utf8_lossy@1%", LossyLength(Utf8, Utf16Le), 0.01),
    damaged("utf16_length_from_utf8_lossy@10%", LossyLength(Utf8, Utf16Le), 0.1),
    clean("utf8_length_from_utf16le_lossy", LossyLength(Utf16Le, Utf8)),
    damaged("utf8_length_from_utf16le_lossy@1%", LossyLength(Utf16Le, Utf8), 0.01),
    damaged("utf8_length_from_utf16le_lossy@10%", LossyLength(Utf16Le, Utf8), 0.1),
    clean("utf8_length_from_utf32_lossy", LossyLength(Utf32Le, Utf8)),
    damaged("utf8_length_from_utf32_lossy@1%", LossyLength(Utf32Le, Utf8), 0.01),
    damaged("utf8_to_string_lossy@1%", LossyOwned(Utf8, Utf8), 0.01),
    damaged("utf8_to_utf16_vec_lossy@1%", LossyOwned(Utf8, Utf16Le), 0.01),
];
