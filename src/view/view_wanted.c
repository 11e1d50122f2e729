// What the camera of a view needs.
//
// Ground, for a moving eye: squares of one number of samples and of spacings that double, like a clipmap (Losasso and
// Hoppe 2004), but each is replaced as a whole when the eye has moved an eighth of its side: light and colours of a
// level depend on all of it. Plants: squares of the lattice of each set; what is far thins out by hiding parts of a
// square.
#include <math.h>
#include <string.h>

#include "view/view_state.h"

// ---------------------------------------------------------------------------------------------------------
// Letting go

void tr_view_drop(tr_view *view, tr_view_resource *shown)
{
    if (shown->id.id != 0) {
        view->device_bytes -= shown->bytes;
        tr_renderer_drop(view->renderer, shown->id);
        view->stats.drops++;
        *shown = (tr_view_resource){0};
    }
}

static void abandon(tr_view_request **request)
{
    if (*request) {
        tr_view_request_abandon(*request);
        *request = NULL;
    }
}

static void clear_level(tr_view *view, tr_view_level_slot *slot)
{
    abandon(&slot->request);
    view->made_count -= slot->made != NULL;
    tr_view_level_release(view, slot->made);
    tr_view_level_release(view, slot->held);
    tr_view_drop(view, &slot->shown);
    *slot = (tr_view_level_slot){0};
}

static void clear_bridge(tr_view *view, tr_view_bridge_slot *slot)
{
    abandon(&slot->request);
    view->made_count -= slot->state == TR_VIEW_PART_MADE;
    tr_render_part_destroy(slot->part);
    tr_view_drop(view, &slot->shown);
    *slot = (tr_view_bridge_slot){.crossing = slot->crossing};
}

void tr_view_clear_tile(tr_view *view, tr_view_tile_slot *slot)
{
    abandon(&slot->request);
    view->made_count -= slot->state == TR_VIEW_PART_MADE;
    view->host_bytes -= slot->plants.instance_count * sizeof *slot->plants.instances;
    tr_view_tile_plants_destroy(view->context, &slot->plants);
    for (int32_t i = 0; i < slot->copy_count; i++) {
        view->host_bytes -= slot->copies[i].part ? tr_render_part_bytes(slot->copies[i].part) : 0;
        tr_render_part_destroy(slot->copies[i].part);
        tr_view_drop(view, &slot->copies[i].shown);
    }
    tr_free(view->context, slot->copies);
    *slot = (tr_view_tile_slot){0};
}

// Drops everything but models and the sky.
void tr_view_clear_places(tr_view *view)
{
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        clear_level(view, &view->levels[i]);
    }
    for (int32_t i = 0; i < view->bridge_count; i++) {
        clear_bridge(view, &view->bridges[i]);
    }
    for (int32_t i = 0; i < view->ring_count; i++) {
        for (int32_t k = 0; k < view->rings[i].width * view->rings[i].width; k++) {
            tr_view_clear_tile(view, &view->rings[i].slots[k]);
        }
    }
    view->light = 0;
    view->full_rank = INFINITY;
}

// ---------------------------------------------------------------------------------------------------------
// The sky and levels

void tr_view_follow(tr_view *view, const tr_camera_def *camera)
{
    const tr_view_def *def = &view->def;
    view->shot = (tr_view_shot){.width = def->width,
                                .height = def->height,
                                .fov_deg = camera->fov_deg,
                                .sun_azimuth_deg = def->environment.sun_azimuth_deg,
                                .visibility_m = def->environment.visibility_m,
                                .sea_level_m = def->environment.sea_level_m,
                                .sea = def->environment.sea,
                                .sample_px = def->sample_px,
                                .finest_m = def->finest_m,
                                .farthest_m = def->farthest_m,
                                .plant_range = def->plant_range};
    memcpy(view->shot.eye_m, camera->eye_m, sizeof view->shot.eye_m);
    memcpy(view->shot.target_m, camera->target_m, sizeof view->shot.target_m);
    const bool moved = memcmp(view->still_camera.eye_m, camera->eye_m, sizeof camera->eye_m) != 0 ||
                       memcmp(view->still_camera.target_m, camera->target_m, sizeof camera->target_m) != 0 ||
                       view->still_camera.fov_deg != camera->fov_deg;
    if (def->still && moved) {
        tr_view_clear_places(view);
        view->has_survey = false;
        view->still_camera = *camera;
    }
}

// The height for which the sky is to be made: that of a still camera, else the nearest power of two.
double tr_view_sky_height_m(const tr_view *view)
{
    const double height_m = fmin(fmax(view->shot.eye_m[1] - view->shot.sea_level_m, 2), 20000);
    return view->def.still ? height_m : exp2(rint(log2(height_m)));
}

bool tr_view_is_sky_good(const tr_view *view, double made_for_m)
{
    const double wanted_m = tr_view_sky_height_m(view);
    return made_for_m == wanted_m ||
           (!view->exact && !view->def.still &&
            fabs(log2(fmin(fmax(view->shot.eye_m[1] - view->shot.sea_level_m, 2), 20000) / made_for_m)) < 0.75);
}

// Whether what is known about the distance to the ground holds here.
bool tr_view_is_survey_good(const tr_view *view)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double way_m = view->shot.eye_m[i] - view->survey_eye_m[i];
        sum += way_m * way_m;
    }
    const double allowed_m = view->exact || view->def.still ? 0 : 0.2 * fmax(view->nearest_m, 8);
    return view->has_survey && sqrt(sum) <= allowed_m;
}

uint64_t tr_view_level_key(const tr_sample_area *area, uint64_t coarser)
{
    const uint64_t place = tr_hash_identity(coarser, (uint64_t)area->width, area->x, area->height, area->z);
    return tr_hash_bytes(&area->spacing_m, sizeof area->spacing_m, place);
}

static int slot_of(const tr_view *view, const tr_sample_area *area, int index)
{
    return view->def.still ? index : (int)lrint(log2(area->spacing_m / view->def.finest_m));
}

// Whether a level is good enough for the eye.
static bool is_area_good(const tr_view *view, const tr_view_level_slot *slot, const tr_sample_area *area, uint64_t key)
{
    return view->exact || view->def.still ? key == slot->key : tr_view_area_serves(area, view->shot.eye_m);
}

bool tr_view_is_level_good(const tr_view *view, const tr_view_level_slot *slot)
{
    return slot->held && is_area_good(view, slot, &slot->held->area, slot->held->key);
}

static void find_areas(const tr_view *view, double nearest_m, tr_view_areas *out)
{
    if (view->def.still) {
        tr_view_areas_of_camera(&view->shot, nearest_m, out);
    } else {
        tr_view_areas_around(&view->shot, nearest_m, out);
    }
}

// The finest slot that is kept though it is not wanted any more: an eye that goes up and down near the height at which
// a level begins to be needed does not call for it again and again.
static int finest_kept(const tr_view *view)
{
    tr_view_areas areas;
    if (view->exact || view->def.still) {
        return TR_RENDER_MAX_LEVELS;
    }
    find_areas(view, 0.67 * view->nearest_m, &areas);
    return slot_of(view, &areas.items[0], 0);
}

static void want_levels(tr_view *view)
{
    tr_view_areas areas;
    find_areas(view, view->nearest_m, &areas);
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        view->levels[i].wanted = false;
    }
    uint64_t key = 0;
    for (int i = areas.count - 1; i >= 0; i--) {
        const int index = slot_of(view, &areas.items[i], i);
        if (index >= TR_RENDER_MAX_LEVELS) {
            continue;
        }
        tr_view_level_slot *slot = &view->levels[index];
        key = tr_view_level_key(&areas.items[i], key);
        slot->wanted = true;
        slot->area = areas.items[i];
        slot->key = key;
    }
    const int kept = finest_kept(view);
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        tr_view_level_slot *slot = &view->levels[i];
        const bool keep = i >= kept && slot->held && tr_view_area_serves(&slot->held->area, view->shot.eye_m);
        if (!slot->wanted && !keep) {
            clear_level(view, slot);
        } else if (slot->request &&
                   (!slot->wanted || !is_area_good(view, slot, &slot->request->area, slot->request->key))) {
            abandon(&slot->request);
        }
    }
}

// Updates the key of the light that levels give now.
void tr_view_renew_light(tr_view *view)
{
    view->light = 0;
    for (int i = 0; i < TR_RENDER_MAX_LEVELS; i++) {
        if (view->levels[i].held) {
            view->light = tr_hash_identity(view->light, view->levels[i].held->key, i, 0, 0);
        }
    }
}

// Whether things that stand on the ground can be lit: while settling all levels must be those that are wanted, else
// some that are not too coarse are enough.
bool tr_view_is_ground_ready(const tr_view *view)
{
    const double fine_m = 8;
    bool any = false;
    for (int i = TR_RENDER_MAX_LEVELS - 1; i >= 0; i--) {
        const tr_view_level_slot *slot = &view->levels[i];
        if (!slot->wanted) {
            continue;
        }
        if (view->exact || view->def.still ? !tr_view_is_level_good(view, slot)
                                           : !slot->held && (slot->area.spacing_m >= fine_m || !any)) {
            return false;
        }
        any = any || slot->held;
    }
    return any;
}

// ---------------------------------------------------------------------------------------------------------
// Bridges and tiles

// Whether what was lit by levels that were shown then is still what a new view would show.
static bool is_light_good(const tr_view *view, uint64_t light)
{
    return !view->exact || light == view->light;
}

static void want_bridges(tr_view *view)
{
    const double more_m = view->exact || view->def.still ? 0 : 0.25 * tr_view_bridges_reach_m(&view->shot);
    for (int32_t i = 0; i < view->bridge_count; i++) {
        tr_view_bridge_slot *slot = &view->bridges[i];
        const tr_crossing crossing = tr_carving_crossing_at(tr_world_carving(view->world), slot->crossing);
        const bool is_there = slot->state != TR_VIEW_PART_NONE;
        if (is_there && (!tr_view_bridge_is_near(&view->shot, &crossing, more_m) ||
                         (slot->state == TR_VIEW_PART_SHOWN && !is_light_good(view, slot->light)))) {
            clear_bridge(view, slot);
        }
        if (slot->state == TR_VIEW_PART_NONE && tr_view_bridge_is_near(&view->shot, &crossing, 0)) {
            slot->state = TR_VIEW_PART_WANTED;
        }
    }
}

static double distance_to_square(const tr_view_shot *shot, const tr_view_tile *tile, double side_m)
{
    const double x = fabs(((double)tile->x + 0.5) * side_m - shot->eye_m[0]) - 0.5 * side_m;
    const double z = fabs(((double)tile->z + 0.5) * side_m - shot->eye_m[2]) - 0.5 * side_m;
    return sqrt(fmax(x, 0) * fmax(x, 0) + fmax(z, 0) * fmax(z, 0));
}

// What is hidden of a square that is far away. Still views leave out objects one by one instead.
void tr_view_thin_tile(tr_view *view, tr_view_tile_slot *slot)
{
    static const double limits[TR_VIEW_PLANT_SHARES] = {0.35, 0.85};
    const double thinning = view->def.still ? 0 : tr_view_tile_thinning(view->world, &view->shot, &slot->at);
    for (int32_t i = 0; i < slot->copy_count; i++) {
        tr_view_copies *copies = &slot->copies[i];
        const bool hidden = thinning > limits[copies->share];
        if (copies->shown.id.id != 0 && hidden != copies->hidden) {
            tr_renderer_set_visible(view->renderer, copies->shown.id, !hidden);
            copies->hidden = hidden;
        }
    }
}

static int32_t wrap(int64_t value, int32_t width)
{
    const int32_t rest = (int32_t)(value % width);
    return rest < 0 ? rest + width : rest;
}

tr_view_tile_slot *tr_view_slot_of_tile(const tr_view *view, const tr_view_tile *tile)
{
    const tr_view_ring *ring = &view->rings[tile->set];
    return &ring->slots[wrap(tile->z, ring->width) * ring->width + wrap(tile->x, ring->width)];
}

static void want_tile(tr_view *view, const tr_view_ring *ring, const tr_view_tile *tile, double reach_m,
                      const tr_view_sector *seen)
{
    tr_view_tile_slot *slot = &ring->slots[wrap(tile->z, ring->width) * ring->width + wrap(tile->x, ring->width)];
    const double distance_m = distance_to_square(&view->shot, tile, ring->side_m);
    const bool exact = view->exact || view->def.still;
    const bool wanted = reach_m > 0 && distance_m < reach_m &&
                        (!view->def.still || tr_view_tile_is_seen(view->world, &view->shot, seen, tile));
    const bool keep = wanted || (!exact && reach_m > 0 && distance_m < reach_m + ring->side_m);
    if (slot->state != TR_VIEW_PART_NONE) {
        const bool other = slot->at.x != tile->x || slot->at.z != tile->z;
        if (other || !keep || (slot->state == TR_VIEW_PART_SHOWN && !is_light_good(view, slot->light))) {
            tr_view_clear_tile(view, slot);
            view->full_rank = INFINITY;
        }
    }
    if (slot->state == TR_VIEW_PART_NONE && wanted) {
        slot->state = TR_VIEW_PART_WANTED;
        slot->at = *tile;
    }
    if (slot->state != TR_VIEW_PART_NONE) {
        slot->rank = distance_m / tr_world_def_of(view->world)->place_sets[ring->set].view_m;
        tr_view_thin_tile(view, slot);
    }
}

static void want_tiles(tr_view *view)
{
    const tr_view_sector seen = tr_view_sector_of(&view->shot);
    for (int32_t i = 0; i < view->ring_count; i++) {
        const tr_view_ring *ring = &view->rings[i];
        const double reach_m = tr_view_plants_reach_m(view->world, &view->shot, ring->set, view->nearest_m);
        const int64_t half = ring->width / 2;
        const int64_t x = (int64_t)floor(view->shot.eye_m[0] / ring->side_m),
                      z = (int64_t)floor(view->shot.eye_m[2] / ring->side_m);
        for (int64_t k = 0; k < (int64_t)ring->width * ring->width; k++) {
            const tr_view_tile tile = {ring->set, x - half + k % ring->width, z - half + k / ring->width};
            want_tile(view, ring, &tile, reach_m, &seen);
        }
    }
}

void tr_view_want(tr_view *view)
{
    want_levels(view);
    tr_view_renew_light(view);
    want_bridges(view);
    want_tiles(view);
}
