// Objects as a table of points.
#include "terrane/export.h"

#include "terrane/io.h"
#include "terrane/math.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Columns of numbers. Coordinates are rounded to a tenth of a millimetre, angles to a hundredth of a degree: more is
// noise.
enum { EAST, NORTH, UP, WORLD_X, WORLD_Z, SCALE, YAW, TILT, NUMBER_COUNT };
enum { ID, SET, LAYER, MODEL, TEXT_COUNT };
enum { ID_SIZE = 17, COLUMN_COUNT = 10 };

typedef struct object_table {
    const tr_object_list *from;
    double *numbers[NUMBER_COUNT];
    const char **texts[TEXT_COUNT];
    int64_t *variants;
    char (*ids)[ID_SIZE];
    char (*set_names)[TR_PLACE_NAME_SIZE];
    char (*layer_names)[TR_PLACE_MAX_LAYERS][TR_PLACE_NAME_SIZE];
} object_table;

static double rounded(double value, double steps)
{
    return rint(value * steps) / steps;
}

static void release(object_table *table)
{
    tr_context *context = tr_world_context(table->from->world);
    for (int i = 0; i < NUMBER_COUNT; i++) {
        tr_free(context, table->numbers[i]);
    }
    for (int i = 0; i < TEXT_COUNT; i++) {
        tr_free(context, table->texts[i]);
    }
    tr_free(context, table->variants);
    tr_free(context, table->ids);
    tr_free(context, table->set_names);
    tr_free(context, table->layer_names);
}

static bool take_memory(object_table *table, tr_error *err)
{
    tr_context *context = tr_world_context(table->from->world);
    const size_t count = (size_t)table->from->count + 1;
    bool done = true;
    for (int i = 0; i < NUMBER_COUNT && done; i++) {
        done = (table->numbers[i] = tr_alloc_array(context, count, sizeof(double), err));
    }
    for (int i = 0; i < TEXT_COUNT && done; i++) {
        done = (table->texts[i] = tr_alloc_array(context, count, sizeof(char *), err));
    }
    return done && (table->variants = tr_alloc_array(context, count, sizeof *table->variants, err)) &&
           (table->ids = tr_alloc_array(context, count, sizeof *table->ids, err)) &&
           (table->set_names = tr_alloc_array(context, TR_PLACE_MAX_SETS, sizeof *table->set_names, err)) &&
           (table->layer_names = tr_alloc_array(context, TR_PLACE_MAX_SETS, sizeof *table->layer_names, err));
}

static void name_sets(object_table *table)
{
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        if (tr_object_list_layers(table->from, set) == 0) {
            continue;
        }
        tr_world_set_name(table->from->world, set, table->set_names[set]);
        for (int32_t layer = 0; layer < tr_object_list_layers(table->from, set); layer++) {
            tr_world_layer_name(table->from->world, set, layer, table->layer_names[set][layer]);
        }
    }
}

static void fill_row(object_table *table, const double origin[2], int64_t row)
{
    const tr_object *object = &table->from->objects[row];
    table->numbers[EAST][row] = rounded(origin[0] + object->x_m, 1e4);
    table->numbers[NORTH][row] = rounded(origin[1] - object->z_m, 1e4);
    table->numbers[UP][row] = rounded((double)object->y_m, 1e3);
    table->numbers[WORLD_X][row] = rounded(object->x_m, 1e4);
    table->numbers[WORLD_Z][row] = rounded(object->z_m, 1e4);
    table->numbers[SCALE][row] = rounded((double)object->scale, 1e4);
    snprintf(table->ids[row], sizeof table->ids[row], "%016llx", (unsigned long long)object->id);
    table->texts[ID][row] = table->ids[row];
    table->texts[SET][row] = table->set_names[object->set];
    table->texts[LAYER][row] = table->layer_names[object->set][object->layer];
    table->texts[MODEL][row] = tr_model_name(tr_world_object_model(table->from->world, object));
    table->variants[row] = object->variant;
}

// A rotation is a turn about the vertical, then a tilt about a level axis: half the turn is the angle of (w, y), half
// the tilt that of the lengths of (w, y) and (x, z). Turns are told as compasses do, clockwise seen from above.
static bool fill_angles(object_table *table, tr_error *err)
{
    enum { BATCH = 512 };
    const double degrees = 57.29577951308232;
    tr_context *context = tr_world_context(table->from->world);
    for (int64_t begin = 0; begin < table->from->count; begin += BATCH) {
        float y[BATCH], w[BATCH], turn[BATCH], lean[BATCH], rest[BATCH], tilt[BATCH];
        const int64_t left = table->from->count - begin;
        const size_t count = left < BATCH ? (size_t)left : BATCH;
        for (size_t i = 0; i < count; i++) {
            const float *q = table->from->objects[begin + (int64_t)i].rotation;
            y[i] = q[1], w[i] = q[3];
            lean[i] = sqrtf(q[0] * q[0] + q[2] * q[2]), rest[i] = sqrtf(q[1] * q[1] + q[3] * q[3]);
        }
        if (!tr_math_eval(context, TR_MATH_ATAN2, &(tr_math_arguments){y, w, count}, turn, err) ||
            !tr_math_eval(context, TR_MATH_ATAN2, &(tr_math_arguments){lean, rest, count}, tilt, err)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            const double yaw = rounded(-2 * (double)turn[i] * degrees, 1e2);
            table->numbers[YAW][begin + (int64_t)i] = rounded(yaw - 360 * floor(yaw / 360), 1e2);
            table->numbers[TILT][begin + (int64_t)i] = rounded(2 * (double)tilt[i] * degrees, 1e2);
        }
    }
    return true;
}

static bool write_rows(const object_table *table, const char *wkt, const char *path, const tr_progress *progress,
                       tr_error *err)
{
    const tr_point_column columns[COLUMN_COUNT] = {{.name = "id", .texts = table->texts[ID]},
                                                   {.name = "set", .texts = table->texts[SET]},
                                                   {.name = "layer", .texts = table->texts[LAYER]},
                                                   {.name = "model", .texts = table->texts[MODEL]},
                                                   {.name = "variant", .integers = table->variants},
                                                   {.name = "scale", .numbers = table->numbers[SCALE]},
                                                   {.name = "yaw", .numbers = table->numbers[YAW]},
                                                   {.name = "tilt", .numbers = table->numbers[TILT]},
                                                   {.name = "world_x", .numbers = table->numbers[WORLD_X]},
                                                   {.name = "world_z", .numbers = table->numbers[WORLD_Z]}};
    const tr_point_table points = {.name = "objects",
                                   .count = (size_t)table->from->count,
                                   .x = table->numbers[EAST],
                                   .y = table->numbers[NORTH],
                                   .z = table->numbers[UP],
                                   .columns = columns,
                                   .column_count = COLUMN_COUNT,
                                   .wkt = wkt};
    return tr_points_write(tr_world_context(table->from->world), path, &points, progress, err);
}

bool tr_export_objects(const tr_object_list *objects, const char *path, const tr_progress *progress, tr_error *err)
{
    object_table table = {.from = objects};
    const char *wkt = NULL;
    double origin[2] = {0, 0};
    tr_world_georeference(objects->world, &wkt, origin);
    bool done = take_memory(&table, err);
    if (done) {
        name_sets(&table);
        for (int64_t row = 0; row < objects->count; row++) {
            fill_row(&table, origin, row);
        }
        done = fill_angles(&table, err) && write_rows(&table, wkt, path, progress, err);
    }
    release(&table);
    return done;
}
