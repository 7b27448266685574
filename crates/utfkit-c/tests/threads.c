/* Uses the library from several threads at the same time, from its first call on. */
#include "test.h"

#include <pthread.h>

static const char TEXT[] = "caf\xC3\x83\xC2\xA9 \xE2\x80\xAE \xFF na\xC3\xAFve";

static void *work(void *argument) {
    int round;
    for (round = 0; round < 20; round++) {
        const utfkit_detection *detection = NULL;
        const utfkit_report *report = NULL;
        utfkit_converter *converter = NULL;
        utfkit_encoding found = 0;
        utfkit_result result;
        char out[256];
        CHECK(utfkit_encoding_find("koi8-r", 6, UTFKIT_LABEL_SET_IANA, &found) == 0);
        CHECK(strcmp(utfkit_encoding_name(found), "koi8-r") == 0);
        CHECK(utfkit_converter_new(UTFKIT_ENCODING_UTF8, UTFKIT_ENCODING_UTF16, &converter) == 0);
        CHECK(utfkit_converter_set_policy(converter, UTFKIT_POLICY_REPLACE, NULL, 0) == 0);
        CHECK(utfkit_converter_convert(converter, TEXT, sizeof TEXT - 1, out, sizeof out, true,
                                       &result) == 0);
        CHECK(result.replaced == 1);
        utfkit_converter_free(converter);
        CHECK(utfkit_detect(TEXT, sizeof TEXT - 1, true, &detection) == 0);
        utfkit_detection_free(detection);
        CHECK(utfkit_check(TEXT, sizeof TEXT - 1, 0, 0, 10, &report) == 0);
        CHECK(report->error_count == 1);
        utfkit_report_free(report);
    }
    return argument;
}

int main(void) {
    pthread_t threads[8];
    size_t at;
    for (at = 0; at < 8; at++)
        CHECK(pthread_create(&threads[at], NULL, work, NULL) == 0);
    for (at = 0; at < 8; at++)
        CHECK(pthread_join(threads[at], NULL) == 0);
    puts("threads: all good");
    return 0;
}
