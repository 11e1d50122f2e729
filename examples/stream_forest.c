// stream_forest world.yaml: walks through a world as a game does, keeps what stands around the walker, and says what
// the walk cost.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <terrane/terrane.h>

enum { FRAMES = 1200, FRAMES_PER_SECOND = 60 };

static void check(bool done, const tr_error *err)
{
    if (done) return;
    fprintf(stderr, "stream_forest: %s\n", err->message);
    exit(EXIT_FAILURE);
}

static double seconds_now(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// What an engine does with a chunk that came: it makes an instance of each object and keeps them by the chunk.
static int64_t use_chunk(const tr_place_chunk *chunk, tr_context *context, tr_error *err)
{
    const int64_t count = tr_placement_count(chunk->placement, chunk->set, -1);
    tr_object *objects = tr_alloc_array(context, (size_t)count, sizeof *objects, err);
    check(objects, err);
    tr_placement_objects(chunk->placement, chunk->set, -1, 0, count, objects);
    tr_free(context, objects);
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: stream_forest world.yaml\n");
        return 2;
    }
    tr_error err;
    tr_context_def context_def = tr_default_context_def();
    tr_context *context = tr_context_create(&context_def, &err);
    check(context, &err);
    tr_world *world = tr_world_load(context, argv[1], NULL, &err);
    check(world, &err);
    const tr_placer *placer = tr_world_placer(world);
    if (!placer) {
        fprintf(stderr, "stream_forest: nothing is placed in this world; add 'placement: standard' to it\n");
        return 1;
    }
    tr_place_stream_def def = tr_default_place_stream_def();
    for (int32_t set = 0; set < tr_placer_set_count(placer); set++)
        def.radius_m[set] = tr_world_def_of(world)->place_sets[set].view_m < 200 ? 60 : 250;
    tr_place_stream *stream = tr_place_stream_create(placer, &def, &err);
    check(stream, &err);

    int64_t objects = 0, came = 0, gone = 0;
    double worst_s = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        const double walked_m = 5.0 * frame / FRAMES_PER_SECOND;
        const double before_s = seconds_now();
        tr_place_update update;
        check(tr_place_stream_update(stream, walked_m, walked_m * 0.6, &update, &err), &err);
        const double taken_s = seconds_now() - before_s;
        worst_s = taken_s > worst_s ? taken_s : worst_s;
        for (int32_t i = 0; i < update.came_count; i++) objects += use_chunk(&update.came[i], context, &err);
        came += update.came_count;
        gone += update.gone_count;
        if (frame == 0) tr_place_stream_wait(stream, -1);  // a loading screen; later frames wait for nothing
    }
    printf("%d frames: %lld chunks with %lld objects came, %lld went; the longest update took %.2f ms\n", FRAMES,
           (long long)came, (long long)objects, (long long)gone, worst_s * 1e3);
    tr_place_stream_destroy(stream);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return 0;
}
