// Only the depth is kept: shadows, and the surface of water.
void main() {}
