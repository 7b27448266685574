//! The repairer: a stream in windows.

use std::cell::RefCell;

use crate::detect::detect;
use crate::receivers::declared::{Format, find_hint};
use crate::repair::explain::Explainer;
use crate::repair::{
    events::{Ambiguity, Event, Fix},
    options::Options,
    passes,
    utf16::{
        text::{Repair, Text},
        units::Utf16,
    },
};
use utfkit::{Encoding, Finding, utf8};

/// Repairs a text that comes in pieces. It keeps one window of at most 256 KiB, and at most 2 MiB of
/// knowledge about the text.
///
/// ```
/// use utfkit_text::repair::{Event, Options, Repairer};
/// let mut text = Vec::new();
/// let mut repairer = Repairer::new(Options::default());
/// let mut sink = |event: Event<'_>| match event {
///     Event::Kept(bytes) => text.extend_from_slice(bytes),
///     Event::Fix(fix) => text.extend_from_slice(&fix.becomes),
///     _ => {}
/// };
/// repairer.push("tambi\u{C3}".as_bytes(), false, &mut sink);
/// repairer.push("\u{A9}n".as_bytes(), true, &mut sink);
/// # #[cfg(feature = "charsets")]
/// assert_eq!(text, "también".as_bytes());
/// ```
#[derive(Clone, Debug)]
pub struct Repairer {
    options: Options,
    /// The bytes that were pushed and not processed yet.
    waiting: Vec<u8>,
    /// The offset of `waiting`.
    offset: u64,
    form: Form,
    /// Text of UTF-16 that waits for the end of its line.
    text: Text,
    /// The knowledge about the damage of the text.
    explainer: Explainer,
    /// The charset that the text declares, if it is in that charset.
    declared: Option<(Format, Encoding)>,
}

/// The form of the text.
#[derive(Clone, Debug)]
enum Form {
    /// Not known yet.
    Unknown,
    Utf8,
    Utf16(Utf16),
}

/// The maximum length of a window in bytes.
const WINDOW: usize = 256 << 10;

/// The number of bytes that are needed to decide about the byte order of UTF-16.
const HEAD: usize = 64 << 10;

impl Repairer {
    /// Returns a repairer for one text.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let (waiting, form, explainer) = (Vec::new(), Form::Unknown, Explainer::new());
        let text = Text::default();
        Self { options, waiting, offset: 0, form, text, explainer, declared: None }
    }

    /// Returns the legacy charset that the text is in, and the format of the declaration that names
    /// it. Such a text is correct, so nothing is fixed. It is only known of a text of at most one
    /// window, after its end.
    #[must_use]
    pub const fn declared(&self) -> Option<(Format, Encoding)> {
        self.declared
    }

    /// Processes the next `bytes` of the text, and calls `sink` for each event. `last` ends the text.
    /// The events do not depend on the size of the pieces.
    ///
    /// Cost: linear. If the text is well-formed and nothing looks like mojibake, one validation and
    /// one scan of the characters beyond ASCII.
    pub fn push(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(Event<'_>)) {
        let mut rest = bytes;
        let mut waiting = std::mem::take(&mut self.waiting);
        while !waiting.is_empty() {
            // Only the missing part of a window is copied, not all of a long text.
            let begun = waiting.len();
            let (lacking, after) =
                rest.split_at(rest.len().min((WINDOW + 1).saturating_sub(begun)));
            waiting.extend_from_slice(lacking);
            let done = self.process(&waiting, last && after.is_empty(), sink);
            if done < begun && after.is_empty() {
                waiting.drain(..done);
                self.waiting = waiting;
                return;
            }
            if done < begun {
                waiting.drain(..done);
                rest = after;
            } else {
                waiting.clear();
                rest = &rest[done - begun..];
            }
        }
        let done = self.process(rest, last, sink);
        waiting.extend_from_slice(&rest[done..]);
        self.waiting = waiting;
    }

    /// Processes as much of `bytes` as possible, and returns the number of bytes.
    fn process(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(Event<'_>)) -> usize {
        if matches!(self.form, Form::Unknown) {
            let wanted = if Utf16::may_begin(bytes) { HEAD } else { 6 };
            if bytes.len() < wanted && !last {
                return 0;
            }
            let head = &bytes[..bytes.len().min(HEAD)];
            let is_all = last && head.len() == bytes.len();
            self.form = Utf16::of(head, is_all).map_or(Form::Utf8, Form::Utf16);
        }
        let done = match &mut self.form {
            Form::Utf16(utf16) => {
                let explainer = RefCell::new(std::mem::take(&mut self.explainer));
                let (is_big, text, options) = (utf16.is_big(), &mut self.text, &self.options);
                let mut repair = Repair { text, is_big, options, explainer: &explainer, sink };
                let done = utf16.process(bytes, self.offset, last, &mut |event| repair.push(event));
                if last {
                    repair.flush();
                }
                self.explainer = explainer.into_inner();
                done
            }
            Form::Unknown | Form::Utf8 => self.windows(bytes, last, sink),
        };
        self.offset += done as u64;
        done
    }

    /// Processes all complete windows of `bytes`, and returns their length. The end of a window is
    /// known when one more byte than a window is there.
    fn windows(&mut self, bytes: &[u8], last: bool, sink: &mut dyn FnMut(Event<'_>)) -> usize {
        let mut done = 0;
        let explainer = RefCell::new(std::mem::take(&mut self.explainer));
        loop {
            let rest = &bytes[done..];
            let is_last = rest.len() <= WINDOW;
            if rest.is_empty() || is_last && !last {
                self.explainer = explainer.into_inner();
                return done;
            }
            let len = if is_last { rest.len() } else { passes::cut(rest, WINDOW) };
            let at = self.offset + done as u64;
            let all = is_last && at == 0;
            if at == 0 {
                let head = &rest[..rest.len().min(HEAD)];
                let declared = find_hint(head, all && head.len() == len);
                let may_be_right = all && declared.is_some() && self.options.mixed.is_none();
                if may_be_right && !utf8::is_valid(rest) {
                    self.declared = detect(rest).as_declared();
                }
                if self.declared.is_some() {
                    sink(Event::Kept(rest));
                    self.explainer = explainer.into_inner();
                    return len;
                }
                explainer.borrow_mut().declare(declared);
            }
            passes::repair(&rest[..len], at, all, &self.options, &explainer, sink);
            done += len;
        }
    }
}

/// Returns `true` if a text that begins with `bytes` is repaired as UTF-16: it has a BOM of UTF-16,
/// or the text after a BOM of UTF-8 is not UTF-8. Five bytes are enough to decide.
///
/// ```
/// assert!(utfkit_text::repair::is_utf16(b"\xEF\xBB\xBF\xFF\xFEh\0i\0"));
/// assert!(!utfkit_text::repair::is_utf16(b"\xEF\xBB\xBFhi"));
/// ```
#[must_use]
pub fn is_utf16(bytes: &[u8]) -> bool {
    Utf16::may_begin(bytes)
}

/// The result of [`repair`]: the text and the findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// The repaired text.
    pub bytes: Vec<u8>,
    /// The fixes, in order.
    pub fixes: Vec<Fix>,
    /// The ambiguous parts, which stay.
    pub ambiguous: Vec<Ambiguity>,
    /// The ill-formed parts, which stay.
    pub ill_formed: Vec<Finding>,
}

impl Repaired {
    /// Returns the text before the repair.
    ///
    /// ```
    /// use utfkit_text::repair::{self, Options};
    /// let broken = b"\xED\xA0\xBD\xED\xB8\x8D Nicol\xC3\x83\xC2\xA1s";
    /// let repaired = repair::repair(broken, Options::default());
    /// # #[cfg(feature = "charsets")]
    /// assert_eq!(repaired.bytes, "😍 Nicolás".as_bytes());
    /// assert_eq!(repaired.undo(), broken);
    /// ```
    #[must_use]
    pub fn undo(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut done = 0;
        for fix in &self.fixes {
            // The text between two fixes has the same length before and after.
            let kept = (fix.offset as usize).saturating_sub(out.len());
            let end = self.bytes.len().min(done + kept);
            out.extend_from_slice(&self.bytes[done..end]);
            out.extend_from_slice(&fix.bytes);
            done = self.bytes.len().min(end + fix.becomes.len());
        }
        out.extend_from_slice(&self.bytes[done..]);
        out
    }
}

/// Repairs `bytes`.
///
/// Cost: that of [`Repairer::push`], and a copy of the text.
///
/// ```
/// # #[cfg(feature = "charsets")] {
/// use utfkit_text::repair::{self, Fault, MojibakeCharset, Options};
/// let repaired = repair::repair("voil\u{C3}\u{A0}, \u{E2}\u{20AC}\u{153}dit-il".as_bytes(), Options::default());
/// assert_eq!(repaired.bytes, "voilà, “dit-il".as_bytes());
/// assert_eq!(repaired.fixes[0].fault, Fault::Mojibake { charset: MojibakeCharset::Iso8859_1, layers: 1 });
/// # }
/// ```
#[must_use]
pub fn repair(bytes: &[u8], options: Options) -> Repaired {
    let mut repaired = Repaired::default();
    let mut repairer = Repairer::new(options);
    repairer.push(bytes, true, &mut |event| match event {
        Event::Kept(bytes) => repaired.bytes.extend_from_slice(bytes),
        Event::Fix(fix) => {
            repaired.bytes.extend_from_slice(&fix.becomes);
            repaired.fixes.push(fix.clone());
        }
        Event::Ambiguous(ambiguity) => repaired.ambiguous.push(ambiguity.clone()),
        Event::IllFormed(finding) => repaired.ill_formed.push(finding),
    });
    repaired
}
