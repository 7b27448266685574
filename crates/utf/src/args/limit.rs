//! `--max-findings`: the number of findings that a report shows, and their form.

/// The option for the number of findings.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArgs {
    /// Report at most N findings per file, and in a report for people 100 times N in all; 0 is no
    /// limit. All are counted [default: 20 for `human`, no limit for the other formats]
    #[arg(long, value_name = "N")]
    max_findings: Option<u64>,
}

/// The number of findings that a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// For each file.
    pub per_file: u64,
    /// For all files together.
    pub per_run: u64,
    /// Whether the user did not name a number. Then findings that say the same are left out first.
    pub is_default: bool,
}

impl Limit {
    /// No findings, for reports that only count or name files.
    pub const NONE: Self = Self { per_file: 0, per_run: 0, is_default: false };
}

/// The default number for each file in reports for people. A text in another charset has an error
/// in nearly every line, and a report is about sixty times as long as the line.
const PER_FILE: u64 = 20;

/// The number of files for which the limit of a run has room.
const FILES: u64 = 100;

impl LimitArgs {
    /// Returns the limit, whose default is for people or for programs.
    pub fn limit(self, for_people: bool) -> Limit {
        let default = if for_people { PER_FILE } else { 0 };
        let is_default = for_people && self.max_findings.is_none();
        match self.max_findings.unwrap_or(default) {
            0 => Limit { per_file: u64::MAX, per_run: u64::MAX, is_default },
            n => Limit { per_file: n, per_run: n.saturating_mul(FILES), is_default },
        }
    }
}

/// Counts the findings of a run in the order of the report.
#[derive(Debug)]
pub struct Room {
    limit: Limit,
    shown: u64,
}

/// The form of a finding in a report for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With its line of the file, and remarks.
    Picture,
    /// On one line.
    Line,
    /// Only counted.
    Counted,
}

/// The number of findings that are shown as pictures, if the user did not name a limit. A picture has
/// about ten lines, so a long report is easier to read without.
const PICTURES: u64 = 100;

impl Room {
    /// Creates the counter for a run with this `limit`.
    pub fn new(limit: Limit) -> Self {
        Self { limit, shown: 0 }
    }

    /// Returns the form of the next finding.
    pub fn next(&mut self) -> Form {
        if self.shown >= self.limit.per_run {
            return Form::Counted;
        }
        self.shown += 1;
        if self.limit.is_default && self.shown > PICTURES { Form::Line } else { Form::Picture }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_reports_have_lines_and_an_end() {
        let count = |limit| {
            let mut room = Room::new(limit);
            let forms: Vec<_> = (0..5000).map(|_| room.next()).collect();
            [Form::Picture, Form::Line, Form::Counted]
                .map(|form| forms.iter().filter(|&&one| one == form).count())
        };
        let limit = Limit { per_file: 20, per_run: 2000, is_default: true };
        assert_eq!(count(limit), [100, 1900, 3000]);
        assert_eq!(count(Limit { is_default: false, ..limit }), [2000, 0, 3000]);
        let all = Limit { per_file: u64::MAX, per_run: u64::MAX, is_default: false };
        assert_eq!(count(all), [5000, 0, 0]);
    }
}
