// YAML files as documents (base/doc.h).
#ifndef TR_BASE_YAML_H
#define TR_BASE_YAML_H

#include "base/doc.h"

// Parses one YAML document. Fails with FILE_OPEN, FILE_READ, SYNTAX ("file:line:column: problem"), TOO_LARGE
// (files over 16 MiB, nesting over 64, more than 10^6 nodes, aliases whose expansion would exceed that), or
// UNSUPPORTED in a build without libyaml. Release with tr_doc_destroy().
tr_doc *tr_yaml_load_file(tr_context *context, const char *path, tr_error *err);
// The same from memory; `name` is used in messages.
tr_doc *tr_yaml_load_text(tr_context *context, const char *name, const char *text, size_t size, tr_error *err);

#endif
