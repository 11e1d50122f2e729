// The surface of rivers and lakes: only its depth is kept.
void main() {}
