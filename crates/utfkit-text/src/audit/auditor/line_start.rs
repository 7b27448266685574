//! What of a line is before what comes next, as it is shown.

use crate::audit::observation;
use crate::audit::observation::CONTEXT;

/// So many characters are shown before a mistake, of which some stand for one of the text.
const SHOWN: usize = 2 * CONTEXT;

/// The end of what was read, up to the start of its line.
#[derive(Default)]
pub(crate) struct Tail(String);

impl Tail {
    /// The line goes on behind `text`.
    pub(crate) fn text(&mut self, text: &str) {
        let line = text.rfind('\n').map(|feed| &text[feed + 1..]);
        if line.is_some() {
            self.0.clear();
        }
        let line = line.unwrap_or(text);
        let from = line.char_indices().rev().take(CONTEXT).last().map_or(0, |(at, _)| at);
        if from > 0 {
            self.0.clear();
        }
        line[from..].chars().for_each(|character| observation::push(&mut self.0, character));
        self.clip();
    }

    /// The line goes on behind what is ill-formed, shown as `bytes`.
    pub(crate) fn mistake(&mut self, bytes: &str) {
        self.0.push_str(bytes);
        self.clip();
    }

    pub(crate) fn shown(&self) -> &str {
        &self.0
    }

    /// Forgets what is not shown.
    fn clip(&mut self) {
        if let Some((at, _)) = self.0.char_indices().rev().nth(SHOWN) {
            self.0.drain(..at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawing it takes time for each character, so much of it is kept as fits a line of a report.
    #[test]
    fn what_is_shown_is_bounded() {
        let mut tail = Tail::default();
        for _ in 0..1000 {
            tail.text("\u{200B}");
            tail.mistake("<FF>");
            assert!(tail.shown().chars().count() <= 120);
        }
        assert!(tail.shown().ends_with("<FF>"));
    }
}
