// How the tables of an axis are packed for the shader: words of 32 bits, all of a sample after each other.
#ifndef TR_TERRAIN_SHAPE_LAYOUT_H
#define TR_TERRAIN_SHAPE_LAYOUT_H

#define TR_MAX_GULLY_OCTAVES 8
#define TR_AXIS_FIRST 0    // first of the four lattice columns around
#define TR_AXIS_T 1        // offset between the second and the third
#define TR_AXIS_OCTAVES 2  // then, per octave, three cell words and the offset in the cell
#define TR_AXIS_OCTAVE_WORDS 4

#endif
