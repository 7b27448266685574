//! The grids of the charsets of the WHATWG standard.

use super::grid::Grid;

/// KS X 1001 and all syllables of Hangul, as in code page 949.
pub(in super::super) static UHC: Grid = Grid::new(include_bytes!("grids/uhc.bin"));
/// GBK.
pub(in super::super) static CHINESE: Grid = Grid::new(include_bytes!("grids/gbk.bin"));
/// Big5 without the rows in which its variants differ.
pub(super) static TRADITIONAL: Grid = Grid::new(include_bytes!("grids/big5.bin"));
/// The other codes of Big5: additions of ETEN and of Hong Kong.
pub(super) static HONG_KONG: Grid = Grid::new(include_bytes!("grids/big5-rest.bin"));
/// The rows of NEC and IBM in JIS X 0208, with codes from 2121 on. Rows after 94 are only in
/// Shift_JIS.
pub(super) static VENDORS: Grid = Grid::new(include_bytes!("browsers/vendors.bin"));
/// JIS X 0212, with codes from 2121 on.
pub(in super::super) static JIS_X_0212: Grid = Grid::new(include_bytes!("grids/jis0212.bin"));
