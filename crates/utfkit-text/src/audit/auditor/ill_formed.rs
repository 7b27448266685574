//! Judges ill-formed sequences, and the paths that overlong forms may spell.

use crate::audit::rules::Rule;
use crate::audit::rules::Severity;
use utfkit::Finding;

use crate::audit::auditor::text::Auditor;
use crate::audit::context::neighbours::Before;
use crate::audit::observation;
use crate::audit::observation::Observation;
use crate::audit::observation::Position;

impl Auditor {
    /// Judges `finding`, the next ill-formed sequence.
    pub fn ill_formed(&mut self, finding: &Finding, take: &mut dyn FnMut(Observation)) {
        if let Some(over) = self.returns.open.take() {
            self.overwritten(over);
        }
        self.settle(None);
        self.end_word();
        self.before = Before::after_error();
        let rule = crate::audit::characters::suspect::ill_formed_rule(finding);
        let position = Position { offset: finding.offset(), line: self.line, column: self.column };
        // Drawing takes longer than everything else here, and the caller may only count.
        let bytes = self.shows.map(|_| observation::bytes(finding));
        let context = bytes.iter().map(|bytes| [self.tail.shown(), bytes, ""].map(str::to_owned));
        let seen = Observation {
            rule,
            severity: Severity::Note,
            position,
            length: finding.len() as u64,
            point: finding.means(),
            finding: Some(*finding),
            may_be_letter: false,
            detail: None,
            context: context.map(Box::new).next(),
            at: None,
        };
        self.path.ill_formed(finding);
        if matches!(rule, Rule::OverlongAscii) {
            self.overlong = Some(seen.clone());
        }
        self.hold(seen);
        self.look_for_path();
        if let Some(bytes) = bytes {
            self.tail.push_bytes(&bytes);
        }
        self.column += finding.subparts() as u64;
        self.release("", take);
    }

    /// Reports a path to a parent directory at its last overlong form, if the last piece completed
    /// one.
    pub(super) fn look_for_path(&mut self) {
        if self.path.found().is_some()
            && let Some(seen) = self.overlong.take()
        {
            self.hold(
                Observation { detail: Some("../".to_owned()), ..seen }.by(Rule::OverlongPath),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use utfkit::utf8;

    use super::*;
    use crate::audit::policy::Policy;

    /// Findings that are only counted are not drawn.
    #[test]
    fn contexts_are_only_drawn_on_request() {
        let error = utf8::validate(b"\xC0\x80").unwrap_err();
        for (shows, expected) in [(None, None), (Some(Severity::Note), Some("<C0>"))] {
            let mut auditor = Auditor::new(Policy::default(), shows);
            let mut all = Vec::new();
            auditor.ill_formed(&error.finding(), &mut |seen| all.push(seen));
            let context = all[0].context.as_ref().map(|context| context[1].as_str());
            assert_eq!((all.len(), context), (1, expected));
            assert_eq!(all[0].detail, None);
        }
    }
}
