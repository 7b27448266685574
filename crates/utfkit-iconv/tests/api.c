/* The rules of POSIX and of this library, in a program that does not know the library.
 *
 * Without arguments, it expects the library. `api lax` expects UTFKIT_ICONV=lax. With `alone`
 * at the end, it does not fork. With `next` at the end, the library of next.c must be loaded too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures, is_lax;

/* Converts `in` with `room` bytes of output, and compares the result, the error, the number of bytes
 * read, and the output. */
static void expect(int line, const char *to, const char *from, const char *in, size_t length,
                   size_t room, ssize_t result, int error, size_t read, const char *out, size_t size) {
    iconv_t descriptor = iconv_open(to, from);
    if (descriptor == (iconv_t)-1) {
        printf("%d: %s to %s: %s\n", line, from, to, strerror(errno));
        failures++;
        return;
    }
    /* Exact sizes, so that tools find a byte too much. */
    char *source = malloc(length ? length : 1), *target = malloc(room ? room : 1);
    memcpy(source, in, length);
    memset(target, 0xAA, room);
    char *source_at = source, *target_at = target;
    size_t left = length, free_bytes = room;
    errno = 0;
    ssize_t got = (ssize_t)iconv(descriptor, &source_at, &left, &target_at, &free_bytes);
    int got_error = got == -1 ? errno : 0;
    if (got != result || got_error != error || length - left != read || room - free_bytes != size ||
        memcmp(target, out, size) != 0 || source_at != source + read || target_at != target + size) {
        printf("%d: %s to %s: result %zd, errno %d, read %zu, output", line, from, to, got, got_error,
               length - left);
        for (char *byte = target; byte < target_at; byte++)
            printf(" %02x", (unsigned char)*byte);
        printf("\n");
        failures++;
    }
    /* The bytes after the result belong to the program. */
    for (size_t at = size; at < room; at++)
        if ((unsigned char)target[at] != 0xAA) {
            printf("%d: %s to %s: byte %zu after the result was written\n", line, from, to, at - size);
            failures++;
            break;
        }
    free(source);
    free(target);
    if (iconv_close(descriptor) != 0)
        failures++;
}

#define EXPECT(to, from, in, room, result, error, read, out) \
    expect(__LINE__, to, from, in, sizeof(in) - 1, room, result, error, read, out, sizeof(out) - 1)
/* Some input is left out, which is an error in lax mode only. */
#define EXPECT_LOSSY(to, from, in, read, out) \
    EXPECT(to, from, in, 99, is_lax ? -1 : 0, is_lax ? EILSEQ : 0, read, out)
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("%d: %s\n", __LINE__, #condition); \
            failures++; \
        } \
    } while (0)

static void strict(void) {
    EXPECT("UTF-8", "UTF-8", "a\xF8\x88\x80\x80\x80", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8", "UTF-8", "\xF4\x90\x80\x80", 99, -1, EILSEQ, 0, "");
    EXPECT("UTF-8", "UTF-8", "\xED\xA0\x80", 99, -1, EILSEQ, 0, "");
    EXPECT("UTF-8", "UTF-16BE", "\xFF\xFE", 99, -1, EILSEQ, 0, "");
    EXPECT("UTF-8", "UTF-16LE", "\xFE\xFF", 99, -1, EILSEQ, 0, "");
    EXPECT("UTF-8", "UTF-16BE", "\0a\xFF\xFE", 99, 0, 0, 4, "a\xEF\xBF\xBE");
    EXPECT("US-ASCII", "UTF-8", "a\xF3\xA0\x81\x81", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8//IGNORE", "UTF-8", "a\xFF" "b\xFF", 99, 0, 0, 4, "ab");
    EXPECT("US-ASCII//IGNORE", "UTF-8", "a\xC3\xA9\xFF" "b", 99, 1, 0, 5, "ab");
    EXPECT("UTF-8//IGNORE", "UTF-8", "a\xFF\xC3", 99, -1, EINVAL, 2, "a");
    EXPECT("UTF-8//IGNORE", "EUC-CN", "\xA1Y", 99, 0, 0, 2, "Y");
    EXPECT("UTF-8//IGNORE", "EUC-KR", "\xEC,", 99, 0, 0, 2, ",");
    /* A call that fails for want of room leaves out nothing, because it could not report it. */
    EXPECT("US-ASCII//IGNORE", "UTF-8", "a\xC3\xA9" "b", 1, -1, E2BIG, 1, "a");
    EXPECT("UTF-8//IGNORE", "UTF-8", "a\xFF" "b", 1, -1, E2BIG, 1, "a");
    EXPECT("US-ASCII//TRANSLIT", "UTF-8", "5 \xE2\x82\xAC \xC3\xA9", 99, 2, 0, 8, "5 EUR e");
    /* A value beyond Unicode is not a character that the target lacks. */
    EXPECT("UTF-8//NON_IDENTICAL_DISCARD", "UCS-4", "\0\0\0a\0\x11\0\0", 99, -1, EILSEQ, 4, "a");
    EXPECT("UTF-8//TRANSLIT", "UCS-4", "\0\0\0a\0\x11\0\0", 99, -1, EILSEQ, 4, "a");
    EXPECT("UTF-8//IGNORE", "UCS-4", "\0\0\0a\0\x11\0\0", 99, 0, 0, 8, "a");
}

static void lax(void) {
    EXPECT("UTF-8", "UTF-8", "a\xF8\x88\x80\x80\x80", 99, 0, 0, 6, "a\xF8\x88\x80\x80\x80");
    EXPECT("UTF-8", "UTF-8", "\xF4\x90\x80\x80", 99, 0, 0, 4, "\xF4\x90\x80\x80");
    EXPECT("UTF-8", "UTF-8", "\xED\xA0\x80", 99, -1, EILSEQ, 0, "");
    EXPECT("UTF-8", "UTF-16BE", "\xFF\xFE", 99, 0, 0, 2, "\xEF\xBF\xBE");
    EXPECT("US-ASCII", "UTF-8", "a\xF3\xA0\x81\x81", 99, 0, 0, 5, "a");
    EXPECT("UTF-8//IGNORE", "UTF-8", "a\xFF" "b\xFF", 99, -1, EILSEQ, 4, "ab");
    EXPECT("US-ASCII//IGNORE", "UTF-8", "a\xC3\xA9\xFF" "b", 99, -1, EILSEQ, 5, "ab");
    EXPECT("UTF-8//IGNORE", "UTF-8", "a\xFF\xC3", 99, -1, EINVAL, 2, "a");
    /* By glibc, whose table depends on the locale. */
    EXPECT("US-ASCII//TRANSLIT", "UTF-8", "5 \xE2\x82\xAC \xC3\xA9", 99, 2, 0, 8, "5 EUR ?");
}

static void posix(void) {
    /* Errors: the pointers are at the sequence, and all before it is converted. */
    EXPECT("UTF-16LE", "UTF-8", "a\xFF" "b", 99, -1, EILSEQ, 1, "a\0");
    EXPECT("UTF-16LE", "UTF-8", "a\xE2\x82", 99, -1, EINVAL, 1, "a\0");
    EXPECT("UTF-16LE", "UTF-8", "a\xE2\x82\xAC", 3, -1, E2BIG, 1, "a\0");
    EXPECT("UTF-16LE", "UTF-8", "a\xF0\x9F\x98\x80", 5, -1, E2BIG, 1, "a\0");
    EXPECT("ISO-8859-1", "UTF-8", "a\xE2\x82\xAC", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8", "UTF-16BE", "\0a\xD8\x00", 99, -1, EINVAL, 2, "a");
    EXPECT("UTF-8", "UTF-16BE", "\0a\xDC\x00", 99, -1, EILSEQ, 2, "a");
    EXPECT("UTF-8", "UTF-16BE", "\0a\xD8\x00\0a", 99, -1, EILSEQ, 2, "a");
    EXPECT("UTF-8", "KOI8-R", "", 99, 0, 0, 0, "");
    EXPECT("UTF-8", "KOI8-R", "\xC1", 0, -1, E2BIG, 0, "");
    EXPECT("UTF-8", "KOI8-R", "\xC1", 1, -1, E2BIG, 0, "");
    /* BOMs: U+FEFF of UTF-8 is text; UTF-16 is written with a BOM, which decides when it is read. */
    EXPECT("UTF-16LE", "UTF-8", "\xEF\xBB\xBF" "a", 99, 0, 0, 4, "\xFF\xFE" "a\0");
    EXPECT("UTF-16", "UTF-8", "a", 99, 0, 0, 1, "\xFF\xFE" "a\0");
    EXPECT("UTF-16", "UTF-8", "", 99, 0, 0, 0, "");
    EXPECT("UTF-32", "UTF-8", "a", 99, 0, 0, 1, "\xFF\xFE\0\0a\0\0\0");
    EXPECT("UTF-8", "UTF-16", "\xFE\xFF\0a", 99, 0, 0, 4, "a");
    EXPECT("UTF-8", "UTF-16", "a\0", 99, 0, 0, 2, "a");
    EXPECT("UTF-8", "UTF-16", "\xFF", 99, -1, EINVAL, 0, "");
    EXPECT("UCS-2", "UTF-8", "a", 99, 0, 0, 1, "a\0");
    EXPECT("UCS-4", "UTF-8", "a", 99, 0, 0, 1, "\0\0\0a");
    /* Suffixes, in any case and combination. */
    EXPECT("us-ascii//non_identical_discard", "UTF-8", "a\xC3\xA9" "b", 99, 1, 0, 4, "ab");
    EXPECT("US-ASCII//NON_IDENTICAL_DISCARD", "UTF-8", "a\xFF" "b", 99, -1, EILSEQ, 1, "a");
    /* glibc converts charsets that this library does not have. */
    EXPECT("UTF-8", "ISO-2022-KR", "a", 99, 0, 0, 1, "a");
    EXPECT("UTF-8", "CP1258", "a\xEC", 99, 0, 0, 2, "\xC3\xA1");
    /* This library converts charsets that glibc does not have. */
    EXPECT("UTF-8", "CESU-8", "\xED\xA0\xBD\xED\xB8\x80", 99, 0, 0, 6, "\xF0\x9F\x98\x80");
    EXPECT("UTF-8", "csUTF16", "\xFE\xFF\0a", 99, 0, 0, 4, "a");
    EXPECT("csUTF16", "UTF-8", "a", 99, 0, 0, 1, "\xFF\xFE" "a\0");
    /* Names that glibc does not have mean the same as its own. */
    EXPECT("UTF-8", "csWindows1252", "a\x81", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8", "CP1252", "a\x81", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8", "x-sjis", "\x5C", 99, 0, 0, 1, "\xC2\xA5");
    EXPECT("UTF-8", "SJIS", "\x5C", 99, 0, 0, 1, "\xC2\xA5");
    EXPECT("UTF-8", "csUTF7", "a~", 99, -1, EILSEQ, 1, "a");
    EXPECT("UTF-8", "ISO-10646-UCS-2", "\xFF\xFE" "a\0", 99, 0, 0, 4, "\xEF\xBB\xBF" "a");
    CHECK(iconv_open("UTF-8-SIG", "UTF-8") == (iconv_t)-1 && errno == EINVAL);
    CHECK(iconv_open("UTF-8", "no such charset") == (iconv_t)-1 && errno == EINVAL);
    CHECK(iconv_open("UTF-8", "\xFFno such charset") == (iconv_t)-1 && errno == EINVAL);
}

/* A reset writes the shift to the start of a text, if it fits. */
static void shifts(void) {
    iconv_t descriptor = iconv_open("UTF-7", "UTF-8");
    for (int round = 0; round < 2; round++) {
        char in[] = "\xE2\x82\xAC", out[16], *from = in, *to = out;
        size_t left = 3, room = sizeof out;
        CHECK(iconv(descriptor, &from, &left, &to, &room) == 0);
        size_t none = 0;
        CHECK(iconv(descriptor, NULL, NULL, &to, &none) == (size_t)-1 && errno == E2BIG);
        CHECK(iconv(descriptor, NULL, NULL, &to, &room) == 0);
        CHECK(to - out == 5 && memcmp(out, "+IKw-", 5) == 0);
        CHECK(iconv(descriptor, NULL, NULL, &to, &room) == 0 && to - out == 5);
    }
    char in[] = "\xE2\x82\xAC", out[16], *from = in, *to = out;
    size_t left = 3, room = sizeof out;
    CHECK(iconv(descriptor, &from, &left, &to, &room) == 0);
    CHECK(iconv(descriptor, NULL, NULL, NULL, NULL) == 0);
    CHECK(iconv(descriptor, NULL, NULL, &to, &room) == 0);
    /* The compiler knows that a closed descriptor must not be used. */
    iconv_t volatile closed = descriptor, none = (iconv_t)-1;
    CHECK(iconv_close(descriptor) == 0);
    CHECK(iconv_close(closed) == -1 && errno == EBADF);
    CHECK(iconv(closed, NULL, NULL, NULL, NULL) == (size_t)-1 && errno == EBADF);
    CHECK(iconv_close(none) == -1 && errno == EBADF);
}

/* The BOM of a text is written again after a reset. The byte order of the last BOM stays. */
static void boms(void) {
    iconv_t descriptor = iconv_open("UTF-16", "UTF-16");
    const char *texts[] = {"\xFE\xFF\0a", "a\0b\0", "\xFF\xFE" "a\0"};
    for (int at = 0; at < 3; at++) {
        char in[4], out[16], *from = in, *to = out;
        memcpy(in, texts[at], 4);
        size_t left = 4, room = sizeof out;
        CHECK(iconv(descriptor, &from, &left, &to, &room) == 0);
        CHECK(memcmp(out, at == 1 ? "\xFF\xFE\0a\0b" : "\xFF\xFE" "a\0", at == 1 ? 6 : 4) == 0);
        CHECK(iconv(descriptor, NULL, NULL, NULL, NULL) == 0);
    }
    CHECK(iconv_close(descriptor) == 0);
}

/* Text after a byte that is not base64 is not base64, whether the byte is left out by the library or
 * by the program. */
static void runs(void) {
    EXPECT_LOSSY("UTF-8//IGNORE", "UTF-7", "+AGE~bcdefgh+AGE-", 17, "abcdefgha");
    EXPECT_LOSSY("UTF-8//IGNORE", "UTF-7", "+AGE\\bcdefgh", 12, "abcdefgh");
    EXPECT_LOSSY("UTF-8//IGNORE", "UTF-7", "+AGE\x80" "bcdefgh", 12, "abcdefgh");
    EXPECT_LOSSY("UTF-8//IGNORE", "UTF-7", "+AGEA~bcdefgh", 13, "abcdefgh");
    EXPECT_LOSSY("UTF-8//IGNORE", "UTF-7-IMAP", "&AOk-&AOkA\x80" "bcdefgh", 18, "\xC3\xA9\xC3\xA9" "bcdefgh");
    const char *texts[] = {"+AGE~bcdefgh", "+AGE\x01" "bcdefgh", "+AGE\x80" "bcdefgh"};
    for (int at = 0; at < 3; at++) {
        char in[12], out[16], *from = in, *to = out;
        memcpy(in, texts[at], sizeof in);
        size_t left = sizeof in, room = sizeof out;
        iconv_t descriptor = iconv_open("UTF-8", "UTF-7");
        CHECK(iconv(descriptor, &from, &left, &to, &room) == (size_t)-1 && errno == EILSEQ);
        CHECK(from == in + 4);
        /* The same call fails in the same way. */
        CHECK(iconv(descriptor, &from, &left, &to, &room) == (size_t)-1 && errno == EILSEQ);
        CHECK(from == in + 4);
        from++;
        left--;
        CHECK(iconv(descriptor, &from, &left, &to, &room) == 0);
        CHECK(to - out == 8 && memcmp(out, "abcdefgh", 8) == 0);
        CHECK(iconv_close(descriptor) == 0);
    }
}

/* Buffers that overlap: output that does not overtake the input is that of separate buffers. */
static void overlaps(void) {
    static const char *const pairs[][2] = {{"CP1251", "KOI8-R"},   {"UTF-16BE", "UTF-16LE"},
                                           {"UTF-8", "UTF-16LE"},  {"UTF-16LE", "UTF-32LE"},
                                           {"UTF-8", "UTF-8"},     {"KOI8-R", "UTF-8"},
                                           {"SJIS", "EUC-JP"},     {"UTF-8", "UTF-7"}};
    enum { COUNT = sizeof pairs / sizeof *pairs, SIZE = 20000 };
    static char text[SIZE], in[SIZE + 4], expected[SIZE];
    for (int at = 0; at < COUNT; at++) {
        /* The same few characters in each charset. */
        const char *source = at == 6 ? "\xE3\x81\x82" "a" : "\xD0\xB1" "ab";
        size_t length = 0, part = 4;
        iconv_t make = iconv_open(pairs[at][1], "UTF-8");
        for (;;) {
            char *from = (char *)source, *to = text + length;
            size_t left = part, room = SIZE - length;
            if (iconv(make, &from, &left, &to, &room) != 0 ||
                iconv(make, NULL, NULL, &to, &room) != 0)
                break;
            length = SIZE - room;
        }
        CHECK(iconv_close(make) == 0 && length > SIZE / 2);
        iconv_t descriptor = iconv_open(pairs[at][0], pairs[at][1]);
        char *from = text, *to = expected;
        size_t left = length, room = SIZE;
        CHECK(iconv(descriptor, &from, &left, &to, &room) == 0 && left == 0);
        size_t size = SIZE - room;
        /* The output begins at the input, or a little before it, and has more room than it needs. */
        for (int before = 0; before <= 4; before += 4) {
            memcpy(in + 4, text, length);
            from = in + 4;
            to = in + 4 - before;
            left = length;
            room = sizeof in - (size_t)(to - in);
            size_t all = room;
            CHECK(iconv(descriptor, NULL, NULL, NULL, NULL) == 0);
            CHECK(iconv(descriptor, &from, &left, &to, &room) == 0 && left == 0);
            CHECK(all - room == size && memcmp(in + 4 - before, expected, size) == 0);
        }
        CHECK(iconv_close(descriptor) == 0);
    }
}

static void sizes(void) {
    /* A buffer that goes beyond the last address has no room, as in glibc. */
    iconv_t descriptor = iconv_open("UTF-8", "KOI8-R");
    char in[] = "\xC1\xC2", out[16], *from = in, *to = out;
    size_t left = 2, room = (size_t)-1;
    CHECK(iconv(descriptor, &from, &left, &to, &room) == (size_t)-1 && errno == E2BIG);
    CHECK(to == out && room == (size_t)-1);
    /* Input that goes beyond the last address does not exist. */
    for (int at = 0; at < 2; at++) {
        left = at == 0 ? (size_t)-1 : SIZE_MAX / 2 + 1;
        room = sizeof out;
        CHECK(iconv(descriptor, &from, &left, &to, &room) == (size_t)-1 && errno == EFAULT);
        CHECK(from == in && to == out && room == sizeof out);
    }
    CHECK(iconv_close(descriptor) == 0);
}

/* A program clears its buffer, converts a text of any length, and finds the rest as it was. */
static void rests(void) {
    static const char *const pairs[][2] = {
        {"UTF-16LE", "UTF-8"}, {"UTF-8", "UTF-16LE"}, {"UTF-32LE", "UTF-8"}, {"UTF-8", "UTF-32LE"},
        {"UTF-16BE", "UTF-8"}, {"UTF-8", "ISO-8859-1"}, {"ISO-8859-1", "UTF-8"}, {"UTF-8", "KOI8-R"},
        {"KOI8-R", "UTF-8"}, {"SHIFT_JIS", "UTF-8"}, {"UTF-8", "UTF-8"}};
    for (size_t pair = 0; pair < sizeof pairs / sizeof *pairs; pair++) {
        for (size_t length = 0; length < 300; length += 4) {
            char in[300], out[1500], *from = in, *to = out;
            /* The same four bytes are text in each of these charsets. */
            for (size_t at = 0; at < length; at++)
                in[at] = "a\0\0\0"[at % 4];
            memset(out, 0xAA, sizeof out);
            size_t left = length, room = sizeof out;
            iconv_t descriptor = iconv_open(pairs[pair][0], pairs[pair][1]);
            CHECK(iconv(descriptor, &from, &left, &to, &room) == 0 && left == 0);
            for (char *at = to; at < out + sizeof out; at++)
                if ((unsigned char)*at != 0xAA) {
                    printf("%s to %s: wrote after the result of %zu bytes\n", pairs[pair][1],
                           pairs[pair][0], length);
                    failures++;
                    break;
                }
            CHECK(iconv_close(descriptor) == 0);
        }
    }
}

typedef int control_type(iconv_t, int, void *);

/* The requests of GNU libiconv. Its other names stay with it: its tables and byte orders differ. */
static void requests(void) {
    control_type *control = (control_type *)dlsym(RTLD_DEFAULT, "iconvctl");
    CHECK(control && !dlsym(RTLD_DEFAULT, "libiconv_open"));
    if (!control)
        return;
    iconv_t descriptor = iconv_open("US-ASCII", "UTF-8");
    int value = 7;
    CHECK(control(descriptor, 0, &value) == 0 && value == 0);
    CHECK(control(descriptor, 3, &value) == 0 && value == 0);
    value = 1;
    CHECK(control(descriptor, 4, &value) == 0);
    CHECK(control(descriptor, 11, &value) == 0 && value == 1);
    CHECK(control(descriptor, 99, &value) == -1 && errno == EINVAL);
    CHECK(control(descriptor, 4, NULL) == -1 && errno == EINVAL);
    char in[] = "a\xFF\xC3\xA9" "b", out[16], *from = in, *to = out;
    size_t left = 5, room = sizeof out;
    CHECK(iconv(descriptor, &from, &left, &to, &room) == 1);
    CHECK(to - out == 2 && memcmp(out, "ab", 2) == 0);
    /* The compiler must not know that the descriptor is closed. */
    iconv_t volatile closed = descriptor, none = (iconv_t)-1;
    CHECK(iconv_close(closed) == 0);
    CHECK(control(closed, 3, &value) == -1 && errno == EBADF);
    CHECK(control(closed, 99, NULL) == -1 && errno == EBADF);
    CHECK(control(none, 3, &value) == -1 && errno == EBADF);
}

/* A descriptor of the next library goes to its function with the same name. */
static void next(void) {
    /* The next library has a charset whose name is not ASCII. */
    CHECK(iconv_open("UTF-8", "\xC3\xA9") == (iconv_t)&errno);
    control_type *control = (control_type *)dlsym(RTLD_DEFAULT, "iconvctl");
    iconv_t descriptor = iconv_open("UTF-8", "ISO-2022-KR");
    CHECK(control(descriptor, 0, NULL) == 1);
    CHECK(iconv_close(descriptor) == 0);
}

/* Converts in a loop; each thread has its own descriptors. */
static void *work(void *argument) {
    size_t *errors = argument;
    for (int round = 0; round < 200; round++) {
        iconv_t descriptors[20];
        for (int at = 0; at < 20; at++)
            descriptors[at] = iconv_open(at % 2 ? "UTF-16LE" : "KOI8-R", "UTF-8");
        for (int at = 0; at < 20; at++) {
            char in[] = "\xD0\xB0\xD0\xB1", out[8], *from = in, *to = out;
            size_t left = 4, room = sizeof out;
            const char *expected = at % 2 ? "\x30\x04\x31\x04" : "\xC1\xC2";
            size_t size = at % 2 ? 4 : 2;
            if (iconv(descriptors[at], &from, &left, &to, &room) != 0 ||
                memcmp(out, expected, size) != 0 || iconv_close(descriptors[at]) != 0)
                (*errors)++;
        }
    }
    return NULL;
}

static void threads(int forks) {
    pthread_t threads[8];
    size_t errors[8] = {0};
    for (int at = 0; at < 8; at++)
        CHECK(pthread_create(&threads[at], NULL, work, &errors[at]) == 0);
    /* A child continues, no matter what the threads of its parent do. */
    for (int round = 0; round < forks; round++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            size_t found = 0;
            work(&found);
            _exit(found != 0);
        }
        int status = -1;
        CHECK(waitpid(child, &status, 0) == child && status == 0);
    }
    for (int at = 0; at < 8; at++)
        CHECK(pthread_join(threads[at], NULL) == 0 && errors[at] == 0);
}

static void many(void) {
    enum { COUNT = 10000 };
    static iconv_t descriptors[COUNT];
    for (int at = 0; at < COUNT; at++)
        CHECK((descriptors[at] = iconv_open("UTF-8", "UTF-16LE")) != (iconv_t)-1);
    for (int at = 0; at < COUNT; at++)
        CHECK(iconv_close(descriptors[at]) == 0);
}

/* Long texts, for which the library makes tables. */
static void long_texts(void) {
    static char in[3 << 20], out[6 << 20], back[4 << 20];
    for (size_t at = 0; at + 1 < sizeof in; at += 2)
        memcpy(in + at, at % 256 ? "\xA4\xA2" : "a\n", 2);
    iconv_t to = iconv_open("UTF-8", "EUC-JP"), from = iconv_open("EUC-JP", "UTF-8");
    for (int round = 0; round < 2; round++) {
        char *source = in, *target = out;
        size_t left = sizeof in, room = sizeof out;
        CHECK(iconv(to, &source, &left, &target, &room) == 0 && left == 0);
        left = sizeof out - room;
        source = out;
        target = back;
        room = sizeof back;
        CHECK(iconv(from, &source, &left, &target, &room) == 0 && left == 0);
        CHECK(sizeof back - room == sizeof in && memcmp(in, back, sizeof in) == 0);
    }
    CHECK(iconv_close(to) == 0 && iconv_close(from) == 0);
}

int main(int argc, char **argv) {
    is_lax = argc > 1 && strcmp(argv[1], "lax") == 0;
    if (is_lax) {
        lax();
    } else {
        strict();
        requests();
    }
    posix();
    runs();
    overlaps();
    rests();
    shifts();
    boms();
    sizes();
    many();
    long_texts();
    /* Tools that look for leaks do not know the threads that a child does not have. */
    threads(argc > 1 && strcmp(argv[argc - 1], "alone") == 0 ? 0 : 20);
    if (argc > 1 && strcmp(argv[argc - 1], "next") == 0)
        next();
    setlocale(LC_ALL, "C.UTF-8");
    EXPECT("", "ISO-8859-1", "\xE9", 99, 0, 0, 1, "\xC3\xA9");
    printf("%d failures\n", failures);
    return failures != 0;
}
