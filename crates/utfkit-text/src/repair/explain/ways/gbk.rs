//! UTF-8 that was read as GBK, in which most characters have two bytes.

use crate::repair::explain::weights::gbk::MIN;
use once_cell::race::OnceBox;
use utfkit::{Encoding, transcode};

/// Characters from this one on may begin a sequence. Characters before it have bytes up to A9.
pub(crate) const FIRST: char = '\u{2E80}';

/// Follows the bytes of adjacent characters as UTF-8.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scan {
    /// The number of bytes that the sequence still needs.
    missing: u8,
    /// The number of characters so far.
    count: usize,
}

impl Scan {
    /// Returns `true` if the characters so far are the start of UTF-8.
    pub(crate) const fn is_open(&self) -> bool {
        self.count > 0
    }

    /// Returns `true` if the characters so far are whole sequences.
    pub(crate) const fn is_complete(&self) -> bool {
        self.count > 0 && self.missing == 0
    }

    /// Adds a character. Returns `true` if it completes a sequence after enough characters, or after
    /// a letter of ASCII.
    pub(crate) fn push(&mut self, character: char, is_after_letter: bool) -> bool {
        let steps = steps(character);
        let mut missing = steps[usize::from(self.missing)];
        if missing == ILL_FORMED {
            *self = Scan::default();
            missing = steps[0];
            if missing == ILL_FORMED {
                return false;
            }
        }
        if self.count == 0 && is_after_letter {
            self.count = MIN - 1;
        }
        self.missing = missing;
        self.count += 1;
        self.count >= MIN && missing == 0
    }
}

/// The number of bytes that a sequence needs after a character, by the number before it.
type Steps = [u8; 4];

/// The step of bytes that are ill-formed.
const ILL_FORMED: u8 = u8::MAX;

/// Returns the steps of a character.
fn steps(character: char) -> Steps {
    static TABLE: OnceBox<Vec<Steps>> = OnceBox::new();
    let table = TABLE.get_or_init(|| {
        let steps = |character: u16| {
            let bytes = char::from_u32(character.into()).map_or([0; 2], bytes);
            [0, 1, 2, 3]
                .map(|missing| bytes.into_iter().try_fold(missing, step).unwrap_or(ILL_FORMED))
        };
        Box::new((0..=u16::MAX).map(steps).collect())
    });
    table.get(character as usize).copied().unwrap_or([ILL_FORMED; 4])
}

/// Returns the number of bytes that a sequence needs after `byte`; `None` if that is ill-formed.
const fn step(missing: u8, byte: u8) -> Option<u8> {
    match (missing, byte) {
        (0, 0xC2..=0xDF) => Some(1),
        (0, 0xE0..=0xEF) => Some(2),
        (0, 0xF0..=0xF4) => Some(3),
        (1.., 0x80..=0xBF) => Some(missing - 1),
        _ => None,
    }
}

/// Returns the bytes of a character in GBK; zeros if GBK does not have it.
pub(crate) fn bytes(character: char) -> [u8; 2] {
    static TABLE: OnceBox<Vec<[u8; 2]>> = OnceBox::new();
    let table = TABLE.get_or_init(|| Box::new(table()));
    table.get(character as usize).copied().unwrap_or_default()
}

/// Returns the bytes of all characters of the first plane.
fn table() -> Vec<[u8; 2]> {
    let mut table = vec![[0; 2]; 1 << 16];
    let Ok(gbk) = "gb18030".parse::<Encoding>() else { return table };
    let trails = || (0x40..=0xFE_u8).filter(|&byte| byte != 0x7F);
    let pairs: Vec<_> =
        (0x81..=0xFE).flat_map(|lead| trails().map(move |trail| [lead, trail])).collect();
    // A line for each pair, because an unassigned one may become several U+FFFD.
    let lines: Vec<u8> = pairs.iter().flat_map(|&[lead, trail]| [lead, trail, b'\n']).collect();
    let (text, _) = transcode::decode_lossy(&lines, gbk);
    for (pair, line) in pairs.into_iter().zip(text.split('\n')) {
        let mut characters = line.chars();
        if let (Some(character), None) = (characters.next(), characters.next())
            && let Some(place) = table.get_mut(character as usize)
            && character != char::REPLACEMENT_CHARACTER
        {
            *place = pair;
        }
    }
    table
}
