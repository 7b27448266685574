//! What a text costs: the bits that it takes to write it, by the language that is cheapest.

use std::sync::OnceLock;

use super::{
    letters::{Case, Kind, Letter},
    table::{Group, MAX_LANGUAGES, Model},
};

/// A cost, in quarters of a bit.
pub type Cost = i64;

/// One bit.
pub const BIT: Cost = 4;

/// What a character costs that cannot stand in text.
const NO_TEXT: u16 = 160;
/// What it costs more to leave what languages know.
const FLOOR: u16 = 24;
/// What a repeated line or space costs at most.
const REPEATED: u16 = 4;
/// A word that is the language's, English, or any language's: 90 %, 8 % and 2 % of words.
const OWN: u16 = 1;
const ENGLISH: u16 = 15;
const ANY: u16 = 23;
/// A word is cut at so many characters: its cost stays below the largest `u16`.
const MAX_WORD: usize = 250;
/// What a group of languages needs of the letters beyond ASCII to be asked: one in so many.
const SHARE: usize = 10;

/// A character with all that does not depend on a language.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    letter: Letter,
    /// What the character costs among those of its kind.
    rare: u8,
    repeats: bool,
}

impl Scored {
    /// What is known of `c`.
    #[must_use]
    pub fn of(c: char) -> Scored {
        let model = model();
        let letter = Letter::of(c);
        let listed = model.characters.get(letter.symbol);
        let rare = if listed == 0 { model.rare[letter.kind as usize] } else { listed };
        let repeats =
            matches!(c, '-' | '_' | '=' | '*' | '.' | '~' | '#' | '+' | '^' | '/' | '\\' | '|')
                || matches!(c, '…' | '–' | '—' | '•' | '·')
                || letter.kind == Kind::Box;
        Scored { letter, rare, repeats }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.letter.kind
    }
}

/// The model that the crate comes with.
fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| Model::read(&super::file::unpacked()))
}

/// What a text costs in each language of the groups that were asked.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    languages: Vec<(&'static str, Cost)>,
}

impl Costs {
    /// The cheapest language, and its cost.
    #[must_use]
    pub fn best(&self) -> Option<(&'static str, Cost)> {
        self.languages.iter().copied().min_by_key(|(_, cost)| *cost)
    }

    /// Each language with its cost.
    pub fn languages(&self) -> impl Iterator<Item = (&'static str, Cost)> {
        self.languages.iter().copied()
    }
}

/// The parts of a text that all languages share: words, and what does not depend on a language.
struct Text {
    /// Characters, with a run of white space as one.
    characters: Vec<Scored>,
    /// What each costs outside all languages.
    floors: Vec<u16>,
    /// Where words begin.
    words: Vec<u32>,
    /// What case and the like cost, by word.
    base: Vec<Cost>,
}

impl Text {
    fn of(text: &[Scored]) -> Text {
        let model = model();
        let mut characters: Vec<Scored> = Vec::with_capacity(text.len());
        let (mut floors, mut words, mut base) = (Vec::with_capacity(text.len()), vec![0], vec![0]);
        let mut cases = [Case::None; 2];
        let mut extra: Cost = 0;
        for &scored in text {
            let Letter { symbol, kind, case, variant } = scored.letter;
            let before = characters.last().map(|last| last.letter);
            let kind_before = before.map_or(Kind::Space, |last| last.kind);
            if kind == Kind::Space && kind_before == Kind::Space && before.is_some() {
                extra += BIT;
                continue;
            }
            let length = characters.len() - words.last().map_or(0, |&word| word as usize);
            if kind_before == Kind::Space && before.is_some() || length == MAX_WORD {
                words.push(characters.len() as u32);
                base.push(0);
            }
            let mut floor = match kind {
                Kind::C1 | Kind::Bad => NO_TEXT,
                _ => {
                    let after = u16::from(model.kinds[kind_before as usize][kind as usize]);
                    after + u16::from(scored.rare) + FLOOR
                }
            };
            if scored.repeats && before.is_some_and(|last| last.symbol == symbol) {
                floor = floor.min(REPEATED);
            }
            floors.push(floor);
            let written = match case {
                Case::Upper => model.cases[cases[0] as usize][cases[1] as usize][0],
                Case::Lower => model.cases[cases[0] as usize][cases[1] as usize][1],
                _ => variant,
            };
            if let Some(base) = base.last_mut() {
                *base += Cost::from(written) + std::mem::take(&mut extra);
            }
            cases = [cases[1], case];
            characters.push(scored);
        }
        if let Some(base) = base.last_mut() {
            *base += extra;
        }
        Text { characters, floors, words, base }
    }

    /// The characters of each word, by their numbers.
    fn words(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let ends = self.words.iter().skip(1).map(|&end| end as usize);
        let ends = ends.chain([self.characters.len()]);
        self.words.iter().zip(ends).map(|(&begin, end)| begin as usize..end)
    }

    /// The groups to ask.
    fn groups(&self) -> impl Iterator<Item = &'static Group> {
        let mut counts = [0; Kind::COUNT];
        let mut letters = 0;
        for scored in &self.characters {
            if scored.letter.kind.is_script() {
                counts[scored.letter.kind as usize] += 1;
                letters += 1;
            }
        }
        let share = move |group: &Group| {
            let bits = (0..Kind::COUNT).filter(|kind| group.kinds >> kind & 1 == 1);
            bits.map(|kind| counts[kind]).sum::<usize>()
        };
        let others = model().groups.iter().skip(1);
        let others = others.filter(move |&group| {
            let share = share(group);
            share > 0 && share * SHARE >= letters
        });
        model().groups.first().into_iter().chain(others)
    }
}

/// What `text` costs in each language.
#[must_use]
pub fn score(text: &[Scored]) -> Costs {
    let text = Text::of(text);
    let base: Cost = text.base.iter().sum();
    let mut english = Vec::new();
    let mut languages = Vec::new();
    for group in text.groups() {
        let costs = costs(group, &text, &mut english);
        let mut sums = [base; MAX_LANGUAGES];
        for word in costs.chunks_exact(group.languages.len()) {
            for (sum, &cost) in sums.iter_mut().zip(word) {
                *sum += Cost::from(cost);
            }
        }
        languages.extend(group.languages.iter().map(String::as_str).zip(sums));
    }
    Costs { languages }
}

/// What each word costs in each language of `group`. The first group fills in `english`.
fn costs(group: &Group, text: &Text, english: &mut Vec<u16>) -> Vec<u16> {
    let width = group.languages.len();
    let first = english.is_empty();
    let mut rows = Vec::with_capacity(width * text.words.len());
    let mut row = [0; MAX_LANGUAGES];
    let space = group.symbols.get(' '.into());
    let mut before = [space, space];
    for (number, word) in text.words().enumerate() {
        let mut sums = [0_u16; MAX_LANGUAGES];
        for (scored, &floor) in text.characters[word.clone()].iter().zip(&text.floors[word]) {
            let symbol = group.symbols.get(scored.letter.symbol);
            if symbol == 0 {
                sums.iter_mut().for_each(|sum| *sum += floor);
            } else {
                group.row(before, symbol, &mut row);
                for (sum, cost) in sums[..width].iter_mut().zip(&row) {
                    *sum += floor.min(*cost);
                }
            }
            before = [before[1], symbol];
        }
        if first {
            english.push(sums[0]);
        }
        let any = (mean(&sums[..width]) + ANY).min(english[number] + ENGLISH);
        rows.extend(sums[..width].iter().map(|&sum| (sum + OWN).min(any)));
    }
    rows
}

/// The cost of the mean of chances.
fn mean(costs: &[u16]) -> u16 {
    let least = costs.iter().copied().min().unwrap_or(0);
    // Parts of 2^16: what is 16 bits less likely counts for nothing.
    let chances = costs.iter().map(|cost| part(cost - least)).sum::<u32>().max(1);
    let whole = costs.len().max(1) as u32;
    // The logarithm of the whole over the chances, in quarters of a bit.
    let ratio = (u64::from(whole) << 32) / u64::from(chances);
    let floor = ratio.ilog2();
    let fraction = (ratio >> floor.saturating_sub(2)) & 3;
    least + (4 * floor.saturating_sub(16)) as u16 + fraction as u16
}

/// 2^16 parts of a chance that costs so many quarters of a bit.
const fn part(cost: u16) -> u32 {
    const QUARTERS: [u32; 4] = [65536, 55109, 46341, 38968];
    if cost >= 64 { 0 } else { QUARTERS[(cost % 4) as usize] >> (cost / 4) }
}
