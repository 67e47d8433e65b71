// Takes the place of malloc(3) in the test process, and lets single allocations of one thread fail.
//
//     libexpat ──────┐
//     this program ──┼─▶ malloc below ─▶ fails, or calls the C library's (under a sanitizer, the sanitizer's)
//     anything else ─┘                   never fails
//
// A call is told by its return address: it lies in libexpat, or in the program, into which Swift links the library under
// test. Swift's own arrays and objects come from its runtime, which is a library of its own.

#define _GNU_SOURCE
#include "allocation-faults.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__

#include <link.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// The other names under which malloc can be called by a program that replaces it.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define REAL(function) __interceptor_##function
#else
#define REAL(function) __libc_##function
#endif
extern void *REAL(malloc)(size_t size);
extern void *REAL(calloc)(size_t count, size_t size);
extern void *REAL(realloc)(void *block, size_t size);
extern void REAL(free)(void *block);

// These functions run before a sanitizer is ready. ThreadSanitizer counts the calls even of functions that it does not
// check, unless it leaves them out altogether.
#define PLAIN __attribute__((no_sanitize("address", "thread"), disable_sanitizer_instrumentation))

// Where the linker put the program.
extern const char __executable_start, etext;

// The blocks are kept one by one: Swift frees some in the program that its runtime allocated.
enum { MOST_BLOCKS = 4096 };
static _Thread_local struct {
    bool is_on, is_lasting;
    long number, requests, block_count;
    void *blocks[MOST_BLOCKS];
} faults;

/// Where libexpat is loaded.
static uintptr_t expat_start, expat_end;

static int find_expat(struct dl_phdr_info *library, size_t size, void *function) {
    uintptr_t end = library->dlpi_addr;
    for (int index = 0; index < library->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &library->dlpi_phdr[index];
        uintptr_t part_end = library->dlpi_addr + part->p_vaddr + part->p_memsz;
        if (part->p_type == PT_LOAD && part_end > end) end = part_end;
    }
    if ((uintptr_t)function < library->dlpi_addr || (uintptr_t)function >= end) return 0;
    expat_start = library->dlpi_addr;
    expat_end = end;
    return 1;
}

PLAIN static bool counts(void *caller) {
    if (!faults.is_on) return false;
    uintptr_t place = (uintptr_t)caller;
    return (place >= (uintptr_t)&__executable_start && place < (uintptr_t)&etext)
        || (place >= expat_start && place < expat_end);
}

/// Counts a request, and returns whether it succeeds.
PLAIN static bool allows(void) {
    faults.requests += 1;
    return faults.is_lasting ? faults.requests < faults.number : faults.requests != faults.number;
}

PLAIN static void *add(void *block) {
    if (faults.block_count == MOST_BLOCKS) abort();
    faults.blocks[faults.block_count++] = block;
    return block;
}

/// The last ones are mostly the first to go.
PLAIN static void drop(void *block) {
    for (long place = faults.block_count - 1; place >= 0; place--) {
        if (faults.blocks[place] != block) continue;
        faults.blocks[place] = faults.blocks[--faults.block_count];
        return;
    }
}

PLAIN void *malloc(size_t size) {
    if (!counts(__builtin_return_address(0))) return REAL(malloc)(size);
    return allows() ? add(REAL(malloc)(size)) : NULL;
}

PLAIN void *calloc(size_t count, size_t size) {
    if (!counts(__builtin_return_address(0))) return REAL(calloc)(count, size);
    return allows() ? add(REAL(calloc)(count, size)) : NULL;
}

PLAIN void *realloc(void *block, size_t size) {
    if (!counts(__builtin_return_address(0))) return REAL(realloc)(block, size);
    if (!allows()) return NULL;
    drop(block);
    return add(REAL(realloc)(block, size));
}

PLAIN void free(void *block) {
    if (faults.is_on) drop(block);
    REAL(free)(block);
}

bool allocation_faults_are_possible(void) {
    return true;
}

void allocation_faults_begin(long number, bool is_lasting) {
    void *function = dlsym(RTLD_DEFAULT, "XML_ParserCreate_MM");
    if (function != NULL) dl_iterate_phdr(find_expat, function);
    faults.number = number;
    faults.is_lasting = is_lasting;
    faults.requests = 0;
    faults.block_count = 0;
    faults.is_on = true;
}

long allocation_faults_end(void) {
    faults.is_on = false;
    return faults.requests;
}

long allocation_faults_blocks(void) {
    return faults.block_count;
}

#else

bool allocation_faults_are_possible(void) {
    return false;
}

void allocation_faults_begin(long number, bool is_lasting) {
}

long allocation_faults_end(void) {
    return 0;
}

long allocation_faults_blocks(void) {
    return 0;
}

#endif
