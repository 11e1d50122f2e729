// Region files of Minecraft: 32 x 32 chunks in sectors of 4 KiB, with a table of where each begins.
#ifndef TR_IO_ANVIL_REGION_H
#define TR_IO_ANVIL_REGION_H

#include "base/atomic_file.h"

enum { TR_REGION_SIDE = 32, TR_REGION_CHUNKS = TR_REGION_SIDE * TR_REGION_SIDE };

typedef struct tr_anvil_region {
    tr_atomic_file file;
    uint32_t locations[TR_REGION_CHUNKS];  // first sector << 8 | sectors
    uint32_t sectors;                      // written so far
} tr_anvil_region;

// As tr_atomic_file_open().
bool tr_anvil_region_open(tr_anvil_region *region, tr_context *context, const char *path, tr_error *err);
// Adds a chunk, compressed by zlib. Fails with TOO_LARGE beyond a MiB. After a failure, abort the file.
bool tr_anvil_region_put(tr_anvil_region *region, int64_t x, int64_t z, const void *data, size_t size, tr_error *err);
// As tr_atomic_file_commit().
bool tr_anvil_region_commit(tr_anvil_region *region, uint64_t *bytes, tr_error *err);

#endif
