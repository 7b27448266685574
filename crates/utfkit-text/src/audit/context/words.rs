//! Words: which are spelled in several ways, and which look like others.

use crate::audit::rules::Rule;
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::Script;
use unicode_security::confusable_detection::skeleton;

use crate::audit::characters::classes;
use crate::audit::characters::classes::ALIKE;
use crate::audit::characters::classes::COMPOSED;
use crate::audit::characters::classes::LATIN;
use crate::audit::characters::classes::NO_ASCII;
use crate::audit::characters::classes::OTHER;
use crate::audit::characters::classes::script;
use crate::audit::observation::Observation;

/// So much of a word is looked at.
const MAX: usize = 256;

/// Follows the words of a text, of which only those with more than ASCII are of interest.
pub(crate) struct Words {
    nfc: ComposingNormalizerBorrowed<'static>,
    word: String,
    /// Where its first character beyond ASCII is, if it has one.
    seen: Option<Observation>,
    spelling: Spelling,
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
            seen: None,
            spelling: Spelling::default(),
        }
    }

    /// The word goes on with ASCII.
    pub(crate) fn ascii(&mut self, part: &str) {
        let room = MAX.saturating_sub(self.word.len());
        self.word.push_str(&part[..part.len().min(room)]);
    }

    /// The word goes on with `character`, beyond ASCII; `seen` is made if it is the first such.
    pub(crate) fn push(&mut self, character: char, seen: impl FnOnce() -> Observation) {
        if self.word.len() < MAX {
            self.word.push(character);
            self.seen.get_or_insert_with(seen);
        }
    }

    /// Where the word's first character beyond ASCII was seen.
    pub(crate) fn seen(&mut self) -> Option<&mut Observation> {
        self.seen.as_mut()
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

    /// All of `word` comes, of at most 256 bytes, behind no other; `seen` is its first character
    /// beyond ASCII.
    pub(crate) fn whole(&mut self, word: &str, seen: Observation) {
        self.word.push_str(word);
        self.seen = Some(seen);
    }

    /// The word is over; gives what there is to say about it to `observe`.
    pub(crate) fn end(&mut self, observe: &mut dyn FnMut(Observation)) {
        if let Some(seen) = self.seen.take() {
            self.judge(seen, observe);
        }
        self.word.clear();
    }

    fn judge(&mut self, seen: Observation, observe: &mut dyn FnMut(Observation)) {
        if let Some((rule, means)) = self.look() {
            observe(Observation { told: Some(means), ..seen.clone() }.by(rule));
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

    /// Whether the word looks like another, and like which.
    fn look(&self) -> Option<(Rule, String)> {
        let classes = classes::of_word(&self.word);
        if classes & (ALIKE | OTHER) != ALIKE {
            return None;
        }
        if classes & LATIN == 0 {
            // Of a word of one or two letters nothing can be told.
            self.word.chars().nth(2)?;
            if classes & NO_ASCII != 0 {
                return None;
            }
            return classes::ascii_like(&self.word).map(|like| (Rule::WholeScript, like));
        }
        let like: String = skeleton(&self.word).collect();
        self.is_mixed(&like).then_some((Rule::MixedScript, like))
    }

    /// Whether a word of Latin letters and others is made to look like one of a single script,
    /// `like` in Latin letters: not a formula as `sinα`, nor a word with an ending in another
    /// script.
    fn is_mixed(&self, like: &str) -> bool {
        let of = |wanted: Script| self.word.chars().filter(move |&c| script(c) == wanted);
        let greek_only = of(Script::Greek).count() > 0 && of(Script::Cyrillic).count() == 0;
        if like.is_ascii() {
            return !greek_only || self.word.chars().any(|c| GREEK_ALIKE.contains(c));
        }
        let latin = |alike: &str| of(Script::Latin).all(|c| alike.contains(c));
        (of(Script::Cyrillic).count() > 0 && latin(LATIN_AS_CYRILLIC))
            || (of(Script::Greek).count() > 2 && latin(LATIN_AS_GREEK))
    }
}

/// The Greek letters that cannot be told from Latin ones; `α`, `β`, `μ` and the like can, and stand
/// beside Latin letters in formulas and units.
const GREEK_ALIKE: &str = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιν";
/// The Latin letters that cannot be told from Cyrillic ones.
const LATIN_AS_CYRILLIC: &str = "aceijopsxyABCEHIJKMOPSTXY";
/// The Latin letters that cannot be told from Greek ones.
const LATIN_AS_GREEK: &str = "ovABEZHIKMNOPTYX";
