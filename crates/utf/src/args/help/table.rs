//! The short help of each command.

use super::Help;

const FROM: (&str, &str) =
    ("from", "Encoding of the input; `auto` is that of the BOM, or else UTF-8");
const CANDIDATES: (&str, &str) = ("candidates", "Encodings to try if there is no BOM");
const GUESS: (&str, &str) = ("guess", "Use the most likely encoding, as in `utf detect`");
const DECOMPRESS: (&str, &str) = ("decompress", "Read gzip, zstd, bzip2 and xz files");
const GLOB: (&str, &str) = ("glob", "Read only files that match GLOB; `!GLOB` excludes them");
const OUTPUT: (&str, &str) = ("output", "Write to this file; in `DIR/`, to a file for each file");
const IN_PLACE: (&str, &str) = ("in_place", "Replace each file; `-i.bak` keeps the old one");
const QUIET: (&str, &str) = ("quiet", "Print nothing; only set the exit status");
const PATHS: (&str, &str) = ("paths", "");

/// The help of all commands.
pub(super) const HELP: [Help; 21] = [
    Help {
        command: "check",
        common: &[
            PATHS,
            FROM,
            CANDIDATES,
            ("format", "Format of the report"),
            ("max_findings", "Report at most N findings per file; 0 is all"),
            ("files_with_errors", ""),
            ("count", ""),
            QUIET,
            ("receiver", "Also report what this receiver rejects"),
            ("staged", "Read the files that are staged for the next commit"),
            GLOB,
            DECOMPRESS,
        ],
        examples: &[
            ("utf check .", "check all text files here and below"),
            ("utf check --for postgres dump.sql", "find what the database would reject"),
            ("utf check --format json src", "write one JSON object for each error"),
        ],
    },
    Help {
        command: "detect",
        common: &[
            PATHS,
            ("brief", "Print only the encodings"),
            ("format", "Format of the report"),
            ("summary", "Print only a table of the encodings"),
            ("not", "List only text that is not in these encodings"),
            ("all", "List each file, even in a long report"),
            GLOB,
            DECOMPRESS,
        ],
        examples: &[
            ("utf detect letter.txt", "show the encoding and the evidence"),
            ("utf detect --not utf-8 .", "find the files that are not UTF-8"),
            ("utf detect --format tsv .", "list encodings and line ends for other programs"),
        ],
    },
    Help {
        command: "convert",
        common: &[
            ("paths", "The files to convert; none, or `-`, is standard input"),
            ("from", "Encoding; `auto`: BOM, or UTF-8"),
            ("to", "Encoding of the output [default: utf-8]"),
            ("output", "Write to this file; to files in `DIR/`"),
            IN_PLACE,
            ("fallback", "Encoding of files that are not UTF-8"),
            CANDIDATES,
            GUESS,
            ("by_line", "Choose among these encodings for each line"),
            ("errors", "How to handle text that cannot be converted"),
            ("bom", "How to handle a BOM"),
            ("eol", "How lines end"),
            ("ebcdic_newline", "Line end"),
            ("dry_run", "Write nothing; report what would be lost"),
            GLOB,
        ],
        examples: &[
            ("utf convert -f windows-1252 old.txt -o new.txt", "make UTF-8 of one file"),
            (
                "utf convert -i.bak --guess docs",
                "make UTF-8 of a directory, and keep the old files",
            ),
        ],
    },
    Help {
        command: "repair",
        common: &[
            PATHS,
            IN_PLACE,
            OUTPUT,
            ("patch", "Write a patch for `utf undo`"),
            ("against", "Put lost characters back from an older file, directory or git revision"),
            ("no_guessed_bytes", "Leave text in which a byte was lost"),
            ("format", "Format of the report"),
            QUIET,
            GLOB,
        ],
        examples: &[
            ("utf repair page.html", "show the damaged lines, and what they become"),
            ("utf repair -i.bak page.html", "repair the file, and keep the old one"),
            ("utf repair --against old.c new.c", "show lost characters that the old file has"),
        ],
    },
    Help {
        command: "edit",
        common: &[
            ("path", "The file to change; `-` is standard input, and needs -o"),
            ("replace", "Replace the text OLD by NEW"),
            ("count", "Replace OLD if it is in exactly N places; by default, in one"),
            ("all", "Replace OLD in all places"),
            ("from", "Encoding of the file, if `utf` asks for it"),
            ("output", "Write the new text to OUT, and leave the file unchanged"),
            ("dry_run", "Write nothing; report what would be replaced"),
            ("patch", "Write a patch for `utf undo`"),
            ("expect_sha256", "Refuse the edit if the file has another SHA-256"),
            ("format", "Format of the report"),
            QUIET,
        ],
        examples: &[
            ("utf edit main.rc --replace 1.2 1.3", "change one place, and no other byte"),
            ("utf edit main.rc --replace 1.2 1.3 --all", "change all places"),
            (
                "utf edit -f shift_jis a.txt --replace old new",
                "name the encoding if it is not certain",
            ),
        ],
    },
    Help {
        command: "audit",
        common: &[
            PATHS,
            FROM,
            ("deny", "Report WHAT, as an error or with the given severity"),
            ("allow", "Do not report WHAT"),
            ("show", "Minimum severity to show"),
            ("fail_on", "Minimum severity for exit status 1"),
            ("list", "List what can be found"),
            ("format", "Format of the report"),
            ("max_findings", "Report at most N findings per file; 0 is all"),
            ("staged", "Read the files that are staged for the next commit"),
            GLOB,
        ],
        examples: &[
            ("utf audit src", "find hidden and misleading text"),
            ("utf audit --show note --max-findings 0 a.md", "show everything in one file"),
            ("utf audit --deny zero-width --staged", "refuse zero-width characters in a commit"),
        ],
    },
    Help {
        command: "inspect",
        common: &[
            ("what", "Files, FILE@OFFSET, FILE:LINE:COLUMN, or code points such as U+1F600"),
            FROM,
            ("hex", ""),
            ("text", ""),
            ("name", ""),
            ("skip", "Begin with the character at byte N"),
            ("length", "Show at most N bytes"),
            ("format", "Format of the report"),
        ],
        examples: &[
            ("utf inspect U+00DF", "show one character in all forms"),
            ("utf inspect --text 'naïve'", "show each character of a text"),
            ("utf inspect log.txt@1000 -n 50", "show the text at byte 1000"),
        ],
    },
    Help {
        command: "search",
        common: &[
            ("operands", "The text to find, and the files and directories to search"),
            ("regexes", "Search for a regular expression"),
            ("ignore_case", "Ignore case"),
            ("word_regexp", ""),
            ("invert_match", ""),
            ("normalize", "Also find equivalent spellings: `é` as one code point or two"),
            FROM,
            CANDIDATES,
            GUESS,
            ("line_number", ""),
            ("only_matching", ""),
            ("files_with_matches", ""),
            ("context", "Print N lines before and after each line"),
            QUIET,
            GLOB,
        ],
        examples: &[
            ("utf search Straße .", "find a word in files of any encoding"),
            ("utf search -n -i -e 'gr[üu]n' a.txt", "find a regular expression, with line numbers"),
            ("utf search --guess -l Привет old", "name the legacy files with a word"),
        ],
    },
    Help {
        command: "count",
        common: &[
            PATHS,
            ("lines", ""),
            ("characters", ""),
            ("graphemes", ""),
            ("bytes", ""),
            FROM,
            CANDIDATES,
            GUESS,
            ("format", "Format of the report"),
            GLOB,
        ],
        examples: &[
            ("utf count a.txt", "count lines, characters and bytes"),
            (
                "utf count -m --graphemes a.txt",
                "count code points, and what people see as characters",
            ),
            ("utf count -f utf-16le a.txt", "count in another encoding"),
        ],
    },
    Help {
        command: "slice",
        common: &[
            ("path", ""),
            ("characters", "Print the characters in RANGE, such as `3-5` or `-20..`"),
            ("lines", "Print the lines in RANGE"),
            ("bytes", "Print the bytes in RANGE, without cutting characters"),
            ("each_line", "Print the part of each line"),
            FROM,
            GUESS,
            OUTPUT,
        ],
        examples: &[
            ("utf slice -l 3-5 a.txt", "print lines 3 to 5"),
            ("utf slice -b ..4K a.txt", "print at most 4,096 bytes, in whole characters"),
            ("utf slice --each-line -c -20 a.txt", "print the first 20 characters of each line"),
        ],
    },
    Help {
        command: "split",
        common: &[
            ("path", ""),
            ("prefix", ""),
            ("characters", ""),
            ("lines", ""),
            ("bytes", "Put at most N bytes into each file; K, M and G are units"),
            ("number", ""),
            FROM,
            GUESS,
            ("additional_suffix", ""),
        ],
        examples: &[
            ("utf split -b 1M big.txt part-", "cut at characters, at most 1 MiB each"),
            ("utf split -l 1000 big.csv", "put 1,000 lines into each file"),
            ("utf split -n 4 big.txt", "write four files of about the same size"),
        ],
    },
    Help {
        command: "cat",
        common: &[
            ("paths", "The files to join; none, or `-`, is standard input"),
            FROM,
            ("to", "Encoding of the output [default: utf-8]"),
            ("output", "Write to this file"),
            CANDIDATES,
            GUESS,
            DECOMPRESS,
        ],
        examples: &[
            ("utf cat a.txt b.txt -o all.txt", "join files, each in its own encoding"),
            (
                "utf cat --candidates windows-1252 *.txt",
                "read files that are not UTF-8 as windows-1252",
            ),
            ("utf cat -z log.1.gz log", "join a compressed file and another one"),
        ],
    },
    Help {
        command: "cmp",
        common: &[
            ("first", ""),
            ("second", ""),
            ("from", "Encoding of both files"),
            ("from_second", "Encoding of the second file, if it is another one"),
            ("normalize", "Treat equivalent spellings as equal"),
            QUIET,
            ("format", "Format of the report"),
        ],
        examples: &[
            ("utf cmp a.txt b.txt", "compare texts, not bytes"),
            ("utf cmp -f utf-8 --from-second utf-16le a.txt b.txt", "compare two encodings"),
            ("utf cmp --normalize a.txt b.txt", "compare what people see"),
        ],
    },
    Help {
        command: "names",
        common: &[
            PATHS,
            ("from", "Encoding of names that are not UTF-8; `auto` detects it"),
            ("normalize", "Also normalize the names"),
            ("in_place", "Rename the files, and print a list for `utf undo`"),
            GLOB,
        ],
        examples: &[
            ("utf names photos", "show the names that are wrong, and what they become"),
            ("utf names -i photos >renamed", "rename the files, and keep the list of changes"),
            ("utf undo -i renamed", "give the files their old names back"),
        ],
    },
    Help {
        command: "undo",
        common: &[
            ("paths", "Patches, lists and backups; with a patch, also the files to restore"),
            ("in_place", "Restore the files and names; without -i, only list them"),
            ("output", "Write the original of the only file of a patch to OUT"),
            ("quiet", ""),
        ],
        examples: &[
            ("utf undo changes.jsonl", "list what the changes of `repair --patch` would undo"),
            ("utf undo -i changes.jsonl a.txt", "restore one of the changed files"),
            ("utf undo -i a.txt.bak", "exchange a.txt and its backup"),
        ],
    },
    Help {
        command: "git-filter",
        common: &[
            ("action", ""),
            ("path", "The path of the file, or the name of the filter"),
            ("tree", "Encoding of the file in the work tree"),
            ("stored", ""),
            ("trust", "Accept text that looks as if it lost characters"),
        ],
        examples: &[
            (
                "utf git-filter install rc --tree windows-1252",
                "keep files in windows-1252, and store UTF-8",
            ),
            (
                "utf git-filter install jp --stored shift_jis",
                "work with UTF-8, and store Shift_JIS",
            ),
            ("utf git-filter textconv --tree ibm850 a.txt", "print a file as `git diff` shows it"),
        ],
    },
    Help {
        command: "mcp",
        common: &[PATHS],
        examples: &[
            ("utf mcp", "serve the current directory"),
            ("utf mcp src docs", "serve two directories, and nothing outside of them"),
        ],
    },
    Help {
        command: "labels",
        common: &[
            ("names", "Labels to describe, such as `latin1`"),
            ("label_set", "The set that decides about labels"),
            ("suggest", "Suggest the label for each file"),
            ("brief", "List only the names and labels"),
            ("language", "List only the encodings of LANG, such as `ko` or `korean`"),
            ("format", "Format of the report"),
        ],
        examples: &[
            ("utf labels", "list all encodings"),
            ("utf labels --language ko", "list the charsets in which Korean is written"),
            ("utf labels latin1", "describe what a label means, and to whom"),
            ("utf labels --suggest a.txt", "name the label for a text in UTF-16"),
        ],
    },
    Help {
        command: "explain",
        common: &[("code", "")],
        examples: &[
            ("utf explain", "list the codes"),
            ("utf explain overlong", "explain one code of a report"),
            ("utf explain --markdown", "print all pages"),
        ],
    },
    Help {
        command: "completions",
        common: &[("shell", "")],
        examples: &[("utf completions bash", "print the script for bash")],
    },
    Help {
        command: "man",
        common: &[("directory", "")],
        examples: &[("utf man man1", "write the pages to the directory man1")],
    },
];
