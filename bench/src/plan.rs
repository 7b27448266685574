//! The cells of a run, from the rows of the gates and from the filters.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, IsTerminal},
    slice,
};

use crate::{
    cells::{Cell, Ready},
    cli::{Options, wanted},
    corpus::Corpora,
    engines::{self, Engine},
    gates::Gates,
    harness,
    operations::OPERATIONS,
};

/// Cells, and the engines that run them.
pub struct Plan<'a> {
    engines: Vec<Engine>,
    cells: Vec<Cell<'a>>,
    corpora: Corpora,
}

/// The results of a cell.
pub struct CellResult<'a> {
    /// The cell.
    pub cell: Cell<'a>,
    /// The speeds of each engine in GB/s, one per run.
    pub speeds: BTreeMap<String, Vec<f64>>,
    /// The names of the engines that are peers.
    pub peers: Vec<String>,
}

impl<'a> Plan<'a> {
    /// Creates the plan of the rows of `gates` that `options` select.
    pub fn new(options: &'a Options, gates: &'a Gates) -> Result<Self, String> {
        // Several rows can have the same cell, which is measured once.
        let (mut cells, mut seen) = (Vec::new(), HashSet::new());
        for row in &gates.rows {
            let operation = OPERATIONS
                .iter()
                .find(|operation| operation.name == row.operation)
                .ok_or_else(|| format!("gates: there is no operation {}", row.operation))?;
            if !wanted(&options.op, operation.name) {
                continue;
            }
            let corpora = row.corpora.iter().map(String::as_str);
            let corpora = corpora.filter(|name| is_named(&options.corpus, name));
            for corpus in corpora.filter(|&corpus| seen.insert((operation.name, corpus))) {
                let cell = |&size| Cell { operation, corpus, size };
                cells.extend(options.size.iter().map(cell));
            }
        }
        if cells.is_empty() {
            return Err("the filters leave nothing to run".into());
        }
        let mut engines = engines::all(&options.simdutf_so)?;
        // A wrong name would leave a gate without a figure, and nobody would see that.
        let named = [&options.subject].into_iter().chain(&options.beside);
        for name in named.chain(gates.rows.iter().filter_map(|row| row.beside.as_ref())) {
            if !engines.iter().any(|engine| wanted(slice::from_ref(name), &engine.name)) {
                return Err(format!("there is no engine {name}"));
            }
        }
        engines.retain(|engine| wanted(&options.engine, &engine.name));
        let corpora = Corpora::read(&options.corpora, |name| {
            cells.iter().any(|cell: &Cell| cell.corpus == name)
        })?;
        Ok(Self { engines, cells, corpora })
    }

    /// Verifies every cell, and returns the number of cells.
    pub fn check(&self) -> Result<usize, String> {
        for cell in &self.cells {
            if let Some(mut ready) = self.ready(cell)? {
                ready.verify(cell, &self.engines)?;
            }
        }
        Ok(self.cells.len())
    }

    /// Verifies and measures every cell, in `runs` whole runs.
    pub fn measure(&self, runs: u32, rounds: usize) -> Result<Vec<CellResult<'a>>, String> {
        let mut results: Vec<_> = self.cells.iter().map(|&cell| self.empty(cell)).collect();
        for run in 0..runs {
            for (cell, result) in self.cells.iter().zip(&mut results) {
                let Some(mut ready) = self.ready(cell)? else { continue };
                if run == 0 {
                    ready.verify(cell, &self.engines)?;
                }
                let speeds = harness::measure(&mut ready, rounds);
                for ((number, _), speed) in ready.calls.iter().zip(speeds) {
                    let name = self.engines[*number].name.clone();
                    result.speeds.entry(name).or_default().push(speed);
                }
                if io::stderr().is_terminal() {
                    eprint!("\r{cell}  run {} of {runs} ", run + 1);
                }
            }
        }
        Ok(results)
    }

    fn ready(&self, cell: &Cell) -> Result<Option<Ready>, String> {
        Ok(Ready::new(cell, self.corpora.text(cell.corpus)?, &self.engines))
    }

    fn empty(&self, cell: Cell<'a>) -> CellResult<'a> {
        let peers = self.engines.iter().filter(|engine| engine.peer);
        let peers = peers.map(|engine| engine.name.clone()).collect();
        CellResult { cell, speeds: BTreeMap::new(), peers }
    }
}

/// Returns `true` if `name` is one of `names`, or if `names` is empty.
fn is_named(names: &[String], name: &str) -> bool {
    names.is_empty() || names.iter().any(|named| named == name)
}
