#include "scenes/verify_place.h"

enum { CELLS = 12, SETS = 3, LAYERS = 2, NODES = 3 };

// ---------------------------------------------------------------------------------------------------------
// Patterns

static void hash_cells(const tr_pattern *pattern, int64_t at, uint64_t *hash)
{
    for (int64_t z = 0; z < CELLS; z++) {
        for (int64_t x = 0; x < CELLS; x++) {
            tr_candidate candidates[TR_PATTERN_SLOTS];
            const int32_t count = tr_pattern_cell(pattern, 7, at + x, z - at, candidates);
            *hash = tr_hash_bytes(candidates, (size_t)count * sizeof *candidates, *hash);
        }
    }
}

bool verify_place_patterns(tr_context *context, uint64_t *hash, tr_error *err)
{
    static const double points[] = {0.5, 0.5, 2.25, 0.75, 1, 2.5};
    *hash = 0;
    for (int kind = 0; kind < TR_PATTERN_COUNT; kind++) {
        tr_pattern_def def = tr_default_pattern_def();
        def.kind = (tr_pattern_kind)kind;
        def.side = 4;
        def.points = points;
        def.point_count = 3;
        tr_pattern *pattern = tr_pattern_create(context, &def, err);
        if (!pattern) {
            return false;
        }
        hash_cells(pattern, 0, hash);
        hash_cells(pattern, INT64_C(1) << 40, hash);
        tr_pattern_destroy(pattern);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Sets

static tr_density_term_def field_term(tr_field field, double from, double to)
{
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_FIELD);
    term.field = field;
    term.from[0] = from;
    term.to[0] = 1;
    term.from[1] = to;
    term.to[1] = 0;
    term.point_count = 2;
    return term;
}

static tr_density_term_def noise_term(double size_m, uint64_t seed)
{
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_NOISE);
    term.size_m = size_m;
    term.octaves = 3;
    term.seed = seed;
    term.from[0] = -0.3;
    term.to[0] = 0.1;
    term.from[1] = 0.3;
    term.to[1] = 0.9;
    term.point_count = 2;
    return term;
}

// A root that keeps off steep ground and two layers that share the rest.
static void set_nodes(const tr_density_term_def terms[NODES], tr_ecotope_node_def out[NODES])
{
    for (int i = 0; i < NODES; i++) {
        out[i] = tr_default_ecotope_node_def();
        out[i].terms = &terms[i];
        out[i].term_count = 1;
        out[i].parent = i == 0 ? -1 : 0;
        out[i].layer = i - 1;
    }
    out[1].density = 0.6;
    out[2].op = TR_ECOTOPE_MIN;
}

static bool hash_objects(const tr_placement *placement, tr_context *context, uint64_t *hash, tr_error *err)
{
    for (int32_t set = 0; set < SETS; set++) {
        const int64_t count = tr_placement_count(placement, set, -1);
        tr_object *objects = tr_alloc_array(context, (size_t)count, sizeof *objects, err);
        if (!objects) {
            return false;
        }
        tr_placement_objects(placement, set, -1, 0, count, objects);
        *hash = tr_hash_bytes(objects, (size_t)count * sizeof *objects, *hash);
        tr_free(context, objects);
    }
    return true;
}

static bool hash_region(const tr_placer *placer, tr_region region_m, uint64_t *hash, tr_error *err)
{
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = region_m;
    tr_placement *placement = tr_place(placer, &request, NULL, err);
    const bool ok = placement && hash_objects(placement, tr_placer_context(placer), hash, err);
    tr_placement_destroy(placement);
    return ok;
}

bool verify_place_sets(tr_context *context, uint64_t *hash, tr_error *err)
{
    static const double footprints_m[SETS] = {1.25, 4.5, 2.5};
    tr_world_place_layer layers[LAYERS];
    for (int i = 0; i < LAYERS; i++) {
        layers[i] = (tr_world_place_layer){tr_default_place_layer_def(), TR_MODEL_CONIFER};
        layers[i].layer.tilt_limit_deg = 20 * i;
        layers[i].layer.variants = 5;
    }
    tr_density_term_def terms[SETS][NODES];
    tr_ecotope_node_def nodes[SETS][NODES];
    tr_world_place_set_def sets[SETS];
    for (int i = 0; i < SETS; i++) {
        terms[i][0] = field_term(TR_FIELD_SLOPE, 0.3, 1.5);
        terms[i][1] = noise_term(60 + 20 * i, (uint64_t)i);
        terms[i][2] = field_term(TR_FIELD_HUMIDITY, 0.2, 1.5);
        set_nodes(terms[i], nodes[i]);
        sets[i] = tr_default_world_place_set_def();
        sets[i].set.footprint_m = footprints_m[i];
        sets[i].layers = layers;
        sets[i].layer_count = LAYERS;
        sets[i].nodes = nodes[i];
        sets[i].node_count = NODES;
    }
    tr_world_def def = tr_default_world_def();
    def.place_sets = sets;
    def.place_set_count = SETS;
    tr_world *world = tr_world_create(context, &def, err);
    if (!world) {
        return false;
    }
    const int64_t far_m = 3000000000;
    *hash = 0;
    const bool ok = hash_region(tr_world_placer(world), (tr_region){-37, -80, 91, 53}, hash, err) &&
                    hash_region(tr_world_placer(world), (tr_region){far_m, -far_m, far_m + 90, 70 - far_m}, hash, err);
    tr_world_destroy(world);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Models

static void hash_mesh(const tr_mesh *mesh, uint64_t *hash)
{
    *hash = tr_hash_bytes(mesh->positions, mesh->vertex_count * 3 * sizeof *mesh->positions, *hash);
    *hash = tr_hash_bytes(mesh->normals, mesh->vertex_count * 3 * sizeof *mesh->normals, *hash);
    *hash = tr_hash_bytes(mesh->colors, mesh->vertex_count * 4, *hash);
    *hash = tr_hash_bytes(mesh->indices, mesh->index_count * sizeof *mesh->indices, *hash);
}

bool verify_place_models(tr_context *context, uint64_t *hash, tr_error *err)
{
    *hash = 0;
    for (int kind = 0; kind < TR_MODEL_COUNT; kind++) {
        for (int32_t variant = 0; variant < tr_model_variants((tr_model_kind)kind); variant++) {
            for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
                tr_mesh mesh;
                if (!tr_model_make(context, (tr_model_kind)kind, variant, level, &mesh, err)) {
                    return false;
                }
                hash_mesh(&mesh, hash);
                tr_mesh_destroy(context, &mesh);
            }
        }
    }
    return true;
}
