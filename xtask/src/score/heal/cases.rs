//! A case: a text in a charset, edited and damaged, with the wanted bytes.

use std::collections::{HashMap, HashSet};

use super::{
    cells::{Cell, Line, encoded},
    damages::{DAMAGES, Damage, Target, fits},
    edits::{EDITS, Editor, real},
    texts::{Charset, Pair, suitable},
};
use crate::score::random::Random;

/// A part of the wanted bytes: the offset and the length.
pub(super) type Span = (usize, usize);

pub(super) struct Case {
    pub(super) charset: Charset,
    pub(super) damage: &'static Damage,
    pub(super) edits: Vec<&'static str>,
    pub(super) flags: Vec<&'static str>,
    pub(super) old: Vec<u8>,
    pub(super) new: Vec<u8>,
    pub(super) want: Vec<u8>,
    /// The characters of the old version that are not ASCII.
    pub(super) damaged: Vec<Span>,
    /// The characters of the edit.
    pub(super) typed: Vec<Span>,
}

impl Case {
    fn names(&self, only: &str) -> bool {
        only == self.charset.name
            || only == self.damage.name
            || self.edits.contains(&only)
            || self.flags.contains(&only)
    }
}

/// Makes a case of a text; `None` if the text has too little that can be damaged.
pub(super) fn make(pair: &Pair, random: &mut Random, only: Option<&str>) -> Option<Case> {
    for _ in 0..if only.is_some() { 60 } else { 6 } {
        let case = one(pair, random);
        if let Some(case) = case.filter(|case| only.is_none_or(|only| case.names(only))) {
            return Some(case);
        }
    }
    None
}

fn one(pair: &Pair, random: &mut Random) -> Option<Case> {
    let mut charsets = suitable(&pair.old);
    // Half of the texts of Unicode are in UTF-16; they are a fifth of all.
    let unicode = charsets.len() == 2 || random.chance(20);
    let at = if unicode {
        charsets.len() - 1 - random.below(2)
    } else {
        random.below(charsets.len() - 2)
    };
    let charset = charsets.swap_remove(at);
    let damages: Vec<_> = DAMAGES.iter().filter(|damage| fits(damage, &charset)).collect();
    let damage = damages[random.below(damages.len())];
    let (mut old, mut new) = (charset.lines(&pair.old), charset.lines(&pair.new));
    let is_real = old != new && !charset.stateful && random.chance(60);
    let mut flags = Vec::new();
    if !is_real && random.chance(14) {
        let (name, shape): (_, fn(&str) -> String) =
            if random.chance(50) { ("subtitles", subtitles) } else { ("csv", csv) };
        flags.push(name);
        old = shape(&old);
    }
    if is_real {
        flags.push("real");
    } else {
        new.clone_from(&old);
    }
    let enough = old.chars().filter(|c| !c.is_ascii()).count() >= 5;
    if !enough || old.len() * 10 < pair.old.len() * 4 || new.len() * 10 < pair.new.len() * 4 {
        return None;
    }
    let opaque = !is_real && random.chance(12) && !charset.stateful;
    let doubles = random.chance(50);
    let mut olds: Vec<Line> = old
        .split_inclusive('\n')
        .map(|line| line.chars().map(|c| cell(c, &charset, doubles)).collect())
        .collect();
    if opaque && let Some(byte) = opaque_byte(&charset) {
        flags.push("opaque");
        for _ in 0..=random.below(4) {
            let line = random.below(olds.len());
            let at = random.below(olds[line].len());
            olds[line].insert(at, Cell::new(None, &[byte], true));
        }
    }
    let (news, edits) = if is_real {
        (real(&olds, &new, &charset), vec!["real"])
    } else {
        let mut editor = Editor::new(olds.clone(), &charset, random);
        let mut names = Vec::new();
        for _ in 0..[1, 1, 2, 3][editor.random.below(4)] {
            let edit = &EDITS[editor.random.below(EDITS.len())];
            if editor.lines.len() > 3 && (edit.by_line || !charset.stateful) {
                (edit.make)(&mut editor);
                names.push(edit.name);
            }
        }
        (editor.lines, names)
    };
    Some(written(charset, damage, &olds, &news, edits, flags, random))
}

/// The second encodings of some signs, which decoders accept and encoders do not write.
const DOUBLES: [(char, [u8; 2]); 6] = [
    ('≒', [0x87, 0x90]),
    ('≡', [0x87, 0x91]),
    ('∵', [0x87, 0x9A]),
    ('№', [0xFA, 0x59]),
    ('¬', [0xEE, 0xF9]),
    ('∪', [0x87, 0x9B]),
];

fn cell(character: char, charset: &Charset, doubles: bool) -> Cell {
    if doubles
        && charset.name == "shift_jis"
        && let Some((_, bytes)) = DOUBLES.iter().find(|double| double.0 == character)
    {
        return Cell::new(Some(character), bytes, true);
    }
    let mut cell = Cell::typed(character, charset);
    cell.old = true;
    cell
}

/// A byte that is not a character of the charset.
fn opaque_byte(charset: &Charset) -> Option<u8> {
    Some(match charset.name {
        "windows-1252" => 0x81,
        "windows-1250" => 0x83,
        "windows-1251" => 0x98,
        "windows-1253" => 0xD2,
        "windows-1254" => 0x9E,
        "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" => 0xFF,
        "utf-8" => 0xE9,
        _ => return None,
    })
}

fn subtitles(text: &str) -> String {
    let mut out = String::new();
    for (n, lines) in text.lines().collect::<Vec<_>>().chunks(2).enumerate() {
        let (from, to) = (3 * n, 3 * n + 2);
        let time =
            |s: usize| format!("{:02}:{:02}:{:02},{:03}", s / 3600, s / 60 % 60, s % 60, n % 7);
        out += &format!("{}\n{} --> {}\n{}\n\n", n + 1, time(from), time(to), lines.join("\n"));
    }
    out
}

fn csv(text: &str) -> String {
    let row = |(n, line): (usize, &str)| {
        let cells: Vec<_> = line.split_whitespace().collect();
        format!("{n};\"{}\";{}\n", cells.join(" "), cells.first().copied().unwrap_or("0"))
    };
    text.lines().enumerate().map(row).collect()
}

/// Writes the versions of a case.
fn written(
    charset: Charset,
    damage: &'static Damage,
    olds: &[Line],
    news: &[Line],
    edits: Vec<&'static str>,
    mut flags: Vec<&'static str>,
    random: &mut Random,
) -> Case {
    let mut flag = |name, on: bool| {
        if on {
            flags.push(name);
        }
        on
    };
    let wide = charset.name == "utf-16le";
    let target = match damage.target {
        Target::Same => Charset::new(charset.name),
        Target::Utf8 => Charset::new("utf-8"),
        Target::Windows1252 => Charset::new("windows-1252"),
    };
    let crlf = flag("crlf", random.chance(40));
    let ends_lost = crlf && random.chance(if damage.name == "line-ends" { 90 } else { 40 });
    let ends_lost = flag("ends-lost", ends_lost);
    let bom: &[u8] = match charset.name {
        "utf-16le" => b"\xFF\xFE",
        "utf-8" if random.chance(40) => b"\xEF\xBB\xBF",
        _ => b"",
    };
    let same = damage.target == Target::Same;
    let bom_lost = !bom.is_empty() && (random.chance(50) || wide && !same);
    let bom_lost = flag("bom-lost", bom_lost);
    let may_add = !matches!(damage.name, "mixed" | "partial" | "read-mac-write-1252" | "line-ends");
    let bom_added = flag("bom-added", bom.is_empty() && may_add && random.chance(10));
    // Nobody can say that typed text without a trace was other text.
    let traceless = ["drop", "fold", "translit", "quotes"].contains(&damage.name);
    let can_damage =
        !traceless && !matches!(damage.name, "mixed" | "line-ends" | "convert" | "partial");
    let typed_damaged = flag("typed-damaged", can_damage && random.chance(6));
    // The rewritten part, if only a part was.
    let part = (damage.name == "partial").then(|| {
        let touched: Vec<usize> =
            (0..news.len()).filter(|&line| news[line].iter().any(|cell| !cell.old)).collect();
        let at = match touched.len() {
            0 => random.below(news.len().max(1)),
            len => touched[random.below(len)],
        };
        at.saturating_sub(3 + random.below(28))..at + 4 + random.below(28)
    });
    // Somebody typed in an editor that keeps the charset of the old version.
    let can_be_own = damage.target == Target::Utf8
        && !matches!(damage.name, "mixed" | "partial")
        && charset.encoding.unit_bytes() == 1
        && !(charset.stateful || charset.name == "utf-8" || typed_damaged);
    let typed_own = flag("typed-own", random.chance(6) && can_be_own);
    let end = |charset: &Charset, crlf: bool| {
        charset.encode_text(if crlf { "\r\n" } else { "\n" }).unwrap_or_default()
    };
    let new_end = end(&Charset::new("utf-8"), crlf && !ends_lost);
    let (old_end, old_own) = (end(&charset, crlf), end(&charset, crlf && !ends_lost));
    let mut old = bom.to_vec();
    for line in olds {
        let text = line.iter().position(Cell::is_line_feed).unwrap_or(line.len());
        old.extend(encoded(&line[..text], &charset));
        old.extend(if text < line.len() { &old_end[..] } else { b"" });
    }
    let mut case = Case {
        damage,
        edits,
        flags: Vec::new(),
        old,
        new: match (bom_lost, bom_added) {
            (_, true) => b"\xEF\xBB\xBF".to_vec(),
            (true, _) => Vec::new(),
            _ => bom.to_vec(),
        },
        want: bom.to_vec(),
        damaged: Vec::new(),
        typed: Vec::new(),
        charset,
    };
    // The old lines with each image. An edit of damaged text that makes another such line leaves no
    // trace in it, so its text is typed clean.
    let mut images: HashMap<Vec<u8>, HashSet<Vec<u8>>> = HashMap::new();
    for line in olds.iter().filter(|_| typed_damaged) {
        let text = line.iter().position(Cell::is_line_feed).unwrap_or(line.len());
        let bytes = encoded(&line[..text], &case.charset);
        images.entry((damage.of)(&bytes, &case.charset)).or_default().insert(bytes);
    }
    for (at, line) in news.iter().enumerate() {
        let text = line.iter().position(Cell::is_line_feed).unwrap_or(line.len());
        let hit = part.as_ref().is_none_or(|part| part.contains(&at));
        let cells = &line[..text];
        let start = case.want.len();
        case.want.extend(encoded(cells, &case.charset));
        let whole = case.charset.stateful.then_some((start, case.want.len() - start));
        let mut offset = start;
        for cell in cells {
            let span = whole.unwrap_or((offset, cell.bytes().len()));
            offset += cell.bytes().len();
            match cell.ch {
                _ if !cell.old => case.typed.push(span),
                Some(c) if c.is_ascii() => {}
                _ => case.damaged.push(span),
            }
        }
        let own = encoded(cells, &case.charset);
        let traceless = |olds: &HashSet<Vec<u8>>| !olds.contains(&own);
        let typed_damaged =
            typed_damaged && !images.get(&(damage.of)(&own, &case.charset)).is_some_and(traceless);
        let ends = text < line.len();
        case.want.extend(if ends { &old_end[..] } else { b"" });
        for run in cells.chunk_by(|one, other| one.old == other.old || typed_damaged) {
            let bytes = encoded(run, &case.charset);
            if !hit {
                case.new.extend(bytes);
            } else if run[0].old || typed_damaged {
                case.new.extend((damage.of)(&bytes, &case.charset));
            } else {
                let text: String = run.iter().filter_map(|cell| cell.ch).collect();
                // Nobody can say what bytes are that are also UTF-8.
                if typed_own && std::str::from_utf8(&bytes).is_err() {
                    case.new.extend(bytes);
                    continue;
                }
                // A character that the target lacks becomes `?`, as in most programs.
                match target.encode_text(&text) {
                    Some(bytes) => case.new.extend(bytes),
                    None => text.chars().for_each(|c| {
                        case.new.extend(target.encode(c).unwrap_or_else(|| b"?".to_vec()));
                    }),
                }
            }
        }
        if ends {
            case.new.extend(if wide && same { &old_own } else { &new_end });
        }
    }
    case.flags = flags;
    case
}

/// Makes a pair of unrelated texts: the one is damaged, the other is passed as its older version.
pub(super) fn unrelated(
    one: &Pair,
    other: &Pair,
    licence: bool,
    random: &mut Random,
) -> Option<Case> {
    let mut charsets = suitable(&one.old);
    charsets.truncate(charsets.len() - 2);
    charsets.retain(|charset| charset.lines(&other.old).len() * 2 > other.old.len());
    if charsets.is_empty() {
        return None;
    }
    let at = random.below(charsets.len());
    let charset = charsets.swap_remove(at);
    let damages: Vec<_> = DAMAGES
        .iter()
        .filter(|damage| fits(damage, &charset))
        .filter(|damage| damage.target != Target::Same && damage.name != "mixed")
        .filter(|damage| damage.name != "partial")
        .collect();
    let damage = damages[random.below(damages.len())];
    let head = if licence { LICENCE } else { "" };
    let text = |pair: &Pair| head.to_owned() + &charset.lines(&pair.old);
    let (old, text) = (charset.encode_text(&text(other))?, text(one));
    let mut new = Vec::new();
    for line in text.split_inclusive('\n') {
        let bytes = charset.encode_text(line)?;
        new.extend((damage.of)(&bytes, &charset));
    }
    let flags = if licence { vec!["licence"] } else { Vec::new() };
    let want = charset.encode_text(&text)?;
    let (damaged, typed) = (Vec::new(), Vec::new());
    Some(Case { charset, damage, edits: Vec::new(), flags, old, new, want, damaged, typed })
}

/// A text that many files have, in ASCII.
const LICENCE: &str = "\
This file is part of a collection of texts that anyone may read and copy.\n\
You may copy it in whole or in part, as long as this notice is in each copy.\n\
You may change it and pass on the result, if you say that you changed it.\n\
The authors do not promise that the text is useful for any purpose, or that\n\
it is correct. They are not liable for damage that the use of it causes, even\n\
if somebody told them before that such damage was possible. If a court finds\n\
that one of these terms is not valid, then the other terms are still valid.\n\
Questions about these terms can be sent to the address in the first file of\n\
the collection. Please name the version of the text and the language in which\n\
you read it, because the translations are maintained by different persons.\n\
\n";
