#include "templates.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Made from the files by cmake/embed_text.cmake.
#define X(name, summary, needs_elevation) extern const char cli_template_##name[];
CLI_TEMPLATE_LIST(X)
#undef X

const cli_template cli_templates[CLI_TEMPLATE_COUNT] = {
#define X(name, summary, needs_elevation) {#name, cli_template_##name, needs_elevation},
    CLI_TEMPLATE_LIST(X)
#undef X
};

// Text that grows in a buffer of the caller.
typedef struct text_out {
    char *text;
    size_t size, length;
    bool full;
} text_out;

static void put(text_out *out, const char *bytes, size_t count)
{
    if (out->full || count >= out->size - out->length) {
        out->full = true;
        return;
    }
    memcpy(out->text + out->length, bytes, count);
    out->length += count;
    out->text[out->length] = '\0';
}

// As a YAML scalar: plain when it is one word, else in single quotes, where only the quote itself is doubled.
static void put_scalar(text_out *out, const char *value)
{
    bool plain = true;
    for (const char *at = value; *at; at++) {
        plain = plain && isalnum((unsigned char)*at);
    }
    if (plain) {
        put(out, value, strlen(value));
        return;
    }
    put(out, "'", 1);
    for (const char *at = value; *at; at++) {
        put(out, at, 1);
        if (*at == '\'') {
            put(out, at, 1);
        }
    }
    put(out, "'", 1);
}

// The line `key: value  # comment` with another value; the comment stays.
static void put_line_with(text_out *out, const char *line, size_t length, const char *value)
{
    const char *value_begin = (const char *)memchr(line, ':', length) + 2;
    put(out, line, (size_t)(value_begin - line));
    put_scalar(out, value);
    const char *comment = memchr(value_begin, '#', length - (size_t)(value_begin - line));
    if (comment) {
        put(out, "  ", 2);
        put(out, comment, (size_t)(line + length - comment));
    } else {
        put(out, "\n", 1);
    }
}

static bool is_printable(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            return false;
        }
    }
    return true;
}

bool cli_template_fill(const cli_template *template, const cli_template_values *values, char *out, size_t size,
                       tr_error *err)
{
    const char *const keys[] = {"seed: ", "file: "};
    const char *const given[] = {values->seed, values->elevation_file};
    for (int i = 0; i < 2; i++) {
        if (given[i] && !is_printable(given[i])) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the %.4s holds a control character", keys[i]);
        }
    }
    text_out text = {.text = out, .size = size};
    for (const char *line = template->text; *line;) {
        const size_t length = strcspn(line, "\n") + 1;
        const char *word = line + strspn(line, " ");
        const char *value = NULL;
        for (int i = 0; i < 2; i++) {
            value = strncmp(word, keys[i], strlen(keys[i])) == 0 ? given[i] : value;
        }
        if (value) {
            put_line_with(&text, line, length, value);
        } else {
            put(&text, line, length);
        }
        line += length;
    }
    return !text.full || tr_fail(err, TR_ERROR_TOO_LARGE, "the seed or the path is too long for a description");
}
