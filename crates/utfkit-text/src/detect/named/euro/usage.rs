//! Decides what a `¤` is used for, from the characters around it.

/// The sign of any currency, which few people write.
pub(super) const SIGN: char = '¤';

/// What a `¤` is used for.
pub(super) enum Use {
    /// A currency sign. The text is the sign with its number.
    Price(String),
    /// It is after a number and a space, and words follow.
    AfterNumber(String),
    /// The same, but the line has other signs, so it may be between two fields.
    Separator,
    /// It begins a line, before a space.
    Bullet,
    Other,
}

/// Returns the use of a sign between the characters `before` it, from the last one to the first, and
/// those `after` it, all in its line.
pub(super) fn use_of(before: &[char], after: &[char]) -> Use {
    let is_space = |one: &char| one.is_whitespace();
    let (last, next) = (before.first(), after.first());
    let is_first = before.iter().all(is_space);
    if is_first && next.is_some_and(is_space) {
        return Use::Bullet;
    }
    let is_joined =
        |one: Option<&char>| one.is_some_and(|&one| one.is_alphanumeric() || one == SIGN);
    let spaced = usize::from(last.is_some_and(is_space));
    let mut number: Vec<_> = before[spaced..].iter().copied().take_while(is_of_number).collect();
    number.reverse();
    let rest = before.get(spaced + number.len());
    if let Some(price) = Number::of(&number).filter(|_| !is_joined(rest)) {
        let text: String = before[..spaced + number.len()].iter().rev().chain([&SIGN]).collect();
        let is_free = !is_joined(next) && next != Some(&'#');
        let ends = spaced == 0 || next.is_none_or(|one| !is_space(one));
        if is_free && (ends || price.has_cents) {
            return Use::Price(text);
        }
        if spaced > 0 && next.is_some_and(is_space) {
            let has_others = before.contains(&SIGN) || after.contains(&SIGN);
            return if has_others { Use::Separator } else { Use::AfterNumber(text) };
        }
        return Use::Other;
    }
    let spaced = usize::from(next.is_some_and(is_space));
    let number: Vec<_> = after[spaced..].iter().copied().take_while(is_of_number).collect();
    let rest = after.get(spaced + number.len());
    match Number::of(&number) {
        Some(price) if !is_joined(last) && !is_joined(rest) && rest != Some(&'#') => {
            let text = [SIGN].iter().chain(&after[..spaced + number.len()]).collect();
            match price.has_cents || spaced == 0 && !is_first {
                true => Use::Price(text),
                false => Use::Other,
            }
        }
        _ => Use::Other,
    }
}

fn is_of_number(one: &char) -> bool {
    one.is_ascii_digit() || matches!(one, '.' | ',' | '-')
}

/// A number that may be a price.
struct Number {
    /// Whether it has two digits after a point or a comma, or dashes for them.
    has_cents: bool,
}

impl Number {
    /// Reads the number. Returns `None` if it is not one, or if all its digits are zero, as in a
    /// pattern for numbers.
    fn of(text: &[char]) -> Option<Self> {
        let text = match text {
            [rest @ .., '.' | ','] => rest,
            ['-', rest @ ..] | rest => rest,
        };
        let digits = |part: &[char]| part.iter().all(char::is_ascii_digit) && !part.is_empty();
        let mut parts: Vec<_> = text.split(|one| matches!(one, '.' | ',')).collect();
        let cents = parts.pop().filter(|_| !parts.is_empty());
        let has_dashes = matches!(cents, Some(['-'] | ['-', '-']));
        let has_cents = has_dashes || cents.is_some_and(|part| part.len() == 2 && digits(part));
        let is_number = match cents {
            None => digits(text),
            Some(cents) => parts.iter().all(|part| digits(part)) && (has_dashes || digits(cents)),
        };
        let is_real = text.iter().any(|one| matches!(one, '1'..='9'));
        (is_number && is_real).then_some(Self { has_cents })
    }
}
