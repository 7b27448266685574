//! Shows progress: the bar and the lines.

use std::{sync::Arc, time::Duration};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::{Shared, Style};
use crate::process::{bar::BAR, json_line, lock::lock, signals, terminal};

/// The bar appears only after this time.
const PATIENCE: Duration = Duration::from_millis(500);

/// The interval between two drawings of the bar.
const FRAME: Duration = Duration::from_millis(100);

/// The interval between two lines.
const LINE: Duration = Duration::from_secs(1);

/// Removes the bar from the terminal.
fn clear() {
    if let Some(bar) = lock(&BAR).take() {
        bar.finish_and_clear();
    }
}

/// The object for programs. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct JsonLine {
    r#type: &'static str,
    bytes: u64,
    /// The total number of bytes, if known.
    total: Option<u64>,
    files: u64,
    seconds: f64,
    /// Whether this is the last line.
    done: bool,
    /// Whether all bytes were read; only in the last line. Work may stop early, for example at an
    /// error or at a signal.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<bool>,
}

/// The reason for the last line.
#[derive(Clone, Copy)]
enum End {
    Over,
    Signal,
}

impl Shared {
    /// Shows progress until the work is over.
    pub(super) fn show(self: &Arc<Self>, style: Style) {
        match style {
            Style::Bar => self.show_bar(),
            Style::Words => self.show_lines(|shared, _| shared.words()),
            Style::Json => self.show_lines(Self::json),
        }
    }

    fn show_bar(&self) {
        if self.is_over_after(PATIENCE) {
            return;
        }
        let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr());
        let template = match self.total {
            Some(_) => {
                "{bar:20} {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {eta} left{msg}"
            }
            None => "{spinner} {binary_bytes}, {binary_bytes_per_sec}{msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        *lock(&BAR) = Some(bar.clone());
        signals::before_end(clear);
        while !self.is_over_after(FRAME) && !bar.is_finished() {
            if self.total.is_none_or(|total| total < self.counters.bytes()) {
                bar.unset_length();
            }
            bar.set_message(self.files());
            bar.set_position(self.counters.bytes());
        }
        clear();
    }

    fn show_lines(self: &Arc<Self>, line: fn(&Self, Option<End>) -> String) {
        let at_signal = Arc::clone(self);
        signals::before_end(move || at_signal.print(line, Some(End::Signal)));
        loop {
            let done = self.is_over_after(LINE);
            self.print(line, done.then_some(End::Over));
            if done {
                return;
            }
        }
    }

    /// Prints a line, unless the last line was already printed.
    fn print(&self, line: fn(&Self, Option<End>) -> String, last: Option<End>) {
        let mut ended = lock(&self.ended);
        if !*ended {
            *ended = last.is_some();
            terminal::write_error(&line(self, last));
        }
    }

    /// Returns the number of completed files as text, if there are any.
    fn files(&self) -> String {
        match self.counters.files() {
            0 => String::new(),
            1 => ", 1 file".to_owned(),
            files => format!(", {files} files"),
        }
    }

    fn words(&self) -> String {
        let bytes = indicatif::BinaryBytes(self.counters.bytes());
        let time = HumanDuration(self.began.elapsed());
        match self.total {
            Some(total) => {
                let total = indicatif::BinaryBytes(total);
                format!("utf: {bytes} of {total}{} in {time}\n", self.files())
            }
            None => format!("utf: {bytes}{} in {time}\n", self.files()),
        }
    }

    fn json(&self, last: Option<End>) -> String {
        let bytes = self.counters.bytes();
        let whole = last.and_then(|last| match last {
            End::Signal => Some(false),
            End::Over => self.total.map(|total| bytes >= total),
        });
        let line = JsonLine {
            r#type: "progress",
            bytes,
            total: self.total,
            files: self.counters.files(),
            seconds: (self.began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            done: last.is_some(),
            whole,
        };
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let _ = json_line::write_line(&mut text, &line);
        String::from_utf8_lossy(&text).into_owned()
    }
}
