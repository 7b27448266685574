//! Text that is hidden in a run of invisible characters: each stands for one or two bits, or
//! separates the characters of the hidden text.
//!
//! No writing has so many of them in a row. They are reported as a whole if they give plausible
//! text, and one by one otherwise.

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

    /// Returns the hidden text, if it is plausible.
    ///
    /// Cost: at most a few hundred steps per character.
    pub(crate) fn text(&self) -> Option<String> {
        if self.symbols.len() < MIN {
            return None;
        }
        let mut kinds: Vec<char> = Vec::new();
        for &symbol in &self.symbols {
            match kinds.contains(&symbol) {
                true => {}
                // More kinds are not used.
                false if kinds.len() == 5 => return None,
                false => kinds.push(symbol),
            }
        }
        let separators = kinds.iter().copied().map(Some);
        let all = [None].into_iter().chain(separators);
        let text = all.into_iter().find_map(|separator| self.of_groups(&kinds, separator))?;
        Some(text.chars().take(MAX_TEXT).collect())
    }

    /// Decodes the groups between `separator`s, or the whole run.
    fn of_groups(&self, kinds: &[char], separator: Option<char>) -> Option<String> {
        let digits: Vec<char> =
            kinds.iter().copied().filter(|&kind| Some(kind) != separator).collect();
        let groups: Vec<&[char]> = self
            .symbols
            .split(|&symbol| Some(symbol) == separator)
            .filter(|group| !group.is_empty())
            .collect();
        match digits.len() {
            2 => orders(2).find_map(|order| of_digits(&groups, &digits, &order, 1)),
            3 | 4 => orders(4).find_map(|order| of_digits(&groups, &digits, &order, 2)),
            _ => None,
        }
    }
}

/// Returns the values that the digits may have, in each order.
fn orders(count: u8) -> impl Iterator<Item = [u8; 4]> {
    let all = (0..4_u8).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c])));
    all.filter_map(move |[a, b, c]| {
        let d = 6_u8.checked_sub(a + b + c)?;
        let order = [a, b, c, d];
        let is_order = (0..4).all(|value| order.contains(&value));
        // Of two digits, the others have their own places.
        (is_order && (count == 4 || (c, d) == (2, 3))).then_some(order)
    })
}

/// Decodes `groups` of `digits`, each of which has the value in `order` and stands for `bits`.
fn of_digits(groups: &[&[char]], digits: &[char], order: &[u8; 4], bits: usize) -> Option<String> {
    let value = |symbol: &char| {
        let at = digits.iter().position(|digit| digit == symbol).unwrap_or_default();
        u32::from(order[at.min(3)])
    };
    let number =
        |group: &[char]| group.iter().fold(0_u32, |number, symbol| number << bits | value(symbol));
    let plausible = |characters: Vec<Option<char>>| {
        let text: String = characters.into_iter().collect::<Option<_>>()?;
        is_plausible(&text).then_some(text)
    };
    // Each group is a character.
    if groups.len() > 1 && groups.iter().all(|group| group.len() * bits <= 21) {
        let characters = groups.iter().map(|group| char::from_u32(number(group)));
        if let Some(text) = plausible(characters.collect()) {
            return Some(text);
        }
    }
    let whole: Vec<char> = groups.concat();
    let of_width = |width: usize| {
        let parts = width.is_multiple_of(bits).then(|| whole.chunks_exact(width / bits))?;
        // The rest may be cut.
        (parts.remainder().is_empty() || whole.len() == MAX).then(|| parts.map(&number))
    };
    let bytes: Option<Vec<u8>> =
        of_width(8).map(|numbers| numbers.map(|number| number as u8).collect());
    let utf8 =
        bytes.and_then(|bytes| String::from_utf8(bytes).ok()).filter(|text| is_plausible(text));
    utf8.or_else(|| plausible(of_width(7)?.map(char::from_u32).collect()))
        .or_else(|| plausible(of_width(16)?.map(char::from_u32).collect()))
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
    count >= 2
        && letters >= 2
        && 10 * (letters + others.count()) >= 7 * count
        && !text.contains(is_control)
        && (ascii == count || most - least < 0x200)
}
