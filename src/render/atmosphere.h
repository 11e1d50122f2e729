// The light of the sky: scattering in clear air and haze, as tables for the shaders.
//
// One scattering event is integrated along each view ray through an exponential atmosphere (Rayleigh for air, Mie for
// haze, ozone absorbing), after Nishita et al., "Display of the Earth taking into account atmospheric scattering"
// (1993). Light scattered more than once is taken as an isotropic share of it.
#ifndef TR_RENDER_ATMOSPHERE_H
#define TR_RENDER_ATMOSPHERE_H

#include "terrane/render.h"

#include "render/view_constants.h"

typedef struct tr_sky {
    // Radiance without the phase function; the last number is not used.
    float rayleigh[TR_SKY_HEIGHT][TR_SKY_WIDTH][4];
    float mie[TR_SKY_HEIGHT][TR_SKY_WIDTH][4];
    float horizon[TR_SKY_HORIZON][4];  // radiance low over the horizon, by the sine of half the angle from the sun
    float sun[3];                      // irradiance of the sun at the eye, on a plane that faces it
    float ambient[3];                  // irradiance of the whole sky on level ground
    float fog_air[3];                  // extinction per metre at sea level
    float fog_haze;                    // the same of haze, grey
} tr_sky;

void tr_sky_compute(const tr_environment_def *def, tr_sky *out);

// The factor from radiance to what the tone curve takes, for a camera that looks along a direction.
float tr_sky_exposure(const tr_environment_def *def, const tr_sky *sky, const float forward[3]);

#endif
