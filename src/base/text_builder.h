// Text that grows: formatted pieces appended one after another.
#ifndef TR_BASE_TEXT_BUILDER_H
#define TR_BASE_TEXT_BUILDER_H

#include "terrane/base.h"

// After a failed append the builder stays failed and ignores further ones, so that only the end is checked.
typedef struct tr_text_builder {
    tr_context *context;
    char *text;
    size_t length, capacity;
    bool failed;
    tr_error error;
} tr_text_builder;

tr_text_builder tr_text_builder_open(tr_context *context);
void tr_text_append(tr_text_builder *builder, const char *text);
void tr_text_append_bytes(tr_text_builder *builder, const char *text, size_t length);
void tr_text_appendf(tr_text_builder *builder, const char *format, ...) TR_PRINTF(2, 3);
// A finite number as text that reads back as the same one, whatever the host's locale is.
void tr_text_append_double(tr_text_builder *builder, double value);
// The same for a float, which needs nine digits at most.
void tr_text_append_float(tr_text_builder *builder, float value);
// The finished text, owned by the caller (tr_free), or NULL with `err` set.
char *tr_text_builder_finish(tr_text_builder *builder, tr_error *err);

#endif
