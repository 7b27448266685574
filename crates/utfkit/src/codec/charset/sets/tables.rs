//! The charsets, with their sets.

use super::{Accented, Designation, Euc, Iso2022, Marked, Set, Sets, ShiftJis};
use crate::codec::charset::{
    cells::{Table, tables as cells},
    double::Grid,
};

static CNS_1: Grid = Grid::new(include_bytes!("grids/cns1.bin"));
static CNS_2: Grid = Grid::new(include_bytes!("grids/cns2.bin"));
static CNS_3: Grid = Grid::new(include_bytes!("grids/cns3.bin"));
static CNS_4: Grid = Grid::new(include_bytes!("grids/cns4.bin"));
static CNS_5: Grid = Grid::new(include_bytes!("grids/cns5.bin"));
static CNS_6: Grid = Grid::new(include_bytes!("grids/cns6.bin"));
static CNS_7: Grid = Grid::new(include_bytes!("grids/cns7.bin"));
static CNS_15: Grid = Grid::new(include_bytes!("grids/cns15.bin"));
static ISO_IR_165: Grid = Grid::new(include_bytes!("grids/iso-ir-165.bin"));
static IBM_0212: Grid = Grid::new(include_bytes!("grids/ibm0212.bin"));
static JIS_X_0213_1: Grid = Grid::new(include_bytes!("grids/jis0213-1.bin"));
static JIS_X_0213_2: Grid = Grid::new(include_bytes!("grids/jis0213-2.bin"));

const PLANE_1: Set = Set::Jis0213(&JIS_X_0213_1);
const PLANE_2: Set = Set::Grid(&JIS_X_0213_2);

const fn designation(escape: &'static [u8], slot: u8, set: Set) -> Designation {
    Designation { escape, slot, set, is_written: true }
}

/// A designation that is only read.
const fn read(escape: &'static [u8], slot: u8, set: Set) -> Designation {
    Designation { escape, slot, set, is_written: false }
}

const fn iso_2022(designations: &'static [Designation], by_line: bool) -> Sets {
    Sets::Iso2022(Iso2022 { designations, has_header: false, by_line, is_hz: false })
}

const fn accented(table: &'static Table, has_tilde: bool) -> Sets {
    Sets::Accented(Accented { table, has_tilde })
}

pub(in super::super) const ISO_6937: Sets = accented(&cells::ISO_6937, false);
pub(in super::super) const ISO_6937_2: Sets = accented(&cells::ISO_6937_2, true);
pub(in super::super) const T61: Sets = accented(&cells::T61, false);
pub(in super::super) const ANSI_X3_110: Sets = accented(&cells::ANSI_X3_110, false);

pub(in super::super) const ANSEL: Sets = Sets::Marked(Marked::Table(&cells::ANSEL));
pub(in super::super) const MARC_8: Sets = Sets::Marked(Marked::Marc8);

pub(in super::super) const EUC_TW: Sets = Sets::Euc(Euc {
    sets: &[
        (&[], Set::Grid(&CNS_1)),
        (&[0x8E, 0xA1], Set::Grid(&CNS_1)),
        (&[0x8E, 0xA2], Set::Grid(&CNS_2)),
        (&[0x8E, 0xA3], Set::Grid(&CNS_3)),
        (&[0x8E, 0xA4], Set::Grid(&CNS_4)),
        (&[0x8E, 0xA5], Set::Grid(&CNS_5)),
        (&[0x8E, 0xA6], Set::Grid(&CNS_6)),
        (&[0x8E, 0xA7], Set::Grid(&CNS_7)),
        (&[0x8E, 0xAF], Set::Grid(&CNS_15)),
    ],
});

/// RFC 1922.
pub(in super::super) const CN_GB_ISOIR165: Sets =
    Sets::Euc(Euc { sets: &[(&[], Set::IsoIr165(&ISO_IR_165))] });

pub(in super::super) const EUC_JIS_2004: Sets =
    Sets::Euc(Euc { sets: &[(&[], PLANE_1), (&[0x8E], Set::Katakana), (&[0x8F], PLANE_2)] });

pub(in super::super) const EUCJP_MS: Sets = Sets::Euc(Euc {
    sets: &[(&[], Set::Microsoft), (&[0x8E], Set::Katakana), (&[0x8F], Set::Ibm0212(&IBM_0212))],
});

pub(in super::super) const SHIFT_JIS_2004: Sets = Sets::ShiftJis(ShiftJis {
    roman: Set::Roman,
    katakana: Set::Katakana,
    planes: [PLANE_1, PLANE_2],
});

/// RFC 1557.
pub(in super::super) const ISO_2022_KR: Sets = Sets::Iso2022(Iso2022 {
    designations: &[designation(b"\x1B$)C", 1, Set::KsX1001)],
    has_header: true,
    by_line: false,
    is_hz: false,
});

/// RFC 1922.
pub(in super::super) const ISO_2022_CN: Sets = iso_2022(
    const {
        &[
            designation(b"\x1B$)A", 1, Set::Gb2312),
            designation(b"\x1B$)G", 1, Set::Cns1992(&CNS_1)),
            designation(b"\x1B$*H", 2, Set::Grid(&CNS_2)),
        ]
    },
    true,
);

/// RFC 1922.
pub(in super::super) const ISO_2022_CN_EXT: Sets = iso_2022(
    const {
        &[
            designation(b"\x1B$)A", 1, Set::Gb2312),
            designation(b"\x1B$)G", 1, Set::Cns1992(&CNS_1)),
            designation(b"\x1B$*H", 2, Set::Grid(&CNS_2)),
            designation(b"\x1B$)E", 1, Set::IsoIr165(&ISO_IR_165)),
            designation(b"\x1B$+I", 3, Set::Grid(&CNS_3)),
            designation(b"\x1B$+J", 3, Set::Grid(&CNS_4)),
            designation(b"\x1B$+K", 3, Set::Grid(&CNS_5)),
            designation(b"\x1B$+L", 3, Set::Grid(&CNS_6)),
            designation(b"\x1B$+M", 3, Set::Grid(&CNS_7)),
        ]
    },
    true,
);

/// RFC 1843.
pub(in super::super) const HZ: Sets = Sets::Iso2022(Iso2022 {
    designations: &[designation(b"~{", 0, Set::Gb2312), designation(b"~}", 0, Set::Ascii)],
    has_header: false,
    by_line: false,
    is_hz: true,
});

/// The designations of ISO-2022-JP, in the order of the RFCs.
macro_rules! japanese {
    ($kanji:expr $(, $more:expr)*) => {
        const { &[
            designation(b"\x1B(B", 0, Set::Ascii),
            designation(b"\x1B(J", 0, Set::Roman),
            designation(b"\x1B$B", 0, $kanji),
            read(b"\x1B$@", 0, $kanji),
            $($more),*
        ] }
    };
}

/// RFC 2237.
pub(in super::super) const ISO_2022_JP_1: Sets =
    iso_2022(japanese!(Set::Jis0208, designation(b"\x1B$(D", 0, Set::Jis0212)), false);

/// RFC 1554.
pub(in super::super) const ISO_2022_JP_2: Sets = iso_2022(
    japanese!(
        Set::Jis0208,
        designation(b"\x1B$(D", 0, Set::Jis0212),
        designation(b"\x1B.A", 2, Set::Latin),
        designation(b"\x1B.F", 2, Set::Greek),
        designation(b"\x1B$A", 0, Set::Gb2312),
        // Python writes this form.
        read(b"\x1B$(A", 0, Set::Gb2312),
        // glibc writes halfwidth katakana, which the RFC does not have.
        read(b"\x1B(I", 0, Set::Katakana),
        designation(b"\x1B$(C", 0, Set::KsX1001)
    ),
    true,
);

/// JIS X 0213:2004, annex 2.
pub(in super::super) const ISO_2022_JP_2004: Sets = iso_2022(
    japanese!(
        Set::Jis0208,
        designation(b"\x1B$(Q", 0, PLANE_1),
        read(b"\x1B$(O", 0, PLANE_1),
        designation(b"\x1B$(P", 0, PLANE_2),
        read(b"\x1B(I", 0, Set::Katakana)
    ),
    false,
);

/// JIS X 0213:2000, annex 2. The characters of 2004 have a designation of their own.
pub(in super::super) const ISO_2022_JP_3: Sets = iso_2022(
    japanese!(
        Set::Jis0208,
        designation(b"\x1B$(O", 0, Set::Jis0213Of2000(&JIS_X_0213_1)),
        designation(b"\x1B$(Q", 0, PLANE_1),
        designation(b"\x1B$(P", 0, PLANE_2),
        designation(b"\x1B(I", 0, Set::Katakana)
    ),
    false,
);

/// Like code page 50221, but without halfwidth katakana, which Windows writes as other characters.
pub(in super::super) const CP50220: Sets = iso_2022(
    japanese!(
        Set::Vendors,
        read(b"\x1B(I", 0, Set::Katakana),
        designation(b"\x1B$(D", 0, Set::Jis0212)
    ),
    false,
);

/// ISO-2022-JP as Windows writes it: with the rows of NEC and IBM, and halfwidth katakana.
pub(in super::super) const CP50221: Sets = iso_2022(
    japanese!(
        Set::Vendors,
        designation(b"\x1B(I", 0, Set::Katakana),
        designation(b"\x1B$(D", 0, Set::Jis0212)
    ),
    false,
);

/// Like code page 50221, but G1 has halfwidth katakana.
pub(in super::super) const CP50222: Sets = iso_2022(
    japanese!(
        Set::Vendors,
        designation(b"\x1B)I", 1, Set::Katakana),
        read(b"\x1B(I", 0, Set::Katakana),
        designation(b"\x1B$(D", 0, Set::Jis0212)
    ),
    false,
);
