#!/usr/bin/env python3
"""Prints the golden values of test_hash.c, from the definition at the top of src/base/hash.c in plain integers."""

MASK = (1 << 64) - 1
# The fractional part of pi in hexadecimal, 64 bits at a time, made odd.
K = [0x243F6A8885A308D3 | 1, 0x13198A2E03707344 | 1, 0xA4093822299F31D0 | 1, 0x082EFA98EC4E6C89 | 1]


def finalise(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def fold(a, b):
    return (a * b & MASK) ^ (a * b >> 64)


def hash_bytes(data, seed):
    state = finalise((seed + K[0]) & MASK)
    padded = data + bytes(-len(data) % 16)
    for at in range(0, len(padded), 16):
        word0 = int.from_bytes(padded[at:at + 8], "little")
        word1 = int.from_bytes(padded[at + 8:at + 16], "little")
        state = fold(word0 ^ K[1], word1 ^ state) ^ ((state << 29 | state >> 35) & MASK)
    return finalise(fold(state ^ K[2], len(data) ^ K[3]) ^ state)


def hash_identity(seed, what, x, y, z):
    value = finalise((seed + K[0]) & MASK)
    for part, constant in ((what, K[1]), (x, K[2]), (y, K[3]), (z, K[0])):
        value = finalise(((value ^ (part & MASK)) + constant) & MASK)
    return value


for data, seed in ((b"", 0), (b"", 1), (b"a", 0), (b"terrane", 0), (b"0123456789abcdef", 0),
                   (b"0123456789abcdefg", 0), (bytes(range(256)), 0xDEADBEEFCAFEF00D)):
    print(f"bytes    {data[:17]!r:24} ({len(data)}) seed 0x{seed:X}: 0x{hash_bytes(data, seed):016X}")
for identity in ((0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (42, 7, -1, 2**63 - 1, -2**63),
                 (MASK, MASK, 1000000007, -5, 3)):
    print(f"identity {identity}: 0x{hash_identity(*identity):016X}")
