// The cells with at least some light are a mask for each level. From the highest level down, the mask of a level is
// that of the level above it, their neighbours that light passes, and the sources of that level. The masks lie within
// each other, so the value of a cell is the number of masks that it is in; bit b of that number is the parity of the
// masks of levels that are multiples of 2^b, which a sum modulo two over whole rows gives.
//
// A cell that is d steps from the chunk matters at level l only if d < l, so windows shrink as levels fall. A layer is
// only looked at where one of the layers around it has changed at the level before.
#include "voxel/light/light_window.h"

#include <string.h>

enum { MARGIN = TR_WINDOW_MARGIN, SIDE = TR_VOXEL_SIDE };

void tr_light_window_clear(tr_light_window *window)
{
    memset(window, 0, sizeof *window);
}

// The chunks of a layer of the window and its y in them.
static int chunk_of_layer(int layer, int *y)
{
    *y = (layer + MARGIN) % SIDE;
    return (layer + MARGIN) / SIDE;
}

// Joins a layer from the masks of nine chunks; `which` says where a mask is among the masks of a chunk.
static void join_layer(const tr_light_table *table, const tr_light_around *around, size_t which, int layer,
                       uint64_t *out)
{
    int y;
    const int above = chunk_of_layer(layer, &y);
    static const int first[3] = {MARGIN, 0, 0}, count[3] = {MARGIN, SIDE, MARGIN};
    for (int south = 0; south < 3; south++) {
        const tr_light_mask *masks[3];
        for (int east = 0; east < 3; east++)
            masks[east] = (const tr_light_mask *)((const char *)around->chunks[east + 3 * south + 9 * above] + which);
        table->join(masks, SIDE * y + first[south], count[south], out);
        out += count[south];
    }
}

static const uint64_t *pass_of(const tr_light_table *table, tr_light_window *window, const tr_light_around *around,
                               int layer)
{
    uint64_t *pass = window->pass[layer] + TR_WINDOW_GUARD;
    if (!window->has_pass[layer]) join_layer(table, around, offsetof(tr_light_masks, pass), layer, pass);
    window->has_pass[layer] = true;
    return pass;
}

// Adds a layer that was lit from level `since` down to `level` to the values.
static void count_layer(const tr_light_table *table, tr_light_window *window, int channel, int layer, int level)
{
    const int y = layer - MARGIN, since = window->since[layer];
    if (y < 0 || y >= SIDE || since < level) return;
    uint32_t(*planes)[TR_VOXEL_LAYER] = &window->planes[TR_LIGHT_PLANES - TR_CHANNEL_BITS * (channel + 1)];
    for (int b = 0; b < TR_CHANNEL_BITS; b++)
        if (((since >> b) - ((level - 1) >> b)) & 1) table->count(window->lit[layer], planes[b] + SIDE * y);
}

static void spread_level(const tr_light_table *table, tr_light_window *window, const tr_light_around *around,
                         int channel, int level)
{
    const int first = MARGIN + 1 - level, end = MARGIN + SIDE - 1 + level;
    bool changed[TR_WINDOW_SIDE] = {false};
    const uint64_t *below = window->lit[first - 1];
    for (int layer = first; layer < end; layer++) {
        uint64_t *here = window->lit[layer];
        if (window->changed[layer - 1] || window->changed[layer] || window->changed[layer + 1]) {
            // Vectors start at multiples of their length.
            const tr_light_step step = {.below = below,
                                        .here = here,
                                        .above = window->lit[layer + 1],
                                        .pass = pass_of(table, window, around, layer),
                                        .next = window->spare[0],
                                        .first = first & ~3,
                                        .end = end};
            if (table->spread(&step)) {
                count_layer(table, window, channel, layer, level + 1);
                window->since[layer] = level;
                window->lit[layer] = window->spare[0];
                window->spare[0] = window->spare[1];
                window->spare[1] = here;  // read by the next layer
                changed[layer] = true;
            }
        }
        below = here;
    }
    memcpy(window->changed, changed, sizeof changed);
}

// Adds the cells of one of the chunks that are sources of a level.
static void add_sources(const tr_light_table *table, tr_light_window *window, const tr_light_mask *mask, int at,
                        int channel, int level)
{
    const int dx = at % 3 - 1, dz = at / 3 % 3 - 1, dy = at / 9 - 1;
    const int shift = MARGIN + SIDE * dx;
    for (int y = dy < 0 ? MARGIN : 0; y < (dy > 0 ? MARGIN : SIDE); y++) {
        const int layer = MARGIN + SIDE * dy + y;
        bool any = false;
        for (int z = dz < 0 ? MARGIN : 0; z < (dz > 0 ? MARGIN : SIDE); z++) {
            const uint64_t row = mask->rows ? mask->rows[SIDE * y + z] : mask->uniform;
            const uint64_t cells = shift < 0 ? row >> -shift : row << shift;
            uint64_t *lit = window->lit[layer] + MARGIN + SIDE * dz + z;
            if (!(cells & ~*lit)) continue;
            if (!any) count_layer(table, window, channel, layer, level + 1);
            any = true;
            window->since[layer] = level;
            *lit |= cells;
        }
        if (any) window->changed[layer] = true;
    }
}

static void add_glow(const tr_light_table *table, tr_light_window *window, const tr_light_around *around, int channel,
                     int level)
{
    for (int at = 0; at < 27; at++) {
        const tr_light_masks *masks = around->chunks[at];
        for (int i = 0; i < masks->glow_count; i++)
            if (masks->glow[i].light[channel - TR_CHANNEL_RED] == level)
                add_sources(table, window, &masks->glow[i].mask, at, channel, level);
    }
}

static void add_sky(const tr_light_table *table, tr_light_window *window, const tr_light_around *around)
{
    for (int layer = 0; layer < TR_WINDOW_SIDE; layer++) {
        join_layer(table, around, offsetof(tr_light_masks, sky), layer, window->lit[layer]);
        uint64_t any = 0;
        for (int z = 0; z < TR_WINDOW_SIDE; z++) any |= window->lit[layer][z];
        window->changed[layer] = any != 0;
    }
}

// Every level that something in reach glows with, as bits.
static unsigned source_levels(const tr_light_around *around, int channel)
{
    unsigned levels = 0;
    for (int at = 0; at < 27; at++) {
        const tr_light_masks *masks = around->chunks[at];
        if (channel == TR_CHANNEL_SKY) {
            if (masks->sky.rows || masks->sky.uniform) levels |= 1u << TR_LIGHT_MAX;
            continue;
        }
        for (int i = 0; i < masks->glow_count; i++) levels |= 1u << masks->glow[i].light[channel - TR_CHANNEL_RED];
    }
    return levels & ~1u;
}

static void start_channel(tr_light_window *window, int channel)
{
    memset(window->planes[TR_LIGHT_PLANES - TR_CHANNEL_BITS * (channel + 1)], 0,
           TR_CHANNEL_BITS * sizeof window->planes[0]);
    memset(window->changed, 0, sizeof window->changed);
    for (int layer = 0; layer < TR_WINDOW_SIDE; layer++) {
        window->lit[layer] = window->layers[layer] + TR_WINDOW_GUARD;
        window->since[layer] = TR_LIGHT_MAX;
        if (channel != TR_CHANNEL_SKY) memset(window->layers[layer], 0, sizeof window->layers[layer]);
    }
    for (int i = 0; i < 2; i++) window->spare[i] = window->layers[TR_WINDOW_SIDE + i] + TR_WINDOW_GUARD;
}

static bool any_changed(const tr_light_window *window)
{
    for (int layer = 0; layer < TR_WINDOW_SIDE; layer++)
        if (window->changed[layer]) return true;
    return false;
}

static void make_channel(const tr_light_table *table, tr_light_window *window, const tr_light_around *around,
                         int channel, unsigned levels)
{
    start_channel(window, channel);
    for (int level = TR_LIGHT_MAX; level > 0; level--) {
        if (any_changed(window)) spread_level(table, window, around, channel, level);
        if (!(levels >> level & 1)) continue;
        if (channel == TR_CHANNEL_SKY)
            add_sky(table, window, around);
        else
            add_glow(table, window, around, channel, level);
    }
    for (int layer = MARGIN; layer < MARGIN + SIDE; layer++) count_layer(table, window, channel, layer, 1);
}

// Whether a plane has the same bit everywhere, and which.
static bool plane_is_uniform(const uint32_t *plane, bool *bit)
{
    if (plane[0] != 0 && plane[0] != UINT32_MAX) return false;
    *bit = plane[0] != 0;
    return memcmp(plane, plane + 1, (TR_VOXEL_LAYER - 1) * sizeof *plane) == 0;
}

static bool values_of_planes(tr_context *context, const tr_light_table *table, const tr_light_window *window,
                             unsigned used, tr_voxel_light *out, tr_error *err)
{
    const uint32_t *planes[TR_LIGHT_PLANES] = {NULL};
    bool uniform = true;
    *out = (tr_voxel_light){0};
    for (int p = 0; p < TR_LIGHT_PLANES; p++) {
        if (!(used >> p / TR_CHANNEL_BITS & 1)) continue;
        bool bit = false;
        uniform = plane_is_uniform(window->planes[p], &bit) && uniform;
        if (bit) out->uniform = (tr_light)(out->uniform | 1u << p);
        planes[p] = window->planes[p];
    }
    if (uniform) return true;
    out->uniform = 0;
    out->values = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *out->values, err);
    if (!out->values) return false;
    table->expand(planes, out->values);
    return true;
}

bool tr_light_window_make(tr_context *context, const tr_light_table *table, tr_light_window *window,
                          const tr_light_around *around, tr_voxel_light *out, tr_error *err)
{
    const tr_light_masks *self = around->chunks[TR_AROUND_SELF];
    const bool closed = !self->pass.rows && !self->pass.uniform && self->glow_count == 0;
    memset(window->has_pass, 0, sizeof window->has_pass);
    unsigned used = 0;
    for (int channel = 0; channel < TR_CHANNEL_COUNT && !closed; channel++) {
        const unsigned levels = source_levels(around, channel);
        if (!levels) continue;
        const int first = TR_LIGHT_PLANES - TR_CHANNEL_BITS * (channel + 1);
        used |= 1u << first / TR_CHANNEL_BITS;
        if (channel == TR_CHANNEL_SKY && self->sky.uniform == UINT32_MAX && !self->sky.rows)
            memset(window->planes[first], UINT8_MAX, TR_CHANNEL_BITS * sizeof window->planes[0]);
        else
            make_channel(table, window, around, channel, levels);
    }
    return values_of_planes(context, table, window, used, out, err);
}
