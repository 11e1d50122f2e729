// Plans of ruins, all with their gate towards -z: a keep in a walled court, a round tower in a ring, a temple.
#include "base/integers.h"
#include "voxel/decorate/structure_ruin.h"

static int32_t distance(int32_t a)
{
    return a < 0 ? -a : a;
}

// A row of steps along z from the entrance of a cellar down to its floor.
static void put_stairs(int32_t x, int32_t z, int32_t at_x, int32_t from_z, tr_ruin_cell *cell)
{
    if (x != at_x || z < from_z || z >= from_z + TR_RUIN_CELLAR) return;
    cell->floor = TR_FLOOR_STAIRS;
    cell->step = 1 + z - from_z;
}

// An opening across x or across z, one or three blocks wide.
static void open_wall(tr_ruin_cell *cell, const int32_t at[2], const int32_t middle[2], bool across_x, int32_t half)
{
    for (int i = 0; i < 2; i++) {
        const int32_t aside = i == 0 ? -half - 1 : half + 1;
        cell->jambs[i][0] = across_x ? middle[0] + aside : at[0];
        cell->jambs[i][1] = across_x ? at[1] : middle[1] + aside;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Keep

enum { KEEP_HALF = 6, KEEP_INNER = 5, COURT_WALL = 6, TURRET_WALL = 10 };

// The tower at the back of the court, around (0, 0).
static bool keep_tower(const tr_build *build, int32_t x, int32_t z, int32_t back, tr_ruin_cell *cell)
{
    const int32_t dz = z - back, ax = distance(x), az = distance(dz), out = tr_max_i32(ax, az);
    if (out > KEEP_HALF) return false;
    if (out >= KEEP_INNER) {
        cell->floor = TR_FLOOR_TILES;
        cell->is_shell = true;
        cell->wall = 15 + (int32_t)(build->hash % 4);
        cell->is_sturdy = dz < 0 && ax <= 3;
        const int32_t at[2] = {x, z};
        if (dz < 0 && ax <= 1 && az >= KEEP_INNER) {
            cell->arch = 4;
            open_wall(cell, at, (int32_t[]){0, z}, true, 1);
        } else if (ax >= KEEP_INNER && (dz == -2 || dz == 2)) {
            cell->sill = 7;
            cell->arch = 10;
            open_wall(cell, at, (int32_t[]){x, z}, false, 0);
        } else if (dz > 0 && az >= KEEP_INNER && x == 0) {
            cell->sill = 7;
            cell->arch = 10;
            open_wall(cell, at, (int32_t[]){x, z}, true, 0);
        }
        return true;
    }
    cell->floor = TR_FLOOR_CELLAR;
    cell->ledge = KEEP_INNER - out;
    const bool along_x = ax >= az;
    cell->anchor[0] = along_x ? (x < 0 ? -KEEP_INNER : KEEP_INNER) : x;
    cell->anchor[1] = back + (along_x ? dz : dz < 0 ? -KEEP_INNER : KEEP_INNER);
    put_stairs(x, dz, -4, -3, cell);
    cell->has_lamp = ax == 3 && az == 3;
    return true;
}

tr_ruin_cell tr_ruin_keep(const tr_build *build, int32_t x, int32_t z)
{
    tr_ruin_cell cell = {.floor = TR_FLOOR_NONE};
    const int32_t edge = build->half - 1, ax = distance(x), az = distance(z), back = edge - KEEP_HALF - 3;
    if (ax > edge || az > edge) return cell;
    if (keep_tower(build, x, z, back, &cell)) return cell;
    cell.floor = ax <= 2 || (ax <= 8 && z < back - KEEP_HALF - 1 && z > -edge + 3) ? TR_FLOOR_PAVING : TR_FLOOR_TURF;
    const int32_t tx = ax - (edge - 3), tz = az - (edge - 3);
    if (tx * tx + tz * tz <= 12) {
        cell.floor = TR_FLOOR_TILES;
        cell.wall = TURRET_WALL;
    } else if (ax >= edge - 1 || az >= edge - 1) {
        cell.floor = TR_FLOOR_TILES;
        cell.wall = COURT_WALL;
        if (z < 0 && az >= edge - 1 && ax <= 4) {  // the gatehouse
            cell.wall = COURT_WALL + 2;
            cell.is_sturdy = true;
        }
        if (z < 0 && az >= edge - 1 && ax <= 1) {
            cell.arch = 4;
            open_wall(&cell, (int32_t[]){x, z}, (int32_t[]){0, z}, true, 1);
        }
    } else if (ax == 6 && z < back - KEEP_HALF - 2 && z > -edge + 3 && (z + edge) % 4 == 1) {
        cell.wall = 6;  // rows of pillars towards the tower
    }
    return cell;
}

// ---------------------------------------------------------------------------------------------------------
// Tower

enum { TOWER_OUT2 = 56, TOWER_IN2 = 25, RING_WALL = 4 };

static void tower_ledge(int32_t x, int32_t z, tr_ruin_cell *cell)
{
    int32_t at[2] = {x, z};
    const int axis = distance(x) >= distance(z) ? 0 : 1;
    while (at[0] * at[0] + at[1] * at[1] < TOWER_IN2) {
        at[axis] += at[axis] < 0 ? -1 : 1;
        cell->ledge++;
    }
    cell->anchor[0] = at[0];
    cell->anchor[1] = at[1];
}

tr_ruin_cell tr_ruin_tower(const tr_build *build, int32_t x, int32_t z)
{
    tr_ruin_cell cell = {.floor = TR_FLOOR_NONE};
    const int32_t apart2 = x * x + z * z, edge = build->half - 1, ax = distance(x);
    if (apart2 > edge * edge) return cell;
    cell.floor = (ax <= 1 && z < 0) || apart2 <= 90 ? TR_FLOOR_PAVING : TR_FLOOR_TURF;
    if (apart2 > (edge - 2) * (edge - 2)) {
        cell.wall = ax <= 2 && z < 0 ? 0 : ax <= 4 && z < 0 ? RING_WALL + 2 : RING_WALL;
        if (cell.wall) cell.floor = TR_FLOOR_TILES;
        return cell;
    }
    if (apart2 > TOWER_OUT2) return cell;
    if (apart2 < TOWER_IN2) {
        cell.floor = TR_FLOOR_CELLAR;
        put_stairs(x, z, -3, -3, &cell);
        tower_ledge(x, z, &cell);
        cell.has_lamp = (ax == 3 && z == 2) || (x == 0 && z == -4);
        return cell;
    }
    cell.floor = TR_FLOOR_TILES;
    cell.is_shell = true;
    cell.wall = 19 + (int32_t)(build->hash % 4);
    cell.is_sturdy = z < 0 && ax <= 3;
    const int32_t at[2] = {x, z};
    if (ax <= 1 && z < 0) {
        cell.arch = 4;
        open_wall(&cell, at, (int32_t[]){0, z}, true, 1);
    } else if (z == 0 || x == 0) {
        cell.sill = 7;
        cell.arch = 10;
        open_wall(&cell, at, at, x == 0, 0);
    }
    return cell;
}

// ---------------------------------------------------------------------------------------------------------
// Temple

enum { COLUMN_SPACING = 3, BEAM = 7 };

// The row of columns around the temple: beams lie on them.
static void temple_row(int32_t x, int32_t z, int32_t wide, int32_t deep, tr_ruin_cell *cell)
{
    const bool front = distance(z) == deep;
    const int32_t along = front ? x + wide : z + deep, past = along % COLUMN_SPACING;
    cell->wall = BEAM + 2;
    cell->is_sturdy = true;
    if (past == 0) return;
    cell->arch = BEAM;
    for (int i = 0; i < 2; i++) {
        const int32_t aside = i == 0 ? -past : COLUMN_SPACING - past;
        cell->jambs[i][0] = x + (front ? aside : 0);
        cell->jambs[i][1] = z + (front ? 0 : aside);
    }
}

tr_ruin_cell tr_ruin_temple(const tr_build *build, int32_t x, int32_t z)
{
    tr_ruin_cell cell = {.floor = TR_FLOOR_NONE};
    const int32_t edge = build->half - 1, ax = distance(x), az = distance(z);
    // Sides of whole spacings, so that columns stand on the corners.
    const int32_t deep = (edge - 2) / COLUMN_SPACING * COLUMN_SPACING, wide = deep - 2 * COLUMN_SPACING;
    if (ax > wide + 3 || az > deep + 2) return cell;
    cell.floor = TR_FLOOR_TURF;
    if (ax > wide + 1 || az > deep + 1) return cell;
    cell.floor = TR_FLOOR_TILES;
    if ((ax == wide && az <= deep) || (az == deep && ax <= wide)) {
        temple_row(x, z, wide, deep, &cell);
        return cell;
    }
    const int32_t house_x = wide - 3, house_z = deep - 4;
    if (ax > house_x || az > house_z) return cell;
    cell.is_shell = ax <= 6 && az <= 6 && (ax >= 5 || az >= 5);
    if (ax == house_x || az == house_z) {
        cell.wall = BEAM - 1;
        if (ax <= 1 && z == -house_z) {
            cell.arch = 4;
            open_wall(&cell, (int32_t[]){x, z}, (int32_t[]){0, z}, true, 1);
        }
        return cell;
    }
    if (ax <= 4 && az <= 4) {
        cell.floor = TR_FLOOR_CELLAR;
        put_stairs(x, z, 3, -3, &cell);
        cell.has_lamp = (x == -3 && az == 3) || (x == 0 && z == 4);
    }
    return cell;
}
