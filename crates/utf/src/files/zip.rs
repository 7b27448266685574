//! The names in a ZIP file, from its central directory.
//!
//! Only the directory at the end is read. Its lengths are not trusted: memory does not depend on
//! them, and an entry that does not fit ends the reading with an error. The number of entries is only
//! a minimum, because it has 16 bits, and some programs write it without its upper bits.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

/// A name in a ZIP file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZipName {
    /// The file says that the name is UTF-8, and it is.
    Text(String),
    /// The bytes of a name in an unknown encoding.
    Bytes(Vec<u8>),
}

/// The names of a ZIP file, one by one.
pub struct ZipNames {
    directory: io::Take<BufReader<File>>,
    /// The number of stated entries that are left.
    left: u64,
    /// Whether an error has ended the reading.
    has_failed: bool,
}

/// The first bytes of the records.
const END: &[u8; 4] = b"PK\x05\x06";
const END_64: &[u8; 4] = b"PK\x06\x06";
const LOCATOR_64: &[u8; 4] = b"PK\x06\x07";
const ENTRY: &[u8; 4] = b"PK\x01\x02";
const SIGNATURE: &[u8; 4] = b"PK\x05\x05";

/// The lengths of the records without their names and comments.
const END_LEN: usize = 22;
const END_64_LEN: usize = 56;
const LOCATOR_64_LEN: usize = 20;
const ENTRY_LEN: usize = 46;

/// The flag of names in UTF-8.
const UTF_8: u16 = 1 << 11;

/// The identifier of the Unicode path of Info-ZIP.
const UNICODE_PATH: u16 = 0x7075;

/// Returns `true` if `file` seems to be a ZIP file: by its first bytes, or by its end. A program may
/// precede the ZIP file, which extracts itself then.
pub fn is_zip(mut file: File) -> io::Result<bool> {
    let mut start = Vec::new();
    (&mut file).take(4).read_to_end(&mut start)?;
    if start == b"PK\x03\x04" || start == END {
        return Ok(true);
    }
    match ZipNames::open(file) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
        Err(error) => Err(error),
    }
}

impl ZipNames {
    /// Opens the directory of the ZIP file `file`.
    ///
    /// Cost: reads at most 64 KiB at the end of the file.
    pub fn open(mut file: File) -> io::Result<Self> {
        let len = file.seek(SeekFrom::End(0))?;
        let wanted = len.min((END_LEN + usize::from(u16::MAX) + LOCATOR_64_LEN) as u64);
        let tail = read_at(&mut file, len - wanted, wanted as usize)?;
        let at = end_record(&tail).ok_or_else(|| invalid("the end of the directory is missing"))?;
        let end = &tail[at..];
        let mut directory = Directory {
            entries: u16_at(end, 10).into(),
            len: u32_at(end, 12).into(),
            start: u32_at(end, 16).into(),
        };
        // The directory ends where the record begins, even if other data precedes the ZIP file.
        let mut limit = len - wanted + at as u64;
        let locator = at.checked_sub(LOCATOR_64_LEN).map(|at| &tail[at..]);
        if let Some(locator) = locator.filter(|locator| locator.starts_with(LOCATOR_64)) {
            let before = limit.saturating_sub((LOCATOR_64_LEN + END_64_LEN) as u64);
            let stated = u64_at(locator, 8);
            for offset in [before, stated] {
                let Ok(record) = read_at(&mut file, offset, END_64_LEN) else { continue };
                if record.starts_with(END_64) {
                    directory = Directory {
                        entries: u64_at(&record, 32),
                        len: u64_at(&record, 40),
                        start: u64_at(&record, 48),
                    };
                    limit = offset;
                    break;
                }
            }
        }
        if directory.entries == 0 && directory.len == 0 {
            return Ok(Self::at(file, 0, 0));
        }
        // The stated place may be one in another ZIP file, which precedes this one.
        let by_len = limit.checked_sub(directory.len);
        for start in [by_len, Some(directory.start)].into_iter().flatten() {
            let begins = read_at(&mut file, start, ENTRY.len()).is_ok_and(|found| found == ENTRY);
            if begins {
                file.seek(SeekFrom::Start(start))?;
                return Ok(Self::at(file, directory.len, directory.entries));
            }
        }
        Err(invalid("the directory is not where it should be"))
    }

    fn at(file: File, len: u64, left: u64) -> Self {
        Self { directory: BufReader::new(file).take(len), left, has_failed: false }
    }

    /// Returns the next name; `None` at the end.
    fn read(&mut self) -> io::Result<Option<ZipName>> {
        if self.has_failed {
            return Ok(None);
        }
        let mut head = [0; ENTRY_LEN];
        let (signature, rest) = head.split_at_mut(ENTRY.len());
        if self.directory.limit() > 0 {
            self.fill(signature)?;
        }
        if self.directory.limit() == 0 || signature == SIGNATURE {
            self.directory.set_limit(0);
            return match self.left {
                0 => Ok(None),
                _ => Err(invalid("the directory ends early")),
            };
        }
        self.left = self.left.saturating_sub(1);
        self.fill(rest)?;
        if !head.starts_with(ENTRY) {
            return Err(invalid("an entry of the directory is damaged"));
        }
        let [name_len, extra_len, comment_len] = [28, 30, 32].map(|at| u16_at(&head, at));
        let mut name = vec![0; name_len.into()];
        self.fill(&mut name)?;
        let mut extra = vec![0; extra_len.into()];
        self.fill(&mut extra)?;
        let comment = u64::from(comment_len);
        let skipped = io::copy(&mut (&mut self.directory).take(comment), &mut io::sink())?;
        if skipped < comment {
            return Err(invalid("the directory ends early"));
        }
        if let Some(text) = unicode_path(&extra, &name) {
            return Ok(Some(ZipName::Text(text)));
        }
        let is_utf8 = u16_at(&head, 8) & UTF_8 > 0;
        Ok(Some(match String::from_utf8(name) {
            Ok(text) if is_utf8 || text.is_ascii() => ZipName::Text(text),
            Ok(text) => ZipName::Bytes(text.into_bytes()),
            Err(error) => ZipName::Bytes(error.into_bytes()),
        }))
    }

    fn fill(&mut self, room: &mut [u8]) -> io::Result<()> {
        self.directory.read_exact(room).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => invalid("the directory ends early"),
            _ => error,
        })
    }
}

impl Iterator for ZipNames {
    type Item = io::Result<ZipName>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read().transpose();
        if matches!(next, Some(Err(_))) {
            self.has_failed = true;
        }
        next
    }
}

/// The position of the directory, as the file says.
struct Directory {
    entries: u64,
    len: u64,
    start: u64,
}

/// Returns the offset in `tail`, the end of a file, of the record that ends the directory.
fn end_record(tail: &[u8]) -> Option<usize> {
    let fits = |at: &usize| {
        let comment = usize::from(u16_at(&tail[*at..], 20));
        at + END_LEN + comment <= tail.len()
    };
    let last = tail.len().checked_sub(END_LEN)?;
    (0..=last).rev().filter(|&at| tail[at..].starts_with(END)).find(fits)
}

/// Returns the Unicode path in `extra`, the fields of an entry, if it is still that of `name`. Only
/// the first such field counts, so that the checksum is computed once.
fn unicode_path(extra: &[u8], name: &[u8]) -> Option<String> {
    let mut rest = extra;
    while rest.len() >= 4 {
        let (id, len) = (u16_at(rest, 0), usize::from(u16_at(rest, 2)));
        let data = rest.get(4..4 + len)?;
        if id == UNICODE_PATH {
            let is_valid = data.len() >= 5 && data[0] == 1 && u32_at(data, 1) == crc(name);
            return is_valid.then(|| String::from_utf8(data[5..].to_vec()).ok()).flatten();
        }
        rest = &rest[4 + len..];
    }
    None
}

/// Returns the CRC-32 of `bytes`.
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _: u32| (crc >> 1) ^ if crc & 1 > 0 { 0xEDB8_8320 } else { 0 };
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), step);
    !bytes.iter().fold(!0, byte)
}

fn read_at(file: &mut File, offset: u64, len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; len];
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn invalid(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("Not a complete ZIP file: {words}"))
}

/// Returns the number at `at`, in little-endian order; 0 if it is not there.
fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |&part| u16::from_le_bytes(part))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |&part| u32::from_le_bytes(part))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |&part| u64::from_le_bytes(part))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Returns a directory entry with `name`, and its `extra` fields.
    fn entry(flags: u16, name: &[u8], extra: &[u8]) -> Vec<u8> {
        let mut entry = vec![0; ENTRY_LEN];
        entry[..4].copy_from_slice(ENTRY);
        entry[8..10].copy_from_slice(&flags.to_le_bytes());
        entry[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
        entry[30..32].copy_from_slice(&(extra.len() as u16).to_le_bytes());
        [&entry, name, extra].concat()
    }

    /// Returns a ZIP file that only has the directory `entries`, after `start`.
    fn zip(start: &[u8], entries: &[Vec<u8>], is_64: bool) -> Vec<u8> {
        let (count, directory) = (entries.len() as u64, entries.concat());
        let mut zip = [start, &directory].concat();
        if is_64 {
            let at = zip.len() as u64;
            let mut end = vec![0; END_64_LEN];
            end[..4].copy_from_slice(END_64);
            end[32..40].copy_from_slice(&count.to_le_bytes());
            end[40..48].copy_from_slice(&(directory.len() as u64).to_le_bytes());
            end[48..56].copy_from_slice(&(start.len() as u64).to_le_bytes());
            zip.extend(end);
            zip.extend(LOCATOR_64);
            zip.extend([0; 4]);
            zip.extend(at.to_le_bytes());
            zip.extend(1_u32.to_le_bytes());
        }
        let (few, len, at) = if is_64 {
            (u16::MAX, u32::MAX, u32::MAX)
        } else {
            (count as u16, directory.len() as u32, start.len() as u32)
        };
        zip.extend(END);
        zip.extend([0; 6]);
        zip.extend(few.to_le_bytes());
        zip.extend(len.to_le_bytes());
        zip.extend(at.to_le_bytes());
        zip.extend([0; 2]);
        zip
    }

    fn names(zip: &[u8]) -> io::Result<Vec<ZipName>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(zip).unwrap();
        ZipNames::open(file)?.collect()
    }

    fn entries() -> Vec<Vec<u8>> {
        let old = b"d\x82p\x93t";
        let path = |crc: u32| {
            let mut field = UNICODE_PATH.to_le_bytes().to_vec();
            field.extend(12_u16.to_le_bytes());
            field.push(1);
            field.extend(crc.to_le_bytes());
            field.extend("d\u{E9}p\u{F4}t".as_bytes());
            field
        };
        vec![
            entry(0, b"plain", b""),
            entry(0, old, b""),
            entry(UTF_8, "\u{E9}".as_bytes(), b""),
            entry(0, "\u{E9}".as_bytes(), b""),
            entry(UTF_8, b"\xFF", b""),
            entry(0, old, &[&b"UT\x01\0x"[..], &path(crc(old))].concat()),
            entry(0, old, &path(crc(b"another"))),
        ]
    }

    #[test]
    fn names_are_read() {
        let text = |text: &str| ZipName::Text(text.to_owned());
        let bytes = |bytes: &[u8]| ZipName::Bytes(bytes.to_owned());
        let wanted = [
            text("plain"),
            bytes(b"d\x82p\x93t"),
            text("\u{E9}"),
            bytes("\u{E9}".as_bytes()),
            bytes(b"\xFF"),
            text("d\u{E9}p\u{F4}t"),
            bytes(b"d\x82p\x93t"),
        ];
        for is_64 in [false, true] {
            let plain = zip(b"PK\x03\x04 data", &entries(), is_64);
            assert_eq!(names(&plain).unwrap(), wanted, "{is_64}");
            let behind_a_program = [&[b'#'; 1000][..], &plain].concat();
            assert_eq!(names(&behind_a_program).unwrap(), wanted, "{is_64}");
        }
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(names(&zip(b"", &[], false)).unwrap(), []);
    }

    /// The last of two ZIP files counts, although its stated places are in the first.
    #[test]
    fn the_last_zip_file_counts() {
        for is_64 in [false, true] {
            let [old, new] =
                [&b"old"[..], b"new"].map(|name| zip(b"", &[entry(0, name, b"")], is_64));
            let found = names(&[old, new].concat()).unwrap();
            assert_eq!(found, [ZipName::Text("new".to_owned())], "{is_64}");
        }
    }

    /// The number of entries may have lost its upper bits.
    #[test]
    fn all_entries_are_read() {
        let many = vec![entry(0, b"a", b""); 65_538];
        let mut zip = zip(b"", &many, false);
        let at = zip.len() - END_LEN + 10;
        for count in [0, 2] {
            zip[at] = count;
            assert_eq!(names(&zip).unwrap().len(), 65_538, "{count}");
        }
        zip[at + 1] = 1;
        assert_eq!(names(&zip).unwrap().len(), 65_538);
        let mut few = super::tests::zip(b"", &many[..3], false);
        let at = few.len() - END_LEN + 10;
        few[at] = 4;
        assert!(names(&few).is_err());
    }

    /// Only the first field with a path counts.
    #[test]
    fn one_checksum_is_computed_per_name() {
        let name = vec![b'\xE9'; 65_535];
        let field = [&UNICODE_PATH.to_le_bytes()[..], &[5, 0, 1, 0, 0, 0, 0]].concat();
        let started = std::time::Instant::now();
        let found = names(&zip(b"", &[entry(0, &name, &field.repeat(7_281))], false)).unwrap();
        assert_eq!(found, [ZipName::Bytes(name.clone())]);
        assert!(started.elapsed().as_secs() < 5);
        let right = [&UNICODE_PATH.to_le_bytes()[..], &[6, 0, 1], &crc(&name).to_le_bytes(), b"a"];
        let fields = [field, right.concat()].concat();
        let found = names(&zip(b"", &[entry(0, &name, &fields)], false)).unwrap();
        assert_eq!(found, [ZipName::Bytes(name)]);
    }

    /// Damaged files are errors. They need no more memory than others.
    #[test]
    fn damaged_files_are_errors() {
        for is_64 in [false, true] {
            let whole = zip(b"PK\x03\x04", &entries(), is_64);
            for len in 0..whole.len() {
                assert!(names(&whole[..len]).is_err(), "{len}");
            }
            for at in 0..whole.len() {
                for value in [0, 1, 0x7F, 0xFF] {
                    let mut damaged = whole.clone();
                    damaged[at] = value;
                    let found = names(&damaged).map_or(0, |names| names.len());
                    assert!(found <= entries().len(), "{at} {value}");
                }
            }
        }
    }
}
