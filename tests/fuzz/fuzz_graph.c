// Any bytes as a noise graph; what is accepted is compiled and evaluated on a small grid, within its range.
#include "fuzz_context.h"
#include "terrane/noise.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void evaluate(const tr_noise_graph *graph, int dims)
{
    tr_error err;
    tr_noise *noise = tr_noise_compile(graph, tr_noise_graph_output(graph), dims, &err);
    if (!noise) return;
    float samples[8 * 2] = {0};
    const tr_grid grid = {
        .samples = samples, .width = 8, .height = dims > 1 ? 2 : 1, .depth = 1, .row_stride = 8, .plane_stride = 16};
    tr_noise_query query = tr_default_noise_query();
    query.seed = 7;
    query.origin[0] = -3;
    query.size[0] = grid.width;
    query.size[1] = grid.height;
    float low = 0.0f;
    float high = 0.0f;
    tr_noise_range(noise, &low, &high);
    if (tr_noise_grid(noise, &query, NULL, &grid, &err)) {
        for (int i = 0; i < grid.width * grid.height; i++) {
            // Written so that NaN is caught too.
            if (!(samples[i] >= low && samples[i] <= high)) abort();
        }
    }
    tr_noise_destroy(noise);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_context *context = fuzz_context();
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err;
    tr_noise_graph *graph = tr_noise_graph_load_text(context, "fuzz", (const char *)data, size, &err);
    if (graph) {
        for (int dims = 1; dims <= 3; dims++) evaluate(graph, dims);
        tr_noise_graph_destroy(graph);
    }
    fuzz_check_leak(used);
    return 0;
}
