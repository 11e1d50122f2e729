#include "palette.h"

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

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof(array)[0]))

void palette_heat(float t, uint8_t rgb[3])
{
    interpolate(heat_stops, COUNT_OF(heat_stops), t, rgb);
}

void palette_terrain(float t, uint8_t rgb[3])
{
    if (t < 0.0f) {
        interpolate(water_stops, COUNT_OF(water_stops), t + 1.0f, rgb);
    } else {
        interpolate(land_stops, COUNT_OF(land_stops), t, rgb);
    }
}
