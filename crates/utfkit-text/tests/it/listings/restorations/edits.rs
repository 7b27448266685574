//! Edits of a text before the damage, and after it.

/// An edit of a text.
pub(super) type Edit = (&'static str, fn(&str) -> String);

/// Joins lines again, each with its line end.
fn lines<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Changes each line that is not ASCII. `change` gets its number and its characters.
fn special(text: &str, change: impl Fn(usize, &mut Vec<char>)) -> String {
    let changed = text.lines().enumerate().map(|(at, line)| {
        let mut characters: Vec<char> = line.chars().collect();
        if !line.is_ascii() {
            change(at, &mut characters);
        }
        characters.into_iter().chain(['\n']).collect::<String>()
    });
    changed.collect()
}

/// The place of the `nth` character of a line that is not ASCII, or of its last one.
fn place(line: &[char], nth: usize) -> usize {
    let mut places = (0..line.len()).filter(|&at| !line[at].is_ascii());
    places.clone().nth(nth).or_else(|| places.next_back()).unwrap_or(0)
}

pub(super) const EDITS: [Edit; 30] = [
    ("nothing", str::to_owned),
    ("a number", |text| text.replace("12", "13")),
    ("a first line", |text| format!("a new line of the text\n{text}")),
    ("no second line", |text| {
        lines(text.lines().enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| line))
    }),
    ("other order", |text| lines(text.lines().rev())),
    ("indented", |text| text.lines().map(|line| format!("  {line}\n")).collect()),
    ("joined", |text| text.replace('\n', " ")),
    ("and", |text| special(text, |_, line| line.splice(0..0, "and ".chars()).for_each(drop))),
    ("a letter less before", |text| {
        special(text, |_, line| {
            let at = place(line, 1).saturating_sub(1);
            line.remove(at);
        })
    }),
    ("a special letter less", |text| {
        special(text, |_, line| {
            line.remove(place(line, 1));
        })
    }),
    ("a special letter twice", |text| {
        special(text, |_, line| {
            let at = place(line, 0);
            line.insert(at, line[at]);
        })
    }),
    ("a letter more after", |text| special(text, |_, line| line.insert(place(line, 1) + 1, 'x'))),
    ("a question", |text| special(text, |_, line| line.insert(line.len() / 2, '?'))),
    ("questions after", |text| special(text, |_, line| line.extend("??".chars()))),
    ("a word more", |text| {
        special(text, |at, line| {
            let word = format!(" word{at} ");
            line.splice(line.len() / 2..line.len() / 2, word.chars()).for_each(drop);
        })
    }),
    ("half lines", |text| special(text, |_, line| line.truncate(line.len().div_ceil(2)))),
    ("other halves", |text| special(text, |_, line| drop(line.drain(..line.len() / 2)))),
    ("words in other order", |text| {
        let of = |line: &str| {
            let words: Vec<&str> = line.split(' ').rev().collect();
            words.join(" ")
        };
        text.lines().map(|line| of(line) + "\n").collect()
    }),
    ("no spaces", |text| text.replace(' ', "")),
    ("one word a line", |text| text.replace(' ', "\n")),
    ("each line twice", |text| text.lines().map(|line| format!("{line}\n{line}\n")).collect()),
    ("twice", |text| text.repeat(2)),
    ("first half", |text| lines(text.lines().take(text.lines().count() / 2))),
    ("blank lines", |text| text.replace('\n', "\n\n")),
    ("no line end", |text| text.trim_end().to_owned()),
    ("lines in pairs", |text| {
        let all: Vec<&str> = text.lines().collect();
        lines(all.chunks(2).flat_map(|pair| pair.iter().rev().copied()))
    }),
    ("a line moved", |text| {
        let mut all: Vec<&str> = text.lines().collect();
        let last = all.remove(all.len() - 1);
        all.insert(1, last);
        lines(all.into_iter())
    }),
    ("numbers", |text| {
        text.lines().enumerate().map(|(at, line)| format!("{at}. {line}\n")).collect()
    }),
    ("names", |text| text.replace("name", "title").replace("key", "title").replace("size", "x")),
    ("each other line changed", |text| {
        let of = |(at, line): (usize, &str)| {
            let end = if at % 2 == 0 { "" } else { " (changed)" };
            format!("{line}{end}\n")
        };
        text.lines().enumerate().map(of).collect()
    }),
];

/// An edit of the damaged text, in UTF-8: text that was typed, line ends, a BOM.
pub(super) enum After {
    Nothing,
    /// Words that are typed after the words of a line, by its number.
    Typed(usize, &'static str),
    /// The `nth` line that is not ASCII, typed at the end.
    Again(usize),
    CrLf,
    /// CRLF in each second line.
    Mixed,
    Bom,
}

pub(super) const AFTERS: [(&str, After); 11] = [
    ("", After::Nothing),
    (", typed ASCII", After::Typed(3, " (see line 4?)")),
    (", typed é", After::Typed(0, " café é")),
    (", typed →", After::Typed(2, " → 3")),
    (", typed ж", After::Typed(1, " жук")),
    (", typed Ã©", After::Typed(5, " Ã© Ð¶")),
    (", line typed again", After::Again(0)),
    (", third line typed again", After::Again(2)),
    (", CRLF", After::CrLf),
    (", some CRLF", After::Mixed),
    (", BOM", After::Bom),
];
