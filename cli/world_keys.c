#include "world_keys.h"

#include <string.h>

static bool is_number(const tr_key *key)
{
    return key->low < key->high;
}

// What is allowed, in some words.
static void write_allowed(const tr_key *key, char *out, size_t size)
{
    const char *form = tr_key_form_name(key);
    const bool scalar = strcmp(form, "number") == 0 || strcmp(form, "integer") == 0;
    size_t length = 0;
    out[0] = '\0';
    if (is_number(key)) {
        snprintf(out, size, "%s%s%.10g to %.10g", scalar ? "" : form, scalar ? "" : ", each ", key->low, key->high);
    } else if (key->choices) {
        for (int i = 0; key->choices[i] && length < size; i++) {
            length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "", key->choices[i]);
        }
    } else {
        snprintf(out, size, "%s", form);
    }
}

void cli_world_keys_print(FILE *stream)
{
    fprintf(stream, "| key | unit | allowed | default | what it is |\n|---|---|---|---|---|\n");
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        char allowed[TR_KEY_TEXT_SIZE], initial[TR_KEY_TEXT_SIZE];
        write_allowed(entry.key, allowed, sizeof allowed);
        tr_key_default(entry.key, initial, sizeof initial);
        fprintf(stream, "| `%s` | %s | %s | %s | %s |\n", entry.path, tr_key_unit(entry.key), allowed, initial,
                entry.key->help);
    }
}

void cli_world_keys_json(cli_json *json)
{
    cli_json_open(json, NULL, '[');
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        const tr_key *key = entry.key;
        char initial[TR_KEY_TEXT_SIZE];
        tr_key_default(key, initial, sizeof initial);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "key", entry.path);
        cli_json_text(json, "form", tr_key_form_name(key));
        cli_json_text(json, "unit", tr_key_unit(key));
        if (is_number(key)) {
            cli_json_double(json, "low", key->low);
            cli_json_double(json, "high", key->high);
        }
        if (key->choices) {
            cli_json_open(json, "choices", '[');
            for (int k = 0; key->choices[k]; k++) {
                cli_json_text(json, NULL, key->choices[k]);
            }
            cli_json_close(json);
        }
        cli_json_text(json, "default", initial);
        cli_json_text(json, "help", key->help);
        cli_json_close(json);
    }
    cli_json_close(json);
}

// A key that a description has a value of.
typedef struct key_value {
    tr_schema_entry entry;
    char value[TR_KEY_TEXT_SIZE], initial[TR_KEY_TEXT_SIZE];
    bool changed;
} key_value;

// False for a key of items.
static bool find_value(int index, const tr_world_def *def, key_value *out)
{
    out->entry = tr_schema_at(tr_world_schema(), index);
    if (out->entry.of_item) {
        return false;
    }
    tr_key_default(out->entry.key, out->initial, sizeof out->initial);
    tr_key_get(out->entry.key, (const char *)def + out->entry.offset, out->value, sizeof out->value);
    out->changed = strcmp(out->value, out->initial) != 0;
    return true;
}

void cli_world_values_print(FILE *stream, const tr_world_def *def, bool all)
{
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        key_value value;
        if (!find_value(i, def, &value) || (!value.changed && (!all || value.value[0] == '\0'))) {
            continue;
        }
        const char *unit = tr_key_unit(value.entry.key);
        const bool has_unit = *unit && strchr("-0123456789[", value.value[0]);
        fprintf(stream, "%s %-34s %s%s%s", value.changed ? " *" : "  ", value.entry.path, value.value,
                has_unit ? " " : "", has_unit ? unit : "");
        if (value.changed && value.initial[0]) {
            fprintf(stream, "  (default: %s)", value.initial);
        }
        fputc('\n', stream);
    }
}

void cli_world_values_json(cli_json *json, const tr_world_def *def)
{
    cli_json_open(json, "keys", '[');
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        key_value value;
        if (!find_value(i, def, &value)) {
            continue;
        }
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "key", value.entry.path);
        cli_json_text(json, "value", value.value);
        cli_json_text(json, "unit", tr_key_unit(value.entry.key));
        cli_json_text(json, "default", value.initial);
        cli_json_bool(json, "changed", value.changed);
        cli_json_close(json);
    }
    cli_json_close(json);
}
