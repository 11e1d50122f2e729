/// @file schema.h
/// Tables of keys: what a definition struct holds, as data.
///
/// A room says once, in a table, what its definition is made of: the name of each key, its type, where it lies in the
/// struct, its unit, its range, its default, and a line of help. Readers of files, checks, hashes, help, docs, command
/// lines, and values that are set by path while a program runs are all made from that table. A panel lists the keys of
/// a world with tr_schema_count() and tr_schema_at() and changes them with tr_schema_set().
///
/// Tables are constant data; all functions are thread-safe as long as nobody writes the same definition.
#ifndef TERRANE_SCHEMA_H
#define TERRANE_SCHEMA_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a key is in its struct, and how it is written as text.
typedef enum tr_key_type {
    TR_KEY_BOOL,      ///< bool: `true` or `false`
    TR_KEY_INT,       ///< int32_t
    TR_KEY_INT64,     ///< int64_t
    TR_KEY_SEED,      ///< uint64_t: a number, or any text, whose hash is taken (tr_seed_from_text())
    TR_KEY_FLOAT,     ///< float
    TR_KEY_DOUBLE,    ///< double
    TR_KEY_WHOLE,     ///< double that holds an integer
    TR_KEY_CHOICE,    ///< int32_t or an enumeration: the index in `choices`, by name
    TR_KEY_TEXT,      ///< const char *, NULL for none; the text is not copied and must outlive the definition
    TR_KEY_COLOR,     ///< uint8_t[3]: "#rrggbb", or a number as 0xrrggbb
    TR_KEY_POINT,     ///< double[2]: [x, z]
    TR_KEY_RANGE,     ///< double[2]: [low, high], or one number for both
    TR_KEY_REGION,    ///< tr_region in whole units: [x0, z0, x1, z1]; files also have {x0, z0, x1, z1}, {width, depth}
    TR_KEY_INTEGERS,  ///< tr_integer_list of min_count to max_count numbers: 1, 2, 3
    TR_KEY_TABLE,     ///< a struct in the struct, whose keys `table` lists
    TR_KEY_OTHER,     ///< anything else, as `form` says
    /// Nothing in the struct: `table` lists the keys of each item of the list or mapping that another key reads. `name`
    /// is what their paths begin with, "items[]". Such keys are listed and have no value.
    TR_KEY_ITEMS
} tr_key_type;

enum { TR_INTEGER_LIST_MAX = 16, TR_KEY_PATH_SIZE = 64, TR_KEY_TEXT_SIZE = 256 };

typedef struct tr_integer_list {
    int64_t items[TR_INTEGER_LIST_MAX];
    int count;
} tr_integer_list;

/// A unit that a number may be written with: a power of ten of the first one of its list, so that 0.35 km and 350 m are
/// the same double.
typedef struct tr_unit {
    const char *name;
    int exponent;
} tr_unit;

/// What keys are, besides their type; bits from TR_KEY_FIRST_FREE on are free for the owner of a table.
enum {
    TR_KEY_UNHASHED = 1,  ///< nothing that is generated depends on it
    TR_KEY_DERIVED = 2,   ///< the default depends on other values: `initial` says on what, and sets nothing
    TR_KEY_OPTIONAL = 4,  ///< FLOAT, DOUBLE: may be TR_NOT_GIVEN, which is written as ""
    TR_KEY_FIRST_FREE = 16
};

typedef struct tr_key tr_key;
typedef struct tr_schema tr_schema;

/// A type of value that a room brings along. `owner` is the struct that the offset of the key is in. Functions may be
/// NULL: then it cannot be set as text, is written as "", is always good, and is not hashed.
typedef struct tr_key_form {
    const char *name;  ///< what a value looks like: "graph", "list of places"
    bool (*set)(const tr_key *key, void *owner, const char *text, tr_error *err);
    void (*get)(const tr_key *key, const void *owner, char *out, size_t size);
    bool (*check)(const tr_key *key, const void *owner, tr_error *err);
    uint64_t (*hash)(const tr_key *key, const void *owner, uint64_t hash);
} tr_key_form;

/// A row of a table. Fields that a type does not need stay zero.
struct tr_key {
    const char *name;  ///< one part of a path, without dots; of an option of a command line without dashes
    tr_key_type type;
    size_t offset;               ///< in the struct
    const char *help;            ///< one line
    const char *initial;         ///< the default as text; NULL: none, and nothing is shown
    const tr_unit *units;        ///< the first is what a plain number means; ends with a name of NULL. NULL: no units
    double low, high;            ///< of each number of the value, in the first unit; both 0 where there is none
    const char *const *choices;  ///< names in order; ends with NULL
    const tr_schema *table;      ///< TABLE, ITEMS
    const tr_key_form *form;     ///< OTHER; of other types its name alone counts, where it is not that of the type
    size_t given;                ///< REGION: offset of a bool that is true where it has a value; 0: it always has
    const char *absent;          ///< what a text says to take it away: "endless"
    int min_count, max_count;    ///< INTEGERS
    unsigned kinds;              ///< a sum of 1 << kind: which kinds of the struct have it; 0: all
    unsigned flags;              ///< TR_KEY_UNHASHED, ...
    const char *value;           ///< what the help of a command line calls the value: "n", "file"
    char letter;                 ///< the short form on a command line, or 0
};

/// A table of keys. Keys are listed, read and hashed in its order.
struct tr_schema {
    const char *what;  ///< for messages about names: "key of a world", "parameter of gradient"
    const tr_key *keys;
    int key_count;
};

/// For rows of tables: {"size", TR_KEY_DOUBLE, offsetof(my_def, size_m), "of a cell", "350", TR_WITHIN(0, 1000,
/// units)}.
#define TR_WITHIN(lowest, highest, allowed_units) .low = (lowest), .high = (highest), .units = (allowed_units)
#define TR_SCHEMA_KEYS(array) .keys = (array), .key_count = (int)(sizeof(array) / sizeof *(array))

// ---------------------------------------------------------------------------------------------------------
// Lists

/// A key among all keys of a table and of the tables in it.
typedef struct tr_schema_entry {
    const tr_key *key;
    char path[TR_KEY_PATH_SIZE];  ///< "terrain.erosion.size", "paths[].width"
    size_t offset;                ///< of the struct that `key->offset` is in, in the whole; not of items
    bool of_item;                 ///< a definition has no single value of it
} tr_schema_entry;

/// How many keys there are, those of inner tables and of items included; TABLE and ITEMS do not count themselves.
TR_API int tr_schema_count(const tr_schema *schema);
/// @param index  0..tr_schema_count() - 1
TR_API tr_schema_entry tr_schema_at(const tr_schema *schema, int index);
/// The key at a path such as "climate.wind"; false when there is none. Those of items are not found.
TR_API bool tr_schema_find(const tr_schema *schema, const char *path, tr_schema_entry *out);

/// What a value of a key looks like: "number", "integer", "choice", "[x, z]", ...
TR_API const char *tr_key_form_name(const tr_key *key);
/// The unit of plain numbers; "" for none.
TR_API const char *tr_key_unit(const tr_key *key);
TR_API int tr_key_choice_count(const tr_key *key);
/// The default as tr_schema_get() would say it; "" for none. Text that does not fit is cut.
TR_API void tr_key_default(const tr_key *key, char *out, size_t size);

// ---------------------------------------------------------------------------------------------------------
// Values

/// Writes the defaults of all keys. Keys without one, and those whose default is derived, are not given where they may
/// be, and else stay as they are.
TR_API void tr_schema_defaults(const tr_schema *schema, void *def);

/// Sets a value from text: "12 m", "true", "forest", "[0, 5 km]". On failure nothing is changed, and the message names
/// the path, what was found and what is allowed, and the nearest name for a misspelt one.
///
/// What several keys must keep together is not looked at: the function that takes the definition checks it.
/// @return false with INVALID_ARGUMENT, or NOT_FINITE for "nan" and numbers that are too large
TR_API bool tr_schema_set(const tr_schema *schema, void *def, const char *path, const char *text, tr_error *err);
/// The value as text that tr_schema_set() takes and a file would say, in the unit of the key; "" for nothing. Text that
/// does not fit is cut.
/// @return false with INVALID_ARGUMENT when there is no such key
TR_API bool tr_schema_get(const tr_schema *schema, const void *def, const char *path, char *out, size_t size,
                          tr_error *err);

/// The same as a number, for sliders and switches: BOOL as 0 or 1, CHOICE as its index, INT, INT64, FLOAT, DOUBLE and
/// WHOLE. Fails for other types, for numbers outside of the range, and for fractions where integers are expected.
TR_API bool tr_schema_set_number(const tr_schema *schema, void *def, const char *path, double value, tr_error *err);
TR_API bool tr_schema_number(const tr_schema *schema, const void *def, const char *path, double *out, tr_error *err);

/// The same for one key of a struct.
/// @param label  what messages call it; NULL: its name
TR_API bool tr_key_set(const tr_key *key, void *owner, const char *label, const char *text, tr_error *err);
TR_API void tr_key_get(const tr_key *key, const void *owner, char *out, size_t size);
/// Checks a number against the range of a key, as tr_schema_set() does.
TR_API bool tr_key_check_number(const tr_key *key, const char *label, double value, tr_error *err);

/// Checks every value of a definition against its table: numbers are finite and within their ranges, choices exist.
///
/// @param kinds   which keys to look at: a sum of 1 << kind; ~0u for all
/// @param prefix  what stands before the name of a key in messages: "paths[3].", ""; NULL puts the name in quotes
TR_API bool tr_schema_check(const tr_schema *schema, const void *def, unsigned kinds, const char *prefix,
                            tr_error *err);

/// Adds every value of a definition to a hash, by value, so that all machines get the same.
///
/// @param kinds  as of tr_schema_check()
/// @param skip   flags of keys that are left out besides TR_KEY_UNHASHED
TR_API uint64_t tr_schema_hash(const tr_schema *schema, const void *def, unsigned kinds, unsigned skip, uint64_t hash);

#ifdef __cplusplus
}
#endif
#endif
