#include "report.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

// The bytes of the UTF-8 sequence at `text`, or 0 when it is not one (overlong forms, surrogates and values
// beyond U+10FFFF included; RFC 3629, section 4).
static int utf8_length(const unsigned char *text)
{
    const unsigned first = text[0];
    if (first < 0x80) {
        return 1;
    }
    const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) {
        return 0;
    }
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    const unsigned second = text[1];
    const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return wrong ? 0 : length;
}

static void write_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const int length = utf8_length(at);
        if (length == 0) {
            fputs("\\ufffd", stream);
        } else if (*at == '"' || *at == '\\') {
            fprintf(stream, "\\%c", *at);
        } else if (*at < 0x20) {
            fprintf(stream, "\\u%04x", *at);
        } else {
            fwrite(at, 1, (size_t)length, stream);
        }
        at += length == 0 ? 1 : length;
    }
    fputc('"', stream);
}

// What stands before a value: the comma, the line break, the key.
static void begin_value(cli_json *json, const char *key)
{
    const bool first = !json->has_items[json->depth];
    json->has_items[json->depth] = true;
    if (!first) {
        fputc(',', json->stream);
    }
    if (json->depth > 0 && !json->on_one_line[json->depth]) {
        fprintf(json->stream, "\n%*s", json->depth * 2, "");
    } else if (!first) {
        fputc(' ', json->stream);
    }
    if (key) {
        write_string(json->stream, key);
        fputs(": ", json->stream);
    }
}

cli_json cli_json_begin(FILE *stream)
{
    return (cli_json){.stream = stream};
}

void cli_json_end(cli_json *json)
{
    assert(json->depth == 0);
    fputc('\n', json->stream);
}

void cli_json_open(cli_json *json, const char *key, char opener)
{
    assert(json->depth < CLI_JSON_DEPTH);
    begin_value(json, key);
    fputc(opener, json->stream);
    // An item of an array stays on one line, so that a table has one row per line.
    const bool inside_array = json->depth > 0 && json->closers[json->depth] == ']';
    const bool on_one_line = inside_array || json->on_one_line[json->depth];
    json->depth++;
    json->closers[json->depth] = opener == '{' ? '}' : ']';
    json->on_one_line[json->depth] = on_one_line;
    json->has_items[json->depth] = false;
}

void cli_json_close(cli_json *json)
{
    assert(json->depth > 0);
    const int depth = json->depth--;
    if (json->has_items[depth] && !json->on_one_line[depth]) {
        fprintf(json->stream, "\n%*s", json->depth * 2, "");
    }
    fputc(json->closers[depth], json->stream);
}

void cli_json_text(cli_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    write_string(json->stream, text);
}

void cli_json_int(cli_json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    fprintf(json->stream, "%" PRId64, value);
}

void cli_json_double(cli_json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        cli_json_null(json, key);
        return;
    }
    begin_value(json, key);
    // The shortest of the usual precisions that reads back as the same number.
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    fputs(text, json->stream);
}

void cli_json_bool(cli_json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void cli_json_null(cli_json *json, const char *key)
{
    begin_value(json, key);
    fputs("null", json->stream);
}

void cli_report_picture(const cli_common *common, const tr_image *image)
{
    if (common->json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", common->output);
        cli_json_int(&json, "width", image->width);
        cli_json_int(&json, "height", image->height);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!common->quiet) {
        printf("%s: %d x %d pixels\n", common->output, (int)image->width, (int)image->height);
    }
}
