#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// How often this thread has called malloc, calloc or realloc; -1 where that is not counted.
int64_t allocation_count(void);

#endif
