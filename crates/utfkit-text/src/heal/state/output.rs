//! Emits lines and symbols, and notes restored places and places that stay.

use std::rc::Rc;

use super::Healer;
use crate::heal::weights::output::MAX_OPEN;
use crate::heal::{
    Evidence, Open, Reason, Restored,
    family::Groups,
    text::{self, Eol, Line},
};

impl Healer<'_> {
    /// Emits the bytes of an old line.
    pub(in crate::heal) fn copy_line(
        &mut self,
        old: usize,
        new: usize,
        via: usize,
        evidence: Evidence,
    ) {
        let bytes = self.old_line(old);
        if self.is_plain_line(bytes) && bytes == self.new_line(new) {
            let Line { start, end, .. } = self.news[new];
            self.out.extend_from_slice(&self.new[start..end]);
            return;
        }
        let whole = self.wholes.get(&via).map(Rc::clone);
        if let Some(whole) = whole.filter(|whole| whole.line(old) == self.new_line(new)) {
            return self.emit_old(old, 0, whole.changed[old], evidence);
        }
        let mut groups = Groups::default();
        self.groups(via, old, &mut groups);
        let Some(common) = self.common(old, &groups, new) else {
            // Two images with the same hash.
            return self.leave_line(new, Reason::NotInOld, &[]);
        };
        self.emit_indent(new, common.indent);
        let start = common.skipped.checked_sub(1).map_or(0, |last| groups.ends[last].0 as usize);
        let changed = groups.changed(self.old_line(old), &self.charset, common.skipped);
        self.emit_old(old, start, changed, evidence);
    }

    /// Emits the bytes of an old line from `start` on, of which `changed` characters are restored.
    fn emit_old(&mut self, old: usize, start: usize, changed: u32, evidence: Evidence) {
        let line = self.olds[old];
        let bytes = &self.old[line.start + start..line.end];
        if changed > 0 {
            self.restored(bytes.len(), changed as usize, evidence, Some(old));
        }
        self.out.extend_from_slice(bytes);
    }

    /// Emits the first `len` bytes of a new line, which are its indentation.
    pub(in crate::heal) fn emit_indent(&mut self, new: usize, len: usize) {
        let indent = self.new_line(new)[..len].iter();
        let bytes: Vec<u8> = indent.flat_map(|&byte| self.charset.ascii(byte)).collect();
        self.out.extend(bytes);
    }

    pub(in crate::heal) fn leave_line(&mut self, new: usize, reason: Reason, olds: &[usize]) {
        let mut symbols = Vec::new();
        text::symbols(self.new_line(new), &mut symbols);
        let candidates = olds.iter().take(4).map(|&old| self.old_line(old).to_vec()).collect();
        self.leave(&symbols, reason, candidates);
    }

    /// Emits symbols of the new version as they are, and reports them.
    pub(in crate::heal) fn leave(
        &mut self,
        symbols: &[u32],
        reason: Reason,
        mut candidates: Vec<Vec<u8>>,
    ) {
        let bytes = self.kept(symbols);
        candidates.truncate(4);
        let offset = self.bom.len() + self.out.len();
        let place = Open { offset, len: bytes.len(), reason, candidates };
        let full = self.open.len() >= MAX_OPEN;
        match self.open.last_mut() {
            Some(last)
                if last.offset + last.len == offset
                    && (last.reason, last.candidates.is_empty()) == (reason, true)
                    && place.candidates.is_empty() =>
            {
                last.len += place.len;
            }
            _ if full => self.more_open += 1,
            _ => self.open.push(place),
        }
        self.out.extend(bytes);
    }

    /// Returns the bytes of symbols of the new version that stay.
    pub(in crate::heal) fn kept(&self, symbols: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.charset.unit == 1 {
            text::bytes(symbols, &mut bytes);
            return bytes;
        }
        for &symbol in symbols {
            if !self.charset.encode(symbol, &mut bytes) {
                let little = self.charset.ascii(b'a').first() == Some(&b'a');
                match (self.charset.unit, little) {
                    (2, true) => bytes.extend((symbol as u16).to_le_bytes()),
                    (2, false) => bytes.extend((symbol as u16).to_be_bytes()),
                    _ => drop(self.charset.encode(0xFFFD, &mut bytes)),
                }
            }
        }
        bytes
    }

    /// Notes that the next `len` bytes of the output are restored.
    pub(in crate::heal) fn restored(
        &mut self,
        len: usize,
        characters: usize,
        evidence: Evidence,
        line: Option<usize>,
    ) {
        let offset = self.bom.len() + self.out.len();
        let old_line = line.map(|line| line + 1);
        match self.restored.last_mut() {
            Some(last)
                if last.offset + last.len == offset
                    && (last.evidence, last.old_line) == (evidence, old_line) =>
            {
                last.len += len;
                last.characters += characters;
            }
            _ => self.restored.push(Restored { offset, len, characters, evidence, old_line }),
        }
    }

    pub(in crate::heal) fn emit_eol(&mut self, new: usize, old: Option<usize>) {
        let mut eol = self.news[new].eol;
        if eol != Eol::None && self.eol_lost {
            eol = self.main_eol;
            if let Some(old) = old.filter(|&old| self.olds[old].eol != Eol::None) {
                eol = self.olds[old].eol;
            }
        }
        if eol == Eol::CrLf {
            self.out.extend(self.charset.ascii(b'\r'));
        }
        if eol != Eol::None {
            self.out.extend(self.charset.ascii(b'\n'));
        }
    }
}
