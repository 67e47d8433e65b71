// Functions that Swift's modules of the C libraries lack: the number of usable cores, the end of the current thread's
// stack, and the current address in the stack.

#ifndef XML2DICT_CTHREAD_SHIM_H
#define XML2DICT_CTHREAD_SHIM_H

#include <pthread.h>
#include <stddef.h>

#if defined(__linux__)
// Without _GNU_SOURCE, <pthread.h> hides this declaration.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// The number of cores that the calling thread may run on, or 0 if the system does not report this number.
static inline int CThreadUsableCoreCount(void) {
#if defined(__linux__)
    // The mask has room for 8,192 cores. `sched_getaffinity` of the C library needs a type that <sched.h> hides.
    unsigned long mask[1024 / sizeof(unsigned long)] = {0};
    long size = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long word = 0; word < size / (long)sizeof *mask; word++) count += __builtin_popcountl(mask[word]);
    return count;
#else
    return 0;
#endif
}

/// The lowest address of the calling thread's stack, or null if the system does not report this address.
static inline void *CThreadStackEnd(void) {
#if defined(__APPLE__)
    char *top = (char *)pthread_get_stackaddr_np(pthread_self());
    return top - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *end = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
    if (pthread_attr_getstack(&attributes, &end, &size) != 0) end = NULL;
    pthread_attr_destroy(&attributes);
    return end;
#else
    return NULL;
#endif
}

/// An address near the current end of the stack.
///
/// The address of a variable is not near this end under AddressSanitizer, which can put variables elsewhere.
static inline void *CThreadStackAddress(void) {
    return __builtin_frame_address(0);
}

#endif
