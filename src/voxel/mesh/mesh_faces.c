// Which faces are seen, a row of 32 at a time, and what shades their corners.
#include "voxel/mesh/mesh_faces.h"

#include "voxel/mesh/mesh_isa.h"

enum { SIDE = TR_VOXEL_SIDE };

// The cell in front of a face: rows and bits away from its own, where bit x of a row's word is cell x - 1.
static const int front_row[TR_FACE_DIAGONAL] = {0, 0, -TR_MESH_LAYER, TR_MESH_LAYER, -1, 1};
static const int front_bit[TR_FACE_DIAGONAL] = {0, 2, 1, 1, 1, 1};

static inline uint32_t own_word(const uint64_t *words, int row)
{
    return (uint32_t)(words[row] >> 1);
}

static inline uint32_t front_word(const uint64_t *words, int row, tr_voxel_face face)
{
    return (uint32_t)(words[row + front_row[face]] >> front_bit[face]);
}

// The bits of the nine cells in front of faces: first index along the first axis of the face, second along the second.
typedef struct front_plane {
    uint32_t bits[3][3];
} front_plane;

static inline front_plane front_of(const uint64_t *words, int row, tr_voxel_face face)
{
    const uint64_t *middle = words + row + front_row[face];
    front_plane plane;
    if (face <= TR_FACE_EAST) {
        const int shift = front_bit[face];
        for (int y = 0; y < 3; y++)
            for (int z = 0; z < 3; z++) plane.bits[y][z] = (uint32_t)(middle[(y - 1) * TR_MESH_LAYER + z - 1] >> shift);
        return plane;
    }
    const int step = face <= TR_FACE_UP ? 1 : TR_MESH_LAYER;
    for (int i = 0; i < 3; i++) {
        const uint64_t word = middle[(i - 1) * step];
        for (int x = 0; x < 3; x++) plane.bits[x][i] = (uint32_t)(word >> x);
    }
    return plane;
}

// The cells of which any of the nine in front is set.
static inline uint32_t any_in_front(const uint64_t *words, int row, tr_voxel_face face)
{
    const uint64_t *middle = words + row + front_row[face];
    uint64_t any = 0;
    if (face <= TR_FACE_EAST) {
        for (int y = -1; y <= 1; y++) {
            const uint64_t *three = middle + y * TR_MESH_LAYER;
            any |= three[-1] | three[0] | three[1];
        }
        return (uint32_t)(any >> front_bit[face]);
    }
    const int step = face <= TR_FACE_UP ? 1 : TR_MESH_LAYER;
    any = middle[-step] | middle[0] | middle[step];
    return (uint32_t)(any | any >> 1 | any >> 2);
}

// Two sides that close a corner make it darkest; else each of the three cells around it takes one step.
static void shade_corners(const uint64_t *closing_words, int row, tr_voxel_face face, uint32_t which, tr_face_row *out)
{
    out->shaded = any_in_front(closing_words, row, face) & which;
    if (!out->shaded) return;
    const front_plane closing = front_of(closing_words, row, face);
    const tr_face_axes *axes = &tr_faces_axes[face];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const uint32_t a = closing.bits[2 * i][1], b = closing.bits[1][2 * j], c = closing.bits[2 * i][2 * j];
            uint32_t *shade = out->shade[tr_corner_at(axes, i, j)];
            shade[0] = ((a ^ b ^ c) | (a & b)) & out->shaded;
            shade[1] = ((a & b) | (c & (a ^ b))) & out->shaded;
        }
}

// ---------------------------------------------------------------------------------------------------------
// Light

static void light_some(const tr_faces_query *query, int row, uint32_t wanted, tr_row_lights *out)
{
    static const int axis_step[3] = {1, TR_MESH_LAYER * TR_MESH_ROW, TR_MESH_ROW};
    const tr_face_axes *axes = &tr_faces_axes[query->face];
    const int front = (row + front_row[query->face]) * TR_MESH_ROW + front_bit[query->face];
    const tr_front_cells cells = {query->cells->codes[0] + front,
                                  query->cells->lights[0] + front,
                                  axis_step[axes->first],
                                  axis_step[axes->second],
                                  query->face,
                                  wanted};
    query->table->light_corners(&cells, out);
}

// Faces that lie against something opaque: borders between levels look as if nothing were there, liquids that are lower
// than their cell take the light of the cell.
static void light_covered(const tr_faces_query *query, int row, uint32_t covered, tr_row_lights *out)
{
    for (; covered; covered &= covered - 1) {
        const int x = __builtin_ctz(covered);
        const tr_light light = query->pass == TR_PASS_OPAQUE ? TR_FULL_DAYLIGHT : query->cells->lights[row][x + 1];
        for (int corner = 0; corner < 4; corner++) out->corners[corner][x] = light;
    }
}

static void light_row(const tr_faces_query *query, int row, uint32_t visible, tr_face_row *out, tr_row_lights *lights)
{
    const tr_mesh_cells *cells = query->cells;
    out->full = visible;
    out->dark = 0;
    out->lit = 0;
    if (!cells->shadowed) return;
    const uint32_t covered = visible & front_word(cells->opaque, row, query->face);
    out->full = visible & ~covered & ~any_in_front(cells->unlike_full, row, query->face);
    if (query->pass == TR_PASS_OPAQUE) out->full |= covered;
    if (out->full == visible) return;
    out->dark = visible & ~covered & ~any_in_front(cells->unlike_dark, row, query->face);
    out->lit = visible & ~(out->full | out->dark);
    if (!out->lit) return;
    light_some(query, row, out->lit, lights);
    light_covered(query, row, covered & out->lit, lights);
}

// ---------------------------------------------------------------------------------------------------------
// Opaque cubes and leaves

// Leaves hide the faces between blocks of the same kind.
static uint32_t inner_leaves(const tr_faces_query *query, int row)
{
    const tr_mesh_cells *cells = query->cells;
    const tr_voxel_face face = query->face;
    const uint32_t own = own_word(cells->closing, row) & ~own_word(cells->opaque, row);
    const uint32_t front = front_word(cells->closing, row, face) & ~front_word(cells->opaque, row, face);
    if (!(own & front)) return 0;
    return own & front &
           query->table->equal(cells->codes[row] + 1, cells->codes[row + front_row[face]] + front_bit[face], 0xff);
}

// The cells of a row whose faces lie on a border that is drawn whatever lies beyond.
static uint32_t forced_cells(unsigned borders, tr_voxel_face face, int y, int z)
{
    const int last = SIDE - 1;
    if (!(borders >> face & 1)) return 0;
    switch (face) {
    case TR_FACE_WEST: return 1;
    case TR_FACE_EAST: return UINT32_C(1) << last;
    case TR_FACE_DOWN: return y == 0 ? UINT32_MAX : 0;
    case TR_FACE_UP: return y == last ? UINT32_MAX : 0;
    case TR_FACE_NORTH: return z == 0 ? UINT32_MAX : 0;
    default: return z == last ? UINT32_MAX : 0;
    }
}

// Rows that may have faces of the border.
static uint32_t forced_rows(unsigned borders, tr_voxel_face face, int y)
{
    uint32_t rows = 0;
    if (borders >> face & 1)
        for (int z = 0; z < SIDE; z++) rows |= (uint32_t)(forced_cells(borders, face, y, z) != 0) << z;
    return rows;
}

static uint32_t find_opaque(const tr_faces_query *query, int y, int z, uint32_t uncovered, tr_faces *out)
{
    const tr_mesh_cells *cells = query->cells;
    const int row = tr_mesh_row(y, z), at = y * SIDE + z;
    tr_face_row *faces = &out->rows[at];
    uint32_t visible = uncovered;
    if (cells->any_leaves) visible &= ~inner_leaves(query, row);
    visible |= own_word(cells->closing, row) & forced_cells(query->def->borders, query->face, y, z);
    if (!visible) return 0;
    faces->lone = faces->shaded = 0;
    if (query->def->occlusion) {
        const uint32_t covered = front_word(cells->opaque, row, query->face);
        shade_corners(cells->closing, row, query->face, visible & ~covered, faces);
    }
    light_row(query, row, visible, faces, &out->lights[at]);
    return visible;
}

// ---------------------------------------------------------------------------------------------------------
// Clear cubes and liquids

// Faces between cells of the same liquid are not there, but for those of one that stands higher than the other.
static uint32_t between_liquids(const tr_mesh_cells *cells, int row, tr_voxel_face face, uint32_t visible,
                                tr_face_row *out, uint8_t *rises)
{
    const uint8_t *own = cells->codes[row] + 1;
    const uint8_t *front = cells->codes[row + front_row[face]] + front_bit[face];
    const uint32_t liquids = own_word(cells->liquid, row) & front_word(cells->liquid, row, face);
    for (uint32_t left = visible & liquids; left; left &= left - 1) {
        const int x = __builtin_ctz(left);
        if ((own[x] ^ front[x]) & TR_CODE_LIQUID_KIND) continue;
        const int height = tr_code_eighths(own[x]), beyond = tr_code_eighths(front[x]);
        const uint32_t bit = left & (0 - left);
        if (face == TR_FACE_DOWN || face == TR_FACE_UP || height <= beyond) {
            visible &= ~bit;
        } else {
            out->lone |= bit;
            rises[x] = (uint8_t)beyond;
        }
    }
    return visible;
}

// Liquids whose surface lies below an opaque block.
static uint32_t below_roof(const tr_mesh_cells *cells, int row, uint32_t covered)
{
    uint32_t seen = 0;
    for (uint32_t left = own_word(cells->liquid, row) & covered; left; left &= left - 1)
        if (tr_code_eighths(cells->codes[row][1 + __builtin_ctz(left)]) < 8) seen |= left & (0 - left);
    return seen;
}

static uint32_t find_translucent(const tr_faces_query *query, int y, int z, uint32_t uncovered, tr_faces *out)
{
    const tr_mesh_cells *cells = query->cells;
    const tr_voxel_face face = query->face;
    const int row = tr_mesh_row(y, z), at = y * SIDE + z;
    tr_face_row *faces = &out->rows[at];
    // The height of liquids does not matter above and below; clear cubes have no codes to spare for a mask.
    const bool vertical = face == TR_FACE_DOWN || face == TR_FACE_UP;
    const uint8_t mask = vertical && cells->translucent[row] == cells->liquid[row] ? TR_CODE_LIQUID_KIND : 0xff;
    uint32_t visible = uncovered;
    faces->lone = faces->shaded = 0;
    if (visible)
        visible &=
            ~query->table->equal(cells->codes[row] + 1, cells->codes[row + front_row[face]] + front_bit[face], mask);
    if (visible) visible = between_liquids(cells, row, face, visible, faces, out->rises[at]);
    if (face == TR_FACE_UP) visible |= below_roof(cells, row, front_word(cells->opaque, row, face));
    if (visible) light_row(query, row, visible, faces, &out->lights[at]);
    return visible;
}

// ---------------------------------------------------------------------------------------------------------

static uint32_t find_layer(const tr_faces_query *query, int y, tr_faces *out)
{
    const tr_mesh_cells *cells = query->cells;
    const bool opaque = query->pass == TR_PASS_OPAQUE;
    const int first = tr_mesh_row(y, 0);
    uint32_t *visible = out->visible + y * SIDE;
    uint32_t rows =
        query->table->uncovered((opaque ? cells->closing : cells->translucent) + first,
                                cells->opaque + first + front_row[query->face], front_bit[query->face], visible);
    if (opaque)
        rows |= forced_rows(query->def->borders, query->face, y);
    else if (query->face == TR_FACE_UP)
        for (int z = 0; z < SIDE; z++) rows |= (uint32_t)(own_word(cells->liquid, first + z) != 0) << z;
    uint32_t occupied = 0;
    for (; rows; rows &= rows - 1) {
        const int z = __builtin_ctz(rows);
        visible[z] =
            opaque ? find_opaque(query, y, z, visible[z], out) : find_translucent(query, y, z, visible[z], out);
        occupied |= (uint32_t)(visible[z] != 0) << z;
    }
    return occupied;
}

bool tr_faces_find(const tr_faces_query *query, tr_faces *out)
{
    uint32_t any = 0;
    for (int y = 0; y < SIDE; y++) any |= out->occupied[y] = find_layer(query, y, out);
    return any != 0;
}
