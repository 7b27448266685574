//! Reads ICU's mapping files (`.ucm`).

/// The mappings of a file.
pub(super) struct Mapping {
    /// Byte sequences, their characters, and whether the bytes are written for the character.
    pub(super) readable: Vec<(Vec<u8>, u32, bool)>,
}

impl Mapping {
    /// Reads the lines between `CHARMAP` and `END CHARMAP`: `<U0041> \x41 |0`.
    pub(super) fn parse(text: &str) -> Result<Mapping, String> {
        let lines = text.lines().map(str::trim);
        let lines = lines.skip_while(|line| *line != "CHARMAP").skip(1);
        let mut readable = Vec::new();
        for line in lines.take_while(|line| *line != "END CHARMAP") {
            // The tables have one character per code.
            let has_several = line.contains("><");
            if line.is_empty() || line.starts_with('#') || has_several {
                continue;
            }
            let (character, bytes, kind) =
                row(line).ok_or_else(|| format!("not a mapping: {line}"))?;
            // 0 is a round trip, and 3 is only for reading. 1, 2 and 4 are only for writing.
            if matches!(kind, 0 | 3) {
                readable.push((bytes, character, kind == 0));
            }
        }
        Ok(Mapping { readable })
    }
}

/// Reads a line: the character, its bytes, and the kind of the mapping.
fn row(line: &str) -> Option<(u32, Vec<u8>, u8)> {
    let mut words = line.split_whitespace();
    let character = words.next()?.strip_prefix("<U")?.strip_suffix('>')?;
    let character = u32::from_str_radix(character, 16).ok()?;
    let bytes = words.next()?.split("\\x").skip(1);
    let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16)).collect::<Result<_, _>>().ok()?;
    let kind = words.next().map_or(Some(0), |kind| kind.strip_prefix('|')?.parse().ok())?;
    Some((character, bytes, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_round_trips_and_reading_only() {
        let text = "<x> 1\nCHARMAP\n# c\n<U0041> \\xC1 |0\n<U00A5>  \\x5C |1\n<U20AC> \\x0E\\x41 |3\nEND CHARMAP\n<U1>";
        let mapping = Mapping::parse(text).unwrap();
        assert_eq!(mapping.readable, [(vec![0xC1], 0x41, true), (vec![0x0E, 0x41], 0x20AC, false)]);
        assert!(Mapping::parse("CHARMAP\nx").is_err());
    }
}
