//! Short texts of ASCII with one or two signs.

use super::{Sample, all_charsets, push};
use crate::score::random::Random;

/// The number of texts, and the share of the charsets with its signs that each is in: one in
/// `SHARE`.
const TEXTS: usize = 400;
const SHARE: usize = 8;

const UNITS: [&str; 16] = [
    "m²", "km²", "cm³", "m³", "°C", "°F", "°", "µm", "µg", "µS/cm", "µs", "µl", "g/m²", "°C/s",
    "m/s²", "µg/m³",
];
const QUOTED: [&str; 6] = ["hello", "yes", "Read me", "New York", "the end", "x"];
const WORDS: [&str; 8] =
    ["Acme", "Widget", "Example Corp", "Total", "Price", "Distance", "Section", "The Team"];

/// Adds the jury.
pub(super) fn add(all: &mut Vec<Sample>, random: &mut Random) {
    for _ in 0..TEXTS {
        let text = text(random);
        for charset in all_charsets() {
            if random.below(SHARE) == 0 {
                push(all, "signs", &text, charset, &text);
            }
        }
    }
}

fn text(random: &mut Random) -> String {
    let unit = UNITS[random.below(UNITS.len())];
    let other = UNITS[random.below(UNITS.len())];
    let quoted = QUOTED[random.below(QUOTED.len())];
    let word = WORDS[random.below(WORDS.len())];
    let (number, year) = (1 + random.below(200), 1970 + random.below(55));
    match random.below(24) {
        0 | 1 => format!("{number} {unit}"),
        2 => format!("{word}: {number} {unit}\n"),
        3 => format!("({unit});({other})\n"),
        4 => format!("{word} [{unit}],{number},{number}.5\n"),
        5 => format!("The area of the {quoted} is {number} {unit}.\n"),
        6 => format!("“{quoted}”"),
        7 => format!("He said “{quoted}” to {word}.\n"),
        8 => format!("‘{quoted}’\n"),
        9 => format!("«{quoted}»\n"),
        10 => format!("{word} doesn’t {quoted}\n"),
        11 => format!("Add ½ cup of {quoted} and ¼ cup of milk.\n"),
        12 => format!("½ cup {quoted}\n"),
        13 => format!("{number}½ in"),
        14 => format!("© {year}"),
        15 => format!("Copyright © {year} {word}. All rights reserved.\n"),
        16 => format!("{word}® is a trademark of {word} Inc.\n"),
        17 => format!("Tickets cost £{number} for adults.\n"),
        18 => format!("{word}: {number} €\n"),
        19 => format!("see §{number} and §{year}\n"),
        20 => format!("{number} ± 3 mm\n"),
        21 => format!("{number} × {year} pixels\n"),
        22 => format!("pages {number}–{year}\n"),
        _ => format!("{word} — {quoted}\n"),
    }
}
