#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"

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

bool tr_text_parse_int64(const char *text, int64_t *out)
{
    bool negative;
    uint64_t magnitude;
    if (!tr_text_parse_integer(text, &negative, &magnitude)) return false;
    if (magnitude > (uint64_t)INT64_MAX + negative) return false;
    // The magnitude of INT64_MIN is not an int64_t.
    *out = negative && magnitude > 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return true;
}

static const char *skip_digits(const char *at)
{
    while (*at >= '0' && *at <= '9') at++;
    return at;
}

// The end of the digits with at most one point and an exponent that `text` begins with, or NULL when it begins with
// something else. strtod() would also take hexadecimal, "inf", "nan" and spaces.
static const char *skip_decimal(const char *text)
{
    if (*text == '+' || *text == '-') text++;
    const char *whole = text;
    text = skip_digits(text);
    bool has_digits = text > whole;
    if (*text == '.') {
        const char *fraction = ++text;
        text = skip_digits(text);
        has_digits = has_digits || text > fraction;
    }
    if (!has_digits) return NULL;
    if (*text == 'e' || *text == 'E') {
        const char *exponent = text[1] == '+' || text[1] == '-' ? text + 2 : text + 1;
        if (skip_digits(exponent) > exponent) text = skip_digits(exponent);
    }
    return text;
}

// The number in `text` (which ends at `end`) times ten to the power of `shift`, rounded once.
static bool parse_shifted(const char *text, const char *end, int shift, double *out)
{
    enum { MAX_DIGITS = 64, MAX_EXPONENT = 9999 };
    const char *mantissa_end = text;
    while (mantissa_end < end && *mantissa_end != 'e' && *mantissa_end != 'E') mantissa_end++;
    if (mantissa_end - text > MAX_DIGITS) return false;
    double exponent = 0;
    char *parsed_end;
    if (mantissa_end < end) exponent = tr_os_parse_double(mantissa_end + 1, &parsed_end);
    exponent = fmax(-MAX_EXPONENT, fmin(MAX_EXPONENT, exponent)) + shift;
    char shifted[MAX_DIGITS + 16];
    snprintf(shifted, sizeof shifted, "%.*se%d", (int)(mantissa_end - text), text, (int)exponent);
    *out = tr_os_parse_double(shifted, &parsed_end);
    return *parsed_end == '\0';
}

bool tr_text_parse_number(const char *text, const tr_unit *units, double *out)
{
    const char *end = skip_decimal(text);
    if (!end) return false;
    if (!units) {
        char *parsed_end;
        *out = tr_os_parse_double(text, &parsed_end);
        return *end == '\0';
    }
    if (*end == '\0') return parse_shifted(text, end, units->exponent, out);
    const char *name = end + strspn(end, " ");
    while (units->name && strcmp(units->name, name) != 0) units++;
    return units->name && parse_shifted(text, end, units->exponent, out);
}

const char *tr_text_list_units(char out[TR_TEXT_UNITS_SIZE], const tr_unit *units)
{
    int length = 0;
    out[0] = '\0';
    for (; units && units->name && length < TR_TEXT_UNITS_SIZE; units++) {
        if (!*units->name) continue;
        const char *join = length == 0 ? ", alone or with a unit: " : ", ";
        length += snprintf(out + length, (size_t)(TR_TEXT_UNITS_SIZE - length), "%s%s", join, units->name);
    }
    return out;
}
