//! Lines that are too long for the window. They are searched in pieces, but passed on as a whole.
//!
//! Whether such a line is needed may be known only after most of it has left the window. So a copy
//! of the window at its start is kept, and the bytes after that are read again: from the file, or
//! from a temporary file if the input is a pipe.

use std::{fs::File, io, mem, ops::Range};

use super::{Line, LineReceiver, MAX, Scan};
use crate::{
    commands::search::window::Window,
    files::{
        reading::{FileAt, Source},
        temporary::TemporaryFiles,
    },
};
use utfkit_text::lines::Bytes;

/// The maximum number of bytes of a line from a pipe to keep.
const MAX_KEPT: u64 = 1 << 30;

/// More bytes than a character has in any encoding.
const CHARACTER: usize = 8;

/// The reason for passing on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Selected,
    Context,
}

/// A long line, whose start has left the window.
pub(super) struct Long {
    /// The start of its rest in the window, and the length of the text before that.
    rest: usize,
    passed: u64,
    /// The offset of the line in the file.
    begin: u64,
    matched: bool,
    /// The reason for passing it on, if a part of it was.
    role: Option<Role>,
    /// The number of parts passed on, and the number of characters in them.
    parts: u64,
    column: u64,
    /// The number of characters in the other parts, if columns are needed.
    characters: u64,
    /// Whether lines between this one and the line passed on before it were left out.
    after_gap: bool,
    saved: Option<SavedState>,
}

/// The state of the scan at the start of a long line.
struct SavedState {
    window: Window,
    at: usize,
    counted: usize,
    lines: u64,
    given: Option<usize>,
    /// Another long line directly before it.
    ended: Option<Box<Long>>,
    bytes: Replay,
}

/// The bytes of a stream after those in a window, to be read again.
enum Replay {
    /// The bytes at this offset of a file.
    File { file: File, offset: u64 },
    /// Kept bytes, and the number of those that were read again.
    Kept { bytes: Bytes<'static>, read: u64 },
    /// The bytes could not be kept.
    Lost,
}

impl Source for Replay {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Replay::File { file, offset } => {
                let len = FileAt { file, offset: *offset }.read_some(room)?;
                *offset += len as u64;
                Ok(len)
            }
            Replay::Kept { bytes, read } => {
                let len = bytes.read_at(room, *read)?;
                *read += len as u64;
                Ok(len)
            }
            Replay::Lost => Ok(0),
        }
    }
}

impl Long {
    /// Adjusts the position after the window has forgotten `gone` bytes. Returns `None` if the rest
    /// of the line is gone, too.
    pub(super) fn moved(mut self: Box<Self>, gone: usize) -> Option<Box<Self>> {
        self.rest = self.rest.checked_sub(gone)?;
        Some(self)
    }

    /// Returns the start of its rest in the window.
    pub(super) fn rest(&self) -> usize {
        self.rest
    }

    /// Forgets the long lines before this one, except the last `most` of them. No more can be
    /// context.
    fn forget_before(&mut self, mut most: u64) {
        let mut long = self;
        while let Some(saved) = &mut long.saved {
            if most == 0 {
                saved.ended = None;
            }
            let Some(ended) = &mut saved.ended else { break };
            long = ended;
            most -= 1;
        }
    }

    /// Keeps `bytes`, the next ones of the stream, in case they must be read again.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        let Some(saved) = &mut self.saved else { return };
        if let Replay::Kept { bytes: kept, .. } = &mut saved.bytes
            && (kept.len() + bytes.len() as u64 > MAX_KEPT || kept.push(bytes).is_err())
        {
            saved.bytes = Replay::Lost;
        }
    }
}

impl Scan<'_> {
    /// Searches the window, which has no line feed. A match may begin near its end and not be
    /// complete, so the end is searched later. Returns `false` to end the search.
    pub(super) fn piece(&mut self, file: &File, lines: &mut impl LineReceiver) -> io::Result<bool> {
        let len = self.window.text().len();
        let mut long = match self.long.take() {
            Some(long) => long,
            None => self.begin_long(),
        };
        self.cut |= !self.matcher.bears_cuts();
        let hold = self.matcher.reach() + CHARACTER;
        let settled = self.window.floor(len.saturating_sub(hold)).max(self.at);
        let crossing = self.find_long(&mut long, self.at..len, settled, lines);
        let part = self.at..settled.max(crossing);
        let after = self.context.pending > 0;
        let role = match long.role {
            Some(role) => Some(role),
            None if self.context.closing => Some(Role::Context),
            None if long.matched && !self.select.invert => Some(Role::Selected),
            // It cannot be selected any more.
            None if long.matched && after => Some(Role::Context),
            None => None,
        };
        let mut continues = true;
        if let Some(role) = role {
            continues = self.give_part(&mut long, role, part.clone(), false, lines)?;
        } else {
            if lines.wants_columns() {
                long.characters += self.characters(part.clone());
            }
            if long.passed == 0 && lines.wants_text() {
                long.saved = Some(self.remember(file, lines.wants_numbers()));
            }
            if long.matched && self.select.before == 0 {
                long.saved = None;
            }
            self.count(part.start, lines.wants_numbers());
        }
        long.passed += part.len() as u64;
        long.rest = part.end;
        self.at = part.end;
        self.context.given = None;
        self.ended = None;
        // Regular expressions look at the character before a match.
        let end = self.window.floor(part.end.saturating_sub(CHARACTER));
        self.long = Some(long);
        self.forget(end);
        Ok(continues)
    }

    /// Ends the long line, whose rest is at `range`. Returns `false` to end the search.
    pub(super) fn end_long(
        &mut self,
        mut long: Box<Long>,
        range: Range<usize>,
        lines: &mut impl LineReceiver,
    ) -> io::Result<bool> {
        self.find_long(&mut long, range.clone(), usize::MAX, lines);
        let selected = !self.context.closing && long.matched != self.select.invert;
        let role = match long.role {
            None if selected => Some(Role::Selected),
            None if self.context.pending > 0 => Some(Role::Context),
            role => role,
        };
        let end = range.end;
        match role {
            Some(Role::Selected) => {
                let continues = self.give_part(&mut long, Role::Selected, range, true, lines)?;
                Ok(self.was_selected(end, continues))
            }
            Some(Role::Context) => {
                self.context.pending -= 1;
                self.give_part(&mut long, Role::Context, range, true, lines)?;
                self.has_given(end);
                Ok(self.may_continue())
            }
            None => {
                // It may become context of a selected line.
                self.ended = (self.select.before > 0).then_some(long);
                Ok(true)
            }
        }
    }

    /// Creates a long line that begins at the current position.
    fn begin_long(&self) -> Box<Long> {
        Box::new(Long {
            rest: self.at,
            passed: 0,
            begin: self.window.offset(self.at),
            matched: false,
            role: None,
            parts: 0,
            column: 0,
            characters: 0,
            after_gap: self.context.given != Some(self.at),
            saved: None,
        })
    }

    /// Saves the current state, at the start of a long line of `file`.
    fn remember(&mut self, file: &File, numbers: bool) -> SavedState {
        let from = self.start_before(self.at, self.select.before);
        self.count(from, numbers);
        let (window, gone) = self.window.copy(from);
        let mut ended = self.ended.take().and_then(|ended| ended.moved(gone));
        if let Some(ended) = &mut ended {
            ended.forget_before(self.select.before - 1);
        }
        let bytes = match file.regular().map(File::try_clone) {
            Some(Ok(file)) => Replay::File { file, offset: self.start + self.read },
            _ => Replay::Kept { bytes: Bytes::new(&TemporaryFiles), read: 0 },
        };
        SavedState {
            window,
            at: self.at - gone,
            counted: self.counted.saturating_sub(gone),
            lines: self.lines,
            given: self.context.given.and_then(|given| given.checked_sub(gone)),
            ended,
            bytes,
        }
    }

    /// Finds matches in `range` of a long line that begin before `settled`: all of them, or one if
    /// that is enough. Returns the end of the last one.
    fn find_long(
        &mut self,
        long: &mut Long,
        range: Range<usize>,
        settled: usize,
        lines: &impl LineReceiver,
    ) -> usize {
        self.found.clear();
        let all = lines.wants_matches() && !self.select.invert;
        if self.context.closing || long.role == Some(Role::Context) || long.matched && !all {
            return 0;
        }
        let before = match long.passed {
            0 => range.start,
            _ => self.window.floor(range.start.saturating_sub(CHARACTER)),
        };
        let (text, found) = (self.window.text(), &mut self.found);
        self.matcher.each(text, before, range, |one| {
            if one.start < settled {
                found.push(one.clone());
            }
            one.start < settled && all
        });
        long.matched |= !self.found.is_empty();
        self.found.last().map_or(0, |last| last.end)
    }

    /// Passes on the part of a long line at `range` as `role`, after its context and all earlier
    /// parts.
    fn give_part(
        &mut self,
        long: &mut Long,
        role: Role,
        range: Range<usize>,
        last: bool,
        lines: &mut impl LineReceiver,
    ) -> io::Result<bool> {
        let before = if role == Role::Selected { self.select.before } else { 0 };
        self.begin_giving(long, role, before, range.start, lines)?;
        self.part(long, role, range, last, lines)
    }

    /// Passes on everything before the part of a long line at `at`, if nothing of the line was
    /// passed on yet: the `before` lines of context and the start of the line.
    fn begin_giving(
        &mut self,
        long: &mut Long,
        role: Role,
        before: u64,
        at: usize,
        lines: &mut impl LineReceiver,
    ) -> io::Result<()> {
        if long.role.replace(role).is_some() {
            return Ok(());
        }
        let found = mem::take(&mut self.found);
        if long.passed == 0 {
            self.give_before(at, before, lines)?;
            self.count(at, lines.wants_numbers());
            long.after_gap = self.context.given != Some(at);
        } else if let Some(saved) = long.saved.take() {
            let offset = self.window.offset(at);
            let left_out = offset.saturating_sub(self.go_back(long, role, saved, before, lines)?);
            if left_out > 0 {
                self.left_out += left_out;
                long.column = long.characters;
            }
        }
        self.found = found;
        Ok(())
    }

    /// Passes on the `before` lines of context of a long line, and its start, from the state in
    /// `saved`. Returns the offset in the file up to which the line could be read again.
    fn go_back(
        &mut self,
        long: &mut Long,
        role: Role,
        mut saved: SavedState,
        before: u64,
        lines: &mut impl LineReceiver,
    ) -> io::Result<u64> {
        self.swap(&mut saved);
        let start = saved.at;
        self.give_before(start, before, lines)?;
        let end = self.give_again(long, role, start, &mut saved.bytes, lines)?;
        let reached = self.window.offset(end);
        self.swap(&mut saved);
        Ok(reached)
    }

    /// Swaps the current state and the state in `saved`.
    fn swap(&mut self, saved: &mut SavedState) {
        mem::swap(&mut self.window, &mut saved.window);
        mem::swap(&mut self.counted, &mut saved.counted);
        mem::swap(&mut self.lines, &mut saved.lines);
        mem::swap(&mut self.context.given, &mut saved.given);
        mem::swap(&mut self.ended, &mut saved.ended);
    }

    /// Passes on the start of a long line again. It begins at `at` in the window and continues in
    /// `bytes`. Returns the position in the window up to which it could be read.
    fn give_again(
        &mut self,
        long: &mut Long,
        role: Role,
        mut at: usize,
        bytes: &mut Replay,
        lines: &mut impl LineReceiver,
    ) -> io::Result<usize> {
        self.count(at, lines.wants_numbers());
        long.after_gap = self.context.given != Some(at);
        self.found.clear();
        let mut left = long.passed;
        // If bytes are lost, the gap is at the start of the line, not in its middle.
        while left > 0 && !matches!(bytes, Replay::Lost) {
            let held = self.window.text().len() - at;
            let all = usize::try_from(left).ok().filter(|&left| left <= held);
            if all.is_none() && held < MAX {
                // Bytes that cannot be read are left out, and a message reports that.
                match self.window.fill(bytes) {
                    Ok(len) if len > 0 => continue,
                    _ => break,
                }
            }
            let end = match all {
                Some(all) => at + all,
                None => self.window.floor(at + held - CHARACTER),
            };
            self.part(long, role, at..end, false, lines)?;
            left -= (end - at) as u64;
            at = end - self.window.discard(end);
        }
        Ok(at)
    }

    /// Passes on the next part of a long line.
    fn part(
        &mut self,
        long: &mut Long,
        role: Role,
        range: Range<usize>,
        last: bool,
        lines: &mut impl LineReceiver,
    ) -> io::Result<bool> {
        if range.is_empty() && !last {
            return Ok(true);
        }
        if role == Role::Context || self.select.invert {
            self.found.clear();
        }
        long.parts += 1;
        let line = Line {
            window: &self.window,
            range: range.clone(),
            matches: &self.found,
            number: self.lines + 1,
            begin: Some(long.begin),
            column: long.column,
            part: long.parts,
            first: long.parts == 1,
            last,
            after_gap: long.after_gap && long.parts == 1,
        };
        let continues = match role {
            Role::Selected => lines.line(&line)?,
            Role::Context => lines.context(&line).map(|()| true)?,
        };
        if lines.wants_columns() {
            long.column += self.characters(range);
        }
        Ok(continues)
    }

    /// Passes on the `before` lines before `at`, without those that were already passed on.
    pub(super) fn give_before(
        &mut self,
        at: usize,
        before: u64,
        lines: &mut impl LineReceiver,
    ) -> io::Result<()> {
        let mut start = self.start_before(at, before);
        if start == at {
            return Ok(());
        }
        if let Some(mut ended) = self.ended.take_if(|ended| ended.rest == start) {
            // The lines before a long line left the window together with its start.
            let mut more = before;
            let mut next = start;
            while next < at {
                next = self.after_line_feed(self.line_at(next, at).end, at);
                more = more.saturating_sub(1);
            }
            self.begin_giving(&mut ended, Role::Context, more, start, lines)?;
            self.count(start, lines.wants_numbers());
            let line = self.line_at(start, at);
            start = self.after_line_feed(line.end, at);
            self.has_given(line.end);
            self.part(&mut ended, Role::Context, line, true, lines)?;
        }
        while start < at {
            let line = self.line_at(start, at);
            start = self.after_line_feed(line.end, at);
            self.give_context(line, lines)?;
        }
        Ok(())
    }

    /// Returns the number of characters in the text at `range`.
    fn characters(&self, range: Range<usize>) -> u64 {
        self.window.shown(range).chars().count() as u64
    }
}
