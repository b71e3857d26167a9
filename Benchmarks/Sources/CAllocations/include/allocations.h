#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// The number of calls of malloc, calloc and realloc by this thread; -1 where they are not counted.
int64_t allocation_count(void);

#endif
