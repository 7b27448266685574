//! `detect` and the other commands report the same encoding, with the same probability.

use regex::Regex;

use super::{
    corpus::{Damage, all_hold, written},
    says::{COMMANDS, about, detected},
};

/// The minimum probability of an encoding that a message names, in percent.
const SURE: u64 = 90;

#[test]
fn all_name_the_encoding_that_detect_names() {
    let (folder, cases) = written(|case| matches!(case.damage, Damage::Legacy | Damage::Clean));
    let found = detected(&folder, &cases);
    let names = Regex::new(r"looks like ([a-z0-9_-]+) \(([0-9]+) %\)").unwrap();
    let guessed = Regex::new(r"guessed: ([a-z0-9_-]+), .*confidence ([0-9]+) %").unwrap();
    let (mut broken, mut of) = (Vec::new(), 0);
    for command in COMMANDS {
        let is_guess = command.contains(&"--guess");
        let pattern = if is_guess { &guessed } else { &names };
        for (name, words) in about(&folder, &cases, command) {
            let detected = &found[name];
            let is_named = is_guess || detected.percent >= SURE;
            let expected = match (&detected.encoding, detected.is_proven) {
                (Some(encoding), false) if is_named => vec![(&**encoding, detected.percent)],
                _ => Vec::new(),
            };
            let mut said: Vec<_> = pattern
                .captures_iter(&words)
                .map(|one| one.extract().1)
                .map(|[encoding, percent]| (encoding, percent.parse::<u64>().unwrap()))
                .collect();
            said.dedup();
            of += 1;
            if said != expected {
                broken.push(format!("{} {name}: {said:?}, detect says {expected:?}", command[0]));
            }
        }
    }
    all_hold(&broken, of);
}

/// A charset that may well be wrong is named only by commands whose user asks for it.
#[test]
fn nobody_names_a_charset_that_is_not_sure() {
    let (folder, cases) = written(|_| true);
    let found = detected(&folder, &cases);
    let charset = Regex::new(
        r"(?-u:\b)(windows-(125[0-9]|874|949|31j)|iso-8859-[0-9]+|ISO-8859-[0-9]+|koi8-[a-z]+|shift_jis|gbk|gb18030|gb2312|big5|euc-[a-z]+|johab|ibm[0-9]+|cp[0-9]+|macintosh|x-mac-[a-z]+|utf-1|viscii|tcvn[0-9]*)(?-u:\b)",
    )
    .unwrap();
    let (mut broken, mut of) = (Vec::new(), 0);
    for command in &COMMANDS[..6] {
        for (name, words) in about(&folder, &cases, command) {
            let detected = &found[name];
            let is_sure = detected.percent >= SURE && !detected.is_proven;
            if is_sure || detected.encoding.is_none() {
                continue;
            }
            of += 1;
            // A fix has a probability of its own, and a rule names the charset of the damage.
            let advice = words.lines().filter(|line| {
                !line.contains(" becomes ")
                    && !line.contains("may be damaged")
                    && !line.contains("that was read as")
            });
            if let Some(named) = advice.flat_map(|line| charset.find_iter(line)).next() {
                let named = named.as_str();
                broken.push(format!(
                    "{} {name}: {named}, detect says {} %",
                    command[0], detected.percent
                ));
            }
        }
    }
    all_hold(&broken, of);
}
