//! Invisible operators: they have a meaning between variables, numbers and function names. Inside
//! words and numbers they only hide.

use crate::audit::characters::letters::LastCharacters;
use crate::audit::characters::letters::is_letter;

/// The minimum number of single letters between operators that form a word instead of a product.
const WORD: usize = 4;
/// The minimum if not all operators multiply.
const SHORT_WORD: usize = 3;

/// The minimum number of letters that cannot be a function name.
const LONG: usize = 8;

/// The functions that are written by name.
const FUNCTIONS: [&str; 62] = [
    "Im", "Re", "adj", "arccos", "arccot", "arccsc", "arcosh", "arcsec", "arcsin", "arctan",
    "arctg", "arg", "arsinh", "artanh", "ch", "cos", "cosec", "cosh", "cot", "cotg", "coth", "csc",
    "csch", "ctg", "cth", "curl", "deg", "det", "diag", "dim", "div", "erf", "exp", "gcd", "grad",
    "hom", "inf", "ker", "lcm", "lg", "lim", "ln", "log", "max", "min", "mod", "rank", "rot",
    "sec", "sech", "sgn", "sh", "sign", "sin", "sinh", "sup", "tan", "tanh", "tg", "th", "tr",
    "var",
];

/// Returns `true` if `operator` only hides between the text `before` and the letters `after`,
/// which `over` ends. Returns `None` if another letter may decide.
pub(crate) fn hides(
    operator: char,
    before: &LastCharacters,
    after: &[char],
    over: Option<char>,
) -> Option<bool> {
    let first = after.first().copied().or(over);
    let last = before.last();
    let left = before.letters();
    if last.is_some_and(|c| c.is_ascii_digit()) && first.is_some_and(|c| c.is_ascii_digit()) {
        return Some(true);
    }
    if !is_of_mathematics(operator) {
        return Some(!left.is_empty() && !after.is_empty());
    }
    let is_hidden = |c: Option<char>| c.is_some_and(|c| c == '\u{2060}' || is_of_mathematics(c));
    if is_hidden(last) || is_hidden(first) {
        return Some(true);
    }
    let named = operator == '\u{2061}';
    let has_operand = !after.is_empty() || first.is_some_and(char::is_numeric);
    // Only function names are applied, and a word of several letters is not a factor.
    if left.len() > 1 && (named || has_operand) && !(named && is_function(left)) {
        return Some(true);
    }
    if left.is_empty() || after.is_empty() {
        return Some(false);
    }
    if left.len() == 1 && is_word_in_letters(operator, before) {
        return Some(true);
    }
    match over {
        None if after.len() < LONG => None,
        _ => Some(after.len() > 1 && !is_function(after)),
    }
}

fn is_of_mathematics(character: char) -> bool {
    matches!(character, '\u{2061}'..='\u{2064}')
}

fn is_function(letters: &[char]) -> bool {
    let is = |name: &&str| name.chars().eq(letters.iter().copied());
    FUNCTIONS.iter().any(is)
}

/// Returns `true` if the single letters `before`, with one more after `operator`, form a word.
fn is_word_in_letters(operator: char, before: &LastCharacters) -> bool {
    let mut multiply = operator == '\u{2062}';
    let (mut letters, mut rest) = (1, before.characters());
    while let [earlier @ .., letter] = rest
        && is_letter(*letter)
        && !earlier.last().copied().is_some_and(is_letter)
    {
        letters += 1;
        let [before @ .., operator] = earlier else { break };
        if !is_of_mathematics(*operator) {
            break;
        }
        multiply &= *operator == '\u{2062}';
        rest = before;
    }
    letters >= if multiply { WORD } else { SHORT_WORD }
}
