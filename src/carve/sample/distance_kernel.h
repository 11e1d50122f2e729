// The nearest point of a quadratic Bezier in plan.
//
// A curve is kept around its middle: P(tau) = M + V tau + A tau^2 with tau = t - 1/2, V the chord and A = P0 - 2 P1 +
// P2. With w = sample - M the squared distance has the derivative (halved)
//     f(tau) = 2 A.A tau^3 + 3 A.V tau^2 + (V.V - 2 A.w) tau - V.w
// Seen from the vertex of the parabola (tau0) this is s^3 + p s - b = 0. Mirrored so that b >= 0 it has one root s >=
// 0, the nearest point of the whole parabola, and possibly a second minimum s < 0. On a part of the parabola the
// nearest point is therefore one of these two, moved to the nearer end where they lie outside: no other place has to be
// looked at.
//
// Curves that are nearly straight have their vertex far away, where floats lose the digits that matter; there the
// projection on the chord is within a Newton step or two of the root.
#ifndef TR_CARVE_SAMPLE_DISTANCE_KERNEL_H
#define TR_CARVE_SAMPLE_DISTANCE_KERNEL_H

#include "simd/math_kernel.h"

// Straight: A is 0. Gentle: |A| <= |V| / 32. Else bent.
#define TR_CURVE_STRAIGHT 0
#define TR_CURVE_GENTLE 1
#define TR_CURVE_BENT 2

// Lengths in metres, relative to the integer origin of the curve (tr_plan_curve_of in piece_pack.c).
K_STRUCT(tr_plan_curve, ui shape; uf_member middle_x; uf_member middle_z; uf_member chord_x; uf_member chord_z;
         uf_member bend_x; uf_member bend_z;           /* A */
         uf_member chord2;                             /* V.V */
         uf_member inverse_chord2;                     /* 0 when the chord has no length */
         uf_member bend2_twice;                        /* 2 A.A */
         uf_member bend_chord_thrice;                  /* 3 A.V */
         uf_member min_slope;                          /* of f, that Newton steps divide by */
         uf_member vertex;                             /* tau0 */
         uf_member p_0; uf_member p_bend;              /* p / 3 = p_0 - p_bend A.w */
         uf_member b_0; uf_member b_x; uf_member b_z;) /* b / 2 = b_0 + (b_x, b_z).w */

K_STRUCT(tr_foot, mf tau;      /* of the nearest point, -1/2 .. 1/2 */
         mf away_x; mf away_z; /* from there to the sample */
         mf distance2;)

// What f is made of for one sample.
K_STRUCT(tr_foot_terms, mf w_x; mf w_z; mf bend_w; mf chord_w; mf linear;)

K_FN(kf) tr_clamp_tau(kf tau)
{
    kf inside = tr_clamp(tau, k_set(-0.5f), k_set(0.5f));
    // Powers of smaller numbers could be denormals.
    return k_select(k_abs(inside) < k_set(1e-7f), k_set(0.0f), inside);
}

// 1/x to 2.5e-4 of itself, for what a Newton step follows or divides by.
K_FN(kf) tr_rcp_start(kf x)
{
    kf y = k_from_bits(0x7ef311c3u - k_bits(x));
    y = y * (2.0f - x * y);
    y = y * (2.0f - x * y);
    return y;
}

// The cube root of a positive number to 1e-4 of itself: tr_cbrt without its last steps.
K_FN(kf) tr_cbrt_start(kf x)
{
    kf third = x * 0.333333333f;
    ki start = 0x54a2fa8c - k_trunc(k_float(k_as_int(k_bits(x) >> 8)) * 85.3333333f);
    kf y = k_from_bits(k_as_uint(start));
    y = y * (1.33333333f - third * y * y * y);
    y = y * (1.33333333f - third * y * y * y);
    kf root = x * y * y;
    return root;
}

K_STRUCT_FN(tr_foot_terms) tr_foot_terms_at(tr_plan_curve curve, kf x, kf z)
{
    tr_foot_terms terms;
    kf w_x = x - curve.middle_x;
    kf w_z = z - curve.middle_z;
    kf bend_w = w_x * curve.bend_x + w_z * curve.bend_z;
    kf chord_w = w_x * curve.chord_x + w_z * curve.chord_z;
    kf linear = curve.chord2 - 2.0f * bend_w;
    terms.w_x = w_x;
    terms.w_z = w_z;
    terms.bend_w = bend_w;
    terms.chord_w = chord_w;
    terms.linear = linear;
    return terms;
}

K_STRUCT_FN(tr_foot) tr_foot_at(tr_plan_curve curve, tr_foot_terms terms, kf tau)
{
    tr_foot foot;
    kf away_x = terms.w_x - tau * (curve.chord_x + tau * curve.bend_x);
    kf away_z = terms.w_z - tau * (curve.chord_z + tau * curve.bend_z);
    kf distance2 = away_x * away_x + away_z * away_z;
    foot.tau = tau;
    foot.away_x = away_x;
    foot.away_z = away_z;
    foot.distance2 = distance2;
    return foot;
}

K_STRUCT_FN(tr_foot) tr_nearer_foot(tr_foot a, tr_foot b)
{
    tr_foot foot;
    km second = b.distance2 < a.distance2;
    foot.tau = k_select(second, b.tau, a.tau);
    foot.away_x = k_select(second, b.away_x, a.away_x);
    foot.away_z = k_select(second, b.away_z, a.away_z);
    foot.distance2 = k_select(second, b.distance2, a.distance2);
    return foot;
}

// A Newton step on f. At a minimum f rises; where it hardly does the distance hardly changes, and short steps are safe.
K_FN(kf) tr_polish_tau(tr_plan_curve curve, tr_foot_terms terms, kf tau)
{
    kf value = ((curve.bend2_twice * tau + curve.bend_chord_thrice) * tau + terms.linear) * tau - terms.chord_w;
    kf slope = (3.0f * curve.bend2_twice * tau + 2.0f * curve.bend_chord_thrice) * tau + terms.linear;
    kf next = tau - value * tr_rcp_start(k_max(slope, k_set(curve.min_slope)));
    return tr_clamp_tau(next);
}

K_STRUCT_FN(tr_foot) tr_foot_on_straight(tr_plan_curve curve, tr_foot_terms terms)
{
    kf tau = terms.chord_w * curve.inverse_chord2;
    return tr_foot_at(curve, terms, tr_clamp_tau(tau));
}

// Beyond the centre of curvature the middle is the farthest place and one of the ends the nearest.
K_STRUCT_FN(tr_foot) tr_foot_on_gentle(tr_plan_curve curve, tr_foot_terms terms)
{
    kf start = terms.chord_w * tr_rcp_start(k_max(terms.linear, k_set(curve.min_slope)));
    kf tau = tr_polish_tau(curve, terms, tr_clamp_tau(start));
    tau = tr_polish_tau(curve, terms, tau);
    tr_foot foot = tr_foot_at(curve, terms, tau);
    uf min_value = 0.25f * curve.chord2;
    km beyond = terms.linear < k_set(min_value);
    if (k_any(beyond)) {
        foot = tr_nearer_foot(foot, tr_foot_at(curve, terms, k_select(beyond, k_set(-0.5f), tau)));
        foot = tr_nearer_foot(foot, tr_foot_at(curve, terms, k_select(beyond, k_set(0.5f), tau)));
    }
    return foot;
}

// The one root of s^3 + 3 p s - 2 b by Cardano, for b >= 0 and b^2 + p^3 = disc >= 0: with u^3 = b + sqrt(disc) and v =
// -p / u it is u + v = 2 b / (u^2 + p + v^2), of which only the second form does not cancel for p > 0.
K_FN(kf) tr_cubic_single(kf p, kf b, kf disc)
{
    kf square = k_max(disc, k_set(1e-30f));
    kf u3 = b + square * tr_rsqrt_coarse(square);
    kf u = tr_cbrt_start(k_max(u3, k_set(1e-18f)));
    kf v = p * tr_rcp_start(u);
    kf divisor = u * u + p + v * v;
    kf root = 2.0f * b * tr_rcp_start(divisor);
    return root;
}

// cos(acos(x) / 3) on 0 .. 1 to 1e-6: it has no singularity there.
K_FN(kf) tr_cos_third(kf x)
{
    kf c = 0.00194730161f * x - 0.0089664512f;
    c = c * x + 0.0218996273f;
    c = c * x - 0.0475250139f;
    c = c * x + 0.166618857f;
    c = c * x + 0.866026061f;
    return c;
}

// The largest of three roots, 2 m cos(phi / 3) with m = sqrt(-p) and cos(phi) = b / m^3. `cosine` is cos(phi / 3).
K_FN(kf) tr_cubic_cosine(kf p, kf b)
{
    kf inverse = tr_rsqrt(k_max(-p, k_set(1e-12f)));
    kf ratio = b * inverse * inverse * inverse;
    return tr_cos_third(k_min(ratio, k_set(1.0f)));
}

// The second minimum lies on the other side of the vertex; it counts where the first one is beyond the ends.
K_STRUCT_FN(tr_foot) tr_foot_on_bent(tr_plan_curve curve, tr_foot_terms terms)
{
    kf p_raw = curve.p_0 - curve.p_bend * terms.bend_w;
    kf side = curve.b_0 + (curve.b_x * terms.w_x + curve.b_z * terms.w_z);
    kf p = k_select(k_abs(p_raw) < k_set(1e-9f), k_set(0.0f), p_raw);
    kf b = k_select(k_abs(side) < k_set(1e-13f), k_set(0.0f), k_abs(side));
    kf disc = b * b + p * p * p;
    km three = disc < k_set(0.0f);
    kf root = k_set(0.0f);
    kf cosine = k_set(1.0f);
    kf m = k_set(0.0f);
    if (k_any(k_not(three))) root = tr_cubic_single(p, b, disc);
    if (k_any(three)) {
        cosine = tr_cubic_cosine(p, b);
        m = tr_sqrt(k_max(-p, k_set(1e-12f)));
        root = k_select(three, 2.0f * m * cosine, root);
    }
    kf first = curve.vertex + tr_copy_sign(root, side);
    tr_foot foot = tr_foot_at(curve, terms, tr_polish_tau(curve, terms, tr_clamp_tau(first)));
    km doubtful = k_both(three, k_abs(first) > k_set(0.499f));
    if (k_any(doubtful)) {
        kf sine2 = 1.0f - cosine * cosine;
        kf other = m * (cosine + 1.73205081f * tr_sqrt(k_max(sine2, k_set(1e-20f))));
        kf second = curve.vertex - tr_copy_sign(other, side);
        kf start = k_select(doubtful, second, first);
        foot = tr_nearer_foot(foot, tr_foot_at(curve, terms, tr_polish_tau(curve, terms, tr_clamp_tau(start))));
    }
    return foot;
}

// `x`, `z`: the sample in metres from the integer origin of the curve.
K_STRUCT_FN(tr_foot) tr_nearest_foot(tr_plan_curve curve, kf x, kf z)
{
    tr_foot_terms terms = tr_foot_terms_at(curve, x, z);
    tr_foot foot;
    if (curve.shape == TR_CURVE_STRAIGHT)
        foot = tr_foot_on_straight(curve, terms);
    else if (curve.shape == TR_CURVE_GENTLE)
        foot = tr_foot_on_gentle(curve, terms);
    else
        foot = tr_foot_on_bent(curve, terms);
    return foot;
}

#endif
