// Colours as light.
//
// Colours are mixed and lit as light, not as bytes: a byte is the square root of it, which is close to the curve of
// sRGB and rounds alike on every machine.
#ifndef TR_MAP_COLOR_H
#define TR_MAP_COLOR_H

#include <math.h>
#include <stdint.h>

typedef struct tr_color {
    float r, g, b;
} tr_color;

#define COLOR_LIGHT(byte) ((float)((byte) * (byte)) / 65025.0f)
// A constant color from bytes.
#define COLOR_RGB(red, green, blue)                             \
    {                                                           \
        COLOR_LIGHT(red), COLOR_LIGHT(green), COLOR_LIGHT(blue) \
    }

static inline tr_color tr_color_of_bytes(const uint8_t rgb[3])
{
    return (tr_color)COLOR_RGB(rgb[0], rgb[1], rgb[2]);
}

static inline float tr_clamp_unit(float t)
{
    return t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
}

// 0 at `low`, 1 at `high` (which may be the smaller), level at both ends.
static inline float tr_smooth_step(float low, float high, float value)
{
    const float t = tr_clamp_unit((value - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

static inline tr_color tr_color_mix(tr_color a, tr_color b, float t)
{
    return (tr_color){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static inline tr_color tr_color_lit(tr_color tint, tr_color light)
{
    return (tr_color){tint.r * light.r, tint.g * light.g, tint.b * light.b};
}

// A shoulder instead of a cut: what is brighter than the page keeps its shape.
static inline uint8_t tr_color_byte(float light)
{
    const float knee = 0.75f;
    if (light > knee) {
        const float over = (light - knee) / (1.0f - knee);
        light = knee + (1.0f - knee) * over / (1.0f + over);
    }
    return (uint8_t)(sqrtf(light > 0.0f ? light : 0.0f) * 255.0f + 0.5f);
}

static inline void tr_color_store(tr_color color, uint8_t pixel[3])
{
    pixel[0] = tr_color_byte(color.r);
    pixel[1] = tr_color_byte(color.g);
    pixel[2] = tr_color_byte(color.b);
}

#endif
