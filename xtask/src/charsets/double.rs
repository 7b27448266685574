//! The charsets of EBCDIC with characters of one and of two bytes, and their tables.

use std::fmt::Write;

use super::{
    NONE,
    grid::{self, Codes},
    sources::Sources,
    ucm::Mapping,
};

/// A charset with characters of one and of two bytes: its number, the language, the mapping file.
pub(super) struct Charset {
    number: u16,
    title: &'static str,
    file: &'static str,
}

/// Charsets that have one table of characters of two bytes. The first one has all of them.
pub(super) struct Family {
    /// The name of the file of the table.
    pub(super) name: &'static str,
    charsets: &'static [Charset],
}

const fn charset(number: u16, title: &'static str, file: &'static str) -> Charset {
    Charset { number, title, file }
}

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "japanese",
        charsets: &[
            charset(
                930,
                "Japanese, with katakana in place of small letters",
                "ibm-930_P120-1999.ucm",
            ),
            charset(939, "Japanese", "ibm-939_P120-1999.ucm"),
        ],
    },
    Family {
        name: "korean",
        charsets: &[
            charset(1364, "Korean, with all syllables", "ibm-1364_P110-2007.ucm"),
            charset(933, "Korean", "ibm-933_P110-1999.ucm"),
        ],
    },
    Family {
        name: "simplified",
        charsets: &[
            charset(1388, "Simplified Chinese, with all of GBK", "ibm-1388_P103-2001.ucm"),
            charset(935, "Simplified Chinese", "ibm-935_P110-1999.ucm"),
        ],
    },
    Family {
        name: "traditional",
        charsets: &[
            charset(1371, "Traditional Chinese, with the euro sign", "ibm-1371_P100-1999.ucm"),
            charset(937, "Traditional Chinese", "ibm-937_P110-1999.ucm"),
        ],
    },
    Family {
        name: "japanese_2004",
        charsets: &[
            charset(1390, "Japanese of 930, with JIS X 0213", "ibm-1390_P110-2003.ucm"),
            charset(1399, "Japanese of 939, with JIS X 0213", "ibm-1399_P110-2003.ucm"),
        ],
    },
];

/// The trail bytes of a row.
const TRAILS: std::ops::RangeInclusive<u8> = 0x40..=0xFE;

/// Returns the generated files of a family. Adds the constants of its charsets to `constants`, and
/// their characters of one byte to `cells`.
pub(super) fn family(
    family: &Family,
    sources: &Sources,
    cells: &mut Vec<u8>,
    constants: &mut String,
) -> Result<Vec<(String, Vec<u8>)>, String> {
    let constant = family.name.to_uppercase();
    let _ = write!(
        constants,
        "\nstatic {constant}: Grid = Grid::new(include_bytes!(\"grids/{}.bin\"));\n",
        family.name
    );
    let mut files = Vec::new();
    let mut all = Codes::new();
    for charset in family.charsets {
        let text = sources.read(charset.file)?;
        let (single, only_read, codes) = split(&Mapping::parse(&text)?)?;
        // Codes of two characters are those of JIS X 0213, in the same order.
        let has_pairs = text.contains("><");
        if all.is_empty() {
            files.push((format!("double/grids/{}.bin", family.name), grid::file(&codes)?));
            all.clone_from(&codes);
        }
        let (lacks, changes) = part(&all, &codes)?;
        let number = cells.len() / 512;
        cells.extend(single.iter().flat_map(|character| character.to_le_bytes()));
        let name = format!("ibm{}", charset.number);
        let bits = if lacks.is_empty() {
            "&[]".to_owned()
        } else {
            format!("include_bytes!(\"grids/{name}.bin\")")
        };
        // As `cargo fmt` breaks the line.
        let fields = [
            format!("grid: &{constant}"),
            format!("lacks: {bits}"),
            format!("changes: &{changes:?}"),
        ];
        let part = match format!("    double: &Part {{ {} }},", fields.join(", ")) {
            line if line.len() <= 100 => line,
            _ => format!("    double: &Part {{\n        {},\n    }},", fields.join(",\n        ")),
        };
        let _ = write!(
            constants,
            "
/// Code page {}: {}, from `{}`.
pub(in crate::codec::charset) static {}: Shifted = Shifted {{
    single: &Table::at({number}, &{only_read:?}),
{part}
    has_pairs: {has_pairs},
    newline: Newline::Ibm,
}};
",
            charset.number,
            charset.title,
            charset.file,
            name.to_uppercase(),
        );
        if !lacks.is_empty() {
            files.push((format!("double/grids/{name}.bin"), lacks));
        }
    }
    Ok(files)
}

/// Returns the characters of all bytes, the bytes that are only read, and the codes of two bytes.
fn split(mapping: &Mapping) -> Result<([u16; 256], Vec<u8>, Codes), String> {
    let (mut single, mut only_read, mut codes) = ([NONE; 256], Vec::new(), Codes::new());
    for (bytes, character, is_written) in &mapping.readable {
        match bytes[..] {
            // The bytes of shifts have no characters.
            [0x0E | 0x0F] => return Err(format!("{bytes:02X?} is a shift")),
            [byte] => {
                single[usize::from(byte)] = u16::try_from(*character)
                    .map_err(|_| format!("U+{character:X} is beyond FFFF"))?;
                if !is_written {
                    only_read.push(byte);
                }
            }
            [lead @ 0x40..=0xFE, trail] if TRAILS.contains(&trail) => {
                codes.insert([lead, trail], (*character, *is_written));
            }
            _ => return Err(format!("{bytes:02X?} is not a code of EBCDIC")),
        }
    }
    Ok((single, only_read, codes))
}

/// One bit per cell that a charset lacks, and its codes with other characters.
type Part = (Vec<u8>, Vec<(u16, u16)>);

/// Compares `codes` with those of the whole family.
fn part(all: &Codes, codes: &Codes) -> Result<Part, String> {
    if let Some(code) = codes.keys().find(|code| !all.contains_key(*code)) {
        return Err(format!("the first charset of the family lacks {code:02X?}"));
    }
    let changed = codes.iter().filter(|(code, own)| all.get(*code) != Some(own));
    let changes = changed.map(|(code, own)| (u16::from_be_bytes(*code), own.0 as u16));
    let changes = changes.collect();
    if all.len() == codes.len() {
        return Ok((Vec::new(), changes));
    }
    let lacks = |code: &Option<[u8; 2]>| {
        code.is_some_and(|code| all.contains_key(&code) && !codes.contains_key(&code))
    };
    let bits = |cells: &[Option<[u8; 2]>]| {
        cells.iter().enumerate().fold(0, |bits, (at, code)| bits | u8::from(lacks(code)) << at)
    };
    Ok((grid::cells(all).chunks(8).map(bits).collect(), changes))
}
