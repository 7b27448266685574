//! The charsets of EBCDIC, with their grids. `cargo xtask charsets` generates this file.

use super::{Grid, Part, Shifted};
use crate::codec::charset::cells::{Newline, Table};

static JAPANESE: Grid = Grid::new(include_bytes!("grids/japanese.bin"));

/// Code page 930: Japanese, with katakana in place of small letters, from `ibm-930_P120-1999.ucm`.
pub(in crate::codec::charset) static IBM930: Shifted = Shifted {
    single: &Table::at(245, &[]),
    double: &Part { grid: &JAPANESE, lacks: &[], changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

/// Code page 939: Japanese, from `ibm-939_P120-1999.ucm`.
pub(in crate::codec::charset) static IBM939: Shifted = Shifted {
    single: &Table::at(246, &[]),
    double: &Part { grid: &JAPANESE, lacks: &[], changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

static KOREAN: Grid = Grid::new(include_bytes!("grids/korean.bin"));

/// Code page 1364: Korean, with all syllables, from `ibm-1364_P110-2007.ucm`.
pub(in crate::codec::charset) static IBM1364: Shifted = Shifted {
    single: &Table::at(247, &[]),
    double: &Part { grid: &KOREAN, lacks: &[], changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

/// Code page 933: Korean, from `ibm-933_P110-1999.ucm`.
pub(in crate::codec::charset) static IBM933: Shifted = Shifted {
    single: &Table::at(248, &[]),
    double: &Part { grid: &KOREAN, lacks: include_bytes!("grids/ibm933.bin"), changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

static SIMPLIFIED: Grid = Grid::new(include_bytes!("grids/simplified.bin"));

/// Code page 1388: Simplified Chinese, with all of GBK, from `ibm-1388_P103-2001.ucm`.
pub(in crate::codec::charset) static IBM1388: Shifted = Shifted {
    single: &Table::at(249, &[]),
    double: &Part { grid: &SIMPLIFIED, lacks: &[], changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

/// Code page 935: Simplified Chinese, from `ibm-935_P110-1999.ucm`.
pub(in crate::codec::charset) static IBM935: Shifted = Shifted {
    single: &Table::at(250, &[]),
    double: &Part {
        grid: &SIMPLIFIED,
        lacks: include_bytes!("grids/ibm935.bin"),
        changes: &[(17221, 12539)],
    },
    has_pairs: false,
    newline: Newline::Ibm,
};

static TRADITIONAL: Grid = Grid::new(include_bytes!("grids/traditional.bin"));

/// Code page 1371: Traditional Chinese, with the euro sign, from `ibm-1371_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1371: Shifted = Shifted {
    single: &Table::at(251, &[]),
    double: &Part { grid: &TRADITIONAL, lacks: &[], changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

/// Code page 937: Traditional Chinese, from `ibm-937_P110-1999.ucm`.
pub(in crate::codec::charset) static IBM937: Shifted = Shifted {
    single: &Table::at(252, &[]),
    double: &Part { grid: &TRADITIONAL, lacks: include_bytes!("grids/ibm937.bin"), changes: &[] },
    has_pairs: false,
    newline: Newline::Ibm,
};

static JAPANESE_2004: Grid = Grid::new(include_bytes!("grids/japanese_2004.bin"));

/// Code page 1390: Japanese of 930, with JIS X 0213, from `ibm-1390_P110-2003.ucm`.
pub(in crate::codec::charset) static IBM1390: Shifted = Shifted {
    single: &Table::at(253, &[]),
    double: &Part { grid: &JAPANESE_2004, lacks: &[], changes: &[] },
    has_pairs: true,
    newline: Newline::Ibm,
};

/// Code page 1399: Japanese of 939, with JIS X 0213, from `ibm-1399_P110-2003.ucm`.
pub(in crate::codec::charset) static IBM1399: Shifted = Shifted {
    single: &Table::at(254, &[]),
    double: &Part { grid: &JAPANESE_2004, lacks: &[], changes: &[] },
    has_pairs: true,
    newline: Newline::Ibm,
};
