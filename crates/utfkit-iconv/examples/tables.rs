//! Compares the tables of `utfkit` with those of glibc, and writes `src/charset/names.rs` and
//! `src/charset/patches.rs`.
//!
//! Run it with glibc and all its modules installed (Debian: `libc-bin`, `libc6`). It reads glibc by
//! its functions, one sequence and one character at a time. With `--check`, it writes nothing and
//! fails if a file is not current.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::{
    collections::BTreeMap, ffi::CString, fmt::Write as _, fs, path::Path, process::ExitCode,
    ptr::null_mut,
};

use utfkit::{
    Encoding,
    codec::{Decoder, Step},
    encoding::ByteOrder,
};

#[path = "../src/charset/list.rs"]
mod list;

use list::{BUILT_IN, ROWS};

/// The number of rows of Unicode and ASCII, which have no tables.
const UNICODE: usize = 18;

const MODULES: &[&str] = &["gconv-modules", "gconv-modules.d/gconv-modules-extra.conf"];

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/charset");
    let mut is_current = true;
    for (name, text) in [("names.rs", names()), ("patches.rs", patches())] {
        let path = directory.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            eprintln!("{name} is not current");
            is_current = false;
        } else {
            fs::write(path, text).expect("the file can be written");
        }
    }
    if is_current { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the text of `names.rs`.
fn names() -> String {
    let directory = Path::new("/usr/lib/x86_64-linux-gnu/gconv");
    let mut aliases = BTreeMap::new();
    for file in MODULES {
        let text = fs::read_to_string(directory.join(file)).expect("the modules of glibc");
        for line in text.lines() {
            let mut words = line.split_whitespace().map(|word| word.trim_end_matches('/'));
            if let (Some("alias"), Some(alias), Some(name)) =
                (words.next(), words.next(), words.next())
            {
                aliases.insert(alias.to_owned(), name.to_owned());
            }
        }
    }
    for (name, others) in BUILT_IN {
        aliases.extend(others.iter().map(|other| (other.to_string(), name.to_string())));
    }
    let mut names = BTreeMap::new();
    for (at, row) in ROWS.iter().enumerate() {
        assert!(row.encoding.parse::<Encoding>().is_ok(), "{}", row.encoding);
        names.insert(row.glibc.to_owned(), at);
    }
    let rows = names.clone();
    for (alias, name) in &aliases {
        let mut name = name;
        while let Some(next) = aliases.get(name) {
            name = next;
        }
        if let Some(at) = rows.get(name) {
            names.insert(alias.clone(), *at);
        }
    }
    let mut text = String::from(
        "//! The names of glibc. `cargo run --example tables` writes this file.\n\
         #![cfg_attr(rustfmt, rustfmt::skip)]\n\n\
         /// Each name, in upper case and in order, with the number of its row.\n\
         pub(crate) static NAMES: &[(&str, u8)] = &[\n",
    );
    for (name, at) in names {
        let [mut first, mut own] = [name.as_str(), ROWS[at].glibc].map(|name| {
            Iconv::open("UTF-8", name).unwrap_or_else(|| panic!("glibc does not know {name}"))
        });
        for byte in 0..=255 {
            let bytes = [0, 0, 0, byte, byte, 0, 0, 0];
            assert_eq!(first.convert(&bytes), own.convert(&bytes), "{name} is another charset");
        }
        writeln!(text, "    ({name:?}, {at}),").expect("a string can be written");
    }
    text.push_str("];\n");
    text
}

/// Returns the text of `patches.rs`.
fn patches() -> String {
    let (mut statics, mut arms) = (String::new(), String::new());
    for row in &ROWS[UNICODE..] {
        let (read, suspects) = read(row.glibc, row.encoding);
        let write = write(row.glibc, row.encoding);
        let counts = (read.len(), suspects.len(), write.len());
        let [read, suspects, write] = [runs(&read), ranges(&suspects), runs(&write)];
        eprintln!(
            "{}\t{counts:?} cells\t{} bytes of text",
            row.glibc,
            read.len() + suspects.len() + write.len()
        );
        if counts == (0, 0, 0) {
            continue;
        }
        let name = row.glibc.replace('-', "_").to_ascii_uppercase();
        writeln!(
            statics,
            "\nstatic {name}: Patch = Patch {{\n    read: &[{read}],\n    suspects: &[{suspects}],\n    \
             write: &[{write}],\n}};"
        )
        .expect("a string can be written");
        writeln!(arms, "        {:?} => &{name},", row.glibc).expect("a string can be written");
    }
    format!(
        "//! The differences from the tables of glibc. `cargo run --example tables` writes this \
         file.\n//!\n\
         //! The table is Rust source: the compiler lays it out, so that a program reads and allocates\n\
         //! nothing, and a change of a cell is a line in a diff.\n#![cfg_attr(rustfmt, rustfmt::skip)]\n\nuse super::patch::{{Patch, Run}};\n\n\
         /// Returns the differences of the charset with the name `glibc`.\n\
         pub(crate) fn of(glibc: &str) -> &'static Patch {{\n    match glibc {{\n{arms}        \
         _ => &Patch::NONE,\n    }}\n}}\n\n\
         const fn run(first: u32, count: u16, means: u32) -> Run {{\n    Run {{ first, count, means }}\n}}\n\
         {statics}"
    )
}

/// Returns the text of runs of `cells`: `count` keys from `first` on, and the first value.
fn runs(cells: &BTreeMap<u32, u32>) -> String {
    let mut runs: Vec<(u32, u32, u32)> = Vec::new();
    for (&key, &value) in cells {
        match runs.last_mut() {
            Some((first, count, means))
                if *first + *count == key
                    && *count < 0xFFFF
                    && (if *means == 0 { value == 0 } else { *means + *count == value }) =>
            {
                *count += 1;
            }
            _ => runs.push((key, 1, value)),
        }
    }
    let runs =
        runs.iter().map(|(first, count, means)| format!("run({first:#x}, {count}, {means:#x})"));
    wrapped(runs)
}

/// Returns the text of ranges of `values`.
fn ranges(values: &BTreeMap<u32, ()>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &value in values.keys() {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => ranges.push((value, value)),
        }
    }
    wrapped(ranges.iter().map(|(first, last)| format!("({first:#x}, {last:#x})")))
}

fn wrapped(items: impl Iterator<Item = String>) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for item in items {
        if line.len() + item.len() > 90 {
            write!(text, "\n        {}", line.trim_end()).expect("a string can be written");
            line.clear();
        }
        line.push_str(&item);
        line.push_str(", ");
    }
    if !line.is_empty() {
        write!(text, "\n        {}\n    ", line.trim_end()).expect("a string can be written");
    }
    text
}

/// Returns the cells that are read in another way, with their meaning in glibc, and the characters
/// that `utfkit` reads from these.
fn read(glibc: &str, encoding: &str) -> (BTreeMap<u32, u32>, BTreeMap<u32, ()>) {
    let mut theirs = Iconv::open("UTF-32LE", glibc).expect("glibc has this charset");
    let ours = encoding.parse::<Encoding>().expect("a charset").decoder(ByteOrder::Big);
    let (mut cells, mut suspects) = (BTreeMap::new(), BTreeMap::new());
    let mut open = vec![Vec::new()];
    while let Some(prefix) = open.pop() {
        for byte in 0..=255 {
            let mut bytes: Vec<u8> = prefix.clone();
            bytes.push(byte);
            let (here, there) = (first(&ours, &bytes), theirs.first(&bytes));
            let key = bytes.iter().fold(0, |key, byte| key << 8 | u32::from(*byte));
            match (here, there) {
                (Meaning::Value(value), Meaning::Value(other)) if value == other => {}
                (_, Meaning::Value(value)) => _ = cells.insert(key, value),
                // A hole of a prefix makes all longer sequences holes.
                (Meaning::Incomplete, Meaning::Invalid) => {
                    cells.insert(key, 0);
                    values(&ours, &bytes, &mut suspects);
                    continue;
                }
                (Meaning::Value(_), _) => _ = cells.insert(key, 0),
                _ => {}
            }
            if let Meaning::Value(value) = here
                && cells.contains_key(&key)
            {
                suspects.insert(value, ());
            }
            let is_open = |meaning| meaning == Meaning::Incomplete;
            if (is_open(here) || is_open(there)) && bytes.len() < 4 {
                open.push(bytes);
            }
        }
    }
    (cells, suspects)
}

/// Adds the characters that `decoder` reads from sequences that begin with `prefix`.
fn values(decoder: &Decoder, prefix: &[u8], found: &mut BTreeMap<u32, ()>) {
    for byte in 0..=255 {
        let bytes = [prefix, &[byte]].concat();
        match first(decoder, &bytes) {
            Meaning::Value(value) => _ = found.insert(value, ()),
            Meaning::Incomplete if bytes.len() < 4 => values(decoder, &bytes, found),
            _ => {}
        }
    }
}

/// Returns the characters that are written in another way, with their bytes in glibc.
fn write(glibc: &str, encoding: &str) -> BTreeMap<u32, u32> {
    let mut theirs = Iconv::open(glibc, "UTF-32LE").expect("glibc has this charset");
    let ours = encoding.parse::<Encoding>().expect("a charset").encoder(ByteOrder::Big);
    let mut cells = BTreeMap::new();
    let characters = (0..0x30000).chain(0xF0000..0xF1000).chain(0x10F000..0x110000);
    for value in characters.filter(|value| !(0xD800..0xE000).contains(value)) {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |key, byte| key << 8 | u32::from(*byte));
        let here = ours.encode(value).map(|encoded| number(encoded.bytes()));
        let there = match theirs.convert(&u32::to_le_bytes(value)) {
            (0, 4, bytes) if !bytes.is_empty() => Some(number(&bytes)),
            _ => None,
        };
        if here != there {
            assert!(value != 0);
            cells.insert(value, there.unwrap_or(0));
        }
    }
    cells
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Value(u32),
    Incomplete,
    Invalid,
}

fn first(decoder: &Decoder, bytes: &[u8]) -> Meaning {
    match decoder.first(bytes, false) {
        Step::Value { value, len } if len == bytes.len() => Meaning::Value(value),
        Step::Incomplete => Meaning::Incomplete,
        _ => Meaning::Invalid,
    }
}

/// A descriptor of glibc.
struct Iconv(libc::iconv_t);

impl Iconv {
    fn open(to: &str, from: &str) -> Option<Self> {
        let [to, from] = [to, from].map(|name| CString::new(name).expect("a name"));
        // SAFETY: both are strings.
        let descriptor = unsafe { libc::iconv_open(to.as_ptr(), from.as_ptr()) };
        (descriptor.addr() != usize::MAX).then_some(Self(descriptor))
    }

    /// Converts `input` from the start of a text. Returns the result, the number of bytes read, and
    /// the output.
    fn convert(&mut self, input: &[u8]) -> (usize, usize, Vec<u8>) {
        let mut room = [0_u8; 32];
        let (mut from, mut from_left) = (input.as_ptr().cast_mut().cast(), input.len());
        let (mut to, mut to_left) = (room.as_mut_ptr().cast(), room.len());
        // SAFETY: the pointers are those of buffers, with their sizes.
        let result = unsafe {
            libc::iconv(self.0, null_mut(), null_mut(), null_mut(), null_mut());
            libc::iconv(self.0, &mut from, &mut from_left, &mut to, &mut to_left)
        };
        (result, input.len() - from_left, room[..room.len() - to_left].to_vec())
    }

    fn first(&mut self, bytes: &[u8]) -> Meaning {
        let (result, read, output) = self.convert(bytes);
        let error = std::io::Error::last_os_error().raw_os_error();
        match output[..] {
            [a, b, c, d] if result == 0 && read == bytes.len() => {
                Meaning::Value(u32::from_le_bytes([a, b, c, d]))
            }
            [] if result == usize::MAX && error == Some(libc::EINVAL) => Meaning::Incomplete,
            _ => Meaning::Invalid,
        }
    }
}

impl Drop for Iconv {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open.
        unsafe { libc::iconv_close(self.0) };
    }
}
