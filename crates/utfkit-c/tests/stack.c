/*
 * Measures the stack that calls use: each runs in a thread whose stack was filled with a pattern.
 * ABI.md has the limit. `stack -v` prints the numbers.
 */
#define _GNU_SOURCE
#include "test.h"

#include <pthread.h>
#include <sys/mman.h>

/* The size of the stack, and the limit in ABI.md. */
enum { SIZE = 1 << 20, LIMIT = 64 << 10, PATTERN = 0xA5, LENGTH = 6000 };

static unsigned char *stack;
static int is_verbose;
/* Text in UTF-8 with mojibake, errors and a trick, many times; and random bytes. */
static char text[LENGTH], noise[LENGTH];
static char encoded[4 * LENGTH];
static size_t encoded_length;
static utfkit_encoding encoding;
static char out[8 * LENGTH];

/* Calls `function` in a thread, and returns the number of bytes of its stack that were written. */
static size_t used(void *(*function)(void *)) {
    pthread_attr_t attributes;
    pthread_t thread;
    size_t unused = 0;
    memset(stack, PATTERN, SIZE);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstack(&attributes, stack, SIZE) == 0);
    CHECK(pthread_create(&thread, &attributes, function, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    pthread_attr_destroy(&attributes);
    while (unused < SIZE && stack[unused] == PATTERN)
        unused++;
    return SIZE - unused;
}

static void *nothing(void *argument) { return argument; }

static void *detect(void *argument) {
    const utfkit_detection *found = NULL;
    CHECK(utfkit_detect(encoded, encoded_length, true, &found) == 0);
    utfkit_detection_free(found);
    CHECK(utfkit_detect(noise, LENGTH, true, &found) == 0);
    utfkit_detection_free(found);
    return argument;
}

static void *check(void *argument) {
    const utfkit_report *found = NULL;
    CHECK(utfkit_check(encoded, encoded_length, encoding, 0, 1000, &found) == 0);
    utfkit_report_free(found);
    CHECK(utfkit_check(noise, LENGTH, encoding, 0, 1000, &found) == 0);
    utfkit_report_free(found);
    return argument;
}

static void *audit(void *argument) {
    const utfkit_audited *found = NULL;
    CHECK(utfkit_audit(encoded, encoded_length, encoding, 0, NULL, 0, NULL, 0, 1000, &found) == 0);
    utfkit_audited_free(found);
    return argument;
}

static void *edit(void *argument) {
    const utfkit_edited *made = NULL;
    const utfkit_status status =
        utfkit_edit(encoded, encoded_length, encoding, "text", 4, "word", 4, 0, &made);
    CHECK(status == 0 || status == UTFKIT_STATUS_REFUSED);
    utfkit_edited_free(made);
    return argument;
}

static void *convert(void *argument) {
    utfkit_result result;
    const utfkit_policy with = UTFKIT_POLICY_TRANSLITERATE;
    CHECK(utfkit_convert(UTFKIT_ENCODING_UTF8, encoding, with, text, LENGTH, encoded,
                         sizeof encoded, &result) >= 0);
    encoded_length = result.written;
    CHECK(utfkit_convert(encoding, UTFKIT_ENCODING_UTF8, with, encoded, encoded_length, out,
                         sizeof out, &result) >= 0);
    CHECK(utfkit_convert(encoding, UTFKIT_ENCODING_UTF16, with, noise, LENGTH, out, sizeof out,
                         &result) >= 0);
    return argument;
}

static void *repair(void *argument) {
    const utfkit_repaired *made = NULL;
    CHECK(utfkit_repair(text, LENGTH, 0, UTFKIT_ENCODING_NONE, &made) == 0);
    utfkit_repaired_free(made);
    CHECK(utfkit_repair(noise, LENGTH, 0, UTFKIT_ENCODING_NONE, &made) == 0);
    utfkit_repaired_free(made);
    return argument;
}

static void *forms(void *argument) {
    utfkit_result result;
    utfkit_finding found;
    size_t count;
    CHECK(utfkit_utf8_validate(noise, LENGTH, &found) == UTFKIT_STATUS_ILL_FORMED);
    CHECK(utfkit_utf8_findings(noise, LENGTH, NULL, 0, &count) == UTFKIT_STATUS_OUTPUT_FULL);
    CHECK(utfkit_finding_message(&found, out, sizeof out, NULL) == 0);
    CHECK(utfkit_utf8_to_utf16_lossy(noise, LENGTH, (char16_t *)(void *)out, LENGTH, &result) == 0);
    CHECK(utfkit_utf8_to_utf32_lossy(noise, LENGTH, (char32_t *)(void *)out, LENGTH, &result) == 0);
    CHECK(utfkit_utf16_to_utf8_lossy((char16_t *)(void *)noise, LENGTH / 2, out, sizeof out,
                                     &result) == 0);
    return argument;
}

static void *names(void *argument) {
    const utfkit_labels *labels = NULL;
    CHECK(utfkit_labels_nearest("utf-9", 5, UTFKIT_LABEL_SET_IANA, &labels) == 0);
    utfkit_labels_free(labels);
    return argument;
}

static const struct {
    const char *name;
    void *(*function)(void *);
    bool is_for_each;
} CALLS[] = {
    {"convert", convert, true}, {"check", check, true},  {"detect", detect, true},
    {"audit", audit, true},     {"edit", edit, true},    {"repair", repair, false},
    {"forms", forms, false},    {"names", names, false},
};
enum { COUNT = sizeof CALLS / sizeof CALLS[0] };

int main(int count, char **arguments) {
    static const char PART[] = "text caf\xC3\x83\xC2\xA9 \xE2\x80\xAE \xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2"
                               "\xD0\xB5\xD1\x82 \xE6\x97\xA5\xE6\x9C\xAC \xED\x95\x9C \xFF\xC0\xAF ";
    size_t most[COUNT] = {0}, at, label, base;
    const utfkit_labels *labels = NULL;
    unsigned state = 1;
    is_verbose = count > 1 && strcmp(arguments[1], "-v") == 0;
    for (at = 0; at < LENGTH; at++) {
        text[at] = PART[at % (sizeof PART - 1)];
        state = state * 1103515245 + 12345;
        noise[at] = (char)(state >> 16);
    }
    stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(stack != MAP_FAILED);
    base = used(nothing);
    CHECK(utfkit_labels_list(UTFKIT_LABEL_SET_IANA, &labels) == 0);
    for (label = 0; label < labels->count; label++) {
        bool is_new = true;
        size_t before;
        for (before = 0; before < label; before++)
            is_new = is_new && labels->labels[before].encoding != labels->labels[label].encoding;
        encoding = labels->labels[label].encoding;
        for (at = 0; is_new && at < COUNT; at++) {
            const size_t bytes =
                CALLS[at].is_for_each || label == 0 ? used(CALLS[at].function) - base : 0;
            if (bytes > most[at])
                most[at] = bytes;
        }
    }
    utfkit_labels_free(labels);
    for (at = 0; at < COUNT; at++) {
        if (is_verbose)
            printf("%s: %zu bytes\n", CALLS[at].name, most[at]);
        CHECK(most[at] <= LIMIT);
    }
    puts("stack: all good");
    return 0;
}
