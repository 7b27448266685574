//! Characters that the target does not have.

use core::mem::MaybeUninit;

use utfkit::transcode::transliteration;

use super::{Conversion, MAX_CHARACTER, Refused};

/// The first and the last tag character. glibc leaves them out of text in charsets that lack them.
const TAGS: core::ops::RangeInclusive<u32> = 0xE0000..=0xE007F;

impl Conversion {
    /// Writes what the settings say in place of `value`. Returns the number of bytes, and whether
    /// this is a non-identical conversion.
    pub(super) fn replace(
        &mut self,
        value: u32,
        room: &mut [MaybeUninit<u8>],
    ) -> Result<(usize, bool), Refused> {
        if value > MAX_CHARACTER {
            return Err(Refused::Unencodable);
        }
        if self.settings.lax && TAGS.contains(&value) {
            // glibc looks for room first.
            return if room.is_empty() { Err(Refused::OutputFull) } else { Ok((0, false)) };
        }
        if self.settings.transliterate
            && let Some(text) = char::from_u32(value).and_then(transliteration)
        {
            match self.write_text(text, room) {
                Err(Refused::Unencodable) => {}
                result => return result.map(|written| (written, true)),
            }
        }
        if self.settings.discard_non_identical {
            return Ok((0, true));
        }
        if self.settings.transliterate {
            return self.write_text("?", room).map(|written| (written, true));
        }
        Err(Refused::Unencodable)
    }

    /// Writes all of `text`, or nothing.
    fn write_text(&mut self, text: &str, room: &mut [MaybeUninit<u8>]) -> Result<usize, Refused> {
        let before = self.encoder;
        let mut written = 0;
        for character in text.chars() {
            match self.write(character.into(), &mut room[written..]) {
                Ok(more) => written += more,
                Err(refused) => {
                    self.encoder = before;
                    return Err(refused);
                }
            }
        }
        Ok(written)
    }
}
