#ifndef ALLOCATION_FAULTS_H
#define ALLOCATION_FAULTS_H

#include <stdbool.h>

/// Whether this system lets a program take the place of malloc(3).
bool allocation_faults_are_possible(void);

/// From now on, the thread's n-th allocation fails, and with `is_lasting` all that follow it.
///
/// Only the calls of libexpat and of this program's own code count: Swift's runtime and the C library cannot go on
/// without memory.
void allocation_faults_begin(long number, bool is_lasting);

/// Ends this, and returns how many allocations the thread asked for.
long allocation_faults_end(void);

/// How many blocks were allocated, and not freed, between the last beginning and end.
long allocation_faults_blocks(void);

#endif
