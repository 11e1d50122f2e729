// From light to the numbers of a screen.

// The film curve that Narkowicz (2015) fitted to ACES: deep shadows, clear middle tones, a soft roll-off towards white.
vec3 film(vec3 x)
{
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

vec3 tone(vec3 color)
{
    return clamp(film(color * view.sunlight.a), 0.0, 1.0);
}

vec3 encode(vec3 color)
{
    return mix(12.92 * color, 1.055 * pow(max(color, 0.0031308), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, color));
}

// encode(tone()) within 1 %, as a ratio of polynomials fitted to it: a fraction of the time where the processor draws.
vec3 to_screen(vec3 color)
{
    vec3 u = sqrt(color * view.sunlight.a);
    return min(
        u * (0.300483 + u * (0.430307 + u * 21.695563)) / (1.0 + u * (0.350369 + u * (3.399335 + u * 20.168776))), 1.0);
}

// Shares of light from the colours of a screen.
vec3 screen_to_light(vec3 color)
{
    return mix(color / 12.92, pow((color + 0.055) / 1.055, vec3(2.4)), step(0.04045, color));
}
