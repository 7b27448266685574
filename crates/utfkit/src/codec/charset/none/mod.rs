//! The decoder and the encoder without the feature `legacy-charsets`. They cannot be created.

pub(super) mod table;

use core::mem::MaybeUninit;

use crate::{
    codec::{
        charset::name::Charset,
        plain::Plain,
        step::{MAX_BYTES, Step},
    },
    form::{Encoded, Form},
    simd::Progress,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoder(Charset);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoder(Charset);

/// The table for a single-byte charset, of which there are none.
pub(crate) enum SharedCells {}

impl SharedCells {
    pub(crate) fn convert(&self, _: &[u8], _: &mut [MaybeUninit<u8>]) -> Progress {
        match *self {}
    }
}

/// The table to a single-byte charset, of which there are none.
pub(crate) enum FromUtf8 {}

impl FromUtf8 {
    pub(crate) fn convert(&self, _: &[u8], _: &mut [MaybeUninit<u8>]) -> Progress {
        match *self {}
    }
}

impl Decoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self(charset)
    }

    pub(crate) fn first(&self, _: &[u8], _: bool) -> Step {
        self.0.never()
    }

    pub(crate) fn pass(&mut self, _: &[u8]) {
        self.0.never()
    }

    pub(crate) fn decode(&mut self, _: &[u8], _: &mut [MaybeUninit<u32>]) -> Progress {
        self.0.never()
    }

    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        self.0.never()
    }

    pub(crate) fn utf8_cells(&self) -> Option<SharedCells> {
        self.0.never()
    }

    pub(crate) fn decode_utf8(&mut self, _: &[u8], _: &mut [MaybeUninit<u8>]) -> Option<Progress> {
        self.0.never()
    }

    pub(crate) fn decode_text(&mut self, _: &[u8], _: &mut [MaybeUninit<u8>]) -> Progress {
        self.0.never()
    }

    pub(crate) fn before_backslash(&self, _: &[u8]) -> usize {
        self.0.never()
    }

    pub(crate) fn is_single_byte(&self) -> bool {
        self.0.never()
    }
}

impl Encoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self(charset)
    }

    pub(crate) fn encode(&self, _: u32) -> Option<Encoded<MAX_BYTES>> {
        self.0.never()
    }

    pub(crate) fn twin(&self, _: u32) -> Option<[u32; 3]> {
        self.0.never()
    }

    pub(crate) fn pass(&mut self, _: u32) {
        self.0.never()
    }

    pub(crate) fn encode_all(&mut self, _: &[u32], _: &mut [MaybeUninit<u8>]) -> Progress {
        self.0.never()
    }

    pub(crate) fn encode_text(&mut self, _: &str, _: &mut [MaybeUninit<u8>]) -> Option<usize> {
        self.0.never()
    }

    pub(crate) fn utf8_windows(&self) -> Option<FromUtf8> {
        self.0.never()
    }

    pub(crate) const fn tail(&self) -> Encoded<MAX_BYTES> {
        self.0.never()
    }

    pub(crate) fn end(&mut self) {
        self.0.never()
    }

    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        self.0.never()
    }

    pub(crate) fn has_states(&self) -> bool {
        self.0.never()
    }
}
