// JSON text (RFC 8259).
#include "base/json_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

// The bytes of the UTF-8 sequence at `text`, or 0 when it is not one (overlong forms, surrogates and values
// beyond U+10FFFF included; RFC 3629, section 4).
static int utf8_length(const unsigned char *text)
{
    const unsigned first = text[0];
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
    }
    const unsigned second = text[1];
    const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return wrong ? 0 : length;
}

static void append_escape(tr_text_builder *out, unsigned char byte, bool is_text)
{
    if (!is_text) {
        tr_text_append(out, "\\ufffd");
    } else if (byte < 0x20) {
        tr_text_appendf(out, "\\u%04x", byte);
    } else {
        tr_text_appendf(out, "\\%c", byte);
    }
}

// What stays as it is goes out in one piece.
static void append_quoted(tr_text_builder *out, const char *text)
{
    tr_text_append(out, "\"");
    const unsigned char *at = (const unsigned char *)text, *plain = at;
    while (*at) {
        const int length = utf8_length(at);
        const bool is_plain = length > 0 && *at >= 0x20 && *at != '"' && *at != '\\';
        if (!is_plain) {
            tr_text_append_bytes(out, (const char *)plain, (size_t)(at - plain));
            append_escape(out, *at, length > 0);
        }
        at += length > 0 ? length : 1;
        if (!is_plain) plain = at;
    }
    tr_text_append_bytes(out, (const char *)plain, (size_t)(at - plain));
    tr_text_append(out, "\"");
}

// What stands before a value: the comma and the key.
static void begin_value(tr_json *json, const char *key)
{
    if (json->has_items[json->depth]) tr_text_append(&json->text, ",");
    json->has_items[json->depth] = true;
    if (key) {
        append_quoted(&json->text, key);
        tr_text_append(&json->text, ":");
    }
}

tr_json tr_json_begin(tr_context *context)
{
    return (tr_json){.text = tr_text_builder_open(context)};
}

char *tr_json_finish(tr_json *json, tr_error *err)
{
    assert(json->depth == 0);
    return tr_text_builder_finish(&json->text, err);
}

void tr_json_open(tr_json *json, const char *key, char opener)
{
    assert(json->depth < TR_JSON_DEPTH);
    begin_value(json, key);
    tr_text_append(&json->text, opener == '{' ? "{" : "[");
    json->depth++;
    json->closers[json->depth] = opener == '{' ? '}' : ']';
    json->has_items[json->depth] = false;
}

void tr_json_close(tr_json *json)
{
    assert(json->depth > 0);
    const char closer[] = {json->closers[json->depth--], '\0'};
    tr_text_append(&json->text, closer);
}

void tr_json_text(tr_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    append_quoted(&json->text, text);
}

void tr_json_int(tr_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    tr_text_appendf(&json->text, "%" PRId64, value);
}

void tr_json_double(tr_json *json, const char *key, double value)
{
    assert(isfinite(value));
    begin_value(json, key);
    tr_text_append_double(&json->text, value);
}

void tr_json_float(tr_json *json, const char *key, float value)
{
    assert(isfinite(value));
    begin_value(json, key);
    tr_text_append_float(&json->text, value);
}

void tr_json_bool(tr_json *json, const char *key, bool value)
{
    begin_value(json, key);
    tr_text_append(&json->text, value ? "true" : "false");
}

void tr_json_null(tr_json *json, const char *key)
{
    begin_value(json, key);
    tr_text_append(&json->text, "null");
}
