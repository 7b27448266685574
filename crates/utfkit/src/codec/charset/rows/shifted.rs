//! The rows of EBCDIC with characters of one and of two bytes.

use super::row::{Row, row};
use crate::codec::charset::{
    cells::Newline,
    double::{Shifted, tables as t},
    engine::Engine,
};

const fn shifted(table: &Shifted, newline: Newline) -> Engine {
    Engine::Shifted(table.with(newline), ())
}

/// Creates the rows of charsets, and those of their variants for z/OS.
macro_rules! shifted {
    ($($number:literal $table:ident)*) => {
        /// The labels are those of glibc, ICU and Java.
        pub(crate) static SHIFTED: &[Row] = &[
            $(row(concat!("cp", $number), shifted(&t::$table, Newline::Ibm), &[
                concat!("ibm", $number),
                concat!("ibm-", $number),
                concat!("x-ibm", $number),
                $number,
            ])),*
        ];

        /// Lines end with byte 15.
        pub(crate) static SHIFTED_ZOS: &[Row] = &[
            $(row(concat!("cp", $number, "-s390"), shifted(&t::$table, Newline::Zos), &[
                concat!("ibm-", $number, "-s390"),
            ])),*
        ];
    };
}

shifted! {
    "930" IBM930
    "933" IBM933
    "935" IBM935
    "937" IBM937
    "939" IBM939
    "1364" IBM1364
    "1371" IBM1371
    "1388" IBM1388
    "1390" IBM1390
    "1399" IBM1399
}
