// The finished picture, into the framebuffer of a host.
uniform sampler2D picture_map;
uniform ivec2 copy_place;  // of its lower left pixel

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = texelFetch(picture_map, ivec2(gl_FragCoord.xy) - copy_place, 0);
}
