"""Makes requests that are valid by openapi.yaml coherent before Schemathesis sends them.

Schemathesis draws each parameter by its own schema, and expects that every request of such parameters is accepted. The
service has rules that join several parameters as well, and OpenAPI 3.1 has no words for those: it describes one parameter
at a time, and no schema sees two of them. Nor can a schema say that the cells of a maze agree with each other. A request
that breaks such a rule is mended here, and then sent and checked like any other.

No request is left out and no check is turned off. Requests that are wrong by the schema on purpose are sent as they were
drawn, but for words that mean on or off: those become others that are wrong. Schemathesis holds what was mended to the schema again, so that a mistake made here would show as a failure.
"""

import json
import struct
import zlib
from functools import cache
from urllib.parse import unquote
from urllib.request import urlopen

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None:
        return
    if not case.meta.generation.mode.is_positive:
        return spoil_flags(case)
    if case.method == "POST":
        mend_post(case)
    elif case.path.startswith("/map/tiles"):
        mend_tile(case)
    elif case.path.startswith("/map/"):
        mend_map(case)
    elif case.path.startswith(("/maze", "/solve", "/book", "/check")) and case.path != "/solvers":
        mend_get(case)
    mend_hash(case)
    # The form of a text goes with `include=text`.
    if "text" in (case.query or {}) and "text" not in str(case.query.get("include")):
        case.query = {name: value for name, value in case.query.items() if name != "text"}


@schemathesis.deserializer("application/x-ndjson")
def last_event(context, response):
    """The end of a stream, which one that was cut off does not have. (The project's own tests look at every line.)"""
    return json.loads(response.content.splitlines()[-1])


# The flags, and the words that they accept besides `true` and `false`. The schema says boolean, so that generated clients have a boolean.
FLAGS = ("diagonals", "distinct", "doors", "solution", "unicursal")
WORDS = ("", "1", "yes", "on", "true", "0", "no", "off", "false")


def spoil_flags(case):
    """A value that is wrong by the schema, and forgiven by the service, becomes one that is wrong for both."""
    query = case.query
    if not isinstance(query, dict):
        return
    forgiven = [name for name in FLAGS if name in query and is_forgiven(query[name])]
    if forgiven:
        case.query = {**query, **{name: "perhaps" for name in forgiven}}


def is_forgiven(value):
    """Whether this means on or off, and is neither `true` nor `false`."""
    if isinstance(value, list):
        return len(value) < 2 and all(is_forgiven(element) for element in value)
    text = "" if value is None else str(value)
    return text not in ("true", "false") and text.lower() in WORDS


# What makes parts of mazes.
PARTS = ("quilt", "binary-tree", "sidewinder", "division")
WAYS = ("difficulty", "length", "symmetry", "unicursal", "reveal", "rooms", "room_size", "sparse")


def mend_part(query, choose, path):
    """A part lies in its maze, of an algorithm that makes parts, without anything that needs the whole.

    OpenAPI cannot say that a parameter goes with some values of another, nor that the values of one depend on others.
    """
    draw = zlib.crc32(repr(sorted(query.items())).encode())
    if query.get("algo") not in PARTS or "zoom_level" in query:
        query["algo"] = "quilt"
    columns, rows = int(query.get("w", 30)), int(query.get("h", 30))
    if "zoom_level" in query:
        query["zoom_level"] = min(int(query["zoom_level"]), (max(columns, rows) - 1).bit_length())
    level = query.get("zoom_level", 0)
    sides = [((side - 1) >> level) + 1 for side in (rows, columns)]
    if query["algo"] != "binary-tree":
        query.pop("bias", None)
    if query["algo"] != "quilt":
        query.pop("passes", None)
        query.pop("solution", None)
    starts = [draw % side for side in sides]
    lengths = [min(side - start, 1 + draw % 20) for side, start in zip(sides, starts)]
    query["window"] = ",".join(str(number) for number in (*starts, *lengths))
    # A part has no exits.
    if query.get("to") == "any":
        del query["to"]
    for name in ("from", "to"):
        if name in query:
            row, column = inside(query[name], columns, rows)
            query[name] = f"{row},{column}"
    if query.get("doors") == "true":
        query.update({"from": "0,0", "to": f"{rows - 1},{columns - 1}"})
    if mend_format(query, choose, path) in ("json", "stl", "map", "scen", "mms", "tmj", "tmx"):
        query.pop("solution", None)
    mend_style(query, choose)
    if query.get("encoding") == "graph":
        query["encoding"] = "walls"


# What does not go with a part of a path.
OF_THE_WHOLE_PATH = ("format", "bias")


def mend_path(query, choose):
    """A part of a path is in a small quilt, and nothing that needs the whole goes with it."""
    chosen = choose("moves", "window", "zoom_level", "w", "h")
    for name in (*OF_THE_WHOLE_PATH, "from", "to"):
        query.pop(name, None)
    query["algo"] = "quilt"
    if chosen not in ("w", "h"):
        query.update(w=64, h=64)
    if chosen == "window":
        query.pop("moves", None)
        query["window"] = "0,0,1,1"
    else:
        query.pop("window", None)
        query["moves"] = min(int(query.get("moves", 20)), 1000)
    if "zoom_level" in query:
        query["zoom_level"] = min(int(query["zoom_level"]), 6)


def mend_map(case):
    """A window or a part of a path."""
    query = dict(case.query)
    choose = chooser(query, tested=case.meta.phase.data.parameter)
    if case.path.startswith("/map/path"):
        mend_path(query, choose)
    elif case.path.startswith("/map/window"):
        mend_part(query, choose, path_of(case))
    case.query = query


def mend_tile(case):
    """Tiles are of an algorithm that makes parts of mazes, and of the zooms of their maze."""
    query = dict(case.query)
    if query.get("algo") not in PARTS:
        query["algo"] = "quilt"
    if query["algo"] != "quilt":
        query.pop("solution", None)
        query.pop("passes", None)
    if query["algo"] != "binary-tree":
        query.pop("bias", None)
    columns, rows = int(query.get("w", 30)), int(query.get("h", 30))
    for name in ("from", "to"):
        if name in query:
            row, column = inside(query[name], columns, rows)
            query[name] = f"{row},{column}"
    if query.get("doors") == "true":
        query.update({"from": "0,0", "to": f"{rows - 1},{columns - 1}"})
    if case.path == "/map/tiles.json":
        if query["algo"] != "quilt":
            query.update(w=min(columns, 1 << 30), h=min(rows, 1 << 30))
            query.pop("from", None)
            query.pop("to", None)
    else:
        query.setdefault("seed", 7)
        zooms = ((max(columns, rows) - 1) // 16).bit_length()
        least = 0 if query["algo"] == "quilt" else max(0, zooms - 4)
        place = dict(case.path_parameters)
        if not str(place["z"]).isdigit():
            # The template of /map/tiles.json, which is followed as it is.
            place.update(z=0, x=0, file="0.png")
        place["z"] = min(max(int(place["z"]), least), zooms)
        # It was generated as it is sent, and the schema has its canonical form.
        place["file"] = unquote(str(place["file"]))
        case.path_parameters = place
        is_json = str(place["file"]).endswith("json")
        for name in ("wall", "color", "background", "path_color", "solution") if is_json else ("encoding",):
            query.pop(name, None)
        if query.get("encoding") == "graph":
            query["encoding"] = "walls"
    case.query = query


def mend_book(query, choose):
    """Mazes fit on their pages and are made in time, `answers_per_page` goes with answers at the end, and the font has the letters of a title.

    OpenAPI cannot say that a parameter goes with some values of another, nor that the values of one depend on others.
    """
    if choose(*SHAPING) or choose("w", "h", "rings", "paper", "per_page", "gutter") in ("w", "h", "rings"):
        for name in ("paper", "per_page", "gutter"):
            query.pop(name, None)
    for name, most in (("w", 20), ("h", 20), ("rings", 8), ("floors", 2)):
        if name in query:
            # Of a range, the larger end.
            query[name] = min(int(str(query[name]).split("..")[-1]), most)
    if choose("count", "difficulty", "length") == "count":
        query.pop("difficulty", None)
        query.pop("length", None)
    elif "difficulty" in query or "length" in query:
        # Many are made for each that is looked for.
        query["count"] = min(int(query.get("count", 3)), 3)
    if not {"grid", "rings", "mask"} & query.keys():
        query.setdefault("w", 20)
        query.setdefault("h", 20)
    if float(query.get("bleed", 0)) == 0:
        query.pop("binding", None)
    if "line_mm" in query:
        query["line_mm"] = min(float(query["line_mm"]), 0.5)
    if query.get("answers", "end") != "end":
        if choose("answers", "answers_per_page") == "answers":
            query.pop("answers_per_page", None)
        elif "answers_per_page" in query:
            query["answers"] = "end"
    mend_title(query)


def mend_many(query, is_of_squares):
    """A few mazes, and what goes with those of squares alone."""
    query["count"] = min(int(query.get("count", 3)), 3)
    for name in ("w", "h", "rings"):
        if name in query:
            # Of a range, the larger end.
            query[name] = int(str(query[name]).split("..")[-1])
    query["offset"] = min(int(query.get("offset", 0)), 2**53 - 4)
    if is_of_squares:
        for name in ("grid", "floors", "wrap", "weave", "mask", "outline", "parts", "obstacles", "sparse", "rings", "diagonals", "word", "sum", "decoys"):
            query.pop(name, None)
        if query.get("encoding", "bits") not in ("blocks", "bits"):
            query["encoding"] = "bits"
        # What only lines of JSON say.
        for name in ("solver", "hand", "distinct", "hash", "include", "point", "text"):
            query.pop(name, None)


def mend_hash(case):
    """`hash` goes only with `include=hash` or `distinct`, and only plain squares are turned and mirrored.

    OpenAPI cannot say that a parameter goes with some values of another.
    """
    query = dict(case.query or {})
    include = query.get("include") or []
    include = include.split(",") if isinstance(include, str) else include
    if "hash" in query:
        if "hash" not in include and query.get("distinct") not in (True, "true"):
            del query["hash"]
        elif {"grid", "floors", "wrap", "weave", "mask", "rings", "sparse", "parts"} & query.keys() or case.method == "POST":
            query["hash"] = "walls"
        if query != case.query:
            case.query = query


def mend_diagonals(query):
    """Moves across corners go only with open ground, with two solvers, and with what counts no straight moves.

    OpenAPI cannot say that a parameter goes with some values of another.
    """
    if str(query.get("diagonals", "false")).lower() in ("false", "0", "no", "off"):
        return
    if "obstacles" not in query or query.get("format", "json") != "json":
        del query["diagonals"]
        return
    for name in ("solver", "hand", "include", "point", "text", "hash"):
        query.pop(name, None)


def mend_get(case):
    query = dict(case.query)
    choose = chooser(query, tested=case.meta.phase.data.parameter)
    if case.path.startswith("/book"):
        mend_book(query, choose)
    elif case.path.startswith("/mazes"):
        mend_many(query, case.path == "/mazes.{format}" or query.get("format") in ("npy", "tokens"))
    mend_ranges(query)
    is_shaped = mend_grid(query, choose, path_of(case))
    mend_reveal(query, choose, path_of(case))
    mend_letters(query)
    mend_diagonals(query)
    if is_shaped:
        form = mend_format(query, choose, path_of(case))
        if case.path in ("/maze", "/solve") and form not in DRAWN_ON_GRIDS:
            query["format"] = "svg"
            for name in (*SOLID, *OF_SHEETS, "pairs", "diagonals"):
                query.pop(name, None)
        if form in ("png", "gif") and int(query.get("w", 0)) > 12:
            query.update(w=12, h=12)
            if "mask" in query:
                # Others need more cells.
                query["mask"] = "circle"
        if form in ("png", "gif", "pdf") and "rings" in query:
            query["rings"] = min(query["rings"], 6)
        mend_style(query, choose)
        mend_diagonals(query)
        mend_options(query, choose, "algo", {"pick": "growing-tree"})
        mend_options(query, choose, "solver", {"hand": "wall-follower"})
        mend_ground(query, choose)
        mend_exits(query, choose)
        query.pop("at", None)
        if case.path == "/check":
            # Other grids have other names of sides.
            query.pop("path", None)
            query.pop("diagonals", None)
            query["directions"] = ""
        if "weights" in query:
            query.pop("diagonals", None)
        case.query = query
        return
    form = mend_format(query, choose, path_of(case))
    if form not in ("json", "svg", "txt"):
        query.pop("reveal", None)
    mend_style(query, choose)
    server = about(case.operation.base_url)
    is_whole = case.path.startswith("/solve")
    columns, rows = mend_size(query, choose, server, form, is_told=case.path.endswith("/steps"), is_whole=is_whole)
    if form == "pdf":
        columns, rows = min(columns, 20), min(rows, 20)
        query.update(w=columns, h=rows)
    if form in ("png", "gif"):
        columns, rows = mend_pixels(query, choose, columns, rows)
    if form == "gif":
        columns, rows = min(columns, 200), min(rows, 200)
        query.update(w=columns, h=rows)
    if form == "scen":
        # Many searches of a large maze take longer than a request may.
        columns, rows = min(columns, 60), min(rows, 60)
        query.update(w=columns, h=rows)
    columns, rows = mend_ways(query, choose, columns, rows)
    mend_options(query, choose, "algo", {"pick": "growing-tree", "bias": "binary-tree", "passes": "quilt"})
    mend_options(query, choose, "solver", {"hand": "wall-follower"})
    mend_ground(query, choose)
    mend_exits(query, choose, columns, rows)
    mend_ends(query, choose, columns, rows)
    mend_walls(query, columns, rows)
    mend_points(query, choose, columns, rows)
    if "at" in query:
        query["at"] = "{},{}".format(*inside(query["at"], columns, rows))
    if case.path == "/check":
        mend_moves(query, {}, columns, rows)
    # Moves across corners do not go with weights.
    if "weights" in query:
        query.pop("diagonals", None)
    if query != case.query:
        case.query = query


def mend_moves(query, body, columns, rows):
    """A claim of cells that there are, or of the sides of squares."""
    mend_claim(query, body)
    if "path" in query:
        query["path"] = ["{},{}".format(*inside(cell, columns, rows)) for cell in query["path"]]
    # Other grids have other names of sides.
    if "directions" in query:
        query["directions"] = "".join("NESW"[ord(letter) % 4] for letter in query["directions"])


# How a body of squares is read, which other forms do not have.
OF_SQUARES = ("walls", "free", "start", "end", "thin", "threshold", "dark", "mark")


def mend_read(query, form):
    """The form that is named is that of the body. OpenAPI cannot say that a parameter goes with some bodies."""
    for name in (*OF_SQUARES, "bits", "diagonals"):
        query.pop(name, None)
    if "read" in query:
        query["read"] = form
    if "lines" in query:
        # As many lines as there are, of what is text.
        query["lines"] = "1-"
        if form == "png":
            query.pop("lines")


def mend_post(case):
    query = dict(case.query)
    choose = chooser(query, tested=case.meta.phase.data.parameter)
    mend_show_of_posted(query)
    body = case.body
    if isinstance(body, dict):
        # Its cells are mended, and so these would be others.
        body = {name: value for name, value in body.items() if name != "weights"}
    if case.path.startswith("/maze"):
        return mend_given(case, query, choose)
    if case.path == "/check":
        if case.media_type == "application/x-ndjson":
            return mend_lines(case, query, choose)
        # A maze in the body is not made.
        query = {name: value for name, value in query.items() if name in OF_CHECKED}
    is_picture = False
    if case.media_type != "application/json":
        files = files_like(body, DRAWINGS)
        place = zlib.crc32(repr(body).encode()) % len(files)
        body, is_picture = files[place], files[place] is BLACK
        mend_read(query, ("ascii", "ascii", "unicode", "blocks", "png")[place])
        if is_picture:
            # Black, and so all of it is free.
            query["dark"] = "free"
        columns, rows = 3, 2
    elif "grid" in body or body["encoding"] == "graph":
        return mend_shaped(case, query, choose)
    else:
        members = ("cells", "w", "h", "from", "to", "path")
        body = {name: whole(value) if name in members else value for name, value in body.items()}
        columns, rows = mend_cells(body)
        mend_read(query, "json")
    mend_ends(query, choose, columns, rows)
    if is_picture:
        # Nothing in the picture says where it begins and ends.
        query.pop("ends", None)
        query.setdefault("from", "0,0")
        query["to"] = "1,2" if query.get("to", "any") == "any" else query["to"]
    if case.path == "/check":
        mend_moves(query, body if isinstance(body, dict) else {}, columns, rows)
    else:
        mend_format(query, choose, path_of(case))
        mend_style(query, choose)
        mend_options(query, choose, "solver", {"hand": "wall-follower", "seed": "random-mouse"})
        mend_ground(query, choose, is_made=False)
        mend_exits(query, choose, is_made=False)
        mend_points(query, choose, columns, rows)
    if query != case.query:
        case.query = query
    if body != case.body:
        case.body = body


# What goes with a solution of one maze in the body.
OF_CHECKED = ("directions", "path", "from", "to", "ends", "read", "lines", "bits", *OF_SQUARES)


def mend_lines(case, query, choose):
    """Lines of solutions, whose mazes have the size and the algorithm that were drawn. OpenAPI has no words for what a line is."""
    kept = {name: value for name, value in query.items() if name in ("algo", "w", "h", "seed", "generator", "diagonals")}
    for name in ("w", "h"):
        if name in kept:
            kept[name] = min(int(kept[name]), 40)
    seed = zlib.crc32(repr(case.body).encode())
    case.query = kept
    case.body = f'{{"seed":{seed},"directions":"EES"}}\n{{"seed":1}}\n'


@schemathesis.serializer("application/x-ndjson")
def lines_as_they_are(context, value):
    """Lines are text."""
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


# A row of three cells on grids other than plain squares, or as a graph; the moves from the first to the last one; and the formats.
ROWS = [
    ({"grid": "hex", "encoding": "passages", "cells": [[["E"], ["E", "W"], ["W"]]]}, "E,E", ("json", "svg", "png")),
    ({"grid": "hex", "encoding": "bits", "cells": [[61, 45, 47, None]]}, "E,E", ("json", "svg", "png")),
    ({"grid": "square", "encoding": "walls", "cells": [["NSW", "NS", "NES", None]], "w": 4}, "EE", ("json", "svg", "png")),
    (
        {
            "grid": "custom",
            "encoding": "graph",
            "cells": [
                {"sides": [{"side": "right", "to": 1, "open": True}]},
                {"sides": [{"side": "right", "to": 2, "open": True}, {"side": "left", "to": 0, "open": True}]},
                {"sides": [{"side": "left", "to": 1, "open": True}, {"side": "out"}]},
            ],
        },
        "right,right",
        ("json",),
    ),
]


def mend_shaped(case, query, choose):
    """A maze on any grid becomes one that holds together, and what depends on its cells is left out.

    A schema cannot say which cells are neighbors.
    """
    body, moves, formats = ROWS[zlib.crc32(repr(case.body).encode()) % len(ROWS)]
    form = path_of(case).rpartition(".")[2]
    if path_of(case) != form and form not in formats:
        # The path names a format that only squares have.
        body = {"encoding": "walls", "cells": [["NW", "NS", "NE"], ["SW", "NS", "ES"]]}
    mend_read(query, "graph" if body["encoding"] == "graph" else "json")
    for name in ("from", "to", "point", "path", "directions"):
        query.pop(name, None)
    if case.path == "/check":
        query["directions"] = moves
    else:
        if "include" in query:
            query["include"] = ",".join([part for part in query["include"].split(",") if part not in OF_SQUARE_GRIDS] or ["path"])
        mend_format(query, choose, path_of(case))
        if query.get("format", "json") not in formats:
            query["format"] = "json"
            for name in (*PICTURED, *ANIMATED, *SOLID, *OF_SHEETS):
                query.pop(name, None)
        if query.get("encoding"):
            query["encoding"] = "graph"
        mend_style(query, choose)
        mend_options(query, choose, "solver", {"hand": "wall-follower", "seed": "random-mouse"})
        mend_ground(query, choose, is_made=False)
        mend_exits(query, choose, is_made=False)
    case.query = query
    case.body = body


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# Masks of 6 × 4 cells that hold together: as text, and as a black picture.
MASKS = ["######\n##..##\n######\n##..##\n", "XXXXXX\n" * 4, ".1111.\n111111\n111111\n.1111.", "██████\r\n██ ███\r\n██████\r\n██████"]
BLACK = b"\x89PNG\r\n\x1a\n" + b"".join([
    chunk(b"IHDR", struct.pack(">IIBBBBB", 6, 4, 8, 0, 0, 0, 0)),
    chunk(b"IDAT", zlib.compress(bytes(4 * 7))),
    chunk(b"IEND", b""),
])


def files_like(body, texts):
    """These texts and the black picture, as bytes; an example of the description is text, and becomes another."""
    return texts if isinstance(body, str) else [*(text.encode() for text in texts), BLACK]


# What only a maze in JSON goes with, because it may be one of plain squares; and what says what the grid is, as that does.
OF_PLAIN = ("max_walls", "max_walls_in", "bias", "passes")
OF_GRID = ("grid", "rings", "floors", "wrap", "weave", "parts", "w", "h")


def mend_given(case, query, choose):
    """The body says what the grid is, and what depends on the grid goes with it.

    A schema cannot say that a mask holds together, nor what a picture shows, nor what goes with which kind of body.
    """
    if case.media_type == "application/json":
        body = {"encoding": "walls", "cells": [["NW", "NS", "NE"], ["SW", "NS", "ES"]]}
        for name in OF_GRID:
            query.pop(name, None)
        mend_options(query, choose, "algo", {"pick": "growing-tree", "bias": "binary-tree", "passes": "quilt"})
        # Of three columns and two rows.
        for name in WAYS:
            query.pop(name, None)
        mend_ends(query, choose, 3, 2)
        mend_walls(query, 3, 2)
    else:
        files = files_like(case.body, MASKS)
        body = files[zlib.crc32(repr(case.body).encode()) % len(files)]
        chosen = choose(*OF_GRID, "algo", "pick")
        for name in (*OF_PLAIN, *WAYS, "from", "to", "remove", *(name for name in OF_GRID if name != chosen)):
            query.pop(name, None)
        if path_of(case).rpartition(".")[2] not in (path_of(case), *DRAWN_ON_GRIDS, "pdf"):
            # The path names a format of plain squares.
            chosen = None
            for name in OF_GRID:
                query.pop(name, None)
        if query.get("algo") in BY_ROWS:
            query["algo"] = "prim"
        mend_options(query, choose, "algo", {"pick": "growing-tree"})
        if chosen in ("w", "h"):
            # As large as the mask, or a multiple of it.
            query.update(w=6 * (1 + int(query[chosen]) % 4), h=4 * (1 + int(query[chosen]) % 4))
        elif chosen == "rings" or query.get("grid") in CIRCLES:
            query.update(grid="polar", rings=max(6, min(int(query.get("rings", 8)), 20)))
        elif chosen == "grid":
            query.update(w=18, h=12)
        elif chosen == "floors":
            query["floors"] = min(int(query["floors"]), 5)
        query["parts"] = "largest"
        for name in SOLID:
            query.pop(name, None)
        if query.get("encoding") == "blocks":
            query["encoding"] = "graph"
    # The body is too small for letters, and what has no outline has no smooth one.
    for name in ("word", "sum", "outline"):
        query.pop(name, None)
    mend_letters(query)
    mend_show_of_posted(query)
    mend_format(query, choose, path_of(case))
    if case.media_type != "application/json":
        if query.get("format", "json") not in DRAWN_ON_GRIDS:
            query["format"] = "svg"
            for name in (*OF_SHEETS, "pairs"):
                query.pop(name, None)
        if query.get("format") in ("png", "gif"):
            query["cell"] = min(int(query.get("cell", 16)), 24)
    mend_style(query, choose)
    mend_ground(query, choose)
    mend_exits(query, choose)
    case.query = query
    if body != case.body:
        case.body = body


@cache
def about(server):
    def told(path):
        with urlopen(f"{server.rstrip('/')}{path}", timeout=10) as answer:
            return json.load(answer)

    return {"limits": told("/server")["limits"], "algorithms": told("/algorithms")["algorithms"]}


def chooser(query, tested):
    """Chooses the parameter to which those that do not go with it yield.

    It is the one that the request was made to test, if there is one; else a draw that the request itself decides, so that
    each gets its turn, and the same request is always mended in the same way.
    """
    draw = zlib.crc32(repr(sorted(query.items())).encode())

    def choose(*names):
        present = [name for name in names if name in query]
        return tested if tested in present else present[draw % len(present)] if present else None

    return choose


# What makes a grid that is not one of plain squares, and what such a grid does not go with, or not with every value.
SHAPING = ("grid", "rings", "floors", "wrap", "weave", "mask", "outline", "parts", "obstacles", "sparse")
PLAIN = ("algo", "bias", "passes", "from", "to", "ends", "remove", "max_walls", "max_walls_in", "point", "w", "h", "symmetry", "unicursal", "reveal", "rooms",
         "room_size")
WITH_LOOPS = ("dungeon", "rooms-and-mazes", "cellular", "cellular-automaton")
BY_ROWS = ("binary-tree", "sidewinder", "eller", "division", "recursive-division", "quilt", "tessellation", "fractal-tessellation")
CIRCLES = ("polar", "theta", "circular", "circle")
DRAWN_ON_GRIDS = ("json", "svg", "png", "gif", "dxf")


def mend_grid(query, choose, path):
    """What makes a grid goes with some grids only, and each with few other parameters. Returns whether the maze is not one of plain
    squares; then everything is left out that depends on the grid.

    OpenAPI cannot say that a parameter goes with some values of another, nor that the values of one depend on another.
    """
    plain = {"outline": "cells", "floors": "1", "wrap": "none", "weave": "0", "parts": "one", "grid": "square", "sparse": "0"}
    chosen = choose(*SHAPING, *PLAIN)
    value = str(query.get(chosen, ""))
    form = path.rpartition(".")[2] if path.startswith(("/maze.", "/solve.")) else "json"
    is_text = form not in (*DRAWN_ON_GRIDS, "pdf")
    if chosen not in SHAPING or is_text or plain.get(chosen) == value:
        for name in SHAPING:
            query.pop(name, None)
        if chosen in plain:
            query[chosen] = plain[chosen]
        return False
    seed = zlib.crc32(repr(sorted(query.items())).encode())
    for name in (*SHAPING, *PLAIN):
        if name != chosen and name != "algo":
            query.pop(name, None)
    if query.get("algo") in BY_ROWS:
        query["algo"] = "prim"
    query.update(w=2 * (1 + seed % 4), h=2 * (1 + seed // 4 % 4))
    if chosen == "rings":
        query.update(grid="polar", rings=min(int(value), 40))
    elif chosen == "floors":
        query["floors"] = min(int(value), 5)
    elif chosen == "parts" and value != "any":
        query.update(mask="circle", w=9, h=9)
    elif chosen == "outline":
        query.update(mask="circle", parts="largest", w=12, h=12)
    elif chosen in ("parts", "obstacles"):
        # Open ground has no walls to take down, and free squares for the way.
        query.update(obstacles=min(float(query.get("obstacles", 0.3)), 0.7), w=8, h=8)
        for name in ("algo", "straightness", "braid", "max_dead_end", "exits", "solvable"):
            query.pop(name, None)
    elif chosen == "mask":
        # Letters need room, and bits are as many as the cells.
        query.update(parts="largest", w=max(40, 6 * len(value)), h=40)
        if "bits:" in value:
            is_turned = value.startswith("not:")
            query.update(mask=("not:bits:" if is_turned else "bits:") + ("A" if is_turned else "_") * 8, w=6, h=8)
    if chosen == "rings" or query.get("grid") in CIRCLES:
        del query["w"], query["h"]
    if query.get("encoding") == "blocks":
        query["encoding"] = "graph"
    if "include" in query:
        include = [part for part in query["include"].split(",") if part not in OF_SQUARE_GRIDS]
        query["include"] = ",".join(include or ["path"])
    if path in ("/maze", "/solve") and query.get("format") not in (None, *DRAWN_ON_GRIDS):
        query["format"] = "json"
    return True


# The maximum number of cells if each step is sent, or if a mouse walks, which takes about as many steps as the square of it.
FEW_CELLS = 400


# The parameters that need the whole maze, unless they have their defaults.
WHOLE = {"heat": "none", "palette": None, "braid": 0, "max_walls": None, "max_walls_in": None, "ends": "corners",
         "difficulty": None, "length": None, "symmetry": None, "unicursal": "false", "reveal": None, "rooms": 0, "room_size": None,
         "weights": None, "exits": 0, "max_dead_end": None, "items": None, "locks": 0, "solvable": 1, "word": None,
         "sum": None, "decoys": 1}


def mend_size(query, choose, server, form, is_told, is_whole=False):
    """`w` × `h` is limited, not only `w` and `h`; and so is the time. Many rows go with a few algorithms only, and with nothing
    that needs the whole maze.

    A schema cannot multiply, and OpenAPI cannot say that a value goes with some values of another parameter. Nor can a schema say
    what takes too long: some algorithms walk at random, which is as good as for ever in a maze that is long and narrow.
    """
    drawn = {name: int(query.get(name, 30)) for name in ("w", "h")}
    sides = dict(drawn)
    if sides["w"] > server["limits"]["max_side"]:
        sides["w"] = 1 + sides["w"] % server["limits"]["max_side"]
        query["w"] = sides["w"]
    if sides["h"] > server["limits"]["max_side"]:
        if not is_whole and form not in ("svg", "stl", "gif", "pdf") and choose("h", "algo", *WHOLE) == "h":
            return mend_rows(query, server)
        sides["h"] = 1 + sides["h"] % server["limits"]["max_side"]
    short, long = sorted(sides, key=sides.get)
    sides[short] = min(sides[short], server["limits"]["max_cells"] // sides[long])
    walkers = [name for row in server["algorithms"] if "two rows" in row["complexity"]["time"] for name in (row["name"], *row["aliases"])]
    if query.get("algo") in walkers:
        sides[long] = min(sides[long], 100 * sides[short])
    if is_told or query.get("solver") == "random-mouse":
        sides[long] = min(sides[long], FEW_CELLS)
        sides[short] = min(sides[short], FEW_CELLS // sides[long])
    query.update({name: side for name, side in sides.items() if side != drawn[name]})
    return sides["w"], sides["h"]


def mend_rows(query, server):
    """As many rows as may be asked for are made by these alone; and no wider than the server lets answers be long."""
    by_rows = {row["name"]: row["limits"] for row in server["algorithms"] if "max_streamed_rows" in row["limits"]}
    if query.get("algo") not in by_rows:
        query["algo"] = sorted(by_rows)[zlib.crc32(repr(query).encode()) % len(by_rows)]
    for name, nothing in WHOLE.items():
        if query.get(name, nothing) != nothing:
            del query[name]
    # These would choose another algorithm.
    query.pop("pick", None)
    query.pop("straightness", None)
    if query.get("format") == "ansi":
        query["format"] = "ascii"
    limits = by_rows[query["algo"]]
    if int(query["h"]) > limits["max_streamed_rows"]:
        query["h"] = 1 + int(query["h"]) % limits["max_streamed_rows"]
    rows = int(query["h"])
    columns = min(int(query.get("w", 30)), max(1, limits["max_streamed_cells"] // rows))
    if columns * rows > limits["max_streamed_cells"]:
        query["h"] = rows = limits["max_streamed_cells"] - rows % 10
    if columns != int(query.get("w", 30)):
        query["w"] = columns
    return columns, rows


# The most that the weights of a maze may be together.
MOST_COST = 2**31 - 1


def mend_ground(query, choose, is_made=True):
    """`weights` is a range; `heat=weights` and `include=weights` go only with it.

    OpenAPI cannot say that a parameter goes with some values of another, and cannot multiply.
    """
    shown = [part for part in str(query.get("include", "path")).split(",") if part != "weights"]
    is_shown = query.get("heat") == "weights" or "weights" in str(query.get("include", "")).split(",")
    chosen = choose("weights", "heat", "include")
    if is_made and is_shown and chosen in ("heat", "include"):
        query.setdefault("weights", "1..9")
    if "weights" not in query:
        if query.get("heat") == "weights":
            query["heat"] = "distance"
        if is_shown and "include" in query:
            query["include"] = ",".join(shown or ["path"])
    elif query["weights"] != "hills":
        cells = int(query.get("w", 30)) * int(query.get("h", 30))
        least, _, most = query["weights"].partition("..")
        range = sorted(min(int(number), MOST_COST // cells) for number in (least, most or least))
        query["weights"] = "{}..{}".format(*range)


def mend_exits(query, choose, columns=1, rows=1, is_made=True):
    """`exits` goes with neither `doors` nor `wrap=xy`, and there are no more of them than cells at the border; `to=any` and `include=paths`
    go only with them.

    OpenAPI cannot say that a parameter goes with some values of another, and cannot multiply.
    """
    shown = str(query.get("include", "path")).split(",")
    is_asked = query.get("to") == "any" or "paths" in shown
    if is_made and is_asked and choose("exits", "to", "include", "doors", "wrap") in ("to", "include"):
        query["exits"] = max(1, int(query.get("exits", 1)))
    if int(query.get("exits", 0)) > 0:
        if choose("exits", "to", "include", "doors", "wrap") in ("doors", "wrap"):
            query.pop("exits")
        else:
            query.pop("doors", None)
            if query.get("wrap") == "xy":
                query["wrap"] = "x"
            border = columns * rows if min(columns, rows) < 3 else 2 * (columns + rows) - 4
            query["exits"] = min(int(query["exits"]), border)
    if int(query.get("exits", 0)) == 0:
        if query.get("to") == "any":
            query.pop("to")
        if "paths" in shown:
            query["include"] = ",".join([part for part in shown if part != "paths"] or ["path"])


# What goes with `straightness`.
STRAIGHT = ("backtracker", "growing-tree")


def mend_ranges(query):
    """The first number of a range is not larger than the second; and whether there is a maze of some length or difficulty is not known before.

    OpenAPI cannot say the one, and knows nothing of mazes.
    """
    if "length" in query:
        query["length"] = "0..100000000"
    if str(query.get("difficulty", "easy"))[0].isdigit():
        query["difficulty"] = "0..100000000"
    elif ".." in str(query.get("difficulty", "")):
        query["difficulty"] = "easy..hard"
    if ".." in str(query.get("room_size", "")):
        query["room_size"] = "..".join(sorted(query["room_size"].split(".."), key=int))


# What may leave too few cells for letters on the way.
AGAINST_LETTERS = ("from", "to", "ends", "exits", "solvable", "obstacles", "braid", "rooms", "room_size", "max_walls",
                   "max_walls_in", "max_dead_end", "remove", "mask", "outline", "sparse")


def mend_letters(query):
    """`word` and `sum` need a way that is long enough and the only one, and `decoys` needs one of them.

    OpenAPI cannot say that a parameter needs or excludes another, and knows nothing of mazes.
    """
    if "word" in query:
        query.pop("sum", None)
    is_short = any(int(query.get(name, 30)) < 9 for name in ("w", "h") if str(query.get(name, 30)).isdigit())
    if is_short or query.get("algo") in WITH_LOOPS or any(name in query for name in AGAINST_LETTERS):
        query.pop("word", None)
        query.pop("sum", None)
    if "word" in query:
        query["word"] = query["word"].replace(";", ",").split(",")[0][:4]
    if "sum" in query:
        query["sum"] = "..".join(sorted(query["sum"].split(".."), key=int))
    if "word" not in query and "sum" not in query:
        query.pop("decoys", None)
        shown = [name for name in str(query.get("show", "")).split(",") if name and name != "answer"]
        if "show" in query:
            query["show"] = ",".join(shown) or "none"


# What a picture in the way does not go with, or not with every shape.
AGAINST_REVEAL = (*AGAINST_LETTERS, "word", "sum", "decoys", "symmetry", "unicursal", "difficulty", "length")


def mend_reveal(query, choose, path):
    """`reveal` needs room for the way around its shape, and no other way. It stays where one maze is made that may have many cells.

    OpenAPI cannot say that a parameter excludes another, nor that the value of one depends on another.
    """
    may_be_large = path in ("/maze", "/solve") or path.rpartition(".")[2] in ("json", "svg", "txt") and path.startswith(("/maze.", "/solve."))
    is_large = may_be_large and query.get("format", "json") in ("json", "svg")
    if choose("reveal", *AGAINST_REVEAL) != "reveal" or not is_large:
        query.pop("reveal", None)
        return
    for name in AGAINST_REVEAL:
        query.pop(name, None)
    if query.get("algo") in WITH_LOOPS:
        query["algo"] = "prim"
    if ":" in query["reveal"] or ";" in query["reveal"]:
        query["reveal"] = "heart"
    query.update(w=40, h=40)


def even(side, other):
    """An even number of cells on a side. Where that is twice as many, the other side has half as many, and an even number of them too."""
    return (2, max(min(other, 2), other // 4 * 2)) if side < 2 else (side - side % 2, other)


def mend_ways(query, choose, columns, rows):
    """`room_size` goes only with `rooms`; `symmetry` and `unicursal` with no other edit, and with sides that are even or odd, and
    `unicursal` with no algorithm whose mazes have loops.

    OpenAPI cannot say that a parameter needs or excludes another, nor that the value of one depends on another.
    """
    if {"difficulty", "length"} & query.keys():
        columns, rows = min(columns, 40), min(rows, 40)
    halves = ("symmetry", "unicursal")
    others = ("rooms", "room_size", "braid", "max_dead_end", "max_walls", "max_walls_in", "solvable")
    chosen = choose(*halves, *others)
    if query.get("unicursal") not in (None, "true"):
        query["unicursal"] = "false"
    if chosen == "unicursal" and query.get("algo") in WITH_LOOPS:
        query["algo"] = "prim"
    if chosen in halves:
        for name in (*halves, *others):
            if name != chosen:
                query.pop(name, None)
    else:
        for name in halves:
            query.pop(name, None)
        if "room_size" in query and int(query.get("rooms", 0)) == 0:
            if chosen == "room_size":
                query["rooms"] = 3
            else:
                query.pop("room_size")
    if query.get("symmetry") == "rotate":
        columns -= columns > 1 and columns % 2 == 0
    if query.get("symmetry") == "mirror-x" or query.get("unicursal") == "true":
        columns, rows = even(columns, rows)
    if query.get("symmetry") == "mirror-y" or query.get("unicursal") == "true":
        rows, columns = even(rows, columns)
    for name, side in (("w", columns), ("h", rows)):
        if side != int(query.get(name, 30)):
            query[name] = side
    return columns, rows


def mend_options(query, choose, name, owners):
    """`pick` goes only with `algo=growing-tree`, `hand` only with `solver=wall-follower`, and so on.

    OpenAPI cannot say that a parameter goes with some values of another.
    """
    if name == "algo" and "obstacles" in query:
        # Open ground is made by no algorithm.
        owners = dict.fromkeys(owners)
    chosen = choose(name, *owners)
    if owners.get(chosen):
        query[name] = owners[chosen]
    for option, owner in owners.items():
        if owner is None or query.get(name) != owner:
            query.pop(option, None)
    # This one goes with the default as well.
    if name == "algo" and query.get("algo", "backtracker") not in STRAIGHT:
        query.pop("straightness", None)


def mend_ends(query, choose, columns, rows):
    """`ends` excludes `from` and `to`; these are cells of the maze, and with `doors=true` on its border.

    OpenAPI cannot say that a parameter excludes another, nor that the value of one is the range of another.
    """
    chosen = choose("ends", "from", "to")
    if chosen != "ends":
        query.pop("ends", None)
    for name in ("from", "to"):
        if chosen == "ends":
            query.pop(name, None)
        if query.get(name) not in (None, "any"):
            row, column = inside(query[name], columns, rows)
            if query.get("doors") == "true" and 0 < row < rows - 1 and 0 < column < columns - 1:
                row = 0 if name == "from" else rows - 1
            query[name] = f"{row},{column}"


def mend_walls(query, columns, rows):
    """`max_walls_in` goes only with `max_walls`; the walls to `remove` are walls of the maze.

    OpenAPI cannot say that a parameter needs another, nor that the value of one is the range of another.
    """
    if "max_walls_in" in query:
        query.setdefault("max_walls", 0.5)
    if "remove" in query:
        walls = [wall.rsplit(",", 1) for wall in query["remove"]]
        side = lambda name: name if name in ("N", "E", "S", "W") else "NESW"[len(name) % 4]
        query["remove"] = ["{},{},{}".format(*inside(cell, columns, rows), side(name)) for cell, name in walls]


def mend_points(query, choose, columns, rows):
    """`point` and `include=matrix` go only together; the points are cells of the maze.

    OpenAPI cannot say that a parameter goes with some values of another, nor that the value of one is the range of
    another.
    """
    points = query.get("point", [])
    include = query.get("include", "path").split(",")
    if points and "matrix" not in include:
        if choose("include", "point") == "point":
            query["include"] = ",".join([*include, "matrix"])
        else:
            del query["point"]
    elif "matrix" in include and not points:
        query["point"] = ["0,0"]
    if "all" in query.get("point", []):
        # Alone, and where there are no more cells than by default: the matrix of 4,096 cells takes long to check.
        few = columns * rows <= 900
        query["point"] = ["all"] if few and query["point"][0] == "all" else [cell for cell in query["point"] if cell != "all"] or ["0,0"]
    if query.get("point") and query["point"] != ["all"]:
        query["point"] = ["{},{}".format(*inside(cell, columns, rows)) for cell in query["point"]]


TOLD = ("encoding", "include", "point", "text")

# What `include` names that is there on some grids only.
OF_SQUARE_GRIDS = ("matrix", "rectangles", "text")
ANIMATED = ("steps", "fps", "seconds")
SOLID = ("cell_mm", "wall_mm", "height_mm", "base_mm")
PICTURED = ("cell", "wall", "margin", "pixels", "theme", "color", "background", "path_color", "path_style", "marks", "heat",
            "palette")


def path_of(case):
    """The path of a request, with the format that it names."""
    return case.path.replace("{format}", str((case.path_parameters or {}).get("format", "json")))


# What goes with pictures and with a page to print.
OF_SHEETS_TOO = ("marks", "color", "path_color", "path_style", "palette")

# What goes with a page to print.
OF_SHEETS = ("paper", "line_mm", "lang", "show", "title", "poster")


def mend_format(query, choose, path):
    """`encoding`, `include` and `point` go only with JSON, colors and sizes with pictures, `solution` with what is drawn.

    OpenAPI cannot say that a parameter goes with some values of another. (Without `format` the answer is JSON here: the
    header `Accept` could change that, but OpenAPI does not describe it as a parameter, and `*/*` is sent.) Returns the form
    of the answer.
    """
    if path in ("/maze", "/solve", "/convert", "/map/window"):
        chosen = choose("format", *TOLD, *PICTURED, *ANIMATED, *SOLID, *OF_SHEETS, "pairs")
        if chosen in TOLD:
            query["format"] = "json"
        elif chosen in PICTURED and query.get("format") not in ("svg", "png"):
            query["format"] = "svg"
        elif chosen in ANIMATED:
            query["format"] = "gif"
        elif chosen in SOLID:
            # A solid has no solution.
            query["format"] = "dxf" if path == "/solve" else "stl"
        elif chosen in OF_SHEETS:
            query["format"] = "pdf"
        elif chosen == "pairs":
            query["format"] = "scen"
        form = query.get("format", "json")
    else:
        form = path.rpartition(".")[2]
    for name in TOLD:
        if form != "json":
            query.pop(name, None)
    for name in PICTURED:
        if form not in ("svg", "png", "gif") and not (form == "pdf" and name in OF_SHEETS_TOO):
            query.pop(name, None)
    for name in ANIMATED:
        if form != "gif":
            query.pop(name, None)
    if form == "gif":
        mend_animation(query)
    for name in SOLID:
        if form != "stl" and (form, name) != ("dxf", "cell_mm"):
            query.pop(name, None)
    if float(query.get("wall_mm", 1.2)) >= float(query.get("cell_mm", 10)):
        # Lines have no thickness, but `cell_mm` has the same limits.
        if form != "stl" or choose("cell_mm", "wall_mm") == "wall_mm":
            query["cell_mm"] = 1000
        else:
            query["wall_mm"] = 0.1
    for name in OF_SHEETS:
        if form != "pdf":
            query.pop(name, None)
    if "title" not in query:
        query.pop("cover", None)
    if form == "pdf" and str(query.get("poster", "false")).lower() != "true":
        query.pop("palette", None)
    if "line_mm" in query:
        # Walls are at most half as thick as cells are wide, which is a millimeter or more.
        query["line_mm"] = min(float(query["line_mm"]), 0.5)
    if form != "squares":
        query.pop("mark", None)
    if form != "scen":
        query.pop("pairs", None)
    mend_title(query)
    return form


def mend_show_of_posted(query):
    """An answer is for mazes with letters, and a code for those that a URL gives.

    OpenAPI has one list of values for a parameter.
    """
    if "show" in query:
        query["show"] = ",".join(name for name in str(query["show"]).split(",") if name not in ("answer", "code")) or "none"


def mend_title(query):
    """The font has the letters of a title."""
    if "title" in query:
        query["title"] = "".join(letter for letter in query["title"] if letter.isascii() and letter.isprintable()).strip() or "Mazes"


def mend_animation(query):
    """An animation has no heat map, its ground is opaque, and it has a limit of pixels.

    OpenAPI cannot say that a parameter goes with some values of another, and cannot multiply.
    """
    if int(query.get("wall", 2)) > 100:
        query["wall"] = 100
    if int(query.get("cell", 16)) > 24:
        query["cell"] = min(int(query["cell"]), 128)
    # Few pictures are drawn in a moment.
    query.update(fps=min(int(query.get("fps", 2)), 2), seconds=min(int(query.get("seconds", 2)), 2))
    if int(query.get("margin", 16)) > 64:
        query["margin"] = 64
    for name in ("heat", "palette"):
        query.pop(name, None)
    if query.get("background") in ("transparent", "none") or len(query.get("background", "").lstrip("#")) in (4, 8):
        query["background"] = "ffffff"


def mend_style(query, choose):
    """`palette` goes only with `heat=distance`, `heat=weights` or a poster, and a wall is thinner than a cell.

    OpenAPI cannot say that a parameter goes with some values of another, nor compare two of them.
    """
    # How wide a picture may be depends on its maze; and only an SVG has two themes.
    query.pop("pixels", None)
    if query.get("theme") == "auto":
        query["theme"] = "dark"
    # Posters have a palette, and no heat.
    if "palette" in query and query.get("format") != "pdf":
        if choose("palette", "heat") == "palette":
            query["heat"] = "distance"
        elif query["heat"] not in ("distance", "weights"):
            del query["palette"]
    cell, wall = int(query.get("cell", 16)), int(query.get("wall", 2))
    if wall >= cell:
        if choose("cell", "wall") == "wall":
            query["cell"] = wall + 1
        else:
            query["wall"] = cell - 1


def mend_pixels(query, choose, columns, rows):
    """A picture has a limit of pixels: many cells are small ones.

    OpenAPI cannot multiply.
    """
    if choose("w", "h", "cell", "wall", "margin") in ("w", "h"):
        query.update(cell=2, wall=1, margin=0)
        return columns, rows
    query.update(w=min(columns, 12), h=min(rows, 12))
    return query["w"], query["h"]


def mend_claim(query, body):
    """Exactly one solution is checked: `directions` or `path`, in the query or in the body.

    OpenAPI cannot say that one of several parameters and members must be there. (A `path` of no cells is none in a query,
    and one in a body.)
    """
    given = [(query, name) for name in ("directions", "path") if query.get(name, []) != []]
    given += [(body, name) for name in ("directions", "path") if body.get(name) is not None]
    for where, name in given[1:]:
        del where[name]
    if not given:
        query["directions"] = "ES"


# A maze of two rows of three cells, in each form of text; with the path that is drawn in it, and with openings.
DRAWINGS = [
    "+---+---+---+\n|           |\n+---+   +   +\n|       |   |\n+---+---+---+\n",
    "+---+---+---+\r\n  @ * * *   |\r\n+---+   + * +\r\n|       | X\r\n+---+---+---+",
    "┌───────────┐\n│ ○━━━━━━━┓ │\n├───╴   ╷ ┃ │\n│       │ ● │\n└───────┴───┘\n",
    "██████████████\n██          ██\n██████  ██  ██\n██      ██  ██\n██████████████\n",
]


def whole(value):
    """The same with 1 for 1.0: a schema counts both among the integers, and the service reads only the first as one."""
    if isinstance(value, list):
        return [whole(element) for element in value]
    return int(value) if isinstance(value, float) else value


def mend_cells(body):
    """The cells are rows of one length, any two neighbors agree about the wall between them, and the other members fit.

    A schema cannot compare two elements. What was drawn decides: its rows are the rows, the shortest is the width, and of
    two neighbors the one to the west or to the north is right.
    """
    encoding, drawn = body["encoding"], body["cells"]
    rows, columns = len(drawn), min(map(len, drawn))
    if encoding == "blocks":
        rows, columns = (rows - 1) // 2, (columns - 1) // 2
        cells = [row[: 2 * columns + 1] for row in drawn[: 2 * rows + 1]]
        for i, row in enumerate(cells):
            for j in range(len(row)):
                if i % 2 == j % 2:
                    row[j] = 1 - i % 2
        body["cells"] = cells
    else:
        read, write = ENCODINGS[encoding]
        cells = [[set(read(cell)) for cell in row[:columns]] for row in drawn]
        for i, row in enumerate(cells):
            for j, cell in enumerate(row):
                if i > 0:
                    agree(cells[i - 1][j], "S", cell, "N")
                if j > 0:
                    agree(row[j - 1], "E", cell, "W")
        body["cells"] = [[write(cell) for cell in row] for row in cells]
    for name, number in (("w", columns), ("h", rows)):
        if body.get(name) is not None:
            body[name] = number
    for name in ("from", "to"):
        if body.get(name) is not None:
            body[name] = [body[name][0] % rows, body[name][1] % columns]
    return columns, rows


def agree(one, side, other, opposite):
    """Makes `other` have on its side what `one` has on the same."""
    (other.add if side in one else other.discard)(opposite)


SIDES = "NESW"


def in_order(sides):
    return "".join(side for side in SIDES if side in sides)


# How the sides that a cell names are read and written.
ENCODINGS = {
    "walls": (list, in_order),
    "passages": (list, in_order),
    "bits": (
        lambda bits: [side for i, side in enumerate(SIDES) if bits >> i & 1],
        lambda sides: sum(1 << SIDES.index(side) for side in sides),
    ),
    "named": (
        lambda named: [side for side in SIDES if named[side]],
        lambda sides: {side: side in sides for side in SIDES},
    ),
}


def inside(cell, columns, rows):
    """Row and column of the cell, counted on from 0 where they go beyond the last."""
    row, column = [int(number) for number in f"{cell},0".split(",")[:2]]
    return row % rows, column % columns
