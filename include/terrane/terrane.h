/// @file terrane.h
/// All of Terrane: one header per room.
#ifndef TERRANE_TERRANE_H
#define TERRANE_TERRANE_H

#include "terrane/bake.h"
#include "terrane/base.h"
#include "terrane/blocks.h"
#include "terrane/carve.h"
#include "terrane/description.h"
#include "terrane/export.h"
#include "terrane/gpu.h"
#include "terrane/io.h"
#include "terrane/map.h"
#include "terrane/math.h"
#include "terrane/model.h"
#include "terrane/noise.h"
#include "terrane/place.h"
#include "terrane/render.h"
#include "terrane/schema.h"
#include "terrane/voxel_save.h"
#include "terrane/voxel_scene.h"
#include "terrane/terrain.h"
#include "terrane/view.h"
#include "terrane/voxel.h"
#include "terrane/world.h"

#endif
