// getopt_long(3), which the C library has and Swift's module of it leaves out on Linux.

#ifndef XML2DICT_CGETOPT_SHIM_H
#define XML2DICT_CGETOPT_SHIM_H

#include <getopt.h>

#endif
