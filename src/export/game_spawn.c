// Columns of chunks are looked at ring by ring from the middle of the box: the surface says what is dry and level, the
// blocks what stands on it.
#include "export/game_spawn.h"

#include <limits.h>
#include <stdlib.h>

#include "export/blocks.h"

enum { SIDE = TR_VOXEL_SIDE, ROOM = 2 };

typedef struct spawn_search {
    const tr_voxels *voxels;
    const tr_voxel_source *source;
    const tr_voxel_box *box;
    int64_t middle[2];  // in blocks
    int around;         // columns on each side that must be as dry, level and open
    tr_voxel_surface surfaces[TR_VOXEL_LAYER];
    tr_voxel_blocks blocks;  // of a column of chunks, from the lowest ground to the highest block
} spawn_search;

static tr_block block_at(const spawn_search *search, int x, int64_t y, int z)
{
    return tr_voxel_blocks_at(&search->blocks, x, y - search->blocks.box.low.y * SIDE, z);
}

// Nothing but plants above the ground. Edits above everything that is generated are not looked for.
static bool is_open(const spawn_search *search, int x, int z)
{
    const int64_t top = search->surfaces[x + SIDE * z].top;
    const int64_t end = (search->blocks.box.low.y + search->blocks.box.size[1]) * SIDE;
    if (tr_block_info_of(block_at(search, x, top, z))->shape != TR_SHAPE_CUBE) {
        return false;
    }
    for (int64_t y = top + 1; y < end; y++) {
        const tr_block_shape shape = tr_block_info_of(block_at(search, x, y, z))->shape;
        if (shape != TR_SHAPE_EMPTY && shape != TR_SHAPE_SPRITE) {
            return false;
        }
    }
    return true;
}

static bool is_good(const spawn_search *search, int x, int z)
{
    const int32_t top = search->surfaces[x + SIDE * z].top;
    for (int dz = -search->around; dz <= search->around; dz++) {
        for (int dx = -search->around; dx <= search->around; dx++) {
            const tr_voxel_surface *surface = &search->surfaces[x + dx + SIDE * (z + dz)];
            if (surface->water > surface->top || abs(surface->top - top) > 1) {
                return false;
            }
        }
    }
    if (top < search->box->low.y * SIDE || block_at(search, x, top + 1, z) != TR_BLOCK_AIR ||
        block_at(search, x, top + 2, z) != TR_BLOCK_AIR) {
        return false;
    }
    for (int dz = -search->around; dz <= search->around; dz++) {
        for (int dx = -search->around; dx <= search->around; dx++) {
            if (!is_open(search, x + dx, z + dz)) {
                return false;
            }
        }
    }
    return true;
}

// The game has nothing above the box: ground that is cut there ends at its highest layer.
static void cut_surface(const tr_voxel_box *box, tr_voxel_surface *surface)
{
    const int32_t last = (int32_t)((box->low.y + box->size[1]) * SIDE - 1);
    if (surface->top > last) {
        *surface = (tr_voxel_surface){.top = last, .water = last - 1};
    } else if (surface->water > last) {
        surface->water = last;
    }
}

static bool read_column(spawn_search *search, int64_t x, int64_t z, tr_error *err)
{
    const tr_region columns = {x * SIDE, z * SIDE, (x + 1) * SIDE, (z + 1) * SIDE};
    const tr_voxel_box *all = search->box;
    tr_voxel_extent extent;
    if (!tr_voxels_surface(search->voxels, &columns, search->surfaces, err) ||
        !tr_voxels_extent(search->voxels, x, z, &extent, err)) {
        return false;
    }
    int32_t low = INT_MAX;
    for (int i = 0; i < TR_VOXEL_LAYER; i++) {
        cut_surface(all, &search->surfaces[i]);
        low = search->surfaces[i].top < low ? search->surfaces[i].top : low;
    }
    const int64_t end = all->low.y + all->size[1], first = low >> 5 > all->low.y ? low >> 5 : all->low.y;
    const int64_t high = (int64_t)(extent.mixed_high + ROOM) >> 5, last = high < end ? high : end - 1;
    const tr_voxel_box box = {{x, first, z}, {1, (int32_t)(last > first ? last - first : 0) + 1, 1}};
    return tr_voxel_blocks_read(search->source, &box, NULL, &search->blocks, err);
}

// Looks at a column of chunks; the best place of it is the nearest to the middle.
static bool search_column(spawn_search *search, int64_t x, int64_t z, tr_game_spawn *out, tr_error *err)
{
    if (!read_column(search, x, z, err)) {
        return false;
    }
    int64_t nearest = INT64_MAX;
    for (int i = 0; i < TR_VOXEL_LAYER; i++) {
        const int cell_x = i % SIDE, cell_z = i / SIDE;
        const int64_t block_x = x * SIDE + cell_x, block_z = z * SIDE + cell_z;
        const int64_t dx = block_x - search->middle[0], dz = block_z - search->middle[1], way = dx * dx + dz * dz;
        const bool inside = cell_x >= search->around && cell_z >= search->around && cell_x < SIDE - search->around &&
                            cell_z < SIDE - search->around;
        if (inside && way < nearest && is_good(search, cell_x, cell_z)) {
            nearest = way;
            *out = (tr_game_spawn){{block_x, search->surfaces[i].top + 1, block_z}, true};
        }
    }
    tr_voxel_blocks_destroy(&search->blocks);
    return true;
}

static bool search_ring(spawn_search *search, int64_t ring, tr_game_spawn *out, tr_error *err)
{
    const tr_voxel_box *box = search->box;
    const int64_t middle_x = search->middle[0] >> 5, middle_z = search->middle[1] >> 5;
    for (int64_t z = middle_z - ring; z <= middle_z + ring && !out->dry; z++) {
        for (int64_t x = middle_x - ring; x <= middle_x + ring && !out->dry; x++) {
            const bool on_ring = llabs(x - middle_x) == ring || llabs(z - middle_z) == ring;
            const bool inside =
                x >= box->low.x && z >= box->low.z && x < box->low.x + box->size[0] && z < box->low.z + box->size[2];
            if (on_ring && inside && !search_column(search, x, z, out, err)) {
                return false;
            }
        }
    }
    return true;
}

// Where all is water or wood: the top of what is in the middle.
static bool take_middle(const spawn_search *search, tr_game_spawn *out, tr_error *err)
{
    const int64_t x = search->middle[0], z = search->middle[1];
    tr_voxel_surface surface;
    if (!tr_voxels_surface(search->voxels, &(tr_region){x, z, x + 1, z + 1}, &surface, err)) {
        return false;
    }
    cut_surface(search->box, &surface);
    const int32_t top = surface.water > surface.top ? surface.water : surface.top;
    *out = (tr_game_spawn){{x, top + 1, z}, false};
    return true;
}

bool tr_game_spawn_find(const tr_voxels *voxels, const tr_voxel_source *source, const tr_voxel_box *box,
                        tr_game_spawn *out, tr_error *err)
{
    tr_context *context = source->context;
    spawn_search *search = tr_alloc(context, sizeof *search, err);
    if (!search) {
        return false;
    }
    *search = (spawn_search){.voxels = voxels, .source = source, .box = box};
    search->middle[0] = box->low.x * SIDE + (int64_t)box->size[0] * SIDE / 2;
    search->middle[1] = box->low.z * SIDE + (int64_t)box->size[2] * SIDE / 2;
    *out = (tr_game_spawn){.dry = false};
    const int64_t rings = (box->size[0] > box->size[2] ? box->size[0] : box->size[2]) / 2 + 1;
    bool done = true;
    for (search->around = 2; done && !out->dry && search->around >= 0; search->around -= 2) {
        for (int64_t ring = 0; done && !out->dry && ring <= rings; ring++) {
            done = search_ring(search, ring, out, err);
        }
    }
    if (done && !out->dry) {
        done = take_middle(search, out, err);
    }
    tr_free(context, search);
    return done;
}
