#include "base/text.h"

#include <stdio.h>
#include <string.h>

// Ends `out` with "..." so that it fits `size` bytes and no UTF-8 character is cut: its continuation bytes are
// 10xxxxxx.
static void end_with_dots(char *out, size_t size)
{
    static const char dots[] = "...";
    if (size < sizeof dots) return;
    size_t at = size - sizeof dots;
    while (at > 0 && ((unsigned char)out[at] & 0xC0) == 0x80) at--;
    memcpy(out + at, dots, sizeof dots);
}

void tr_text_format(char *out, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(out, size, format, arguments);
    if (length < 0)
        out[0] = '\0';
    else if ((size_t)length >= size)
        end_with_dots(out, size);
}

const char *tr_text_quote(char out[TR_TEXT_QUOTE_SIZE], const char *text)
{
    const size_t room = TR_TEXT_QUOTE_SIZE - 2;  // the quotes
    size_t length = strnlen(text, room);
    char *inner = out + 1;
    memcpy(inner, text, length < room ? length + 1 : room);
    if (length == room) {
        end_with_dots(inner, room);
        length = strlen(inner);
    }
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)inner[i] < 0x20 || inner[i] == 0x7F) inner[i] = '?';
    }
    out[0] = '\'';
    inner[length] = '\'';
    inner[length + 1] = '\0';
    return out;
}

// The value of a digit in bases up to 16, or -1.
static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool tr_text_parse_integer(const char *text, bool *negative, uint64_t *magnitude)
{
    bool minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    uint64_t base = 10;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    if (*text == '\0') return false;
    uint64_t value = 0;
    for (; *text != '\0'; text++) {
        int digit = digit_value(*text);
        if (digit < 0 || (uint64_t)digit >= base) return false;
        if (value > (UINT64_MAX - (uint64_t)digit) / base) return false;
        value = value * base + (uint64_t)digit;
    }
    *negative = minus;
    *magnitude = value;
    return true;
}
