#include "world_sets.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = 16, LINE_WIDTH = 100 };

static const char *name_of(const tr_world_place_set_def *set)
{
    return set->set.name && set->set.name[0] ? set->set.name : "(no name)";
}

static const char *layer_name(const tr_world_place_layer *layer)
{
    return layer->layer.name && layer->layer.name[0] ? layer->layer.name : tr_model_name(layer->model);
}

// The layers in lines that fit a terminal.
static void print_layers(const tr_world_place_set_def *set)
{
    int column = 0;
    for (int32_t i = 0; i < set->layer_count; i++) {
        const char *name = layer_name(&set->layers[i]), *end = i + 1 < set->layer_count ? "," : "";
        const int length = (int)strlen(name) + 1;
        if (column == 0 || column + 1 + length > LINE_WIDTH) {
            column = LABEL_WIDTH + 2 + length;
            printf("%s%*s  %s%s", i > 0 ? "\n" : "", LABEL_WIDTH, "", name, end);
        } else {
            column += 1 + length;
            printf(" %s%s", name, end);
        }
    }
    printf("\n");
}

void cli_world_sets_print(const tr_world *world)
{
    const tr_world_def *def = tr_world_def_of(world);
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set_def *set = &def->place_sets[i];
        const tr_place_set_def *used = tr_placer_set(tr_world_placer(world), i);
        printf("%-*s%s: %s, %.4g m apart, %.4g m off others, shown up to %.4g m", LABEL_WIDTH,
               i == 0 ? "placement" : "", name_of(set), tr_pattern_name(set->pattern), used->footprint_m,
               used->radius_m, set->view_m);
        if (set->density != 1) {
            printf(", density %.10g %%", 100 * set->density);
        }
        printf("\n");
        print_layers(set);
    }
}

static void add_layer(cli_json *json, const tr_world_place_layer *layer)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", layer_name(layer));
    cli_json_text(json, "model", tr_model_name(layer->model));
    cli_json_int(json, "variants", layer->layer.variants);
    cli_json_double(json, "scale_low", layer->layer.scale_low);
    cli_json_double(json, "scale_high", layer->layer.scale_high);
    cli_json_close(json);
}

void cli_world_sets_json(cli_json *json, const tr_world *world)
{
    const tr_world_def *def = tr_world_def_of(world);
    cli_json_open(json, "placement", '[');
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set_def *set = &def->place_sets[i];
        const tr_place_set_def *used = tr_placer_set(tr_world_placer(world), i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", set->set.name ? set->set.name : "");
        cli_json_text(json, "pattern", tr_pattern_name(set->pattern));
        cli_json_double(json, "footprint_m", used->footprint_m);
        cli_json_double(json, "radius_m", used->radius_m);
        cli_json_double(json, "spacing_m", used->spacing_m);
        cli_json_double(json, "density", set->density);
        cli_json_double(json, "view_m", set->view_m);
        cli_json_int(json, "nodes", set->node_count);
        cli_json_open(json, "layers", '[');
        for (int32_t k = 0; k < set->layer_count; k++) {
            add_layer(json, &set->layers[k]);
        }
        cli_json_close(json);
        cli_json_close(json);
    }
    cli_json_close(json);
}
