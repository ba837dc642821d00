"""Draw the icons of the browser client anew: python scripts/icons.py

They show web/public/icon.svg as PNG: the steps as rectangles, the leap as a thick line.
"""

import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parent.parent / "web" / "public"
GRID = 64  # the units of the drawing
FINE = 4  # samples per pixel and direction, for smooth edges

PAPER, STAIRS, LEAP = (244, 238, 226), (12, 102, 93), (161, 64, 29)
STEPS = ((10, 44, 54, 54), (21, 35, 54, 54), (32, 26, 54, 54), (43, 17, 54, 54))
CURVE = ((47, 9), (31, 2), (17, 9), (15, 25))
HEAD = ((8, 18), (15, 27), (24, 20))
THICKNESS = 5.0

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]


def _curve() -> list[tuple[float, float]]:
    """Return points along the cubic curve."""
    points: list[tuple[float, float]] = []
    for t in np.linspace(0, 1, 40):
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x = sum(w * p[0] for w, p in zip(weights, CURVE, strict=True))
        y = sum(w * p[1] for w, p in zip(weights, CURVE, strict=True))
        points.append((float(x), float(y)))
    return points


def _near_line(x: Points, y: Points, line: list[tuple[float, float]]) -> Mask:
    near = np.zeros(x.shape, dtype=np.bool_)
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        near |= np.hypot(x - ax - along * dx, y - ay - along * dy) <= THICKNESS / 2
    return near


def _rounded(x: Points, y: Points, radius: float) -> Mask:
    dx = np.maximum(np.abs(x - GRID / 2) - GRID / 2 + radius, 0)
    dy = np.maximum(np.abs(y - GRID / 2) - GRID / 2 + radius, 0)
    return np.hypot(dx, dy) <= radius


def draw(size: int, *, maskable: bool) -> NDArray[np.uint8]:
    """Draw the icon; a maskable one fills its square and keeps to the safe middle of it."""
    axis = (np.arange(size * FINE) + 0.5) * GRID / (size * FINE)
    x, y = np.meshgrid(axis, axis)
    image = np.zeros((*x.shape, 4), dtype=np.float64)
    image[np.ones_like(x, dtype=np.bool_) if maskable else _rounded(x, y, 14)] = (*PAPER, 255)
    if maskable:
        x, y = ((part - GRID / 2) / 0.72 + GRID / 2 for part in (x, y))
    for left, top, right, bottom in STEPS:
        image[(x >= left) & (x <= right) & (y >= top) & (y <= bottom)] = (*STAIRS, 255)
    leap = _near_line(x, y, _curve()) | _near_line(x, y, [*map(_floats, HEAD)])
    image[leap] = (*LEAP, 255)
    blocks = image.reshape(size, FINE, size, FINE, 4)
    alpha = blocks[..., 3:].mean(axis=(1, 3))
    colours = (blocks[..., :3] * blocks[..., 3:]).mean(axis=(1, 3)) / np.maximum(alpha, 1)
    return np.rint(np.concatenate([colours, alpha], axis=-1)).astype(np.uint8)


def _floats(point: tuple[int, int]) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(image: NDArray[Any]) -> bytes:
    """Write an image as PNG."""
    height, width = image.shape[:2]
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(rows, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


if __name__ == "__main__":
    for name, size, is_maskable in (
        ("icon-180.png", 180, True),
        ("icon-192.png", 192, False),
        ("icon-512.png", 512, False),
        ("icon-maskable-512.png", 512, True),
    ):
        (FOLDER / name).write_bytes(png(draw(size, maskable=is_maskable)))
        print(FOLDER / name)
