//! Characters restored from UTF-8 that was read as windows-1252 or ISO-8859-1.

use crate::repair::mojibake::pages::{self, western::Pages};

/// The characters that bytes were before they were read as those of a charset.
pub(crate) struct Restored {
    /// How many bytes of the text it takes.
    pub(crate) len: usize,
    pub(crate) text: String,
    pub(crate) pages: Pages,
}

impl Restored {
    /// As many whole sequences as `text` begins with, all of them in one charset.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let mut restored = Restored { len: 0, text: String::new(), pages: Pages::BOTH };
        while let Some((len, character, pages)) = sequence(&text[restored.len..]) {
            let pages = restored.pages.and(pages);
            if pages.is_none() {
                break;
            }
            restored.pages = pages;
            restored.len += len;
            restored.text.push(character);
        }
        (restored.len > 0).then_some(restored)
    }
}

/// The character whose sequence `text` begins with, one character for each byte, and how long that
/// is.
fn sequence(text: &str) -> Option<(usize, char, Pages)> {
    let mut bytes = [0; 4];
    let mut pages = Pages::BOTH;
    let (mut wanted, mut count, mut len) = (1, 0, 0);
    for character in text.chars() {
        let byte = pages::western::byte(character)?;
        if count == 0 {
            wanted = match byte {
                0xC2..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF4 => 4,
                _ => return None,
            };
        }
        bytes[count] = byte;
        pages = pages.and(pages::western::pages(character));
        count += 1;
        len += character.len_utf8();
        if count == wanted {
            break;
        }
    }
    if pages.is_none() {
        return None;
    }
    let character = std::str::from_utf8(&bytes[..count]).ok()?.chars().next()?;
    (count == wanted).then_some((len, character, pages))
}
