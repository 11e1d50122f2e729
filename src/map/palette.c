#include "map/palette.h"

typedef struct stop {
    uint8_t rgb[3];
} stop;

static const stop heat_stops[] = {
    {{6, 4, 26}},     {{17, 6, 42}},     {{29, 10, 57}},    {{44, 12, 72}},    {{59, 14, 86}},
    {{76, 15, 98}},   {{95, 14, 109}},   {{114, 14, 116}},  {{133, 19, 114}},  {{151, 24, 110}},
    {{169, 30, 104}}, {{186, 38, 96}},   {{202, 47, 85}},   {{214, 65, 79}},   {{225, 82, 73}},
    {{234, 100, 67}}, {{243, 117, 63}},  {{249, 136, 61}},  {{253, 154, 63}},  {{253, 173, 76}},
    {{254, 192, 92}}, {{253, 210, 116}}, {{251, 226, 150}}, {{251, 240, 183}}, {{254, 253, 214}},
};

static const stop water_stops[] = {
    {{16, 32, 72}},   {{22, 50, 98}},    {{32, 72, 124}},   {{50, 100, 150}},
    {{80, 132, 172}}, {{124, 168, 192}}, {{168, 202, 208}},
};

static const stop land_stops[] = {
    {{74, 122, 70}},   {{98, 140, 76}},   {{130, 158, 88}},  {{164, 174, 104}}, {{190, 186, 124}},
    {{206, 192, 146}}, {{214, 200, 166}}, {{222, 212, 190}}, {{234, 229, 218}}, {{248, 247, 244}},
};

// ---------------------------------------------------------------------------------------------------------
// Ramps of maps

static const stop map_land_stops[] = {
    {{146, 178, 134}}, {{166, 190, 142}}, {{188, 202, 152}}, {{208, 210, 162}}, {{222, 210, 162}},
    {{218, 196, 148}}, {{208, 179, 135}}, {{196, 163, 126}}, {{186, 155, 128}}, {{186, 167, 151}},
    {{200, 190, 182}}, {{222, 218, 214}}, {{248, 248, 247}},
};

static const stop map_water_stops[] = {
    {{182, 218, 212}}, {{156, 204, 208}}, {{128, 186, 202}}, {{102, 164, 192}},
    {{80, 142, 180}},  {{62, 120, 164}},  {{48, 98, 146}},   {{38, 80, 126}},
};

static const stop grey_stops[] = {{{58, 58, 60}}, {{245, 245, 243}}};

// Every 5 degC from -30.
static const stop temperature_stops[] = {
    {{92, 72, 140}},   {{82, 90, 166}},   {{78, 116, 188}},  {{96, 148, 206}},  {{134, 180, 220}},
    {{186, 212, 232}}, {{246, 246, 242}}, {{246, 234, 190}}, {{246, 218, 146}}, {{242, 194, 110}},
    {{234, 162, 86}},  {{220, 126, 70}},  {{198, 90, 62}},   {{166, 58, 54}},   {{126, 36, 48}},
};

static const stop humidity_stops[] = {
    {{206, 164, 96}},  {{222, 190, 128}}, {{234, 214, 164}}, {{240, 234, 204}}, {{212, 226, 206}},
    {{164, 206, 194}}, {{112, 176, 172}}, {{66, 142, 146}},  {{34, 106, 116}},
};

static const stop slope_stops[] = {
    {{238, 238, 232}}, {{226, 220, 206}}, {{222, 200, 172}}, {{218, 172, 138}},
    {{206, 138, 106}}, {{186, 100, 80}},  {{156, 64, 62}},   {{116, 36, 48}},
};

// North, north-east, ...: cool away from the sun of the northern half, warm towards it, of equal lightness.
static const stop aspect_stops[] = {
    {{122, 152, 200}}, {{126, 176, 178}}, {{148, 184, 132}}, {{190, 182, 104}}, {{220, 168, 104}},
    {{220, 146, 132}}, {{196, 138, 168}}, {{154, 142, 196}}, {{122, 152, 200}},
};

static const stop curvature_stops[] = {
    {{136, 84, 40}},   {{182, 132, 76}}, {{220, 188, 142}}, {{242, 240, 232}},
    {{164, 204, 198}}, {{90, 156, 154}}, {{30, 102, 106}},
};

static const stop distance_stops[] = {
    {{92, 148, 178}},  {{132, 178, 190}}, {{172, 204, 194}}, {{206, 220, 194}},
    {{228, 226, 190}}, {{232, 214, 172}}, {{220, 192, 150}},
};

static const stop flow_stops[] = {
    {{240, 238, 228}}, {{228, 232, 226}}, {{204, 220, 224}}, {{168, 200, 216}},
    {{122, 170, 204}}, {{76, 134, 184}},  {{40, 96, 156}},   {{20, 60, 120}},
};

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

typedef struct stop_list {
    const stop *stops;
    int count;
} stop_list;

#define LIST(stops)            \
    {                          \
        stops, COUNT_OF(stops) \
    }
static const stop_list ramps[PALETTE_RAMP_COUNT] = {
    [PALETTE_LAND] = LIST(map_land_stops),     [PALETTE_WATER] = LIST(map_water_stops),
    [PALETTE_GREY] = LIST(grey_stops),         [PALETTE_TEMPERATURE] = LIST(temperature_stops),
    [PALETTE_HUMIDITY] = LIST(humidity_stops), [PALETTE_SLOPE] = LIST(slope_stops),
    [PALETTE_ASPECT] = LIST(aspect_stops),     [PALETTE_CURVATURE] = LIST(curvature_stops),
    [PALETTE_DISTANCE] = LIST(distance_stops), [PALETTE_FLOW] = LIST(flow_stops),
};

// ---------------------------------------------------------------------------------------------------------
// Picking

// `t` = 0..1 along stops at equal distances.
static void interpolate(const stop *stops, int count, float t, uint8_t rgb[3])
{
    // Written so that NaN takes the first stop.
    const float place = t > 0.0f ? (t < 1.0f ? t : 1.0f) * (float)(count - 1) : 0.0f;
    const int first = place < (float)(count - 1) ? (int)place : count - 2;
    const float share = place - (float)first;
    for (int c = 0; c < 3; c++) {
        const float from = stops[first].rgb[c], to = stops[first + 1].rgb[c];
        rgb[c] = (uint8_t)(from + (to - from) * share + 0.5f);
    }
}

void tr_palette_heat(float t, uint8_t rgb[3])
{
    interpolate(heat_stops, COUNT_OF(heat_stops), t, rgb);
}

void tr_palette_terrain(float t, uint8_t rgb[3])
{
    if (t < 0.0f) {
        interpolate(water_stops, COUNT_OF(water_stops), t + 1.0f, rgb);
    } else {
        interpolate(land_stops, COUNT_OF(land_stops), t, rgb);
    }
}

void tr_palette_pick(tr_palette_ramp ramp, float t, uint8_t rgb[3])
{
    interpolate(ramps[ramp].stops, ramps[ramp].count, t, rgb);
}
