//! The text of UTF-16: it is repaired as the same text in UTF-8, after its code units are in order.

use std::cell::RefCell;

use crate::repair::{
    events::{Event, Fix},
    explain::Explainer,
    options::Options,
    passes,
};

/// The length from which on whole lines are repaired, in bytes. The text in UTF-8 fits a window.
const ENOUGH: usize = 64 << 10;

/// The maximum length of the text that waits.
const MAX: usize = 2 * ENOUGH;

/// Text of UTF-16 that waits for the end of its line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// The offset of these bytes.
    offset: u64,
}

/// The repair of the text between two other events.
pub(crate) struct Repair<'r> {
    pub(crate) text: &'r mut Text,
    pub(crate) is_big: bool,
    pub(crate) options: &'r Options,
    pub(crate) explainer: &'r RefCell<Explainer>,
    pub(crate) sink: &'r mut dyn FnMut(Event<'_>),
}

impl Repair<'_> {
    /// Takes the next event of the code units.
    pub(crate) fn push(&mut self, event: Event<'_>) {
        match event {
            Event::Kept(mut bytes) => {
                while !bytes.is_empty() {
                    let room = (MAX - self.text.bytes.len()).min(bytes.len());
                    self.text.bytes.extend_from_slice(&bytes[..room]);
                    bytes = &bytes[room..];
                    if self.text.bytes.len() >= ENOUGH {
                        self.flush_lines();
                    }
                }
            }
            event => {
                self.flush();
                if let Event::Fix(fix) = event {
                    self.text.offset += fix.bytes.len() as u64;
                }
                (self.sink)(event);
            }
        }
    }

    /// Repairs the text up to the last line end, or all of it if a line is too long.
    fn flush_lines(&mut self) {
        let feed = if self.is_big { [0, b'\n'] } else { [b'\n', 0] };
        let units = self.text.bytes.chunks_exact(2);
        let end = units.rev().position(|unit| unit == feed);
        let all = self.text.bytes.len() & !1;
        let end = end.map(|count| all - 2 * count);
        match end {
            Some(end) => self.repair(end),
            None if self.text.bytes.len() >= MAX => self.repair(all),
            None => {}
        }
    }

    /// Repairs all text that waits.
    pub(crate) fn flush(&mut self) {
        self.repair(self.text.bytes.len());
    }

    /// Repairs the first bytes of the text that waits.
    fn repair(&mut self, end: usize) {
        let rest = self.text.bytes.split_off(end);
        let bytes = std::mem::replace(&mut self.text.bytes, rest);
        let is_big = self.is_big;
        let (mut units, odd) = bytes.as_chunks::<2>();
        if self.text.offset == 0
            && let Some((bom @ ([0xFF, 0xFE] | [0xFE, 0xFF]), rest)) = units.split_first()
        {
            self.keep(bom);
            units = rest;
        }
        let unit = |unit: &[u8; 2]| {
            if is_big { u16::from_be_bytes(*unit) } else { u16::from_le_bytes(*unit) }
        };
        let mut text = String::new();
        for character in char::decode_utf16(units.iter().map(unit)) {
            match character {
                Ok(character) => text.push(character),
                Err(surrogate) => {
                    self.repair_text(&std::mem::take(&mut text));
                    let value = surrogate.unpaired_surrogate();
                    let bytes = if is_big { value.to_be_bytes() } else { value.to_le_bytes() };
                    self.keep(&bytes);
                }
            }
        }
        self.repair_text(&text);
        self.keep(odd);
    }

    fn keep(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.text.offset += bytes.len() as u64;
            (self.sink)(Event::Kept(bytes));
        }
    }

    /// Repairs `text`, and passes the events with their bytes in UTF-16.
    fn repair_text(&mut self, text: &str) {
        let Self { is_big, options, explainer, sink, text: Text { offset, .. } } = self;
        let is_big = *is_big;
        let encode = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let units = text.encode_utf16();
            if is_big {
                units.flat_map(u16::to_be_bytes).collect::<Vec<u8>>()
            } else {
                units.flat_map(u16::to_le_bytes).collect()
            }
        };
        if text.is_empty() {
            return;
        }
        // The code units decided about BOMs.
        if text.contains('\u{FEFF}') || explainer.borrow_mut().is_clean(text) {
            return self.keep(&encode(text.as_bytes()));
        }
        passes::repair(text.as_bytes(), 0, false, options, explainer, &mut |event| match event {
            Event::Kept(bytes) => {
                let bytes = encode(bytes);
                *offset += bytes.len() as u64;
                sink(Event::Kept(&bytes));
            }
            Event::Fix(fix) => {
                let (bytes, becomes) = (encode(&fix.bytes), encode(&fix.becomes));
                let fix = Fix { offset: *offset, bytes, becomes, ..fix.clone() };
                *offset += fix.bytes.len() as u64;
                sink(Event::Fix(&fix));
            }
            Event::Ambiguous(ambiguity) => {
                let mut ambiguity = ambiguity.clone();
                (ambiguity.offset, ambiguity.bytes) = (*offset, encode(&ambiguity.bytes));
                sink(Event::Ambiguous(&ambiguity));
            }
            event => sink(event),
        });
    }
}
