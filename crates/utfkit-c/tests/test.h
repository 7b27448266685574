/* What the tests in C share. */
#ifndef UTFKIT_TEST_H
#define UTFKIT_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utfkit.h>

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

/* Checks that a string of a result is `text`, and that a NUL follows it. */
#define IS(string, text)                                                       \
    ((string).length == sizeof(text) - 1 &&                                    \
     memcmp((string).data, text, sizeof(text)) == 0)

#endif
