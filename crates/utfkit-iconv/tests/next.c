/* Another library after the one under test, whose function tells that it was called. */
#include <iconv.h>

int iconvctl(iconv_t descriptor, int request, void *argument) {
    return descriptor && request == 0 && !argument ? 1 : -1;
}
