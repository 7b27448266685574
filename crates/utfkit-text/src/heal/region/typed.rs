//! Text without a counterpart: newly typed, copied, or damaged without a witness.

use crate::heal::{
    Evidence, Reason,
    charset::OPAQUE,
    region::{Region, context::Found},
    state::Healer,
    text::{self, stray},
};

/// The answer to whether a character is a misread one.
enum Misread {
    No,
    Perhaps,
    As(Vec<u8>),
}

impl Healer<'_> {
    /// Emits the symbol `at` and perhaps more; returns the next one.
    pub(in crate::heal) fn typed(&mut self, region: &Region, at: usize) -> usize {
        let (new, damage) = (&region.new, region.damage);
        let symbol = new[at];
        let question = symbol == u32::from(b'?') && self.asks();
        if symbol < 0x80 && !question {
            let bytes = self.charset.ascii(symbol as u8);
            self.out.extend(bytes);
            return at + 1;
        }
        if !self.wide
            && let Some(next) = self.foreign(damage, new, at)
        {
            return next;
        }
        if let Some(next) = self.undone(new, at) {
            return next;
        }
        let found = if self.is_kin() { self.context(damage, new, at) } else { None };
        match found {
            Some(Found::One(bytes, len)) if len > 0 => {
                let mut own = Vec::new();
                if !(len == 1 && self.charset.encode(symbol, &mut own) && own == bytes) {
                    self.restored(bytes.len(), 1, Evidence::Context, None);
                }
                self.out.extend(bytes);
                return at + len;
            }
            Some(Found::Several(all, len)) if len > 0 => {
                self.leave(&new[at..(at + len).min(new.len())], Reason::LookAlike, all);
                return at + len;
            }
            _ => {}
        }
        if question {
            self.leave(&new[at..=at], Reason::NotInOld, Vec::new());
            return at + 1;
        }
        if let Some(byte) = stray(symbol)
            && self.charset.unit == 1
        {
            // It is in the text as it was typed or kept.
            self.out.push(byte);
            return at + 1;
        }
        let mark = self.mark(damage);
        if symbol == 0xFFFD || stray(symbol).is_some() {
            self.leave(&new[at..=at], Reason::NotInOld, Vec::new());
            return at + 1;
        }
        if mark.len() > 1 && new[at..].starts_with(&mark) {
            self.leave(&mark, Reason::NotInOld, Vec::new());
            return at + mark.len();
        }
        match self.misread(symbol, symbol) {
            Misread::No => {}
            Misread::Perhaps => {
                self.leave(&new[at..=at], Reason::LookAlike, Vec::new());
                return at + 1;
            }
            Misread::As(bytes) => {
                self.restored(bytes.len(), 1, Evidence::Inverse, None);
                self.out.extend(bytes);
                return at + 1;
            }
        }
        let mut bytes = Vec::new();
        if self.charset.encode(symbol, &mut bytes) {
            self.out.extend(bytes);
        } else {
            self.leave(&new[at..=at], Reason::NotInEncoding, Vec::new());
        }
        at + 1
    }

    /// Whether a `?` may be a lost character.
    pub(in crate::heal) fn asks(&self) -> bool {
        self.damages.iter().any(|&damage| self.family[damage].writes_question_marks())
    }

    /// Whether a symbol that was not aligned may be the image of another character, with the bytes
    /// of that character if the old text shows that it is.
    ///
    /// `own` is the character if it is not misread.
    fn misread(&mut self, symbol: u32, own: u32) -> Misread {
        let mut doubtful = false;
        for damage in self.damages.clone() {
            if !self.family[damage].misreads() {
                continue;
            }
            let inverse = self.inverse(damage);
            let is_used = inverse.used.contains(&own);
            match inverse.single.get(&symbol) {
                Some((value, _)) if *value == own => {}
                Some((value, bytes)) if !is_used && inverse.used.contains(value) => {
                    if self.damages.iter().any(|&d| self.family[d].converts()) {
                        // A part of the text is not misread, and this may belong to it.
                        return Misread::Perhaps;
                    }
                    self.typed_misread = true;
                    return Misread::As(bytes.clone());
                }
                Some((value, _)) if is_used && !inverse.used.contains(value) => {
                    // The old text has few capital letters, for example.
                    doubtful |= self.typed_misread;
                    self.trusted = true;
                }
                Some(_) => doubtful = true,
                None => doubtful |= !is_used && !self.family[damage].exact,
            }
        }
        if doubtful { Misread::Perhaps } else { Misread::No }
    }

    /// Emits bytes that are not UTF-8: text in the old encoding, or in that of the damage.
    fn foreign(&mut self, damage: usize, new: &[u32], at: usize) -> Option<usize> {
        let high = |s: &&u32| **s >= 0x80;
        let before = new[..at].iter().rev().take_while(high).count();
        let end = at + new[at..].iter().take_while(high).count();
        let run = &new[at - before..end];
        if !run.iter().any(|&s| stray(s).is_some()) {
            return None;
        }
        if let Some(target) = &self.family[damage].target {
            let (mut raw, mut own) = (Vec::new(), OPAQUE);
            text::bytes(&new[at..=at], &mut raw);
            target.units(&raw, |unit| own = unit.value);
            let mut bytes = Vec::new();
            let misread = self.misread(new[at], own);
            if let Misread::As(bytes) = misread {
                self.restored(bytes.len(), 1, Evidence::Inverse, None);
                self.out.extend(bytes);
            } else if matches!(misread, Misread::No) && self.charset.encode(own, &mut bytes) {
                self.out.extend(bytes);
            } else {
                self.leave(&new[at..=at], Reason::LookAlike, Vec::new());
            }
            return Some(at + 1);
        } else if self.charset.unit == 1 && before == 0 {
            let mut raw = Vec::new();
            text::bytes(run, &mut raw);
            if self.charset.is_well_formed(&raw) {
                self.out.extend(raw);
                return Some(end);
            }
        }
        None
    }

    /// Undoes a damage that loses nothing, where its image is not text that was typed.
    fn undone(&mut self, new: &[u32], at: usize) -> Option<usize> {
        for damage in self.damages.clone() {
            if !self.family[damage].exact || self.family[damage].is_identity() {
                continue;
            }
            let inverse = self.inverse(damage);
            for size in (2..=inverse.longest.min(new.len() - at)).rev() {
                let mut image = Vec::new();
                text::bytes(&new[at..at + size], &mut image);
                if let Some(bytes) = inverse.bytes(&image) {
                    self.restored(bytes.len(), 1, Evidence::Inverse, None);
                    self.out.extend_from_slice(bytes);
                    return Some(at + size);
                }
            }
        }
        None
    }
}
