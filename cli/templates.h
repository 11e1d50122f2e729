// The descriptions that `terrane new` begins with: worlds/templates/*.yaml, inside the program.
#ifndef CLI_TEMPLATES_H
#define CLI_TEMPLATES_H

#include "terrane/base.h"

// X(name, what it is, whether it needs an elevation file), in the order of the help.
#define CLI_TEMPLATE_LIST(X)                                           \
    X(island, "hills and one range in the sea, 12 x 12 km", false)     \
    X(valley, "a river between two ranges, 8 x 8 km", false)           \
    X(alps, "high mountains without end", false)                       \
    X(desert, "hot plains and mesas without end", false)               \
    X(archipelago, "a warm sea with many islands, without end", false) \
    X(dem, "real heights from a file (--dem), generated land around", true)

#define X(name, summary, needs_elevation) +1
enum { CLI_TEMPLATE_COUNT = CLI_TEMPLATE_LIST(X) };
#undef X

typedef struct cli_template {
    const char *name;
    const char *text;
    bool needs_elevation;
} cli_template;

extern const cli_template cli_templates[CLI_TEMPLATE_COUNT];

// What a user says about a new world; NULL leaves what the template has.
typedef struct cli_template_values {
    const char *seed;
    const char *elevation_file;
} cli_template_values;

// The template with these values in its lines `seed:` and `file:`, terminated. Fails when a value holds control
// characters, or when the text does not fit.
bool cli_template_fill(const cli_template *template, const cli_template_values *values, char *out, size_t size,
                       tr_error *err);

#endif
