// stream_tiles [world.yaml]: keeps the tiles around a moving point loaded, as a game does, and says what it cost.
#include <stdio.h>
#include <stdlib.h>

#include <terrane/terrane.h>

enum { TILE = 128, AROUND = 3, SIDE = 2 * AROUND + 1, STEPS = 240 };

// A slot of a ring: tile (x, z) is always in slot (x mod SIDE, z mod SIDE), so a step loads only what came into reach.
typedef struct tile_slot {
    int64_t x, z;
    tr_job *job;  // NULL once the heights are there
    tr_grid heights;
} tile_slot;

static void check(bool done, const tr_error *err)
{
    if (done) return;
    fprintf(stderr, "stream_tiles: %s\n", err->message);
    exit(EXIT_FAILURE);
}

static int wrap(int64_t tile)
{
    return (int)((tile % SIDE + SIDE) % SIDE);
}

int main(int argc, char **argv)
{
    tr_error err;
    tr_context_def context_def = tr_default_context_def();
    tr_context *context = tr_context_create(&context_def, &err);
    check(context, &err);
    tr_world_def world_def = tr_default_world_def();
    tr_world *world =
        argc > 1 ? tr_world_load(context, argv[1], NULL, &err) : tr_world_create(context, &world_def, &err);
    check(world, &err);

    static tile_slot ring[SIDE][SIDE];
    int loaded = 0;
    for (int step = 0; step < STEPS; step++) {
        const int64_t here_x = step * 40 / TILE, here_z = step * 25 / TILE;  // the point moves 40 m east, 25 m south
        for (int64_t z = here_z - AROUND; z <= here_z + AROUND; z++) {
            for (int64_t x = here_x - AROUND; x <= here_x + AROUND; x++) {
                tile_slot *slot = &ring[wrap(z)][wrap(x)];
                if (slot->heights.samples && slot->x == x && slot->z == z) continue;
                if (slot->job) check(tr_job_finish(slot->job, &err), &err);
                if (!slot->heights.samples) check(tr_grid_create(context, TILE, TILE, 1, &slot->heights, &err), &err);
                const tr_sample_area area = {x * TILE, z * TILE, TILE, TILE, 1};
                slot->job =
                    tr_world_query_start(world, TR_FIELD_HEIGHT, &area, TR_PRIORITY_NORMAL, &slot->heights, &err);
                check(slot->job, &err);
                slot->x = x, slot->z = z, loaded++;
            }
        }
        tile_slot *under = &ring[wrap(here_z)][wrap(here_x)];  // only what the player stands on is waited for
        if (under->job) check(tr_job_finish(under->job, &err), &err);
        under->job = NULL;
    }
    const float height = ring[wrap(STEPS * 25 / TILE)][wrap(STEPS * 40 / TILE)].heights.samples[0];
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (ring[i / SIDE][i % SIDE].job) check(tr_job_finish(ring[i / SIDE][i % SIDE].job, &err), &err);
        tr_grid_destroy(context, &ring[i / SIDE][i % SIDE].heights);
    }
    const tr_world_cache_stats cache = tr_world_cache(world);
    printf("%d tiles loaded; the last one begins at %.1f m; cache: %llu hits, %llu misses\n", loaded, (double)height,
           (unsigned long long)cache.hits, (unsigned long long)cache.misses);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return EXIT_SUCCESS;
}
