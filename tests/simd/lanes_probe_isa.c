#include "lanes_probe.h"

#include "simd/lanes.h"

static inline kf masks(kf a, kf b)
{
    const km less = a < b, small = k_abs(a) < k_set(1.0f);
    const kf one = k_set(1.0f), zero = k_set(0.0f);
    kf sum = k_select(k_both(less, small), one, zero);
    sum = sum + k_select(k_either(less, small), one + one, zero);
    return sum + k_select(k_not(less), k_set(4.0f), zero);
}

static inline kf apply(lane_op op, kf a, kf b)
{
    switch (op) {
    case LANE_SELECT_LESS: return k_select(a < b, a, b);
    case LANE_MIN: return k_min(a, b);
    case LANE_MAX: return k_max(a, b);
    case LANE_ABS: return k_abs(a);
    case LANE_FLOOR: return k_floor(a);
    case LANE_TRUNC: return k_float(k_trunc(a));
    case LANE_FROM_INT: return k_float(k_as_int(k_bits(a)) >> 8);
    case LANE_SELECT_INT: {
        const ki chosen = k_select_i(a < b, k_as_int(k_bits(a)), k_as_int(k_bits(b)));
        return k_from_bits(k_select_u(a > b, k_as_uint(chosen), k_bits(k_abs(b))));
    }
    case LANE_MASKS: return masks(a, b);
    case LANE_ANY: return k_any(a < b) ? k_set(1.0f) : k_set(0.0f);
    case LANE_OP_COUNT: break;
    }
    return a;
}

static void run(lane_op op, const float *a, const float *b, float *out, int count)
{
    for (int i = 0; i < count; i += TR_LANES) k_store(out + i, apply(op, k_load(a + i), k_load(b + i)));
}

const lanes_table TR_ISA_NAME(lanes_table) = {TR_LANES, run};
