// JSON as text: correct escapes, commas and numbers, without white space and without building a tree.
#ifndef TR_BASE_JSON_WRITER_H
#define TR_BASE_JSON_WRITER_H

#include "base/text_builder.h"

enum { TR_JSON_DEPTH = 16 };

// A failed append is remembered by the text; only the end is checked.
typedef struct tr_json {
    tr_text_builder text;
    int depth;  // of what is open; the arrays below are indexed by it
    char closers[TR_JSON_DEPTH + 1];
    bool has_items[TR_JSON_DEPTH + 1];
} tr_json;

tr_json tr_json_begin(tr_context *context);
// The finished text, owned by the caller (tr_free), or NULL with `err` set. Everything that was opened must be closed.
char *tr_json_finish(tr_json *json, tr_error *err);

// Each takes the key inside an object, NULL inside an array and at the top.
// `opener` is '{' or '['.
void tr_json_open(tr_json *json, const char *key, char opener);
void tr_json_close(tr_json *json);
// Bytes that are not UTF-8 become the replacement character, as JSON has no way to hold them.
void tr_json_text(tr_json *json, const char *key, const char *text);
void tr_json_int(tr_json *json, const char *key, int64_t value);
// Reads back as the same number, whatever the host's locale is. The value is finite.
void tr_json_double(tr_json *json, const char *key, double value);
void tr_json_float(tr_json *json, const char *key, float value);
void tr_json_bool(tr_json *json, const char *key, bool value);
void tr_json_null(tr_json *json, const char *key);

#endif
