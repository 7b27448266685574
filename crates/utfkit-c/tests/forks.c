/* Forks while another thread makes the first calls, which make tables. The child must not wait for
 * a thread that it does not have. */
#define _GNU_SOURCE
#include "test.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const char TEXT[] = "Gar\xE7on, la le\xE7on d'\xE9t\xE9 a commenc\xE9.\n";
static const char DAMAGED[] = "caf\xC3\x83\xC2\xA9 cr\xC3\x83\xC2\xA8me \xE2\x80\xAE\n";

/* Uses all tables. */
static void *work(void *argument) {
    const utfkit_detection *detection = NULL;
    const utfkit_repaired *repaired = NULL;
    const utfkit_report *report = NULL;
    const utfkit_audited *audited = NULL;
    CHECK(strcmp(utfkit_kind_code(UTFKIT_KIND_OVERLONG), "overlong") == 0);
    CHECK(strcmp(utfkit_encoding_name(UTFKIT_ENCODING_UTF8), "utf-8") == 0);
    CHECK(utfkit_detect(TEXT, sizeof TEXT - 1, true, &detection) == 0);
    utfkit_detection_free(detection);
    CHECK(utfkit_repair(DAMAGED, sizeof DAMAGED - 1, 0, 0, &repaired) == 0);
    CHECK(repaired->fix_count == 2);
    utfkit_repaired_free(repaired);
    CHECK(utfkit_check(TEXT, sizeof TEXT - 1, 0, 0, 10, &report) == 0);
    CHECK(report->error_count > 0);
    utfkit_report_free(report);
    CHECK(utfkit_audit(DAMAGED, sizeof DAMAGED - 1, UTFKIT_ENCODING_UTF8, 0, NULL, 0, NULL, 0, 10,
                       &audited) == 0);
    utfkit_audited_free(audited);
    return argument;
}

/* In a process that has not called the library: returns 0 if a child that begins after this number
 * of microseconds can do the same. */
static int round_of(unsigned delay) {
    pthread_t thread;
    int status = -1;
    pid_t child;
    CHECK(pthread_create(&thread, NULL, work, NULL) == 0);
    usleep(delay);
    child = fork();
    if (child == 0) {
        alarm(60);
        work(NULL);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(pthread_join(thread, NULL) == 0);
    return status != 0;
}

int main(void) {
    unsigned round;
    for (round = 0; round < 40; round++) {
        int status = -1;
        pid_t process = fork();
        if (process == 0)
            _exit(round_of(round * 250));
        CHECK(waitpid(process, &status, 0) == process && status == 0);
    }
    puts("forks: all good");
    return 0;
}
