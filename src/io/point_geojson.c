// Points as GeoJSON (RFC 7946): a feature on each line. The format knows no systems but longitude and latitude on WGS
// 84; coordinates of an unknown system are written as they are.
#include "base/json_writer.h"
#include "io/point_table.h"

// Degrees are rounded to this share: a tenth of a millimetre.
#define DEGREE_STEPS 1e9

static void write_number(tr_json *json, const char *key, double value)
{
    if (tr_point_is_whole(value)) {
        tr_json_int(json, key, (int64_t)value);
    } else {
        tr_json_double(json, key, value);
    }
}

static double round_degrees(double value)
{
    return rint(value * DEGREE_STEPS) / DEGREE_STEPS;
}

static void write_value(tr_json *json, const tr_point_column *column, size_t row)
{
    switch (tr_point_column_kind(column)) {
    case TR_POINT_TEXT:
        if (column->texts[row]) {
            tr_json_text(json, column->name, column->texts[row]);
        } else {
            tr_json_null(json, column->name);
        }
        break;
    case TR_POINT_INTEGER: tr_json_int(json, column->name, column->integers[row]); break;
    case TR_POINT_NUMBER:
        if (isnan(column->numbers[row])) {
            tr_json_null(json, column->name);
        } else {
            write_number(json, column->name, column->numbers[row]);
        }
        break;
    }
}

// @param degrees  of all points; NULL: they stay as they are
static void write_feature(tr_json *json, const tr_point_table *table, const double *degrees, size_t row)
{
    tr_text_append(&json->text, "\n");
    tr_json_open(json, NULL, '{');
    tr_json_text(json, "type", "Feature");
    tr_json_open(json, "properties", '{');
    for (int i = 0; i < table->column_count; i++) write_value(json, &table->columns[i], row);
    tr_json_close(json);
    tr_json_open(json, "geometry", '{');
    tr_json_text(json, "type", "Point");
    tr_json_open(json, "coordinates", '[');
    write_number(json, NULL, degrees ? round_degrees(degrees[2 * row]) : table->x[row]);
    write_number(json, NULL, degrees ? round_degrees(degrees[2 * row + 1]) : table->y[row]);
    write_number(json, NULL, table->z[row]);
    tr_json_close(json);
    tr_json_close(json);
    tr_json_close(json);
}

static bool write_features(const tr_point_job *job, tr_json *json, const double *degrees, tr_error *err)
{
    for (size_t row = 0; row < job->table->count; row++) {
        write_feature(json, job->table, degrees, row);
        if ((row + 1) % TR_POINT_BATCH != 0) continue;
        if (!tr_points_flush(job, &json->text, err) || !tr_points_go_on(job, row + 1, err)) return false;
    }
    return true;
}

bool tr_points_write_geojson(const tr_point_job *job, tr_error *err)
{
    double *degrees = NULL;
    if (job->table->wkt && !(degrees = tr_points_to_degrees(job, err))) return false;
    tr_json json = tr_json_begin(job->context);
    tr_json_open(&json, NULL, '{');
    tr_json_text(&json, "type", "FeatureCollection");
    tr_json_text(&json, "name", job->table->name);
    tr_json_open(&json, "features", '[');
    bool done = write_features(job, &json, degrees, err);
    if (done) {
        tr_json_close(&json);
        tr_json_close(&json);
        tr_text_append(&json.text, "\n");
        done = tr_points_flush(job, &json.text, err) && tr_points_go_on(job, job->table->count, err);
    }
    tr_free(job->context, json.text.text);
    tr_free(job->context, degrees);
    return done;
}
