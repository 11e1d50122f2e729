// Noise on the GL backend: the tables of a query go up once per piece, a shader made from the program does the rest.
#include <string.h>

#include "base/context.h"
#include "gpu/gpu.h"
#include "noise/eval.h"
#include "noise/glsl.h"
#include "noise/lattice.h"

// Samples of one dispatch: what 65535 work groups cover, and two of them overlap.
enum { PIECE_SAMPLES = 65535 * TR_GPU_LOCAL_SIZE, PIECES_IN_FLIGHT = 2 };

// The two input blocks of glsl.h for one query.
typedef struct upload_work {
    tr_context *context;
    uint32_t *table;
    int32_t *params;
    size_t table_words, param_words;
} upload_work;

static int octave_total(const tr_noise *noise)
{
    int total = 0;
    for (int s = 0; s < noise->source_count; s++) total += noise->sources[s].octave_count;
    return total;
}

static size_t words_per_sample(const tr_source *source)
{
    return source->kind == TR_NODE_SIMPLEX ? 6 : 3;
}

static size_t count_table_words(const tr_noise *noise, const tr_noise_query *query)
{
    size_t words = 1;
    for (int s = 0; s < noise->source_count; s++) {
        const tr_source *source = &noise->sources[s];
        for (int axis = 0; axis < source->dims; axis++)
            words += (size_t)query->size[axis] * words_per_sample(source) * (size_t)source->octave_count;
    }
    for (int c = 0; c < noise->coordinate_count; c++) words += (size_t)query->size[noise->coordinates[c].axis];
    return words;
}

static size_t pack_axis(const tr_source *source, const tr_axis_table *from, uint32_t *to)
{
    size_t at = 0;
    for (int32_t i = 0; i < from->count; i++) {
        to[at++] = from->lo[i];
        to[at++] = from->high[i];
        if (source->kind == TR_NODE_SIMPLEX) {
            to[at++] = from->fraction[i];
            to[at++] = from->minor_lo[i];
            to[at++] = from->minor_high[i];
            to[at++] = from->minor_fraction[i];
        } else {
            memcpy(&to[at++], &from->t[i], sizeof *to);
        }
    }
    return at;
}

static void pack(const tr_noise *noise, const tr_noise_query *query, const tr_query_tables *tables, upload_work *to)
{
    size_t at = 0;
    int32_t *param = to->params + TR_GLSL_HEADER;
    for (int s = 0; s < noise->source_count; s++) {
        const tr_source *source = &noise->sources[s];
        for (int k = 0; k < source->octave_count; k++, param += TR_GLSL_OCTAVE_WORDS) {
            const tr_octave_tables *octave = &tables->octaves[tables->first_octave[s] + k];
            param[0] = octave->wraps;
            for (int axis = 0; axis < source->dims; axis++) {
                param[1 + axis] = (int32_t)at;
                at += pack_axis(source, &octave->axis[axis], to->table + at);
            }
        }
    }
    for (int c = 0; c < noise->coordinate_count; c++) {
        size_t count = (size_t)query->size[noise->coordinates[c].axis];
        *param++ = (int32_t)at;
        memcpy(to->table + at, tables->coordinates[c], count * sizeof *to->table);
        at += count;
    }
}

static void close_upload(upload_work *upload)
{
    tr_free(upload->context, upload->table);
    tr_free(upload->context, upload->params);
}

static bool open_upload(const tr_noise *noise, const tr_noise_query *query, upload_work *out, tr_error *err)
{
    tr_query_tables tables;
    if (!tr_query_tables_create(noise, query, &tables, err)) return false;
    *out = (upload_work){.context = noise->context};
    out->table_words = count_table_words(noise, query);
    out->param_words =
        TR_GLSL_HEADER + (size_t)octave_total(noise) * TR_GLSL_OCTAVE_WORDS + (size_t)noise->coordinate_count;
    out->table = tr_alloc_array(noise->context, out->table_words, sizeof *out->table, err);
    out->params = out->table ? tr_alloc_array(noise->context, out->param_words, sizeof *out->params, err) : NULL;
    if (out->params) {
        memset(out->params, 0, out->param_words * sizeof *out->params);
        memset(out->table, 0, out->table_words * sizeof *out->table);
        pack(noise, query, &tables, out);
    } else {
        close_upload(out);
    }
    tr_query_tables_destroy(noise, &tables);
    return out->params != NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Pieces: rectangles of samples, a few in flight at a time

typedef struct grid_piece {
    int32_t x0, width;
    int64_t row0, rows;
} grid_piece;

// The piece with the given index of a grid of `width` samples and `rows` rows over all planes.
static grid_piece piece_at(int64_t index, int32_t width, int64_t rows)
{
    int32_t piece_width = width < PIECE_SAMPLES ? width : PIECE_SAMPLES;
    int64_t across = (width + piece_width - 1) / piece_width;
    int64_t piece_rows = PIECE_SAMPLES / piece_width;
    grid_piece piece;
    piece.x0 = (int32_t)(index % across) * piece_width;
    piece.row0 = index / across * piece_rows;
    piece.width = width - piece.x0 < piece_width ? width - piece.x0 : piece_width;
    piece.rows = rows - piece.row0 < piece_rows ? rows - piece.row0 : piece_rows;
    return piece;
}

static tr_gpu_request *submit_piece(const tr_noise *noise, const char *source, upload_work *from, grid_piece piece,
                                    int32_t height, const float *points, tr_error *err)
{
    from->params[TR_GLSL_WIDTH] = piece.width;
    from->params[TR_GLSL_ROWS] = (int32_t)piece.rows;
    from->params[TR_GLSL_X0] = piece.x0;
    from->params[TR_GLSL_ROW0] = (int32_t)piece.row0;
    from->params[TR_GLSL_HEIGHT] = height;
    size_t samples = (size_t)piece.width * (size_t)piece.rows;
    tr_gpu_request_def def = {
        .source = source,
        .inputs = {{from->table, from->table_words * sizeof *from->table},
                   {from->params, from->param_words * sizeof *from->params}},
        .input_count = 2,
        .output_size = samples * sizeof(float),
        .groups = {(uint32_t)((samples + TR_GPU_LOCAL_SIZE - 1) / TR_GPU_LOCAL_SIZE), 1, 1},
    };
    if (points) {
        def.inputs[2].data = points;
        def.inputs[2].size = samples * (size_t)noise->dims * sizeof *points;
        def.input_count = 3;
    }
    return tr_gpu_submit(noise->context->gpu, &def, err);
}

// Copies a finished piece to where it belongs.
typedef void (*piece_sink)(void *user, grid_piece piece, const float *samples);

// Hands out pieces until all are done, keeping PIECES_IN_FLIGHT on the way. Points of a piece come from `points_of`.
typedef struct piece_run {
    const tr_noise *noise;
    const char *source;
    upload_work *from;
    int32_t width, height;
    int64_t rows;
    const float *(*points_of)(void *user, grid_piece piece);
    piece_sink sink;
    void *user;
} piece_run;

static bool collect(const piece_run *run, tr_gpu_request *request, grid_piece piece, tr_error *err)
{
    const float *samples = tr_gpu_request_wait(request, -1, err);
    if (samples) run->sink(run->user, piece, samples);
    tr_gpu_request_release(request);
    return samples != NULL;
}

static bool run_pieces(const piece_run *run, const tr_progress *progress, tr_error *err)
{
    int64_t across = (run->width + PIECE_SAMPLES - 1) / PIECE_SAMPLES;
    int64_t rows_each = run->width < PIECE_SAMPLES ? PIECE_SAMPLES / run->width : 1;
    int64_t count = across * ((run->rows + rows_each - 1) / rows_each);
    tr_gpu_request *flight[PIECES_IN_FLIGHT] = {0};
    bool ok = true;
    for (int64_t i = 0; i < count + PIECES_IN_FLIGHT; i++) {
        tr_gpu_request **slot = &flight[i % PIECES_IN_FLIGHT];
        if (*slot) {
            ok = collect(run, *slot, piece_at(i - PIECES_IN_FLIGHT, run->width, run->rows), ok ? err : NULL) && ok;
            *slot = NULL;
            if (ok && progress && progress->report &&
                !progress->report(progress->user, (double)(i - PIECES_IN_FLIGHT + 1) / (double)count))
                ok = tr_fail(err, TR_ERROR_CANCELLED, "the noise was cancelled");
        }
        if (!ok || i >= count) continue;
        grid_piece piece = piece_at(i, run->width, run->rows);
        const float *points = run->points_of ? run->points_of(run->user, piece) : NULL;
        *slot = submit_piece(run->noise, run->source, run->from, piece, run->height, points, err);
        ok = *slot != NULL;
    }
    return ok;
}

// ---------------------------------------------------------------------------------------------------------

static void copy_to_grid(void *user, grid_piece piece, const float *samples)
{
    const tr_grid *out = user;
    for (int64_t r = 0; r < piece.rows; r++) {
        int64_t row = piece.row0 + r;
        float *to =
            out->samples + row / out->height * out->plane_stride + row % out->height * out->row_stride + piece.x0;
        memcpy(to, samples + r * piece.width, (size_t)piece.width * sizeof *to);
    }
}

bool tr_noise_grid_gl(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out,
                      const tr_progress *progress, tr_error *err)
{
    upload_work from;
    if (!open_upload(noise, query, &from, err)) return false;
    tr_grid target = *out;
    piece_run run = {noise,          noise->glsl_grid, &from,
                     query->size[0], query->size[1],   (int64_t)query->size[1] * query->size[2],
                     NULL,           copy_to_grid,     &target};
    bool ok = run_pieces(&run, progress, err);
    close_upload(&from);
    return ok;
}

typedef struct point_pieces {
    const tr_noise_point_query *query;
    int dims;
    float *packed;  // the coordinates of one piece, axis after axis
    float *out;
    size_t first;  // of the part of the list that the pieces count in
} point_pieces;

static const float *pack_points(void *user, grid_piece piece)
{
    point_pieces *list = user;
    const float *axes[3] = {list->query->x, list->query->y, list->query->z};
    for (int axis = 0; axis < list->dims; axis++)
        memcpy(list->packed + (size_t)axis * (size_t)piece.width, axes[axis] + list->first + piece.x0,
               (size_t)piece.width * sizeof *list->packed);
    return list->packed;
}

static void copy_to_list(void *user, grid_piece piece, const float *samples)
{
    const point_pieces *list = user;
    memcpy(list->out + list->first + piece.x0, samples, (size_t)piece.width * sizeof *samples);
}

bool tr_noise_points_gl(const tr_noise *noise, const tr_noise_point_query *points, float *out,
                        const tr_progress *progress, tr_error *err)
{
    enum { PART = PIECE_SAMPLES * 256 };  // points that one row of pieces holds
    tr_noise_query origin = tr_default_noise_query();
    origin.seed = points->seed;
    memcpy(origin.origin, points->origin, sizeof origin.origin);
    upload_work from;
    if (!tr_noise_check_points(noise, points, tr_noise_point_limit(noise), 0, points->count, err)) return false;
    if (!open_upload(noise, &origin, &from, err)) return false;
    size_t max = points->count < PIECE_SAMPLES ? points->count : PIECE_SAMPLES;
    point_pieces list = {points, noise->dims, tr_alloc_array(noise->context, max * 3, sizeof(float), err), out, 0};
    bool ok = list.packed != NULL;
    for (; ok && list.first < points->count; list.first += PART) {
        size_t rest = points->count - list.first;
        piece_run run = {noise,       noise->glsl_points, &from, (int32_t)(rest < PART ? rest : PART), 1, 1,
                         pack_points, copy_to_list,       &list};
        ok = run_pieces(&run, list.first == 0 ? progress : NULL, err);
    }
    tr_free(noise->context, list.packed);
    close_upload(&from);
    return ok;
}
