// The declarations of libexpat. No other file in the package includes <expat.h>.

#ifndef XML2DICT_CEXPAT_SHIM_H
#define XML2DICT_CEXPAT_SHIM_H

// Without XML_DTD, <expat.h> hides the declarations of the amplification limits, although distributions
// build libexpat with XML_DTD.
#ifndef XML_DTD
#define XML_DTD 1
#endif

#include <expat.h>

#if defined(__APPLE__)
#include <dlfcn.h>
#else
// Distributions add these functions to older versions of expat without a new version number, so the
// number does not show whether a function exists. The weak declaration of a missing function is null.
// Without `weak`, the program would not start.
XMLPARSEAPI(XML_Bool)
XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));
XMLPARSEAPI(XML_Bool)
XML_SetAllocTrackerActivationThreshold(XML_Parser parser, unsigned long long bytes) __attribute__((weak));
#endif

/// Turns off reparse deferral.
///
/// Newer versions of expat defer the last token of a chunk until more bytes arrive, because otherwise they
/// would parse a long token again with each small chunk. FeedBudget already prevents this repeated work,
/// and the reader of a live stream must get each record at once.
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
/// If a document needs many times its length in memory, expat 2.7.2 and later report exhausted memory, which
/// would end the process. The limits of the reader already bound the memory that expat allocates.
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
