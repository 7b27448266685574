//! Writes a file that holds all its mutants, each with a switch.
//!
//! Only one mutant is on at a time. So the changed code is written as in the original, and only the
//! unchanged branch holds the switches of the code inside. The text grows with the number of mutants,
//! not with the product of nested ones.

use std::ops::Range;

use super::find::{Change, Mutant};

/// The code of a mutant in the written text. The compiler's errors there belong to the mutant.
pub(super) struct Woven {
    pub(super) id: usize,
    pub(super) range: Range<usize>,
}

/// Returns the text with switches, and where each mutant is in it.
pub(super) fn weave(text: &str, mutants: &[(usize, &Mutant)]) -> (String, Vec<Woven>) {
    let mut sorted = mutants.to_vec();
    // An outer place comes before those inside.
    sorted.sort_by_key(|(_, mutant)| (mutant.range.start, usize::MAX - mutant.range.end));
    let mut weaver = Weaver { text, mutants: &sorted, out: String::new(), woven: Vec::new() };
    weaver.copy(0..text.len());
    (weaver.out, weaver.woven)
}

struct Weaver<'t> {
    text: &'t str,
    /// Those that are not yet written.
    mutants: &'t [(usize, &'t Mutant)],
    out: String,
    woven: Vec<Woven>,
}

impl Weaver<'_> {
    /// Writes a part of the text, with the mutants inside.
    fn copy(&mut self, part: Range<usize>) {
        let mut at = part.start;
        while let Some((_, first)) = self.mutants.first()
            && first.range.end <= part.end
        {
            let place = first.range.clone();
            let len = self.mutants.iter().take_while(|(_, next)| next.range == place).count();
            let (here, rest) = self.mutants.split_at(len);
            self.mutants = rest;
            self.out.push_str(&self.text[at..place.start]);
            at = place.end;
            let is_expression = matches!(first.change, Change::Expression(_));
            if is_expression {
                self.out.push('(');
            }
            for (id, mutant) in here {
                let start = self.out.len();
                let new = match &mutant.change {
                    Change::Expression(new) => {
                        format!("if crate::mutant::on({id}) {{ {new} }} else ")
                    }
                    Change::Return(value) => {
                        format!(" if crate::mutant::on({id}) {{ return {value}; }}")
                    }
                    Change::NoArm(_) => format!(" if !crate::mutant::on({id})"),
                };
                self.out.push_str(&new);
                self.woven.push(Woven { id: *id, range: start..self.out.len() });
            }
            if is_expression {
                self.out.push_str("{ ");
                self.copy(place);
                self.out.push_str(" })");
            }
        }
        self.out.push_str(&self.text[at..part.end]);
    }
}

/// The variable that chooses a mutant by its number.
pub(super) const CHOICE: &str = "UTFKIT_MUTANT";
/// The variable that names the file for the numbers of the mutants that a test reaches.
pub(super) const TRACE: &str = "UTFKIT_MUTANT_TRACE";

/// Returns the module that holds the switch, for mutants up to this number.
pub(super) fn switch(last: usize) -> String {
    format!(
        r#"//! Written by `cargo xtask mutants`.
use core::sync::atomic::{{AtomicBool, AtomicUsize, Ordering::Relaxed}};
use std::{{env, fs::OpenOptions, io::Write}};

const UNREAD: usize = usize::MAX;
const TRACED: usize = UNREAD - 1;
static CHOICE: AtomicUsize = AtomicUsize::new(UNREAD);
static REACHED: [AtomicBool; {}] = [const {{ AtomicBool::new(false) }}; {}];

#[inline]
pub(crate) fn on(id: usize) -> bool {{
    let choice = CHOICE.load(Relaxed);
    if choice < TRACED {{ choice == id }} else {{ read(id) }}
}}

#[cold]
fn read(id: usize) -> bool {{
    if CHOICE.load(Relaxed) == UNREAD {{
        let choice = env::var("{CHOICE}").ok().and_then(|text| text.parse().ok());
        let other = if env::var_os("{TRACE}").is_some() {{ TRACED }} else {{ 0 }};
        CHOICE.store(choice.unwrap_or(other), Relaxed);
    }}
    if CHOICE.load(Relaxed) < TRACED {{
        return on(id);
    }}
    if !REACHED[id].swap(true, Relaxed) {{
        let file = env::var_os("{TRACE}").unwrap_or_default();
        let file = OpenOptions::new().append(true).create(true).open(file);
        // One write, because other threads and processes append to the same file.
        let _ = file.and_then(|mut file| file.write_all(std::format!("{{id}}\n").as_bytes()));
    }}
    false
}}
"#,
        last + 1,
        last + 1
    )
}
