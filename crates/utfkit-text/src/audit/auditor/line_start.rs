//! The start of the current line, drawn for reports.

use crate::audit::observation;
use crate::audit::observation::CONTEXT;

/// The maximum number of drawn characters; a character of the text may be drawn as several.
const SHOWN: usize = 2 * CONTEXT;

/// The drawn text from the start of the line, or the end of it.
#[derive(Default)]
pub(crate) struct Tail(String);

impl Tail {
    /// Appends well-formed `text`.
    pub(crate) fn push_text(&mut self, text: &str) {
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

    /// Appends `bytes`, the drawing of an ill-formed sequence.
    pub(crate) fn push_bytes(&mut self, bytes: &str) {
        self.0.push_str(bytes);
        self.clip();
    }

    pub(crate) fn shown(&self) -> &str {
        &self.0
    }

    /// Removes the characters that are too far from the end.
    fn clip(&mut self) {
        if let Some((at, _)) = self.0.char_indices().rev().nth(SHOWN) {
            self.0.drain(..at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawing takes time for each character, so the text is limited to the line of a report.
    #[test]
    fn the_drawn_text_is_bounded() {
        let mut tail = Tail::default();
        for _ in 0..1000 {
            tail.push_text("\u{200B}");
            tail.push_bytes("<FF>");
            assert!(tail.shown().chars().count() <= 120);
        }
        assert!(tail.shown().ends_with("<FF>"));
    }
}
