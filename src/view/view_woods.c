#include "view/view_woods.h"

#include <math.h>

enum { PLANES = 4 };

double tr_view_woods_share(double distance_m, double view_m)
{
    const double begin = 0.7;
    const double t = fmin(fmax((distance_m / view_m - begin) / (1 - begin), 0), 1);
    return t * t * (3 - 2 * t);
}

// ---------------------------------------------------------------------------------------------------------
// Models

// The colour of a model from above: of what looks up in its upper half, at its second level.
static bool crown_color(tr_context *context, tr_model_kind model, float out[3], tr_error *err)
{
    // Crowns throw shadows on each other, and the eye looks into the gaps between them.
    const double seen = 0.54;
    tr_mesh mesh;
    if (!tr_model_make(context, model, 0, 1, &mesh, err)) {
        return false;
    }
    double sums[3] = {0, 0, 0}, weights = 1e-6;
    for (size_t i = 0; i < mesh.vertex_count; i++) {
        const double weight = fmax((double)mesh.normals[3 * i + 1], 0) * fmax((double)mesh.positions[3 * i + 1], 0);
        for (size_t k = 0; k < 3; k++) {
            const double value = mesh.colors[4 * i + k] / 255.0;
            sums[k] += weight * value * value;
        }
        weights += weight;
    }
    for (int k = 0; k < 3; k++) {
        out[k] = (float)(seen * sums[k] / weights);
    }
    tr_mesh_destroy(context, &mesh);
    return true;
}

bool tr_view_woods_create(const tr_world *world, tr_view_woods *out, tr_error *err)
{
    const double tall_m = 2.5;
    const tr_world_def *def = tr_world_def_of(world);
    *out = (tr_view_woods){.world = world};
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set_def *set = &def->place_sets[i];
        for (int32_t k = 0; k < set->layer_count; k++) {
            const tr_place_layer_def *layer = &set->layers[k].layer;
            double height_m = 0, width_m = 0;
            tr_model_size(set->layers[k].model, &height_m, &width_m);
            const double scale = 0.5 * (layer->scale_low + layer->scale_high);
            if (scale * height_m < tall_m) {
                continue;
            }
            // A pattern holds about 0.7 candidates per square footprint; a crown is a disc.
            const double crown_m2 = 0.785 * scale * scale * width_m * width_m;
            out->is_tall[i] = true;
            out->layers[i][k].cover = (float)(0.7 * crown_m2 / (set->set.footprint_m * set->set.footprint_m));
            if (!crown_color(tr_world_context(world), set->layers[k].model, out->layers[i][k].color, err)) {
                return false;
            }
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Cover

// The farthest corner of an area from the eye, along the ground.
static double farthest_m(const tr_view_shot *shot, const tr_sample_area *area)
{
    double max = 0;
    for (int i = 0; i < 4; i++) {
        const double x = (double)(area->x + (i % 2 ? area->width : 0)) * area->spacing_m - shot->eye_m[0];
        const double z = (double)(area->z + (i / 2 ? area->height : 0)) * area->spacing_m - shot->eye_m[2];
        max = fmax(max, sqrt(x * x + z * z));
    }
    return max + shot->slack_m;
}

static double view_m_of(const tr_view_woods *woods, const tr_view_shot *shot, int32_t set)
{
    return shot->plant_range * tr_world_def_of(woods->world)->place_sets[set].view_m;
}

static bool is_set_painted(const tr_view_woods *woods, const tr_view_shot *shot, int32_t set, double far_m)
{
    return woods->is_tall[set] && tr_view_woods_share(far_m, view_m_of(woods, shot, set)) > 0;
}

bool tr_view_woods_reach(const tr_view_woods *woods, const tr_view_shot *shot, const tr_sample_area *area)
{
    const double far_m = farthest_m(shot, area);
    for (int32_t i = 0; i < tr_world_def_of(woods->world)->place_set_count; i++) {
        if (is_set_painted(woods, shot, i, far_m)) {
            return true;
        }
    }
    return false;
}

static void add_set(const tr_view_woods *woods, const tr_view_shot *shot, int32_t set, const tr_sample_area *area,
                    const tr_grid *densities, const tr_grid *out)
{
    const double view_m = view_m_of(woods, shot, set);
    for (int32_t j = 0; j < area->height; j++) {
        for (int32_t i = 0; i < area->width; i++) {
            const double x = (double)(area->x + i) * area->spacing_m - shot->eye_m[0];
            const double z = (double)(area->z + j) * area->spacing_m - shot->eye_m[2];
            const float share = (float)tr_view_woods_share(sqrt(x * x + z * z) + shot->slack_m, view_m);
            float *cover = out->samples + j * out->row_stride + i;
            for (int32_t k = 0; k < densities->depth; k++) {
                const tr_view_woods_layer *layer = &woods->layers[set][k];
                const float density = densities->samples[k * densities->plane_stride + j * densities->row_stride + i];
                const float more = fminf(share * density * layer->cover, 1) * (1 - *cover);
                *cover += more;
                for (int c = 0; c < 3; c++) {
                    cover[(c + 1) * out->plane_stride] += more * layer->color[c];
                }
            }
        }
    }
}

bool tr_view_woods_cover(const tr_view_woods *woods, const tr_view_shot *shot, const tr_sample_area *area,
                         const tr_grid *out, tr_error *err)
{
    tr_context *context = tr_world_context(woods->world);
    const tr_world_def *world = tr_world_def_of(woods->world);
    const double far_m = farthest_m(shot, area);
    for (int p = 0; p < PLANES; p++) {
        for (int32_t j = 0; j < area->height; j++) {
            for (int32_t i = 0; i < area->width; i++) {
                out->samples[p * out->plane_stride + j * out->row_stride + i] = 0;
            }
        }
    }
    for (int32_t i = 0; i < world->place_set_count; i++) {
        tr_grid densities;
        if (!is_set_painted(woods, shot, i, far_m)) {
            continue;
        }
        if (!tr_grid_create(context, area->width, area->height, world->place_sets[i].layer_count, &densities, err)) {
            return false;
        }
        const bool done = tr_world_densities(woods->world, i, area, &densities, err);
        if (done) {
            add_set(woods, shot, i, area, &densities, out);
        }
        tr_grid_destroy(context, &densities);
        if (!done) {
            return false;
        }
    }
    return true;
}
