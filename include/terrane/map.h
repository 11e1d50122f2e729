/// @file map.h
/// A world as the plate of an atlas, and plain pictures of values: images in memory, for tr_png_write() or a window.
///
/// The same world and the same definition give the same bytes on every machine. Images are released with
/// tr_image_destroy() and the context of the world. All functions are thread-safe.
#ifndef TERRANE_MAP_H
#define TERRANE_MAP_H

#include "terrane/io.h"
#include "terrane/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Maps

/// What a map can show: X(NAME, name, field, title of the legend, unit of the values as they are shown).
#define TR_MAP_LAYER_LIST(X)                                                  \
    X(RELIEF, "relief", HEIGHT, "Height", "m")                                \
    X(HEIGHT, "height", HEIGHT, "Height", "m")                                \
    X(BIOME, "biome", BIOME, "Biomes", "")                                    \
    X(TEMPERATURE, "temperature", TEMPERATURE, "Temperature", "\xC2\xB0\x43") \
    X(HUMIDITY, "humidity", HUMIDITY, "Humidity", "%")                        \
    X(SLOPE, "slope", SLOPE, "Slope", "%")                                    \
    X(ASPECT, "aspect", ASPECT, "Aspect", "")                                 \
    X(CURVATURE, "curvature", CURVATURE, "Curvature", "1/km")                 \
    X(WATER_DISTANCE, "water_distance", WATER_DISTANCE, "To the water", "m")  \
    X(ROAD_DISTANCE, "road_distance", ROAD_DISTANCE, "To a road", "m")        \
    X(CITY_DISTANCE, "city_distance", CITY_DISTANCE, "To a city", "m")        \
    X(FLOW, "flow", FLOW, "Drained area", "")                                 \
    X(NORMAL, "normal", NORMAL, "Normals", "")

typedef enum tr_map_layer {
#define X(id, name, field, title, unit) TR_MAP_##id,
    TR_MAP_LAYER_LIST(X)
#undef X
        TR_MAP_LAYER_COUNT
} tr_map_layer;

/// The name of a layer ("water_distance"), the reverse, the title and the unit that legends give it.
TR_API const char *tr_map_layer_name(tr_map_layer layer);
TR_API bool tr_map_layer_from_name(const char *name, tr_map_layer *out);
TR_API const char *tr_map_layer_title(tr_map_layer layer);
TR_API const char *tr_map_layer_unit(tr_map_layer layer);

/// What a relief is tinted by: height, biomes, or hardly at all.
typedef enum tr_map_colors { TR_MAP_HYPSOMETRIC, TR_MAP_BIOME_COLORS, TR_MAP_GREY, TR_MAP_COLORS_COUNT } tr_map_colors;

enum { TR_MAP_MIN_PX = 16, TR_MAP_MAX_PX = 32768, TR_MAP_MAX_PIXELS = 1 << 28, TR_MAP_DEFAULT_PX = 1000 };

/// A map. Take it from tr_default_map_def() and change fields.
///
/// A pixel is a sample of the world. A spacing that is not given is the least multiple of 1/256 m at which the region
/// fits the size, whose longer side is TR_MAP_DEFAULT_PX when none is given. A size of another shape than the region
/// shows what is around it; size and spacing together show that much around the middle of the region.
typedef struct tr_map_def {
    uint32_t cookie;
    bool has_region;  ///< else tr_world_home()
    tr_region region_m;
    int32_t width_px, height_px;  ///< of the map without its frame, TR_MAP_MIN_PX .. TR_MAP_MAX_PX; 0: follows
    double spacing_m;             ///< metres per pixel, a multiple of 1/256; TR_NOT_GIVEN: follows
    tr_map_layer layer;
    tr_map_colors colors;                       ///< of the layer RELIEF
    double contours_m;                          ///< interval; 0: none; TR_NOT_GIVEN: chosen, on RELIEF and HEIGHT
    double graticule_m;                         ///< distance of its lines; 0: none; TR_NOT_GIVEN: chosen, on a plate
    bool names;                                 ///< of cities, on RELIEF, HEIGHT and BIOME
    bool shadows;                               ///< soft shadows, and less light in valleys
    double exaggeration;                        ///< of heights, for light alone; TR_NOT_GIVEN: by how steep the land is
    double sun_azimuth_deg, sun_elevation_deg;  ///< clockwise from north, to the nearest 22.5; above the horizon, 5..85
    bool plate;                                 ///< title, frame and what follows; else the map alone
    bool legend, scale_bar;                     ///< of a plate; the north arrow comes with the scale bar
    const char *title;                          ///< of a plate; NULL: the name of the world
} tr_map_def;

/// A relief of the home of the world with everything on it and around it, light from the north-west, 40 degrees high.
TR_API tr_map_def tr_default_map_def(void);

/// What was drawn, and where: enough to draw something of one's own at places of the world.
typedef struct tr_map_report {
    tr_sample_area area;        ///< that the map shows, a sample per pixel
    int32_t map_left, map_top;  ///< its first pixel in the image
    float unit_px;       ///< widths of lines and sizes of letters follow it: 1 in a map of about 1000 x 1000 pixels
    double contours_m;   ///< interval; 0: none
    double graticule_m;  ///< distance of its lines; 0: none
    float low, high;     ///< of the layer as it is shown; heights above the datum
    const char *unit;
} tr_map_report;

/// Which samples of the world a map shows: what tr_map_draw() puts into its report, without drawing.
/// @return false with INVALID_ARGUMENT (an empty region, a spacing that is no multiple of 1/256 m, too few pixels) or
/// TOO_LARGE
TR_API bool tr_map_area(const tr_world *world, const tr_map_def *def, tr_sample_area *out, tr_error *err);

/// Draws a map, north up.
///
/// @param progress  may be NULL
/// @param report    may be NULL
/// @param out       8-bit RGB
/// @return false with what tr_map_area() fails with, OVER_BUDGET (told before any work), CANCELLED, ...
TR_API bool tr_map_draw(const tr_world *world, const tr_map_def *def, const tr_progress *progress,
                        tr_map_report *report, tr_image *out, tr_error *err);

/// Draws objects as crowns on a grey map of their region, coloured by layer, with a legend that counts them.
///
/// @param title     NULL: the name of the world
/// @param progress  may be NULL
TR_API bool tr_map_draw_objects(const tr_object_list *objects, const char *title, const tr_progress *progress,
                                tr_image *out, tr_error *err);

/// What carving changed in a raster. Take it from tr_default_map_carving_def() and fill it.
typedef struct tr_map_carving_def {
    uint32_t cookie;
    const tr_carving *carving;      ///< in metres from the middle of the first pixel of the raster
    const tr_raster *raster;        ///< its pixels and voids; values are not looked at
    const tr_grid *before, *after;  ///< heights in metres, of the size of the raster
    const tr_grid *water;           ///< levels as tr_carving_apply() gives them
    const char *title, *subtitle;
    int32_t width_px, height_px;  ///< of each of the two pictures, at most
} tr_map_carving_def;

/// Pictures of 820 x 900 pixels without a title.
TR_API tr_map_carving_def tr_default_map_carving_def(void);

/// Draws shaded reliefs before and after, side by side, of what is carved and a margin around it; on the one after, cut
/// is red, fill is blue and water is water.
TR_API bool tr_map_draw_carving(tr_context *context, const tr_map_carving_def *def, tr_image *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Pictures of values

/// X(NAME, name). TERRAIN paints heights as a map does and RELIEF as a landscape in the light; both have the sea at 0.
#define TR_PICTURE_STYLE_LIST(X) \
    X(GREY, "grey")              \
    X(HEAT, "heat")              \
    X(TERRAIN, "terrain")        \
    X(RELIEF, "relief")

typedef enum tr_picture_style {
#define X(id, name) TR_PICTURE_##id,
    TR_PICTURE_STYLE_LIST(X)
#undef X
        TR_PICTURE_STYLE_COUNT
} tr_picture_style;

/// How values become pixels. Take it from tr_default_picture_def().
typedef struct tr_picture_def {
    uint32_t cookie;
    tr_picture_style style;
    int32_t bits;     ///< 8, or 16 for GREY
    float low, high;  ///< values that get the ends of the palette; TR_NOT_GIVEN: the least and the largest there are
    float steepness;  ///< RELIEF: height of a value of 1, in pixels
} tr_picture_def;

/// Grey of 8 bits over the values there are; a steepness of 100.
TR_API tr_picture_def tr_default_picture_def(void);

/// Paints the first plane of a grid, a pixel per sample.
/// @param progress  may be NULL
/// @param out       grey of 8 or 16 bits, or 8-bit RGB
/// @return false with INVALID_ARGUMENT (16 bits in colour), OVER_BUDGET, CANCELLED
TR_API bool tr_picture_draw(tr_context *context, const tr_grid *values, const tr_picture_def *def,
                            const tr_progress *progress, tr_image *out, tr_error *err);

/// A picture of a noise. Take it from tr_default_picture_noise_def().
typedef struct tr_picture_noise_def {
    uint32_t cookie;
    tr_picture_def picture;
    uint64_t seed;
    int64_t x, y;  ///< of the upper left pixel, in units of the noise
    int64_t z;     ///< of the slice through a noise of three dimensions
    int64_t step;  ///< units per pixel, at least 1
    int32_t width_px, height_px;
} tr_picture_noise_def;

/// 512 x 512 units from the origin on.
TR_API tr_picture_noise_def tr_default_picture_noise_def(void);

/// The values under a picture.
typedef struct tr_picture_report {
    float low, high;
    double mean;
} tr_picture_report;

/// Paints a noise. Light of RELIEF comes from what lies beyond the picture too.
/// @param progress  may be NULL
/// @param report    may be NULL
/// @return false with TOO_LARGE (it ends beyond the largest position), INVALID_ARGUMENT, OVER_BUDGET, CANCELLED
TR_API bool tr_picture_draw_noise(const tr_noise *noise, const tr_picture_noise_def *def, const tr_progress *progress,
                                  tr_picture_report *report, tr_image *out, tr_error *err);

/// A picture of a sheet, and what is written below it.
typedef struct tr_sheet_tile {
    const tr_image *picture;
    const char *title, *detail;
} tr_sheet_tile;

/// A sheet of pictures. Take it from tr_default_sheet_def() and fill it.
typedef struct tr_sheet_def {
    uint32_t cookie;
    const char *title, *note;    ///< above the pictures, to the left and to the right
    const tr_sheet_tile *tiles;  ///< all of one size, 8-bit grey or RGB
    int32_t tile_count, columns;
} tr_sheet_def;

/// Six columns, nothing in them.
TR_API tr_sheet_def tr_default_sheet_def(void);

/// Puts pictures beside each other with their names. The sheet has the channels of the pictures.
/// @return false with INVALID_ARGUMENT (no pictures, or not alike), TOO_LARGE or OVER_BUDGET
TR_API bool tr_sheet_draw(tr_context *context, const tr_sheet_def *def, tr_image *out, tr_error *err);

/// A spectrum (tr_spectrum_measure()) as a curve.
typedef struct tr_spectrum_curve {
    char label[96];
    uint8_t ink[3];
    const tr_spectrum *spectrum;
} tr_spectrum_curve;

enum { TR_SPECTRUM_PAGE_CURVES = 6 };

/// How points are spread: a periodogram, and radial means of power and anisotropy as curves. Take it from
/// tr_default_spectrum_page_def() and fill it.
typedef struct tr_spectrum_page_def {
    uint32_t cookie;
    const char *title, *note, *picture_title;
    const tr_image *picture;  ///< of tr_spectrum_measure()
    const tr_spectrum_curve *curves;
    int32_t curve_count;  ///< 1..TR_SPECTRUM_PAGE_CURVES; the first ones are drawn over the others
} tr_spectrum_page_def;

TR_API tr_spectrum_page_def tr_default_spectrum_page_def(void);
TR_API bool tr_spectrum_page_draw(tr_context *context, const tr_spectrum_page_def *def, tr_image *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
