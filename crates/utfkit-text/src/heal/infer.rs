//! Finds out which damage made the new version of the old one.

use super::{
    family::{Damage, Groups},
    state::{Healer, whole::Whole},
    text::{self, Map, Set, hash, is_letter, is_odd, words},
};
use crate::heal::weights::infer::{BYTES, HIDDEN_LINES, HIDDEN_SHARE, LINES, SAMPLE};

/// The old lines whose images are lines of the new version.
struct Lines {
    all: usize,
    /// Those with letters in the image.
    rich: usize,
    /// All old lines with letters in the image.
    with_letters: usize,
}

impl Lines {
    fn of(healer: &Healer<'_>, damage: usize, olds: &[usize], news: &Set) -> Self {
        let (mut found, mut groups) =
            (Self { all: 0, rich: 0, with_letters: 0 }, Groups::default());
        for &line in olds {
            if healer.old_line(line).len() > 64 * BYTES {
                continue;
            }
            let image = healer.image(damage, line, &mut groups);
            let (is_whole, is_rich) = (news.contains(&hash(image)), text::has_letters(image));
            found.all += usize::from(is_whole);
            found.rich += usize::from(is_whole && is_rich);
            found.with_letters += usize::from(is_rich);
        }
        found
    }

    /// Returns the part of the lines with letters.
    fn share(&self) -> f64 {
        self.rich as f64 / self.with_letters.max(1) as f64
    }
}

/// The words of the new version that matter.
#[derive(Default)]
pub(super) struct Words {
    /// All of them.
    all: Set,
    /// The words of old lines in ASCII, which say nothing.
    plain: Set,
}

/// A damage with its score.
pub(super) struct Scored {
    pub(super) damage: usize,
    pub(super) score: f64,
    /// Whether most of the explained words are signs of loss without a letter, such as `???`.
    pub(super) poor: bool,
}

struct Explained {
    mass: usize,
    hit: usize,
    /// The part of `hit` in words without a letter.
    poor: usize,
    words: Set,
}

impl Words {
    pub(super) fn of(healer: &Healer<'_>) -> Self {
        let mut all = Set::default();
        all.extend(words(&healer.new).map(hash));
        let mut plain = Set::default();
        for line in &healer.olds {
            let bytes = &healer.old[line.start..line.end];
            if !healer.charset.is_special(bytes) {
                if healer.charset.unit == 1 {
                    plain.extend(words(bytes).map(hash));
                } else {
                    let low: Vec<u8> = bytes.iter().copied().filter(|&b| b != 0).collect();
                    plain.extend(words(&low).map(hash));
                }
            }
        }
        Self { all, plain }
    }

    /// Returns the words of old lines in ASCII.
    pub(super) fn into_plain(self) -> Set {
        self.plain
    }

    fn odd<'n>(
        &self,
        healer: &'n Healer<'_>,
        lines: impl Iterator<Item = usize>,
    ) -> Map<(usize, &'n [u8])> {
        let mut odd: Map<(usize, &[u8])> = Map::default();
        for line in lines {
            for word in words(healer.new_line(line)) {
                if !is_odd(word) {
                    continue;
                }
                let key = hash(word);
                if !self.plain.contains(&key) {
                    odd.entry(key).or_insert((0, word)).0 += 1;
                }
            }
        }
        odd
    }

    /// Measures the damaged words of these old lines.
    fn explained(
        &self,
        healer: &Healer<'_>,
        damage: &Damage,
        sample: &[usize],
        has: impl Fn(u64) -> bool,
    ) -> Explained {
        let mut found = Explained { mass: 0, hit: 0, poor: 0, words: Set::default() };
        let (mut groups, mut seen) = (Groups::default(), Set::default());
        for &line in sample {
            let line = healer.old_line(line);
            let line = line.get(..BYTES).unwrap_or(line);
            if !seen.insert(hash(line)) {
                continue;
            }
            damage.groups(line, &healer.charset, &mut groups);
            groups.damaged_words(line, &healer.charset, |word| {
                let key = hash(word);
                if !self.plain.contains(&key) {
                    found.mass += word.len();
                    if has(key) {
                        found.hit += word.len();
                        found.poor += if has_letter(word) { 0 } else { word.len() };
                        found.words.insert(key);
                    }
                }
            });
        }
        found
    }

    /// Returns the damage that explains most, with the best score of any.
    pub(super) fn infer(&self, healer: &Healer<'_>) -> Scored {
        let special: Vec<_> = healer.special_lines().collect();
        let step = special.len() / SAMPLE + 1;
        let sample: Vec<_> = special.iter().copied().step_by(step).collect();
        let odd = self.odd(healer, 0..healer.news.len());
        let odd_mass: usize = odd.values().map(|(count, word)| count * word.len()).sum();
        let odd_mass = odd_mass as f64 / step as f64;
        let mut scores: Vec<Scored> = healer
            .family
            .iter()
            .enumerate()
            .map(|(damage, member)| {
                let found = self.explained(healer, member, &sample, |key| self.all.contains(&key));
                let both = found.words.iter().filter_map(|key| odd.get(key));
                let explains: usize = both.map(|(count, word)| count * word.len()).sum();
                let explains = (explains as f64 / step as f64).min(odd_mass);
                let total = found.mass as f64 + odd_mass;
                let score = if total > 0.0 { (found.hit as f64 + explains) / total } else { 0.0 };
                Scored { damage, score, poor: found.poor * 2 > found.hit }
            })
            .collect();
        let order = |scores: &mut Vec<Scored>| {
            scores.sort_by_key(|s| {
                (std::cmp::Reverse((s.score * 1e4).round() as i64), healer.family[s.damage].cost)
            });
        };
        order(&mut scores);
        let best = scores[0].score;
        let near = scores.iter().take_while(|s| s.score >= best * 0.9).count().min(10);
        let rest = scores.split_off(near);
        // Whole lines decide between damages that are very similar.
        let lines: Set = (0..healer.news.len()).map(|line| hash(healer.new_line(line))).collect();
        let few: Vec<_> = special.iter().copied().step_by(special.len() / LINES + 1).collect();
        let mut share = 0.0_f64;
        for s in &mut scores {
            let found = Lines::of(healer, s.damage, &few, &lines);
            s.score += found.all as f64 / few.len().max(1) as f64;
            share = share.max(found.share());
        }
        order(&mut scores);
        // A damage that leaves no sign has few odd words, and text that was typed has many.
        let hidden = rest
            .into_iter()
            .rev()
            .filter(|_| share * 2.0 < 1.0)
            .filter(|s| healer.family[s.damage].drops || s.score >= best * 0.4)
            .map(|s| (Lines::of(healer, s.damage, &few, &lines), s))
            .filter(|(found, _)| found.rich >= HIDDEN_LINES && found.share() >= HIDDEN_SHARE)
            .filter(|(found, _)| found.share() > 2.0 * share)
            .max_by(|(one, _), (other, _)| one.rich.cmp(&other.rich));
        let chosen = hidden.map_or_else(|| scores.swap_remove(0), |(_, s)| s);
        Scored { score: best, ..chosen }
    }

    /// Returns damages that explain lines which are not lines of the old version under the first damage, of
    /// which `whole` is the image.
    pub(super) fn infer_more(
        &self,
        healer: &Healer<'_>,
        whole: &Whole,
        olds: &[usize],
        news: &[usize],
    ) -> Vec<usize> {
        let main = healer.damages[0];
        let mut left = self.odd(healer, news.iter().copied());
        if left.is_empty() {
            return Vec::new();
        }
        left.retain(|key, _| !whole.words.contains_key(key));
        let is_special = |&line: &usize| healer.charset.is_special(healer.old_line(line));
        let special: Vec<_> = olds.iter().copied().filter(is_special).collect();
        let sample: Vec<_> = special.iter().copied().step_by(special.len() / 1000 + 1).collect();
        let lines: Set = news
            .iter()
            .map(|&line| healer.new_line(line))
            .filter(|line| !line.is_ascii() || line.contains(&b'?'))
            .map(hash)
            .collect();
        // A sibling counts the same lost characters in another way: the image of an old line under it
        // may be a line from which an edit deleted some of them.
        let sign = healer.family[main].sign();
        let is_sibling = |damage: usize| !sign.is_empty() && healer.family[damage].sign() == sign;
        let mut found: Vec<_> = (0..healer.family.len())
            .filter(|&damage| damage != main && !is_sibling(damage))
            .map(|damage| {
                let member = &healer.family[damage];
                let words =
                    self.explained(healer, member, &sample, |k| left.contains_key(&k)).words;
                (damage, words, Lines::of(healer, damage, &sample, &lines).all)
            })
            .collect();
        let mut chosen = Vec::new();
        while chosen.len() < 3 && !left.is_empty() {
            let mass = |words: &Set| -> usize {
                let both = words.iter().filter_map(|key| left.get(key));
                both.map(|(count, word)| count * word.chars_len()).sum()
            };
            let best = found.iter().enumerate().max_by_key(|(_, (damage, words, whole))| {
                (mass(words) + 3 * whole, std::cmp::Reverse(healer.family[*damage].cost))
            });
            let Some((at, (damage, words, whole))) = best else { break };
            if mass(words) + 3 * whole < 2 {
                break;
            }
            chosen.push(*damage);
            let (_, words, _) = found.swap_remove(at);
            left.retain(|key, _| !words.contains(key));
        }
        chosen
    }
}

fn has_letter(word: &[u8]) -> bool {
    let mut symbols = Vec::new();
    text::symbols(&text::without_signs(word), &mut symbols);
    symbols.into_iter().any(is_letter)
}

trait Characters {
    fn chars_len(&self) -> usize;
}

impl Characters for &[u8] {
    fn chars_len(&self) -> usize {
        self.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
    }
}
