// Noise on the CPU: a query is cut into tiles, each worker runs the whole program over one tile at a time.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "noise/eval.h"
#include "noise/ops_isa.h"
#include "noise/source_isa.h"

// Points are few enough at a time to stay in the first cache between the check and the work.
enum { REGISTER_FLOATS = TR_TILE_SAMPLES + TR_TABLE_PAD, POINT_TILE = 4 * TR_TILE_WIDTH };

// What one worker owns: registers, copies of a ragged end of a point list, and the sources' scratch.
typedef struct worker_memory {
    float *registers;
    float *points;
    tr_source_scratch *scratch;
} worker_memory;

typedef struct evaluation {
    const tr_noise *noise;
    const tr_source_table *sources;
    const tr_ops_table *ops;
    tr_query_tables tables;
    unsigned char *memory;
    size_t worker_bytes;
    size_t tile_floats;  // what the largest tile of the query reads of a register
    // Grid
    const tr_grid *out;
    int32_t tile_width, tile_rows, tiles_x, tiles_y;
    // Points
    const tr_noise_point_query *points;
    float point_limit;
    float *points_out;
} evaluation;

// The part of a query that one pass of the program covers.
typedef struct tile {
    int32_t x0, width, y0, rows, z;
    int32_t stride;  // of the registers: the width up to a multiple of 8
    bool is_points;
    const float *point[3];
    float *out;
    int64_t out_stride;
    worker_memory memory;
} tile;

static worker_memory memory_of(const evaluation *it, int worker)
{
    unsigned char *base = it->memory + (size_t)worker * it->worker_bytes;
    size_t register_bytes = (size_t)it->noise->register_count * REGISTER_FLOATS * sizeof(float);
    worker_memory memory;
    memory.scratch = (tr_source_scratch *)(void *)base;
    memory.registers = (float *)(void *)(base + sizeof(tr_source_scratch));
    memory.points = (float *)(void *)(base + sizeof(tr_source_scratch) + register_bytes);
    return memory;
}

static float *register_at(const tile *at, int index)
{
    return index == TR_NO_REGISTER ? NULL : at->memory.registers + (size_t)index * REGISTER_FLOATS;
}

static void run_source(const evaluation *it, const tile *at, int index, float *out, int64_t out_stride)
{
    const tr_source *source = &it->noise->sources[index];
    tr_source_task task = {
        .source = source,
        .octaves = it->tables.octaves + it->tables.first_octave[index],
        .x0 = at->x0,
        .width = at->width,
        .y0 = at->y0,
        .rows = at->rows,
        .z = at->z,
        .points = at->is_points,
        .displacement_stride = at->stride,
        .out = out,
        .out_stride = out_stride,
        .scratch = at->memory.scratch,
    };
    for (int axis = 0; axis < source->dims; axis++) {
        task.point[axis] = at->point[axis];
        task.displacement[axis] = register_at(at, source->displacement[axis]);
    }
    it->sources->run(&task);
}

static void run_coordinate(const evaluation *it, const tile *at, int index, float *out)
{
    const tr_coordinate *coordinate = &it->noise->coordinates[index];
    const float *values = it->tables.coordinates[index];
    const float *displacement = register_at(at, coordinate->displacement);
    for (int32_t row = 0; row < at->rows; row++) {
        float *to = out + row * at->stride;
        if (coordinate->axis == 0 && !at->is_points) {
            memcpy(to, values + at->x0, (size_t)at->width * sizeof *to);
        } else {
            int32_t along = at->is_points ? 0 : coordinate->axis == 1 ? at->y0 + row : at->z;
            for (int32_t i = 0; i < at->width; i++) to[i] = values[along];
        }
        const float *point = at->point[coordinate->axis];
        if (point) it->ops->add_scaled(to, point + row * at->stride, (float)coordinate->factor, to, at->width);
        if (displacement)
            it->ops->add_scaled(to, displacement + row * at->stride, coordinate->displacement_factor, to, at->width);
    }
}

static void run_pointwise(const evaluation *it, const tile *at, const tr_instruction *instruction)
{
    const tr_curve *curve = instruction->op == TR_OP_CURVE ? &it->noise->curves[instruction->source] : NULL;
    const float *out = register_at(at, instruction->out);
    const float *in[3];
    for (int i = 0; i < 3; i++)
        in[i] = instruction->in[i] == TR_NO_REGISTER ? out : register_at(at, instruction->in[i]);
    it->ops->run(instruction, curve, in[0], in[1], in[2], register_at(at, instruction->out), at->stride * at->rows);
}

static void copy_rows(const tile *at, const float *from)
{
    for (int32_t row = 0; row < at->rows; row++)
        memcpy(at->out + row * at->out_stride, from + row * at->stride, (size_t)at->width * sizeof *from);
}

// The last instruction makes the result; a source writes it where it belongs at once.
static void run_program(const evaluation *it, const tile *at)
{
    const tr_noise *noise = it->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *instruction = &noise->instructions[i];
        bool last = i == noise->instruction_count - 1;
        float *out = register_at(at, instruction->out);
        if (instruction->op == TR_OP_SOURCE) {
            run_source(it, at, instruction->source, last ? at->out : out, last ? at->out_stride : at->stride);
            if (last) return;
        } else if (instruction->op == TR_OP_COORDINATE) {
            run_coordinate(it, at, instruction->source, out);
        } else {
            run_pointwise(it, at, instruction);
        }
    }
    copy_rows(at, register_at(at, noise->instructions[noise->instruction_count - 1].out));
}

// The padding at the end of register rows is computed with and thrown away; it must not be slow denormals. Only what
// the query's tiles reach is cleared: most queries for samples far apart are of a few samples.
static void clear_registers(const evaluation *it, int worker)
{
    float *registers = memory_of(it, worker).registers;
    for (int i = 0; i < it->noise->register_count; i++)
        memset(registers + (size_t)i * REGISTER_FLOATS, 0, it->tile_floats * sizeof *registers);
}

static bool open_evaluation(evaluation *it, const tr_noise_query *query, tr_error *err)
{
    const tr_noise *noise = it->noise;
    tr_isa isa = tr_context_isa(noise->context);
    it->sources = TR_ISA_PICK(tr_source_table, isa);
    it->ops = TR_ISA_PICK(tr_ops_table, isa);
    size_t floats = (size_t)noise->register_count * REGISTER_FLOATS + 3 * (TR_TILE_WIDTH + TR_TABLE_PAD);
    it->worker_bytes = (sizeof(tr_source_scratch) + floats * sizeof(float) + 63) & ~(size_t)63;
    size_t workers = (size_t)tr_context_threads(noise->context);
    if (!tr_query_tables_create(noise, query, &it->tables, err)) return false;
    it->memory = tr_spare_take(&noise->spares->workers, noise->context, workers * it->worker_bytes, err);
    if (!it->memory) {
        tr_query_tables_destroy(noise, &it->tables);
        return false;
    }
    for (int w = 0; w < (int)workers && noise->instruction_count > 1; w++) clear_registers(it, w);
    return true;
}

static void close_evaluation(evaluation *it)
{
    tr_spare_give(&it->noise->spares->workers, it->noise->context, it->memory);
    tr_query_tables_destroy(it->noise, &it->tables);
}

// ---------------------------------------------------------------------------------------------------------
// Grids

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const evaluation *it = user;
    const tr_grid *out = it->out;
    (void)err;
    for (int64_t index = begin; index < end; index++) {
        tile at = {.memory = memory_of(it, worker)};
        int64_t plane = index / it->tiles_x;
        at.x0 = (int32_t)(index % it->tiles_x) * it->tile_width;
        at.y0 = (int32_t)(plane % it->tiles_y) * it->tile_rows;
        at.z = (int32_t)(plane / it->tiles_y);
        at.width = tr_min_i32(it->tile_width, out->width - at.x0);
        at.rows = tr_min_i32(it->tile_rows, out->height - at.y0);
        at.stride = (at.width + 7) / 8 * 8;
        at.out = out->samples + at.z * out->plane_stride + at.y0 * out->row_stride + at.x0;
        at.out_stride = out->row_stride;
        run_program(it, &at);
    }
    return true;
}

// A thread takes the tiles across a whole band where there are bands enough for all: threads that write side by side in
// the same rows fetch each other's lines (two threads were 1.80 of one at 4096^2 with single tiles, 1.98 with bands).
static int64_t tiles_per_piece(const evaluation *it)
{
    enum { BANDS_PER_THREAD = 16 };
    int64_t bands = (int64_t)it->tiles_y * it->out->depth;
    return bands >= (int64_t)BANDS_PER_THREAD * tr_context_threads(it->noise->context) ? it->tiles_x : 1;
}

bool tr_noise_grid_cpu(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out,
                       const tr_progress *progress, tr_error *err)
{
    evaluation it = {.noise = noise, .out = out};
    it.tile_width = tr_min_i32(query->size[0], TR_TILE_WIDTH);
    it.tile_rows = tr_min_i32(query->size[1], TR_TILE_SAMPLES / ((it.tile_width + 7) / 8 * 8));
    it.tile_floats = (size_t)((it.tile_width + 7) / 8 * 8) * (size_t)it.tile_rows + TR_TABLE_PAD;
    it.tiles_x = (query->size[0] + it.tile_width - 1) / it.tile_width;
    it.tiles_y = (query->size[1] + it.tile_rows - 1) / it.tile_rows;
    if (!open_evaluation(&it, query, err)) return false;
    int64_t tiles = (int64_t)it.tiles_x * it.tiles_y * query->size[2];
    bool ok = tr_parallel_for(noise->context, tiles, tiles_per_piece(&it), run_tiles, &it, progress, err);
    close_evaluation(&it);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Point lists

// The end of a list is copied, since whole vectors are read.
static void take_points(const evaluation *it, tile *at, size_t first)
{
    const float *from[3] = {it->points->x, it->points->y, it->points->z};
    for (int axis = 0; axis < it->noise->dims; axis++) {
        at->point[axis] = from[axis] + first;
        if (at->width % 8 == 0) continue;
        float *copy = at->memory.points + axis * (TR_TILE_WIDTH + TR_TABLE_PAD);
        memcpy(copy, from[axis] + first, (size_t)at->width * sizeof *copy);
        at->point[axis] = copy;
    }
}

// Points are taken as rows: as many whole ones as a tile holds, then what is left.
static bool run_points(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const evaluation *it = user;
    for (int64_t index = begin; index < end; index++) {
        size_t first = (size_t)index * POINT_TILE, rest = it->points->count - first;
        size_t count = rest < POINT_TILE ? rest : POINT_TILE;
        if (!tr_noise_check_points(it->noise, it->points, it->point_limit, first, count, err)) return false;
        for (size_t done = 0; done < count;) {
            size_t left = count - done;
            tile at = {.is_points = true, .memory = memory_of(it, worker)};
            at.rows = left < TR_TILE_WIDTH ? 1 : (int32_t)(left / TR_TILE_WIDTH);
            at.width = left < TR_TILE_WIDTH ? (int32_t)left : TR_TILE_WIDTH;
            at.stride = (at.width + 7) / 8 * 8;
            at.out = it->points_out + first + done;
            at.out_stride = at.width;
            take_points(it, &at, first + done);
            run_program(it, &at);
            done += (size_t)at.rows * (size_t)at.width;
        }
    }
    return true;
}

bool tr_noise_points_cpu(const tr_noise *noise, const tr_noise_point_query *points, float *out,
                         const tr_progress *progress, tr_error *err)
{
    evaluation it = {.noise = noise,
                     .tile_floats = POINT_TILE + TR_TABLE_PAD,
                     .points = points,
                     .point_limit = tr_noise_point_limit(noise),
                     .points_out = out};
    tr_noise_query origin = tr_default_noise_query();
    origin.seed = points->seed;
    for (int axis = 0; axis < 3; axis++) origin.origin[axis] = points->origin[axis];
    if (!open_evaluation(&it, &origin, err)) return false;
    int64_t tiles = (int64_t)((points->count + POINT_TILE - 1) / POINT_TILE);
    bool ok = tr_parallel_for(noise->context, tiles, 4, run_points, &it, progress, err);
    close_evaluation(&it);
    return ok;
}
