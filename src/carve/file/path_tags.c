#include "carve/file/path_tags.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/os.h"

#define FOOT_M 0.3048
#define INCH_M 0.0254

// Whether a byte of UTF-8 goes on with a character that began before it.
static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

// How many of the first `length` bytes are left when none of a character is that goes on behind them.
static size_t whole_characters(const char *text, size_t length, char next)
{
    if (!continues(next)) return length;
    while (length > 0 && continues(text[length - 1])) length--;
    return length > 0 ? length - 1 : 0;
}

// ---------------------------------------------------------------------------------------------------------
// "key"=>"value","key"=>"value", with \" and \\ inside

// Copies a quoted text and returns what follows it, or NULL when there is none. What does not fit is cut off.
static const char *read_quoted(const char *at, char *out, size_t size)
{
    if (*at != '"') return NULL;
    size_t used = 0;
    bool full = false;
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\' && at[1]) at++;
        if (!full && used + 1 == size) {
            used = whole_characters(out, used, *at);
            full = true;
        }
        if (!full) out[used++] = *at;
    }
    out[used] = '\0';
    return *at == '"' ? at + 1 : NULL;
}

static bool find_packed(const char *tags, const char *name, char out[TR_TAG_SIZE])
{
    char key[TR_TAG_SIZE];
    for (const char *at = tags; at && *at;) {
        at = read_quoted(at, key, sizeof key);
        if (!at || strncmp(at, "=>", 2) != 0) return false;
        at = read_quoted(at + 2, out, TR_TAG_SIZE);
        if (!at) return false;
        if (strcasecmp(key, name) == 0) return *out != '\0';
        at += strspn(at, ", ");
    }
    return false;
}

static const char *find_attribute(const tr_vector_feature *feature, const char *name)
{
    for (int32_t i = 0; i < feature->attribute_count; i++)
        if (strcasecmp(feature->attributes[i].name, name) == 0) return feature->attributes[i].value;
    return NULL;
}

bool tr_tag_find(const tr_vector_feature *feature, const char *name, char out[TR_TAG_SIZE])
{
    const char *value = find_attribute(feature, name);
    if (value && *value) {
        size_t length = strnlen(value, TR_TAG_SIZE - 1);
        length = whole_characters(value, length, value[length]);
        memcpy(out, value, length);
        out[length] = '\0';
        return true;
    }
    const char *tags = find_attribute(feature, "other_tags");
    return tags && find_packed(tags, name, out);
}

bool tr_tag_is(const tr_vector_feature *feature, const char *name, const char *value)
{
    char found[TR_TAG_SIZE];
    return tr_tag_find(feature, name, found) && strcasecmp(found, value) == 0;
}

bool tr_tag_is_set(const tr_vector_feature *feature, const char *name)
{
    static const char *const denials[] = {"no", "false", "0", "f", "n"};
    char found[TR_TAG_SIZE];
    if (!tr_tag_find(feature, name, found)) return false;
    for (size_t i = 0; i < sizeof denials / sizeof denials[0]; i++)
        if (strcasecmp(found, denials[i]) == 0) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Numbers

// A plain decimal number at the start; strtod() would also take hexadecimal, "inf", "nan" and leading spaces.
static const char *read_decimal(const char *text, double *out)
{
    const char *digits = text + (*text == '-' || *text == '+' ? 1 : 0);
    if (*digits == '.') digits++;
    if (*digits < '0' || *digits > '9' || digits[1] == 'x' || digits[1] == 'X') return NULL;
    char *end;
    *out = tr_os_parse_double(text, &end);
    return isfinite(*out) ? end : NULL;
}

static bool ends_here(const char *at)
{
    at += strspn(at, " ");
    return *at == '\0' || *at == ';';
}

bool tr_tag_number(const char *text, double *out)
{
    static const struct {
        const char *name;
        double factor;
    } units[] = {{"m", 1},         {"metres", 1},  {"meters", 1}, {"cm", 0.01},   {"km", 1000},
                 {"feet", FOOT_M}, {"ft", FOOT_M}, {"'", FOOT_M}, {"\"", INCH_M}, {"%", 0.01}};
    const char *end = read_decimal(text + strspn(text, " "), out);
    if (!end) return false;
    end += strspn(end, " ");
    if (ends_here(end)) return true;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        const size_t length = strlen(units[i].name);
        if (strncasecmp(end, units[i].name, length) != 0) continue;
        double inches = 0;
        const char *rest = end + length;
        if (*end == '\'') {
            const char *mark = read_decimal(rest, &inches);
            rest = mark && *mark == '"' ? mark + 1 : rest;
        }
        if (!ends_here(rest)) continue;
        *out = *out * units[i].factor + inches * INCH_M;
        return true;
    }
    return false;
}
