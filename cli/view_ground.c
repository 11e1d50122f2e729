#include "view_ground.h"

#include <math.h>
#include <string.h>

#include "terrane/noise.h"

enum { HALO = 6 };  // samples around the area in which a biome is looked up

// Squares of the bytes: near to proportional to light, so that mixtures look right.
typedef struct rgb {
    float r, g, b;
} rgb;

typedef struct paint_job {
    rgb palette[TR_BIOME_COUNT];
    const tr_area *area;
    const tr_grid *heights;
    tr_grid biomes;   // with a halo
    tr_grid patches;  // unevenness from kilometres down to two samples
    tr_grid tints;    // the same, of another seed
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

static float smooth_step(float low, float high, float value)
{
    const float t = fminf(fmaxf((value - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

static rgb toward_grey(rgb color, float share)
{
    const float grey = 0.3f * color.r + 0.6f * color.g + 0.1f * color.b;
    return mix(color, (rgb){grey, grey, grey}, share);
}

// A map paints with purer colours than plants and soil have. It paints the floor of water
// blue; here the water itself does, and the floor is sand and mud.
static void fill_palette(const tr_world_def *def, rgb *palette)
{
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        const uint8_t *color = def->biomes[i].color;
        palette[i] = toward_grey((rgb){decode(color[0]), decode(color[1]), decode(color[2])}, 0.22f);
    }
    palette[TR_BIOME_OCEAN] = scaled(palette[TR_BIOME_BEACH], 0.75f, 0.75f, 0.7f);
    palette[TR_BIOME_RIVER] = mix(palette[TR_BIOME_BEACH], palette[TR_BIOME_SWAMP], 0.6f);
}

// ---------------------------------------------------------------------------------------------------------
// One sample

static float at(const tr_grid *grid, int32_t x, int32_t z)
{
    return grid->samples[z * grid->row_stride + x];
}

// The biomes around a place that noise has moved a little: their borders are soft and ragged.
static rgb biome_color(const paint_job *job, int32_t x, int32_t z, float patch, float tint)
{
    const float move_x = 3.5f * patch, move_z = 3.5f * tint;
    static const float taps[5][2] = {{0, 0}, {1.5f, 0.5f}, {-0.5f, 1.5f}, {-1.5f, -0.5f}, {0.5f, -1.5f}};
    rgb sum = {0, 0, 0};
    for (int i = 0; i < 5; i++) {
        const float off_x = fminf(fmaxf(move_x + taps[i][0], -HALO), HALO);
        const float off_z = fminf(fmaxf(move_z + taps[i][1], -HALO), HALO);
        const float biome = at(&job->biomes, x + HALO + (int32_t)lrintf(off_x), z + HALO + (int32_t)lrintf(off_z));
        const rgb color = job->palette[biome >= 0 && biome < TR_BIOME_COUNT ? (int)biome : 0];
        sum = (rgb){sum.r + color.r, sum.g + color.g, sum.b + color.b};
    }
    return scaled(sum, 0.2f, 0.2f, 0.2f);
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

static rgb ground_color(const paint_job *job, int32_t x, int32_t z)
{
    const float patch = at(&job->patches, x, z), tint = at(&job->tints, x, z);
    rgb color = biome_color(job, x, z, patch, tint);
    // Plants grow thicker here and thinner there; dry patches are yellow, moist ones green.
    color = scaled(color, 1 + 0.35f * patch + 0.22f * tint, 1 + 0.32f * patch, 1 + 0.3f * patch - 0.2f * tint);
    // Wide spacings see a slope as an average and find it flatter than it is.
    const float spacing_m = (float)job->area->spacing_m, coarse = fmaxf(log2f(spacing_m / 4), 0);
    const float slope = slope_at(job, x, z) * (1 + 0.09f * coarse);
    rgb rock = job->palette[TR_BIOME_MOUNTAIN];
    rock = scaled(rock, 0.74f + 0.2f * tint, 0.76f + 0.16f * tint, 0.66f + 0.08f * tint);
    color = mix(color, rock, smooth_step(0.62f, 0.95f, slope + 0.3f * patch));
    const float depth_m = job->sea_level_m - at(job->heights, x, z);
    if (depth_m > 0) {
        const float deep = smooth_step(0, 25, depth_m);
        color = scaled(color, 1 - 0.5f * deep, 1 - 0.4f * deep, 1 - 0.4f * deep);
    }
    return color;
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
    const double largest_m = 2400;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = salt;
    def.frequency = 1 / fmax(largest_m, 2 * spacing_m) / TR_UNITS_PER_METRE;
    def.dims = 2;
    def.fractal = TR_FRACTAL_FBM;
    def.gain = 0.68;
    def.octaves = 1;
    for (double size_m = largest_m; size_m > 4 * spacing_m && def.octaves < MAX_OCTAVES; size_m /= 2) {
        def.octaves++;
    }
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    tr_noise *noise = NULL;
    if (graph && tr_noise_graph_add(graph, &def, err) >= 0) {
        noise = tr_noise_compile(graph, tr_noise_graph_output(graph), 2, err);
    }
    tr_noise_graph_destroy(graph);
    return noise;
}

static bool vary(const tr_world *world, const tr_area *area, int64_t salt, const tr_grid *out, tr_error *err)
{
    tr_noise *noise = compile_variation(tr_world_context(world), area->spacing_m, salt, err);
    if (!noise) {
        return false;
    }
    tr_noise_query query = tr_default_noise_query();
    query.seed = tr_world_get_def(world)->seed;
    const int64_t step = (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
    query.origin[0] = area->x * step;
    query.origin[1] = area->z * step;
    query.step[0] = query.step[1] = step;
    query.size[0] = area->width;
    query.size[1] = area->height;
    const bool done = tr_noise_grid(noise, &query, out, NULL, err);
    tr_noise_destroy(noise);
    return done;
}

static bool query_biomes(const tr_world *world, const tr_area *area, const tr_grid *out, tr_error *err)
{
    tr_area wide = *area;
    wide.x -= HALO;
    wide.z -= HALO;
    wide.width += 2 * HALO;
    wide.height += 2 * HALO;
    return tr_world_query(world, TR_FIELD_BIOME, &wide, out, NULL, err);
}

bool view_ground_paint(const tr_world *world, const tr_area *area, const tr_grid *heights, const tr_image *out,
                       tr_error *err)
{
    enum { GRAIN = 16, SALT_PATCHES = 71, SALT_TINTS = 72 };
    tr_context *context = tr_world_context(world);
    const tr_world_def *def = tr_world_get_def(world);
    paint_job job = {.area = area, .heights = heights, .sea_level_m = (float)def->sea_level_m, .out = out};
    fill_palette(def, job.palette);
    const bool done = tr_grid_create(context, area->width + 2 * HALO, area->height + 2 * HALO, 1, &job.biomes, err) &&
                      tr_grid_create(context, area->width, area->height, 1, &job.patches, err) &&
                      tr_grid_create(context, area->width, area->height, 1, &job.tints, err) &&
                      query_biomes(world, area, &job.biomes, err) &&
                      vary(world, area, SALT_PATCHES, &job.patches, err) &&
                      vary(world, area, SALT_TINTS, &job.tints, err) &&
                      tr_parallel_for(context, area->height, GRAIN, paint_rows, &job, NULL, err);
    tr_grid_destroy(context, &job.biomes);
    tr_grid_destroy(context, &job.patches);
    tr_grid_destroy(context, &job.tints);
    return done;
}
