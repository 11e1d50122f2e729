// A place of a picture of a model: its colour and its normal along the axes of the picture.
#include "render/view_block.h"
#include "render/tone.glsl.h"

in vec3 v_position;
in vec3 v_normal;
in vec3 v_color;

layout(location = 0) out vec4 out_color;
layout(location = 1) out vec4 out_normal;

void main()
{
    vec3 normal = v_normal;
    if (dot(normal, normal) < 0.1) {
        normal = cross(dFdx(v_position), dFdy(v_position));
        if (normal.z < 0.0) normal = -normal;
    }
    vec3 light = screen_to_light(v_color);
    out_color = vec4(sqrt(light), 1.0);
    out_normal = vec4(normalize(normal) * 0.5 + 0.5, 1.0);
}
