// The only door to libexpat. Nothing else in the package includes <expat.h>.

#ifndef XML2DICT_CEXPAT_SHIM_H
#define XML2DICT_CEXPAT_SHIM_H

// The declarations of the amplification limits are hidden without it, although every libexpat
// that distributions ship is built with it.
#ifndef XML_DTD
#define XML_DTD 1
#endif

#include <expat.h>

#endif
