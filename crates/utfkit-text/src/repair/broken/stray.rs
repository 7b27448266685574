//! Letters of ISO-8859-1 among UTF-8.

use std::ops::Range;

use crate::repair::{
    broken::{
        ill_formed::{Outcome, finding, next_ill_formed, of_programs},
        latin9,
        readings::{Readings, latin1},
        vocabulary::Own,
        western::{self, Verdict},
        whole_text::{Counts, Standing},
    },
    edit::Edit,
    events::Fault,
    found::Doubt,
    window::Window,
};
use utfkit::utf8::is_continuation;

/// What is known of the line in which stray bytes are.
pub(crate) struct Strays {
    /// Where the line that is known begins and ends.
    line: (usize, usize),
    /// Whether all in it that is not ASCII is ISO-8859-1, letters proven among them.
    whole: bool,
    /// The leads of its well-formed sequences, a bit for each from C0 on.
    leads: u64,
    /// Whether a letter of it is proven that is no such lead: then none is a sequence that was cut.
    uncut: bool,
    /// Whether they can only be letters of Western Europe.
    western: bool,
    text: Option<Evidence>,
}

/// What the lines of a text can be that have bytes ill-formed in UTF-8.
#[derive(Clone, Debug, Default)]
struct Evidence {
    own: Own,
    /// What each of them can be, by where it begins.
    verdicts: Vec<(usize, Verdict)>,
    /// How many are letters of Western Europe and nothing else, or of another charset alone.
    western: usize,
    foreign: usize,
    /// How many are letters of Western Europe that are the same in other charsets.
    alike: usize,
    /// Whether it has nothing of UTF-8, and all of it is in ISO-8859-1, or else can be in another
    /// charset as well.
    is_whole: bool,
    is_foreign: bool,
}

/// A run of bytes, each ill-formed alone, that could be letters.
struct Run {
    start: usize,
    end: usize,
}

impl Strays {
    pub(crate) fn new() -> Self {
        Self { line: (0, 0), whole: false, leads: 0, uncut: false, western: false, text: None }
    }

    /// Fixes the bytes at `at`, if they can only be letters.
    pub(crate) fn fix(&mut self, window: &Window<'_>, at: usize) -> Outcome {
        if at >= self.line.1 {
            self.look(window, at);
        }
        let text = window.text;
        if let Some(run) = Run::at(text, at) {
            let letters = &text[run.start..run.end];
            let truncated = !self.uncut && self.leads & leads(letters) != 0;
            if self.whole || (self.western && run.is_proven(window) && !truncated) {
                return Outcome::Fix(run.edit(text));
            }
            let reading = latin1(letters);
            let other = match self.western {
                true => "a sequence that was cut",
                false => "another charset, or a sequence that was cut",
            };
            let readings = (reading, other);
            return Outcome::Doubt(Doubt::new(run.start..run.end, "stray-byte", readings));
        }
        let end = finding(text, at).end() as usize;
        // The letters around may be fixed already.
        let western = self.whole || (self.western && end == at + 1);
        let own = self.text.as_ref().map(|text| &text.own).filter(|_| western);
        if let Some(readings) = own.and_then(|own| latin9::readings(text, at..end, own)) {
            return Outcome::Doubt(Doubt::new(at..end, "stray-byte", readings));
        }
        match &text[at..end] {
            bytes if self.whole => {
                Outcome::Fix(Run { start: at, end: at + bytes.len() }.edit(text))
            }
            [byte @ 0x80..=0x9F] => {
                let digits =
                    [byte >> 4, byte & 0xF].map(|digit| b"0123456789ABCDEF"[usize::from(digit)]);
                let digits = std::str::from_utf8(&digits).unwrap_or_default();
                let readings =
                    (["byte ", digits, " of windows-1252"].concat(), ["U+00", digits].concat());
                Outcome::Doubt(Doubt::new(at..end, "stray-byte", readings))
            }
            _ => Outcome::Nothing,
        }
    }

    /// Looks at the line that `at` is in.
    fn look(&mut self, window: &Window<'_>, at: usize) {
        let text = window.text;
        let Range { start, end } = line_around(text, at);
        (self.line, self.leads) = ((start, end), 0);
        // The leads that proven letters would be.
        let mut proven = Vec::new();
        let mut other = false;
        let mut at = start;
        while at < end {
            let valid = next_ill_formed(&text[..end], at);
            self.leads |= leads(&text[at..valid]);
            if valid >= end {
                break;
            }
            at = finding(text, valid).end() as usize;
            if let Some(run) = Run::at(text, valid) {
                if run.is_proven(window) {
                    proven.push(leads(&text[run.start..run.end]));
                }
                at = run.end;
            }
            other |= text[valid..at.min(end)].iter().any(|byte| (0x80..0xA0).contains(byte));
        }
        self.western = self.is_western(window, start);
        self.uncut = proven.iter().any(|&letters| self.leads & letters == 0);
        self.whole = self.western && !proven.is_empty() && !other && self.leads == 0;
    }

    /// Whether what is ill-formed in the line of `window` that begins at `start` can only be
    /// letters of Western Europe.
    fn is_western(&mut self, window: &Window<'_>, start: usize) -> bool {
        let all = self.text.get_or_insert_with(|| Evidence::of(window));
        match all.verdict(start) {
            _ if all.is_foreign => false,
            Some(Verdict::Western { .. }) => all.western + all.alike >= all.foreign,
            Some(Verdict::Open { told }) => {
                (told || all.is_whole || all.western > 0)
                    && all.western >= all.foreign.saturating_mul(10)
            }
            Some(Verdict::Foreign | Verdict::Nothing) | None => false,
        }
    }
}

impl Evidence {
    fn of(window: &Window<'_>) -> Self {
        let text = window.text;
        let (mut all, mut readings) = (Self::default(), window.readings.borrow_mut());
        let (mut told, mut open, mut refused) = (0, 0, 0);
        let mut strays = Vec::new();
        let mut at = next_ill_formed(text, 0);
        while at < text.len() {
            let line = line_around(text, at);
            at = next_ill_formed(text, line.end);
            ill_formed(&text[line.clone()], &mut strays);
            if strays.is_empty() {
                continue;
            }
            if all.verdicts.is_empty() {
                all.own = Own::of(text);
            }
            let readings = readings.get_or_insert_with(|| Readings::new(text.len()));
            let verdict = western::judge(&text[line.clone()], &strays, readings, &all.own);
            match verdict {
                Verdict::Western { tells: true } => {
                    (all.western, told) = (all.western + 1, told + 1)
                }
                Verdict::Western { tells: false } => all.alike += 1,
                Verdict::Open { told: true } => told += 1,
                Verdict::Open { told: false } => open += 1,
                Verdict::Foreign => (all.foreign, refused) = (all.foreign + 1, refused + 1),
                Verdict::Nothing => refused += 1,
            }
            all.verdicts.push((line.start, verdict));
        }
        // A text that has nothing of UTF-8 is in one charset, and fixed as a whole, or not.
        if let Some(readings) = readings.as_ref().filter(|_| all.own.is_empty()) {
            all.is_whole = match Counts::of(text).standing(readings) {
                Standing::Western => true,
                Standing::Open => refused == 0 && open <= told,
                Standing::Foreign => false,
            };
            all.is_foreign = !all.is_whole;
        }
        all
    }

    /// What the line that begins at `start` can be, if it has bytes that are ill-formed.
    fn verdict(&self, start: usize) -> Option<Verdict> {
        let at = self.verdicts.binary_search_by_key(&start, |(start, _)| *start).ok()?;
        Some(self.verdicts[at].1)
    }
}

/// The line of `text` that `at` is in, with the line feed at its end.
fn line_around(text: &[u8], at: usize) -> Range<usize> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let len = text[at..].iter().position(|&byte| byte == b'\n');
    start..len.map_or(text.len(), |len| at + len + 1)
}

/// Puts into `found` what is ill-formed in `line`, but for what has another fix.
fn ill_formed(line: &[u8], found: &mut Vec<Range<usize>>) {
    found.clear();
    let mut at = 0;
    loop {
        let start = next_ill_formed(line, at);
        if start >= line.len() {
            return;
        }
        at = start + of_programs(&line[start..]);
        if at == start {
            at = finding(line, start).end() as usize;
            found.push(start..at);
        }
    }
}

impl Run {
    /// The run that begins at `at`.
    fn at(text: &[u8], at: usize) -> Option<Self> {
        let mut end = at;
        while let Some(&(0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0xFF)) = text.get(end) {
            if text.get(end + 1).is_some_and(|&next| is_continuation(next)) {
                break;
            }
            end += 1;
        }
        (end > at).then_some(Self { start: at, end })
    }

    /// Whether the run is letters inside or at the end of a word, in its case.
    fn is_proven(&self, window: &Window<'_>) -> bool {
        let text = window.text;
        let letters = &text[self.start..self.end];
        let left = text[..self.start].last().copied().unwrap_or(b' ');
        let right = text.get(self.end).copied();
        let Some(next) = right.or(window.last.then_some(b' ')) else { return false };
        if !left.is_ascii() || !next.is_ascii() || self.len() > 3 {
            return false;
        }
        let small = letters.iter().all(|&byte| byte >= 0xDF);
        let capital = letters.iter().all(|&byte| byte < 0xDF);
        // A sequence that was cut ends where a text, a line or a field ends.
        let cut = right.is_none() || is_break_before_continuation(&text[self.end..]);
        // A word by itself, as hardly any letter is: `à`.
        if matches!(letters, [0xC0 | 0xE0]) && left == b' ' && right == Some(b' ') {
            return true;
        }
        let inside = left.is_ascii_alphabetic() && next.is_ascii_alphabetic();
        if small {
            // E2, EF and F0 lead the commonest signs, and end no word as letters.
            let ends = !letters.iter().any(|byte| matches!(byte, 0xE2 | 0xEF | 0xF0));
            return match (inside, left.is_ascii_lowercase(), next.is_ascii_lowercase()) {
                (true, small_left, small_right) => small_left || small_right,
                (false, true, _) => ends && !cut && !next.is_ascii_alphanumeric(),
                (false, false, small_right) => small_right && !left.is_ascii_alphanumeric(),
            };
        }
        // These lead next to no sequence.
        let starts = matches!(letters, [0xC0 | 0xC1 | 0xC7..=0xCD | 0xD2..=0xD5 | 0xDC..=0xDE])
            && !left.is_ascii_alphanumeric()
            && next.is_ascii_lowercase();
        starts || capital && inside && left.is_ascii_uppercase() && next.is_ascii_uppercase()
    }

    fn len(&self) -> usize {
        self.end - self.start
    }

    fn edit(&self, text: &[u8]) -> Edit {
        let letters = self.start..self.end;
        Edit::new(letters.clone(), latin1(&text[letters]), Fault::StrayByte)
    }
}

/// The bytes from C0 on in `bytes`: a bit for each.
fn leads(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte >= 0xC0).fold(0, |all, byte| all | 1 << (byte - 0xC0))
}

/// Whether `text` is a line break with a continuation byte behind it.
fn is_break_before_continuation(text: &[u8]) -> bool {
    let breaks = text.iter().take(3).take_while(|byte| b"\r\n=".contains(byte)).count();
    breaks > 0 && text.get(breaks).is_some_and(|&byte| is_continuation(byte))
}
