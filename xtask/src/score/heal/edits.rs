//! Edits of a text, as people and programs make them.

use std::collections::HashMap;

use super::{
    cells::{Cell, Line},
    diff,
    texts::Charset,
};
use crate::score::random::Random;

pub(super) struct Edit {
    pub(super) name: &'static str,
    /// Whether it changes only whole lines.
    pub(super) by_line: bool,
    pub(super) make: fn(&mut Editor<'_>),
}

const fn edit(name: &'static str, by_line: bool, make: fn(&mut Editor<'_>)) -> Edit {
    Edit { name, by_line, make }
}

pub(super) const EDITS: [Edit; 13] = [
    edit("insert", true, |e| e.insert(4)),
    edit("typed", true, |e| e.insert(9)),
    edit("append", true, |e| e.append()),
    edit("delete", true, |e| e.delete()),
    edit("replace", true, |e| e.replace()),
    edit("reindent", false, |e| e.reindent()),
    edit("rename", false, |e| e.rename()),
    edit("move", true, |e| e.move_block()),
    edit("copy", true, |e| e.copy()),
    edit("near", false, |e| e.near()),
    edit("inline", false, |e| e.inline()),
    edit("wrap", false, |e| e.wrap()),
    edit("none", true, |_| ()),
];

/// A text that is edited.
pub(super) struct Editor<'a> {
    pub(super) lines: Vec<Line>,
    pub(super) charset: &'a Charset,
    pub(super) random: &'a mut Random,
    /// The words of the text, in ASCII and not.
    words: [Vec<String>; 2],
}

impl<'a> Editor<'a> {
    pub(super) fn new(lines: Vec<Line>, charset: &'a Charset, random: &'a mut Random) -> Self {
        let mut words = [Vec::new(), Vec::new()];
        for line in &lines {
            let text: String = line.iter().map(|cell| cell.ch.unwrap_or(' ')).collect();
            for word in text.split_whitespace().filter(|word| word.len() < 60) {
                if !word.is_ascii() {
                    words[1].push(word.to_owned());
                } else if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                    words[0].push(word.to_owned());
                }
            }
        }
        for (words, word) in words.iter_mut().zip(["and", "text"]) {
            if words.is_empty() {
                words.push(word.to_owned());
            }
        }
        Self { lines, charset, random, words }
    }

    fn typed(&self, text: &str) -> Line {
        text.chars().map(|c| Cell::typed(c, self.charset)).collect()
    }

    /// Returns a sentence of words of the text. `share` of ten words are not ASCII.
    fn sentence(&mut self, share: usize) -> String {
        let mut text = String::new();
        for _ in 0..3 + self.random.below(7) {
            if !text.is_empty() {
                text.push(' ');
            }
            let words = &self.words[usize::from(self.random.below(10) < share)];
            text.push_str(&words[self.random.below(words.len())]);
        }
        text
    }

    fn line(&mut self, share: usize) -> Line {
        let text = self.sentence(share) + "\n";
        self.typed(&text)
    }

    fn any(&mut self) -> usize {
        self.random.below(self.lines.len())
    }

    fn insert(&mut self, share: usize) {
        for _ in 0..=self.random.below(5) {
            let (at, line) = (self.any(), self.line(share));
            self.lines.insert(at, line);
        }
    }

    fn append(&mut self) {
        for _ in 0..=self.random.below(6) {
            let line = self.line(6);
            self.lines.push(line);
        }
    }

    fn delete(&mut self) {
        for _ in 0..=self.random.below(5) {
            if self.lines.len() > 8 {
                let at = self.random.below(self.lines.len() - 4);
                let end = at + 1 + self.random.below(4);
                self.lines.drain(at..end);
            }
        }
    }

    fn replace(&mut self) {
        for _ in 0..=self.random.below(5) {
            let (at, line) = (self.any(), self.line(4));
            self.lines[at] = line;
        }
    }

    fn reindent(&mut self) {
        let (mut at, mut len) = (0, self.lines.len());
        if self.random.chance(50) {
            (at, len) = (self.any(), 3 + self.random.below(58));
        }
        let by = ["    ", "\t", "  "][self.random.below(3)];
        for line in at..(at + len).min(self.lines.len()) {
            if self.lines[line].len() > 1 {
                let tab = self.lines[line][0].ch == Some('\t') && self.random.chance(50);
                let (range, text) = if tab { (0..1, "    ") } else { (0..0, by) };
                let text = self.typed(text);
                self.lines[line].splice(range, text);
            }
        }
    }

    fn rename(&mut self) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        self.words[0].iter().for_each(|word| *counts.entry(word).or_default() += 1);
        let mut names: Vec<_> =
            counts.into_iter().filter(|(word, n)| *n > 1 && word.len() > 2).collect();
        names.sort_unstable();
        if names.is_empty() {
            return;
        }
        let old: Vec<char> = names[self.random.below(names.len())].0.chars().collect();
        let new = ["renamed_thing", "value2", "ctx", "newName"][self.random.below(4)];
        let new = self.typed(new);
        for line in &mut self.lines {
            let mut at = line.len().saturating_sub(old.len());
            loop {
                let same = line[at..].iter().zip(&old).take_while(|(cell, c)| cell.ch == Some(**c));
                if same.count() == old.len() {
                    line.splice(at..at + old.len(), new.iter().copied());
                }
                match at.checked_sub(1) {
                    Some(before) => at = before,
                    None => break,
                }
            }
        }
    }

    fn move_block(&mut self) {
        if self.lines.len() > 12 {
            let at = self.random.below(self.lines.len() - 8);
            let end = (at + 2 + self.random.below(29)).min(self.lines.len());
            let block: Vec<_> = self.lines.drain(at..end).collect();
            let to = self.random.below(self.lines.len() + 1);
            self.lines.splice(to..to, block);
        }
    }

    fn copy(&mut self) {
        let at = self.any();
        let end = (at + 1 + self.random.below(12)).min(self.lines.len());
        let block = self.lines[at..end].to_vec();
        let to = self.any();
        self.lines.splice(to..to, block);
    }

    /// Edits next to damaged characters.
    fn near(&mut self) {
        let special = |cell: &Cell| cell.old && cell.ch.is_some_and(|c| !c.is_ascii());
        let spots: Vec<(usize, usize)> = (0..self.lines.len())
            .flat_map(|line| (0..self.lines[line].len()).map(move |at| (line, at)))
            .filter(|&(line, at)| special(&self.lines[line][at]))
            .collect();
        for _ in 0..=self.random.below(8) {
            if spots.is_empty() {
                return;
            }
            let (line, at) = spots[self.random.below(spots.len())];
            let what = self.random.below(7);
            let text = ["x", "e", " ", "-", "st", ",", "en"][self.random.below(7)];
            let (text, quick) = (self.typed(text), self.typed("q"));
            let charset = self.charset;
            let cells = &mut self.lines[line];
            let Some(&cell) = cells.get(at).filter(|cell| special(cell)) else { continue };
            let plain = |cell: Option<&Cell>| {
                cell.and_then(|cell| cell.ch).is_some_and(|c| c.is_ascii() && c != '\n')
            };
            match what {
                0 => drop(cells.splice(at..at, text)),
                1 => drop(cells.splice(at + 1..at + 1, text)),
                2 if at > 0 && plain(cells.get(at - 1)) => drop(cells.remove(at - 1)),
                3 if plain(cells.get(at + 1)) => drop(cells.remove(at + 1)),
                4 => drop(cells.remove(at)),
                5 if plain(cells.get(at + 1)) => drop(cells.splice(at + 1..at + 2, quick)),
                6 => {
                    let again = Cell::typed(cell.ch.unwrap_or(' '), charset);
                    cells.insert(at + 1, again);
                }
                _ => {}
            }
        }
    }

    /// Edits words of lines with damaged characters.
    fn inline(&mut self) {
        let special = |line: &Line| line.iter().any(|c| c.ch.is_none_or(|c| !c.is_ascii()));
        let spots: Vec<usize> =
            (0..self.lines.len()).filter(|&line| special(&self.lines[line])).collect();
        for _ in 0..=self.random.below(8) {
            if spots.is_empty() {
                return;
            }
            let line = spots[self.random.below(spots.len())];
            let cut: Vec<usize> = (0..self.lines[line].len())
                .filter(|&at| self.lines[line][at].ch == Some(' '))
                .collect();
            if cut.len() < 2 {
                continue;
            }
            let k = self.random.below(cut.len() - 1);
            let (range, text) = match self.random.below(10) {
                0..4 => (cut[k]..cut[k], format!(" {}", self.sentence(2))),
                4..7 => (cut[k]..cut[k + 1], String::new()),
                _ => {
                    let text = ["changed", "other", "0"][self.random.below(3)];
                    (cut[k] + 1..cut[k + 1], text.to_owned())
                }
            };
            let text = self.typed(&text);
            self.lines[line].splice(range, text);
        }
    }

    /// Wraps a paragraph at another width.
    fn wrap(&mut self) {
        let at = self.any();
        let end = at + 2 + self.random.below(7);
        let whole = |line: &Line| line.len() >= 10;
        if end > self.lines.len() || !self.lines[at..end].iter().all(whole) {
            return;
        }
        let (space, newline) = (self.typed(" ")[0], self.typed("\n")[0]);
        let mut flat: Line = Vec::new();
        for line in &self.lines[at..end] {
            flat.extend(&line[..line.len() - 1]);
            flat.push(space);
        }
        flat.pop();
        let width = [50, 66, 100][self.random.below(3)];
        let (mut lines, mut line): (Vec<Line>, Line) = (Vec::new(), Vec::new());
        for cell in flat {
            line.push(cell);
            if line.len() > width && cell.ch == Some(' ') {
                line.pop();
                line.push(newline);
                lines.push(std::mem::take(&mut line));
            }
        }
        line.push(newline);
        lines.push(line);
        self.lines.splice(at..end, lines);
    }
}

/// Returns the lines of the next version: text that an alignment finds in the old one is old.
pub(super) fn real(old: &[Line], new: &str, charset: &Charset) -> Vec<Line> {
    let text = |line: &Line| line.iter().filter_map(|cell| cell.ch).collect::<String>();
    let olds: Vec<String> = old.iter().map(text).collect();
    let news: Vec<&str> = new.split_inclusive('\n').collect();
    let mut runs = diff::runs(&olds.iter().map(String::as_str).collect::<Vec<_>>(), &news);
    runs.push((olds.len(), news.len(), 0));
    let (mut a, mut b, mut lines) = (0, 0, Vec::new());
    for (x, y, len) in runs {
        for line in &news[b..y] {
            lines.push(similar(&old[a..x], &olds[a..x], line, charset, &mut a));
        }
        lines.extend_from_slice(&old[x..x + len]);
        (a, b) = (x + len, y + len);
    }
    lines
}

/// Returns a changed line, with the words of the most similar of the next old lines.
fn similar(old: &[Line], texts: &[String], new: &str, charset: &Charset, next: &mut usize) -> Line {
    let words = tokens(new);
    let mut best: Option<(usize, usize, Vec<diff::Run>)> = None;
    for (k, text) in texts.iter().enumerate().take(4) {
        let runs = diff::runs(&tokens(text), &words);
        let same: usize = runs.iter().map(|run| run.2).sum();
        let all = tokens(text).len() + words.len();
        let share = 2000 * same / all.max(1);
        if share > 600 && best.as_ref().is_none_or(|(most, ..)| share > *most) {
            best = Some((share, k, runs));
        }
    }
    let typed = |words: &[&str]| -> Line {
        words.iter().flat_map(|w| w.chars()).map(|c| Cell::typed(c, charset)).collect()
    };
    let Some((_, k, runs)) = best else { return typed(&words) };
    *next += k + 1;
    let lengths = |words: &[&str]| words.iter().map(|w| w.chars().count()).sum::<usize>();
    let (mut line, mut at, olds) = (Line::new(), 0, tokens(&texts[k]));
    for (a, b, len) in runs {
        line.extend(typed(&words[at..b]));
        let start = lengths(&olds[..a]);
        line.extend(&old[k][start..start + lengths(&olds[a..a + len])]);
        at = b + len;
    }
    line.extend(typed(&words[at..]));
    line
}

/// Splits text at words; characters that are written without spaces are words.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' => 0,
        '\u{FF00}'..='\u{FFEF}' => 0,
        _ if c.is_alphanumeric() || c == '_' => 1,
        _ if c.is_whitespace() => 2,
        _ => 0,
    };
    let (mut all, mut start, mut before) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        if at > start && (kind(c) == 0 || kind(c) != before) {
            all.push(&text[start..at]);
            start = at;
        }
        before = kind(c);
    }
    all.push(&text[start..]);
    all
}
