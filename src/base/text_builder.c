// Text that grows (text_builder.h).
#include "base/text_builder.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"

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

void tr_text_append_bytes(tr_text_builder *builder, const char *text, size_t length)
{
    if (!reserve(builder, length)) return;
    memcpy(builder->text + builder->length, text, length);
    builder->length += length;
    builder->text[builder->length] = '\0';
}

void tr_text_append(tr_text_builder *builder, const char *text)
{
    tr_text_append_bytes(builder, text, strlen(text));
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

// Whatever a locale puts between the digits is the decimal point.
static void restore_point(char *number)
{
    const size_t before = strspn(number, "+-0123456789");
    const size_t point = strcspn(number + before, "+-0123456789eE");
    if (point == 0) return;
    number[before] = '.';
    memmove(number + before + 1, number + before + point, strlen(number + before + point) + 1);
}

// Prints a number with some digits; returns what it reads back as.
static double print_number(char text[48], double value, int digits)
{
    snprintf(text, 48, "%.*g", digits, value);
    restore_point(text);
    return tr_os_parse_double(text, NULL);
}

// The digits of a printed number, without zeros at either end.
static int count_digits(const char *text)
{
    int count = 0, digits = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0')) continue;
        count++;
        if (*text != '0') digits = count;
    }
    return digits;
}

// The shortest of the usual precisions that reads back as the same number. A number of up to 15 digits survives the way
// to a double and back (DBL_DIG): when 15 digits read back, those that are printed are all that it needs.
void tr_text_append_double(tr_text_builder *builder, double value)
{
    char text[48];
    if (print_number(text, value, 6) == value) {
        tr_text_append(builder, text);
        return;
    }
    if (print_number(text, value, 15) == value) {
        print_number(text, value, count_digits(text));
    } else if (print_number(text, value, 16) != value) {
        print_number(text, value, 17);
    }
    tr_text_append(builder, text);
}

void tr_text_append_float(tr_text_builder *builder, float value)
{
    char text[48];
    for (int digits = 6; digits <= 9 && (float)print_number(text, (double)value, digits) != value; digits++) continue;
    tr_text_append(builder, text);
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
