#include "place_table.h"

#include "progress.h"

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

typedef struct place_table {
    const place_objects *from;
    double *numbers[NUMBER_COUNT];
    const char **texts[TEXT_COUNT];
    int64_t *variants;
    char (*ids)[ID_SIZE];
    char (*set_names)[PLACE_NAME_SIZE];
    char (*layer_names)[TR_PLACE_MAX_LAYERS][PLACE_NAME_SIZE];
} place_table;

static double rounded(double value, double steps)
{
    return rint(value * steps) / steps;
}

static void release(place_table *it)
{
    tr_context *context = tr_world_context(it->from->world);
    for (int i = 0; i < NUMBER_COUNT; i++) {
        tr_free(context, it->numbers[i]);
    }
    for (int i = 0; i < TEXT_COUNT; i++) {
        tr_free(context, it->texts[i]);
    }
    tr_free(context, it->variants);
    tr_free(context, it->ids);
    tr_free(context, it->set_names);
    tr_free(context, it->layer_names);
}

static bool take_memory(place_table *it, tr_error *err)
{
    tr_context *context = tr_world_context(it->from->world);
    const size_t count = (size_t)it->from->count + 1;
    bool done = true;
    for (int i = 0; i < NUMBER_COUNT && done; i++) {
        done = (it->numbers[i] = tr_alloc_array(context, count, sizeof(double), err));
    }
    for (int i = 0; i < TEXT_COUNT && done; i++) {
        done = (it->texts[i] = tr_alloc_array(context, count, sizeof(char *), err));
    }
    return done && (it->variants = tr_alloc_array(context, count, sizeof *it->variants, err)) &&
           (it->ids = tr_alloc_array(context, count, sizeof *it->ids, err)) &&
           (it->set_names = tr_alloc_array(context, TR_PLACE_MAX_SETS, sizeof *it->set_names, err)) &&
           (it->layer_names = tr_alloc_array(context, TR_PLACE_MAX_SETS, sizeof *it->layer_names, err));
}

static void name_sets(place_table *it)
{
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        if (!place_has_set(it->from, set)) {
            continue;
        }
        place_set_name(it->from->world, set, it->set_names[set]);
        for (int32_t layer = 0; layer < place_layer_count(it->from, set); layer++) {
            place_layer_name(it->from->world, set, layer, it->layer_names[set][layer]);
        }
    }
}

static void fill_row(place_table *it, const double origin[2], int64_t row)
{
    const tr_object *object = &it->from->objects[row];
    it->numbers[EAST][row] = rounded(origin[0] + object->x_m, 1e4);
    it->numbers[NORTH][row] = rounded(origin[1] - object->z_m, 1e4);
    it->numbers[UP][row] = rounded((double)object->y_m, 1e3);
    it->numbers[WORLD_X][row] = rounded(object->x_m, 1e4);
    it->numbers[WORLD_Z][row] = rounded(object->z_m, 1e4);
    it->numbers[SCALE][row] = rounded((double)object->scale, 1e4);
    snprintf(it->ids[row], sizeof it->ids[row], "%016llx", (unsigned long long)object->id);
    it->texts[ID][row] = it->ids[row];
    it->texts[SET][row] = it->set_names[object->set];
    it->texts[LAYER][row] = it->layer_names[object->set][object->layer];
    it->texts[MODEL][row] = tr_model_name(place_model_of(it->from, object));
    it->variants[row] = object->variant;
}

// A rotation is a turn about the vertical, then a tilt about a level axis: half the turn is the angle of (w, y), half
// the tilt that of the lengths of (w, y) and (x, z). Turns are told as compasses do, clockwise seen from above.
static bool fill_angles(place_table *it, tr_error *err)
{
    enum { BATCH = 512 };
    const double degrees = 57.29577951308232;
    tr_context *context = tr_world_context(it->from->world);
    for (int64_t begin = 0; begin < it->from->count; begin += BATCH) {
        float y[BATCH], w[BATCH], turn[BATCH], lean[BATCH], rest[BATCH], tilt[BATCH];
        const int64_t left = it->from->count - begin;
        const size_t count = left < BATCH ? (size_t)left : BATCH;
        for (size_t i = 0; i < count; i++) {
            const float *q = it->from->objects[begin + (int64_t)i].rotation;
            y[i] = q[1], w[i] = q[3];
            lean[i] = sqrtf(q[0] * q[0] + q[2] * q[2]), rest[i] = sqrtf(q[1] * q[1] + q[3] * q[3]);
        }
        if (!tr_math_eval(context, TR_MATH_ATAN2, y, w, count, turn, err) ||
            !tr_math_eval(context, TR_MATH_ATAN2, lean, rest, count, tilt, err)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            const double yaw = rounded(-2 * (double)turn[i] * degrees, 1e2);
            it->numbers[YAW][begin + (int64_t)i] = rounded(yaw - 360 * floor(yaw / 360), 1e2);
            it->numbers[TILT][begin + (int64_t)i] = rounded(2 * (double)tilt[i] * degrees, 1e2);
        }
    }
    return true;
}

static bool write_rows(const place_table *it, const char *wkt, const char *path, bool quiet, tr_error *err)
{
    const tr_point_column columns[COLUMN_COUNT] = {{.name = "id", .texts = it->texts[ID]},
                                                   {.name = "set", .texts = it->texts[SET]},
                                                   {.name = "layer", .texts = it->texts[LAYER]},
                                                   {.name = "model", .texts = it->texts[MODEL]},
                                                   {.name = "variant", .integers = it->variants},
                                                   {.name = "scale", .numbers = it->numbers[SCALE]},
                                                   {.name = "yaw", .numbers = it->numbers[YAW]},
                                                   {.name = "tilt", .numbers = it->numbers[TILT]},
                                                   {.name = "world_x", .numbers = it->numbers[WORLD_X]},
                                                   {.name = "world_z", .numbers = it->numbers[WORLD_Z]}};
    const tr_point_table table = {.name = "objects",
                                  .count = (size_t)it->from->count,
                                  .x = it->numbers[EAST],
                                  .y = it->numbers[NORTH],
                                  .z = it->numbers[UP],
                                  .columns = columns,
                                  .column_count = COLUMN_COUNT,
                                  .wkt = wkt};
    cli_progress bar = cli_progress_begin("writing", quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const bool done = tr_points_write(tr_world_context(it->from->world), path, &table, &hook, err);
    cli_progress_end(&bar);
    return done;
}

bool place_table_write(const place_objects *objects, const char *path, bool quiet, tr_error *err)
{
    place_table it = {.from = objects};
    const char *wkt = NULL;
    double origin[2] = {0, 0};
    tr_world_georeference(objects->world, &wkt, origin);
    bool done = take_memory(&it, err);
    if (done) {
        name_sets(&it);
        for (int64_t row = 0; row < objects->count; row++) {
            fill_row(&it, origin, row);
        }
        done = fill_angles(&it, err) && write_rows(&it, wkt, path, quiet, err);
    }
    release(&it);
    return done;
}
