//! Sorts of characters, as far as their neighbors matter.

/// What a character is, as far as it matters who stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Letter(Script),
    /// `“`, `«`, `¿`.
    Open,
    /// `”`, `»`, `…`.
    Close,
    /// What stands behind words and numbers: `™`, `°`.
    Mark,
    Symbol,
    /// Lines and blocks.
    Box,
    Control,
    Dash,
    /// What stands anywhere: spaces, apostrophes, digits, all signs of ASCII.
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
    /// All others; they stand beside any.
    Other,
}

impl Sort {
    /// How many bits [`Sort::bits`] has.
    pub(crate) const BITS: u32 = 4;

    pub(crate) const ALL: [Sort; 1 << Self::BITS] = [
        Sort::Letter(Script::Latin),
        Sort::Letter(Script::Greek),
        Sort::Letter(Script::Cyrillic),
        Sort::Letter(Script::Hebrew),
        Sort::Letter(Script::Arabic),
        Sort::Letter(Script::Thai),
        Sort::Letter(Script::Other),
        Sort::Open,
        Sort::Close,
        Sort::Mark,
        Sort::Symbol,
        Sort::Box,
        Sort::Control,
        Sort::Dash,
        Sort::Plain,
        Sort::Plain,
    ];

    /// A number for it, by its place among all.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Sort::Letter(script) => script as u32,
            Sort::Open => 7,
            Sort::Close => 8,
            Sort::Mark => 9,
            Sort::Symbol => 10,
            Sort::Box => 11,
            Sort::Control => 12,
            Sort::Dash => 13,
            Sort::Plain => 14,
        }
    }

    /// The one that the lowest of `bits` are the number of.
    pub(crate) fn of_bits(bits: u32) -> Self {
        Self::ALL[bits as usize % Self::ALL.len()]
    }
}

impl Script {
    /// Whether no word has `left`, which is of this script, before `right`, which is of `other`.
    pub(crate) fn clashes(self, left: char, other: Self, right: char) -> bool {
        let spaced = |script| matches!(script, Script::Latin | Script::Greek | Script::Cyrillic);
        // Names stand in text of scripts that glue words together.
        let is_name = |letter: char, beside| letter.is_ascii() && !spaced(beside);
        self != other
            && self != Script::Other
            && other != Script::Other
            && !is_name(left, other)
            && !is_name(right, self)
    }
}

/// The sort of `character`, found anew: [`Traits::sort`](super::lookup::Traits::sort) remembers it.
pub(crate) fn found(character: char) -> Sort {
    match character {
        '\0'..='\x7F' if !character.is_ascii_alphabetic() => Sort::Plain,
        'a'..='z'
        | 'A'..='Z'
        | '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{191}' => Sort::Letter(Script::Latin),
        '\u{80}'..='\u{9F}' => Sort::Control,
        '\u{2010}'..='\u{2015}' => Sort::Dash,
        '\u{A0}'
        | '\u{2000}'..='\u{200F}'
        | '\u{202F}'
        | '\u{2060}'
        | '\u{FE0F}'
        | '’'
        | 'ʻ'
        | 'ʼ'
        | '·'
        | '\u{AD}'
        | '\u{3000}'..='\u{303F}'
        | '\u{FF01}'..='\u{FF65}' => Sort::Plain,
        '“' | '‘' | '«' | '„' | '‚' | '‹' | '¿' | '¡' => Sort::Open,
        '”' | '»' | '›' | '…' => Sort::Close,
        '™' | '®' | '©' | '°' | '²' | '³' | '¹' | 'ª' | 'º' | 'ⁿ' => Sort::Mark,
        'ƒ' | 'µ' | '\u{2B0}'..='\u{2FF}' => Sort::Symbol,
        '\u{2500}'..='\u{25FF}' => Sort::Box,
        '\u{300}'..='\u{36F}' => Sort::Plain,
        '\u{370}'..='\u{3FF}' => Sort::Letter(Script::Greek),
        '\u{400}'..='\u{52F}' => Sort::Letter(Script::Cyrillic),
        // Of other scripts all signs are letters, nearly.
        '\u{590}'..='\u{5FF}' => Sort::Letter(Script::Hebrew),
        '\u{600}'..='\u{6FF}' => Sort::Letter(Script::Arabic),
        '\u{E00}'..='\u{E7F}' => Sort::Letter(Script::Thai),
        '\u{530}'..='\u{1DFF}' | '\u{3040}'..='\u{D7FF}' => Sort::Letter(Script::Other),
        '\u{1F00}'..='\u{1FFF}' => Sort::Letter(Script::Greek),
        _ if character.is_alphabetic() => Sort::Letter(Script::Latin),
        _ => Sort::Symbol,
    }
}
