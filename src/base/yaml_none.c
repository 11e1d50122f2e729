// YAML in a build without libyaml: the same functions, which say so.
#include "base/yaml.h"

static tr_doc *fail(const char *name, tr_error *err)
{
    tr_fail(err, TR_ERROR_UNSUPPORTED, "%s: this build has no YAML (it was configured without libyaml)", name);
    return NULL;
}

tr_doc *tr_yaml_load_file(tr_context *context, const char *path, tr_error *err)
{
    (void)context;
    return fail(path, err);
}

tr_doc *tr_yaml_load_text(tr_context *context, const char *name, const char *text, size_t size, tr_error *err)
{
    (void)context;
    (void)text;
    (void)size;
    return fail(name, err);
}
