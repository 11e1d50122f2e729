#include "io/anvil_region.h"

#include <inttypes.h>
#include <string.h>

enum { SECTOR = 4096, HEADER_SECTORS = 2, MAX_SECTORS = 255, CHUNK_HEADER = 5, ZLIB = 2 };

static void put_big(uint8_t out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

bool tr_anvil_region_open(tr_anvil_region *region, tr_context *context, const char *path, tr_error *err)
{
    static const uint8_t empty[HEADER_SECTORS * SECTOR];
    memset(region->locations, 0, sizeof region->locations);
    region->sectors = HEADER_SECTORS;
    if (!tr_atomic_file_open(&region->file, context, path, err)) return false;
    if (tr_atomic_file_write(&region->file, empty, sizeof empty, err)) return true;
    tr_atomic_file_abort(&region->file);
    return false;
}

bool tr_anvil_region_put(tr_anvil_region *region, int64_t x, int64_t z, const void *data, size_t size, tr_error *err)
{
    static const uint8_t padding[SECTOR];
    const size_t sectors = (CHUNK_HEADER + size + SECTOR - 1) / SECTOR;
    if (sectors > MAX_SECTORS)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%s: chunk %" PRId64 ", %" PRId64 " takes %zu bytes; the format allows %d", region->file.name, x,
                       z, size, MAX_SECTORS * SECTOR - CHUNK_HEADER);
    uint8_t header[CHUNK_HEADER];
    put_big(header, (uint32_t)size + 1);
    header[4] = ZLIB;
    const int64_t place = (x & (TR_REGION_SIDE - 1)) + TR_REGION_SIDE * (z & (TR_REGION_SIDE - 1));
    region->locations[place] = region->sectors << 8 | (uint32_t)sectors;
    region->sectors += (uint32_t)sectors;
    return tr_atomic_file_write(&region->file, header, sizeof header, err) &&
           tr_atomic_file_write(&region->file, data, size, err) &&
           tr_atomic_file_write(&region->file, padding, sectors * SECTOR - CHUNK_HEADER - size, err);
}

bool tr_anvil_region_commit(tr_anvil_region *region, uint64_t *bytes, tr_error *err)
{
    uint8_t table[SECTOR];
    for (int i = 0; i < TR_REGION_CHUNKS; i++) put_big(table + 4 * i, region->locations[i]);
    const bool back = fseek(region->file.stream, 0, SEEK_SET) == 0 ||
                      tr_fail(err, TR_ERROR_FILE_WRITE, "%s is no file in which one can go back", region->file.name);
    if (!back || !tr_atomic_file_write(&region->file, table, sizeof table, err)) {
        tr_atomic_file_abort(&region->file);
        return false;
    }
    *bytes = (uint64_t)region->sectors * SECTOR;
    return tr_atomic_file_commit(&region->file, err);
}
