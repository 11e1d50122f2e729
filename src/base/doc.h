// A parsed description: mappings, sequences and scalars, each with its place in the file, and typed readers
// whose errors name that place. The tree knows no file format; src/io fills it (from YAML).
#ifndef TR_BASE_DOC_H
#define TR_BASE_DOC_H

#include "terrane/schema.h"

typedef enum tr_doc_kind { TR_DOC_SCALAR, TR_DOC_SEQUENCE, TR_DOC_MAPPING } tr_doc_kind;

typedef struct tr_doc tr_doc;
typedef struct tr_doc_node tr_doc_node;

// Nodes live in one array of the document; children are linked by index order. A key is itself a node.
struct tr_doc_node {
    tr_doc_kind kind;
    int line, column;          // 1-based place of the value
    const char *text;          // scalar: its text (terminated); else NULL
    bool quoted;               // scalar: was written in quotes
    const tr_doc_node *key;    // the key under which a mapping holds this node, else NULL
    const tr_doc_node *child;  // first item or value
    const tr_doc_node *next;   // next sibling
    int child_count;
};

struct tr_doc {
    tr_context *context;
    char *file;  // name for messages
    tr_doc_node *nodes;
    char *text;  // storage of all scalars
    const tr_doc_node *root;
};

void tr_doc_destroy(tr_doc *doc);  // NULL allowed

// Fails with code SCHEMA and "file:line:column: message".
bool tr_doc_fail(const tr_doc *doc, const tr_doc_node *at, tr_error *err, const char *format, ...) TR_PRINTF(4, 5);

const tr_doc_node *tr_doc_find(const tr_doc_node *mapping, const char *key);

// Fails when `mapping` is not a mapping, has a key twice, or has a key that is not in `allowed` (the message
// lists what is allowed and suggests the nearest).
bool tr_doc_check_keys(const tr_doc *doc, const tr_doc_node *mapping, const char *const *allowed, int allowed_count,
                       tr_error *err);

// Typed readers of a scalar; each refuses anything but the whole text, non-finite numbers, and values outside
// [low, high], naming the node's key, what was found and what is allowed.
bool tr_doc_double(const tr_doc *doc, const tr_doc_node *node, double low, double high, double *out, tr_error *err);
// A number with or without one of some units, as of tr_key.
typedef struct tr_doc_measure {
    const tr_unit *units;  // may be NULL: none
    double low, high;      // in the first unit
} tr_doc_measure;
bool tr_doc_quantity(const tr_doc *doc, const tr_doc_node *node, const tr_doc_measure *measure, double *out,
                     tr_error *err);
bool tr_doc_int(const tr_doc *doc, const tr_doc_node *node, int64_t low, int64_t high, int64_t *out, tr_error *err);
bool tr_doc_bool(const tr_doc *doc, const tr_doc_node *node, bool *out, tr_error *err);
bool tr_doc_choice(const tr_doc *doc, const tr_doc_node *node, const char *const *names, int count, int *out,
                   tr_error *err);

#endif
