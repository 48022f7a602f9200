/* What the tests in C and in C++ share: a check that says where it failed. */

#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tagspan.h"

#define EXPECT(condition)                                                        \
  do {                                                                           \
    if (!(condition)) {                                                          \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
      exit(1);                                                                   \
    }                                                                            \
  } while (0)

/* Whether a string is this text. */
static inline bool is(tagspan_string string, const char *text) {
  return string.data != NULL && string.length == strlen(text) && memcmp(string.data, text, string.length) == 0;
}

#endif
