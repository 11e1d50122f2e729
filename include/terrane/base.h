/// @file base.h
/// Errors, contexts, jobs, identity hashes and the plain data structs that every room shares.
///
/// Everything that can fail takes a last `tr_error *err` (may be NULL) and returns false, NULL or a negative
/// value. Misuse by the programmer (a NULL context, a definition struct that did not come from its
/// `tr_default_*_def()`) asserts. Zero is always a legal seed, origin or height; it never means "default".
#ifndef TERRANE_BASE_H
#define TERRANE_BASE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(TERRANE_SHARED)
#ifdef TERRANE_BUILDING
#define TR_API __declspec(dllexport)
#else
#define TR_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define TR_API __attribute__((visibility("default")))
#else
#define TR_API
#endif

#if defined(__GNUC__)
#define TR_PRINTF(format_index, first_argument) __attribute__((format(printf, format_index, first_argument)))
#else
#define TR_PRINTF(format_index, first_argument)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TR_VERSION_MAJOR 0
#define TR_VERSION_MINOR 1
#define TR_VERSION_PATCH 0

/// The version of the library in use, as "major.minor.patch".
TR_API const char *tr_version(void);

// ---------------------------------------------------------------------------------------------------------
// Errors

/// Every error the library can report: X(name, text). One list makes the codes, their names and their texts.
#define TR_ERROR_LIST(X)                                                         \
    X(NONE, "no error")                                                          \
    X(OUT_OF_MEMORY, "the allocator returned no memory")                         \
    X(OVER_BUDGET, "the memory budget of the context does not allow it")         \
    X(INVALID_ARGUMENT, "an argument is outside what is allowed")                \
    X(NOT_FINITE, "a number is not finite")                                      \
    X(TOO_LARGE, "the request is larger than what can be addressed")             \
    X(CANCELLED, "the work was cancelled")                                       \
    X(TIMEOUT, "the time ran out")                                               \
    X(FILE_OPEN, "a file cannot be opened")                                      \
    X(FILE_READ, "a file cannot be read")                                        \
    X(FILE_WRITE, "a file cannot be written")                                    \
    X(FORMAT, "a file does not hold what its format requires")                   \
    X(SYNTAX, "a description is not well formed")                                \
    X(SCHEMA, "a description holds something that is not allowed")               \
    X(UNSUPPORTED, "this build or machine cannot do it")                         \
    X(GPU_UNAVAILABLE, "no usable GL driver was found")                          \
    X(GPU_NONCONFORMING, "the GL driver does not give the same bits as the CPU") \
    X(GPU_FAILED, "the GL driver reported a failure")                            \
    X(THREADS, "a thread could not be started")                                  \
    X(NOT_FOUND, "what was asked for is not there")                              \
    X(INTERNAL, "an internal check failed")

typedef enum tr_error_code {
#define X(name, text) TR_ERROR_##name,
    TR_ERROR_LIST(X)
#undef X
        TR_ERROR_COUNT
} tr_error_code;

/// What went wrong. `message` is a sentence for a person: it names the file, the place, what was found and
/// what was expected, as far as they apply. It never ends with a newline and is always terminated.
typedef struct tr_error {
    tr_error_code code;
    char message[512];
} tr_error;

/// The name of a code, such as "FILE_OPEN"; "UNKNOWN" for a value outside the list.
TR_API const char *tr_error_name(tr_error_code code);
/// The general text of a code.
TR_API const char *tr_error_text(tr_error_code code);
/// Sets `err` (which may be NULL) to a code and a formatted message. Always returns false, so that a
/// function can end with `return tr_fail(err, ...)`.
TR_API bool tr_fail(tr_error *err, tr_error_code code, const char *format, ...) TR_PRINTF(3, 4);

/// The one of `names` that a misspelt `word` was probably meant to be, for a message that suggests it, or NULL when
/// none is close: one slip (a letter too many, missing, wrong, or two swapped) per three letters, three at most.
TR_API const char *tr_nearest_name(const char *word, const char *const *names, int count);

// ---------------------------------------------------------------------------------------------------------
// Contexts

/// Which processor generates. AUTO takes GL only where a hardware driver passed the conformance probe.
typedef enum tr_backend { TR_BACKEND_AUTO, TR_BACKEND_CPU, TR_BACKEND_GL, TR_BACKEND_COUNT } tr_backend;

/// Which build of the kernels runs on the CPU. BASELINE is four lanes with what every machine of the
/// architecture has (SSE2 on x86-64, NEON on arm64); AUTO takes the widest that this machine runs.
typedef enum tr_isa { TR_ISA_AUTO, TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_COUNT } tr_isa;

/// Lower-case names as the command line uses them: "auto", "cpu", "gl"; "auto", "scalar", "baseline", "avx2".
TR_API const char *tr_backend_name(tr_backend backend);
TR_API const char *tr_isa_name(tr_isa isa);
/// The reverse: true and `*out` set when `name` is one of them, else false.
TR_API bool tr_backend_from_name(const char *name, tr_backend *out);
TR_API bool tr_isa_from_name(const char *name, tr_isa *out);
/// Whether this build has kernels for `isa` and this machine can run them. AUTO is always true.
TR_API bool tr_isa_available(tr_isa isa);

typedef enum tr_gpu_state {
    TR_GPU_UNUSED,         ///< the context was made for the CPU only
    TR_GPU_UNAVAILABLE,    ///< no driver, no EGL, or this build has no GL
    TR_GPU_NONCONFORMING,  ///< the driver runs but gives other bits
    TR_GPU_READY
} tr_gpu_state;

/// Facts about the GL driver of a context.
typedef struct tr_gpu_info {
    tr_gpu_state state;
    bool software;  ///< the driver renders on the CPU (llvmpipe, softpipe, SwiftShader)
    char vendor[64];
    char renderer[128];
    char version[128];
    char reason[256];  ///< why the state is not READY; empty otherwise
} tr_gpu_info;

/// Where the library takes memory from. `alloc` returns `size` bytes aligned to `align` (a power of two), or
/// NULL; `free` gets the same size and alignment back. Both are called from any thread.
typedef struct tr_allocator {
    void *(*alloc)(void *user, size_t size, size_t align);
    void (*free)(void *user, void *block, size_t size, size_t align);
    void *user;
} tr_allocator;

typedef enum tr_log_level { TR_LOG_DEBUG, TR_LOG_INFO, TR_LOG_WARNING, TR_LOG_ERROR } tr_log_level;

/// Receives one line at a time, without a newline; called from any thread.
typedef struct tr_log_hook {
    void (*write)(void *user, tr_log_level level, const char *message);
    void *user;
} tr_log_hook;

/// Lets a host bring its own task system. `run` schedules `task(task_user)` once, on any thread, at any time,
/// and returns false if it cannot (the library then runs it itself). Priorities are 0 (first) to 2 (last).
/// The library never blocks inside a task on a task that has not started. A hook of NULL means the
/// built-in pool.
typedef struct tr_task_hook {
    bool (*run)(void *user, int priority, void (*task)(void *task_user), void *task_user);
    void *user;
} tr_task_hook;

typedef struct tr_context tr_context;

/// How a context is made. Take it from tr_default_context_def() and change fields.
typedef struct tr_context_def {
    uint32_t cookie;               ///< set by tr_default_context_def(); asserts that it was called
    int threads;                   ///< threads that work on one request; 1..TR_MAX_THREADS
    tr_backend backend;            ///< where to generate
    tr_isa isa;                    ///< which CPU kernels to use
    bool gl_use_current;           ///< generate in the GL context that is current on the creating thread (gpu.h)
    uint64_t memory_budget_bytes;  ///< limit of all memory the context may hold at one time
    tr_allocator allocator;        ///< malloc-backed by default
    tr_log_hook log;               ///< silent by default (`write` is NULL)
    tr_task_hook tasks;            ///< built-in pool by default (`run` is NULL)
} tr_context_def;

enum { TR_MAX_THREADS = 256 };

/// Defaults: as many threads as the machine has cores, backend AUTO, ISA AUTO, a budget of 2 GiB.
TR_API tr_context_def tr_default_context_def(void);

/// Makes a context: threads, memory, backend. A context with backend GL fails here with the reason when no
/// driver can be used; with AUTO it logs the reason and works on the CPU.
///
/// @param def  from tr_default_context_def()
/// @return the context, or NULL with `err` set. Thread-safe.
TR_API tr_context *tr_context_create(const tr_context_def *def, tr_error *err);

/// Ends a context. All jobs, worlds and data made with it must have been destroyed. NULL is allowed.
TR_API void tr_context_destroy(tr_context *context);

/// The number of threads, the CPU kernels and the backend in use (never AUTO). Thread-safe.
TR_API int tr_context_threads(const tr_context *context);
TR_API tr_isa tr_context_isa(const tr_context *context);
TR_API tr_backend tr_context_backend(const tr_context *context);

/// What the context holds now and held at most, in bytes, and its budget. Thread-safe.
typedef struct tr_memory_stats {
    uint64_t used_bytes;
    uint64_t peak_bytes;
    uint64_t budget_bytes;
    uint64_t allocation_count;  ///< allocations made since the context was created
} tr_memory_stats;
TR_API tr_memory_stats tr_context_memory(const tr_context *context);

/// Memory within the budget of the context, through its allocator, aligned to 64 bytes, not cleared.
/// A size of 0 gives a valid block. tr_free(NULL) is allowed. Thread-safe.
TR_API void *tr_alloc(tr_context *context, size_t size, tr_error *err);
/// The same, for `count` elements of `size` bytes; a product that overflows is TOO_LARGE.
TR_API void *tr_alloc_array(tr_context *context, size_t count, size_t size, tr_error *err);
TR_API void tr_free(tr_context *context, void *block);

/// Writes one formatted line to the log hook, if there is one. Thread-safe.
TR_API void tr_log(const tr_context *context, tr_log_level level, const char *format, ...) TR_PRINTF(3, 4);

// ---------------------------------------------------------------------------------------------------------
// Jobs

/// Called now and then during long work with the finished share, 0 to 1. Returning false cancels the work.
/// Calls never overlap and the share never falls. A NULL `report` is allowed.
typedef struct tr_progress {
    bool (*report)(void *user, double share);
    void *user;
} tr_progress;

typedef enum tr_priority { TR_PRIORITY_HIGH, TR_PRIORITY_NORMAL, TR_PRIORITY_LOW, TR_PRIORITY_COUNT } tr_priority;

/// Work for a range of items: [begin, end). Must only write what belongs to these items. `worker` is below
/// tr_context_threads() and no two calls of one tr_parallel_for run at the same time with the same worker.
/// Returns false with `err` set to stop the whole.
typedef bool (*tr_range_fn)(void *user, int64_t begin, int64_t end, int worker, tr_error *err);

/// Work over [0, count).
typedef struct tr_range_work {
    int64_t count;  ///< items; 0: nothing is done
    int64_t grain;  ///< items of a piece, at most; at least 1
    tr_range_fn fn;
    void *user;  ///< handed to `fn`
} tr_range_work;

/// Runs `fn` over [0, count) in pieces of at most `grain` items, on the threads of the context and the
/// caller's own, and returns when all are done. Calls may nest to any depth. When several pieces fail, the
/// error of the piece with the lowest index is reported, so the outcome does not depend on timing.
///
/// @param progress  may be NULL; called on any thread, never concurrently; returning false ends with CANCELLED
/// @return true when every item was done
TR_API bool tr_parallel_for(tr_context *context, const tr_range_work *work, const tr_progress *progress, tr_error *err);

typedef struct tr_job tr_job;
typedef enum tr_job_state { TR_JOB_WAITING, TR_JOB_RUNNING, TR_JOB_DONE, TR_JOB_FAILED, TR_JOB_CANCELLED } tr_job_state;

/// The body of a job. Long bodies call tr_job_should_stop() now and then and return CANCELLED when it is true.
typedef bool (*tr_job_fn)(void *user, tr_job *job, tr_error *err);

/// How a job is started: what it does, and how its user data is released. `release` (may be NULL) is called
/// exactly once, after the body ended or was skipped, before the job counts as finished.
typedef struct tr_job_work {
    tr_job_fn body;
    void (*release)(void *user);
    void *user;
    tr_priority priority;
} tr_job_work;

/// Starts a job on the context's threads. Jobs of higher priority start first; equal ones in order.
/// @return the job, owned by the caller until tr_job_finish(), or NULL with `err` set (then `release` was not
/// called). Thread-safe.
TR_API tr_job *tr_job_start(tr_context *context, const tr_job_work *def, tr_error *err);

TR_API tr_job_state tr_job_state_of(const tr_job *job);
/// True once the job is done, failed or cancelled. Thread-safe.
TR_API bool tr_job_ready(const tr_job *job);
/// Waits until the job is ready. The waiting thread takes part in the work instead of sleeping where it can.
/// @param timeout_ns  negative waits without limit; 0 only looks
/// @return whether it is ready
TR_API bool tr_job_wait(tr_job *job, int64_t timeout_ns);
/// Asks the job to stop; one that has not started never will. Returns at once. Thread-safe.
TR_API void tr_job_cancel(tr_job *job);
/// For the body: whether somebody cancelled.
TR_API bool tr_job_should_stop(const tr_job *job);
/// The share done, 0 to 1, as the body reported it.
TR_API double tr_job_share(const tr_job *job);
TR_API void tr_job_set_share(tr_job *job, double share);
/// Waits, releases the job and returns whether it succeeded; if not, `err` says why. NULL is a programming error.
TR_API bool tr_job_finish(tr_job *job, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Identity: hashes and random numbers

/// A 64-bit hash of bytes, the same on every machine.
TR_API uint64_t tr_hash_bytes(const void *bytes, size_t size, uint64_t seed);
/// A seed from text: a decimal or 0x-hexadecimal 64-bit number (signed or unsigned) means itself, anything
/// else its hash. NULL and "" give the hash of the empty text.
TR_API uint64_t tr_seed_from_text(const char *text);
/// The random number of an identity: what (a number of the caller for the kind of thing) and where. Never a
/// stream: any order of calls gives the same numbers.
TR_API uint64_t tr_hash_identity(uint64_t seed, uint64_t what, int64_t x, int64_t y, int64_t z);
/// A hash as a number in [0, 1), exact multiples of 2^-53.
TR_API double tr_unit_from_hash(uint64_t hash);
/// A hash as an integer in [0, count), free of modulo bias to 2^-64; count >= 1.
TR_API uint64_t tr_index_from_hash(uint64_t hash, uint64_t count);

// ---------------------------------------------------------------------------------------------------------
// Plain data

/// A number that is not given, where a definition has something better than any number; test with isnan().
#define TR_NOT_GIVEN ((float)NAN)

/// A rectangle in plan, half open: x0 <= x < x1, z0 <= z < z1. What has it says in its name what it counts: `_m`
/// metres,
/// `_blk` blocks, `_samples` samples of a spacing.
typedef struct tr_region {
    int64_t x0, z0, x1, z1;
} tr_region;

// ---------------------------------------------------------------------------------------------------------
// Where samples lie

/// Positions are integers in units of 1/256 m, so that every sample has an exact place at any distance from the origin.
enum { TR_UNITS_PER_METRE = 256 };

/// Samples on the lattice of a spacing: sample (i, j) lies at ((x + i) spacing_m, (z + j) spacing_m). Samples of a
/// spacing and of its double coincide where both have one, so levels of detail share their samples to the bit.
typedef struct tr_sample_area {
    int64_t x, z;           ///< the first sample, counted in samples from the world's origin
    int32_t width, height;  ///< samples along x and z, 1 .. 2^24 each
    double spacing_m;       ///< a multiple of 1/256 m, 1/256 .. 2^23
} tr_sample_area;

/// Checks an area: sizes, the spacing, and that every sample lies within 2^62 units of the origin.
TR_API bool tr_sample_area_check(const tr_sample_area *area, tr_error *err);

/// The smallest area at `spacing_m` whose samples cover a region in metres: its first sample is at or before the
/// region's north-west corner and its last at or after the south-east one.
TR_API bool tr_sample_area_of_region(const tr_region *region_m, double spacing_m, tr_sample_area *out, tr_error *err);

/// The value of a grid of water levels where there is no water.
#define TR_NO_WATER (-1e30f)

// ---------------------------------------------------------------------------------------------------------
// Grids, pictures, meshes

/// Samples on a 1D, 2D or 3D grid, x fastest. Strides are in floats.
typedef struct tr_grid {
    float *samples;
    int32_t width, height, depth;
    int64_t row_stride, plane_stride;
} tr_grid;

/// Makes a packed grid. Sizes are at least 1; the bytes must fit the budget.
TR_API bool tr_grid_create(tr_context *context, int32_t width, int32_t height, int32_t depth, tr_grid *out,
                           tr_error *err);
TR_API void tr_grid_destroy(tr_context *context, tr_grid *grid);

/// Pixels in memory: rows from the top, channels interleaved, 8 or 16 bits each in the machine's byte order.
/// 1 channel is grey, 2 grey and alpha, 3 RGB, 4 RGBA (alpha not premultiplied).
typedef struct tr_image {
    void *pixels;
    int32_t width, height;
    int32_t channels, bits;
    size_t row_bytes;
} tr_image;

/// What an image is made with; members as in tr_image.
typedef struct tr_image_shape {
    int32_t width, height;
    int32_t channels, bits;
} tr_image_shape;

TR_API bool tr_image_create(tr_context *context, const tr_image_shape *shape, tr_image *out, tr_error *err);
TR_API void tr_image_destroy(tr_context *context, tr_image *image);

/// Positions in metres; structure of arrays.
typedef struct tr_points {
    size_t count;
    double *x, *y, *z;
} tr_points;

TR_API bool tr_points_create(tr_context *context, size_t count, tr_points *out, tr_error *err);
TR_API void tr_points_destroy(tr_context *context, tr_points *points);

/// Indexed triangles, counter-clockwise seen from outside, y up. `positions` and `normals` have 3 floats per
/// vertex, `uvs` 2, `colors` 4 bytes (RGBA, sRGB); all but positions may be NULL. Positions are relative to `origin`
/// (metres), so that far meshes stay exact.
typedef struct tr_mesh {
    double origin[3];
    size_t vertex_count, index_count;
    float *positions, *normals, *uvs;
    uint8_t *colors;
    uint32_t *indices;
} tr_mesh;

enum { TR_MESH_NORMALS = 1, TR_MESH_UVS = 2, TR_MESH_COLORS = 4 };

/// @param attributes  a sum of TR_MESH_ flags: which optional arrays to allocate
TR_API bool tr_mesh_create(tr_context *context, size_t vertex_count, size_t index_count, unsigned attributes,
                           tr_mesh *out, tr_error *err);
TR_API void tr_mesh_destroy(tr_context *context, tr_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif
