// Colours as light.
//
// Colours are mixed and lit as light, not as bytes: a byte is the square root of it, which is close to the curve of
// sRGB and rounds alike on every machine.
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <math.h>
#include <stdint.h>

typedef struct color {
    float r, g, b;
} color;

#define COLOR_LIGHT(byte) ((float)((byte) * (byte)) / 65025.0f)
// A constant color from bytes.
#define COLOR_RGB(red, green, blue)                             \
    {                                                           \
        COLOR_LIGHT(red), COLOR_LIGHT(green), COLOR_LIGHT(blue) \
    }

static inline color color_of_bytes(const uint8_t rgb[3])
{
    return (color)COLOR_RGB(rgb[0], rgb[1], rgb[2]);
}

static inline float clamp_unit(float t)
{
    return t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
}

// 0 at `low`, 1 at `high` (which may be the smaller), level at both ends.
static inline float smooth_step(float low, float high, float value)
{
    const float t = clamp_unit((value - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

static inline color color_mix(color a, color b, float t)
{
    return (color){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

static inline color color_lit(color tint, color light)
{
    return (color){tint.r * light.r, tint.g * light.g, tint.b * light.b};
}

// A shoulder instead of a cut: what is brighter than the page keeps its shape.
static inline uint8_t color_byte(float light)
{
    const float knee = 0.75f;
    if (light > knee) {
        const float over = (light - knee) / (1.0f - knee);
        light = knee + (1.0f - knee) * over / (1.0f + over);
    }
    return (uint8_t)(sqrtf(light > 0.0f ? light : 0.0f) * 255.0f + 0.5f);
}

static inline void color_store(color it, uint8_t pixel[3])
{
    pixel[0] = color_byte(it.r);
    pixel[1] = color_byte(it.g);
    pixel[2] = color_byte(it.b);
}

#endif
