//! The rooms of each crate, and their floors. A room is on a higher floor than every room it
//! imports.

use std::path::Path;

/// A crate and its rooms.
pub(super) struct House {
    /// The directory of the crate.
    pub(super) folder: &'static str,
    /// The root file of the crate, relative to that directory.
    pub(super) root: &'static str,
    /// The name of the crate in code.
    pub(super) name: &'static str,
    /// The crates that this crate may import from.
    pub(super) may_use: &'static [&'static str],
    /// The rooms: a file or directory in `src`, and its floor. If two rooms hold a file, the longer
    /// path counts.
    rooms: &'static [(&'static str, u8)],
}

impl House {
    /// Returns the room of a file in `src`, and its floor.
    pub(super) fn room(&self, file: &Path) -> Option<(&'static str, u8)> {
        let file = file.with_extension("");
        let rooms = self.rooms.iter().filter(|(room, _)| file.starts_with(room));
        rooms.max_by_key(|(room, _)| room.len()).copied()
    }
}

/// The crates. Each crate is below those that come after it.
pub(super) const HOUSES: [House; 9] = [
    House {
        folder: "crates/utfkit",
        root: "lib.rs",
        name: "utfkit",
        may_use: &[],
        rooms: &[
            ("scalar", 1),
            ("literal", 1),
            ("error", 2),
            ("form", 3),
            ("simd", 4),
            ("slices", 5),
            ("codec", 6),
            ("index", 6),
            ("fs", 6),
            ("encoding", 7),
            ("transcode", 8),
            ("lib", 9),
        ],
    },
    House {
        folder: "crates/utfkit-text",
        root: "lib.rs",
        name: "utfkit_text",
        may_use: &["utfkit"],
        rooms: &[
            ("unicode", 1),
            ("receivers", 1),
            ("model", 2),
            ("streams", 2),
            ("lines", 2),
            ("detect", 3),
            ("repair", 4),
            ("diagnose", 5),
            ("transform", 4),
            ("inspect", 4),
            ("heal", 5),
            ("search", 5),
            ("audit", 6),
            ("views", 7),
            ("lib", 8),
        ],
    },
    House {
        folder: "crates/utf",
        root: "lib.rs",
        name: "utf",
        may_use: &["utfkit", "utfkit_text"],
        rooms: &[
            ("system", 0),
            ("process", 1),
            ("files", 2),
            ("args", 2),
            ("threads", 2),
            ("input", 3),
            ("output", 3),
            ("git", 4),
            ("reading", 4),
            ("rules", 5),
            ("report", 6),
            ("commands", 7),
            ("cli", 8),
            ("lib", 9),
        ],
    },
    House {
        folder: "crates/utfkit-c",
        root: "lib.rs",
        name: "utfkit_c",
        may_use: &["utfkit", "utfkit_text"],
        rooms: &[
            ("memory/panics", 1),
            ("status", 2),
            ("memory", 3),
            ("finding", 4),
            ("encoding", 4),
            ("forms", 5),
            ("convert", 6),
            ("judge", 6),
            ("lib", 7),
        ],
    },
    House {
        folder: "crates/utfkit-iconv",
        root: "lib.rs",
        name: "utfkit_iconv",
        may_use: &["utfkit"],
        rooms: &[
            ("errno", 0),
            ("shared", 0),
            ("charset", 1),
            ("next", 1),
            ("conversion", 2),
            ("buffers", 3),
            ("descriptors", 3),
            ("request", 3),
            ("lib", 4),
        ],
    },
    House {
        folder: "crates/utfkit-python",
        root: "lib.rs",
        name: "utfkit_python",
        may_use: &["utfkit", "utfkit_text"],
        rooms: &[
            ("gzip", 1),
            ("label", 1),
            ("raw", 1),
            ("results", 1),
            ("errors", 2),
            ("surface", 2),
            ("text", 2),
            ("codes", 3),
            ("decode", 4),
            ("edit", 4),
            ("encode", 4),
            ("judge", 4),
            ("arrow", 5),
            ("stream", 5),
            ("lib", 6),
        ],
    },
    House {
        folder: "crates/utfkit-wasm/core",
        root: "lib.rs",
        name: "utfkit_wasm_core",
        may_use: &["utfkit"],
        rooms: &[("blocks", 1), ("tables", 2), ("lib", 3)],
    },
    House {
        folder: "crates/utfkit-wasm/judge",
        root: "lib.rs",
        name: "utfkit_wasm_judge",
        may_use: &["utfkit", "utfkit_text"],
        rooms: &[
            ("json", 1),
            ("model", 1),
            ("output", 1),
            ("label", 2),
            ("tables", 3),
            ("jobs", 3),
            ("answers", 4),
            ("state", 4),
            ("lib", 5),
        ],
    },
    House {
        folder: "xtask",
        root: "main.rs",
        name: "xtask",
        may_use: &["utfkit", "utfkit_text"],
        rooms: &[
            ("api", 1),
            ("asm", 1),
            ("charsets", 1),
            ("chart", 1),
            ("hangul", 1),
            ("house", 1),
            ("mutants", 1),
            ("prove", 1),
            ("references", 1),
            ("score", 1),
            ("train", 1),
            ("verify", 1),
            ("main", 9),
        ],
    },
];
