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
    /// It begins a line, before a space, and is not before a price.
    Bullet,
    Other,
}

/// Returns the use of a sign between the characters `before` it, from the last one to the first, and
/// those `after` it, all in its line.
pub(super) fn use_of(before: &[char], after: &[char]) -> Use {
    if let Some(found) = of_field(before, after) {
        return found;
    }
    let (last, next) = (before.first(), after.first());
    let is_first = before.iter().all(is_space);
    let is_border = after.is_empty() && before.iter().rfind(|one| !is_space(one)) == Some(&SIGN);
    if is_border {
        return Use::Separator;
    }
    let has_others = before.contains(&SIGN) || after.contains(&SIGN);
    let spaced = usize::from(last.is_some_and(is_space));
    let unit = unit_before(&before[spaced..]);
    let start = match unit {
        0 => spaced,
        _ => spaced + unit + usize::from(before.get(spaced + unit).is_some_and(is_space)),
    };
    let len = number_before(&before[start..]);
    let number: Vec<_> = before[start..start + len].iter().rev().copied().collect();
    let rest = before.get(start + len);
    if let Some(price) = Number::of(&number).filter(|_| !is_joined(rest)) {
        let text: String = before[..start + len].iter().rev().chain([&SIGN]).collect();
        let is_free = !is_joined(next) && next != Some(&'#');
        let ends = spaced == 0 || next.is_none_or(|one| !is_space(one));
        return match () {
            () if is_free && (ends || price.has_cents || unit > 0) => Use::Price(text),
            () if spaced == 0 || !next.is_some_and(is_space) => Use::Other,
            () if has_others => Use::Separator,
            () if is_operator(&before[start + len..], after) => Use::Other,
            () => Use::AfterNumber(text),
        };
    }
    let spaced = usize::from(next.is_some_and(is_space));
    let len = number_after(&after[spaced..]);
    let rest = after.get(spaced + len);
    let price = Number::of(&after[spaced..spaced + len]);
    let price = price.filter(|_| !is_joined(last) && !is_joined(rest) && rest != Some(&'#'));
    let text = || [SIGN].iter().chain(&after[..spaced + len]).collect();
    match price {
        Some(price) if price.has_cents && !has_others => Use::Price(text()),
        _ if is_first && spaced > 0 => Use::Bullet,
        Some(price) if price.has_cents || spaced == 0 && !is_first => Use::Price(text()),
        Some(_) if spaced == 0 && !has_others => {
            if rest.is_some_and(is_space) {
                Use::AfterNumber(text())
            } else {
                Use::Price(text())
            }
        }
        _ => Use::Other,
    }
}

/// Returns the use of a sign that is a field of a record, if the field next to it is a price.
fn of_field(before: &[char], after: &[char]) -> Option<Use> {
    let is_between = |one: &char| matches!(one, ';' | ',' | '\t' | '|' | '"');
    let is_end = |one: Option<&char>| one.is_none_or(is_between);
    if !is_end(before.first()) || !is_end(after.first()) {
        return None;
    }
    let gap = |side: &[char]| side.iter().take(3).take_while(|one| is_between(one)).count();
    let is_price = |number: &[char]| Number::of(number).is_some_and(|number| number.has_cents);
    let start = gap(before);
    let end = start + number_before(&before[start..]);
    let number: Vec<_> = before[start..end].iter().rev().copied().collect();
    if start > 0 && is_price(&number) && is_end(before.get(end)) {
        return Some(Use::Price(before[..end].iter().rev().chain([&SIGN]).collect()));
    }
    let start = gap(after);
    let end = start + number_after(&after[start..]);
    if start > 0 && is_price(&after[start..end]) && is_end(after.get(end)) {
        return Some(Use::Price([SIGN].iter().chain(&after[..end]).collect()));
    }
    None
}

/// Returns `true` if a sign is between the operands of a formula: a number is `after` it, or one
/// character, and there is an equals sign `before` it.
fn is_operator(before: &[char], after: &[char]) -> bool {
    let operand: Vec<_> = after.iter().skip(1).take_while(|one| !is_space(one)).collect();
    let is_number = || !operand.is_empty() && operand.iter().all(|one| one.is_ascii_digit());
    is_number() || operand.len() == 1 && before.contains(&'=')
}

fn is_space(one: &char) -> bool {
    one.is_whitespace()
}

/// Returns `true` for a character that belongs to the same word as the number or the sign next to it.
fn is_joined(one: Option<&char>) -> bool {
    one.is_some_and(|&one| one.is_alphanumeric() || one == SIGN)
}

fn is_of_number(one: &char) -> bool {
    one.is_ascii_digit() || matches!(one, '.' | ',' | '-')
}

/// The abbreviations of a thousand, a million and a billion that are before a currency sign.
const UNITS: [&str; 9] = ["T", "k", "K", "M", "Mio", "Mio.", "Mrd", "Mrd.", "Tsd."];

/// Returns the length of the abbreviation at the end of the text whose characters `before` has, from
/// the last one to the first.
fn unit_before(before: &[char]) -> usize {
    let is_of_word = |one: &&char| one.is_alphabetic() || **one == '.';
    let len = before.iter().take_while(is_of_word).count();
    let word: String = before[..len].iter().rev().collect();
    if UNITS.contains(&&*word) { len } else { 0 }
}

/// Returns the length of the number at the end of the text whose characters `before` has, from the
/// last one to the first.
fn number_before(before: &[char]) -> usize {
    let mut len = before.iter().take_while(|one| is_of_number(one)).count();
    let digits = |at: usize| {
        before.get(at..).unwrap_or_default().iter().take_while(|one| one.is_ascii_digit()).count()
    };
    let tail = before[..len].iter().rev().take_while(|one| one.is_ascii_digit()).count();
    let mut group = tail;
    // A space is between groups of three digits.
    while group == 3 && before.get(len).is_some_and(is_space) {
        group = digits(len + 1);
        if group == 0 || group > 3 {
            break;
        }
        len += 1 + group;
    }
    len
}

/// Returns the length of the number at the start of `after`.
fn number_after(after: &[char]) -> usize {
    let mut len = after.iter().take_while(|one| is_of_number(one)).count();
    let digits = |at: usize| {
        after.get(at..).unwrap_or_default().iter().take_while(|one| one.is_ascii_digit()).count()
    };
    let mut is_open = (1..=3).contains(&len) && digits(0) == len;
    while is_open && after.get(len).is_some_and(is_space) && digits(len + 1) == 3 {
        let number = after[len + 1..].iter().take_while(|one| is_of_number(one)).count();
        len += 1 + number;
        is_open = number == 3;
    }
    len
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
        let text: Vec<_> = text.iter().copied().filter(|one| !is_space(one)).collect();
        let text = match &text[..] {
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
