// Small helpers on text that several files of the room share. None depends on the host's locale.
#ifndef TR_BASE_TEXT_H
#define TR_BASE_TEXT_H

#include <stdarg.h>

#include "terrane/base.h"

// Formats into `out`; text that does not fit ends in "..." after the last whole UTF-8 character.
void tr_text_format(char *out, size_t size, const char *format, va_list arguments) TR_PRINTF(3, 0);

// Text from outside between single quotes, fit for a message on one line: control characters become '?', and
// what is longer than about forty bytes ends in "...".
enum { TR_TEXT_QUOTE_SIZE = 48 };
const char *tr_text_quote(char out[TR_TEXT_QUOTE_SIZE], const char *text);

// An optional sign and then decimal digits, or 0x and hexadecimal ones; nothing before or after. False when the
// text is anything else or the digits exceed 64 bits.
bool tr_text_parse_integer(const char *text, bool *negative, uint64_t *magnitude);

#endif
