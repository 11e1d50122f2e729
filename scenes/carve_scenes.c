#include "scenes/carve_scenes.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------
// Ground

// A wave of height 1 and length 1 made of parabolas: smooth, and the same on every machine.
static double wave(double x)
{
    const double whole = (double)(int64_t)x;
    const double part = x - (whole > x ? whole - 1 : whole);
    return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part);
}

float carve_scene_ground(double x_m, double z_m)
{
    return (float)(100 + 20 * wave(x_m / 900 + 0.1 * wave(z_m / 700)) + 12 * wave(z_m / 430));
}

static bool ground_heights(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err)
{
    (void)user, (void)err;
    for (int32_t i = 0; i < count; i++) {
        out_m[i] = carve_scene_ground(x_m[i], z_m[i]);
    }
    return true;
}

tr_carving_def carve_scene_def(void)
{
    tr_carving_def def = tr_default_carving_def();
    def.ground = (tr_ground){ground_heights, NULL};
    def.tolerance_m = 2;
    return def;
}

// ---------------------------------------------------------------------------------------------------------
// The data sets of the source

enum { MAX_VERTICES = 100 };

typedef struct scene_line {
    double x_m, z_m;   // of the first vertex
    double step_m[2];  // from vertex to vertex
    double sway_m;     // to both sides, in turns
    int32_t vertex_count;
} scene_line;

static bool add_line(tr_carving *carving, const scene_line *line, bool banked, tr_error *err)
{
    tr_path_vertex vertices[MAX_VERTICES];
    const double length_m = sqrt(line->step_m[0] * line->step_m[0] + line->step_m[1] * line->step_m[1]);
    for (int32_t i = 0; i < line->vertex_count; i++) {
        const double sway = line->sway_m / length_m * wave(0.137 * (double)i);
        vertices[i] = tr_path_vertex_at(line->x_m + line->step_m[0] * (double)i - line->step_m[1] * sway,
                                        line->z_m + line->step_m[1] * (double)i + line->step_m[0] * sway);
        vertices[i].height_m = carve_scene_ground(vertices[i].x_m, vertices[i].z_m) + 2;
    }
    tr_path_def def = tr_default_path_def(TR_PATH_ROAD);
    def.vertices = vertices;
    def.vertex_count = line->vertex_count;
    def.width_m = 15;
    def.smoothing_m = 15;
    def.smoothness = 1;
    def.max_grade = 0;
    def.max_side_slope = 0;
    if (!banked) {
        def.banking = 0;
        def.station_m = CARVE_SIDE;  // no curve is cut
    }
    tr_path_id id;
    return tr_carving_add(carving, &def, &id, err);
}

bool carve_scene_add(tr_carving *carving, carve_set set, bool banked, double x_m, double z_m, tr_error *err)
{
    static const scene_line spread[] = {
        {150, 200, {120, 20}, 90, 15}, {200, 1000, {115, -30}, 110, 15}, {180, 1850, {118, -35}, 80, 15}};
    static const scene_line corner[] = {
        {40, 60, {24, 4}, 20, 15}, {50, 160, {23, -4}, 22, 15}, {45, 260, {24, -5}, 18, 15}};
    static const scene_line across[] = {{30, 40, {20, 19.9}, 25, 100}};
    const scene_line *lines = set == CARVE_SET_A ? spread : set == CARVE_SET_B ? corner : across;
    const int count = set == CARVE_SET_C ? 1 : 3;
    for (int i = 0; i < count; i++) {
        scene_line moved = lines[i];
        moved.x_m += x_m;
        moved.z_m += z_m;
        if (!add_line(carving, &moved, banked, err)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// All kinds

typedef struct scene_sketch {
    tr_path_kind kind;
    bool area;
    tr_curve_mode mode;
    int32_t count;
    double places_m[8][2];
} scene_sketch;

static const scene_sketch sketches[] = {
    {TR_PATH_LAKE, true, TR_CURVE_LOCAL, 6, {{60, 260}, {140, 230}, {200, 290}, {180, 360}, {110, 380}, {50, 330}}},
    {TR_PATH_RIVER, false, TR_CURVE_SPLINE, 5, {{480, 20}, {380, 90}, {330, 180}, {240, 240}, {150, 290}}},
    {TR_PATH_STREAM, false, TR_CURVE_LOCAL, 4, {{250, 30}, {270, 90}, {300, 130}, {335, 175}}},
    {TR_PATH_LEVEL, true, TR_CURVE_LOCAL, 4, {{380, 330}, {470, 340}, {460, 430}, {370, 420}}},
    {TR_PATH_TRACK, false, TR_CURVE_LOCAL, 6, {{20, 180}, {90, 120}, {30, 90}, {100, 40}, {190, 70}, {260, 200}}},
    {TR_PATH_ROAD, false, TR_CURVE_SPLINE, 6, {{10, 20}, {120, 110}, {260, 120}, {330, 260}, {400, 330}, {500, 480}}},
    {TR_PATH_RAIL, false, TR_CURVE_SPLINE, 4, {{20, 460}, {180, 430}, {330, 300}, {500, 250}}},
};

static bool add_sketches(tr_carving *carving, double x_m, double z_m, tr_error *err)
{
    for (size_t i = 0; i < sizeof sketches / sizeof sketches[0]; i++) {
        const scene_sketch *sketch = &sketches[i];
        tr_path_vertex vertices[8];
        for (int32_t v = 0; v < sketch->count; v++) {
            vertices[v] = tr_path_vertex_at(x_m + sketch->places_m[v][0], z_m + sketch->places_m[v][1]);
        }
        tr_path_def def = tr_default_path_def(sketch->kind);
        def.area = sketch->area;
        def.mode = sketch->mode;
        def.vertices = vertices;
        def.vertex_count = sketch->count;
        tr_path_id id;
        if (!tr_carving_add(carving, &def, &id, err)) {
            return false;
        }
    }
    return tr_carving_commit(carving, NULL, err);
}

static bool hash_channels(const tr_carving *carving, tr_context *context, const tr_sample_area *area, uint64_t *hash,
                          tr_error *err)
{
    enum { CHANNELS = 5 };
    const size_t count = (size_t)area->width * (size_t)area->height;
    tr_grid all;
    if (!tr_grid_create(context, area->width, area->height, CHANNELS, &all, err)) {
        return false;
    }
    tr_grid one[CHANNELS];
    for (int i = 0; i < CHANNELS; i++) {
        one[i] = all;
        one[i].samples += i * all.plane_stride;
        one[i].depth = 1;
    }
    const tr_carve_channels channels = {one[0], one[1], one[2], one[3], one[4]};
    const unsigned ways = 1u << TR_PATH_TRACK | 1u << TR_PATH_ROAD | 1u << TR_PATH_RAIL;
    bool ok = tr_carving_evaluate(carving, area, NULL, &channels, err);
    *hash = tr_hash_bytes(all.samples, CHANNELS * count * sizeof(float), *hash);
    ok = ok && tr_carving_edge_distance(carving, &(tr_edge_query){ways, 100}, area, NULL, &one[0], err);
    *hash = tr_hash_bytes(one[0].samples, count * sizeof(float), *hash);
    tr_grid_destroy(context, &all);
    return ok;
}

bool carve_scene_hash(tr_context *context, uint64_t *hash, tr_error *err)
{
    const int64_t far_m = 3000000000;
    const tr_sample_area near_areas[] = {{-30, -30, 290, 280, 2}, {200, 100, 133, 61, 0.5}};
    const tr_sample_area far_areas[] = {{far_m / 2 - 20, -far_m / 2, 280, 270, 2}};
    const struct {
        double at_m;
        const tr_sample_area *areas;
        int count;
    } places[] = {{0, near_areas, 2}, {(double)far_m, far_areas, 1}};
    *hash = 0;
    for (int i = 0; i < 2; i++) {
        const tr_carving_def def = carve_scene_def();
        tr_carving *carving = tr_carving_create(context, &def, err);
        if (!carving) {
            return false;
        }
        bool ok = add_sketches(carving, places[i].at_m, -places[i].at_m, err);
        for (int j = 0; ok && j < places[i].count; j++) {
            ok = hash_channels(carving, context, &places[i].areas[j], hash, err);
        }
        tr_carving_destroy(carving);
        if (!ok) {
            return false;
        }
    }
    return true;
}
