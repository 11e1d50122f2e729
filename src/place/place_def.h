// How the definitions of placement are recognised: each must come from its tr_default function.
#ifndef TR_PLACE_PLACE_DEF_H
#define TR_PLACE_PLACE_DEF_H

enum {
    TR_PLACE_LAYER_COOKIE = 0x706c6179,
    TR_PLACE_SET_COOKIE = 0x70736574,
    TR_PLACER_DEF_COOKIE = 0x706c6163,
    TR_PLACE_REQUEST_COOKIE = 0x70726571,
};

#endif
