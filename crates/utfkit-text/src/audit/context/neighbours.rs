//! Characters that are correct next to some characters, and suspicious next to others.

use crate::audit::characters::hidden::selector_byte;
use crate::audit::characters::hidden::tag_character;
use crate::audit::rules::Rule;
use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        Emoji, EmojiModifier, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
        Ideographic, Script,
    },
};

use crate::audit::characters::classes::script;
use crate::audit::characters::letters::LastCharacters;
use crate::audit::characters::letters::breaks_unseen;
use crate::audit::characters::letters::is_letter;
use crate::audit::context::operators;
use crate::audit::observation::Observation;

/// The text before a character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    pub(crate) last_characters: LastCharacters,
    /// Whether an emoji ends here, including its modifier and selector, so that a joiner may
    /// follow.
    pub(crate) emoji: bool,
    /// The script of the letter or mark directly before.
    pub(crate) script: Option<Script>,
}

impl Before {
    /// Returns the state after an ill-formed sequence.
    pub(crate) fn after_error() -> Self {
        let mut before = Self::default();
        before.last_characters.push('\u{FFFD}');
        before
    }

    /// Skips `text`, which ends with `last`.
    pub(crate) fn skip(&mut self, text: &str, last: char) {
        *self = Self { last_characters: self.last_characters, ..Self::default() };
        self.last_characters.skip(&text[..text.len() - last.len_utf8()]);
        self.push(last);
    }

    /// Skips `text`, which is ASCII.
    pub(crate) fn skip_plain(&mut self, text: &str) {
        *self = Self { last_characters: self.last_characters, ..Self::default() };
        self.last_characters.skip(text);
    }

    pub(crate) fn last(&self) -> Option<char> {
        self.last_characters.last()
    }

    /// Returns `true` if another joiner would have no meaning. Three choose a form without a
    /// ligature (Unicode section 9.2); more can only hide bits.
    fn ends_in_joiners(&self) -> bool {
        const MAX: usize = 3;
        let joiners = self.last_characters.characters().iter().rev().take(MAX);
        joiners.filter(|character| matches!(character, '\u{200C}' | '\u{200D}')).count() == MAX
    }

    /// Returns `true` if `character` ends an emoji.
    fn ends_emoji(&self, character: char) -> bool {
        let extends =
            character == '\u{FE0F}' || CodePointSetData::new::<EmojiModifier>().contains(character);
        is_pictographic(character) || (self.emoji && extends)
    }

    /// Appends `character`.
    pub(crate) fn push(&mut self, character: char) {
        self.emoji = may_be_emoji(character) && self.ends_emoji(character);
        self.script = match script(character) {
            // A mark of several scripts, or a joiner, takes the script of the letter before it.
            Script::Inherited => self.script,
            Script::Common => None,
            other => Some(other),
        };
        self.last_characters.push(character);
    }
}

/// Returns `true` if `character` is in a block of emoji, modifiers or selectors. This is cheap, and
/// excludes the letters of most languages.
const fn may_be_emoji(character: char) -> bool {
    matches!(character, '\u{A9}' | '\u{AE}' | '\u{2000}'..='\u{32FF}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FFFF}')
}

fn is_pictographic(character: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(character)
}

/// Returns `true` if words in `script` use joiners, according to UAX #31 section 2.3.1 and common
/// use.
fn joins(script: Script) -> bool {
    matches!(
        script,
        Script::Arabic
            | Script::Syriac
            | Script::Mandaic
            | Script::Nko
            | Script::Mongolian
            | Script::PhagsPa
            | Script::HanifiRohingya
            | Script::Devanagari
            | Script::Bengali
            | Script::Gurmukhi
            | Script::Gujarati
            | Script::Oriya
            | Script::Tamil
            | Script::Telugu
            | Script::Kannada
            | Script::Malayalam
            | Script::Sinhala
            | Script::Khmer
            | Script::Myanmar
            | Script::Balinese
            | Script::Javanese
            | Script::Sundanese
            | Script::Newa
            | Script::Tibetan
            | Script::Chakma
    )
}

/// A character whose successors decide whether it is reported.
pub(crate) struct Waiting {
    pub(crate) seen: Observation,
    pub(crate) character: char,
    pub(crate) before: Before,
    /// The letters after it.
    letters: LastCharacters,
}

/// The state of the decision.
pub(crate) enum Decided {
    /// The character belongs here.
    Fine,
    Report(Observation),
    /// More characters are needed.
    Undecided(Waiting),
}

impl Waiting {
    /// Creates the state before any successor is known.
    pub(crate) fn new(seen: Observation, character: char, before: Before) -> Self {
        Self { seen, character, before, letters: LastCharacters::default() }
    }

    /// Decides with `next` as the next character.
    pub(crate) fn decide(self, next: Option<char>) -> Decided {
        if self.seen.rule == Rule::InvisibleOperator {
            return self.decide_operator(next);
        }
        self.decide_at_once(next).map_or(Decided::Fine, Decided::Report)
    }

    fn decide_operator(mut self, next: Option<char>) -> Decided {
        // The end of the text counts as the end of a line.
        let next = next.unwrap_or('\n');
        let over = (!is_letter(next)).then_some(next);
        if over.is_none() {
            self.letters.push(next);
        }
        let letters = self.letters.characters();
        match operators::hides(self.character, &self.before.last_characters, letters, over) {
            None => Decided::Undecided(self),
            Some(true) => Decided::Report(self.seen.by(Rule::ZeroWidth)),
            Some(false) => Decided::Report(self.seen),
        }
    }

    fn decide_at_once(self, next: Option<char>) -> Option<Observation> {
        let script = next.map(script).filter(|&script| script != Script::Common);
        match self.character {
            '\u{115F}' => {
                let jamo = next.is_some_and(
                    |c| matches!(c, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7C6}'),
                );
                (!jamo).then_some(self.seen)
            }
            '\u{200D}' if self.before.emoji && next.is_some_and(is_pictographic) => None,
            _ if self.before.ends_in_joiners() => Some(self.seen),
            _ => match (self.before.script.is_some_and(joins), script.is_some_and(joins)) {
                (true, true) => None,
                (true, false) | (false, true) => Some(self.seen.by(Rule::JoinerStray)),
                (false, false) => Some(self.seen),
            },
        }
    }
}

/// Returns `true` if `character`, whose worst suspicion is `rule`, belongs after `before`.
pub(crate) fn belongs(character: char, rule: Rule, before: Before) -> bool {
    match (rule, character) {
        (_, '\u{200B}') => before.script.is_some_and(breaks_unseen),
        // A letter has at most one variant, and one vowel separator after it.
        (_, '\u{180E}') => {
            before.script == Some(Script::Mongolian) && before.last() != Some(character)
        }
        (_, '\u{180B}'..='\u{180F}') => {
            let is_free = |last| !matches!(last, '\u{180B}'..='\u{180F}');
            before.script == Some(Script::Mongolian) && before.last().is_some_and(is_free)
        }
        (_, '\u{1160}') => before
            .last()
            .is_some_and(|last| matches!(last, '\u{1100}'..='\u{115F}' | '\u{A960}'..='\u{A97C}')),
        (_, '\u{FEFF}') => before.last().is_none(),
        _ => false,
    }
}

/// A run of tag characters or of variation selectors.
pub(crate) struct Run {
    pub(crate) seen: Observation,
    before: Before,
    tags: bool,
    first: char,
    characters: u64,
    /// The hidden bytes, up to the maximum.
    hidden: Vec<u8>,
    ended: bool,
}

/// The maximum number of hidden bytes that are kept.
const MAX: usize = 256;

impl Run {
    /// Creates a run that begins with `character`.
    pub(crate) fn new(character: char, rule: Rule, seen: Observation, before: Before) -> Self {
        let tags = rule == Rule::TagText;
        let mut run = Self {
            seen,
            before,
            tags,
            first: character,
            characters: 0,
            hidden: Vec::new(),
            ended: false,
        };
        run.seen.length = 0;
        run.push(character, 0);
        run
    }

    /// Returns `true` if `character` continues the run.
    pub(crate) fn continues_with(&self, character: char) -> bool {
        if self.tags {
            matches!(character, '\u{E0001}' | '\u{E0020}'..='\u{E007F}') && !self.ended
        } else {
            selector_byte(character).is_some()
        }
    }

    /// Appends `character`, which has `bytes` bytes in the file.
    pub(crate) fn push(&mut self, character: char, bytes: u64) {
        self.characters += 1;
        self.seen.length += bytes;
        self.ended |= character == '\u{E007F}';
        let hidden = if self.tags {
            tag_character(character).map(|character| character as u8)
        } else {
            selector_byte(character)
        };
        if self.hidden.len() < MAX {
            self.hidden.extend(hidden);
        }
    }

    /// Returns the observation; `None` if the run belongs here.
    pub(crate) fn end(self) -> Option<Observation> {
        match self.tags {
            true => self.tags(),
            false if self.characters == 1 => {
                (!has_variants(self.before.last(), self.first)).then_some(self.seen)
            }
            false => {
                let means = Some(hidden(&self.hidden));
                Some(Observation { detail: means, ..self.seen }.by(Rule::SelectorText))
            }
        }
    }

    fn tags(self) -> Option<Observation> {
        let flag = self.before.last() == Some('\u{1F3F4}') && self.ended;
        if flag && matches!(&self.hidden[..], b"gbeng" | b"gbsct" | b"gbwls") {
            return None;
        }
        let region = (3..=6).contains(&self.hidden.len())
            && self.hidden.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        let rule = if flag && region { Rule::TagSequence } else { Rule::TagText };
        Some(Observation { detail: Some(hidden(&self.hidden)), ..self.seen }.by(rule))
    }
}

/// Returns hidden bytes as text, or as hexadecimal digits if they are not UTF-8.
fn hidden(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            digits.join(" ")
        }
    }
}

/// Returns `true` if `selector` can select a variant of `base`.
fn has_variants(base: Option<char>, selector: char) -> bool {
    let Some(base) = base else { return false };
    match selector {
        '\u{FE0E}' | '\u{FE0F}' => CodePointSetData::new::<Emoji>().contains(base),
        '\u{E0100}'.. => CodePointSetData::new::<Ideographic>().contains(base),
        _ => {
            let category = CodePointMapData::<GeneralCategory>::new().get(base);
            base == '0'
                || GeneralCategoryGroup::Symbol.contains(category)
                || GeneralCategoryGroup::Punctuation.contains(category)
                || category == GeneralCategory::OtherLetter
                || script(base) == Script::Mongolian
        }
    }
}
