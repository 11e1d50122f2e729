// What meshoptimizer needs for itself, inside the library.
#ifndef TR_IO_MESH_SIMPLIFY_H
#define TR_IO_MESH_SIMPLIFY_H

#include <stddef.h>
#include <stdint.h>

// The most memory that a simplification holds beyond what it takes from the context, in bytes.
uint64_t tr_mesh_simplify_bound(size_t vertex_count, size_t index_count);

#endif
