// JSON on a stream: correct escapes, commas and numbers, without building a tree.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "options.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CLI_JSON_DEPTH = 8 };

typedef struct cli_json {
    FILE *stream;
    int depth;  // of what is open; the arrays below are indexed by it
    char closers[CLI_JSON_DEPTH + 1];
    bool has_items[CLI_JSON_DEPTH + 1];
    bool on_one_line[CLI_JSON_DEPTH + 1];
} cli_json;

cli_json cli_json_begin(FILE *stream);
// Ends the text with a newline; everything that was opened must be closed.
void cli_json_end(cli_json *json);

// Each takes the key inside an object, NULL inside an array and at the top.
// `opener` is '{' or '['.
void cli_json_open(cli_json *json, const char *key, char opener);
void cli_json_close(cli_json *json);
// Bytes that are not UTF-8 become the replacement character, as JSON has no way to hold them.
void cli_json_text(cli_json *json, const char *key, const char *text);
void cli_json_int(cli_json *json, const char *key, int64_t value);
// Round-trips exactly; a value that is not finite becomes null.
void cli_json_double(cli_json *json, const char *key, double value);
void cli_json_bool(cli_json *json, const char *key, bool value);
void cli_json_null(cli_json *json, const char *key);

// What a command says of a picture that it wrote: the file and its size, as JSON or as a line, unless it shall be
// quiet.
void cli_report_picture(const cli_common *common, const tr_image *image);

#endif
