// The declaration of getopt_long(3), which Swift's module of the C library leaves out on Linux.

#ifndef XML2DICT_CGETOPT_SHIM_H
#define XML2DICT_CGETOPT_SHIM_H

#include <getopt.h>

#endif
