// How much of a pixel a line or a handle covers.
in vec3 v_position;
in vec2 v_off;
flat in vec2 v_shape;
flat in vec4 v_color;

float line_cover()
{
    float off = v_shape.y < 0.5 ? abs(v_off.y) : v_shape.y < 1.5 ? length(v_off) : max(abs(v_off.x), abs(v_off.y));
    return clamp(v_shape.x + 0.5 - off, 0.0, 1.0);
}
