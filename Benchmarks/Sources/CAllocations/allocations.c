// Counts a thread's allocations, including those of the Swift runtime and SQLite: functions that
// the executable defines take precedence over the C library's functions. The memory still comes
// from the C library, so `free` and the functions for aligned memory are not replaced.

#include "allocations.h"

#include <stdlib.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static _Thread_local int64_t count;

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count += 1;
    return __libc_realloc(block, size);
}

int64_t allocation_count(void) {
    return count;
}

#else

int64_t allocation_count(void) {
    return -1;
}

#endif
