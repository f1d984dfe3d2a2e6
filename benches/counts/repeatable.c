/* Replaces what differs from run to run: random numbers, with which hash maps are seeded, and the time, which is part of responses. */
#include <string.h>
#include <sys/types.h>
#include <time.h>

ssize_t getrandom(void *buffer, size_t length, unsigned flags) {
    (void)flags;
    memset(buffer, 7, length);
    return (ssize_t)length;
}

/* Each look at the clock takes a microsecond. */
int clock_gettime(clockid_t clock, struct timespec *time) {
    static long looks = 0;
    long now = __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED);
    (void)clock;
    time->tv_sec = 1000000000 + now / 1000000;
    time->tv_nsec = now % 1000000 * 1000;
    return 0;
}
