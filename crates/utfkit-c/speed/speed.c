/* Compares `utfkit_convert` with iconv of the system, for a text of 64,000 bytes and one of 80.
 *
 *     cc -O2 speed.c $(pkg-config --cflags --libs utfkit) -o speed && ./speed
 *
 * Both run in turn in short rounds, and the best round of each counts. The descriptor of iconv stays
 * open, as in programs that convert often. */
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utfkit.h>

enum { ROUNDS = 2000, MOST = 64000 };

static char text[MOST], recoded[4 * MOST], output[4 * MOST];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static utfkit_encoding find(const char *name) {
    utfkit_encoding encoding;
    if (utfkit_encoding_find(name, strlen(name), UTFKIT_LABEL_SET_IANA, &encoding))
        exit(1);
    return encoding;
}

/* Converts once by iconv, and returns the length of the output. */
static size_t by_iconv(iconv_t descriptor, char *input, size_t length, char *room) {
    size_t left = sizeof output;
    char *at = room;
    if (iconv(descriptor, &input, &length, &at, &left) == (size_t)-1)
        exit(1);
    return (size_t)(at - room);
}

static void compare(const char *from, const char *to, char *input, size_t length) {
    utfkit_encoding source = find(from), target = find(to);
    iconv_t descriptor = iconv_open(to, from);
    utfkit_result result;
    double ours = 1e18, theirs = 1e18;
    int repeat = length < 1000 ? 1000 : 1, round, at;
    for (round = 0; round < ROUNDS; round++) {
        double start = now(), time;
        for (at = 0; at < repeat; at++)
            if (utfkit_convert(source, target, UTFKIT_POLICY_STRICT, input, length, output,
                               sizeof output, &result))
                exit(1);
        time = (now() - start) / repeat;
        ours = time < ours ? time : ours;
        start = now();
        for (at = 0; at < repeat; at++)
            by_iconv(descriptor, input, length, output);
        time = (now() - start) / repeat;
        theirs = time < theirs ? time : theirs;
    }
    printf("| %s to %s, %zu bytes | %.0f | %.0f | %.2f |\n", from, to, length,
           (double)length * 1e3 / theirs, (double)length * 1e3 / ours, theirs / ours);
    iconv_close(descriptor);
}

/* Fills the text with whole lines, and compares in both directions. */
static void measure(const char *line, const char *charset, size_t size) {
    size_t length = 0, other;
    iconv_t descriptor = iconv_open(charset, "UTF-8");
    for (; length + strlen(line) <= size; length += strlen(line))
        memcpy(text + length, line, strlen(line));
    other = by_iconv(descriptor, text, length, recoded);
    iconv_close(descriptor);
    compare("UTF-8", charset, text, length);
    compare(charset, "UTF-8", recoded, other);
}

int main(void) {
    size_t sizes[] = {MOST, 80}, at;
    puts("| conversion | iconv, MB/s | utfkit_convert, MB/s | ratio |\n| --- | --- | --- | --- |");
    for (at = 0; at < 2; at++) {
        measure("Съешь же ещё этих мягких французских булок. ", "UTF-16LE", sizes[at]);
        measure("Съешь же ещё этих мягких французских булок. ", "KOI8-R", sizes[at]);
        measure("Voix ambiguë d'un cœur qui préfère les jattes. ", "windows-1252", sizes[at]);
        measure("いろはにほへと散りぬるを", "Shift_JIS", sizes[at]);
        measure("天地玄黃，宇宙洪荒。", "GB18030", sizes[at]);
    }
    return 0;
}
