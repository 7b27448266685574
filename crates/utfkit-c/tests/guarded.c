/* Puts inputs and outputs directly before a page that cannot be used, so that a kernel that reads or
 * writes one byte too many is killed. The kernels are those of this machine, which no sanitizer of C
 * watches. */
#define _DEFAULT_SOURCE
#include "test.h"

#include <sys/mman.h>
#include <unistd.h>

enum { MAX = 300 };

/* Memory of two pages, whose second page cannot be used. */
static unsigned char *pages(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *start = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(start != MAP_FAILED && page > 4 * MAX);
    CHECK(mprotect(start + page, page, PROT_NONE) == 0);
    return start + page;
}

static const char *const SAMPLES[] = {
    "plain ASCII text, ",
    "na\xC3\xAFve \xC3\xA9t\xC3\xA9 ",
    "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E",
    "\xF0\x9F\x98\x80\xF0\x9F\x8E\x89",
    "bad \xFF\xC0\xAF\xED\xA0\x80\xE2\x82 end",
};

int main(void) {
    unsigned char *in_end = pages(), *out_end = pages();
    utfkit_finding finding;
    utfkit_result result, again;
    size_t sample, length, at, count, replaced;
    for (sample = 0; sample < sizeof SAMPLES / sizeof *SAMPLES; sample++) {
        const size_t size = strlen(SAMPLES[sample]);
        for (length = 0; length <= MAX; length++) {
            char *text = (char *)(in_end - length);
            char16_t *units;
            char32_t *values;
            for (at = 0; at < length; at++)
                text[at] = SAMPLES[sample][at % size];
            utfkit_utf8_validate(text, length, &finding);
            utfkit_ascii_validate(text, length, &finding);
            utfkit_utf8_findings(text, length, NULL, 0, &count);
            utfkit_utf8_count(text, length, &count);
            utfkit_utf8_count_lines(text, length, &count);

            /* The output has exactly the length that was computed before. */
            CHECK(utfkit_utf8_length_in_utf16_lossy(text, length, &count, &replaced) == 0);
            units = (char16_t *)(void *)out_end - count;
            CHECK(utfkit_utf8_to_utf16_lossy(text, length, units, count, &result) == 0);
            CHECK(result.written == count && result.replaced == replaced);
            utfkit_utf8_to_utf16(text, length, units, count, &result);

            /* From there to the others, with the input at the end of its page. */
            units = memcpy(in_end - 2 * count, units, 2 * count);
            utfkit_utf16_validate(units, count, &finding);
            utfkit_utf16_count(units, count, &at);
            CHECK(utfkit_utf16_length_in_utf8_lossy(units, count, &at, NULL) == 0);
            CHECK(utfkit_utf16_to_utf8_lossy(units, count, (char *)out_end - at, at, &result) == 0);
            CHECK(result.written == at);
            CHECK(utfkit_utf16_length_in_utf32_lossy(units, count, &at, NULL) == 0);
            values = (char32_t *)(void *)out_end - at;
            CHECK(utfkit_utf16_to_utf32_lossy(units, count, values, at, &result) == 0);
            CHECK(result.written == at);
            values = memcpy(in_end - 4 * at, values, 4 * at);
            utfkit_utf32_validate(values, at, &finding);
            CHECK(utfkit_utf32_length_in_utf8_lossy(values, at, &count, NULL) == 0);
            CHECK(utfkit_utf32_to_utf8_lossy(values, at, (char *)out_end - count, count,
                                             &result) == 0);
            CHECK(result.written == count);
            CHECK(utfkit_utf32_length_in_utf16_lossy(values, at, &count, NULL) == 0);
            units = (char16_t *)(void *)out_end - count;
            CHECK(utfkit_utf32_to_utf16_lossy(values, at, units, count, &result) == 0);

            /* ISO-8859-1: each byte is a character. */
            for (at = 0; at < length; at++)
                text[at] = SAMPLES[sample][at % size];
            CHECK(utfkit_latin1_length_in_utf8((uint8_t *)text, length, &count) == 0);
            CHECK(utfkit_latin1_to_utf8((uint8_t *)text, length, (char *)out_end - count, count,
                                        &result) == 0);
            CHECK(result.written == count);

            /* The general conversion, with its length before. Less room writes less. */
            CHECK(utfkit_convert_length(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF16_BE,
                                        UTFKIT_POLICY_REPLACE, text, length, &result) == 0);
            CHECK(utfkit_convert(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF16_BE,
                                 UTFKIT_POLICY_REPLACE, text, length, out_end - result.written,
                                 result.written, &again) == 0);
            CHECK(again.written == result.written && again.read == length);
            for (count = 0; count < result.written; count += 1 + count / 8) {
                CHECK(utfkit_convert(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF16_BE,
                                     UTFKIT_POLICY_REPLACE, text, length, out_end - count, count,
                                     &again) == UTFKIT_STATUS_OUTPUT_FULL);
                CHECK(again.written <= count);
            }
        }
    }
    puts("guarded: all good");
    return 0;
}
