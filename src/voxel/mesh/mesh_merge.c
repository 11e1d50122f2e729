// Merging: a run of equal faces as long as it goes, then as many equal runs beside it as there are.
#include "voxel/mesh/mesh_merge.h"

#include "base/array.h"
#include "voxel/mesh/mesh_isa.h"

enum { SIDE = TR_VOXEL_SIDE };

tr_voxel_quad *tr_quad_list_add(tr_quad_list *list, tr_error *err)
{
    if (list->count >= list->capacity) {
        tr_voxel_quad *quads =
            tr_array_reserve(list->context, list->quads, list->count, &list->capacity, sizeof *list->quads, err);
        if (!quads) return NULL;
        list->quads = quads;
    }
    return &list->quads[list->count++];
}

// What merging works on.
typedef struct merger {
    const tr_faces_query *query;
    const tr_mesh_codes *codes;
    const tr_faces *faces;
    tr_face_links *links;
    tr_quad_list *out;
    const uint8_t (*rows)[TR_MESH_ROW];
} merger;

static inline const uint8_t *codes_of(const merger *m, int at)
{
    return m->rows[tr_mesh_row(at / SIDE, at % SIDE)] + 1;
}

// ---------------------------------------------------------------------------------------------------------
// Which faces are equal

static uint32_t other_shade(const tr_face_row *a, const tr_face_row *b, int shift)
{
    if (!(a->shaded | b->shaded)) return 0;
    static const uint32_t open[4][2] = {{0}};
    const uint32_t(*shade_a)[2] = a->shaded ? a->shade : open, (*shade_b)[2] = b->shaded ? b->shade : open;
    uint32_t differ = 0;
    for (int corner = 0; corner < 4; corner++)
        differ |=
            (shade_a[corner][0] ^ shade_b[corner][0] >> shift) | (shade_a[corner][1] ^ shade_b[corner][1] >> shift);
    return differ;
}

// Faces of row `a` that equal those of row `b` that lie `shift` cells further along x.
static uint32_t equal_faces(const merger *m, int a, int b, int shift)
{
    const tr_faces *faces = m->faces;
    const tr_face_row *row_a = &faces->rows[a], *row_b = &faces->rows[b];
    const uint32_t same = faces->visible[a] & ~row_a->lone & (faces->visible[b] & ~row_b->lone) >> shift;
    if (!same) return 0;
    uint32_t light = (row_a->full & row_b->full >> shift) | (row_a->dark & row_b->dark >> shift);
    const uint32_t lit = row_a->lit & row_b->lit >> shift;
    if (lit) light |= lit & m->query->table->equal_lights(&faces->lights[a], &faces->lights[b], shift);
    const uint32_t equal = same & light & ~other_shade(row_a, row_b, shift);
    return equal ? equal & m->query->table->equal(codes_of(m, a), codes_of(m, b) + shift, 0xff) : 0;
}

// Runs go along x but for faces that look along x, where they go along z.
static void link_faces(const merger *m)
{
    const tr_faces *faces = m->faces;
    tr_face_links *links = m->links;
    const tr_voxel_face face = m->query->face;
    const bool sideways = face <= TR_FACE_EAST, flat = face == TR_FACE_DOWN || face == TR_FACE_UP;
    for (int y = 0; y < SIDE; y++) {
        // Rows whose neighbour along z or y has faces too.
        const uint32_t rows = faces->occupied[y], along_z = rows & rows >> 1;
        const uint32_t along_y = y + 1 < SIDE ? rows & faces->occupied[y + 1] : 0;
        for (uint32_t left = rows; left; left &= left - 1) {
            const int z = __builtin_ctz(left), at = y * SIDE + z;
            links->left[at] = faces->visible[at];
            links->along[at] = links->across[at] = 0;
            if (!m->query->def->merge) continue;
            if (!sideways)
                links->along[at] = equal_faces(m, at, at, 1);
            else if (along_z >> z & 1)
                links->along[at] = equal_faces(m, at, at + 1, 0);
            if ((flat ? along_z : along_y) >> z & 1) links->across[at] = equal_faces(m, at, at + (flat ? 1 : SIDE), 0);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Quads

static uint8_t occlusion_of(const tr_face_row *row, int x)
{
    unsigned occlusion = 0xff;
    if (!(row->shaded >> x & 1)) return (uint8_t)occlusion;
    for (int corner = 0; corner < 4; corner++) {
        const unsigned shade = (row->shade[corner][0] >> x & 1) | (row->shade[corner][1] >> x & 1) << 1;
        occlusion ^= shade << 2 * corner;
    }
    return (uint8_t)occlusion;
}

static bool add_quad(const merger *m, int x, int at, int width, int height, tr_error *err)
{
    tr_voxel_quad *quad = tr_quad_list_add(m->out, err);
    if (!quad) return false;
    const tr_face_row *row = &m->faces->rows[at];
    const uint8_t code = codes_of(m, at)[x];
    const bool lowered = tr_code_is_liquid(code) && m->query->face != TR_FACE_DOWN;
    *quad = (tr_voxel_quad){
        .x = (uint8_t)x,
        .y = (uint8_t)(at / SIDE),
        .z = (uint8_t)(at % SIDE),
        .face = (uint8_t)m->query->face,
        .width = (uint8_t)width,
        .height = (uint8_t)height,
        .block = m->codes->block[code],
        .occlusion = occlusion_of(row, x),
        .sink = lowered ? (uint8_t)(8 - tr_code_eighths(code)) : 0,
        .rise = row->lone >> x & 1 ? m->faces->rises[at][x] : 0,
    };
    const bool full = row->full >> x & 1, plain = full || row->dark >> x & 1;
    for (int corner = 0; corner < 4; corner++)
        quad->light[corner] = plain ? full * TR_FULL_DAYLIGHT : m->faces->lights[at].corners[corner][x];
    return true;
}

// Faces whose runs are bits of a row. Rows that are linked have faces.
static bool merge_row(const merger *m, int at, int across, tr_error *err)
{
    tr_face_links *links = m->links;
    while (links->left[at]) {
        const int x = __builtin_ctz(links->left[at]);
        const uint32_t next = links->along[at] & links->left[at] >> 1;
        const int width = 1 + __builtin_ctz(~(next >> x));
        const uint32_t run = (UINT32_MAX >> (SIDE - width)) << x;
        int end = at, height = 1;
        for (; (links->across[end] & run) == run && (links->left[end + across] & run) == run; end += across, height++)
            links->left[end] &= ~run;
        links->left[end] &= ~run;
        if (!add_quad(m, x, at, width, height, err)) return false;
    }
    return true;
}

// Faces that look along x: a face of a run is the same bit of the rows that follow.
static bool merge_bits(const merger *m, int at, tr_error *err)
{
    tr_face_links *links = m->links;
    while (links->left[at]) {
        const int x = __builtin_ctz(links->left[at]);
        const uint32_t bit = UINT32_C(1) << x;
        int run = 1, height = 0;
        while (links->along[at + run - 1] & bit && links->left[at + run] & bit) run++;
        for (bool more = true; more; height++)
            for (int i = at + height * SIDE; i < at + height * SIDE + run; i++) {
                links->left[i] &= ~bit;
                more = more && links->across[i] & bit && links->left[i + SIDE] & bit;
            }
        if (!add_quad(m, x, at, height, run, err)) return false;
    }
    return true;
}

bool tr_faces_merge(const tr_faces_query *query, const tr_mesh_codes *codes, const tr_faces *faces,
                    tr_face_links *links, tr_quad_list *out, tr_error *err)
{
    const merger m = {query, codes, faces, links, out, query->cells->codes};
    const bool flat = query->face == TR_FACE_DOWN || query->face == TR_FACE_UP;
    link_faces(&m);
    for (int y = 0; y < SIDE; y++)
        for (uint32_t rows = faces->occupied[y]; rows; rows &= rows - 1) {
            const int z = __builtin_ctz(rows);
            if (!(query->face <= TR_FACE_EAST ? merge_bits(&m, y * SIDE + z, err)
                                              : merge_row(&m, y * SIDE + z, flat ? 1 : SIDE, err)))
                return false;
        }
    return true;
}
