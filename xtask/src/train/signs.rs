//! The counts of signs by their neighbors.

use std::collections::BTreeMap;

use utfkit_text::{
    model::{
        letters::{Kind, Letter},
        signs::{PLACES, Row, place},
    },
    transform::Form,
    unicode::categories::short_category,
};

use super::table::{cost, push};

/// The last code point that can be a sign. Pictures follow.
const LAST: u32 = 0x25FF;
/// The number of occurrences that the places of a class count as, for each of its signs, and the
/// number that the places of all signs count as, for each class.
const TRUST_CLASS: f64 = 10.0;
const TRUST_ALL: f64 = 20.0;
/// The number of times that each sign counts as seen.
const UNSEEN: f64 = 0.06;

/// The counts of signs.
#[derive(Default)]
pub(super) struct Signs {
    /// The counts of each sign by its places.
    signs: BTreeMap<char, [f64; PLACES]>,
    /// The counts of all characters by their places.
    all: [f64; PLACES],
}

impl Signs {
    /// Counts the signs of a text between characters of ASCII. Other neighbors are often a sign of
    /// misread text.
    pub(super) fn text(&mut self, text: &str) {
        let mut before = ' ';
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let after = characters.peek().copied().unwrap_or(' ');
            if before.is_ascii() && after.is_ascii() {
                let [kind_before, kind_after] = [before, after].map(|one| Letter::of(one).kind);
                let place = place(kind_before, kind_after);
                self.all[place] += 1.0;
                if !character.is_ascii() && class(character).is_some() {
                    self.signs.entry(character).or_insert([0.0; PLACES])[place] += 1.0;
                }
            }
            before = character;
        }
    }

    /// Appends the rows of costs, and the row of each sign: how rare signs are at a place, and how rare
    /// the sign is among them. All signs of a class that were not seen
    /// share a row.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let all: BTreeMap<char, String> =
            (0x80..=LAST).filter_map(char::from_u32).filter_map(|c| Some((c, class(c)?))).collect();
        let none = [0.0; PLACES];
        let counts = |sign: char| self.signs.get(&sign).unwrap_or(&none);
        let mut classes: BTreeMap<&str, [f64; PLACES]> = BTreeMap::new();
        for (&sign, class) in &all {
            add(classes.entry(class).or_insert(none), counts(sign));
        }
        let mut places = none;
        classes.values().for_each(|counts| add(&mut places, counts));
        let sum = |counts: &[f64; PLACES]| counts.iter().sum::<f64>();
        let shares = smoothed(&places, &[1.0 / PLACES as f64; PLACES], 1.0);
        // The square root makes the signs of prose, such as quotation marks, less frequent.
        let weight = |sign: char| (sum(counts(sign)) + UNSEEN).sqrt();
        let whole: f64 = all.keys().map(|&sign| weight(sign)).sum();
        let joint = |sign: char, class: &str| -> [f64; PLACES] {
            let of_class = smoothed(&classes[class], &shares, TRUST_ALL);
            let own = smoothed(counts(sign), &of_class, TRUST_CLASS);
            own.map(|share| share * weight(sign) / whole)
        };
        let mut of_place = none;
        all.iter().for_each(|(&sign, class)| add(&mut of_place, &joint(sign, class)));
        let mut rows: Vec<Row> = Vec::new();
        let mut numbers = Vec::new();
        for (&sign, class) in &all {
            let joint = joint(sign, class);
            let row: Row = std::array::from_fn(|place| {
                let is_sign = (places[place] + 1.0) / (self.all[place] + 2.0);
                cost(is_sign * joint[place] / of_place[place])
            });
            let known = rows.iter().position(|known| *known == row);
            let number = known.unwrap_or_else(|| {
                rows.push(row);
                rows.len() - 1
            });
            numbers.push((sign, number as u32 + 1));
        }
        push(out, rows.len() as u32);
        rows.iter().for_each(|row| out.extend(row));
        push(out, numbers.len() as u32);
        let mut last = 0;
        for (sign, number) in numbers {
            push(out, u32::from(sign) - last);
            push(out, number);
            last = sign.into();
        }
    }
}

/// Returns the class of a sign, from its general category and its decomposition. Superscripts, such
/// as `²`, have other places than fractions.
fn class(character: char) -> Option<String> {
    let own = character.to_string();
    let is_variant = Form::Nfkd.of(&own) != Form::Nfd.of(&own);
    match Letter::of(character).kind {
        Kind::Symbol | Kind::Punctuation => {}
        Kind::Latin if is_variant => {}
        _ => return None,
    }
    let category = short_category(character.into());
    let form = match Form::Nfkd.of(&own) {
        _ if !is_variant => "",
        plain if plain.contains('\u{2044}') => "fraction",
        _ => "variant",
    };
    Some(format!("{category} {form}"))
}

fn add(sums: &mut [f64; PLACES], counts: &[f64; PLACES]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// Returns the share of each place, if `shares` count as `trust` occurrences.
fn smoothed(counts: &[f64; PLACES], shares: &[f64; PLACES], trust: f64) -> [f64; PLACES] {
    let whole: f64 = counts.iter().sum::<f64>() + trust;
    std::array::from_fn(|place| (counts[place] + trust * shares[place]) / whole)
}
