//! Texts to try: hostile ones, made of the bytes and units at every border, and random ones.

use utfkit::simd::Form;

use super::reference;

/// Bytes at the borders of their meanings in UTF-8; surrogates in four bytes begin with 8D.
pub(crate) const BYTES: [u8; 31] = [
    0x00, 0x0A, 0x41, 0x7F, 0x80, 0x8D, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
    0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFC, 0xFE, 0xFF,
];

/// Code units at the borders of their meanings in UTF-16.
const UNITS_16: [u32; 20] = [
    0x0000, 0x000A, 0x0041, 0x007F, 0x0080, 0x00FF, 0x0100, 0x07FF, 0x0800, 0x0A00, 0xD7FF, 0xD800,
    0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
];

/// Code units at the borders of their meanings in UTF-32.
const UNITS_32: [u32; 26] = [
    0x0000,
    0x000A,
    0x0041,
    0x007F,
    0x0080,
    0x00FF,
    0x0100,
    0x07FF,
    0x0800,
    0x0A00,
    0xD7FF,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0xE000,
    0xFFFF,
    0x1_0000,
    0x1_D800,
    0x10_FFFF,
    0x11_0000,
    0x20_0041,
    0x4100_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
];

/// Returns every sequence of one to `most` border units of `form`. Sequences of longer units are
/// also returned with bytes at the end that do not fill one.
pub(crate) fn hostile(form: Form, most: usize) -> Vec<Vec<u8>> {
    let units: Vec<Vec<u8>> = match form.unit() {
        1 => BYTES.iter().map(|&byte| vec![byte]).collect(),
        2 => UNITS_16.iter().map(|&unit| reference::bytes_of(form, unit, 2)).collect(),
        _ => UNITS_32.iter().map(|&unit| reference::bytes_of(form, unit, 4)).collect(),
    };
    let mut texts = vec![Vec::new()];
    let mut longest = texts.clone();
    for _ in 0..most {
        longest = products(&longest, &units);
        texts.extend_from_slice(&longest);
    }
    let odd = texts.iter().flat_map(|text| (1..form.unit()).map(|more| with_odd_end(text, more)));
    let odd: Vec<_> = odd.collect();
    texts.extend(odd);
    texts
}

fn products(heads: &[Vec<u8>], tails: &[Vec<u8>]) -> Vec<Vec<u8>> {
    heads.iter().flat_map(|head| tails.iter().map(|tail| [&head[..], tail].concat())).collect()
}

/// Returns `text` with `more` bytes at the end that look like the start of a unit.
fn with_odd_end(text: &[u8], more: usize) -> Vec<u8> {
    [text, &[0x00, 0xDC, 0x00][..more]].concat()
}

/// A random number generator (xorshift) that returns the same numbers in every run.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 16) % end as u64) as usize
    }

    fn between(&mut self, [first, last]: [u32; 2]) -> u32 {
        first + self.below((last - first + 1) as usize) as u32
    }
}

/// A mix of code points: the frequency of each length in UTF-8, and of damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) name: &'static str,
    /// The shares of one to four bytes.
    shares: [usize; 4],
    /// The maximum code point.
    most: u32,
    /// The number of code points of a hundred after which a byte is damaged.
    damage: usize,
}

const fn mix(name: &'static str, shares: [usize; 4], most: u32, damage: usize) -> Mix {
    Mix { name, shares, most, damage }
}

/// Mixes that kernels treat differently, some of them damaged.
pub(crate) const MIXES: [Mix; 13] = [
    mix("ascii", [1, 0, 0, 0], 0x7F, 0),
    mix("latin-1", [3, 1, 0, 0], 0xFF, 0),
    mix("ascii with some of all", [40, 1, 1, 1], 0x10_FFFF, 0),
    mix("two bytes", [0, 1, 0, 0], 0x7FF, 0),
    mix("one and two bytes", [1, 1, 0, 0], 0x7FF, 0),
    mix("three bytes", [0, 0, 1, 0], 0xFFFF, 0),
    mix("up to three bytes", [1, 1, 1, 0], 0xFFFF, 0),
    mix("four bytes", [0, 0, 0, 1], 0x10_FFFF, 0),
    mix("three and four bytes", [0, 0, 1, 1], 0x10_FFFF, 0),
    mix("all", [1, 1, 1, 1], 0x10_FFFF, 0),
    mix("all, damaged a little", [1, 1, 1, 1], 0x10_FFFF, 2),
    mix("all, damaged a lot", [1, 1, 1, 1], 0x10_FFFF, 30),
    mix("ascii, damaged a little", [1, 0, 0, 0], 0x7F, 2),
];

/// The code points of one to four bytes. Three bytes are two ranges, around the surrogates.
const RANGES: [[u32; 2]; 5] =
    [[0x00, 0x7F], [0x80, 0x7FF], [0x800, 0xD7FF], [0xE000, 0xFFFF], [0x1_0000, 0x10_FFFF]];

impl Mix {
    fn value(&self, random: &mut Random) -> u32 {
        let mut draw = random.below(self.shares.iter().sum());
        let mut class = 0;
        while draw >= self.shares[class] {
            draw -= self.shares[class];
            class += 1;
        }
        let [first, last] = match class {
            2 if random.below(4) == 0 => RANGES[3],
            3 => RANGES[4],
            _ => RANGES[class],
        };
        random.between([first, last.min(self.most)])
    }
}

/// Returns random text of about `len` bytes in `form`. Damage is random bytes written over it.
pub(crate) fn random(form: Form, mix: &Mix, len: usize, random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    while text.len() < len {
        // A line feed replaces a character that the form cannot encode.
        let value = mix.value(random);
        text.extend(reference::encode(form, value).unwrap_or(vec![0x0A]));
        if random.below(100) < mix.damage {
            let at = random.below(text.len());
            text[at] = random.next() as u8;
        }
    }
    text
}

/// Returns damage: one piece for each kind of finding.
pub(crate) fn damage(form: Form) -> Vec<Vec<u8>> {
    let wide = |units: &[u32], len| {
        let bytes = |unit: &u32| reference::bytes_of(form, *unit, len);
        units.iter().flat_map(bytes).collect::<Vec<u8>>()
    };
    match form {
        // All bytes are well-formed; the last two cannot be encoded in ASCII.
        Form::Latin1 => vec![vec![0x80], vec![0xFF]],
        Form::Utf8 => [
            &[0x80][..],
            &[0xBF, 0xBF],
            &[0xC3],
            &[0xC0, 0x80],
            &[0xE0, 0x9F, 0xBF],
            &[0xE2, 0x82],
            &[0xED, 0xA0, 0x80],
            &[0xF0, 0x8F, 0xBF, 0xBF],
            &[0xF0, 0x9F, 0x98],
            &[0xF4, 0x90, 0x80, 0x80],
            &[0xF5],
            &[0xFF],
        ]
        .map(<[u8]>::to_vec)
        .to_vec(),
        Form::Utf16Le | Form::Utf16Be => {
            [&[0xD800][..], &[0xDBFF], &[0xDC00], &[0xDFFF], &[0xDC00, 0xD800], &[0xD83D, 0x0041]]
                .map(|units| wide(units, 2))
                .to_vec()
        }
        Form::Utf32Le | Form::Utf32Be => [0xD800, 0xDFFF, 0x11_0000, 0x8000_0041, 0xFFFF_FFFF]
            .map(|unit| wide(&[unit], 4))
            .to_vec(),
    }
}
