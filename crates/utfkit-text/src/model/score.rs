//! The cost of a text in bits, by language.

use std::{cell::OnceCell, ops::Range};

use super::{
    group::{Group, Sums, Walk},
    letters::{Case, Kind, Letter},
    listed::MAX_LANGUAGES,
    table::{LazyGroup, Model},
};
use crate::model::weights::score::{
    ANY, ANY_SIGN, ENGLISH, FLOOR, LEAST_SIGN, LETTER, MAX_FLOOR, MAX_SIGNS, MAX_WORD, NOT_TEXT,
    OWN, REPEATED, SHARE, SIGN,
};
use once_cell::race::OnceBox;

/// A cost, in quarters of a bit.
pub type Cost = i64;

/// One bit.
pub const BIT: Cost = 4;

/// A character with its language-independent costs.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    pub(super) letter: Letter,
    /// The cost of the character among characters of its kind.
    pub(super) rare: u8,
    repeats: bool,
    /// The kind before it, if text has this sign there more often than the training data.
    sign: Option<Kind>,
    /// The number of its costs as a sign, or 0.
    row: u16,
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
        Scored { letter, rare, repeats, sign, row: model.signs.number(c) }
    }

    /// Returns the costs of a character of ASCII. They are computed once.
    pub(crate) fn of_ascii(byte: u8) -> Scored {
        static ASCII: OnceBox<[Scored; 128]> = OnceBox::new();
        let all = ASCII.get_or_init(|| {
            Box::new(std::array::from_fn(|byte| Scored::of(char::from(byte as u8))))
        });
        all[usize::from(byte & 0x7F)]
    }

    /// Returns the costs of each character of `text`.
    pub(crate) fn all(text: &str) -> Vec<Scored> {
        let scored = |c: char| if c.is_ascii() { Scored::of_ascii(c as u8) } else { Scored::of(c) };
        text.chars().map(scored).collect()
    }

    /// Returns this character with an extra cost, in quarters of a bit, unless it is a letter with case.
    pub(crate) fn rarer(mut self, cost: u8) -> Scored {
        self.letter.variant = self.letter.variant.saturating_add(cost);
        self
    }

    /// Returns this character without the costs of a sign among ASCII.
    pub(crate) fn without_signs(mut self) -> Scored {
        self.row = 0;
        self
    }

    /// Returns `true` for a character of ASCII.
    const fn is_ascii(&self) -> bool {
        let kind = self.letter.kind;
        matches!(kind, Kind::Space | Kind::Digit | Kind::Ascii | Kind::AsciiPunctuation | Kind::C0)
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.letter.kind
    }

    /// Returns the cost of the character after `before` without any language.
    pub(super) fn floor(&self, model: &Model, before: Option<Letter>) -> u16 {
        let kind_before = before.map_or(Kind::Space, |last| last.kind);
        let mut floor = self.plain_floor(model, kind_before);
        if self.sign == Some(kind_before) {
            floor = floor.min(SIGN);
        }
        if self.repeats && before.is_some_and(|last| last.symbol == self.letter.symbol) {
            floor = floor.min(REPEATED);
        }
        floor
    }

    /// Returns the cost of the character after a kind, without regard to signs and repetitions.
    fn plain_floor(&self, model: &Model, before: Kind) -> u16 {
        match self.letter.kind {
            Kind::C1 | Kind::Bad => NOT_TEXT,
            kind => {
                let after = u16::from(model.kinds[before as usize][kind as usize]);
                (after + u16::from(self.rare) + FLOOR).min(MAX_FLOOR)
            }
        }
    }

    /// Returns the cost of the character as a sign between two kinds of characters.
    fn as_sign(&self, model: &Model, before: Kind, after: Kind) -> u16 {
        let is_letter = |kind: Kind| kind > Kind::Digit && kind <= Kind::Letter;
        // Inside a word, a sign is a misread letter.
        if is_letter(before) && is_letter(after) {
            return u16::MAX;
        }
        model.signs.cost(self.row, before, after).saturating_sub(ANY_SIGN).max(LEAST_SIGN)
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

/// Returns the code of a language by its number in the model.
fn code(mut number: usize) -> Option<&'static str> {
    for group in &model().groups {
        match group.languages.get(number) {
            Some(code) => return Some(code),
            None => number -= group.languages.len(),
        }
    }
    None
}

/// Returns the built-in model.
pub(super) fn model() -> &'static Model {
    static MODEL: OnceBox<Model> = OnceBox::new();
    MODEL.get_or_init(|| Box::new(Model::read()))
}

/// The cost of a text in each plausible language.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// The number of each language in the model, and its cost.
    languages: Vec<(usize, Cost)>,
}

impl Costs {
    /// Returns the cheapest language, and its cost.
    #[must_use]
    pub fn best(&self) -> Option<(&'static str, Cost)> {
        self.languages().min_by_key(|(_, cost)| *cost)
    }

    /// Returns each language with its cost.
    pub fn languages(&self) -> impl Iterator<Item = (&'static str, Cost)> {
        self.languages.iter().filter_map(|&(number, cost)| Some((code(number)?, cost)))
    }

    /// Returns the cheapest language, and its cost. Languages that are not `usual`, by the bits of
    /// their numbers, cost `unusual` more.
    pub(crate) fn best_of(&self, usual: u128, unusual: Cost) -> Option<(&'static str, Cost)> {
        let cost = |&(number, cost): &(usize, Cost)| {
            (number, if usual >> number & 1 == 1 { cost } else { cost + unusual })
        };
        let (number, cost) = self.languages.iter().map(cost).min_by_key(|(_, cost)| *cost)?;
        Some((code(number)?, cost))
    }
}

/// The least cost of a text in any language up to the end of each of its words.
#[derive(Debug, Default)]
pub(crate) struct Pace(Vec<Cost>);

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
    /// The number of characters of each kind.
    kinds: [u32; Kind::COUNT],
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
        let beyond = text.iter().filter(|scored| !scored.is_ascii()).count();
        let has_few = beyond <= MAX_SIGNS;
        let (mut cases, mut kinds) = ([Case::None; 2], [0; Kind::COUNT]);
        let mut extra: Cost = 0;
        for (at, &scored) in text.iter().enumerate() {
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
            let after = text.get(at + 1).map_or(Kind::Space, |after| after.letter.kind);
            let floor = scored.floor(model, before);
            floors.push(if has_few {
                floor.min(scored.as_sign(model, kind_before, after))
            } else {
                floor
            });
            if let Some(base) = base.last_mut() {
                let spelling = scored.spelling(model, cases);
                *base += Cost::from(spelling) + std::mem::take(&mut extra);
            }
            // The micro sign is a letter, but it is not part of a word.
            cases = [cases[1], if scored.row > 0 && has_few { Case::None } else { case }];
            kinds[kind as usize] += 1;
            characters.push(scored);
        }
        if let Some(base) = base.last_mut() {
            *base += extra;
        }
        let costs = model.groups.iter().map(|_| OnceCell::new()).collect();
        Text { characters, floors, words, base, kinds, english: OnceCell::new(), costs }
    }

    /// Returns the range of characters of each word.
    fn words(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.words.iter().skip(1).map(|&end| end as usize);
        let ends = ends.chain([self.characters.len()]);
        self.words.iter().zip(ends).map(|(&begin, end)| begin as usize..end)
    }

    /// Returns the cost of each word in English.
    fn english(&self) -> &[u16] {
        self.english.get_or_init(|| {
            let Some(latin) = model().groups.first() else { return Vec::new() };
            let mut walk = latin.walk_from_space();
            self.words().map(|word| self.word_in(word, latin, 0, &mut walk)).collect()
        })
    }

    /// Returns the cost of the whole text in each language of a group.
    fn costs(&self, number: usize, group: &LazyGroup) -> &[Cost] {
        self.costs[number].get_or_init(|| {
            let zeros = vec![0; group.languages.len()];
            let mut english = if number == 0 { [].iter() } else { self.english().iter() };
            self.added(zeros, group, |_, _| false, |_| english.next().copied()).unwrap_or_default()
        })
    }

    /// Returns the cost of the whole text in the cheapest language of the first group.
    pub(crate) fn least(&self) -> Cost {
        let latin = model().groups.first();
        latin.and_then(|latin| self.costs(0, latin).iter().copied().min()).unwrap_or(0)
    }

    /// Adds the cost of the whole text in each language of a group to `sums`. `english` returns the cost
    /// of the next word in English, or nothing if this is the first language of the group. `is_far`
    /// gets the number of each word, and the least cost up to its end. If it returns `true`, the
    /// result is `None`.
    fn added(
        &self,
        others: Vec<Cost>,
        group: &LazyGroup,
        mut is_far: impl FnMut(usize, Cost) -> bool,
        mut english: impl FnMut(Range<usize>) -> Option<u16>,
    ) -> Option<Vec<Cost>> {
        let base: Cost = self.base.iter().sum();
        // Narrow numbers take less time. The difference between two texts is not greater.
        let first = others.iter().copied().min().unwrap_or(0) + base;
        let width = others.len().min(MAX_LANGUAGES);
        let mut sums = [0_i32; MAX_LANGUAGES];
        for (sum, other) in sums.iter_mut().zip(&others) {
            *sum = (other + base - first).min(i32::MAX as Cost / 2) as i32;
        }
        let mut walk = group.walk_from_space();
        for (number, word) in self.words().enumerate() {
            let word_costs = self.word(word.clone(), group, &mut walk);
            let costs = &word_costs[..width];
            let any = any(costs, english(word).unwrap_or(costs[0]));
            for (sum, &cost) in sums[..width].iter_mut().zip(costs) {
                *sum = sum.saturating_add(i32::from((cost + OWN).min(any)));
            }
            let least = sums[..width].iter().copied().min().unwrap_or(0);
            if is_far(number, first + Cost::from(least)) {
                return None;
            }
        }
        Some(sums[..width].iter().map(|&sum| first + Cost::from(sum)).collect())
    }

    /// Returns the cost of a word in the languages of a group.
    fn word(&self, word: Range<usize>, group: &Group, walk: &mut Walk<'_>) -> Sums {
        let mut sums = [0; MAX_LANGUAGES];
        for (scored, &floor) in self.characters[word.clone()].iter().zip(&self.floors[word]) {
            walk.add(scored.number(group), floor, &mut sums);
        }
        sums
    }

    /// Returns the cost of a word in one language of a group.
    fn word_in(
        &self,
        word: Range<usize>,
        group: &Group,
        language: usize,
        walk: &mut Walk<'_>,
    ) -> u16 {
        let characters = self.characters[word.clone()].iter().zip(&self.floors[word]);
        let costs =
            characters.map(|(scored, &floor)| walk.add_one(scored.number(group), floor, language));
        costs.sum()
    }

    /// Returns the cost of this text and `other` together, in each plausible language. The costs of
    /// `other` are cached, because callers combine it with many texts.
    #[must_use]
    pub fn beside(&self, other: &Text) -> Costs {
        self.beside_best(other, &mut Pace::default(), Cost::MAX)
    }

    /// Returns the cost of this text and `other` together, in each plausible language. Languages
    /// that cost more than the `best` text by `far` at the same place can be left out, and take
    /// less time then. If this text costs less than the best one, it becomes the best one.
    pub(crate) fn beside_best(&self, other: &Text, best: &mut Pace, far: Cost) -> Costs {
        let mut kinds = self.kinds;
        kinds.iter_mut().zip(other.kinds).for_each(|(own, more)| *own += more);
        let letters: u32 = kinds[Kind::Latin as usize..=Kind::Letter as usize].iter().sum();
        let latin = kinds[Kind::Ascii as usize] + kinds[Kind::Latin as usize];
        let groups = || model().groups.iter().enumerate();
        let first = |number: usize| -> usize {
            model().groups.iter().take(number).map(|group| group.languages.len()).sum()
        };
        let is_asked = |(number, group): &(usize, &LazyGroup)| {
            let is_own = |kind: &usize| group.kinds >> kind & 1 == 1;
            let share: u32 = (0..Kind::COUNT).filter(is_own).map(|kind| kinds[kind]).sum();
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
        let least = other.least();
        let mut languages = Vec::new();
        let limit = best.0.last().map_or(Cost::MAX, |least| least.saturating_add(far));
        // The words of two readings are the same, unless one of them is too long.
        let same = if best.0.len() == self.words.len() { &*best } else { &Pace(Vec::new()) };
        let mut own = Pace(vec![Cost::MAX; self.words.len()]);
        for (number, group) in
            groups().filter(|group| if is_any { is_asked(group) } else { group.0 == 0 })
        {
            let least = if number == 0 { 0 } else { least };
            let others = other.costs(number, group).iter().map(|more| (*more).max(least)).collect();
            let mut english = latin.filter(|_| number > 0).map(|latin| latin.walk_from_space());
            let is_far = |word: usize, cost: Cost| {
                if let Some(least) = own.0.get_mut(word) {
                    *least = cost.min(*least);
                }
                cost > limit || same.0.get(word).is_some_and(|least| cost > *least + far)
            };
            let costs = self.added(others, group, is_far, |word| {
                let english = english.as_mut().zip(latin);
                english.map(|(walk, latin)| self.word_in(word, latin, 0, walk))
            });
            let costs = costs.unwrap_or_default();
            languages.extend((first(number)..).zip(costs));
        }
        if !languages.is_empty() && own.0.last() < best.0.last().or(Some(&Cost::MAX)) {
            *best = own;
        }
        Costs { languages }
    }
}

/// Returns the cost of `text` outside all languages: what it costs by the kinds and the letter cases of
/// its characters, and by how rare each is. It takes far less time than the cost in languages.
pub(crate) fn glance(text: impl Iterator<Item = Scored>) -> Cost {
    let model = model();
    let (mut before, mut cases) = (Kind::Space, [Case::None; 2]);
    let mut sum = 0;
    for scored in text {
        let spelling = scored.spelling(model, cases);
        let floor = match (scored.kind(), scored.plain_floor(model, before)) {
            // Many scripts share this kind, and a text has the letters of one.
            (Kind::Letter, floor) => floor.min(LETTER),
            (_, floor) => floor,
        };
        sum += Cost::from(floor) + Cost::from(spelling);
        (before, cases) = (scored.kind(), [cases[1], scored.letter.case]);
    }
    sum
}

/// Returns the cost of `text` in one language, if all its words are of this language. It is at least as
/// much as the cost in the likeliest language, and takes less time.
pub(crate) fn score_in(text: &[Scored], language: &str) -> Option<Cost> {
    let has_it = |group: &&LazyGroup| group.languages.iter().any(|code| code == language);
    let group = model().groups.iter().find(has_it)?;
    let number = group.languages.iter().position(|code| code == language)?;
    let text = Text::of(text);
    let mut walk = group.walk_from_space();
    let words = text.words();
    let costs = words.map(|word| Cost::from(text.word_in(word, group, number, &mut walk) + OWN));
    Some(costs.sum::<Cost>() + text.base.iter().sum::<Cost>())
}

/// Returns the cost of `text` in each plausible language.
#[must_use]
pub fn score(text: &[Scored]) -> Costs {
    Text::of(text).beside(&Text::of(&[]))
}

/// Returns the maximum cost of a word, which can be of any language or of English. `costs` are those in
/// the languages of a group.
pub(super) fn any(costs: &[u16], english: u16) -> u16 {
    // The mean is never below the minimum, and it takes longer.
    let min = costs.iter().copied().min().unwrap_or(0);
    let any = if min + ANY < english + ENGLISH { mean(costs) + ANY } else { u16::MAX };
    any.min(english + ENGLISH)
}

/// Returns the cost of the mean of the probabilities.
fn mean(costs: &[u16]) -> u16 {
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
