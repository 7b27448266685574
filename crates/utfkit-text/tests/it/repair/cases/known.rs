//! The cases that repair does not do right yet. The list only shrinks: a test fails if the result
//! of one of them is correct.

use super::Known;

pub(super) const KNOWN: &[Known] = &[
    Known {
        kind: "legacy text with a sign at the start of a line",
        why: "the bytes around the line break are `İ`, and no other byte of the text is evidence",
        texts: &["{windows-1252}TELEFON Ä"],
    },
    Known {
        kind: "drawn-out vowels",
        why: "a sign of code page 850 (`ⓓ`) is doubted in its own word only, not inside a word",
        texts: &["Ôôôpa"],
    },
    Known {
        kind: "examples of mojibake next to the text",
        why: "a line is not compared with the next line",
        texts: &["// Prints"],
    },
    Known {
        kind: "the file decides",
        why: "`Å’` may be a letter and an apostrophe, and the damage of the file does not decide",
        texts: &["{{60:%d;Ã©tÃ©"],
    },
    Known {
        kind: "rare letters",
        why: "the model knows these letters too little to read them without other damage in the text",
        texts: &[
            "name=\"Mag",
            "name=\"Hausa",
            "lang=\"E",
            "lang=\"Twi",
            "lang=\"Bamanankan",
            "Æ™asar",
            "lang=\"D",
        ],
    },
    Known {
        kind: "a no-break space that became a space",
        why: "the space between `Å` and lower case is not read as a lost no-break space",
        texts: &["Å koda a", "Å ibenik je"],
    },
    Known {
        kind: "one damaged word in a correct line",
        why: "the space between `Å` and lower case is not read as a lost no-break space",
        texts: &["Å veices", "Å koda je", "Å iauliai", "Å ibenik i"],
    },
    Known {
        kind: "a byte that became U+FFFD",
        why: "the guess is wrong (`Ándice`, 99 %)",
        texts: &["EspaÃ±ol"],
    },
    Known {
        kind: "a byte that became U+FFFD",
        why: "the lost byte of the virama is not guessed, and the character becomes U+FFFD",
        texts: &["à®¤à®®à®¿à®´à¯"],
    },
    Known {
        kind: "Indic, Thai and Georgian",
        why: "the lost byte of the virama is not guessed, and the character becomes U+FFFD",
        texts: &["à¤¹à¤¿à¤¨à¥", "à®¤à®®à®¿à®´à¯"],
    },
    Known {
        kind: "two layers, and bytes that became question marks",
        why: "the guess is wrong: letters of two other alphabets (`L’שtЩ`), a combining mark (`Fü͟e`)",
        texts: &["LÃ¢â?¬â?¢Ã?Â©", "FÃ?Â¼"],
    },
    Known {
        kind: "signs in words",
        why: "one sign without spaces around it is too little evidence",
        texts: &["hatiku", "IL2RÎ³ ", "$", "TNF"],
    },
];
