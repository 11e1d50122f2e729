// Colours of vertices in a GLB file. glTF 2.0 mixes COLOR_0 as light, and colours of a mesh are those of a screen
// (sRGB): bytes of light would leave few steps for what is dark, so they have 16 bits.
#include "io/glb.h"

#include "terrane/math.h"

bool tr_glb_fill_light(tr_glb_plan *plan, tr_error *err)
{
    const int straight = 10;  // up to here the curve of sRGB is a line
    float base[256], exponent[256], light[256];
    for (int i = 0; i < 256; i++) {
        base[i] = ((float)i / 255.0f + 0.055f) / 1.055f;
        exponent[i] = 2.4f;
    }
    if (!tr_math_eval(plan->context, TR_MATH_POW, &(tr_math_arguments){base, exponent, 256}, light, err)) return false;
    for (int i = 0; i < 256; i++) {
        const float share = i <= straight ? (float)i / (255.0f * 12.92f) : light[i];
        plan->light[i] = (uint16_t)(65535.0f * share + 0.5f);
    }
    return true;
}

void tr_glb_put_colors(const tr_glb_plan *plan, const uint8_t *colors, size_t count, uint16_t *out)
{
    for (size_t i = 0; i < 4 * count; i++) out[i] = i % 4 == 3 ? (uint16_t)(257 * colors[i]) : plan->light[colors[i]];
}
