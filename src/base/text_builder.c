// Text that grows (text_builder.h).
#include "base/text_builder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tr_text_builder tr_text_builder_open(tr_context *context)
{
    return (tr_text_builder){.context = context};
}

// Room for `extra` characters and the terminator.
static bool reserve(tr_text_builder *builder, size_t extra)
{
    if (builder->failed) return false;
    size_t needed = builder->length + extra + 1;
    if (builder->text && needed <= builder->capacity) return true;
    size_t capacity = builder->capacity * 2 > needed ? builder->capacity * 2 : needed + 256;
    char *text = tr_alloc(builder->context, capacity, &builder->error);
    if (!text) {
        builder->failed = true;
        return false;
    }
    if (builder->text) memcpy(text, builder->text, builder->length);
    tr_free(builder->context, builder->text);
    builder->text = text;
    builder->capacity = capacity;
    return true;
}

void tr_text_append(tr_text_builder *builder, const char *text)
{
    size_t length = strlen(text);
    if (!reserve(builder, length)) return;
    memcpy(builder->text + builder->length, text, length + 1);
    builder->length += length;
}

void tr_text_appendf(tr_text_builder *builder, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && reserve(builder, (size_t)length)) {
        vsnprintf(builder->text + builder->length, (size_t)length + 1, format, again);
        builder->length += (size_t)length;
    }
    va_end(again);
}

char *tr_text_builder_finish(tr_text_builder *builder, tr_error *err)
{
    if (!builder->failed && !builder->text) tr_text_append(builder, "");
    char *text = builder->text;
    if (builder->failed) {
        if (err) *err = builder->error;
        tr_free(builder->context, text);
        text = NULL;
    }
    *builder = (tr_text_builder){0};
    return text;
}
