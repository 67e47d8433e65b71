// Where the stack of a thread ends, and where it is: Swift's modules of the C libraries do not say.

#ifndef XML2DICT_CTHREAD_SHIM_H
#define XML2DICT_CTHREAD_SHIM_H

#include <pthread.h>
#include <stddef.h>

#if defined(__linux__)
// Its declaration is hidden without _GNU_SOURCE.
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#endif

/// The lowest address of the stack of the thread that calls; null where the system does not tell.
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

/// An address near the one that the stack has reached; that of a variable may be elsewhere, as under AddressSanitizer.
static inline void *CThreadStackPlace(void) {
    return __builtin_frame_address(0);
}

#endif
