//! Restores lost characters: `heal OLD NEW OUT REPORT ENCODING`.
//!
//! Each open place is a line of JSON in REPORT, with its offset and length in OUT.
use std::{env, error::Error, fmt::Write as _, fs, process::ExitCode};

use utfkit::encoding::{Label, LabelSet};
use utfkit_text::heal::heal;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [old, new, out, report, encoding] = &args[..] else {
        return Err("usage: heal OLD NEW OUT REPORT ENCODING".into());
    };
    let label = Label::parse(encoding, LabelSet::Python)?;
    let new = fs::read(new)?;
    let healed = match heal(&fs::read(old)?, &new, label.encoding()) {
        Ok(healed) => healed,
        Err(refusal) => {
            eprintln!("{refusal}");
            fs::write(out, &new)?;
            fs::write(report, "")?;
            return Ok(ExitCode::from(2));
        }
    };
    fs::write(out, &healed.bytes)?;
    let mut places = String::new();
    for open in &healed.open {
        writeln!(
            places,
            "{{\"offset\":{},\"length\":{},\"reason\":\"{}\"}}",
            open.offset,
            open.len,
            open.reason.code()
        )?;
    }
    fs::write(report, places)?;
    let restored: usize = healed.restored.iter().map(|place| place.characters).sum();
    eprintln!(
        "{:?} score {:.3}: {restored} characters restored, {} places open",
        healed.damages,
        healed.score,
        healed.open.len() + healed.more_open
    );
    Ok(ExitCode::from(u8::from(!healed.open.is_empty())))
}
