// Names of fields and biomes (terrane/terrain.h).
#include <assert.h>
#include <string.h>

#include "terrane/terrain.h"

typedef struct field_row {
    const char *name, *unit;
    int32_t planes;
} field_row;

static const field_row field_rows[TR_FIELD_COUNT] = {
#define X(id, name, unit, planes) {name, unit, planes},
    TR_FIELD_LIST(X)
#undef X
};

typedef struct biome_row {
    const char *name, *text;
} biome_row;

static const biome_row biome_rows[TR_BIOME_COUNT] = {
#define X(id, name, color, text) {name, text},
    TR_BIOME_LIST(X)
#undef X
};

const char *tr_field_name(tr_field field)
{
    assert((unsigned)field < TR_FIELD_COUNT);
    return field_rows[field].name;
}

bool tr_field_from_name(const char *name, tr_field *out)
{
    for (int i = 0; i < TR_FIELD_COUNT; i++) {
        if (strcmp(field_rows[i].name, name) != 0) continue;
        *out = (tr_field)i;
        return true;
    }
    return false;
}

const char *tr_field_unit(tr_field field)
{
    assert((unsigned)field < TR_FIELD_COUNT);
    return field_rows[field].unit;
}

int32_t tr_field_planes(tr_field field)
{
    assert((unsigned)field < TR_FIELD_COUNT);
    return field_rows[field].planes;
}

const char *tr_biome_name(tr_biome biome)
{
    assert((unsigned)biome < TR_BIOME_COUNT);
    return biome_rows[biome].name;
}

const char *tr_biome_text(tr_biome biome)
{
    assert((unsigned)biome < TR_BIOME_COUNT);
    return biome_rows[biome].text;
}
