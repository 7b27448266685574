//! The decoder and the encoder of no charset, without the feature `legacy-charsets`.

use core::mem::MaybeUninit;

use super::super::codec::{Bytes, Next};
use crate::{encoding::Charset, form::Form, simd::Progress};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoder(Charset);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoder(Charset);

impl Decoder {
    pub(in crate::transcode) const fn new(charset: Charset) -> Self {
        Self(charset)
    }

    pub(in crate::transcode) fn first(&self, _: &[u8], _: bool) -> Next {
        self.0.never()
    }

    pub(in crate::transcode) fn pass(&mut self, _: &[u8]) {
        self.0.never()
    }

    pub(in crate::transcode) fn decode(
        &mut self,
        _: &[u8],
        _: &mut [MaybeUninit<u32>],
    ) -> Progress {
        self.0.never()
    }

    pub(in crate::transcode) fn base(&self) -> Option<Form> {
        self.0.never()
    }

    pub(in crate::transcode) fn is_single_byte(&self) -> bool {
        self.0.never()
    }
}

impl Encoder {
    pub(in crate::transcode) const fn new(charset: Charset) -> Self {
        Self(charset)
    }

    pub(in crate::transcode) fn encode(&self, _: u32) -> Option<Bytes> {
        self.0.never()
    }

    pub(in crate::transcode) fn pass(&mut self, _: u32) {
        self.0.never()
    }

    pub(in crate::transcode) fn encode_all(
        &mut self,
        _: &[u32],
        _: &mut [MaybeUninit<u8>],
    ) -> Progress {
        self.0.never()
    }

    pub(in crate::transcode) const fn tail(&self) -> Bytes {
        self.0.never()
    }

    pub(in crate::transcode) fn end(&mut self) {
        self.0.never()
    }

    pub(in crate::transcode) fn base(&self) -> Option<Form> {
        self.0.never()
    }

    pub(in crate::transcode) fn has_states(&self) -> bool {
        self.0.never()
    }
}
