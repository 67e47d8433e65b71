// The only door to libexpat. Nothing else in the package includes <expat.h>.

#ifndef XML2DICT_CEXPAT_SHIM_H
#define XML2DICT_CEXPAT_SHIM_H

// The declarations of the amplification limits are hidden without it, although every libexpat
// that distributions ship is built with it.
#ifndef XML_DTD
#define XML_DTD 1
#endif

#include <expat.h>

#if defined(__APPLE__)
#include <dlfcn.h>
#else
// Distributions port this function back without changing the version, and older revisions lack it.
// Declared weak, it is null where it is missing; a plain call would keep the program from starting.
XMLPARSEAPI(XML_Bool)
XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));
#endif

/// Newer versions of expat keep the last token of a chunk back until more comes, so that a token that
/// arrives in many small pieces is not read anew with each. Here the size of chunks sees to that, and
/// a live stream must have what it sent.
static inline void CExpatDeliverAtOnce(XML_Parser parser) {
#if defined(__APPLE__)
    XML_Bool (*set)(XML_Parser, XML_Bool) =
        (XML_Bool (*)(XML_Parser, XML_Bool))dlsym(RTLD_DEFAULT, "XML_SetReparseDeferralEnabled");
    if (set) set(parser, XML_FALSE);
#else
    if (XML_SetReparseDeferralEnabled) XML_SetReparseDeferralEnabled(parser, XML_FALSE);
#endif
}

#endif
