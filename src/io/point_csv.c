// Points as comma-separated values (RFC 4180, with the line ends of Unix): a line of names, then a line for each point.
#include <inttypes.h>
#include <string.h>

#include "io/point_table.h"

// A text with a comma, a quote or a line end stands between quotes, and its quotes are doubled.
static void put_text(tr_text_builder *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        tr_text_append(out, text);
        return;
    }
    tr_text_append(out, "\"");
    for (const char *quote; (quote = strchr(text, '"')); text = quote + 1) {
        tr_text_append_bytes(out, text, (size_t)(quote - text));
        tr_text_append(out, "\"\"");
    }
    tr_text_append(out, text);
    tr_text_append(out, "\"");
}

static void put_number(tr_text_builder *out, double value)
{
    if (tr_point_is_whole(value)) {
        tr_text_appendf(out, "%" PRId64, (int64_t)value);
    } else {
        tr_text_append_double(out, value);
    }
}

static void put_value(tr_text_builder *out, const tr_point_column *column, size_t row)
{
    switch (tr_point_column_kind(column)) {
    case TR_POINT_TEXT:
        if (column->texts[row]) put_text(out, column->texts[row]);
        break;
    case TR_POINT_INTEGER: tr_text_appendf(out, "%" PRId64, column->integers[row]); break;
    case TR_POINT_NUMBER:
        if (!isnan(column->numbers[row])) put_number(out, column->numbers[row]);
        break;
    }
}

static void put_names(tr_text_builder *out, const tr_point_table *table)
{
    tr_text_append(out, "x,y,z");
    for (int i = 0; i < table->column_count; i++) {
        tr_text_append(out, ",");
        put_text(out, table->columns[i].name);
    }
    tr_text_append(out, "\n");
}

static void put_row(tr_text_builder *out, const tr_point_table *table, size_t row)
{
    put_number(out, table->x[row]);
    tr_text_append(out, ",");
    put_number(out, table->y[row]);
    tr_text_append(out, ",");
    put_number(out, table->z[row]);
    for (int i = 0; i < table->column_count; i++) {
        tr_text_append(out, ",");
        put_value(out, &table->columns[i], row);
    }
    tr_text_append(out, "\n");
}

bool tr_points_write_csv(const tr_point_job *job, tr_error *err)
{
    tr_text_builder text = tr_text_builder_open(job->context);
    put_names(&text, job->table);
    bool done = true;
    for (size_t row = 0; row < job->table->count && done; row++) {
        put_row(&text, job->table, row);
        if ((row + 1) % TR_POINT_BATCH == 0)
            done = tr_points_flush(job, &text, err) && tr_points_go_on(job, row + 1, err);
    }
    done = done && tr_points_flush(job, &text, err) && tr_points_go_on(job, job->table->count, err);
    tr_free(job->context, text.text);
    return done;
}
