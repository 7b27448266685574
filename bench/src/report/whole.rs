//! The table as a whole: the geometric means of its rows.

use std::fmt::Write;

use serde::Serialize;

use super::{RowReport, geometric_mean};
use crate::{
    cells::Size,
    cli::Options,
    gates::{Class, Gates},
};

/// The result of the rows that count for the whole table (see
/// [`Row::counts`](crate::gates::Row::counts)).
#[derive(Serialize)]
pub struct WholeReport {
    /// The sizes of the means.
    sizes: Vec<Size>,
    strict: Part,
    lossy: Part,
    /// The number of rows whose mean is below their gate.
    under: usize,
}

/// The rows without replacement, or those with it.
#[derive(Serialize)]
struct Part {
    rows: usize,
    mean: Option<f64>,
    required: Option<f64>,
}

impl Part {
    fn new(rows: &[&RowReport], lossy: bool, required: Option<f64>) -> Self {
        let rows = rows.iter().filter(|row| row.operation.contains("lossy") == lossy);
        let means: Vec<_> = rows.filter_map(|row| row.mean).map(|[mean, ..]| mean).collect();
        Self { rows: means.len(), mean: geometric_mean(&means), required }
    }

    fn holds(&self) -> bool {
        !self.mean.zip(self.required).is_some_and(|(mean, required)| mean < required)
    }

    /// Returns a line for readers.
    fn text(&self, name: &str) -> String {
        let Some(mean) = self.mean else { return String::new() };
        let required = self.required.map(|required| format!(", {required} required"));
        let required = required.unwrap_or_default();
        let verdict = if self.holds() { "" } else { ": UNDER" };
        format!("- {name}: {mean:.3} over {} rows{required}{verdict}\n", self.rows)
    }
}

impl WholeReport {
    pub(super) fn new(gates: &Gates, options: &Options, rows: &[RowReport]) -> Self {
        let rows: Vec<_> = rows.iter().filter(|row| row.counts && row.mean.is_some()).collect();
        // There are no requirements for a part of the table.
        let complete = options.op.is_empty() && options.corpus.is_empty();
        let is_meant = complete && options.class == Class::Avx512;
        let required = |least| is_meant.then_some(least);
        let is_under = |row: &&&RowReport| {
            row.mean.zip(row.gate).is_some_and(|([mean, ..], gate)| mean < gate)
        };
        let sizes = gates.row_sizes.iter().copied().filter(|size| options.size.contains(size));
        Self {
            sizes: sizes.collect(),
            strict: Part::new(&rows, false, required(gates.whole.strict)),
            lossy: Part::new(&rows, true, required(gates.whole.lossy)),
            under: rows.iter().filter(is_under).count(),
        }
    }

    /// Returns `true` if the means hold their requirements.
    pub fn holds(&self) -> bool {
        self.strict.holds() && self.lossy.holds()
    }

    /// Returns the means for readers.
    pub fn text(&self) -> String {
        let rows = self.strict.rows + self.lossy.rows;
        if rows == 0 {
            return String::new();
        }
        let sizes: Vec<_> = self.sizes.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "Geometric means, at {}, of the rows with a gate, those beside utfkit itself left out:\n\n",
            sizes.join(", ")
        );
        text += &self.strict.text("without replacement");
        text += &self.lossy.text("with replacement");
        let _ =
            writeln!(text, "\n{} of these {rows} rows under their gate by the mean.", self.under);
        text
    }
}
