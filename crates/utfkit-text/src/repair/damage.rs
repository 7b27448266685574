//! The fixes of text that was damaged: its explanation as edits and doubts.

use crate::repair::{explain::Explainer, found::Found};
#[cfg(feature = "charsets")]
use crate::{
    repair::explain::{
        MojibakeCharset, Segment, Whole,
        ways::{channels::Channel, charsets, pages},
    },
    repair::{
        edit::{Edit, are_apart},
        events::Fault,
        found::Doubt,
    },
};

/// Adds the damage of `text` to `found`. Ill-formed bytes with an explanation are no findings.
#[cfg(feature = "charsets")]
pub(crate) fn add(text: &[u8], explainer: &mut Explainer, found: &mut Found) {
    let mut segments = explainer.explain(text);
    found.doubts.retain(|doubt| !is_explained(text, doubt, &segments));
    // A sequence with a line break inside may be one, so its bytes are not others.
    segments.retain(|segment| is_new(segment, found));
    add_segments(text, segments, found);
}

/// Returns `true` if no doubt is about a byte of `segment`.
#[cfg(feature = "charsets")]
fn is_new(segment: &Segment, found: &Found) -> bool {
    found.doubts.iter().all(|doubt| are_apart(&segment.range, &(doubt.start..doubt.end)))
}

/// Returns `true` if all bytes beyond ASCII of a doubt are certain to be of a charset.
#[cfg(feature = "charsets")]
fn is_explained(text: &[u8], doubt: &Doubt, segments: &[Segment]) -> bool {
    let is_certain = |at: usize| {
        let next = segments.partition_point(|segment| segment.range.end <= at);
        segments.get(next).is_some_and(|one| {
            one.range.start <= at
                && one.rival.is_none()
                && one.percent == 99
                && matches!(one.channel, Channel::Raw(_))
        })
    };
    (doubt.start..doubt.end).all(|at| text[at].is_ascii() || is_certain(at))
}

/// Replaces `found` if `text`, which has ill-formed bytes, is in one legacy charset. It is `all` of the
/// file or not.
#[cfg(feature = "charsets")]
pub(crate) fn decide_whole(
    text: &[u8],
    all: bool,
    explainer: &mut Explainer,
    found: &mut Found,
) -> bool {
    let Some(Whole { is_text, segments }) = explainer.legacy(text, all) else { return false };
    if !is_text {
        return true;
    }
    let edits = std::mem::take(&mut found.edits);
    if segments.iter().all(|segment| segment.rival.is_some()) {
        found.doubts.extend(edits.iter().map(|edit| Doubt::of(text, edit)));
        let segments = segments.into_iter().filter(|segment| is_new(segment, found)).collect();
        add_segments(text, segments, found);
        found.doubts.sort_by_key(|doubt| doubt.start);
    } else {
        found.doubts.clear();
        found.ill_formed.clear();
        add_segments(text, segments, found);
    }
    true
}

/// Adds the segments of `text` to `found`.
#[cfg(feature = "charsets")]
fn add_segments(text: &[u8], segments: Vec<Segment>, found: &mut Found) {
    let mut covered = segments.iter().map(|segment| segment.range.clone()).peekable();
    found.ill_formed.retain(|finding| {
        while covered.next_if(|range| range.end as u64 <= finding.offset()).is_some() {}
        covered.peek().is_none_or(|range| range.start as u64 >= finding.end())
    });
    let is_near = |one: &Segment, next: &Segment| {
        matches!((one.channel, next.channel), (Channel::Raw(_), Channel::Raw(_)))
            && !text[one.range.end.min(next.range.start)..next.range.start].contains(&b'\n')
    };
    let mut near: Vec<bool> = vec![false; segments.len()];
    for (at, two) in segments.windows(2).enumerate() {
        if is_near(&two[0], &two[1]) {
            near[at..at + 2].fill(true);
        }
    }
    for (segment, is_near) in segments.into_iter().zip(near) {
        let read = segment.escaped.as_deref().unwrap_or(&text[segment.range.clone()]);
        let fault = fault(segment.channel, read);
        let Segment { range, channel, becomes, rival, percent, is_guess, .. } = segment;
        match rival {
            Some(rival) => {
                let readings =
                    [rival, becomes].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                let doubt = Doubt::new(range, fault.code(), readings.into());
                found.doubts.push(doubt.with_percent([100 - percent, percent]));
            }
            None => {
                let edit = Edit::new(range, becomes, fault);
                let percent = (percent >= LIKELY).then_some(percent);
                let edit = Edit { percent, is_guess, ..edit };
                let is_single = !is_near && matches!(channel, Channel::Raw(_));
                match without_lead(text, &edit).filter(|_| is_single) {
                    Some(other) => {
                        let becomes = String::from_utf8_lossy(&edit.becomes).into_owned();
                        let range = edit.start..edit.end;
                        found.doubts.push(Doubt::new(range, edit.kind.code(), (becomes, other)));
                    }
                    None => found.edits.push(edit),
                }
            }
        }
    }
}

/// A lower probability, in percent, says nothing: other reasons than the words make the fix certain,
/// such as several layers of the same damage.
#[cfg(feature = "charsets")]
const LIKELY: u8 = 50;

/// Returns the letter that a single byte was before its lead byte was lost, if `edit` reads that
/// byte as a sign after a small letter, and `text` has such a letter elsewhere: `si<99>` is `si™`,
/// or what is left of `się`. If other bytes of the line are in a charset, this one is as well.
#[cfg(feature = "charsets")]
fn without_lead(text: &[u8], edit: &Edit) -> Option<String> {
    let &[byte @ 0x80..=0xBF] = text.get(edit.start..edit.end)? else { return None };
    let is_letter = str::from_utf8(&edit.becomes).ok()?.chars().any(char::is_alphabetic);
    let before = text.get(edit.start.checked_sub(1)?)?;
    if is_letter || !before.is_ascii_lowercase() {
        return None;
    }
    let mut ends = memchr::memchr_iter(byte, text).filter(|&at| at != edit.start);
    ends.find_map(|end| {
        let pair = str::from_utf8(text.get(end.checked_sub(1)?..=end)?).ok()?;
        pair.chars().all(char::is_lowercase).then(|| pair.to_owned())
    })
}

/// Adds nothing.
#[cfg(not(feature = "charsets"))]
pub(crate) const fn add(_: &[u8], _: &mut Explainer, _: &mut Found) {}

/// Returns `false`.
#[cfg(not(feature = "charsets"))]
pub(crate) const fn decide_whole(_: &[u8], _: bool, _: &mut Explainer, _: &mut Found) -> bool {
    false
}

/// Returns the damage of `text`, which came through a channel.
#[cfg(feature = "charsets")]
fn fault(channel: Channel, text: &[u8]) -> Fault {
    let charset = |page: u8| pages::charset(page.into(), &String::from_utf8_lossy(text));
    match channel {
        Channel::Utf8(pages) => {
            Fault::Mojibake { charset: charset(pages[0]), layers: channel.layers() }
        }
        Channel::Controls(page) => match pages::encoding(page.into()) {
            Some(encoding) => Fault::Misread { encoding, charset: MojibakeCharset::Iso8859_1 },
            None => Fault::Mojibake { charset: charset(page), layers: 1 },
        },
        Channel::Legacy(legacy, page) => {
            Fault::Misread { encoding: charsets::of(legacy).encoding, charset: charset(page) }
        }
        Channel::Raw(raw) => Fault::StrayByte { encoding: charsets::of(raw).encoding },
        Channel::Gbk => Fault::Mojibake { charset: MojibakeCharset::Gbk, layers: 1 },
    }
}
