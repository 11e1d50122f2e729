#include "world_keys.h"

#include <string.h>

enum { VALUE_SIZE = 256 };

static bool is_number(const tr_world_key *key)
{
    return key->low <= key->high;
}

// What is allowed, in some words.
static void write_allowed(const tr_world_key *key, char *out, size_t size)
{
    const bool scalar = strcmp(key->form, "number") == 0 || strcmp(key->form, "integer") == 0;
    size_t length = 0;
    out[0] = '\0';
    if (is_number(key)) {
        snprintf(out, size, "%s%s%.10g to %.10g", scalar ? "" : key->form, scalar ? "" : ", each ", key->low,
                 key->high);
    } else if (key->choices) {
        for (int i = 0; i < key->choice_count && length < size; i++) {
            length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "", key->choices[i]);
        }
    } else {
        snprintf(out, size, "%s", key->form);
    }
}

void cli_world_keys_print(FILE *stream)
{
    fprintf(stream, "| key | unit | allowed | default | what it is |\n|---|---|---|---|---|\n");
    for (int i = 0; i < tr_world_key_count(); i++) {
        const tr_world_key key = tr_world_key_at(i);
        char allowed[VALUE_SIZE];
        write_allowed(&key, allowed, sizeof allowed);
        fprintf(stream, "| `%s` | %s | %s | %s | %s |\n", key.path, key.unit, allowed, key.standard, key.help);
    }
}

void cli_world_keys_json(cli_json *json)
{
    cli_json_open(json, NULL, '[');
    for (int i = 0; i < tr_world_key_count(); i++) {
        const tr_world_key key = tr_world_key_at(i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "key", key.path);
        cli_json_text(json, "form", key.form);
        cli_json_text(json, "unit", key.unit);
        if (is_number(&key)) {
            cli_json_double(json, "low", key.low);
            cli_json_double(json, "high", key.high);
        }
        if (key.choices) {
            cli_json_open(json, "choices", '[');
            for (int k = 0; k < key.choice_count; k++) {
                cli_json_text(json, NULL, key.choices[k]);
            }
            cli_json_close(json);
        }
        cli_json_text(json, "default", key.standard);
        cli_json_text(json, "help", key.help);
        cli_json_close(json);
    }
    cli_json_close(json);
}

void cli_world_values_print(FILE *stream, const tr_world_def *def, bool all)
{
    for (int i = 0; i < tr_world_key_count(); i++) {
        const tr_world_key key = tr_world_key_at(i);
        char value[VALUE_SIZE];
        tr_world_key_text(i, def, value, sizeof value);
        const bool changed = strcmp(value, key.standard) != 0;
        if (key.of_item || (!changed && (!all || value[0] == '\0'))) {
            continue;
        }
        const bool has_unit = *key.unit && strchr("-0123456789[", value[0]);
        fprintf(stream, "%s %-34s %s%s%s", changed ? " *" : "  ", key.path, value, has_unit ? " " : "",
                has_unit ? key.unit : "");
        if (changed && key.standard[0]) {
            fprintf(stream, "  (default: %s)", key.standard);
        }
        fputc('\n', stream);
    }
}

void cli_world_values_json(cli_json *json, const tr_world_def *def)
{
    cli_json_open(json, "keys", '[');
    for (int i = 0; i < tr_world_key_count(); i++) {
        const tr_world_key key = tr_world_key_at(i);
        if (key.of_item) {
            continue;
        }
        char value[VALUE_SIZE];
        tr_world_key_text(i, def, value, sizeof value);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "key", key.path);
        cli_json_text(json, "value", value);
        cli_json_text(json, "unit", key.unit);
        cli_json_text(json, "default", key.standard);
        cli_json_bool(json, "changed", strcmp(value, key.standard) != 0);
        cli_json_close(json);
    }
    cli_json_close(json);
}
