#include "map/horizon.h"

#define C1 0.923879533f  // cos 22.5 degrees
#define C2 0.707106781f
#define C3 0.382683432f

const float tr_horizon_directions[HORIZON_DIRECTIONS][2] = {
    {1.0f, 0.0f},  {C1, C3},   {C2, C2},   {C3, C1},   {0.0f, 1.0f},  {-C3, C1}, {-C2, C2}, {-C1, C3},
    {-1.0f, 0.0f}, {-C1, -C3}, {-C2, -C2}, {-C3, -C1}, {0.0f, -1.0f}, {C3, -C1}, {C2, -C2}, {C1, -C3},
};

typedef struct ring {
    float radius;
    int level;  // its samples are about as wide as the gap to the next ring
} ring;

static const ring rings[] = {{1.0f, 0},  {2.0f, 0},  {3.0f, 0},  {4.5f, 1},  {6.5f, 1},         {9.5f, 2},
                             {14.0f, 2}, {20.0f, 3}, {28.0f, 3}, {40.0f, 4}, {HORIZON_REACH, 4}};

void tr_horizon_find(const tr_pyramid *surface, int32_t x, int32_t y, float tangents[HORIZON_DIRECTIONS])
{
    const float center = tr_pyramid_sample(surface, 0, (float)x, (float)y);
    for (int d = 0; d < HORIZON_DIRECTIONS; d++) {
        float highest = 0.0f;
        for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
            const float radius = rings[i].radius;
            const float height =
                tr_pyramid_sample(surface, rings[i].level, (float)x + radius * tr_horizon_directions[d][0],
                                  (float)y + radius * tr_horizon_directions[d][1]);
            const float tangent = (height - center) / radius;
            highest = tangent > highest ? tangent : highest;
        }
        tangents[d] = highest;
    }
}

float tr_horizon_sky(const float tangents[HORIZON_DIRECTIONS])
{
    float sum = 0.0f;
    for (int d = 0; d < HORIZON_DIRECTIONS; d++) {
        // The cosine squared of the horizon's elevation: light from above it, weighted by the cosine law.
        sum += 1.0f / (1.0f + tangents[d] * tangents[d]);
    }
    return sum / HORIZON_DIRECTIONS;
}

float tr_horizon_sun(const float tangents[HORIZON_DIRECTIONS], int direction, float elevation)
{
    // Wider than the real sun: a shadow with a hard edge would look like a border between two materials.
    const float softness = 0.45f;
    float sum = 0.0f;
    for (int turn = -1; turn <= 1; turn++) {
        const float tangent = tangents[(direction + turn) & (HORIZON_DIRECTIONS - 1)];
        float above = (elevation - tangent) / softness + 0.5f;
        above = above < 0.0f ? 0.0f : above > 1.0f ? 1.0f : above;
        sum += above * above * (3.0f - 2.0f * above);
    }
    return sum / 3.0f;
}
