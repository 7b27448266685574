//! Text that is lost is reported by each command that judges text.

use super::{
    corpus::{Damage, all_hold, written},
    says::{COMMANDS, about},
};

#[test]
fn lost_text_is_reported() {
    let (folder, cases) = written(|case| matches!(case.damage, Damage::Lost | Damage::Questions));
    let (mut broken, mut of) = (Vec::new(), 0);
    for command in &COMMANDS[..3] {
        for (name, words) in about(&folder, &cases, command) {
            of += 1;
            if !words.contains("lost") {
                broken.push(format!("{} {name}: {words:?}", command[0]));
            }
        }
    }
    all_hold(&broken, of);
}
