//! The bytes of the file, and tables of characters.

/// A value for each code point, in pages of 256.
#[derive(Debug)]
pub(crate) struct Pages<T> {
    pages: Vec<u16>,
    values: Vec<[T; 256]>,
}

impl<T: Copy + Default> Pages<T> {
    pub(crate) fn new() -> Self {
        Pages { pages: vec![0; 0x1100], values: vec![[T::default(); 256]] }
    }

    pub(crate) fn set(&mut self, code_point: u32, value: T) {
        let Some(page) = self.pages.get_mut(code_point as usize >> 8) else { return };
        if *page == 0 {
            *page = self.values.len() as u16;
            self.values.push([T::default(); 256]);
        }
        self.values[usize::from(*page)][code_point as usize & 0xFF] = value;
    }

    /// Returns the value of a code point, or the default.
    pub(crate) fn get(&self, code_point: u32) -> T {
        let page = self.pages.get(code_point as usize >> 8).copied().unwrap_or(0);
        self.values[usize::from(page)][code_point as usize & 0xFF]
    }
}

/// The bytes of the file, read in order. Bytes after the end are zero.
pub(in crate::model) struct Bytes<'b>(pub(in crate::model) &'b [u8]);

impl<'b> Bytes<'b> {
    pub(in crate::model) fn byte(&mut self) -> u8 {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        *first
    }

    /// Reads a number of seven bits per byte, the lowest first.
    pub(in crate::model) fn number(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte();
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    pub(in crate::model) fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Reads a part, which follows its length.
    pub(in crate::model) fn part(&mut self) -> Bytes<'b> {
        let length = self.number() as usize;
        Bytes(self.take(length))
    }
}
