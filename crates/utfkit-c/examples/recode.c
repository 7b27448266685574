/* Converts standard input to standard output, as iconv does, in bounded memory.
 *
 *     recode FROM TO
 */
#include <stdio.h>
#include <string.h>
#include <utfkit.h>

/* Finds an encoding, or prints labels that are similar. */
static int find(const char *name, utfkit_encoding *encoding) {
    const utfkit_labels *near = NULL;
    size_t at;
    if (utfkit_encoding_find(name, strlen(name), UTFKIT_LABEL_SET_IANA, encoding) ==
        UTFKIT_STATUS_OK)
        return 1;
    fprintf(stderr, "unknown encoding: %s", name);
    if (utfkit_labels_nearest(name, strlen(name), UTFKIT_LABEL_SET_IANA, &near) ==
        UTFKIT_STATUS_OK) {
        for (at = 0; at < near->count; at++)
            fprintf(stderr, "%s%s", at == 0 ? " (did you mean " : ", ", near->labels[at].name.data);
        fputs(near->count > 0 ? ")\n" : "\n", stderr);
        utfkit_labels_free(near);
    }
    return 0;
}

/* Converts a piece of the stream. Returns 0 if the text is ill-formed or the output fails. */
static int convert(utfkit_converter *converter, const char *input, size_t length, int last) {
    char output[4096];
    utfkit_result result;
    utfkit_status status;
    do {
        status = utfkit_converter_convert(converter, input, length, output, sizeof output,
                                          last != 0, &result);
        if (status < 0) {
            fprintf(stderr, "%s\n", utfkit_status_text(status));
            return 0;
        }
        if (fwrite(output, 1, result.written, stdout) != result.written) {
            perror("standard output");
            return 0;
        }
        input += result.read;
        length -= result.read;
    } while (status == UTFKIT_STATUS_OUTPUT_FULL);
    if (status == UTFKIT_STATUS_ILL_FORMED) {
        char message[128];
        utfkit_finding_message(&result.finding, message, sizeof message, NULL);
        fprintf(stderr, "%s\n", message);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    utfkit_converter *converter = NULL;
    utfkit_encoding from, to;
    char input[4096];
    size_t got;
    int good = 1;
    if (argc != 3) {
        fprintf(stderr, "usage: recode FROM TO\n");
        return 2;
    }
    if (!find(argv[1], &from) || !find(argv[2], &to))
        return 2;
    if (utfkit_converter_new(from, to, &converter) != UTFKIT_STATUS_OK)
        return 2;
    while (good && (got = fread(input, 1, sizeof input, stdin)) > 0)
        good = convert(converter, input, got, 0);
    good = good && !ferror(stdin) && convert(converter, NULL, 0, 1);
    utfkit_converter_free(converter);
    return good && fflush(stdout) == 0 ? 0 : 1;
}
