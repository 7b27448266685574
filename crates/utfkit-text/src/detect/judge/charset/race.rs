//! Compares many readings of a text in little time: a cheap model of the first bytes leaves few of
//! them, the model of languages leaves fewer, and only those near the best one are read to their end.

use super::rival::{BEGIN, Rival};
use crate::detect::weights::Cost;
use crate::detect::weights::race::{FAR, FEW, MANY, NEARER, TEXT};
use crate::{
    detect::judge::candidate::Candidate,
    model::score::{Pace, Text, glance},
};

/// The numbers of bytes of short looks in languages.
const LENGTHS: [usize; 2] = [BEGIN, 120];
/// Returns the candidates among `rivals`, which read `bytes` next to `shared` text. A reading that is
/// farther than `near` from the best one outside all languages is left out.
pub(super) fn race(rivals: Vec<Rival>, bytes: &[u8], shared: &Text, near: Cost) -> Vec<Candidate> {
    let close = close(rivals.clone(), bytes, shared, near);
    let is_all = close.len() == rivals.len();
    let found = to_end(close, bytes, shared);
    let least = found.iter().map(|candidate| candidate.cost).min();
    let most = shared.least() + MANY + bytes.len() as Cost * TEXT;
    // The first bytes can be in another charset than the rest.
    if least.is_none_or(|least| least > most) && !is_all {
        to_end(rivals, bytes, shared)
    } else {
        found
    }
}

/// Returns the readings that are close to the best one in the first bytes, the cheapest first.
fn close(mut rivals: Vec<Rival>, bytes: &[u8], shared: &Text, near: Cost) -> Vec<Rival> {
    let begin = |length: usize| &bytes[..bytes.len().min(length)];
    if rivals.len() > FEW {
        let first = begin(BEGIN);
        let cost = |rival: Rival| (glance(rival.scored(first).into_iter()) + rival.prior(), rival);
        rivals = nearest(rivals.into_iter().map(cost).collect(), near);
    }
    for length in LENGTHS {
        if rivals.len() > FEW && bytes.len() > length {
            let found = judged(rivals, begin(length), shared, NEARER);
            let costs = found.map(|(candidate, rival)| (candidate.cost, rival)).collect();
            rivals = nearest(costs, NEARER);
        }
    }
    rivals
}

/// Reads all of `bytes`, and returns the candidates that are near the best one.
fn to_end(rivals: Vec<Rival>, bytes: &[u8], shared: &Text) -> Vec<Candidate> {
    let rivals = rivals.into_iter().flat_map(|rival| rival.split(bytes)).collect();
    let mut found: Vec<_> = judged(rivals, bytes, shared, FAR).collect();
    // If two cost the same, the more frequent one comes first.
    found.sort_by_key(|(_, rival)| rival.prior());
    found.into_iter().map(|(candidate, _)| candidate).collect()
}

/// Returns the candidate of each of `rivals` that is near the best one. The best one should be among
/// the first, because the others then take less time.
fn judged(
    rivals: Vec<Rival>,
    bytes: &[u8],
    shared: &Text,
    far: Cost,
) -> impl Iterator<Item = (Candidate, Rival)> {
    let mut best = Pace::default();
    rivals
        .into_iter()
        .filter_map(move |rival| Some((rival.judge(bytes, shared, &mut best, far)?, rival)))
}

/// Returns the rivals whose cost is near the least one, the cheapest first.
fn nearest(mut costs: Vec<(Cost, Rival)>, distance: Cost) -> Vec<Rival> {
    costs.sort_by_key(|(cost, _)| *cost);
    let most = costs.first().map_or(0, |(least, _)| least + distance);
    costs.into_iter().take_while(|(cost, _)| *cost <= most).map(|(_, rival)| rival).collect()
}
