#include "view/view_ground.h"

#include <math.h>

#include "terrane/noise.h"

// Weights of biomes change slowly and cost most: they are asked for at every second sample. Rock, which follows every
// slope, is added at each.
enum { COARSER = 2, PLANES = 3, SALT_CROWNS = 73 };

// Squares of the bytes: near to proportional to light, so that mixtures look right.
typedef struct rgb {
    float r, g, b;
} rgb;

typedef struct paint_job {
    const tr_world *world;
    rgb palette[TR_BIOME_COUNT];
    const tr_sample_area *area;
    const tr_grid *heights;
    const tr_grid *water;  // levels of rivers and lakes that are drawn; without samples: none
    tr_sample_area base_area;
    tr_grid base;     // the mixed colour of the biomes, one plane each for red, green and blue
    tr_grid patches;  // unevenness from kilometres down to two samples
    tr_grid tints;    // the same, of another seed
    const tr_view_ground *ground;
    tr_grid woods;  // of crowns on `base_area`: share of the ground, and light; without samples where there are none
    const tr_view_deck_map *decks;
    tr_grid cover;  // of paths, a plane each; without samples where there are none
    rgb covers[TR_COVER_COUNT], far_water;
    float sea_level_m;
    const tr_image *out;
} paint_job;

// ---------------------------------------------------------------------------------------------------------
// Colours

static float decode(uint8_t value)
{
    const float v = (float)value / 255;
    return v * v;
}

static uint8_t encode(float value)
{
    return (uint8_t)lrintf(255 * sqrtf(fminf(fmaxf(value, 0), 1)));
}

static rgb mix(rgb a, rgb b, float share)
{
    return (rgb){a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share};
}

static rgb scaled(rgb color, float r, float g, float b)
{
    return (rgb){color.r * r, color.g * g, color.b * b};
}

static float tr_smooth_step(float low, float high, float value)
{
    const float t = fminf(fmaxf((value - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

static float brightness(rgb color)
{
    return 0.3f * color.r + 0.6f * color.g + 0.1f * color.b;
}

// A map paints lighter and purer than the world is: grass sends back a tenth of the light, fresh snow nearly all.
static rgb natural(rgb color)
{
    const float light = brightness(color), darker = sqrtf(light) * sqrtf(sqrtf(light));
    const rgb grey = {light, light, light};
    // What grows is a little lighter than that: between trees, meadows are.
    const float lifted = darker * (1 + 0.2f * (1 - light) * (1 - light));
    return scaled(mix(color, grey, 0.24f), lifted * 1.01f, lifted, 0.97f * lifted);
}

static rgb of_bytes(const uint8_t *color)
{
    return natural((rgb){decode(color[0]), decode(color[1]), decode(color[2])});
}

// What is built is painted about as bright as it is, so it is darkened less than what grows. The bed of a river that is
// drawn is gravel.
static rgb built(const uint8_t *color)
{
    const float darker = 0.6f;
    return (rgb){darker * decode(color[0]), darker * decode(color[1]), darker * decode(color[2])};
}

static void fill_covers(const rgb *palette, rgb *covers)
{
    static const uint32_t colors[TR_COVER_COUNT] = {
#define X(id, name, color) color,
        TR_PATH_COVER_LIST(X)
#undef X
    };
    for (int i = 0; i < TR_COVER_COUNT; i++) {
        const uint8_t bytes[3] = {(uint8_t)(colors[i] >> 16), (uint8_t)(colors[i] >> 8), (uint8_t)colors[i]};
        covers[i] = built(bytes);
    }
    // Gravel, a little grown over: from afar it is what shows a road.
    covers[TR_COVER_SHOULDER] = scaled(covers[TR_COVER_SHOULDER], 0.85f, 0.85f, 0.8f);
    covers[TR_COVER_WATER] = mix(palette[TR_BIOME_RIVER], palette[TR_BIOME_MOUNTAIN], 0.5f);
}

// A map paints the floor of water blue; here the water itself does, and the floor is sand and mud.
static void fill_palette(const tr_world_def *def, rgb *palette)
{
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        palette[i] = of_bytes(def->biomes[i].color);
    }
    palette[TR_BIOME_OCEAN] = scaled(palette[TR_BIOME_BEACH], 0.75f, 0.75f, 0.7f);
    palette[TR_BIOME_RIVER] = mix(palette[TR_BIOME_BEACH], palette[TR_BIOME_SWAMP], 0.75f);
}

// ---------------------------------------------------------------------------------------------------------
// One sample

static float at(const tr_grid *grid, int32_t x, int32_t z)
{
    return grid->samples[z * grid->row_stride + x];
}

// Planes of a grid on the coarser samples, at a place in samples of the level.
static void read_base(const paint_job *job, const tr_grid *base, int planes, float x, float z, float *out)
{
    const float off_x = (float)(job->area->x - job->base_area.x * COARSER);
    const float off_z = (float)(job->area->z - job->base_area.z * COARSER);
    const float low_x = fminf(fmaxf((x + off_x) / COARSER, 0), (float)base->width - 1.001f);
    const float low_z = fminf(fmaxf((z + off_z) / COARSER, 0), (float)base->height - 1.001f);
    const int32_t i = (int32_t)low_x, j = (int32_t)low_z;
    const float u = low_x - (float)i, v = low_z - (float)j;
    for (int k = 0; k < planes; k++) {
        const float *row = base->samples + k * base->plane_stride + j * base->row_stride + i;
        const float *next = row + base->row_stride;
        const float north = row[0] + (row[1] - row[0]) * u, south = next[0] + (next[1] - next[0]) * u;
        out[k] = north + (south - north) * v;
    }
}

// Between the coarser samples, at a place that noise has moved a little: borders are soft and ragged.
static rgb biome_color(const paint_job *job, int32_t x, int32_t z, float patch, float tint)
{
    float color[PLANES];
    read_base(job, &job->base, PLANES, (float)x + 2.5f * patch, (float)z + 2.5f * tint, color);
    return (rgb){color[0], color[1], color[2]};
}

static float slope_at(const paint_job *job, int32_t x, int32_t z)
{
    const tr_grid *heights = job->heights;
    const int32_t x0 = x > 0 ? x - 1 : x, x1 = x + 1 < heights->width ? x + 1 : x;
    const int32_t z0 = z > 0 ? z - 1 : z, z1 = z + 1 < heights->height ? z + 1 : z;
    const float spacing_m = (float)job->area->spacing_m;
    const float dx = (at(heights, x1, z) - at(heights, x0, z)) / ((float)(x1 - x0) * spacing_m);
    const float dz = (at(heights, x, z1) - at(heights, x, z0)) / ((float)(z1 - z0) * spacing_m);
    return sqrtf(dx * dx + dz * dz);
}

// How much of a way is painted: under the ends of a deck the ground falls away from it, and is a slope of earth. A way
// that passes below a bridge lies deeper.
static float way_share(const paint_job *job, int32_t x, int32_t z)
{
    const float slope_m[2] = {0.12f, 0.2f}, below_m[2] = {2.6f, 3.0f};
    if (!job->decks->around.samples) {
        return 1;
    }
    const float under_m = at(&job->decks->around, x, z) - at(job->heights, x, z);
    return isfinite(under_m) ? 1 - tr_smooth_step(slope_m[0], slope_m[1], under_m) *
                                       (1 - tr_smooth_step(below_m[0], below_m[1], under_m))
                             : 1;
}

// Whether this sample or one beside it is drawn as water.
static bool is_water_near(const paint_job *job, int32_t x, int32_t z)
{
    const tr_grid *water = job->water;
    for (int32_t j = z > 0 ? z - 1 : z; water->samples && j <= z + 1 && j < water->height; j++) {
        for (int32_t i = x > 0 ? x - 1 : x; i <= x + 1 && i < water->width; i++) {
            if (at(water, i, j) > TR_NO_WATER) {
                return true;
            }
        }
    }
    return false;
}

// Paths over the ground. Where a river is drawn as water, this is its bed; a coarse level draws it in parts at best, so
// there the ground itself is painted as water.
static rgb path_color(const paint_job *job, int32_t x, int32_t z, rgb color)
{
    const ptrdiff_t plane = job->cover.plane_stride;
    const float *share = job->cover.samples + z * job->cover.row_stride + x;
    const float wet = share[TR_COVER_WATER * plane];
    const float uneven = 1 + 0.25f * at(&job->patches, x, z);
    const bool drawn = is_water_near(job, x, z);
    const float coarse = job->area->spacing_m > TR_VIEW_WATER_FINE_M ? 1 : 0;
    const rgb bed = scaled(job->covers[TR_COVER_WATER], uneven, uneven, uneven);
    color = mix(color, scaled(job->covers[TR_COVER_CITY], uneven, uneven, uneven), share[TR_COVER_CITY * plane]);
    color = mix(color, mix(bed, job->far_water, coarse), drawn ? wet : wet * coarse);
    const float dry = (drawn ? 1 - wet : 1) * way_share(job, x, z);
    for (int c = TR_COVER_WATER + 1; c < TR_COVER_COUNT; c++) {
        color = mix(color, scaled(job->covers[c], uneven, uneven, uneven), dry * share[c * plane]);
    }
    return color;
}

// Crowns over all but water. They are seen at places that noise has moved, so that their borders are those of trees.
static rgb woods_color(const paint_job *job, int32_t x, int32_t z, rgb color)
{
    const float patch = at(&job->patches, x, z), tint = at(&job->tints, x, z);
    float crowns[PLANES + 1];
    read_base(job, &job->woods, PLANES + 1, (float)x + 1.5f * tint, (float)z - 1.5f * patch, crowns);
    if (crowns[0] <= 0) {
        return color;
    }
    // Crowns are as large as a few samples at most: light ones and dark ones lie side by side.
    const uint64_t hash = tr_hash_identity(SALT_CROWNS, 0, job->area->x + x, 0, job->area->z + z);
    const float uneven = 1 + 0.5f * patch + 0.5f * ((float)tr_unit_from_hash(hash) - 0.5f);
    const rgb light = {crowns[1] * (uneven + 0.15f * tint), crowns[2] * uneven, crowns[3] * (uneven - 0.1f * tint)};
    return (rgb){color.r * (1 - crowns[0]) + light.r, color.g * (1 - crowns[0]) + light.g,
                 color.b * (1 - crowns[0]) + light.b};
}

static rgb ground_color(const paint_job *job, int32_t x, int32_t z)
{
    const float patch = at(&job->patches, x, z), tint = at(&job->tints, x, z);
    rgb color = biome_color(job, x, z, patch, tint);
    // Plants grow thicker here and thinner there; dry patches are yellow, moist ones green.
    color = scaled(color, 1 + 0.42f * patch + 0.2f * tint, 1 + 0.36f * patch + 0.04f * tint, 1 + 0.34f * patch);
    // Wide spacings see a slope as an average and find it flatter than it is.
    const float spacing_m = (float)job->area->spacing_m, coarse = fmaxf(log2f(spacing_m / 4), 0);
    const float slope = slope_at(job, x, z) * (1 + 0.09f * coarse);
    const rgb stone = job->palette[TR_BIOME_MOUNTAIN];
    const float uneven = 1.45f + 0.4f * patch;
    const rgb rock = scaled(stone, uneven + 0.32f * tint, uneven + 0.24f * tint, 0.88f * uneven + 0.14f * tint);
    // Below the rock face lies scree, half grown over.
    color = mix(color, scaled(rock, 1.15f, 1.1f, 1), 0.45f * tr_smooth_step(0.35f, 0.7f, slope + 0.5f * tint));
    color = mix(color, rock, tr_smooth_step(0.62f, 0.95f, slope + 0.35f * patch));
    if (job->woods.samples) {
        color = woods_color(job, x, z, color);
    }
    const float depth_m = job->sea_level_m - at(job->heights, x, z);
    if (depth_m > 0) {
        const float deep = tr_smooth_step(0, 25, depth_m);
        color = scaled(color, 1 - 0.5f * deep, 1 - 0.4f * deep, 1 - 0.4f * deep);
    }
    return job->cover.samples ? path_color(job, x, z, color) : color;
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const paint_job *job = user;
    for (int32_t z = (int32_t)begin; z < end; z++) {
        uint8_t *pixel = (uint8_t *)job->out->pixels + (size_t)z * job->out->row_bytes;
        for (int32_t x = 0; x < job->area->width; x++, pixel += 3) {
            const rgb color = ground_color(job, x, z);
            pixel[0] = encode(color.r);
            pixel[1] = encode(color.g);
            pixel[2] = encode(color.b);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// What the samples are made from

static tr_noise *compile_variation(tr_context *context, double spacing_m, int64_t salt, tr_error *err)
{
    enum { MAX_OCTAVES = 11 };
    const double max_m = 2400;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = salt;
    def.frequency = 1 / fmax(max_m, 2 * spacing_m) / TR_UNITS_PER_METRE;
    def.dims = 2;
    def.fractal = TR_FRACTAL_FBM;
    def.gain = 0.68;
    def.octaves = 1;
    double size_m = max_m;
    while (size_m > 4 * spacing_m && def.octaves < MAX_OCTAVES) {
        def.octaves++;
        size_m /= 2;
    }
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    tr_noise *noise = NULL;
    if (graph && tr_noise_graph_add(graph, &def, err) >= 0) {
        noise = tr_noise_compile(graph, tr_noise_graph_output(graph), 2, err);
    }
    tr_noise_graph_destroy(graph);
    return noise;
}

static bool vary(const tr_world *world, const tr_sample_area *area, int64_t salt, const tr_grid *out, tr_error *err)
{
    tr_noise *noise = compile_variation(tr_world_context(world), area->spacing_m, salt, err);
    if (!noise) {
        return false;
    }
    tr_noise_query query = tr_default_noise_query();
    query.seed = tr_world_def_of(world)->seed;
    const int64_t step = (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
    query.origin[0] = area->x * step;
    query.origin[1] = area->z * step;
    query.step[0] = query.step[1] = step;
    query.size[0] = area->width;
    query.size[1] = area->height;
    const bool done = tr_noise_grid(noise, &query, NULL, out, err);
    tr_noise_destroy(noise);
    return done;
}

// One band of the mixed colours. All weights of a level at once would be sixteen times its heights.
static bool mix_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const paint_job *job = user;
    tr_context *context = tr_world_context(job->world);
    tr_sample_area band = job->base_area;
    band.z += begin;
    band.height = (int32_t)(end - begin);
    tr_grid weights;
    if (!tr_grid_create(context, band.width, band.height, TR_BIOME_COUNT, &weights, err)) {
        return false;
    }
    const bool done = tr_world_biome_weights(job->world, &band, NULL, &weights, err);
    for (int32_t j = 0; done && j < band.height; j++) {
        float *row = job->base.samples + (begin + j) * job->base.row_stride;
        for (int32_t i = 0; i < band.width; i++) {
            const float *weight = weights.samples + j * weights.row_stride + i;
            rgb sum = {0, 0, 0};
            for (int b = 0; b < TR_BIOME_COUNT; b++) {
                const float share = weight[b * weights.plane_stride];
                sum.r += share * job->palette[b].r;
                sum.g += share * job->palette[b].g;
                sum.b += share * job->palette[b].b;
            }
            row[i] = sum.r;
            row[i + job->base.plane_stride] = sum.g;
            row[i + 2 * job->base.plane_stride] = sum.b;
        }
    }
    tr_grid_destroy(context, &weights);
    return done;
}

static int64_t floor_half(int64_t value)
{
    return value >= 0 ? value / COARSER : -((-value + COARSER - 1) / COARSER);
}

// The lattice of twice the spacing over an area and a little more.
static tr_sample_area base_area_of(const tr_sample_area *area)
{
    enum { MORE = 2 };
    const int64_t x = floor_half(area->x) - MORE, z = floor_half(area->z) - MORE;
    return (tr_sample_area){x, z, (int32_t)(floor_half(area->x + area->width) - x + 1 + MORE),
                            (int32_t)(floor_half(area->z + area->height) - z + 1 + MORE), area->spacing_m * COARSER};
}

static bool find_cover(const tr_world *world, const tr_sample_area *area, tr_grid *out, tr_error *err)
{
    return !tr_world_carving(world) ||
           (tr_grid_create(tr_world_context(world), area->width, area->height, TR_COVER_COUNT, out, err) &&
            tr_world_path_cover(world, area, area->spacing_m > VIEW_BRIDGES_FINE_M, NULL, out, err));
}

static bool mix_woods(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    const paint_job *job = user;
    tr_sample_area band = job->base_area;
    band.z += begin;
    band.height = (int32_t)(end - begin);
    tr_grid rows = job->woods;
    rows.samples += begin * rows.row_stride;
    rows.height = band.height;
    return tr_view_woods_cover(job->ground->woods, job->ground->shot, &band, &rows, err);
}

static bool find_woods(paint_job *job, tr_error *err)
{
    enum { BAND = 32 };
    tr_context *context = tr_world_context(job->world);
    const tr_view_woods *woods = job->ground->woods;
    return !woods || !tr_view_woods_reach(woods, job->ground->shot, &job->base_area) ||
           (tr_grid_create(context, job->base_area.width, job->base_area.height, PLANES + 1, &job->woods, err) &&
            tr_parallel_for(context, &(tr_range_work){job->base_area.height, BAND, mix_woods, job}, NULL, err));
}

bool tr_view_ground_paint(const tr_view_ground *ground, const tr_view_deck_map *decks, tr_view_patch *patch,
                          tr_error *err)
{
    enum { GRAIN = 16, BAND = 32, SALT_PATCHES = 71, SALT_TINTS = 72 };
    const tr_world *world = ground->world;
    tr_context *context = tr_world_context(world);
    const tr_world_def *def = tr_world_def_of(world);
    const tr_sample_area *area = &patch->area;
    paint_job job = {.world = world,
                     .ground = ground,
                     .area = area,
                     .heights = &patch->height,
                     .water = &patch->water,
                     .decks = decks,
                     .base_area = base_area_of(area),
                     .sea_level_m = (float)def->sea_level_m,
                     .out = &patch->color};
    fill_palette(def, job.palette);
    fill_covers(job.palette, job.covers);
    // Water mirrors the sky at a flat angle and swallows light else: darker than a map has it.
    job.far_water = scaled(built(def->biomes[TR_BIOME_RIVER].color), 0.5f, 0.55f, 0.6f);
    const bool done =
        tr_grid_create(context, job.base_area.width, job.base_area.height, PLANES, &job.base, err) &&
        tr_grid_create(context, area->width, area->height, 1, &job.patches, err) &&
        tr_grid_create(context, area->width, area->height, 1, &job.tints, err) &&
        tr_parallel_for(context, &(tr_range_work){job.base_area.height, BAND, mix_rows, &job}, NULL, err) &&
        vary(world, area, SALT_PATCHES, &job.patches, err) && vary(world, area, SALT_TINTS, &job.tints, err) &&
        find_cover(world, area, &job.cover, err) && find_woods(&job, err) &&
        tr_parallel_for(context, &(tr_range_work){area->height, GRAIN, paint_rows, &job}, NULL, err);
    tr_grid_destroy(context, &job.base);
    tr_grid_destroy(context, &job.patches);
    tr_grid_destroy(context, &job.tints);
    tr_grid_destroy(context, &job.cover);
    tr_grid_destroy(context, &job.woods);
    return done;
}
