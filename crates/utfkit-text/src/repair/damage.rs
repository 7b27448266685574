//! The fixes of text that was damaged: its explanation as edits and doubts.

use crate::{
    explain::Explainer,
    repair::found::Found,
};
#[cfg(feature = "charsets")]
use crate::{
    explain::{MojibakeCharset, channels::{self, Channel}, pages, segment::Segment},
    repair::{edit::Edit, events::Fault, found::Doubt},
};

/// Adds the damage of `text`, which is `all` of the file or not, to `found`. Ill-formed bytes with an explanation are no findings.
#[cfg(feature = "charsets")]
pub(crate) fn add(text: &[u8], all: bool, explainer: &mut Explainer, found: &mut Found) {
    let segments = explainer.explain(text, all);
    let mut covered = segments.iter().map(|segment| segment.range.clone()).peekable();
    found.ill_formed.retain(|finding| {
        while covered.next_if(|range| range.end as u64 <= finding.offset()).is_some() {}
        covered.peek().is_none_or(|range| range.start as u64 >= finding.end())
    });
    for segment in segments {
        let fault = fault(segment.channel, &text[segment.range.clone()]);
        let Segment { range, becomes, rival, percent, is_guess, .. } = segment;
        match rival {
            Some(rival) => {
                let readings = [rival, becomes].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                let doubt = Doubt::new(range, fault.code(), readings.into());
                found.doubts.push(doubt.with_percent([100 - percent, percent]));
            }
            None => {
                let edit = Edit::new(range, becomes, fault);
                found.edits.push(Edit { percent: Some(percent), is_guess, ..edit });
            }
        }
    }
}

/// Adds nothing.
#[cfg(not(feature = "charsets"))]
pub(crate) const fn add(_: &[u8], _: bool, _: &mut Explainer, _: &mut Found) {}

/// Returns the damage of `text`, which came through a channel.
#[cfg(feature = "charsets")]
fn fault(channel: Channel, text: &[u8]) -> Fault {
    let charset = |page: u8| pages::charset(page.into(), &String::from_utf8_lossy(text));
    let encoding = |charset| channels::facts().encoding(charset);
    match channel {
        Channel::Utf8(pages) => {
            Fault::Mojibake { charset: charset(pages[0]), layers: channel.layers() }
        }
        Channel::Controls(page) => match pages::encoding(page.into()) {
            Some(encoding) => Fault::Misread { encoding, charset: MojibakeCharset::Iso8859_1 },
            None => Fault::Mojibake { charset: charset(page), layers: 1 },
        },
        Channel::Legacy(legacy, page) => match encoding(legacy) {
            Some(encoding) => Fault::Misread { encoding, charset: charset(page) },
            None => Fault::Mojibake { charset: charset(page), layers: 1 },
        },
        Channel::Raw(raw) => match encoding(raw) {
            Some(encoding) => Fault::StrayByte { encoding },
            None => Fault::Reread,
        },
        Channel::Gbk => Fault::Mojibake { charset: MojibakeCharset::Gbk, layers: 1 },
    }
}
