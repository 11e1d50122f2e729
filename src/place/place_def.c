// Defaults of sets, layers, maps, placers and requests.
#include "place/place_def.h"

#include "terrane/place.h"

tr_place_layer_def tr_default_place_layer_def(void)
{
    return (tr_place_layer_def){.cookie = TR_PLACE_LAYER_COOKIE, .scale_low = 0.8, .scale_high = 1.25, .variants = 1};
}

tr_place_set_def tr_default_place_set_def(void)
{
    return (tr_place_set_def){
        .cookie = TR_PLACE_SET_COOKIE, .footprint_m = 1, .radius_m = (double)TR_NOT_GIVEN, .spacing_m = 1};
}

tr_density_map tr_default_density_map(void)
{
    return (tr_density_map){.scale = 1, .high = 1};
}

tr_placer_def tr_default_placer_def(void)
{
    return (tr_placer_def){.cookie = TR_PLACER_DEF_COOKIE};
}

tr_place_request_def tr_default_place_request_def(void)
{
    return (tr_place_request_def){.cookie = TR_PLACE_REQUEST_COOKIE, .sets = UINT32_MAX};
}
