//! The results: ratios to the best peer of each cell, rows of cells, and whether they hold their
//! gates.

mod json;
mod text;
mod whole;

use serde::Serialize;

use self::whole::WholeReport;
use crate::{
    cells::Size,
    cli::{Options, wanted},
    engines::PUBLIC,
    gates::{Gates, Row},
    harness::median,
    machine::Machine,
    plan::CellResult,
};

/// All results.
#[derive(Serialize)]
pub struct Report {
    machine: Machine,
    subject: String,
    runs: u32,
    rounds: u32,
    sizes: Vec<Size>,
    rows: Vec<RowReport>,
    whole: WholeReport,
}

/// The cells of a row, and their requirements.
#[derive(Serialize)]
struct RowReport {
    operation: String,
    corpora: Vec<String>,
    /// The engine that the row is compared with, if not the best peer.
    beside: Option<String>,
    /// `true` if the row counts for the whole table.
    #[serde(skip)]
    counts: bool,
    gate: Option<f64>,
    stretch: Option<f64>,
    /// The geometric mean over the sizes of rows, and the minimum and the maximum of its cells.
    mean: Option<[f64; 3]>,
    /// The geometric means over the corpora, one per size.
    means: Vec<Option<f64>>,
    /// The requirements that do not hold.
    failures: Vec<String>,
    cells: Vec<CellReport>,
}

/// A cell.
#[derive(Serialize)]
struct CellReport {
    corpus: String,
    size: Size,
    /// The ratio of the subject's speed to that of the best peer, as the median over the runs.
    ratio: Option<f64>,
    /// The peer that was the fastest in the median run.
    best_peer: Option<String>,
    /// The speed of each engine in GB/s, as the median over the runs.
    speeds: Vec<(String, f64)>,
}

impl Report {
    /// Sorts `results` into the rows of `gates`.
    pub fn new(
        machine: Machine,
        options: &Options,
        gates: &Gates,
        results: Vec<CellResult<'_>>,
    ) -> Self {
        let mut rows = Vec::new();
        for row in &gates.rows {
            let own = results.iter().filter(|result| {
                result.cell.operation.name == row.operation
                    && row.corpora.iter().any(|corpus| corpus == result.cell.corpus)
            });
            let cells: Vec<_> = own.map(|result| CellReport::new(result, row, options)).collect();
            if !cells.is_empty() {
                rows.push(RowReport::new(row, gates, options, cells));
            }
        }
        let (runs, rounds, sizes) = (options.runs, options.rounds, options.size.clone());
        let whole = WholeReport::new(gates, options, &rows);
        Self { machine, subject: options.subject.clone(), runs, rounds, sizes, rows, whole }
    }

    /// Returns `true` if every row holds its gates, and the whole table holds its own.
    pub fn holds(&self) -> bool {
        self.rows.iter().all(|row| row.failures.is_empty()) && self.whole.holds()
    }
}

impl CellReport {
    fn new(result: &CellResult<'_>, row: &Row, options: &Options) -> Self {
        let is_peer = |name: &String| match &row.beside {
            _ if !options.beside.is_empty() => {
                *name != options.subject && wanted(&options.beside, name)
            }
            // Such engines use the active kernels, and only this subject does so too.
            Some(beside) => options.subject == PUBLIC && name == beside,
            None => result.peers.contains(name),
        };
        let best = |run: usize| {
            let peers = result.speeds.iter().filter(|(name, _)| is_peer(name));
            let speeds = peers.map(|(name, speeds)| (speeds[run], name));
            speeds.max_by(|(a, _), (b, _)| a.total_cmp(b))
        };
        let own = result.speeds.get(&options.subject);
        let run = |(run, speed): (usize, &f64)| best(run).map(|(peer, _)| speed / peer);
        let mut ratios: Vec<f64> = own.into_iter().flatten().enumerate().filter_map(run).collect();
        let mut bests: Vec<_> = (0..options.runs as usize).filter_map(best).collect();
        bests.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let speeds = result.speeds.iter();
        Self {
            corpus: result.cell.corpus.to_owned(),
            size: result.cell.size,
            ratio: (!ratios.is_empty()).then(|| median(&mut ratios)),
            best_peer: bests.get(bests.len() / 2).map(|(_, name)| (*name).clone()),
            speeds: speeds
                .map(|(name, speeds)| (name.clone(), median(&mut speeds.clone())))
                .collect(),
        }
    }
}

impl RowReport {
    fn new(row: &Row, gates: &Gates, options: &Options, cells: Vec<CellReport>) -> Self {
        let of = |sizes: &[Size]| ratios(&cells, sizes);
        let in_row = of(&gates.row_sizes);
        let mean = geometric_mean(&in_row).map(|mean| [mean, least(&in_row), greatest(&in_row)]);
        let gate = row.gate(options.class);
        let mut failures = Vec::new();
        if let (Some([mean, ..]), Some(gate)) = (mean, gate)
            && mean < gate
        {
            failures.push(format!("mean {mean:.3} under {gate}"));
        }
        for &size in &options.size {
            if let Some(each) = gates.each(row, size, options.class) {
                let own = cells.iter().filter(|cell| cell.size == size);
                let under = own.filter_map(|cell| Some((&cell.corpus, cell.ratio?)));
                let under = under.filter(|&(_, ratio)| ratio < each);
                let under: Vec<_> =
                    under.map(|(corpus, ratio)| format!("{corpus} {ratio:.3}")).collect();
                if !under.is_empty() {
                    failures.push(format!("{size}: {} under {each}", under.join(", ")));
                }
            }
            let mean = geometric_mean(&of(&[size]));
            let required = gates.mean(row, size, options.class);
            if let Some((mean, required)) = mean.zip(required).filter(|(mean, least)| mean < least)
            {
                failures.push(format!("{size}: mean {mean:.3} under {required}"));
            }
        }
        Self {
            operation: row.operation.clone(),
            corpora: row.corpora.clone(),
            beside: row.beside.clone().filter(|_| options.beside.is_empty()),
            counts: row.counts(),
            gate,
            stretch: row.stretch,
            mean,
            means: options.size.iter().map(|&size| geometric_mean(&of(&[size]))).collect(),
            failures,
            cells,
        }
    }
}

/// Returns the ratios of the cells of `sizes`.
fn ratios(cells: &[CellReport], sizes: &[Size]) -> Vec<f64> {
    let cells = cells.iter().filter(|cell| sizes.contains(&cell.size));
    cells.filter_map(|cell| cell.ratio).collect()
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}
