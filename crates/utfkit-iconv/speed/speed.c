/* Converts a text by iconv, piece by piece, and prints the speed.
 *
 *   speed FROM TO FILE MEGABYTES
 *
 * The file is repeated until it has this size. Input comes in pieces of 64 KiB, as from `read`. The
 * result is processor time, because other programs may run. A checksum shows that the output is the
 * same. */
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PIECE = 64 << 10, ROOM = 256 << 10 };

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    FILE *file = fopen(argv[3], "rb");
    size_t size = (size_t)atol(argv[4]) * 1000000;
    char *text = malloc(size);
    static char room[ROOM];
    if (!file || !text)
        return 2;
    size_t length = fread(text, 1, size, file);
    for (size_t at = length; at < size; at += length)
        memcpy(text + at, text, at + length <= size ? length : size - at);
    /* A character that is cut at the end stays unread. */
    iconv_t descriptor = iconv_open(argv[2], argv[1]);
    if (descriptor == (iconv_t)-1) {
        perror("iconv_open");
        return 1;
    }
    uint64_t sum = 0;
    size_t total = 0, left = 0;
    char *in = text;
    clock_t start = clock();
    while (in + left < text + size) {
        size_t more = (size_t)(text + size - in) - left;
        left += more < PIECE ? more : PIECE;
        size_t piece = left;
        int again = 1;
        while (again) {
            char *out = room;
            size_t free_bytes = ROOM;
            again = 0;
            if (iconv(descriptor, &in, &left, &out, &free_bytes) == (size_t)-1) {
                if (errno == E2BIG)
                    again = 1;
                else if (errno != EINVAL || left > 8) {
                    fprintf(stderr, "%s at %zu\n", strerror(errno), (size_t)(in - text));
                    return 1;
                }
            }
            total += ROOM - free_bytes;
            /* A few bytes of each piece are enough. */
            for (size_t at = 0; at < ROOM - free_bytes; at += 997)
                sum = sum * 31 + (unsigned char)room[at];
        }
        if (piece == left)
            break;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%.1f %zu %016llx\n", (double)size / 1e6 / seconds, total, (unsigned long long)sum);
    return 0;
}
