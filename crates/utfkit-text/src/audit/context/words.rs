//! Words: inconsistent spellings, and words that look like others.

use crate::audit::rules::Rule;
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::Script;

use crate::audit::characters::classes;
use crate::audit::characters::classes::COMPOSED;
use crate::audit::characters::classes::CYRILLIC;
use crate::audit::characters::classes::GREEK;
use crate::audit::characters::classes::LATIN;
use crate::audit::characters::classes::OTHER;
use crate::audit::characters::classes::RESEMBLES;
use crate::audit::characters::classes::UNLIKE_ASCII;
use crate::audit::context::scripts::{self, Mixed};
use crate::audit::observation::Observation;

/// The maximum number of bytes of a word that are judged.
const MAX: usize = 256;

/// Follows the words of a text. Only words with characters beyond ASCII are judged.
pub(crate) struct Words {
    nfc: ComposingNormalizerBorrowed<'static>,
    word: String,
    /// Whether a backslash is before the word, so that its first letters may be an escape.
    escaped: bool,
    /// The first character beyond ASCII, if there is one.
    seen: Option<Observation>,
    /// The first letter of each script.
    firsts: Vec<(Script, Observation)>,
    spelling: Spelling,
}

/// The look of a suspicious word.
enum Look {
    /// The whole word is in another script, and looks like this ASCII word.
    Whole(String),
    /// The letters are of several scripts.
    Mixed(Mixed),
}

/// The spelling of accents so far, among letters with two possible spellings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Spelling {
    #[default]
    Unknown,
    Composed,
    Decomposed,
    /// Both spellings occur, and this was reported.
    Mixed,
}

impl Words {
    /// Creates the state at the start of a text.
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

    /// Appends ASCII to the word. At the start of a word, `escaped` is `true` if a backslash is
    /// before it. `seen` makes the observation of a byte of `part`.
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

    /// Appends `character`, which is not ASCII. `seen` makes its observation if that is needed.
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

    /// Returns `true` if the word has no letter of `script` yet.
    fn is_new(&self, script: Script) -> bool {
        self.firsts.iter().all(|(other, _)| *other != script)
    }

    /// Returns the pending observations.
    pub(crate) fn seen(&mut self) -> impl Iterator<Item = &mut Observation> {
        self.seen.iter_mut().chain(self.firsts.iter_mut().map(|(_, seen)| seen))
    }

    /// Returns `true` if no word has begun.
    pub(crate) fn is_idle(&self) -> bool {
        self.word.is_empty() && self.seen.is_none()
    }

    /// Returns `true` if composed accents cannot change the state.
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.spelling, Spelling::Composed | Spelling::Mixed)
    }

    /// Returns `true` if the word has characters beyond ASCII.
    pub(crate) fn waits(&self) -> bool {
        self.seen.is_some()
    }

    /// Ends the word, and passes its observations to `observe`.
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
        // Fewer characters: an accent was decomposed. If the number is the same, the word has a
        // singleton, such as the old Angstrom sign.
        let is_decomposed = composed.chars().count() < self.word.chars().count();
        let seen = Observation { detail: Some(composed), ..seen };
        match (self.spelling, is_decomposed) {
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

    /// Returns `true` if the word has a composed letter with an accent.
    fn is_composed(&self) -> bool {
        classes::of_word(&self.word) & COMPOSED != 0
    }

    /// Returns the observation of a word that looks like another one, at its first suspicious
    /// letter.
    fn look_alike(&self, look: Look, seen: &Observation) -> Observation {
        let (rule, detail, script) = match look {
            Look::Whole(like) => {
                return Observation { detail: Some(like), ..seen.clone() }.by(Rule::WholeScript);
            }
            Look::Mixed(Mixed { script, reading }) => (Rule::MixedScript, reading, script),
        };
        let others = self.firsts.iter().filter(|(other, _)| *other != script).map(|(_, seen)| seen);
        let first = others.min_by_key(|seen| seen.position.offset).unwrap_or(seen);
        Observation { detail, ..first.clone() }.by(rule)
    }

    /// Returns the word without the letters of an escape: `\n`, or a roff font such as `\fB`.
    fn unescaped(&self) -> &str {
        let rest = self.word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if self.escaped && self.word.len() - rest.len() <= 2 { rest } else { &self.word }
    }

    /// Returns the look of the word, if it is suspicious.
    fn look(&self) -> Option<Look> {
        let word = self.unescaped();
        let classes = classes::of_word(word);
        if classes & (RESEMBLES | OTHER) != RESEMBLES {
            return None;
        }
        if classes & LATIN != 0 || classes & (GREEK | CYRILLIC) == GREEK | CYRILLIC {
            return scripts::mixed(word).map(Look::Mixed);
        }
        // Words of one or two letters resemble others too often.
        word.chars().nth(2)?;
        if classes & UNLIKE_ASCII != 0 {
            return None;
        }
        classes::ascii_like(word).map(Look::Whole)
    }
}
