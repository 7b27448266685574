/* Another library after the one under test, whose functions tell which one was called. */
#include <iconv.h>

int iconvctl(iconv_t descriptor, int request, void *argument) {
    return descriptor && request == 0 && !argument ? 1 : -1;
}

int libiconvctl(iconv_t descriptor, int request, void *argument) {
    return descriptor && request == 0 && !argument ? 2 : -1;
}
