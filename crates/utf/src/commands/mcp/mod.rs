//! `utf mcp`: a server of the Model Context Protocol over standard input and output.
//!
//! Each tool runs this program again, as a user would, and answers what it printed. So a tool does
//! exactly what its command does, and a failure ends only the tool.

mod fence;
mod lines;
mod program;
mod session;
mod tools;
mod window;

use std::{
    io::{self, BufReader, Write},
    path::PathBuf,
};

use serde_json::Value;

use crate::{
    process::{exit::Exit, json_line, problem::Problem, terminal, waiting::BlockingIo},
    system::streams,
};
use fence::Fence;
use lines::{Line, Lines};
use program::Program;
use session::Session;
use tools::Tools;

/// Serve files of any encoding to an editor or an agent (MCP)
///
/// The server speaks the Model Context Protocol over standard input and output, and ends with
/// standard input. Its tools are `read`, `edit`, `check`, `detect`, `search` and `heal`, and do what
/// `utf cat`, `edit`, `check`, `detect`, `search` and `repair --against` do. A client starts it with
/// the directories that it may use.
///
/// Tools stay inside the directories DIR. Links are followed first. A path that leads out is
/// refused, and pipes, devices, and files of more than 64 MiB are refused, too. Only `edit` and
/// `heal` write, and never to a directory `.git`. `heal` writes only if the client asks for it, and
/// keeps the old file. A tool is stopped after one minute, and an answer has at most 256 KiB.
///
/// Exit status: 0 if standard input ended, 2 if a directory could not be opened, or on another
/// failure.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directories that tools may use; by default, the current one. Relative paths of a client
    /// begin in the first one
    #[arg(value_name = "DIR")]
    pub paths: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    serve(args).unwrap_or_else(|problem| problem.report())
}

fn serve(args: &Args) -> Result<Exit, Problem> {
    let mut session = Session::new(Tools::new(Fence::new(&args.paths)?, Program::this()?));
    let problem = |error: io::Error| Problem::with("standard input", &error);
    let input = streams::standard_input().map_err(problem)?;
    let mut lines = Lines::new(BufReader::new(BlockingIo(&input)));
    loop {
        let reply = match lines.read().map_err(problem)? {
            Line::End => return Ok(Exit::Well),
            Line::Text(line) => session.answer(&line),
            Line::TooLong => Some(session::too_long()),
        };
        if let Some(Err(error)) = reply.map(|reply| write(&reply)) {
            return Ok(terminal::output_failed(&error, Exit::Well));
        }
    }
}

fn write(reply: &Value) -> io::Result<()> {
    let mut out = terminal::output()?;
    json_line::write_line(&mut out, reply)?;
    out.flush()
}
