//! Checks of this repository that need more than `cargo test`.
//!
//! - `cargo xtask api [--update]`: checks or writes the listings of the public interface (see
//!   [`api`]).
//! - `cargo xtask asm`: checks that no kernel of the release build calls an intrinsic (see
//!   [`asm`]).
//! - `cargo xtask score-detect DIR [--peers] [--tune]`: measures how often detection is correct
//!   (see [`score`]).
//! - `cargo xtask score-confidence [DIR] [--seed N] [--wrong]`: measures whether the confidence of
//!   detection is the share of correct answers (see [`score::confidence`]).
//! - `cargo xtask train-confidence DIR`: fits the table of confidence to these samples (see
//!   [`score::confidence`]).
//! - `cargo xtask score-time DIR`: measures the time of a decision (see [`score::time`]).
//! - `cargo xtask score-repair DIR`: measures how often repair is correct (see
//!   [`score::repair`]).
//! - `cargo xtask score-mixed [DIR] [--seed N] [--wrong]`: measures the harm of repair to files with
//!   UTF-8 and a charset (see [`score::mixed`]).
//! - `cargo xtask score-heal DIR`: measures how many lost characters come back, and which are wrong
//!   (see [`score::heal`]).
//! - `cargo xtask house [--list [PATH]]`: checks the imports between files and crates (see
//!   [`house`]).
//! - `cargo xtask train [--check] [FOLDER]`: trains the model of text (see [`train`]).
//! - `cargo xtask charsets [--check] [DIR]`: writes the tables of charsets (see [`charsets`]).
//! - `cargo xtask chart [--check]`: draws the chart of README (see [`chart`]).
//! - `cargo xtask mutants [OPTION…] [WORD…]`: changes the libraries in one place at a time, and shows
//!   which changes no test sees (see [`mutants`]).
//! - `cargo xtask prove [OPTION…]`: proves kernels, with the options of `scripts/prove` (see
//!   [`prove`]).
//! - `cargo xtask hangul`: writes the library's table of Hangul in Unicode 1.1 (see [`hangul`]).
//! - `cargo xtask references`: writes the library's table of the named character references of HTML
//!   (see [`references`]).
//! - `cargo xtask verify [--long] [WORD…]`: runs the commands that the page of verification names,
//!   and writes their results (see [`verify`]).

#[cfg(feature = "api")]
mod api;
mod asm;
#[cfg(feature = "charsets")]
mod charsets;
#[cfg(feature = "chart")]
mod chart;
mod hangul;
mod house;
#[cfg(feature = "mutants")]
mod mutants;
mod prove;
mod references;
#[cfg(feature = "score")]
mod score;
#[cfg(feature = "train")]
mod train;
mod verify;

use std::process::ExitCode;

/// Builds this program with the feature that `command` needs, and runs the command. The other
/// commands do not need the library, so they build without it.
#[cfg(not(all(
    feature = "api",
    feature = "chart",
    feature = "charsets",
    feature = "mutants",
    feature = "score",
    feature = "train"
)))]
fn again(feature: &str, command: &str, options: &[&str]) -> Result<String, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = std::process::Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "xtask", "--no-default-features"])
        .args(["--features", feature, "--", command])
        .args(options)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(String::new()) } else { Err(format!("{command}: {status}")) }
}

#[cfg(not(feature = "api"))]
mod api {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("api", "api", options)
    }
}

#[cfg(not(feature = "chart"))]
mod chart {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("chart", "chart", options)
    }
}

#[cfg(not(feature = "charsets"))]
mod charsets {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("charsets", "charsets", options)
    }
}

#[cfg(not(feature = "mutants"))]
mod mutants {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("mutants", "mutants", options)
    }
}

#[cfg(not(feature = "score"))]
mod score {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("score", "score-detect", options)
    }

    pub(crate) mod confidence {
        pub(crate) fn run(options: &[&str]) -> Result<String, String> {
            crate::again("score", "score-confidence", options)
        }

        pub(crate) fn train(options: &[&str]) -> Result<String, String> {
            crate::again("score", "train-confidence", options)
        }
    }

    pub(crate) mod time {
        pub(crate) fn run(options: &[&str]) -> Result<String, String> {
            crate::again("score", "score-time", options)
        }
    }

    pub(crate) mod repair {
        pub(crate) fn run(options: &[&str]) -> Result<String, String> {
            crate::again("score", "score-repair", options)
        }
    }

    pub(crate) mod mixed {
        pub(crate) fn run(options: &[&str]) -> Result<String, String> {
            crate::again("score", "score-mixed", options)
        }
    }

    pub(crate) mod heal {
        pub(crate) fn run(options: &[&str]) -> Result<String, String> {
            crate::again("score", "score-heal", options)
        }
    }
}

#[cfg(not(feature = "train"))]
mod train {
    pub(crate) fn run(options: &[&str]) -> Result<String, String> {
        crate::again("train", "train", options)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["api", ref options @ ..] => api::run(options),
        ["asm"] => asm::check(),
        ["house", ref options @ ..] => house::run(options),
        ["chart", ref options @ ..] => chart::run(options),
        ["charsets", ref options @ ..] => charsets::run(options),
        ["hangul"] => hangul::write(),
        ["mutants", ref options @ ..] => mutants::run(options),
        ["prove", ref options @ ..] => prove::run(options),
        ["references"] => references::write(),
        ["train", ref options @ ..] => train::run(options),
        ["score-detect", ref options @ ..] => score::run(options),
        ["score-confidence", ref options @ ..] => score::confidence::run(options),
        ["train-confidence", ref options @ ..] => score::confidence::train(options),
        ["score-time", ref options @ ..] => score::time::run(options),
        ["score-repair", ref options @ ..] => score::repair::run(options),
        ["score-mixed", ref options @ ..] => score::mixed::run(options),
        ["score-heal", ref options @ ..] => score::heal::run(options),
        ["verify", ref options @ ..] => verify::run(options),
        _ => {
            let usage = "usage: cargo xtask api|asm|chart|charsets|hangul|house|mutants|prove|references|train|train-confidence|score-detect|score-confidence|score-time|score-repair|score-mixed|score-heal|verify";
            Err(usage.to_owned())
        }
    };
    match result {
        Ok(message) => {
            if !message.is_empty() {
                println!("{message}");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
