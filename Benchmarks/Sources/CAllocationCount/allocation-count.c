// Takes the place of the C library's malloc in the program that this is linked into, and counts. Swift's runtime
// allocates objects with it, so these are counted too.

#include "allocation-count.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __GLIBC__

// What glibc's functions are also called, for those who replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static long count;

static void count_one(void) {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    count_one();
    return __libc_calloc(items, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count_one();
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? 12 /* ENOMEM */ : 0;
}

long allocation_count(void) {
    return __atomic_load_n(&count, __ATOMIC_RELAXED);
}

#else

long allocation_count(void) {
    return -1;
}

#endif
