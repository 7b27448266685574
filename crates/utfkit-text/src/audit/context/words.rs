//! Words: which are spelled in several ways, and which look like others.

use crate::audit::rules::Rule;
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::Script;

use crate::audit::characters::classes;
use crate::audit::characters::classes::ALIKE;
use crate::audit::characters::classes::COMPOSED;
use crate::audit::characters::classes::CYRILLIC;
use crate::audit::characters::classes::GREEK;
use crate::audit::characters::classes::LATIN;
use crate::audit::characters::classes::NO_ASCII;
use crate::audit::characters::classes::OTHER;
use crate::audit::context::scripts::{self, Mixed};
use crate::audit::observation::Observation;

/// So much of a word is looked at.
const MAX: usize = 256;

/// Follows the words of a text, of which only those with more than ASCII are of interest.
pub(crate) struct Words {
    nfc: ComposingNormalizerBorrowed<'static>,
    word: String,
    /// Whether a backslash stands before the word: its first letters may be an escape.
    escaped: bool,
    /// Where its first character beyond ASCII is, if it has one.
    seen: Option<Observation>,
    /// The first letter of each script.
    firsts: Vec<(Script, Observation)>,
    spelling: Spelling,
}

/// What a word looks like.
enum Look {
    /// All of it is in another script than the Latin word.
    Whole(String),
    /// Its letters are of several scripts.
    Mixed(Mixed),
}

/// How accents were spelled so far, where they can be spelled in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Spelling {
    #[default]
    Unknown,
    Composed,
    Decomposed,
    /// In both ways, which was told.
    Mixed,
}

impl Words {
    /// At the start of a text.
    pub(crate) fn new() -> Self {
        Self {
            nfc: ComposingNormalizerBorrowed::new_nfc(),
            word: String::new(),
            escaped: false,
            seen: None,
            firsts: Vec::new(),
            spelling: Spelling::default(),
        }
    }

    /// The word goes on with ASCII. If it begins with that, `escaped` says whether a backslash stands
    /// before it. `seen` returns what is seen at a byte of `part`.
    pub(crate) fn ascii(
        &mut self,
        part: &str,
        escaped: bool,
        seen: impl FnOnce(usize) -> Observation,
    ) {
        if self.word.is_empty() {
            self.escaped = escaped;
        }
        let room = MAX.saturating_sub(self.word.len());
        let part = &part[..part.len().min(room)];
        if let Some(letter) = part.bytes().position(|byte| byte.is_ascii_alphabetic())
            && self.is_new(Script::Latin)
        {
            self.firsts.push((Script::Latin, seen(letter)));
        }
        self.word.push_str(part);
    }

    /// The word goes on with `character`, beyond ASCII; `seen` is made if it is the first such.
    pub(crate) fn push(&mut self, character: char, seen: impl FnOnce() -> Observation) {
        if self.word.len() >= MAX {
            return;
        }
        self.escaped &= !self.word.is_empty();
        self.word.push(character);
        let script = classes::script(character);
        let is_new = !matches!(script, Script::Common | Script::Inherited) && self.is_new(script);
        if is_new || self.seen.is_none() {
            let seen = seen();
            if is_new {
                self.firsts.push((script, seen.clone()));
            }
            self.seen.get_or_insert(seen);
        }
    }

    /// Whether the word has no letter of `script` yet.
    fn is_new(&self, script: Script) -> bool {
        self.firsts.iter().all(|(other, _)| *other != script)
    }

    /// What is seen of the word.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.seen.iter_mut().chain(self.firsts.iter_mut().map(|(_, seen)| seen))
    }

    /// Whether no word has begun.
    pub(crate) fn is_idle(&self) -> bool {
        self.word.is_empty() && self.seen.is_none()
    }

    /// Whether accents that are composed change nothing.
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.spelling, Spelling::Composed | Spelling::Mixed)
    }

    /// Whether the word has more than ASCII.
    pub(crate) fn waits(&self) -> bool {
        self.seen.is_some()
    }

    /// The word is over; gives what there is to say about it to `observe`.
    pub(crate) fn end(&mut self, observe: &mut dyn FnMut(Observation)) {
        if let Some(seen) = self.seen.take() {
            self.judge(seen, observe);
        }
        self.word.clear();
        self.firsts.clear();
    }

    fn judge(&mut self, seen: Observation, observe: &mut dyn FnMut(Observation)) {
        if let Some(look) = self.look() {
            observe(self.look_alike(look, &seen));
        }
        if self.nfc.is_normalized(&self.word) {
            if self.spelling == Spelling::Decomposed && self.is_composed() {
                self.mixed(seen, observe);
            } else if self.spelling == Spelling::Unknown && self.is_composed() {
                self.spelling = Spelling::Composed;
            }
            return;
        }
        let composed = self.nfc.normalize(&self.word).into_owned();
        // Less in characters: an accent was spelled apart, which is a way to write and not an old
        // character.
        let apart = composed.chars().count() < self.word.chars().count();
        let seen = Observation { told: Some(composed), ..seen };
        match (self.spelling, apart) {
            (Spelling::Composed, true) => self.mixed(seen, observe),
            (Spelling::Unknown, true) => {
                self.spelling = Spelling::Decomposed;
                observe(seen.by(Rule::NotNfc));
            }
            _ => observe(seen.by(Rule::NotNfc)),
        }
    }

    fn mixed(&mut self, seen: Observation, observe: &mut dyn FnMut(Observation)) {
        self.spelling = Spelling::Mixed;
        observe(seen.by(Rule::MixedNormalization));
    }

    /// Whether the word has a letter with an accent as one character.
    fn is_composed(&self) -> bool {
        classes::of_word(&self.word) & COMPOSED != 0
    }

    /// Returns what to report of a word that looks like another one, at its first suspicious letter.
    fn look_alike(&self, look: Look, seen: &Observation) -> Observation {
        let (rule, told, script) = match look {
            Look::Whole(like) => {
                return Observation { told: Some(like), ..seen.clone() }.by(Rule::WholeScript);
            }
            Look::Mixed(Mixed { script, reading }) => (Rule::MixedScript, reading, script),
        };
        let others = self.firsts.iter().filter(|(other, _)| *other != script).map(|(_, seen)| seen);
        let first = others.min_by_key(|seen| seen.place.offset).unwrap_or(seen);
        Observation { told, ..first.clone() }.by(rule)
    }

    /// The word without the letters of an escape before it: `\n`, or a font of roff, as `\fB`.
    fn unescaped(&self) -> &str {
        let rest = self.word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if self.escaped && self.word.len() - rest.len() <= 2 { rest } else { &self.word }
    }

    /// Whether the word looks like another, and like which.
    fn look(&self) -> Option<Look> {
        let word = self.unescaped();
        let classes = classes::of_word(word);
        if classes & (ALIKE | OTHER) != ALIKE {
            return None;
        }
        if classes & LATIN != 0 || classes & (GREEK | CYRILLIC) == GREEK | CYRILLIC {
            return scripts::mixed(word).map(Look::Mixed);
        }
        // Of a word of one or two letters nothing can be told.
        word.chars().nth(2)?;
        if classes & NO_ASCII != 0 {
            return None;
        }
        classes::ascii_like(word).map(Look::Whole)
    }
}
