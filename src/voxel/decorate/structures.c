// Sites of structures on coarse lattices, whether the ground fits them, and the part of them that a chunk sees.
#include "voxel/decorate/structures.h"

#include "base/integers.h"
#include "voxel/decorate/structure_canvas.h"

enum { WHAT_SITE = 0x73697465, LATTICES = 2, SAMPLE_SPACING = 6 };

// Sites lie within the cells of their lattice. A cell of 192 blocks with a chance of a quarter makes one structure per
// 384 x 384 blocks.
typedef struct site_lattice {
    int32_t cell;
    double chance;
} site_lattice;
static const site_lattice lattices[LATTICES] = {{192, 0.25}, {128, 0.2}};

typedef struct kind_def {
    int32_t half_low, half_high;
    int32_t below, above;  // how far it reaches from its floor
    int32_t uneven;        // how much the ground of its site may differ
    void (*draw)(const tr_build *build);
} kind_def;

static const kind_def kinds[TR_STRUCTURE_COUNT] = {
    [TR_STRUCTURE_RUIN] = {17, 23, 9, 26, 7, tr_structure_draw_ruin},
    [TR_STRUCTURE_CIRCLE] = {9, 12, 8, 8, 5, tr_structure_draw_circle},
    [TR_STRUCTURE_SHRINE] = {6, 7, 8, 9, 4, tr_structure_draw_shrine},
    [TR_STRUCTURE_POND] = {7, 10, 7, 7, 1, tr_structure_draw_pond},
};

// ---------------------------------------------------------------------------------------------------------
// Sites

static tr_structure_kind kind_of(int32_t which, uint64_t hash)
{
    if (which == 1) return TR_STRUCTURE_POND;
    const uint64_t number = hash % 100;
    return number < 55 ? TR_STRUCTURE_RUIN : number < 80 ? TR_STRUCTURE_CIRCLE : TR_STRUCTURE_SHRINE;
}

static bool site_of(const tr_voxel_rules *rules, int32_t which, int64_t i, int64_t k, tr_site *out)
{
    const site_lattice *lattice = &lattices[which];
    const uint64_t hash = tr_hash_identity(rules->seed, WHAT_SITE + (uint64_t)which, i, 0, k);
    if (tr_unit_from_hash(hash) >= lattice->chance * rules->def.structures) return false;
    out->hash = tr_hash_identity(hash, WHAT_SITE, 0, 0, 0);
    out->kind = kind_of(which, out->hash);
    const kind_def *kind = &kinds[out->kind];
    const uint32_t variant = (uint32_t)(out->hash >> 32);
    out->half = tr_shape_between(variant, 1, kind->half_low, kind->half_high);
    out->x = i * lattice->cell + tr_shape_between(variant, 2, out->half, lattice->cell - 1 - out->half);
    out->z = k * lattice->cell + tr_shape_between(variant, 3, out->half, lattice->cell - 1 - out->half);
    return true;
}

// The sites of one lattice whose squares, grown by the margin, touch a rectangle of blocks.
static int32_t sites_of(const tr_voxel_rules *rules, int32_t which, const int64_t low[2], const int64_t high[2],
                        int32_t margin, tr_site *sites, int32_t count)
{
    const int32_t cell = lattices[which].cell;
    for (int64_t k = tr_floor_div(low[1] - margin, cell); k <= tr_floor_div(high[1] + margin, cell); k++) {
        for (int64_t i = tr_floor_div(low[0] - margin, cell); i <= tr_floor_div(high[0] + margin, cell); i++) {
            tr_site site;
            if (count == TR_MAX_SITES || !site_of(rules, which, i, k, &site)) continue;
            const int64_t reach = site.half + margin;
            if (site.x + reach < low[0] || site.x - reach > high[0]) continue;
            if (site.z + reach < low[1] || site.z - reach > high[1]) continue;
            sites[count++] = site;
        }
    }
    return count;
}

// Whether a site of an earlier lattice stands in the way of a pond.
static bool is_taken(const tr_voxel_rules *rules, const tr_site *site)
{
    tr_site others[TR_MAX_SITES];
    const int64_t low[2] = {site->x - site->half, site->z - site->half};
    const int64_t high[2] = {site->x + site->half, site->z + site->half};
    return sites_of(rules, 0, low, high, 2, others, 0) > 0;
}

int32_t tr_structures_sites(const tr_voxel_rules *rules, int64_t chunk_x, int64_t chunk_z, int32_t margin,
                            tr_site sites[TR_MAX_SITES])
{
    if (rules->def.preset != TR_VOXEL_WORLD || rules->def.structures <= 0) return 0;
    const int64_t low[2] = {chunk_x * TR_VOXEL_SIDE, chunk_z * TR_VOXEL_SIDE};
    const int64_t high[2] = {low[0] + TR_VOXEL_SIDE - 1, low[1] + TR_VOXEL_SIDE - 1};
    const int32_t first = sites_of(rules, 0, low, high, margin, sites, 0);
    const int32_t all = sites_of(rules, 1, low, high, margin, sites, first);
    int32_t count = first;
    for (int32_t i = first; i < all; i++)
        if (!is_taken(rules, &sites[i])) sites[count++] = sites[i];
    return count;
}

// ---------------------------------------------------------------------------------------------------------
// The ground of a site

typedef struct site_ground {
    tr_surface_fn surface;
    void *user;
    int32_t low, high;
    int64_t sum, count;
} site_ground;

static bool is_paved(tr_block block)
{
    return block == TR_BLOCK_PATH || block == TR_BLOCK_ROAD || block == TR_BLOCK_BALLAST;
}

// Takes one column of blocks into account; `fits` is cleared where nothing can stand.
static bool look(site_ground *ground, int64_t x, int64_t z, bool *fits, tr_error *err)
{
    tr_voxel_surface surface;
    if (!ground->surface(ground->user, x, z, &surface, err)) return false;
    ground->low = tr_min_i32(ground->low, surface.top);
    ground->high = tr_max_i32(ground->high, surface.top);
    ground->sum += surface.top;
    ground->count++;
    const bool wet = surface.water >= surface.top || surface.biome == TR_BIOME_OCEAN || surface.biome == TR_BIOME_RIVER;
    *fits = !wet && !is_paved(surface.block);
    return true;
}

// Whether a site fits, and the y of the first block above its floor.
static bool judge(const tr_site *site, tr_surface_fn surface, void *user, int32_t *floor, bool *fits, tr_error *err)
{
    site_ground ground = {surface, user, INT32_MAX, INT32_MIN, 0, 0};
    const int32_t spacing = site->kind == TR_STRUCTURE_POND ? 1 : SAMPLE_SPACING;
    // The middle first: find() relies on its being within the range.
    if (!look(&ground, site->x, site->z, fits, err)) return false;
    if (!*fits) return true;
    for (int32_t z = -site->half; z < site->half + spacing; z += spacing) {
        for (int32_t x = -site->half; x < site->half + spacing; x += spacing) {
            const int32_t dx = tr_min_i32(x, site->half), dz = tr_min_i32(z, site->half);
            if (!look(&ground, site->x + dx, site->z + dz, fits, err)) return false;
            *fits = *fits && ground.high - ground.low <= kinds[site->kind].uneven;
            if (!*fits) return true;
        }
    }
    // The mean, to the nearest; a pond lies as deep as the lowest ground around it, so that no water runs out.
    *floor = site->kind == TR_STRUCTURE_POND
                 ? ground.low + 1
                 : (int32_t)tr_floor_div(2 * ground.sum + ground.count, 2 * ground.count) + 1;
    return true;
}

typedef struct found_site {
    tr_site site;
    tr_voxel_surface middle;
    int32_t floor, low, high;  // y; what it may change lies within low .. high
} found_site;

// Looks at a site more closely, as long as it may change blocks within low .. high.
static bool find(const tr_voxel_rules *rules, const tr_site *site, tr_surface_fn surface, void *user,
                 const int32_t range[2], found_site *out, bool *any, tr_error *err)
{
    const kind_def *kind = &kinds[site->kind];
    *any = false;
    out->site = *site;
    if (!surface(user, site->x, site->z, &out->middle, err)) return false;
    if (out->middle.top + kind->uneven + 1 + kind->above < range[0]) return true;
    if (out->middle.top - kind->uneven - kind->below > range[1]) return true;
    bool fits = true;
    if (!judge(site, surface, user, &out->floor, &fits, err)) return false;
    if (!fits) return true;
    out->low = out->floor - kind->below;
    out->high = out->floor + kind->above;
    *any = out->low > rules->def.bottom && out->high < rules->def.top && out->low <= range[1] && out->high >= range[0];
    return true;
}

bool tr_structures_extent(const tr_voxel_rules *rules, int64_t chunk_x, int64_t chunk_z, tr_surface_fn surface,
                          void *user, int32_t *low, int32_t *high, bool *any, tr_error *err)
{
    tr_site sites[TR_MAX_SITES];
    const int32_t count = tr_structures_sites(rules, chunk_x, chunk_z, 0, sites);
    const int32_t everywhere[2] = {INT32_MIN / 2, INT32_MAX / 2};
    *any = false;
    for (int32_t i = 0; i < count; i++) {
        found_site found;
        bool is_built;
        if (!find(rules, &sites[i], surface, user, everywhere, &found, &is_built, err)) return false;
        if (!is_built) continue;
        *low = *any ? tr_min_i32(*low, found.low) : found.low;
        *high = *any ? tr_max_i32(*high, found.high) : found.high;
        *any = true;
    }
    return true;
}

static tr_build start(const found_site *found, int64_t chunk_x, int32_t chunk_y, int64_t chunk_z, uint8_t *blocks)
{
    const tr_block top = found->middle.block;
    const bool sandy = top == TR_BLOCK_SAND || top == TR_BLOCK_SANDSTONE;
    const bool stony = top == TR_BLOCK_STONE || top == TR_BLOCK_GRAVEL;
    return (tr_build){.blocks = blocks,
                      .x = (int32_t)(found->site.x - chunk_x * TR_VOXEL_SIDE),
                      .y = found->floor - chunk_y * TR_VOXEL_SIDE,
                      .z = (int32_t)(found->site.z - chunk_z * TR_VOXEL_SIDE),
                      .half = found->site.half,
                      .hash = found->site.hash,
                      .ground = (tr_block_kind)top,
                      .soil = sandy   ? TR_BLOCK_SAND
                              : stony ? TR_BLOCK_STONE
                                      : TR_BLOCK_DIRT,
                      .is_snowy = top == TR_BLOCK_SNOW || stony,
                      .is_dry = sandy || top == TR_BLOCK_DRY_GRASS};
}

bool tr_structures_put(const tr_voxel_rules *rules, int64_t chunk_x, int32_t chunk_y, int64_t chunk_z,
                       tr_surface_fn surface, void *user, uint8_t blocks[TR_VOXEL_COUNT], tr_error *err)
{
    tr_site sites[TR_MAX_SITES];
    const int32_t count = tr_structures_sites(rules, chunk_x, chunk_z, 0, sites);
    const int32_t range[2] = {chunk_y * TR_VOXEL_SIDE, chunk_y * TR_VOXEL_SIDE + TR_VOXEL_SIDE - 1};
    for (int32_t i = 0; i < count; i++) {
        found_site found;
        bool is_built;
        if (!find(rules, &sites[i], surface, user, range, &found, &is_built, err)) return false;
        if (!is_built) continue;
        const tr_build build = start(&found, chunk_x, chunk_y, chunk_z, blocks);
        kinds[found.site.kind].draw(&build);
    }
    return true;
}
