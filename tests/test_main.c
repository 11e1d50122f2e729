// The program of a room's tests: `test_carve bridge` runs the group of tests/carve/test_bridge.c.
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"

static test_group *first_group;

void test_group_add(test_group *group)
{
    group->next = first_group;
    first_group = group;
}

int main(int argc, char **argv)
{
    for (const test_group *group = first_group; argc == 2 && group; group = group->next) {
        if (strcmp(group->name, argv[1]) == 0) return group->run();
    }
    fprintf(stderr, "usage: %s <group>; the groups are:\n", argv[0]);
    for (const test_group *group = first_group; group; group = group->next) fprintf(stderr, "    %s\n", group->name);
    return 2;
}
