#include "terrain/elevation_detail.h"

#include <math.h>

#include "terrane/terrain.h"

// Shares of the bend (second difference) and of the rise (first difference) per pixel at full detail. The ground below
// the resolution is about as rough as the model is at its finest, less what halving the wavelength takes away.
#define BEND_SHARE 0.8f
#define RISE_SHARE 0.16f
// Not steeper than this many pixels, however jagged the model is.
#define MAX_AMPLITUDE_PX 0.25f

// The amplitude is 0 on the outermost pixels, so that what is beyond goes on from the border without noise, and rises
// from there.
enum { BARE_PX = 3, RISE_PX = 5 };

// Features down to about this size; finer ones are the business of materials.
enum { FINEST_UNITS = TR_UNITS_PER_METRE / 2, MAX_OCTAVES = 7, DETAIL_SALT = 0x5e1e7a7 };

static int32_t clamp_index(int32_t i, int32_t count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

static float border_fade(int32_t i, int32_t count)
{
    const int32_t from_border = i < count - 1 - i ? i : count - 1 - i;
    if (from_border < BARE_PX) return 0;
    if (from_border >= BARE_PX + RISE_PX) return 1;
    return (float)(from_border - BARE_PX + 1) / (RISE_PX + 1);
}

static float amplitude_at(const tr_grid *heights, int32_t x, int32_t z)
{
    const float *row = heights->samples + z * heights->row_stride;
    const float *north = heights->samples + clamp_index(z - 1, heights->height) * heights->row_stride;
    const float *south = heights->samples + clamp_index(z + 1, heights->height) * heights->row_stride;
    const float here = row[x];
    const float west = row[clamp_index(x - 1, heights->width)], east = row[clamp_index(x + 1, heights->width)];
    const float rise_x = 0.5f * (east - west), rise_z = 0.5f * (south[x] - north[x]);
    const float bend_x = (west - here) + (east - here), bend_z = (north[x] - here) + (south[x] - here);
    const float rise = sqrtf(rise_x * rise_x + rise_z * rise_z);
    const float bend = sqrtf(bend_x * bend_x + bend_z * bend_z);
    return BEND_SHARE * bend + RISE_SHARE * rise;
}

void tr_elevation_roughness(const tr_grid *heights, double pixel_m, double detail, const tr_grid *out)
{
    const float strength = (float)detail;
    const float limit = MAX_AMPLITUDE_PX * (float)pixel_m;
    for (int32_t z = 0; z < heights->height; z++) {
        const float fade_z = border_fade(z, heights->height);
        float *row = out->samples + z * out->row_stride;
        for (int32_t x = 0; x < heights->width; x++) {
            const float amplitude = amplitude_at(heights, x, z);
            const float limited = amplitude < limit ? amplitude : limit;
            row[x] = limited * strength * (fade_z * border_fade(x, heights->width));
        }
    }
}

tr_noise *tr_elevation_noise(tr_context *context, int64_t pixel, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = DETAIL_SALT;
    def.frequency = 1.0 / (double)pixel;
    def.fractal = TR_FRACTAL_FBM;
    def.gain = 0.5;
    def.octaves = 1;
    for (int64_t size = pixel; size > 2 * FINEST_UNITS && def.octaves < MAX_OCTAVES; size /= 2) def.octaves++;
    const tr_node node = tr_noise_graph_add(graph, &def, err);
    tr_noise *noise = node >= 0 ? tr_noise_compile(graph, node, 2, err) : NULL;
    tr_noise_graph_destroy(graph);
    return noise;
}
