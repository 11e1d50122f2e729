#include "bench/bench_voxel_save.h"

#include "terrane/voxel_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Edits of a call, as a game that saves a thousand changes at a time; and the piece that scattered ones lie in.
enum { EDIT_COUNT = 1000000, CALL_EDITS = 1000, SIDE_CHUNKS = 32, TALL_CHUNKS = 4 };

typedef struct save_bench {
    tr_context *context;
    tr_voxels *voxels;
    char folder[256], path[300];
    double write_s, reload_s;
    tr_voxel_save_stats stats, packed;
} save_bench;

static double now_s(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// ---------------------------------------------------------------------------------------------------------
// What is changed

// Each block of the piece is as likely as any other.
static tr_block_edit scattered_edit(int64_t number)
{
    const uint64_t hash = tr_hash_identity(1, 0, number, 0, 0);
    const uint64_t side = SIDE_CHUNKS * TR_VOXEL_SIDE, tall = TALL_CHUNKS * TR_VOXEL_SIDE;
    return (tr_block_edit){
        .at = {(int64_t)(hash % side), (int64_t)(hash >> 16 & (tall - 1)), (int64_t)((hash >> 32) % side)},
        .block = (tr_block)(hash >> 56) % TR_BLOCK_KIND_COUNT};
}

// Houses of 10 x 10 x 10 blocks, 16 apart, of stone, bricks and planks, with rooms inside.
static tr_block_edit built_edit(int64_t number)
{
    const int64_t house = number / 1000, block = number % 1000;
    const int64_t x = block % 10, y = block / 100, z = block / 10 % 10;
    const bool is_wall = x == 0 || x == 9 || z == 0 || z == 9;
    const tr_block kind = y == 0    ? TR_BLOCK_COBBLE
                          : y == 9  ? TR_BLOCK_PLANKS
                          : is_wall ? TR_BLOCK_BRICKS
                                    : TR_BLOCK_AIR;
    return (tr_block_edit){.at = {house % 32 * 16 + x, y + 30, house / 32 * 16 + z}, .block = kind};
}

typedef tr_block_edit (*edit_at)(int64_t number);

// ---------------------------------------------------------------------------------------------------------

static bool write_all(save_bench *bench, edit_at make, tr_error *err)
{
    static tr_block_edit edits[CALL_EDITS];
    const double start_s = now_s();
    tr_voxel_save *save = tr_voxel_save_open(bench->voxels, bench->path, TR_VOXEL_SAVE_CREATE, err);
    if (!save) {
        return false;
    }
    bool ok = true;
    for (int64_t first = 0; first < EDIT_COUNT && ok; first += CALL_EDITS) {
        for (int64_t i = 0; i < CALL_EDITS; i++) {
            edits[i] = make(first + i);
        }
        ok = tr_voxel_save_write(save, edits, CALL_EDITS, NULL, err);
    }
    ok = tr_voxel_save_close(save, ok ? err : NULL) && ok;
    bench->write_s = now_s() - start_s;
    return ok;
}

// Opens the save and reads every chunk that has edits.
static bool read_all(save_bench *bench, tr_error *err)
{
    const double start_s = now_s();
    tr_voxel_save *save = tr_voxel_save_open(bench->voxels, bench->path, TR_VOXEL_SAVE_READ, err);
    if (!save) {
        return false;
    }
    uint64_t edit_count = 0;
    bool ok = true;
    for (int64_t i = 0; i < (int64_t)SIDE_CHUNKS * SIDE_CHUNKS * TALL_CHUNKS && ok; i++) {
        const tr_voxel_at chunk = {i % SIDE_CHUNKS, i / ((int64_t)SIDE_CHUNKS * SIDE_CHUNKS),
                                   i / SIDE_CHUNKS % SIDE_CHUNKS};
        tr_chunk_edits edits;
        ok = tr_voxel_save_read(save, &chunk, &edits, err);
        edit_count += ok ? edits.count : 0;
        tr_chunk_edits_destroy(bench->context, &edits);
    }
    bench->reload_s = now_s() - start_s;
    ok = ok && tr_voxel_save_verify(save, NULL, NULL, &bench->stats, err);
    tr_voxel_save_close(save, NULL);
    if (ok && (edit_count != bench->stats.edit_count || bench->stats.bad_count > 0)) {
        return tr_fail(err, TR_ERROR_INTERNAL, "%llu edits were read, the save has %llu",
                       (unsigned long long)edit_count, (unsigned long long)bench->stats.edit_count);
    }
    return ok;
}

static bool pack(save_bench *bench, tr_error *err)
{
    tr_voxel_save *save = tr_voxel_save_open(bench->voxels, bench->path, TR_VOXEL_SAVE_OPEN, err);
    if (!save) {
        return false;
    }
    const bool ok = tr_voxel_save_pack(save, NULL, NULL, &bench->packed, err);
    return tr_voxel_save_close(save, ok ? err : NULL) && ok;
}

static void add_row(bench_run *run, const save_bench *bench, const char *what, const char *kind, double value,
                    const char *unit)
{
    bench_row row = {.isa = tr_context_isa(bench->context),
                     .backend = tr_context_backend(bench->context),
                     .threads = 1,
                     .ours = value,
                     .unit = unit,
                     .less = true};
    snprintf(row.name, sizeof row.name, "voxel save %s %s", kind, what);
    bench_add(run, &row);
}

static bool run_case(bench_run *run, save_bench *bench, const char *kind, edit_at make, tr_error *err)
{
    const bool ok = write_all(bench, make, err) && read_all(bench, err) && pack(bench, err);
    unlink(bench->path);
    if (!ok) {
        return false;
    }
    add_row(run, bench, "1e6 edits size", kind, 1e-6 * (double)bench->stats.file_bytes, "MB");
    add_row(run, bench, "1e6 edits packed", kind, 1e-6 * (double)bench->packed.file_bytes, "MB");
    add_row(run, bench, "1e6 edits write", kind, bench->write_s, "s");
    add_row(run, bench, "1e6 edits reload", kind, bench->reload_s, "s");
    return true;
}

static bool open_bench(const bench_run *run, save_bench *bench, tr_error *err)
{
    const char *parent = getenv("TMPDIR");
    snprintf(bench->folder, sizeof bench->folder, "%s/terrane-bench-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(bench->folder)) {
        bench->folder[0] = '\0';
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: no folder for the saves can be made there",
                       parent ? parent : "/tmp");
    }
    snprintf(bench->path, sizeof bench->path, "%s/save.sqlite", bench->folder);
    bench->context = tr_context_create(&run->settings->context, err);
    if (!bench->context) {
        return false;
    }
    tr_voxel_def def = tr_default_voxel_def();
    def.preset = TR_VOXEL_CLASSIC;
    bench->voxels = tr_voxels_create(bench->context, &def, run->settings->seed, err);
    return bench->voxels;
}

bool bench_voxel_save(bench_run *run, tr_error *err)
{
    static const char *const kinds[] = {"built", "scattered"};
    static const edit_at makers[] = {built_edit, scattered_edit};
    if (!bench_wants(run, "voxel save built") && !bench_wants(run, "voxel save scattered")) {
        return true;
    }
    save_bench bench = {0};
    bool ok = open_bench(run, &bench, err);
    for (int i = 0; i < 2 && ok; i++) {
        ok = run_case(run, &bench, kinds[i], makers[i], err);
    }
    if (bench.voxels) {
        tr_voxels_destroy(bench.voxels);
    }
    tr_context_destroy(bench.context);
    if (bench.folder[0]) {
        rmdir(bench.folder);
    }
    return ok;
}
