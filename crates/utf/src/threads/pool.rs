//! Work on many files with several threads, whose output is in the order of the files.
//!
//! Each thread takes the next job and gives it a [`Hand`], which receives all output of the job.
//! The hand of the first unfinished job prints at once, so live pipes show their output. The others
//! keep their output up to a bound, and then wait until they are the first. So memory is bounded,
//! and the output does not depend on the number of threads. A pipe or device is read only by the
//! first job, so standard input is never read twice at once.

use std::{io, sync::Mutex, thread};

use super::{
    idle::Spare,
    job::Job,
    outbox::{Delivery, Hand, Piece},
    queue::{Next, Queue, Start},
};
use crate::process::lock::lock;

/// Receives the output of the jobs, in job order.
pub trait Consumer<N> {
    /// Accepts printed bytes.
    fn printed(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Accepts a note.
    fn note(&mut self, note: N) -> io::Result<()>;
    /// Makes the printed bytes visible soon; `now` if the next output may take long.
    fn flush(&mut self, now: bool) -> io::Result<()>;
}

/// Does all `jobs` with at most `threads` threads, including this one.
///
/// `scratch` creates the state that a thread keeps from job to job. The first error of `consumer`
/// ends all work. Threads without more jobs are added to `spare`.
pub fn run<J: Job, S, N: Send>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(J, &mut S, &mut Hand<'_, N>) + Sync,
    consumer: &Mutex<impl Consumer<N> + Send>,
    spare: &Spare,
) -> io::Result<()> {
    let pool = Pool { jobs: Mutex::new(jobs), queue: Queue::default(), work, consumer };
    let all = || {
        // If a thread panics, the others must not wait for its output.
        let guard = StopOnPanic(&pool.queue);
        pool.work(&mut scratch());
        drop(guard);
        spare.give();
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread cannot start, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, all);
        }
        all();
    });
    pool.queue.result()
}

struct Pool<'c, J, I, W, N, C> {
    jobs: Mutex<I>,
    queue: Queue<J, N>,
    work: W,
    consumer: &'c Mutex<C>,
}

impl<J: Job, I: Iterator<Item = J>, N, C: Consumer<N>, W> Pool<'_, J, I, W, N, C>
where
    Self: Delivery<N>,
{
    /// Does jobs until there are no more.
    fn work<S>(&self, scratch: &mut S)
    where
        W: Fn(J, &mut S, &mut Hand<'_, N>),
    {
        while let Some((number, job)) = self.take() {
            let rest = self.job(number, job, scratch);
            if let Some(rest) = self.queue.finish(number, rest) {
                self.pass(rest);
                self.advance(scratch);
            }
        }
    }

    /// Does one job, and returns the output that is not delivered.
    fn job<S>(&self, number: u64, job: J, scratch: &mut S) -> Vec<Piece<N>>
    where
        W: Fn(J, &mut S, &mut Hand<'_, N>),
    {
        let mut hand = Hand::new(self, number, !job.is_free());
        (self.work)(job, scratch, &mut hand);
        hand.rest()
    }

    /// Returns the next job that can be done now. Jobs that must wait for their turn stay in the
    /// queue.
    fn take(&self) -> Option<(u64, J)> {
        let mut jobs = lock(&self.jobs);
        loop {
            if !self.queue.wait_for_room() {
                return None;
            }
            if let Start::Now(number, job) = self.queue.push(jobs.next()?) {
                return Some((number, job));
            }
        }
    }

    /// Continues after all output of the first job: consumes the output of the next completed jobs,
    /// and does those that waited for their turn.
    fn advance<S>(&self, scratch: &mut S)
    where
        W: Fn(J, &mut S, &mut Hand<'_, N>),
    {
        loop {
            match self.queue.advance() {
                Next::Print(pieces) => self.pass(pieces),
                Next::Job(number, job) => {
                    let rest = self.job(number, job, scratch);
                    self.pass(rest);
                }
                Next::Runs => return,
            }
        }
    }

    /// Passes the next pieces to the consumer. After an error, nothing is printed, but the notes of
    /// the job that met it still count.
    fn pass(&self, pieces: Vec<Piece<N>>) {
        if pieces.is_empty() {
            return;
        }
        let mut consumer = lock(self.consumer);
        for piece in pieces {
            self.stop_on_error(match piece {
                Piece::Printed(_) if self.queue.is_stopped() => Ok(()),
                Piece::Printed(bytes) => consumer.printed(&bytes),
                Piece::Note(note) => consumer.note(note),
            });
        }
    }

    fn stop_on_error(&self, passed: io::Result<()>) {
        if let Err(error) = passed {
            self.queue.stop(Some(error));
        }
    }
}

impl<J: Job, I, N: Send, C: Consumer<N> + Send, W> Delivery<N> for Pool<'_, J, I, W, N, C>
where
    I: Iterator<Item = J> + Send,
    W: Sync,
{
    fn deliver(&self, number: u64, pieces: &mut Vec<Piece<N>>) -> bool {
        if let Some(turn) = self.queue.deliver(number, pieces) {
            self.pass(turn);
        }
        !self.queue.is_stopped()
    }

    fn flush(&self, number: u64, now: bool) {
        if self.queue.is_first(number) {
            let flushed = lock(self.consumer).flush(now);
            self.stop_on_error(flushed);
        }
    }
}

struct StopOnPanic<'q, J, N>(&'q Queue<J, N>);

impl<J, N> Drop for StopOnPanic<'_, J, N> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Mutex, thread, time::Duration};

    use super::*;

    /// Collects the output, and fails above a maximum length.
    #[derive(Default)]
    struct Kept {
        text: String,
        most: usize,
    }

    impl Consumer<char> for Kept {
        fn printed(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.text.push_str(str::from_utf8(bytes).unwrap());
            if self.text.len() > self.most {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                Ok(())
            }
        }

        fn note(&mut self, note: char) -> io::Result<()> {
            self.text.push(note);
            Ok(())
        }

        fn flush(&mut self, _: bool) -> io::Result<()> {
            Ok(())
        }
    }

    /// Prints its number several times. Odd jobs wait for their turn.
    struct Count(usize);

    impl Job for Count {
        fn is_free(&self) -> bool {
            self.0.is_multiple_of(2)
        }
    }

    fn output(
        threads: usize,
        most: usize,
        times: impl Fn(usize) -> usize + Sync,
    ) -> (String, bool) {
        use std::io::Write;
        let consumer = Mutex::new(Kept { most, ..Kept::default() });
        let work = |Count(number): Count, _: &mut (), hand: &mut Hand<'_, char>| {
            if number.is_multiple_of(7) {
                thread::sleep(Duration::from_millis(1));
            }
            for _ in 0..times(number) {
                hand.note('<');
                if write!(hand, "{number}").and_then(|()| hand.flush()).is_err() {
                    return;
                }
            }
            hand.note('>');
        };
        let jobs = (0..400).map(Count);
        let spare = Spare::new(0);
        let well = run(threads, jobs, || (), work, &consumer, &spare).is_ok();
        assert!((0..threads).all(|_| spare.take().is_some()));
        (consumer.into_inner().unwrap().text, well)
    }

    #[test]
    fn what_is_told_does_not_depend_on_the_threads() {
        // One job has more output than may be kept.
        let times = |number| if number == 51 { 5000 } else { number % 5 };
        let expected: String = (0..400)
            .flat_map(|number| [format!("<{number}").repeat(times(number)), ">".to_owned()])
            .collect();
        for threads in [1, 2, 3, 8] {
            let (text, well) = output(threads, usize::MAX, times);
            assert!(well && text == expected, "{threads} threads");
        }
    }

    #[test]
    fn an_error_ends_all() {
        for threads in [1, 2, 8] {
            let (text, well) = output(threads, 100, |_| 100);
            assert!(!well && text.len() < 20_000, "{}", text.len());
        }
    }
}
