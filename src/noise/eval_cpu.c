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

typedef struct evaluation_work {
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
} evaluation_work;

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

static worker_memory memory_of(const evaluation_work *evaluation, int worker)
{
    unsigned char *base = evaluation->memory + (size_t)worker * evaluation->worker_bytes;
    size_t register_bytes = (size_t)evaluation->noise->register_count * REGISTER_FLOATS * sizeof(float);
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

static void run_source(const evaluation_work *evaluation, const tile *at, int index, float *out, int64_t out_stride)
{
    const tr_source *source = &evaluation->noise->sources[index];
    tr_source_task task = {
        .source = source,
        .octaves = evaluation->tables.octaves + evaluation->tables.first_octave[index],
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
    evaluation->sources->run(&task);
}

static void run_coordinate(const evaluation_work *evaluation, const tile *at, int index, float *out)
{
    const tr_coordinate *coordinate = &evaluation->noise->coordinates[index];
    const float *values = evaluation->tables.coordinates[index];
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
        if (point) evaluation->ops->add_scaled(to, point + row * at->stride, (float)coordinate->factor, to, at->width);
        if (displacement)
            evaluation->ops->add_scaled(to, displacement + row * at->stride, coordinate->displacement_factor, to,
                                        at->width);
    }
}

static void run_pointwise(const evaluation_work *evaluation, const tile *at, const tr_instruction *instruction)
{
    const tr_curve *curve = instruction->op == TR_OP_CURVE ? &evaluation->noise->curves[instruction->source] : NULL;
    const float *out = register_at(at, instruction->out);
    const float *in[3];
    for (int i = 0; i < 3; i++)
        in[i] = instruction->in[i] == TR_NO_REGISTER ? out : register_at(at, instruction->in[i]);
    evaluation->ops->run(instruction, curve, in[0], in[1], in[2], register_at(at, instruction->out),
                         at->stride * at->rows);
}

static void copy_rows(const tile *at, const float *from)
{
    for (int32_t row = 0; row < at->rows; row++)
        memcpy(at->out + row * at->out_stride, from + row * at->stride, (size_t)at->width * sizeof *from);
}

// The last instruction makes the result; a source writes it where it belongs at once.
static void run_program(const evaluation_work *evaluation, const tile *at)
{
    const tr_noise *noise = evaluation->noise;
    for (int i = 0; i < noise->instruction_count; i++) {
        const tr_instruction *instruction = &noise->instructions[i];
        bool last = i == noise->instruction_count - 1;
        float *out = register_at(at, instruction->out);
        if (instruction->op == TR_OP_SOURCE) {
            run_source(evaluation, at, instruction->source, last ? at->out : out, last ? at->out_stride : at->stride);
            if (last) return;
        } else if (instruction->op == TR_OP_COORDINATE) {
            run_coordinate(evaluation, at, instruction->source, out);
        } else {
            run_pointwise(evaluation, at, instruction);
        }
    }
    copy_rows(at, register_at(at, noise->instructions[noise->instruction_count - 1].out));
}

// The padding at the end of register rows is computed with and thrown away; it must not be slow denormals. Only what
// the query's tiles reach is cleared: most queries for samples far apart are of a few samples.
static void clear_registers(const evaluation_work *evaluation, int worker)
{
    float *registers = memory_of(evaluation, worker).registers;
    for (int i = 0; i < evaluation->noise->register_count; i++)
        memset(registers + (size_t)i * REGISTER_FLOATS, 0, evaluation->tile_floats * sizeof *registers);
}

static bool open_evaluation(evaluation_work *evaluation, const tr_noise_query *query, tr_error *err)
{
    const tr_noise *noise = evaluation->noise;
    tr_isa isa = tr_context_isa(noise->context);
    evaluation->sources = TR_ISA_PICK(tr_source_table, isa);
    evaluation->ops = TR_ISA_PICK(tr_ops_table, isa);
    size_t floats = (size_t)noise->register_count * REGISTER_FLOATS + 3 * (TR_TILE_WIDTH + TR_TABLE_PAD);
    evaluation->worker_bytes = (sizeof(tr_source_scratch) + floats * sizeof(float) + 63) & ~(size_t)63;
    size_t workers = (size_t)tr_context_threads(noise->context);
    if (!tr_query_tables_create(noise, query, &evaluation->tables, err)) return false;
    evaluation->memory =
        tr_spare_take(&noise->spares->workers, noise->context, workers * evaluation->worker_bytes, err);
    if (!evaluation->memory) {
        tr_query_tables_destroy(noise, &evaluation->tables);
        return false;
    }
    for (int w = 0; w < (int)workers && noise->instruction_count > 1; w++) clear_registers(evaluation, w);
    return true;
}

static void close_evaluation(evaluation_work *evaluation)
{
    tr_spare_give(&evaluation->noise->spares->workers, evaluation->noise->context, evaluation->memory);
    tr_query_tables_destroy(evaluation->noise, &evaluation->tables);
}

// ---------------------------------------------------------------------------------------------------------
// Grids

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const evaluation_work *evaluation = user;
    const tr_grid *out = evaluation->out;
    (void)err;
    for (int64_t index = begin; index < end; index++) {
        tile at = {.memory = memory_of(evaluation, worker)};
        int64_t plane = index / evaluation->tiles_x;
        at.x0 = (int32_t)(index % evaluation->tiles_x) * evaluation->tile_width;
        at.y0 = (int32_t)(plane % evaluation->tiles_y) * evaluation->tile_rows;
        at.z = (int32_t)(plane / evaluation->tiles_y);
        at.width = tr_min_i32(evaluation->tile_width, out->width - at.x0);
        at.rows = tr_min_i32(evaluation->tile_rows, out->height - at.y0);
        at.stride = (at.width + 7) / 8 * 8;
        at.out = out->samples + at.z * out->plane_stride + at.y0 * out->row_stride + at.x0;
        at.out_stride = out->row_stride;
        run_program(evaluation, &at);
    }
    return true;
}

// A thread takes the tiles across a whole band where there are bands enough for all: threads that write side by side in
// the same rows fetch each other's lines (two threads were 1.80 of one at 4096^2 with single tiles, 1.98 with bands).
static int64_t tiles_per_piece(const evaluation_work *evaluation)
{
    enum { BANDS_PER_THREAD = 16 };
    int64_t bands = (int64_t)evaluation->tiles_y * evaluation->out->depth;
    return bands >= (int64_t)BANDS_PER_THREAD * tr_context_threads(evaluation->noise->context) ? evaluation->tiles_x
                                                                                               : 1;
}

bool tr_noise_grid_cpu(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out,
                       const tr_progress *progress, tr_error *err)
{
    evaluation_work evaluation = {.noise = noise, .out = out};
    evaluation.tile_width = tr_min_i32(query->size[0], TR_TILE_WIDTH);
    evaluation.tile_rows = tr_min_i32(query->size[1], TR_TILE_SAMPLES / ((evaluation.tile_width + 7) / 8 * 8));
    evaluation.tile_floats =
        (size_t)((evaluation.tile_width + 7) / 8 * 8) * (size_t)evaluation.tile_rows + TR_TABLE_PAD;
    evaluation.tiles_x = (query->size[0] + evaluation.tile_width - 1) / evaluation.tile_width;
    evaluation.tiles_y = (query->size[1] + evaluation.tile_rows - 1) / evaluation.tile_rows;
    if (!open_evaluation(&evaluation, query, err)) return false;
    int64_t tiles = (int64_t)evaluation.tiles_x * evaluation.tiles_y * query->size[2];
    bool ok = tr_parallel_for(
        noise->context, &(tr_range_work){tiles, tiles_per_piece(&evaluation), run_tiles, &evaluation}, progress, err);
    close_evaluation(&evaluation);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Point lists

// The end of a list is copied, since whole vectors are read.
static void take_points(const evaluation_work *evaluation, tile *at, size_t first)
{
    const float *from[3] = {evaluation->points->x, evaluation->points->y, evaluation->points->z};
    for (int axis = 0; axis < evaluation->noise->dims; axis++) {
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
    const evaluation_work *evaluation = user;
    for (int64_t index = begin; index < end; index++) {
        size_t first = (size_t)index * POINT_TILE, rest = evaluation->points->count - first;
        size_t count = rest < POINT_TILE ? rest : POINT_TILE;
        if (!tr_noise_check_points(evaluation->noise, evaluation->points, evaluation->point_limit, first, count, err))
            return false;
        for (size_t done = 0; done < count;) {
            size_t left = count - done;
            tile at = {.is_points = true, .memory = memory_of(evaluation, worker)};
            at.rows = left < TR_TILE_WIDTH ? 1 : (int32_t)(left / TR_TILE_WIDTH);
            at.width = left < TR_TILE_WIDTH ? (int32_t)left : TR_TILE_WIDTH;
            at.stride = (at.width + 7) / 8 * 8;
            at.out = evaluation->points_out + first + done;
            at.out_stride = at.width;
            take_points(evaluation, &at, first + done);
            run_program(evaluation, &at);
            done += (size_t)at.rows * (size_t)at.width;
        }
    }
    return true;
}

bool tr_noise_points_cpu(const tr_noise *noise, const tr_noise_point_query *points, float *out,
                         const tr_progress *progress, tr_error *err)
{
    evaluation_work evaluation = {.noise = noise,
                                  .tile_floats = POINT_TILE + TR_TABLE_PAD,
                                  .points = points,
                                  .point_limit = tr_noise_point_limit(noise),
                                  .points_out = out};
    tr_noise_query origin = tr_default_noise_query();
    origin.seed = points->seed;
    for (int axis = 0; axis < 3; axis++) origin.origin[axis] = points->origin[axis];
    if (!open_evaluation(&evaluation, &origin, err)) return false;
    int64_t tiles = (int64_t)((points->count + POINT_TILE - 1) / POINT_TILE);
    bool ok = tr_parallel_for(noise->context, &(tr_range_work){tiles, 4, run_points, &evaluation}, progress, err);
    close_evaluation(&evaluation);
    return ok;
}
