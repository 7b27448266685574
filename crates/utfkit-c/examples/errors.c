/* Prints the errors of a file: their lines, columns, bytes and hints.
 *
 *     errors FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <utfkit.h>

/* Reads a file into memory. Returns NULL if that fails. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0, read = 0, got = 0;
    if (file == NULL)
        return NULL;
    do {
        char *more;
        read += got;
        if (room - read < 4096) {
            room = room * 2 + 65536;
            more = realloc(text, room);
            if (more == NULL) {
                free(text);
                fclose(file);
                return NULL;
            }
            text = more;
        }
        got = fread(text + read, 1, room - read, file);
    } while (got > 0);
    if (ferror(file)) {
        free(text);
        text = NULL;
    }
    fclose(file);
    *length = read;
    return text;
}

int main(int argc, char **argv) {
    const utfkit_report *report = NULL;
    size_t length = 0, at;
    char *text;
    int failed;
    utfkit_status status;
    if (argc != 2) {
        fprintf(stderr, "usage: errors FILE\n");
        return 2;
    }
    text = read_file(argv[1], &length);
    if (text == NULL) {
        perror(argv[1]);
        return 2;
    }
    status = utfkit_check(text, length, UTFKIT_ENCODING_NONE, UTFKIT_RECEIVER_NONE, 100, &report);
    if (status != UTFKIT_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], utfkit_status_text(status));
        free(text);
        return 2;
    }
    for (at = 0; at < report->diagnostic_count; at++) {
        const utfkit_diagnostic *one = &report->diagnostics[at];
        unsigned byte;
        printf("%s:%llu:%llu: %s:", argv[1], (unsigned long long)one->line,
               (unsigned long long)one->column, one->message.data);
        for (byte = 0; byte < one->finding.length; byte++)
            printf(" %02X", one->finding.bytes[byte]);
        if (one->hint.length > 0)
            printf(" (%s)", one->hint.data);
        putchar('\n');
    }
    printf("%llu errors\n", (unsigned long long)report->error_count);
    failed = report->error_count > 0;
    utfkit_report_free(report);
    free(text);
    return failed;
}
