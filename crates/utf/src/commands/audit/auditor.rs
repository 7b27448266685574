//! Follows a text and says what is suspicious in it, in memory that does not depend on its length.

use std::ops::Range;

use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup},
};
use utfkit::{
    Finding,
    audit::{self, PathWatch, Rule, Severity},
};

use super::{
    bidi::{self, Bidi},
    calm::{self, Calm},
    mojibake::Mojibake,
    neighbours::{self, Before, Decided, Run, Waiting},
    observation::{Observation, Place},
    piece::{Here, Piece},
    policy::Policy,
    returns::{self, Returns},
    tail::Tail,
    words::Words,
};

/// So much is held until its line is over.
const HELD: usize = 1024;

/// Follows a text.
pub struct Auditor<'p> {
    policy: &'p Policy,
    /// Whether ASCII that is suspected of nothing has to be looked at.
    plain_denied: bool,
    /// Whether no character is denied by name, so that most text need not be followed.
    may_pass: bool,
    line: u64,
    column: u64,
    before: Before,
    /// What follows decides about it.
    waiting: Option<Waiting>,
    run: Option<Run>,
    bidi: Bidi,
    words: Words,
    mojibake: Mojibake,
    path: PathWatch,
    /// The last overlong form, which a path may be written with.
    overlong: Option<Observation>,
    /// What of this line is before the piece.
    tail: Tail,
    /// What was found on this line, not yet in order.
    held: Vec<Observation>,
    returns: Returns,
    /// How bad a finding must be that what stands around it is wanted; `None` if of none it is.
    shows: Option<Severity>,
}

impl<'p> Auditor<'p> {
    /// At the start of a text.
    pub fn new(policy: &'p Policy, shows: Option<Severity>) -> Self {
        Self {
            policy,
            plain_denied: policy.denies_plain(),
            may_pass: !policy.denies_any(),
            line: 1,
            column: 1,
            before: Before::default(),
            waiting: None,
            run: None,
            bidi: Bidi::default(),
            words: Words::new(),
            mojibake: Mojibake::default(),
            path: PathWatch::new(),
            overlong: None,
            tail: Tail::default(),
            held: Vec::new(),
            returns: Returns::default(),
            shows,
        }
    }

    /// Whether the signature is refused: then it is told as text.
    pub fn refuses_signature(&self) -> bool {
        self.policy.refuses('\u{FEFF}', true).is_some()
    }

    /// Text comes next.
    pub fn text(&mut self, piece: Piece<'_>, take: &mut dyn FnMut(Observation)) {
        self.path.text(piece.text);
        self.look_for_path();
        let (over, mut from) = self.returns.go_on(piece.text);
        over.into_iter().for_each(|seen| self.overwritten(seen));
        let mut at = 0;
        while let Some(run) = returns::next(piece.text, from) {
            self.follow_text(piece, at..run.start, take);
            if self.column > 1 {
                self.returns.line(self.before.behind.characters());
                let here = Here { piece, at: run.start, character: '\r' };
                let seen = self.seen(Rule::LineOverwritten, here);
                match run.end == piece.text.len() {
                    true => self.returns.open = Some(seen),
                    false => self.overwritten(seen),
                }
            }
            (at, from) = (run.start, run.end);
        }
        self.follow_text(piece, at..piece.text.len(), take);
        if self.shows.is_some() {
            self.fill(piece.text);
            self.tail.text(piece.text);
        }
    }

    /// At a carriage return a terminal writes over the line.
    fn overwritten(&mut self, seen: Observation) {
        match self.line {
            // Carriage returns may end the lines of this text.
            1 => self.returns.keep(seen),
            _ => self.hold(seen),
        }
    }

    /// The text of `piece` at `range` comes next.
    fn follow_text(
        &mut self,
        piece: Piece<'_>,
        range: Range<usize>,
        take: &mut dyn FnMut(Observation),
    ) {
        let (whole, mut at) = (piece.text, range.start);
        let text = &whole[..range.end];
        let octets = text.as_bytes();
        while let Some(rest) = octets.get(at..).filter(|rest| !rest.is_empty()) {
            // What was found is no reason to follow what comes next.
            self.release(whole, take);
            if self.is_idle() {
                let calm = calm::prefix(&text[at..], self.words.is_settled());
                if calm.len > 0 {
                    self.pass(&text[at..at + calm.len], calm);
                    at += calm.len;
                }
                if calm.word > 0 {
                    self.word(piece, at..at + calm.word);
                    at += calm.word;
                }
                if calm.len + calm.word > 0 {
                    continue;
                }
            }
            let plain = if self.plain_denied { 0 } else { audit::plain_prefix(rest) };
            if plain > 0 {
                self.plain(whole, at..at + plain, take);
                at += plain;
                continue;
            }
            let Some(character) = text[at..].chars().next() else { return };
            self.character(Here { piece, at, character }, take);
            at += character.len_utf8();
        }
    }

    /// Whether nothing has begun, so that calm text can be passed over.
    fn is_idle(&self) -> bool {
        self.may_pass
            && self.held.is_empty()
            && self.run.is_none()
            && self.waiting.is_none()
            && !self.bidi.waits()
            && self.words.is_idle()
            && self.mojibake.is_idle()
    }

    /// Passes over `text`, all of it `calm`.
    fn pass(&mut self, text: &str, calm: Calm) {
        let Some(last) = text.chars().next_back() else { return };
        let feed = memchr::memrchr(b'\n', text.as_bytes());
        if feed.is_some() {
            // Nothing is open that could be told.
            self.bidi.end_line(&mut drop);
            self.end_first_line();
            self.line += utfkit::utf8::count_lines(text.as_bytes()) as u64;
            self.column = 1;
        }
        if calm.rtl {
            self.bidi.rtl_letter();
        }
        self.column += text[feed.map_or(0, |feed| feed + 1)..].chars().count() as u64;
        self.before.pass(text, last);
        self.mojibake.pass(last);
    }

    /// A whole word of `piece`, no character of which needs to be looked at by itself.
    fn word(&mut self, piece: Piece<'_>, range: Range<usize>) {
        let word = &piece.text[range.clone()];
        let Some(plain) = word.bytes().position(|octet| !octet.is_ascii()) else { return };
        let (at, column) = (range.start + plain, self.column + plain as u64);
        let (Some(first), Some(last)) = (word[plain..].chars().next(), word.chars().next_back())
        else {
            return;
        };
        if word.chars().any(bidi::is_rtl) {
            self.bidi.rtl_letter();
        }
        let here = Here { piece, at, character: first };
        let place = Place { line: self.line, column, offset: piece.offset(at) };
        let seen = here.seen(Rule::NotNfc, place, self.shows.is_some());
        self.words.whole(word, seen);
        self.end_word();
        self.column += word.chars().count() as u64;
        self.before.pass(word, last);
        self.mojibake.pass(last);
    }

    /// Makes the contexts of what is not told yet, while `text` is at hand.
    fn fill(&mut self, text: &str) {
        let waiting = self.waiting.as_mut().map(|waiting| &mut waiting.seen);
        let run = self.run.as_mut().map(|run| &mut run.seen);
        let followed = [self.words.seen(), self.mojibake.seen(), waiting, run];
        self.returns.seen().for_each(|seen| seen.fill(text));
        followed.into_iter().flatten().for_each(|seen| seen.fill(text));
        self.held.iter_mut().chain(self.bidi.seen()).for_each(|seen| seen.fill(text));
    }

    /// A path to a parent folder that the last piece completed is told where its last overlong form is.
    fn look_for_path(&mut self) {
        if self.path.found().is_some()
            && let Some(seen) = self.overlong.take()
        {
            self.hold(Observation { means: Some("../".to_owned()), ..seen }.by(Rule::OverlongPath));
        }
    }

    /// Something ill-formed comes next, of so many maximal subparts.
    pub fn mistake(&mut self, finding: &Finding, take: &mut dyn FnMut(Observation)) {
        if let Some(over) = self.returns.open.take() {
            self.overwritten(over);
        }
        self.settle(None);
        self.end_word();
        self.before = Before::mistake();
        let rule = audit::mistake(finding);
        let means = finding.means().map(crate::names::notation);
        let place = Place { offset: finding.offset(), line: self.line, column: self.column };
        let octets: String =
            finding.octets().iter().map(|octet| format!("<{octet:02X}>")).collect();
        let seen = Observation {
            rule,
            severity: Severity::Note,
            place,
            length: finding.len() as u64,
            point: finding.means(),
            octets: finding.octets().to_vec(),
            means,
            context: [self.tail.shown().to_owned(), octets.clone(), String::new()],
            at: None,
        };
        self.path.mistake(finding);
        if matches!(rule, Rule::OverlongAscii) {
            self.overlong = Some(seen.clone());
        }
        self.hold(seen);
        self.look_for_path();
        if self.shows.is_some() {
            self.tail.mistake(&octets);
        }
        self.column += finding.subparts() as u64;
        self.release("", take);
    }

    /// The text is at its end.
    pub fn finish(mut self, take: &mut dyn FnMut(Observation)) {
        self.settle(None);
        self.end_word();
        self.returns.line(self.before.behind.characters());
        self.returns.end().into_iter().for_each(|seen| self.hold(seen));
        self.end_line("", take);
    }

    /// A line feed ends the first line: carriage returns do not.
    fn end_first_line(&mut self) {
        for seen in self.returns.end_line() {
            self.hold(seen);
        }
    }

    /// ASCII that is suspected of nothing comes next.
    fn plain(&mut self, whole: &str, run: Range<usize>, take: &mut dyn FnMut(Observation)) {
        let text = &whole[run];
        let octets = text.as_bytes();
        let (Some(&first), Some(&last)) = (octets.first(), octets.last()) else { return };
        self.settle(Some(first.into()));
        // As many as any character waits for.
        octets[1..].iter().take(8).for_each(|&octet| {
            if self.waiting.is_some() {
                self.settle(Some(octet.into()));
            }
        });
        if let Some(over) = self.mojibake.end() {
            self.hold(over);
        }
        self.mojibake.pass(last.into());
        self.plain_words(text);
        self.before.plain(text);
        let Some(feed) = memchr::memrchr(b'\n', octets) else {
            self.column += octets.len() as u64;
            return;
        };
        self.end_first_line();
        self.end_line(whole, take);
        self.line += utfkit::utf8::count_lines(octets) as u64;
        self.column = (octets.len() - feed) as u64;
    }

    /// Ends the word, and begins another if the plain `text` ends with the start of one.
    fn plain_words(&mut self, text: &str) {
        let is_word = |octet: u8| octet.is_ascii_alphanumeric();
        let octets = text.as_bytes();
        if self.words.waits() {
            let len = octets.iter().position(|&octet| !is_word(octet)).unwrap_or(octets.len());
            self.words.ascii(&text[..len]);
            if len == octets.len() {
                return;
            }
        }
        // Longer words are looked at in part only.
        let tail = octets.iter().rev().take(256).take_while(|&&octet| is_word(octet)).count();
        if tail < octets.len() {
            self.end_word();
        }
        self.words.ascii(&text[octets.len() - tail..]);
    }

    fn character(&mut self, here: Here<'_>, take: &mut dyn FnMut(Observation)) {
        let Here { piece, at, character } = here;
        let end = piece.offset(at + character.len_utf8());
        let octets = end - piece.offset(at);
        let refused = self.refused(here);
        if let Some(run) = self.run.as_mut().filter(|run| run.goes_on_with(character)) {
            run.push(character, octets);
            self.column += 1;
            self.before.push(character);
            return;
        }
        self.settle(Some(character));
        // A control, or a noncharacter, that is refused need not be suspected too.
        let said = refused.is_some_and(|rule| rule != Rule::Supplementary);
        let suspected = audit::suspicion(character);
        self.follow(here, end, suspected);
        let rule = suspected.filter(|_| !said);
        match rule {
            Some(rule) => self.suspect(here, rule),
            None if self.policy.denies(character) => {
                let seen = self.seen(Rule::Denied, here);
                self.hold(seen);
            }
            None => {}
        }
        self.before.push(character);
        self.column += 1;
        if matches!(character, '\n' | '\u{85}' | '\u{2029}') {
            if character == '\n' {
                self.end_first_line();
            }
            self.end_line(piece.text, take);
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            }
        }
        self.release(piece.text, take);
    }

    /// Holds what the receiver refuses of the character that stands `here`.
    fn refused(&mut self, here: Here<'_>) -> Option<Rule> {
        let at_start = here.piece.offset(here.at) == 0;
        let (rule, why) = self.policy.refuses(here.character, at_start)?;
        let seen = self.seen(rule, here);
        self.hold(Observation { means: Some(why), ..seen });
        Some(rule)
    }

    /// Follows words and sequences of several characters.
    fn follow(&mut self, here: Here<'_>, end: u64, rule: Option<Rule>) {
        let character = here.character;
        let place =
            Place { line: self.line, column: self.column, offset: here.piece.offset(here.at) };
        let shows = self.shows.is_some();
        let seen = |rule: Rule| move || here.seen(rule, place, shows);
        if let Some(over) = self.mojibake.push(character, end, seen(Rule::Mojibake)) {
            self.hold(over);
        }
        // What has no width is no end of a word.
        if matches!(character, '\u{200B}'..='\u{200D}' | '\u{AD}' | '\u{2060}') {
            return;
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(character);
        if category == GeneralCategory::Unassigned && rule.is_none() {
            let seen = seen(Rule::Unassigned)();
            self.hold(seen);
        }
        if bidi::is_rtl(character) {
            self.bidi.rtl_letter();
        }
        let is_word = GeneralCategoryGroup::Letter
            .union(GeneralCategoryGroup::Mark)
            .union(GeneralCategoryGroup::Number)
            .contains(category);
        match is_word && rule.is_none() {
            true if character.is_ascii() => self.words.ascii(character.encode_utf8(&mut [0; 4])),
            true => self.words.push(character, seen(Rule::NotNfc)),
            false => self.end_word(),
        }
    }

    /// A character comes next that `rule` suspects in the worst case.
    fn suspect(&mut self, here: Here<'_>, rule: Rule) {
        let character = here.character;
        if neighbours::belongs(character, rule, self.before) {
            return;
        }
        let seen = self.seen(rule, here);
        match (rule, character) {
            (Rule::TagText, _) | (Rule::SelectorStray, '\u{FE00}'..) => {
                let octets = seen.length;
                let mut run = Run::new(character, rule, seen, self.before);
                run.seen.length = octets;
                self.run = Some(run);
            }
            (_, '\u{200C}' | '\u{200D}' | '\u{115F}') => {
                self.waiting = Some(Waiting::new(seen, character, self.before));
            }
            (Rule::InvisibleOperator, _) => {
                self.waiting = Some(Waiting::new(seen, character, self.before));
            }
            (Rule::BidiOverride | Rule::BidiUnterminated | Rule::BidiStray, _) => {
                let mut found = Vec::new();
                self.bidi.control(character, seen, &mut |observation| found.push(observation));
                found.into_iter().for_each(|observation| self.hold(observation));
            }
            _ => self.hold(seen),
        }
    }

    /// What waits for what follows is decided, with `next` behind it.
    fn settle(&mut self, next: Option<char>) {
        if let Some(over) = self.run.take().and_then(Run::end) {
            self.hold(over);
        }
        match self.waiting.take().map(|waiting| waiting.decide(next)) {
            Some(Decided::Told(over)) => self.hold(over),
            Some(Decided::Waits(waiting)) => self.waiting = Some(waiting),
            Some(Decided::Well) | None => {}
        }
        if next.is_none()
            && let Some(over) = self.mojibake.end()
        {
            self.hold(over);
        }
    }

    fn end_word(&mut self) {
        let mut found = Vec::new();
        self.words.end(&mut |observation| found.push(observation));
        found.into_iter().for_each(|observation| self.hold(observation));
    }

    fn end_line(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        let mut found = Vec::new();
        self.bidi.end_line(&mut |observation| found.push(observation));
        found.into_iter().for_each(|observation| self.hold(observation));
        self.give(text, take);
    }

    /// Gives what is held, if nothing can come that belongs before it.
    fn release(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        let waits = self.bidi.waits()
            || self.run.is_some()
            || self.waiting.is_some()
            || self.words.waits()
            || self.mojibake.waits()
            || self.returns.waits();
        if !self.held.is_empty() && (!waits || self.held.len() >= HELD) {
            self.give(text, take);
        }
    }

    fn give(&mut self, text: &str, take: &mut dyn FnMut(Observation)) {
        self.held.iter_mut().for_each(|seen| seen.fill(text));
        self.held.sort_by_key(|observation| (observation.place.offset, observation.rule));
        self.held.drain(..).for_each(take);
    }

    /// Keeps `observation`, unless it is allowed.
    fn hold(&mut self, mut observation: Observation) {
        if let Some(severity) = self.policy.severity(observation.rule, observation.point) {
            observation.severity = severity;
            observation.at = observation.at.filter(|_| self.shows <= Some(severity));
            self.held.push(observation);
        }
    }

    /// What is seen of the character that stands `here`.
    fn seen(&self, rule: Rule, here: Here<'_>) -> Observation {
        let offset = here.piece.offset(here.at);
        let place = Place { offset, line: self.line, column: self.column };
        here.seen(rule, place, self.shows.is_some())
    }
}
