// Closed solids of flat colours: convex sections swept along stations, and prisms that stand in the ground.
#ifndef TR_GEOMETRY_SOLID_MESH_H
#define TR_GEOMETRY_SOLID_MESH_H

#include "terrane/base.h"

enum { TR_SECTION_MAX = 8 };

// A cross-section of a strip: where a row of vertices or a corner of a section lies.
typedef struct tr_strip_station {
    double at[3];       // on the axis; y of the profile
    double left[2];     // unit vector across, to the left
    double tilt;        // rise per metre to the left
    double half_m;      // of the path
    double arc_m;       // along the path
    double reach_m[2];  // how far a row goes to the left and to the right: half, or less on the inside of a tight bend
    bool ends;          // the last row of a run: no quads to the next one
} tr_strip_station;

typedef struct tr_solid_color {
    uint8_t r, g, b;
} tr_solid_color;

// A mesh that grows. Every face has vertices of its own, so that edges are sharp.
typedef struct tr_solid_mesh {
    tr_context *context;
    double origin[3];
    struct tr_solid_vertex *vertices;
    struct tr_solid_triangle *triangles;
    int vertex_count, vertex_capacity, triangle_count, triangle_capacity;
} tr_solid_mesh;

// A corner of a section: `side` times half the width of the path plus `left_m` to the left, `up_m` above its surface.
typedef struct tr_section_corner {
    double side, left_m, up_m;
    tr_solid_color color;  // of the face from this corner to the next
} tr_section_corner;

// Convex; corners counter-clockwise seen against the direction of the path, left on the right hand.
typedef struct tr_section {
    tr_section_corner corners[TR_SECTION_MAX];
    int count;
} tr_section;

// A prism at a station. Corners are metres ahead and to the left, counter-clockwise seen from above, convex.
typedef struct tr_prism {
    double corners[TR_SECTION_MAX][2];
    int count;
    double top_up_m;  // above the surface of the path there
    double bottom_m;  // a height, or above the surface too when `hangs`
    bool hangs;
    double spread;  // how much larger it is at the bottom; 1: as at the top
    tr_solid_color color;
} tr_prism;

bool tr_solid_add_sweep(tr_solid_mesh *solid, const tr_strip_station *stations, int32_t count,
                        const tr_section *section, tr_error *err);
bool tr_solid_add_prism(tr_solid_mesh *solid, const tr_strip_station *at, const tr_prism *prism, tr_error *err);
// Makes the mesh, with normals; `out` is left alone on failure.
bool tr_solid_finish(const tr_solid_mesh *solid, tr_mesh *out, tr_error *err);
void tr_solid_destroy(tr_solid_mesh *solid);

#endif
