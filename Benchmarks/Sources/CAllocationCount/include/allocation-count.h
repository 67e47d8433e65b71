#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How many blocks this process has allocated so far; -1 where that cannot be counted.
long allocation_count(void);

#endif
