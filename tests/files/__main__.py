"""Files of a running service are opened by the tools that they are for.

python3 tests/files http://127.0.0.1:8080

It needs what requirements.txt beside it names.
"""

import csv
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

import ezdxf
import numpy
import pytiled_parser
import pytmx
import trimesh
from PIL import Image

from books import books

BASE = sys.argv[1]
MAZE = "w=23&h=17&seed=7&algo=wilson&doors=true"
FOLDER = Path(tempfile.mkdtemp(prefix="dedale-files-"))


def get(path):
    with urlopen(f"{BASE}{path}", timeout=60) as response:
        return response.read()


def saved(path, name):
    file = FOLDER / name
    file.write_bytes(get(path))
    return file


GRIDS = json.loads(get("/grids"))["grids"]


def arrays():
    """The array of numpy is the table of Python's csv, and that of JSON."""
    for path, query in (("maze", MAZE), ("solve", MAZE), ("maze", MAZE + "&encoding=bits"),
                        ("maze", "seed=3&grid=hex&mask=heart&encoding=bits"), ("solve", "w=16&h=16&seed=3&mask=heart")):
        array = numpy.load(io.BytesIO(get(f"/{path}.npy?{query}")))
        table = list(csv.reader(get(f"/{path}.csv?{query}").decode().splitlines()))
        assert array.dtype == numpy.uint8 and (array == numpy.array(table, dtype=int)).all(), query
    blocks = numpy.load(io.BytesIO(get(f"/maze.npy?{MAZE}")))
    assert (blocks == json.loads(get(f"/maze?{MAZE}&encoding=blocks"))["cells"]).all()
    query = f"{MAZE}&include=distances"
    distances = numpy.load(io.BytesIO(get(f"/solve?{query}&format=npy")))
    assert distances.dtype == numpy.int32 and distances.shape == (17, 23)
    assert (distances == json.loads(get(f"/solve?{query}"))["distances"]).all()
    floors = numpy.load(io.BytesIO(get("/solve?w=5&h=4&floors=3&seed=1&format=npy&include=distances")))
    assert floors.shape == (3, 4, 5) and (floors >= 0).all()
    for query in (MAZE, *(f"grid={grid['name']}&w=8&h=7&seed=5" for grid in GRIDS if "w" in [option["name"] for option in grid["options"]]),
                  "grid=polar&rings=5&seed=5", "w=5&h=4&floors=3&seed=1", "weave=1&w=9&h=9&seed=1", "w=2&h=5&wrap=x&braid=1&seed=1"):
        graph = numpy.load(io.BytesIO(get(f"/maze.npy?{query}&encoding=graph")))
        check_graph(graph, json.loads(get(f"/maze?{query}&encoding=graph"))["cells"])
    posted = {"grid": "custom", "encoding": "graph", "cells": [
        {"sides": [{"side": "a", "to": 1, "open": True}, {"side": "b", "to": 2, "open": False}]},
        {"sides": [{"side": "a", "to": 0, "open": True}, {"side": "b", "to": 2, "open": True}]},
        {"sides": [{"side": "a", "to": 0, "open": False}, {"side": "b", "to": 1, "open": True}]}]}
    request = Request(f"{BASE}/maze?format=npy&encoding=graph&seed=3", data=json.dumps(posted).encode(),
                      headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as response:
        graph = numpy.load(io.BytesIO(response.read()))
    assert graph[["from", "to"]].tolist() == [(0, 1), (0, 2), (1, 2)] and graph["open"].sum() == 2


def check_graph(graph, cells):
    """The records are the sides of the cells of JSON, each of two cells once."""
    assert graph.dtype == numpy.dtype([("from", "<u4"), ("to", "<u4"), ("open", "?")])
    sides = sorted((number, side["to"], side["open"]) for number, cell in enumerate(cells) for side in cell["sides"]
                   if side["to"] is not None and number < side["to"])
    assert sorted(graph.tolist()) == sides and (numpy.diff(graph["from"].astype(int)) >= 0).all()


def animations():
    """An animation takes its time, starts again, and ends with the maze."""
    for query, frames in (("w=9&h=7&seed=7&algo=wilson", 60), (MAZE, 60), ("grid=hex&w=7&h=6&seed=1", 60), ("w=2&h=1&seed=1", 4)):
        animation = Image.open(saved(f"/maze.gif?{query}&seconds=3", "maze.gif"))
        assert animation.is_animated and animation.info["loop"] == 0
        durations = []
        for frame in range(animation.n_frames):
            animation.seek(frame)
            durations.append(animation.info["duration"])
        assert frames / 2 <= animation.n_frames <= frames, (query, animation.n_frames)
        assert 2000 < sum(durations) <= 5000 and durations[-1] >= 2000, (query, durations)
        last = numpy.array(animation.convert("RGB"), dtype=int)
        picture = numpy.array(Image.open(saved(f"/maze.png?{query}", "maze.png")).convert("RGB"), dtype=int)
        # Smooth edges have the nearest colors of a palette.
        assert abs(last - picture).max() <= (24 if "hex" in query else 0), query
    solving = Image.open(saved(f"/solve.gif?{MAZE}&solver=astar", "solve.gif")).convert("RGB")
    assert solving.size == Image.open(saved(f"/maze.png?{MAZE}", "maze.png")).size


def lines():
    """A drawing has no errors, and its lines are as long as the walls."""
    walls = numpy.load(io.BytesIO(get(f"/maze.npy?{MAZE}")))
    count = walls[::2, 1::2].sum() + walls[1::2, ::2].sum()
    for path, query in (("maze", MAZE), ("solve", MAZE), ("solve", "grid=polar&rings=8&seed=1"),
                        ("maze", "grid=cairo&w=9&h=9&seed=1"), ("maze", "floors=3&w=6&h=6&seed=1"),
                        ("maze", "weave=0.5&w=12&h=12&wrap=xy&seed=1")):
        document = ezdxf.readfile(saved(f"/{path}.dxf?{query}&cell_mm=12.5", "maze.dxf"))
        audit = document.audit()
        assert not audit.errors and not audit.fixes, (query, audit.errors)
        assert document.units == ezdxf.units.MM
        space = document.modelspace()
        assert len(space.query("*[layer=='WALLS']")) > 0
        assert (len(space.query("*[layer=='PATH']")) > 0) == (path == "solve")
        assert (len(space.query("ARC")) > 0) == ("polar" in query)
        if (path, query) == ("maze", MAZE):
            length = sum((line.dxf.end - line.dxf.start).magnitude for line in space.query("LINE"))
            assert abs(length - 12.5 * count) < 1e-6, (length, count)


def solids():
    """A solid is closed, and has the volume of its walls and its plate."""
    walls = numpy.load(io.BytesIO(get(f"/maze.npy?{MAZE}")))
    # A point without a wall is no post.
    padded = numpy.pad(walls, 1)
    around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
    walls[::2, ::2] = around[::2, ::2] > 0
    for cell, wall, height, base in ((10, 1.2, 8, 1.6), (7.5, 2, 3, 0), (20, 0.8, 0.4, 5)):
        sizes = f"cell_mm={cell}&wall_mm={wall}&height_mm={height}&base_mm={base}"
        solid = trimesh.load(saved(f"/maze.stl?{MAZE}&{sizes}", "maze.stl"))
        assert solid.is_watertight and solid.is_winding_consistent and solid.is_volume
        deep, wide = ([wall if k % 2 == 0 else cell - wall for k in range(count)] for count in walls.shape)
        area = (walls * numpy.outer(deep, wide)).sum()
        expected = sum(deep) * sum(wide) * base + area * height
        assert abs(solid.volume - expected) < 1e-4 * expected, (solid.volume, expected)
    for grid in GRIDS:
        size = "w=12&h=12" if "w" in [option["name"] for option in grid["options"]] else "rings=9"
        for more in ("", "&mask=heart&parts=largest", "&doors=true&braid=0.5", "&wall_mm=2&cell_mm=10", "&base_mm=0"):
            check_solid(f"grid={grid['name']}&{size}&seed=1{more}", None if "base_mm" in more else 1)
        if "wrap" in [option["name"] for option in grid["options"]]:
            check_solid(f"grid={grid['name']}&w=6&h=6&wrap=xy&seed=1", 1)
    check_solid("w=8&h=8&seed=1&floors=3", 3)
    check_solid("w=16&h=16&seed=1&mask=text:HI&parts=largest", 1)
    start = time.monotonic()
    large = trimesh.load(saved("/maze.stl?w=100&h=100&seed=1", "maze.stl"))
    assert large.is_watertight
    print(f"an STL of 100 × 100 cells has {len(large.faces)} triangles, and was there and read after "
          f"{time.monotonic() - start:.2f} s")


def check_solid(query, bodies):
    """A solid is closed, and in so many pieces."""
    solid = trimesh.load(saved(f"/maze.stl?{query}", "maze.stl"))
    assert solid.is_watertight and solid.is_winding_consistent and solid.is_volume, query
    assert bodies in (None, count_bodies(solid)), query
    if "mask" in query:
        # The plate is where the cells are.
        plate = solid.area_faces[solid.face_normals[:, 2] < -0.9].sum()
        assert plate < 0.95 * numpy.prod(solid.extents[:2]), query


def count_bodies(solid):
    """How many parts there are whose faces have no edge in common."""
    part = list(range(len(solid.faces)))

    def first(face):
        while part[face] != face:
            part[face] = face = part[part[face]]
        return face

    for one, other in solid.face_adjacency:
        part[first(one)] = first(other)
    return sum(part[face] == face for face in range(len(part)))


def maps():
    """A map of Tiled is read, with its tileset and its objects."""
    saved("/docs/tiles.png", "tiles.png")
    level = pytiled_parser.parse_map(saved(f"/solve.tmj?{MAZE}", "maze.tmj"))
    tiles, objects = level.layers
    blocks = numpy.load(io.BytesIO(get(f"/maze.npy?{MAZE}")))
    assert (numpy.array(tiles.data) == blocks + 1).all()
    assert (level.map_size.width, level.map_size.height) == (47, 35)
    tileset = level.tilesets[1]
    assert (tileset.tile_count, tileset.image_width, tileset.image_height) == (2, 32, 16)
    # The picture is beside the map.
    assert (FOLDER / tileset.image).read_bytes().startswith(b"\x89PNG")
    found = {thing.name: thing for thing in objects.tiled_objects if thing.class_ != "dead_end"}
    # A wall can be hit, and nothing else.
    shapes = {number: tile.objects for number, tile in tileset.tiles.items()}
    assert [number for number, layer in shapes.items() if layer] == [1]
    # The maze has doors.
    assert set(found) == {"entrance", "exit", "path", "opening 1", "opening 2"}
    path = found["path"]
    ends = [(path.coordinates.x + point.x, path.coordinates.y + point.y) for point in (path.points[0], path.points[-1])]
    assert ends == [tuple(found[name].coordinates) for name in ("entrance", "exit")]
    same(MAZE, level)
    for query in ("w=20&h=14&seed=7&rooms=5", "w=30&h=20&seed=7&algo=dungeon&sparse=1"):
        level = pytiled_parser.parse_map(saved(f"/solve.tmj?{query}", "maze.tmj"))
        tiles, objects = level.layers
        rooms = [thing for thing in objects.tiled_objects if thing.class_ == "room"]
        listed = json.loads(get(f"/maze?{query}"))["rooms"]
        assert [room.name for room in rooms] == [f"room {number + 1}" for number in range(len(listed))]
        for room, place in zip(rooms, listed):
            left, top, width, height = (int(side) // 16 for side in (*room.coordinates, *room.size))
            assert [left, top] == [2 * place["col"] + 1, 2 * place["row"] + 1]
            assert [width, height] == [2 * place["cols"] - 1, 2 * place["rows"] - 1]
            # Nothing but floor.
            assert (numpy.array(tiles.data)[top:top + height, left:left + width] == 1).all()
        same(query, level)
    saved("/docs/hexagons.png", "hexagons.png")
    for query in ("grid=hex&w=9&h=8&seed=3", "grid=hex&w=16&h=16&seed=3&mask=circle", "grid=hex&w=16&h=16&seed=3&rooms=3"):
        level = pytiled_parser.parse_map(saved(f"/solve.tmj?{query}", "maze.tmj"))
        assert (level.orientation, level.stagger_axis, level.stagger_index, level.hex_side_length) == ("hexagonal", "y", "odd", 16)
        bits = numpy.load(io.BytesIO(get(f"/maze.npy?{query}&encoding=bits"))).astype(int)
        tiles, objects = level.layers
        assert (numpy.array(tiles.data) == numpy.where(bits == 255, 0, bits + 1)).all()
        tileset = level.tilesets[1]
        picture = Image.open(FOLDER / tileset.image)
        assert picture.size == (tileset.image_width, tileset.image_height) == (8 * level.tile_size.width, 8 * level.tile_size.height)
        # The path goes from cell to cell, each a tile from the next.
        path = {thing.name: thing for thing in objects.tiled_objects}["path"].points
        steps = [abs(complex(a.x - b.x, a.y - b.y)) / 28 for a, b in zip(path, path[1:])]
        assert all(abs(step - round(step)) < 0.02 * round(step) for step in steps), (query, steps)
        same(query, level)


def same(query, level):
    """The map in XML, read by pytmx, says what the one in JSON does."""
    tiles, objects = level.layers
    other = pytmx.TiledMap(str(saved(f"/solve.tmx?{query}", "maze.tmx")))
    # Tiles are counted anew, in the order in which they are met.
    assert [[other.tiledgidmap.get(gid, 0) for gid in row] for row in other.layers[0].data] == tiles.data
    assert other.properties == level.properties
    # The shapes of tiles have no names.
    found = {thing.name: thing for thing in other.objects if thing.name}
    assert set(found) == {thing.name for thing in objects.tiled_objects} >= {"entrance", "exit", "path"}
    for thing in objects.tiled_objects:
        assert (found[thing.name].x, found[thing.name].y) == tuple(thing.coordinates)
        assert found[thing.name].type == thing.class_
        if thing.class_ == "room":
            assert (found[thing.name].width, found[thing.name].height) == tuple(thing.size)


def simulators():
    """What simulators read is posted back, and leads from S to G."""
    drawn = get(f"/maze.mms?{MAZE}")
    request = Request(f"{BASE}/solve", data=drawn, headers={"Content-Type": "text/plain"})
    with urlopen(request, timeout=60) as response:
        posted = json.load(response)
    assert posted["path"] == json.loads(get(f"/solve?{MAZE}"))["path"]


def printed():
    """Books are read by qpdf and Poppler, and their pages are solved."""
    books(saved)


for check in (arrays, animations, lines, solids, maps, simulators, printed):
    check()
    print(f"{check.__name__}: {check.__doc__}")
