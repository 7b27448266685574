//! The report for readers: tables in plain text and in Markdown.

use super::{CellReport, Report, RowReport};

impl Report {
    /// Returns the report for a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for table in [self.cells(), self.rows()] {
            text += &aligned(&table);
            text.push('\n');
        }
        text + &self.whole.text() + "\n" + &self.verdict()
    }

    /// Returns the report in Markdown, with the machine and the method.
    pub fn markdown(&self) -> String {
        let machine = &self.machine;
        let head = format!(
            "# utfkit and its peers\n\n{}; {}; {}; `{}` on the kernels `{}`.\n{} whole runs of {} interleaved rounds; medians. Ratio: to the best peer of the cell.\n",
            machine.cpu,
            machine.kernel,
            machine.rustc,
            self.subject,
            machine.active,
            self.runs,
            self.rounds,
        );
        let (rows, cells) = (piped(&self.rows()), piped(&self.cells()));
        let (whole, verdict) = (self.whole.text(), self.verdict());
        format!("{head}\n## Rows\n\n{rows}\n{whole}\n{verdict}\n## Cells\n\n{cells}")
    }

    /// Returns the rows: the ratios at each size, the mean, and the gate.
    fn rows(&self) -> Vec<Vec<String>> {
        let head = ["operation", "corpora"].map(str::to_owned).into_iter();
        let sizes = self.sizes.iter().map(ToString::to_string);
        let tail = ["mean", "min to max", "gate", "stretch", ""].map(str::to_owned);
        let mut table = vec![head.chain(sizes).chain(tail).collect()];
        table.extend(self.rows.iter().map(RowReport::line));
        table
    }

    /// Returns the cells: the ratio, the best peer, and GB/s of every engine.
    fn cells(&self) -> Vec<Vec<String>> {
        let head = ["operation", "corpus", "size", "ratio", "best peer", "GB/s"];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        for row in &self.rows {
            table.extend(row.cells.iter().map(|cell| cell.line(&row.name())));
        }
        table
    }

    /// Returns the rows that are below a gate.
    fn verdict(&self) -> String {
        let failing: Vec<_> = self.rows.iter().filter(|row| !row.failures.is_empty()).collect();
        if failing.is_empty() {
            return "Every row holds its gates.\n".into();
        }
        let mut text = format!("{} of {} rows under a gate:\n\n", failing.len(), self.rows.len());
        for row in failing {
            let corpora = row.corpora.join(", ");
            text += &format!("- {} ({corpora}): {}\n", row.name(), row.failures.join("; "));
        }
        text
    }
}

impl RowReport {
    /// Returns the operation, and the engine that it is compared with if that is not the best peer.
    fn name(&self) -> String {
        let beside = self.beside.as_ref().map(|beside| format!(" beside {beside}"));
        self.operation.clone() + &beside.unwrap_or_default()
    }

    fn line(&self) -> Vec<String> {
        let mut line = vec![self.name(), self.corpora.join(", ")];
        line.extend(self.means.iter().map(|&mean| ratio(mean)));
        line.push(ratio(self.mean.map(|[mean, ..]| mean)));
        line.push(self.mean.map_or("–".into(), |[_, min, max]| format!("{min:.2} to {max:.2}")));
        line.push(ratio(self.gate));
        line.push(ratio(self.stretch));
        line.push(if self.failures.is_empty() { "" } else { "UNDER" }.into());
        line
    }
}

impl CellReport {
    fn line(&self, operation: &str) -> Vec<String> {
        let best_peer = self.best_peer.clone().unwrap_or("–".into());
        let speed = |(name, speed): &(String, f64)| format!("{name} {}", three(*speed));
        let speeds: Vec<_> = self.speeds.iter().map(speed).collect();
        let (corpus, size) = (self.corpus.clone(), self.size.to_string());
        vec![operation.into(), corpus, size, ratio(self.ratio), best_peer, speeds.join(", ")]
    }
}

fn ratio(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.2}"))
}

/// Formats a number with three significant digits.
fn three(value: f64) -> String {
    let digits = match value {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

/// Formats a table in which each column is as wide as its widest cell.
fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.first().map_or(0, Vec::len);
    let width = |column: usize| table.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    let mut text = String::new();
    for line in table {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Formats a table in Markdown.
fn piped(table: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, line) in table.iter().enumerate() {
        text += &format!("| {} |\n", line.join(" | "));
        if number == 0 {
            text += &format!("|{}\n", " --- |".repeat(line.len()));
        }
    }
    text
}
