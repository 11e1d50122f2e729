// A map of Luanti, by itself or as part of a world.
#ifndef TR_IO_LUANTI_WRITE_H
#define TR_IO_LUANTI_WRITE_H

#include "terrane/io.h"

enum { TR_LUANTI_DEF_COOKIE = 0x6c75616e };

typedef struct tr_luanti_request {
    const tr_voxel_source *source;
    const tr_block_pieces *pieces;  // NULL: the source alone
    const tr_voxel_box *box;
    const char *path;
    const tr_progress *progress;
} tr_luanti_request;

// Fails before anything is written when the box is no part of a map.
bool tr_luanti_check_box(const tr_voxel_box *box, const char *path, tr_error *err);
bool tr_luanti_map_write(const tr_luanti_request *request, tr_blocks_report *report, tr_error *err);

#endif
