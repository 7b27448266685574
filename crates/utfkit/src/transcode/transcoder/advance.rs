//! The loop of a transcoder: a kernel converts as much as it can, then one sequence is settled.

use super::{
    Phase, Transcoder, browser,
    call::{Call, Carry, Window},
};
use crate::{
    codec::{decoder::Decoder, step::Step},
    encoding::BomPolicy,
    error::{Finding, Kind, outcome::Status},
    scalar,
    simd::Progress,
    transcode::{
        pending::Pending,
        policy::{Action, Policy},
        start::{self, BomSettings, Head, Start},
    },
};

impl<'p> Transcoder<'p> {
    /// Continues until the pending output must be written (`None`) or the call is complete.
    pub(super) fn advance(&mut self, call: &mut Call<'_>) -> Option<Status> {
        match self.phase {
            Phase::Start => return self.begin(call),
            Phase::Swapped(len) => {
                self.phase = Phase::Text;
                let (kind, window) = (Kind::SwappedBom, self.window(call));
                return self
                    .deal_with(Finding::new(self.offset, kind, &window.bytes[..len.into()]), call);
            }
            Phase::BeforeText if self.carry.len() > 0 || !call.rest().is_empty() => {
                self.phase = Phase::Text;
                self.pending = Pending::character('\u{FEFF}');
                return None;
            }
            Phase::Opening => return self.open(call),
            Phase::BeforeText | Phase::Text => {}
        }
        if self.carry.len() == 0 {
            self.run_kernel(call);
            if call.rest().is_empty() {
                return Some(Status::Done);
            }
        }
        self.settle_one(call)
    }

    /// Reads the BOM, from the carry and the bytes after it.
    fn begin(&mut self, call: &mut Call<'_>) -> Option<Status> {
        let window = self.window(call);
        let last = call.last && self.reaches_end(&window, call);
        let Some(Start { coding, head }) = self.start(window.bytes(), last) else {
            self.keep_rest(call);
            return Some(Status::Done);
        };
        self.decoder = Decoder::new(coding);
        self.choose_route();
        self.phase = match head {
            Head::Swapped(len) => Phase::Swapped(len as u8),
            Head::Nothing | Head::Bom(_) | Head::Missing => Phase::Text,
        };
        if let Head::Bom(len) = head {
            self.found_bom = true;
            self.consume(&window.bytes[..len], call);
        }
        let BomSettings { policy, rule } = self.writing;
        let (found, same) = (self.found_bom, self.from == self.to);
        self.writes_bom = !self.appended && policy.writes_by(rule, found, same);
        if !self.appended && !self.writes_bom {
            // A swapped BOM is reported first, so the text cannot begin with U+FEFF.
            self.phase = if self.phase == Phase::Text { Phase::Opening } else { self.phase };
        }
        if self.writes_bom {
            // A stream without text keeps its BOM too, and gets one that must be added.
            let adds = policy == BomPolicy::Add && head != Head::Missing;
            let at_once = self.found_bom || adds;
            if at_once || self.phase != Phase::Text {
                self.pending = Pending::character('\u{FEFF}');
            } else {
                self.phase = Phase::BeforeText;
            }
        }
        if head == Head::Missing {
            // The caller requires a BOM, not the text, so no policy repairs this.
            let finding = Finding::new(self.offset, Kind::MissingBom, &[]);
            self.counts.add(&finding);
            return Some(Status::IllFormed(finding));
        }
        None
    }

    /// Returns the start of the stream, whose first bytes are `head`; `None` if they are too few.
    fn start(&mut self, head: &[u8], last: bool) -> Option<Start> {
        if self.browser.is_none() {
            return start::start(self.from, self.reading, self.input_order, head, last);
        }
        let bom = browser::sniff(head, last)?;
        self.from = bom.map_or(self.from, |(encoding, _)| encoding);
        let head = bom.map_or(Head::Nothing, |(_, len)| Head::Bom(len));
        Some(Start { coding: self.from.coding(self.input_order), head })
    }

    /// Determines whether the text begins with U+FEFF that is text here, but may be read as a BOM
    /// there.
    fn open(&mut self, call: &mut Call<'_>) -> Option<Status> {
        let window = self.window(call);
        let last = call.last && self.reaches_end(&window, call);
        match self.decoder.first(window.bytes(), last) {
            Step::Incomplete if !last => {
                self.keep_rest(call);
                Some(Status::Done)
            }
            Step::Value { value, .. } if self.encoder.encode(value).is_some() => {
                self.opens_with_feff = value == scalar::BOM;
                self.phase = Phase::Text;
                None
            }
            // A sequence that is left out does not begin the text.
            _ => {
                let written = call.written;
                let status = self.settle_one(call);
                if call.written > written || !self.pending.is_empty() {
                    self.phase = Phase::Text;
                }
                status
            }
        }
    }

    /// Runs the kernel.
    fn run_kernel(&mut self, call: &mut Call<'_>) {
        let reach = if self.policy.escapes_backslashes() {
            call.before_backslash(&self.decoder)
        } else {
            call.src.len()
        };
        let src = &call.src[call.read..reach];
        let dst = &mut call.dst[call.written..];
        let done = match self.policy {
            // The first finding is reported in full; later ones are only counted.
            Policy::Replace if self.counts.first.is_some() => {
                let (from, to) = (&mut self.decoder, &mut self.encoder);
                // A browser decides about a cut sequence at the end.
                let last = call.last && self.browser.is_none();
                let done = self.route.run_lossy(self.kernels, from, to, src, dst, last);
                self.counts.ill_formed += done.replaced as u64;
                self.counts.replaced += done.replaced as u64;
                Progress { read: done.read, written: done.written }
            }
            _ => self.route.run(self.kernels, &mut self.decoder, &mut self.encoder, src, dst),
        };
        if let Some(browser) = &mut self.browser {
            browser.pass(&src[..done.read]);
        }
        call.read += done.read;
        call.written += done.written;
        self.offset += done.read as u64;
    }

    /// Settles the sequence at which the kernel stopped, or that a piece cut.
    fn settle_one(&mut self, call: &mut Call<'_>) -> Option<Status> {
        let window = self.window(call);
        let last = call.last && self.reaches_end(&window, call);
        let bytes = window.bytes();
        match self.decoder.first(bytes, last) {
            Step::Shift { len } => {
                self.consume(&bytes[..len], call);
                None
            }
            Step::Incomplete => {
                self.keep_rest(call);
                Some(Status::Done)
            }
            Step::IllFormed { kind, len } => {
                self.deal_with(Finding::new(self.offset, kind, &bytes[..len]), call)
            }
            Step::Value { value, len } => {
                let (bytes, rest) = bytes.split_at(len);
                if value == u32::from(b'\\') && self.policy.escapes_backslashes() {
                    match self.first_after(bytes, rest, last) {
                        Step::Incomplete if !last => {
                            self.keep_rest(call);
                            return Some(Status::Done);
                        }
                        next if self.may_be_x(next) => {
                            self.counts.backslashes += 1;
                            self.pending = Pending::escape(self.decoder.backslash(bytes));
                            self.consume(bytes, call);
                            return None;
                        }
                        _ => {}
                    }
                }
                self.write_value(value, bytes, call)
            }
        }
    }

    /// Returns `true` if `next`, the step after a backslash, is an `x`. It also returns `true` at
    /// the end of a text that another text follows.
    fn may_be_x(&self, next: Step) -> bool {
        match next {
            Step::Value { value, .. } => value == u32::from(b'x'),
            Step::Incomplete => self.followed,
            Step::IllFormed { .. } | Step::Shift { .. } => false,
        }
    }

    /// Decodes the first character of `rest`, which follows `bytes`.
    ///
    /// After more shifts than a writer needs, the result is an `x`, because the character may be one
    /// and is not worth waiting for.
    fn first_after(&self, bytes: &[u8], mut rest: &[u8], last: bool) -> Step {
        let mut decoder = self.decoder;
        decoder.pass(bytes);
        let mut shifts = 0;
        loop {
            match decoder.first(rest, last) {
                Step::Shift { len } => {
                    shifts += len;
                    if shifts > Carry::MAX_SHIFTS {
                        return Step::Value { value: b'x'.into(), len: 0 };
                    }
                    decoder.pass(&rest[..len]);
                    rest = &rest[len..];
                }
                step => return step,
            }
        }
    }

    /// Writes the bytes that must be at the end of text in the target encoding.
    pub(super) fn end(&mut self, call: &mut Call<'_>) -> Status {
        let Some(len) = self.encoder.tail().store(call.room()) else { return Status::OutputFull };
        call.written += len;
        self.encoder.end();
        Status::Done
    }

    /// Writes `value`, which `bytes` encode.
    fn write_value(&mut self, value: u32, bytes: &[u8], call: &mut Call<'_>) -> Option<Status> {
        let Some(encoded) = self.encoder.encode(value) else {
            let finding = Finding::new(self.offset, Kind::Unencodable { value }, bytes);
            if self.twins
                && let Some(twin) = self.encoder.twin(value)
            {
                self.counts.twins += 1;
                self.counts.first_twin.get_or_insert(finding);
                self.pending = Pending::values(twin);
                self.consume(bytes, call);
                return None;
            }
            return self.deal_with(finding, call);
        };
        let Some(len) = encoded.store(call.room()) else {
            return Some(Status::OutputFull);
        };
        call.written += len;
        self.encoder.pass(value);
        self.consume(bytes, call);
        None
    }

    /// Applies the policy to `finding`, whose bytes come next.
    fn deal_with(&mut self, finding: Finding, call: &mut Call<'_>) -> Option<Status> {
        if self.browser.is_some_and(|browser| browser.is_reported(self.from, &finding)) {
            self.consume(finding.bytes(), call);
            return None;
        }
        let policy = match (self.unencodable, finding.kind()) {
            (Some(policy), Kind::Unencodable { .. }) => policy,
            _ => self.policy,
        };
        self.counts.transliterated += u64::from(policy.transliterates(&finding));
        self.counts.add(&finding);
        self.consume(finding.bytes(), call);
        match self.act(&finding, policy.action(&finding)) {
            true => None,
            false => Some(Status::IllFormed(finding)),
        }
    }

    /// Carries out the action for `finding`, whose bytes are consumed. Returns `false` if the
    /// conversion stops.
    pub(super) fn act(&mut self, finding: &Finding, action: Action<'p>) -> bool {
        let pending = match action {
            Action::Stop => return false,
            // An escape in other characters could not be distinguished from text.
            Action::Escape if !self.encoder.has_escapes() => return false,
            Action::Replace if !self.encoder.has_replacement() => return false,
            Action::Skip => Pending::default(),
            Action::Replace => Pending::character(char::REPLACEMENT_CHARACTER),
            Action::Escape => Pending::escape(finding.bytes()),
            Action::ReplaceWith(text) => Pending::text(text),
            Action::Write(text) => Pending::made(text),
        };
        self.counts.add_action(action);
        self.pending = pending;
        true
    }

    /// Returns the bytes that are not settled: the carry, and enough of the bytes after it.
    fn window(&self, call: &Call<'_>) -> Window {
        let (carry, rest) = (self.carry.bytes(), call.rest());
        // Cost: one move, because a text may need this at every byte.
        if let ([], Some(&bytes)) = (carry, rest.first_chunk()) {
            return Window { bytes, len: bytes.len() };
        }
        let mut bytes = [0; 2 * Carry::MAX];
        let more = rest.len().min(bytes.len() - carry.len());
        let len = carry.len() + more;
        bytes[..carry.len()].copy_from_slice(carry);
        bytes[carry.len()..len].copy_from_slice(&rest[..more]);
        Window { bytes, len }
    }

    /// Returns `true` if `window` contains the whole rest of the piece.
    fn reaches_end(&self, window: &Window, call: &Call<'_>) -> bool {
        window.len == self.carry.len() + call.rest().len()
    }

    /// Settles `bytes`, which come next, those of the carry first.
    fn consume(&mut self, bytes: &[u8], call: &mut Call<'_>) {
        let len = bytes.len();
        self.decoder.pass(bytes);
        if let Some(browser) = &mut self.browser {
            browser.pass(bytes);
        }
        let carried = self.carry.drop_first(len);
        call.read += len - carried;
        self.offset += len as u64;
    }

    /// Moves the rest of the piece into the carry.
    fn keep_rest(&mut self, call: &mut Call<'_>) {
        call.read += self.carry.append(call.rest());
    }
}
