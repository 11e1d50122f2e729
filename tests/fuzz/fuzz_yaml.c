// Any bytes as a description; every node of what is accepted is visited.
#include "fuzz_context.h"
#include "base/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void visit(const tr_doc *doc, const tr_doc_node *node)
{
    tr_error err;
    double real;
    int64_t whole;
    bool truth;
    int count = 0;
    if (node->kind == TR_DOC_SCALAR) {
        tr_doc_double(doc, node, -1e30, 1e30, &real, &err);
        tr_doc_int(doc, node, INT64_MIN, INT64_MAX, &whole, &err);
        tr_doc_bool(doc, node, &truth, &err);
    }
    for (const tr_doc_node *child = node->child; child; child = child->next) {
        visit(doc, child);
        count++;
    }
    if (count != node->child_count || (node->kind == TR_DOC_MAPPING && node->child && !node->child->key->text)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_context *context = fuzz_context();
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err;
    tr_doc *doc = tr_yaml_load_text(context, "fuzz", (const char *)data, size, &err);
    if (doc) {
        visit(doc, doc->root);
        tr_doc_destroy(doc);
    }
    fuzz_check_leak(used);
    return 0;
}
