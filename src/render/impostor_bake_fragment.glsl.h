// A place of a picture of a model: its colour and its normal along the axes of the picture.
#include "render/view_constants.h"

const float pi = 3.14159265;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec3 in_color;

layout(location = 0) out vec4 out_color;
layout(location = 1) out vec4 out_normal;

void main()
{
    vec3 normal = in_normal;
    if (dot(normal, normal) < 0.1) {
        normal = cross(dFdx(in_position), dFdy(in_position));
        if (normal.z < 0.0) normal = -normal;
    }
    vec3 light = mix(in_color / 12.92, pow((in_color + 0.055) / 1.055, vec3(2.4)), step(0.04045, in_color));
    out_color = vec4(sqrt(light), 1.0);
    out_normal = vec4(normalize(normal) * 0.5 + 0.5, 1.0);
}
