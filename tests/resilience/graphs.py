"""Attacks with custom graphs whose polygons lie over each other or share their corners, while honest clients ask."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

import attackers
from attackers import Crew
from attacks import ATTACKER, attack, check_needs
from harness import Case
from honest import LARGES, PROBES

__all__ = ["CASES", "check_needs"]

# A corner, a polygon.
Point = tuple[float, float]
Polygon = list[Point]

# The corners of a fan: every other one is far from the others.
FAN: Polygon = [(0, 0), (100, 3), (0, 6), (100, 9), (0, 12), (100, 15), (0, 18), (50, 100)]
SQUARE: Polygon = [(0, 0), (100, 0), (100, 100), (0, 100)]
TRIANGLE: Polygon = [(0, 0), (100, 0), (100, 100)]


def shrunk(polygon: Polygon, times: float) -> Polygon:
    return [(x / times, y / times) for x, y in polygon]


def row(polygons: Iterable[Polygon]) -> bytes:
    """A maze of cells with these polygons, each of which is open to the next."""
    cells = list(polygons)
    last = len(cells) - 1

    def node(number: int, polygon: Polygon) -> dict[str, object]:
        neighbors = {"a": number - 1 if number > 0 else None, "b": number + 1 if number < last else None}
        sides = [{"side": name, "to": to, "open": to is not None} for name, to in neighbors.items()]
        sides += [{"side": name} for name in "cdefgh"[: max(len(polygon) - 2, 1)]]
        return {"polygon": polygon, "sides": sides}

    nodes = [node(number, polygon) for number, polygon in enumerate(cells)]
    return json.dumps({"grid": "custom", "encoding": "graph", "cells": nodes}, separators=(",", ":")).encode()


@cache
def over_each_other(polygon: str, count: int) -> bytes:
    """So many cells in one place: they are refused."""
    return row([{"fan": FAN, "square": SQUARE, "triangle": TRIANGLE}[polygon]] * count)


@cache
def around_one_corner(count: int) -> bytes:
    """So many fans, which are small beside one other cell: they are taken."""
    return row([*[shrunk(FAN, 2000)] * count, SQUARE])


@cache
def deep(large: int, small: int) -> bytes:
    """As many large cells over each other as are taken, and many small ones."""
    return row([*[SQUARE] * large, *[shrunk(SQUARE, 6400)] * small])


def posts(paths: Iterable[str], body: bytes) -> list[bytes]:
    return [attackers.post(path, body) for path in paths]


def crowded() -> list[Crew]:
    """What was made to take the square of its size, or memory for each cell in each part of a picture."""
    small = [over_each_other("fan", 4900), around_one_corner(4900)]
    large = [over_each_other("square", 60_000), over_each_other("triangle", 150_000), around_one_corner(16_000)]
    lines = ["/solve?format=svg", "/solve?format=dxf"]
    pixels = ["/solve?format=png&cell=160&margin=0", "/solve?format=png&cell=160&heat=distance&margin=0"]
    return [
        Crew(ATTACKER, 4, attackers.asking(*[post for body in small for post in posts(lines, body)])),
        Crew(ATTACKER, 2, attackers.asking(*[post for body in large for post in posts([*lines, *pixels], body)])),
    ]


def left() -> list[Crew]:
    """Pictures that take long, of clients that soon leave."""
    paths = ["/solve?format=png&cell=160&heat=distance&margin=0", "/solve?format=gif&pixels=800"]
    requests = posts(paths, deep(48, 2000)) + posts(paths[:1], deep(48, 20_000))
    return [Crew(ATTACKER, 2, attackers.leaving(request, 0.8)) for request in requests]


CASES = [
    Case("attack-graphs", attack(crowded, [*PROBES, *LARGES], short=8)),
    Case("attack-graphs-left", attack(left, [*PROBES, *LARGES], short=8)),
]
