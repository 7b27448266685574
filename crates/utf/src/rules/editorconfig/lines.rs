//! Parses the lines of an `.editorconfig`, according to its specification 0.17.

use super::glob::Glob;

/// The maximum total cost of the globs in a file, and the minimum cost of each. The regular
/// expressions are a thousand times as large.
const MAX_TOGETHER: usize = 256 << 10;
const MIN_COST: usize = 64;

/// The parts of a file that concern text.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) is_root: bool,
    pub(super) sections: Vec<Section>,
    /// The total cost of the globs so far.
    cost: usize,
}

/// The values for the files that match a glob.
pub(super) struct Section {
    pub(super) glob: Glob,
    pub(super) charset: Option<Value>,
    pub(super) end_of_line: Option<Value>,
}

/// A value as it is written, and its line, counted from 1.
pub(super) struct Value {
    pub(super) text: String,
    pub(super) line: u64,
}

/// A section whose glob is not compiled yet, because most sections do not concern text.
#[derive(Default)]
struct Open<'text> {
    header: &'text str,
    line: u64,
    charset: Option<Value>,
    end_of_line: Option<Value>,
}

/// The line of an error, counted from 1, and the message.
type Wrong = (u64, &'static str);

impl Lines {
    pub(super) fn parse(text: &str) -> Result<Self, Wrong> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut all = Self::default();
        let mut open: Option<Open> = None;
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.trim();
            if words.is_empty() || words.starts_with([';', '#']) {
                continue;
            }
            if let Some(header) = header(words) {
                all.close(open.replace(Open { header, line, ..Open::default() }))?;
                continue;
            }
            let pair = words.split_once('=').filter(|(key, _)| !key.is_empty());
            let (key, value) = pair.ok_or((line, "not a valid line of an EditorConfig file"))?;
            let (key, value) = (key.trim_end().to_ascii_lowercase(), value.trim_start());
            let text = || Some(Value { text: value.to_owned(), line });
            match (&mut open, &*key) {
                (None, "root") => all.is_root = value.eq_ignore_ascii_case("true"),
                (Some(open), "charset") => open.charset = text(),
                (Some(open), "end_of_line") => open.end_of_line = text(),
                _ => {}
            }
        }
        all.close(open)?;
        Ok(all)
    }

    fn close(&mut self, open: Option<Open>) -> Result<(), Wrong> {
        let Some(Open { header, line, charset, end_of_line }) = open else { return Ok(()) };
        if charset.is_some() || end_of_line.is_some() {
            let wrong = (line, "the glob is too large, or its braces are nested too deeply");
            let glob = Glob::new(header).ok_or(wrong)?;
            self.cost += header.len() + MIN_COST;
            if self.cost > MAX_TOGETHER {
                return Err((line, "all globs together are too large"));
            }
            self.sections.push(Section { glob, charset, end_of_line });
        }
        Ok(())
    }
}

/// Returns the glob of a line that begins a section. Earlier versions allowed a comment after it,
/// which people still write.
fn header(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('[')?;
    let (glob, rest) = rest.rsplit_once(']')?;
    let is_header = rest.is_empty() || rest.trim_start().starts_with([';', '#']);
    (is_header && !glob.is_empty()).then_some(glob)
}
