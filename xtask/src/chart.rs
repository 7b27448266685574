//! Draws the chart of README from a result of the benchmark.
//!
//! `cargo xtask chart` writes the chart, and `cargo xtask chart --check` fails if it is not
//! current. `bench/README.md` has the command that measures the result.

use std::{fs, path::Path};

use charts_rs::{Align, HorizontalBarChart, Series};
use serde_json::Value;

/// The result and the chart, from the root of the repository.
const RESULT: &str = "bench/results/zen4-chart.json";
const CHART: &str = "docs/pictures/speed.svg";

/// The operations of the benchmark, with their names in the chart.
const NAMES: [(&str, &str); 8] = [
    ("validate_utf8", "Validate UTF-8"),
    ("utf8_to_utf16le", "UTF-8 to UTF-16"),
    ("utf8_to_utf32", "UTF-8 to UTF-32"),
    ("utf16le_to_utf8", "UTF-16 to UTF-8"),
    ("utf32_to_utf8", "UTF-32 to UTF-8"),
    ("utf8_to_utf8_lossy@1%", "Replace 1 % errors, to UTF-8"),
    ("utf8_to_utf16le_lossy@1%", "Replace 1 % errors, to UTF-16"),
    ("latin1_to_utf8", "ISO-8859-1 to UTF-8, German"),
];

/// The speed of an operation, in gigabytes of input per second.
struct Bar {
    name: &'static str,
    ours: f32,
    best_peer: f32,
}

/// Writes the chart, or checks that it is current.
///
/// # Errors
///
/// A message if the result cannot be read, or if the chart is not current.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let svg = draw(&read(RESULT)?)?;
    match options {
        [] => {
            fs::write(path(CHART), svg).map_err(|error| format!("{CHART}: {error}"))?;
            Ok(format!("{CHART}: written"))
        }
        ["--check"] if read(CHART)? == svg => Ok(format!("{CHART}: current")),
        ["--check"] => Err(format!("{CHART}: not current (run `cargo xtask chart`)")),
        _ => Err("usage: cargo xtask chart [--check]".to_owned()),
    }
}

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(path(name)).map_err(|error| format!("{name}: {error}"))
}

/// Draws the chart of a result, as SVG.
fn draw(result: &str) -> Result<String, String> {
    let result: Value = serde_json::from_str(result).map_err(|error| error.to_string())?;
    let bars = NAMES.iter().map(|&(operation, name)| {
        bar(&result, operation, name).ok_or_else(|| format!("{RESULT}: no cell of {operation}"))
    });
    // The library draws from the bottom to the top.
    let bars: Vec<Bar> = bars.rev().collect::<Result<_, _>>()?;
    let series = |name, speed: fn(&Bar) -> f32| {
        let mut series: Series = (name, bars.iter().map(speed).collect::<Vec<_>>()).into();
        series.label_show = true;
        series
    };
    let all = vec![
        series("utfkit", |bar| bar.ours),
        series("fastest other library", |bar| bar.best_peer),
    ];
    // The viewer's font may be wider than the one that the library measures with.
    let names = bars.iter().map(|bar| format!("{}\u{A0}\u{A0}\u{A0}\u{A0}", bar.name)).collect();
    let mut chart = HorizontalBarChart::new(all, names);
    (chart.width, chart.height) = (820.0, 440.0);
    chart.margin.right = 40.0;
    chart.font_family = "Arial, Helvetica, sans-serif".to_owned();
    chart.title.text = "Gigabytes of input per second".to_owned();
    chart.title.align = Align::Left;
    chart.sub_title.text = format!(
        "{}, {}, one thread, calls of 1 MiB, text of 15 languages",
        result["machine"]["cpu"].as_str().unwrap_or_default(),
        result["machine"]["active"].as_str().unwrap_or_default(),
    );
    chart.sub_title.align = Align::Left;
    chart.legend.align = Align::Right;
    if let Some(axis) = chart.y_axis_configs.first_mut() {
        axis.width = Some(220.0);
    }
    chart.compact = true;
    chart.svg().map(|svg| svg + "\n").map_err(|error| error.to_string())
}

/// Returns the bar of an operation, from its first cell.
fn bar(result: &Value, operation: &str, name: &'static str) -> Option<Bar> {
    let rows = result["rows"].as_array()?;
    let row = rows.iter().find(|row| row["operation"] == operation)?;
    let cell = row["cells"].get(0)?;
    let speed = |engine: &Value| {
        let speeds = cell["speeds"].as_array()?;
        let speed = speeds.iter().find(|speed| speed[0] == *engine)?[1].as_f64()?;
        Some((speed * 10.0).round() as f32 / 10.0)
    };
    let (ours, best_peer) = (speed(&result["subject"])?, speed(&cell["best_peer"])?);
    Some(Bar { name, ours, best_peer })
}
