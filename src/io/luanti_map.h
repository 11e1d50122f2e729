// The database of a Luanti map while it is written.
#ifndef TR_IO_LUANTI_MAP_H
#define TR_IO_LUANTI_MAP_H

#include "terrane/base.h"

typedef struct tr_luanti_map tr_luanti_map;

// A new map beside `path`, which takes its place by tr_luanti_map_commit().
tr_luanti_map *tr_luanti_map_open(tr_context *context, const char *path, tr_error *err);
bool tr_luanti_map_put(tr_luanti_map *map, int64_t key, const void *data, size_t size, tr_error *err);
// Either way the map is finished. `bytes` is its size.
bool tr_luanti_map_commit(tr_luanti_map *map, uint64_t *bytes, tr_error *err);
void tr_luanti_map_abort(tr_luanti_map *map);

#endif
