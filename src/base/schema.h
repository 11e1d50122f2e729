// Tables of keys (terrane/schema.h) filled from documents, and what tables of several rooms share.
#ifndef TR_BASE_SCHEMA_H
#define TR_BASE_SCHEMA_H

#include "base/doc.h"
#include "terrane/schema.h"

// Units of quantities: what a plain number means comes first.
extern const tr_unit tr_lengths[];       // m, km, cm
extern const tr_unit tr_areas[];         // m2, ha, km2
extern const tr_unit tr_angles[];        // deg
extern const tr_unit tr_temperatures[];  // degC
extern const tr_unit tr_lapses[];        // degC/km
extern const tr_unit tr_shares[];        // a plain number, %
extern const tr_unit tr_bends[];         // 1/m

tr_doc_measure tr_key_measure(const tr_key *key);

// Of a key that may have no value: whether it has none, and taking it away.
bool tr_key_is_not_given(const tr_key *key, const void *owner);
void tr_key_take_away(const tr_key *key, void *owner);

// The key of a name in the table itself, or NULL.
const tr_key *tr_schema_key(const tr_schema *schema, const char *name);

// How the values of a mapping come into a struct.
typedef struct tr_schema_reader {
    const tr_doc *doc;
    // Reads a key of type OTHER, whose form says what it is.
    bool (*read_other)(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err);
    void *user;
    unsigned kinds;         // a sum of 1 << kind; ~0u: all
    const char *kind_name;  // for the message about a key that another kind has
} tr_schema_reader;

// Fails when `mapping` is not a mapping, or holds a key twice or one that the table does not have.
bool tr_schema_check_keys(const tr_doc *doc, const tr_schema *schema, const tr_doc_node *mapping, tr_error *err);
// Reads the values of a mapping whose keys are good; what it does not say stays as it is.
bool tr_schema_read_values(const tr_schema_reader *reader, const tr_schema *schema, const tr_doc_node *mapping,
                           void *owner, tr_error *err);
// Both.
bool tr_schema_read(const tr_schema_reader *reader, const tr_schema *schema, const tr_doc_node *mapping, void *owner,
                    tr_error *err);
bool tr_schema_read_value(const tr_schema_reader *reader, const tr_key *key, const tr_doc_node *node, void *owner,
                          tr_error *err);

// The text of a scalar that is not empty; NULL with `err` set for anything else.
const char *tr_doc_text(const tr_doc *doc, const tr_doc_node *node, const char *expected, tr_error *err);

#endif
