// Descriptions (to be written)
#include "io/yaml.h"
#include "world/world.h"

tr_world *tr_world_load(tr_context *context, const char *path, const uint64_t *seed, tr_error *err)
{
    tr_doc *doc = tr_yaml_load_file(context, path, err);
    if (!doc) return NULL;
    tr_doc_destroy(doc);
    tr_world_def def = tr_default_world_def();
    if (seed) def.seed = *seed;
    return tr_world_create(context, &def, err);
}
