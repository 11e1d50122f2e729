// Small helpers on text that several files of the room share. None depends on the host's locale.
#ifndef TR_BASE_TEXT_H
#define TR_BASE_TEXT_H

#include <stdarg.h>

#include "terrane/schema.h"

// Formats into `out`; text that does not fit ends in "..." after the last whole UTF-8 character.
void tr_text_format(char *out, size_t size, const char *format, va_list arguments) TR_PRINTF(3, 0);

// Text from outside between single quotes, fit for a message on one line: control characters become '?', and
// what is longer than about forty bytes ends in "...".
enum { TR_TEXT_QUOTE_SIZE = 48 };
const char *tr_text_quote(char out[TR_TEXT_QUOTE_SIZE], const char *text);

// An optional sign and then decimal digits, or 0x and hexadecimal ones; nothing before or after. False when the
// text is anything else or the digits exceed 64 bits.
bool tr_text_parse_integer(const char *text, bool *negative, uint64_t *magnitude);
// The same within 64 bits with its sign.
bool tr_text_parse_int64(const char *text, int64_t *out);

// A decimal number, and one of the units where there are some (the first is meant when there is none); nothing before
// or after. Rounded once: 0.35 km and 350 m are the same. A number that is too large becomes infinite.
bool tr_text_parse_number(const char *text, const tr_unit *units, double *out);

// ", alone or with a unit: m, km"; "" where there are none.
enum { TR_TEXT_UNITS_SIZE = 96 };
const char *tr_text_list_units(char out[TR_TEXT_UNITS_SIZE], const tr_unit *units);

#endif
