//! Names that a text has beside words of its language: they may be of any, so the words around tell
//! nothing of their letters.
//!
//! `Gda<F1>sk` is Polish in windows-1250 in a line of English, and `Mu<F1>oz` is Spanish. Where
//! windows-1250 or windows-1257 has another letter at a byte, it takes a place at which no name
//! of Central Europe or of the Baltic has that one.

use std::ops::Range;

/// Bytes that are other letters in windows-1250 as well as in windows-1257: where words that are
/// no names have them, the line is in neither of these.
fn tells(byte: u8) -> bool {
    matches!(
        byte | 0x20,
        0xE0 | 0xE3 | 0xE6 | 0xE8 | 0xEA | 0xEC | 0xEF..=0xF2 | 0xF8 | 0xF9 | 0xFB | 0xFE
    ) && byte >= 0xC0
}

/// Whether `strays`, bytes of `line`, say of themselves that they are letters of Western Europe
/// and not of Central Europe.
pub(crate) fn is_telling(line: &[u8], strays: &[Range<usize>]) -> bool {
    strays.iter().cloned().flatten().any(|at| tells(line[at]) && !is_name(line, at))
}

/// Whether all `strays` of `line` can be letters of Western Europe where they stand: in names as
/// these have them there, or as they are told to be, and in other words as some word has them.
pub(crate) fn are_western(
    line: &[u8],
    strays: &[Range<usize>],
    has: impl Fn(char) -> bool,
) -> bool {
    let told = is_telling(line, strays);
    let is_western = |at: usize| {
        let is_free = told || fits(line, at) || !is_name(line, at);
        !is_strange(line, at) && is_free || has(line[at].into())
    };
    strays.iter().cloned().flatten().all(is_western)
}

/// Whether the word around `at` begins with a capital.
fn is_name(line: &[u8], at: usize) -> bool {
    // What is longer is no word, and would be looked through for each byte of it.
    const LONGEST: usize = 64;
    let from = at.saturating_sub(LONGEST);
    let start = line[from..at].iter().rposition(|&byte| !is_letter(byte));
    matches!(line[start.map_or(from, |end| from + end + 1)], b'A'..=b'Z' | 0xC0..=0xDE)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0xC0 && !matches!(byte, 0xD7 | 0xF7)
}

/// What stands beside a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    Vowel,
    Consonant,
}

/// Whether no word has the letter at `at` where it stands: `pilsçta`, `sljedeæe`, `rijeèi`.
fn is_strange(line: &[u8], at: usize) -> bool {
    use Beside::{Consonant, Nothing, Vowel};
    let place = Place::of(line, at);
    match (line[at] | 0x20, place.left(), place.right()) {
        (0xE6, left, right) => left == Vowel || left == Nothing && right == Vowel,
        (0xE7, _, right) => right == Consonant,
        (0xE8, left, right) => {
            matches!(place.before, b'a' | b'e') && right != Nothing
                || left == Vowel && right == Vowel
        }
        _ => false,
    }
}

/// Whether the byte at `at` stands in a word as a letter of Western Europe does, and not as the
/// letters that it is elsewhere.
fn fits(line: &[u8], at: usize) -> bool {
    use Beside::{Consonant, Nothing, Vowel};
    let place = Place::of(line, at);
    let Place { before, behind, next } = place;
    match (line[at] | 0x20, place.left(), place.right()) {
        // The same in both, or, as `ß`, in all but few; `į` and `ś`, for which few texts have
        // windows-1257.
        (0xDF | 0xFF, ..) => line[at] == 0xDF,
        (0xE1 | 0xE4 | 0xE5 | 0xE9 | 0xF3 | 0xF4 | 0xF6 | 0xFA | 0xFC, ..) => true,
        // à: ŕ, ą. `Città`, `À`.
        (0xE0, left, right) => left != Vowel && right == Nothing,
        // â: ā. `Château`.
        (0xE2, ..) => before == b'h' && behind == b't',
        // ã: ă, ć.
        (0xE3, ..) => matches!(behind, b'o' | b'e'),
        // æ: ć behind vowels, ę as in `Kęstutis`.
        (0xE6, left, _) => left != Vowel && b"rlgdnbvk".contains(&behind),
        // ç: ē.
        (0xE7, ..) => matches!(behind, b'a' | b'o' | b'u' | 0xE2 | 0xE3 | 0xF4 | 0xF5),
        // è: č. `Genève`, `Crèche`, `Après`, `Bibliothèque`, `Molière`, `Troisième`.
        (0xE8, Consonant, Consonant) => {
            matches!((behind, next), (_, b'e') | (b'c', b'h') | (b's', b' ') | (b'q', _))
        }
        (0xE8, Vowel, Consonant) => before == b'i' && matches!(behind, b'r' | b'm') && next == b'e',
        // ê: ę, which begins no word. `Être`, `Même`.
        (0xEA, left, _) => left == Nothing || behind == b'm' && next == b'e',
        // ë: ė. `Noël`.
        (0xEB, left, _) => left == Vowel,
        // í: ķ, beside `e` and `i`.
        (0xED, left, right) => {
            let is_soft = left != Consonant || b"rlns".contains(&before);
            matches!(behind, b'a' | b'o')
                || right == Consonant && left == Consonant
                || !is_soft && !matches!(behind, b'e' | b'i')
        }
        // î: ī. `Benoît`.
        (0xEE, left, _) => left == Vowel,
        // ï: ď, ļ. `Haïti`.
        (0xEF, ..) => matches!(before, b'a' | b'o') && b"tscdvr".contains(&behind),
        // ñ: ń, before consonants and at the end.
        (0xF1, left, right) => left != Consonant && right == Vowel,
        // ò: ň, ņ. `Nicolò`.
        (0xF2, left, right) => left == Consonant && right == Nothing,
        // õ: ő.
        (0xF5, ..) => behind == b'e',
        // ø: ř, beside a vowel; ų, at the end.
        (0xF8, left, right) => left != Vowel && right == Consonant,
        // ù: ů, ł. `Où`.
        (0xF9, _, right) => before == b'o' && right == Nothing,
        // ì: ě, ģ; ð: đ, š; û: ű, ū; ý: ż; þ: ţ, ž.
        _ => false,
    }
}

/// The small letters beside a letter, the one before it and two behind, or spaces.
#[derive(Clone, Copy)]
struct Place {
    before: u8,
    behind: u8,
    next: u8,
}

impl Place {
    fn of(line: &[u8], at: usize) -> Self {
        let small = |at: Option<usize>| {
            let byte = at.and_then(|at| line.get(at)).copied().filter(|&byte| is_letter(byte));
            byte.map_or(b' ', |byte| byte | 0x20)
        };
        let [before, behind, next] = [at.checked_sub(1), Some(at + 1), Some(at + 2)].map(small);
        Self { before, behind, next }
    }

    fn left(self) -> Beside {
        beside(self.before)
    }

    fn right(self) -> Beside {
        beside(self.behind)
    }
}

fn beside(byte: u8) -> Beside {
    match byte {
        b' ' => Beside::Nothing,
        b'a' | b'e' | b'i' | b'o' | b'u' | b'y' => Beside::Vowel,
        0xE0..=0xE6 | 0xE8..=0xEF | 0xF2..=0xF6 | 0xF8..=0xFD => Beside::Vowel,
        _ => Beside::Consonant,
    }
}
