# Writes manual pages from the header: `utfkit.3` with the rules for all functions, and a page for each
# function and type.
#
#     awk -f man.awk -v directory=DIR -v version=VERSION utfkit.h

# Escapes text for roff.
function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text ~ /^[.']/ ? "\\&" text : text
}

function put(line) { print line > file }

# Begins the page of `name`, which `what` describes.
function begin(name, what) {
    file = directory "/" name ".3"
    put(".TH " name " 3 \"\" \"utfkit " version "\" \"Library Functions Manual\"")
    put(".SH NAME")
    put(name " \\- " roff(what))
    put(".SH LIBRARY")
    put("utfkit (\\fIlibutfkit\\fP, \\fI\\-lutfkit\\fP)")
}

# Writes the lines of a comment: paragraphs, lists with `-`, and indented blocks of code or names.
function describe(text, lines, count, i, line, is_code, is_item) {
    count = split(text, lines, "\n")
    for (i = 1; i <= count; i++) {
        line = lines[i]
        # The lines of an item are indented.
        if (line !~ /^ /) is_item = 0
        if (line ~ /^ *- /) is_item = 1
        if (is_item) sub(/^    ?/, "", line)
        if (line ~ /^    / && !is_code) { put(".PP\n.nf"); is_code = 1 }
        if (is_code && line !~ /^    / && line != "") { put(".fi"); is_code = 0 }
        if (is_code) put(roff(line))
        else if (line == "") put(".PP")
        else if (line ~ /^ *- /) { sub(/^ *- /, "", line); put(".IP \\(bu 2"); put(roff(line)) }
        # Headings of the first comment of the header.
        else if (line ~ /^[A-Z][a-z ]*$/ && lines[i - 1] == "" && lines[i + 1] == "")
            put(".SH " toupper(line))
        else { sub(/^ +/, "", line); put(roff(line)) }
    }
    if (is_code) put(".fi")
}

# Returns the first sentence of a comment, as the description of a page.
function first_sentence(text) {
    gsub(/\n/, " ", text)
    gsub(/`/, "", text)
    sub(/\.( .*)?$/, "", text)
    return text ~ /^[A-Z][a-z ]/ ? tolower(substr(text, 1, 1)) substr(text, 2) : text
}

# The names of other pages in `text`, in its order.
function see_also(own, text, seen, name, list) {
    split("", seen)
    seen[own] = 1
    list = ".BR utfkit (3)"
    while (match(text, /utfkit_[a-z0-9_]+/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if ((name in known) && !(name in seen)) {
            seen[name] = 1
            list = list ",\n.BR " name " (3)"
        }
    }
    return list
}

# The declaration is complete: it ends in `;` outside of braces.
function finish(name) {
    name = declaration
    if (name ~ /^typedef struct/ || name ~ /^struct|^enum/) {
        sub(/^(typedef )?(struct|enum) /, "", name)
        sub(/[^a-z0-9_].*/, "", name)
    } else {
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
    }
    if (name ~ /^utfkit_/) {
        names[++items] = name
        known[name] = 1
        comments[name] = comment
        sub(/\n {/, " {", declaration)
        declarations[name] = declaration
    }
    comment = declaration = ""
}

# The comment at the start.
NR == 1 { in_start = 1; next }
in_start && /^ \*\// { in_start = 0; next }
in_start { sub(/^ \* ?/, ""); start = start $0 "\n"; next }

# The parts for compilers, and the part for C++.
/^#|^extern "C"|^}  \/\/ extern|^ *: u?int32_t$/ { next }
# In C before C23, an enumeration is a number.
/^typedef (enum|u?int32_t) / { next }

declaration == "" && /^\/\*\* .* \*\/$/ {
    comment = $0
    sub(/^\/\*\* /, "", comment)
    sub(/ \*\/$/, "", comment)
    next
}
declaration == "" && /^\/\*\*$/ { in_comment = 1; comment = ""; next }
in_comment && /^ \*\/$/ { in_comment = 0; sub(/\n$/, "", comment); next }
in_comment { sub(/^ \* ?/, ""); comment = comment $0 "\n"; next }

$0 == "" && declaration == "" { comment = ""; next }
{
    declaration = declaration $0 "\n"
    if (/^}.*;$/ || (/;$/ && declaration !~ /{/)) finish()
}

END {
    begin("utfkit", "finds, explains and repairs broken text, and converts it")
    put(".SH SYNOPSIS\n.nf\n.B #include <utfkit.h>\n.fi\n.SH DESCRIPTION")
    put("The library validates, converts and judges text. Each function and each type has its own page.")
    # The first lines are the title and a note for editors.
    sub(/^.*\nExample\n/, "\nExample\n", start)
    sub(/\n+$/, "", start)
    describe(start)
    put(".SH SEE ALSO")
    for (i = 1; i <= items; i++) put(".BR " names[i] " (3)" (i < items ? "," : ""))
    close(file)
    for (i = 1; i <= items; i++) {
        name = names[i]
        begin(name, first_sentence(comments[name]))
        put(".SH SYNOPSIS\n.nf\n.B #include <utfkit.h>\n.PP")
        count = split(declarations[name], lines, "\n")
        for (line = 1; line < count; line++) put(roff(lines[line]))
        put(".fi\n.SH DESCRIPTION")
        describe(comments[name])
        put(".SH SEE ALSO\n" see_also(name, declarations[name] comments[name]))
        close(file)
    }
}
