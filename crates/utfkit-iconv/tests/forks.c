/* Forks while other threads are inside iconv. The child must be able to use the descriptors that no
 * call was in, and to close or reset the others. */
#include <errno.h>
#include <iconv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 2, FORKS = 50, SIZE = 1 << 20, BUSY = 10 };

static atomic_int stop, calls;
static iconv_t busy[THREADS], idle, other;

/* Converts a long text again and again. */
static void *convert(void *descriptor) {
    static char in[SIZE];
    char *out = malloc(2 * SIZE);
    memset(in, 0xC1, SIZE);
    while (out && !stop) {
        char *from = in, *to = out;
        size_t left = SIZE, room = 2 * SIZE;
        if (iconv(*(iconv_t *)descriptor, &from, &left, &to, &room) != 0 || left != 0)
            abort();
        calls++;
    }
    free(out);
    return NULL;
}

/* Returns 0 if the descriptor converts "\xC1" from KOI8-R to `expected`, or the error. */
static int converts(iconv_t descriptor, const char *expected) {
    char in[] = "\xC1", out[8], *from = in, *to = out;
    size_t left = 1, room = sizeof out;
    if (iconv(descriptor, &from, &left, &to, &room) != 0)
        return errno;
    return to - out == (long)strlen(expected) && memcmp(out, expected, strlen(expected)) == 0 ? 0 : -1;
}

/* Returns the number of the check that fails, or BUSY and the number of descriptors in use. */
static int child(void) {
    int found = 0;
    alarm(60);
    if (converts(idle, "\xD0\xB0") != 0 || iconv_close(idle) != 0)
        return 1;
    /* A charset of glibc: its functions are found without a lock of the linker. */
    if (converts(other, "\xD0\xB0") != 0 || iconv_close(other) != 0)
        return 2;
    for (int at = 0; at < THREADS; at++) {
        int error = converts(busy[at], "\xD0\xB0");
        if (error != 0 && error != EBADF)
            return 3;
        found += error == EBADF;
        /* One is reset and used, the other one is closed. */
        if (at == 0) {
            if (iconv(busy[at], NULL, NULL, NULL, NULL) != 0 || converts(busy[at], "\xD0\xB0") != 0)
                return 4;
        }
        if (iconv_close(busy[at]) != 0)
            return 5;
        iconv_t volatile closed = busy[at];
        if (iconv_close(closed) != -1 || errno != EBADF)
            return 6;
    }
    /* A child of the child has descriptors of its own. */
    idle = iconv_open("UTF-8", "KOI8-R");
    pid_t next = fork();
    if (next == 0)
        _exit(converts(idle, "\xD0\xB0") != 0 || iconv_close(idle) != 0);
    int status = -1;
    if (waitpid(next, &status, 0) != next || status != 0 || iconv_close(idle) != 0)
        return 7;
    return BUSY + found;
}

int main(void) {
    pthread_t threads[THREADS];
    int failures = 0, found = 0;
    idle = iconv_open("UTF-8", "KOI8-R");
    other = iconv_open("UTF-8", "ECMA-CYRILLIC");
    for (int at = 0; at < THREADS; at++) {
        busy[at] = iconv_open("UTF-8", "KOI8-R");
        if (pthread_create(&threads[at], NULL, convert, &busy[at]) != 0)
            return 2;
    }
    while (calls < 2 * THREADS)
        usleep(1000);
    for (int round = 0; round < FORKS; round++) {
        fflush(stdout);
        pid_t process = fork();
        if (process == 0)
            _exit(child());
        int status = -1;
        if (waitpid(process, &status, 0) != process || !WIFEXITED(status) || WEXITSTATUS(status) < BUSY) {
            printf("a child ends with status %#x\n", (unsigned)status);
            failures++;
        } else {
            found += WEXITSTATUS(status) - BUSY;
        }
    }
    stop = 1;
    for (int at = 0; at < THREADS; at++)
        failures += pthread_join(threads[at], NULL) != 0 || iconv_close(busy[at]) != 0;
    failures += iconv_close(idle) != 0 || iconv_close(other) != 0;
    printf("%d descriptors were in use during %d forks, %d failures\n", found, FORKS, failures);
    return failures != 0 || found == 0;
}
