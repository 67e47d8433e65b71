// The declarations of libexpat. No other file in the package includes <expat.h>.

#ifndef XML2DICT_CEXPAT_SHIM_H
#define XML2DICT_CEXPAT_SHIM_H

// Without it, <expat.h> hides the declarations of the amplification limits, although distributions
// build libexpat with it.
#ifndef XML_DTD
#define XML_DTD 1
#endif

#include <expat.h>

#if defined(__APPLE__)
#include <dlfcn.h>
#else
// Distributions add this function to older versions without changing the number, so the version does
// not show whether it exists. Declared weak, it is null where it is missing; without that, the
// program would not start there.
XMLPARSEAPI(XML_Bool)
XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));
XMLPARSEAPI(XML_Bool)
XML_SetAllocTrackerActivationThreshold(XML_Parser parser, unsigned long long bytes) __attribute__((weak));
#endif

/// Turns off reparse deferral.
///
/// Newer versions of expat hold the last token of a chunk back until more bytes arrive, so that they do
/// not read a token anew with each small piece. FeedBudget prevents that here, and the reader of a live
/// stream must get each record at once.
static inline void CExpatDeliverAtOnce(XML_Parser parser) {
#if defined(__APPLE__)
    XML_Bool (*set)(XML_Parser, XML_Bool) =
        (XML_Bool (*)(XML_Parser, XML_Bool))dlsym(RTLD_DEFAULT, "XML_SetReparseDeferralEnabled");
    if (set) set(parser, XML_FALSE);
#else
    if (XML_SetReparseDeferralEnabled) XML_SetReparseDeferralEnabled(parser, XML_FALSE);
#endif
}

/// Lets expat allocate as much as the system gives.
///
/// Expat 2.7.2 and later refuse a document for which they would allocate many times its length, and call that
/// exhausted memory. The process must not end there, and the limits of the reader bound what expat allocates.
static inline void CExpatAllocateFreely(XML_Parser parser) {
#if defined(__APPLE__)
    XML_Bool (*set)(XML_Parser, unsigned long long) =
        (XML_Bool (*)(XML_Parser, unsigned long long))dlsym(RTLD_DEFAULT, "XML_SetAllocTrackerActivationThreshold");
    if (set) set(parser, ~0ULL);
#else
    if (XML_SetAllocTrackerActivationThreshold) XML_SetAllocTrackerActivationThreshold(parser, ~0ULL);
#endif
}

#endif
