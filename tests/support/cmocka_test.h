// cmocka with the headers it needs before it, in the order it needs them.
#ifndef TR_CMOCKA_TEST_H
#define TR_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
