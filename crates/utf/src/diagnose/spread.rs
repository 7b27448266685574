//! A large file of UTF-8, looked at by several threads.
//!
//! The file is cut into chunks at boundaries, which can be found from the octets around a place alone. Threads
//! that have nothing else to do check chunks and measure what is well-formed; one thread, which helps
//! meanwhile, follows them in their order. Only chunks with something ill-formed in them are gone through
//! event by event. So all is told as it would be by one thread.

use std::{
    collections::VecDeque,
    fs::File,
    os::unix::fs::FileExt,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use utfkit::utf8;

use super::{Stretch, events::Events};
use crate::{input::BLOCK, pool::Spare};

/// How many chunks may be checked ahead of the one that is followed.
const AHEAD: u64 = 32;

/// How many octets around a place show whether it is a boundary, and which one is before it, to each side.
const AROUND: usize = 4;

/// The part of a file that is read.
pub struct Part<'f> {
    pub file: &'f File,
    /// Where it begins in the file: at a boundary.
    pub start: u64,
    /// What that is as an offset in the stream.
    pub offset: u64,
    /// How many octets behind it were read already.
    pub known: usize,
    /// How large the file is, as far as is known.
    pub size: u64,
}

impl Part<'_> {
    /// Whether it is large enough to be worth it.
    pub fn is_large(&self) -> bool {
        self.size.saturating_sub(self.start) >= 8 * BLOCK as u64
    }

    /// Tells `events` what is in it, in chunks of [`BLOCK`] octets, but for its end; gives where that begins.
    /// From there on the rest is to be read as any stream, also where the file has become shorter or cannot
    /// be read.
    pub fn read(&self, spare: &Spare, events: &mut dyn Events) -> u64 {
        self.read_by(BLOCK as u64, spare, events)
    }

    fn read_by(&self, chunk: u64, spare: &Spare, events: &mut dyn Events) -> u64 {
        let last = self.size.saturating_sub(self.start + AROUND as u64) / chunk;
        let board = Board::new(last);
        thread::scope(|scope| {
            let board = &board;
            let check = move || {
                while let Some(number) = board.claim(true) {
                    board.put(number, self.chunk(number, chunk, board.room()));
                }
            };
            let mut at = self.start;
            for number in 0..last {
                if let Some(token) = spare.take() {
                    let help = move || {
                        check();
                        drop(token);
                    };
                    // Without it the work is done all the same.
                    let _ = thread::Builder::new().spawn_scoped(scope, help);
                }
                // This thread checks chunks, too, until the one that it waits for is there.
                let checked = loop {
                    if let Some(checked) = board.get(number) {
                        break checked;
                    }
                    match board.claim(false) {
                        Some(mine) => board.put(mine, self.chunk(mine, chunk, board.room())),
                        None => break board.wait(number),
                    }
                };
                // What changed while it was read is not what was checked.
                let Some(checked) = checked.filter(|checked| checked.start == at) else { break };
                at += checked.len as u64;
                let known = if number == 0 { self.known } else { 0 };
                checked.tell(checked.start - self.start + self.offset, known, events);
                board.give_back(checked.octets);
                if events.is_satisfied() {
                    break;
                }
            }
            board.stop();
            at
        })
    }

    /// Reads and checks chunk `number`; `None` if it cannot be read, or is no longer there.
    fn chunk(&self, number: u64, size: u64, mut octets: Vec<u8>) -> Option<Checked> {
        let nominal = self.start + number * size;
        let start = match number {
            0 => nominal,
            _ => {
                let mut around = [0; 2 * AROUND];
                let before = AROUND.min(usize::try_from(nominal - self.start).ok()?);
                let around = &mut around[..before + AROUND];
                read_exactly(self.file, around, nominal - before as u64)?;
                nominal - (before - utf8::floor_boundary(around, before)) as u64
            }
        };
        let end = usize::try_from(nominal + size - start).ok()?;
        octets.resize(end + AROUND, 0);
        read_exactly(self.file, &mut octets, start)?;
        let len = utf8::floor_boundary(&octets, end);
        let text = &octets[..len];
        let stretch = utf8::is_valid(text).then(|| Stretch::of(text));
        Some(Checked { start, len, octets, stretch })
    }
}

fn read_exactly(file: &File, room: &mut [u8], at: u64) -> Option<()> {
    file.read_exact_at(room, at).ok()
}

/// A chunk that was checked.
struct Checked {
    /// Where it begins in the file.
    start: u64,
    len: usize,
    /// Its octets, and some behind it.
    octets: Vec<u8>,
    /// What it is, if it is well-formed.
    stretch: Option<Stretch>,
}

impl Checked {
    /// Tells `events` what it is; `offset` is that of its start, of which so many octets are `known`.
    fn tell(&self, offset: u64, known: usize, events: &mut dyn Events) {
        let octets = &self.octets[..self.len];
        match &self.stretch {
            Some(stretch) => events.stretch(octets, stretch),
            None => {
                for chunk in utf8::chunks(octets) {
                    events.text(chunk.text());
                    chunk.finding().into_iter().for_each(|f| events.ill_formed(f.moved(offset)));
                    if events.is_satisfied() {
                        return;
                    }
                }
            }
        }
        events.read(&octets[known..]);
    }
}

/// Which chunks are taken, and what became of them.
struct Board {
    state: Mutex<State>,
    /// A chunk was checked, or there is room for one.
    changed: Condvar,
    chunks: u64,
}

#[derive(Default)]
struct State {
    /// The next that nobody has taken.
    next: u64,
    /// The first that was not asked for yet, and those behind it, as far as they are checked.
    first: u64,
    checked: VecDeque<Option<Option<Checked>>>,
    /// Buffers that are not in use.
    rooms: Vec<Vec<u8>>,
    stopped: bool,
}

impl Board {
    fn new(chunks: u64) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), chunks }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_on<'b>(&self, state: MutexGuard<'b, State>) -> MutexGuard<'b, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a chunk to be checked. If there is none now, waits for one if `patient`.
    fn claim(&self, patient: bool) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.next == self.chunks {
                return None;
            }
            if state.next < state.first + AHEAD {
                state.next += 1;
                state.checked.push_back(None);
                return Some(state.next - 1);
            }
            if !patient {
                return None;
            }
            state = self.wait_on(state);
        }
    }

    /// Puts down what became of a chunk.
    fn put(&self, number: u64, checked: Option<Checked>) {
        let mut state = self.lock();
        let at = usize::try_from(number - state.first).unwrap_or(usize::MAX);
        if let Some(slot) = state.checked.get_mut(at) {
            *slot = Some(checked);
        }
        self.changed.notify_all();
    }

    /// Takes what became of chunk `number`, the first that was not asked for; `None` if that is not known yet.
    fn get(&self, number: u64) -> Option<Option<Checked>> {
        self.lock().pop(number, &self.changed)
    }

    /// Waits for what became of chunk `number`, which someone has taken.
    fn wait(&self, number: u64) -> Option<Checked> {
        let mut state = self.lock();
        loop {
            if let Some(checked) = state.pop(number, &self.changed) {
                return checked;
            }
            state = self.wait_on(state);
        }
    }

    /// A buffer.
    fn room(&self) -> Vec<u8> {
        self.lock().rooms.pop().unwrap_or_default()
    }

    fn give_back(&self, room: Vec<u8>) {
        self.lock().rooms.push(room);
    }

    /// No more chunks are wanted.
    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

impl State {
    fn pop(&mut self, number: u64, changed: &Condvar) -> Option<Option<Checked>> {
        if number != self.first || !self.checked.front().is_some_and(Option::is_some) {
            return None;
        }
        self.first += 1;
        changed.notify_all();
        self.checked.pop_front().flatten()
    }
}
