//! Text that is hidden in a run of invisible characters: each stands for a bit, or separates the
//! characters of the hidden text.
//!
//! No writing has such a long run of them. The bits of each of them are not known, so all ways are
//! tried. They are reported as a whole if only one text is plausible, and one by one otherwise.

use std::collections::BTreeSet;

use crate::audit::observation::Observation;

/// The minimum number of invisible characters in a row.
const MIN: usize = 12;

/// The maximum number that are decoded together.
pub(crate) const MAX: usize = 4096;

/// The maximum number of characters of the hidden text that are reported.
const MAX_TEXT: usize = 256;

/// A run of invisible characters.
pub(crate) struct Payload {
    pub(crate) seen: Observation,
    /// The characters, at most [`MAX`].
    symbols: Vec<char>,
}

/// Returns `true` for characters that hide bits.
pub(crate) const fn is_symbol(character: char) -> bool {
    matches!(
        character,
        '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{206A}'..='\u{206F}'
            | '\u{180E}'
            | '\u{FEFF}'
    )
}

impl Payload {
    /// Creates a run that begins with `character`.
    pub(crate) fn new(seen: Observation, character: char) -> Self {
        Self { seen, symbols: vec![character] }
    }

    /// Appends `character`, which has `bytes` bytes in the file.
    pub(crate) fn push(&mut self, character: char, bytes: u64) {
        self.seen.length += bytes;
        self.symbols.push(character);
    }

    /// Returns `true` if the next character begins another run.
    pub(crate) fn is_full(&self) -> bool {
        self.symbols.len() >= MAX
    }

    /// Returns the hidden text, if only one is plausible.
    ///
    /// Cost: a few dozen steps per character.
    pub(crate) fn text(&self) -> Option<String> {
        if self.symbols.len() < MIN {
            return None;
        }
        let mut kinds: Vec<char> = Vec::new();
        for &symbol in &self.symbols {
            match kinds.contains(&symbol) {
                true => {}
                // More kinds are not used.
                false if kinds.len() == 3 => return None,
                false => kinds.push(symbol),
            }
        }
        let separators = kinds.iter().copied().map(Some);
        let all = [None].into_iter().chain(separators);
        let mut texts = BTreeSet::new();
        for separator in all {
            self.of_groups(&kinds, separator, &mut texts);
        }
        let text = texts.pop_first().filter(|_| texts.is_empty())?;
        Some(text.chars().take(MAX_TEXT).collect())
    }

    /// Adds the plausible texts of the groups between `separator`s, or of the whole run.
    fn of_groups(&self, kinds: &[char], separator: Option<char>, texts: &mut BTreeSet<String>) {
        let digits: Vec<char> =
            kinds.iter().copied().filter(|&kind| Some(kind) != separator).collect();
        let groups: Vec<&[char]> = self
            .symbols
            .split(|&symbol| Some(symbol) == separator)
            .filter(|group| !group.is_empty())
            .collect();
        let &[zero, one] = &digits[..] else { return };
        for one in [zero, one] {
            texts.extend(of_digits(&groups, one));
        }
    }
}

/// Returns the plausible texts of `groups` of bits, of which `one` stands for 1.
fn of_digits(groups: &[&[char]], one: char) -> impl Iterator<Item = String> {
    let number = |group: &[char]| {
        group.iter().fold(0_u32, |number, &symbol| number << 1 | u32::from(symbol == one))
    };
    // Each group is a character.
    let is_parted = groups.len() > 1 && groups.iter().all(|group| group.len() <= 21);
    let parted = is_parted.then(|| {
        groups.iter().map(|group| char::from_u32(number(group))).collect::<Option<String>>()
    });
    let whole: Vec<char> = groups.concat();
    let of_width = |width: usize| {
        let parts = whole.chunks_exact(width);
        // The rest may be cut.
        let is_whole = parts.remainder().is_empty() || whole.len() == MAX;
        is_whole.then(|| parts.map(&number).collect::<Vec<u32>>())
    };
    let bytes = of_width(8).map(|numbers| numbers.into_iter().map(|number| number as u8).collect());
    let utf8 = bytes.and_then(|bytes: Vec<u8>| String::from_utf8(bytes).ok());
    let of_units = |width| of_width(width)?.into_iter().map(char::from_u32).collect();
    let texts = [parted.flatten(), utf8, of_units(7), of_units(16)];
    texts.into_iter().flatten().filter(|text| is_plausible(text))
}

/// Returns `true` if `text` is words: mostly letters of few scripts, digits and blanks.
fn is_plausible(text: &str) -> bool {
    let count = text.chars().count();
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let others = text.chars().filter(|character| character.is_ascii_digit() || *character == ' ');
    let ascii = text.chars().filter(char::is_ascii).count();
    let is_control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r');
    // Any number is a letter of some script. Letters next to each other in the code are a word.
    let others_near = text.chars().filter(|character| !character.is_ascii());
    let [least, most] = others_near.fold([u32::MAX, 0], |[least, most], character| {
        [least.min(character.into()), most.max(character.into())]
    });
    let kinds: BTreeSet<char> = text.chars().collect();
    letters >= 2
        && (count < 3 || kinds.len() >= 3)
        && 10 * (letters + others.count()) >= 7 * count
        && !text.contains(is_control)
        && (ascii == count || most - least < 0x200)
}
