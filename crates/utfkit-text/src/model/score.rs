//! The cost of a text in bits, by language.

use std::cell::OnceCell;

use super::{
    group::{Group, Sums},
    letters::{Case, Kind, Letter},
    listed::MAX_LANGUAGES,
    table::{LazyGroup, Model},
};
use once_cell::race::OnceBox;

/// A cost, in quarters of a bit.
pub type Cost = i64;

/// One bit.
pub const BIT: Cost = 4;

/// The cost of a character that does not occur in text.
pub(super) const NOT_TEXT: u16 = 160;
/// The extra cost of a character that no language expects.
const FLOOR: u16 = 24;
/// The maximum cost of a sign after a space or a number.
const SIGN: u16 = 44;
/// The maximum cost of a repeated line or space.
const REPEATED: u16 = 4;
/// The cost of a word that is of the language, of English, or of any language: 90 %, 8 % and 2 % of
/// words.
pub(super) const OWN: u16 = 1;
pub(super) const ENGLISH: u16 = 15;
pub(super) const ANY: u16 = 23;
/// The maximum length of a word, so that its cost fits a `u16`.
pub(super) const MAX_WORD: usize = 250;
/// The maximum cost of a character, so that the cost of a word fits.
const MAX_FLOOR: u16 = 255;
/// A group of languages is scored if at least one in this many letters beyond ASCII belongs to it.
const SHARE: usize = 10;

/// A character with its language-independent costs.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    pub(super) letter: Letter,
    /// The cost of the character among characters of its kind.
    pub(super) rare: u8,
    repeats: bool,
    /// The kind before it, if text has this sign there more often than the training data.
    sign: Option<Kind>,
}

impl Scored {
    /// Returns the costs of `c`.
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
        let sign = match c {
            '£' | '¥' | '€' | '§' | '©' | '±' | 'µ' | '¡' | '¿' => Some(Kind::Space),
            '…' | '®' | '™' => Some(Kind::Ascii),
            '°' | '½' | '¼' | '¾' | '×' => Some(Kind::Digit),
            _ => None,
        };
        Scored { letter, rare, repeats, sign }
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.letter.kind
    }

    /// Returns the cost of the character after `before` without any language.
    pub(super) fn floor(&self, model: &Model, before: Option<Letter>) -> u16 {
        let kind = self.letter.kind;
        let kind_before = before.map_or(Kind::Space, |last| last.kind);
        let mut floor = match kind {
            Kind::C1 | Kind::Bad => NOT_TEXT,
            _ => {
                let after = u16::from(model.kinds[kind_before as usize][kind as usize]);
                (after + u16::from(self.rare) + FLOOR).min(MAX_FLOOR)
            }
        };
        if self.sign == Some(kind_before) {
            floor = floor.min(SIGN);
        }
        if self.repeats && before.is_some_and(|last| last.symbol == self.letter.symbol) {
            floor = floor.min(REPEATED);
        }
        floor
    }

    /// Returns its number in `group`, or 0. The training texts have a few controls and unassigned
    /// characters, which are never a part of a language.
    pub(super) fn number(&self, group: &Group) -> u16 {
        match self.letter.kind {
            Kind::C1 | Kind::Bad => 0,
            _ => group.number(self.letter.symbol),
        }
    }

    /// Returns `true` if it continues a line or another repetition after `before`.
    pub(super) fn repeats(&self, before: &Scored) -> bool {
        self.repeats && before.letter.symbol == self.letter.symbol
    }

    /// Returns the cost of its letter case or its spelling after the cases of two characters.
    pub(super) fn spelling(&self, model: &Model, cases: [Case; 2]) -> u8 {
        let [first, second] = cases.map(|case| case as usize);
        match self.letter.case {
            Case::Upper => model.cases[first][second][0],
            Case::Lower => model.cases[first][second][1],
            _ => self.letter.variant,
        }
    }
}

/// Returns the built-in model.
pub(super) fn model() -> &'static Model {
    static MODEL: OnceBox<Model> = OnceBox::new();
    MODEL.get_or_init(|| Box::new(Model::read()))
}

/// The cost of a text in each plausible language.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    languages: Vec<(&'static str, Cost)>,
}

impl Costs {
    /// Returns the cheapest language, and its cost.
    #[must_use]
    pub fn best(&self) -> Option<(&'static str, Cost)> {
        self.languages.iter().copied().min_by_key(|(_, cost)| *cost)
    }

    /// Returns each language with its cost.
    pub fn languages(&self) -> impl Iterator<Item = (&'static str, Cost)> {
        self.languages.iter().copied()
    }
}

/// A text that is prepared for scoring.
#[derive(Debug)]
pub struct Text {
    /// The characters; a run of white space is one character.
    characters: Vec<Scored>,
    /// The cost of each character outside all languages.
    floors: Vec<u16>,
    /// The index of the first character of each word.
    words: Vec<u32>,
    /// The cost of letter cases, variants and blanks, per word.
    base: Vec<Cost>,
    /// The cost of each word in English.
    english: OnceCell<Vec<u16>>,
    /// The cost of the whole text in each language, by group.
    costs: Vec<OnceCell<Vec<Cost>>>,
}

impl Text {
    /// Prepares a text.
    #[must_use]
    pub fn of(text: &[Scored]) -> Text {
        let model = model();
        let mut characters: Vec<Scored> = Vec::with_capacity(text.len());
        let (mut floors, mut words, mut base) = (Vec::with_capacity(text.len()), vec![0], vec![0]);
        let mut cases = [Case::None; 2];
        let mut extra: Cost = 0;
        for &scored in text {
            let Letter { kind, case, .. } = scored.letter;
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
            floors.push(scored.floor(model, before));
            if let Some(base) = base.last_mut() {
                let spelling = scored.spelling(model, cases);
                *base += Cost::from(spelling) + std::mem::take(&mut extra);
            }
            cases = [cases[1], case];
            characters.push(scored);
        }
        if let Some(base) = base.last_mut() {
            *base += extra;
        }
        let costs = model.groups.iter().map(|_| OnceCell::new()).collect();
        Text { characters, floors, words, base, english: OnceCell::new(), costs }
    }

    /// Returns the range of characters of each word.
    fn words(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let ends = self.words.iter().skip(1).map(|&end| end as usize);
        let ends = ends.chain([self.characters.len()]);
        self.words.iter().zip(ends).map(|(&begin, end)| begin as usize..end)
    }

    /// Returns the number of characters of each kind.
    fn kinds(&self) -> [usize; Kind::COUNT] {
        let mut counts = [0; Kind::COUNT];
        self.characters.iter().for_each(|scored| counts[scored.letter.kind as usize] += 1);
        counts
    }

    /// Returns the cost of each word in English.
    fn english(&self) -> &[u16] {
        self.english.get_or_init(|| {
            let mut english = Vec::with_capacity(self.words.len());
            if let Some(latin) = model().groups.first() {
                self.each_word(latin, |costs| english.push(costs[0]));
            }
            english
        })
    }

    /// Returns the cost of the whole text in each language of a group.
    fn costs(&self, number: usize, group: &LazyGroup) -> &[Cost] {
        let cell = &self.costs[number];
        cell.get_or_init(|| {
            let width = group.languages.len();
            let mut sums = vec![self.base.iter().sum(); width];
            let mut english = if number == 0 { [].iter() } else { self.english().iter() };
            self.each_word(group, |costs| {
                let english = english.next().copied().unwrap_or(costs[0]);
                let any = (mean(&costs[..width]) + ANY).min(english + ENGLISH);
                for (sum, &cost) in sums.iter_mut().zip(costs) {
                    *sum += Cost::from((cost + OWN).min(any));
                }
            });
            sums
        })
    }

    /// Passes the cost of each word in the languages of a group to `take`.
    fn each_word(&self, group: &Group, mut take: impl FnMut(&Sums)) {
        let mut walk = group.walk_from_space();
        for word in self.words() {
            let mut sums = [0; MAX_LANGUAGES];
            for (scored, &floor) in self.characters[word.clone()].iter().zip(&self.floors[word]) {
                walk.add(scored.number(group), floor, &mut sums);
            }
            take(&sums);
        }
    }

    /// Returns the cost of this text and `other` together, in each plausible language. The costs of
    /// `other` are cached, because callers combine it with many texts.
    #[must_use]
    pub fn beside(&self, other: &Text) -> Costs {
        let mut kinds = self.kinds();
        kinds.iter_mut().zip(other.kinds()).for_each(|(own, more)| *own += more);
        let letters: usize = kinds[Kind::Latin as usize..=Kind::Letter as usize].iter().sum();
        let latin = kinds[Kind::Ascii as usize] + kinds[Kind::Latin as usize];
        let groups = || model().groups.iter().enumerate();
        let is_asked = |(number, group): &(usize, &LazyGroup)| {
            let is_own = |kind: &usize| group.kinds >> kind & 1 == 1;
            let share: usize = (0..Kind::COUNT).filter(is_own).map(|kind| kinds[kind]).sum();
            match number {
                0 => 2 * latin >= letters - kinds[Kind::Latin as usize],
                _ => share > 0 && share * SHARE >= letters,
            }
        };
        // A text of many scripts is one of none: then Latin costs as much as any.
        let is_any = groups().any(|group| is_asked(&group));
        // Source code is cheap in languages whose own letters are not ASCII. It is not evidence for
        // them.
        let latin = model().groups.first();
        let least = latin.and_then(|latin| other.costs(0, latin).iter().copied().min());
        let least = least.unwrap_or(0);
        let mut languages = Vec::new();
        for (number, group) in
            groups().filter(|group| if is_any { is_asked(group) } else { group.0 == 0 })
        {
            let least = if number == 0 { 0 } else { least };
            let costs = self.costs(number, group).iter().zip(other.costs(number, group));
            let names = group.languages.iter().map(String::as_str);
            languages.extend(names.zip(costs.map(|(own, more)| own + (*more).max(least))));
        }
        Costs { languages }
    }
}

/// Returns the cost of `text` in each plausible language.
#[must_use]
pub fn score(text: &[Scored]) -> Costs {
    Text::of(text).beside(&Text::of(&[]))
}

/// Returns the cost of the mean of the probabilities.
pub(super) fn mean(costs: &[u16]) -> u16 {
    let min = costs.iter().copied().min().unwrap_or(0);
    // Probabilities are parts of 2^16, so one that is 16 bits less likely counts as zero.
    let chances = costs.iter().map(|cost| part(cost - min)).sum::<u32>().max(1);
    let whole = costs.len().max(1) as u32;
    // The logarithm of the number divided by the sum, in quarters of a bit.
    let ratio = (u64::from(whole) << 32) / u64::from(chances);
    let floor = ratio.ilog2();
    let fraction = (ratio >> floor.saturating_sub(2)) & 3;
    min + (4 * floor.saturating_sub(16)) as u16 + fraction as u16
}

/// Returns the probability with this cost in quarters of a bit, as parts of 2^16.
const fn part(cost: u16) -> u32 {
    const QUARTERS: [u32; 4] = [65536, 55109, 46341, 38968];
    if cost >= 64 { 0 } else { QUARTERS[(cost % 4) as usize] >> (cost / 4) }
}
