"""Makes requests that are valid by openapi.yaml coherent before Schemathesis sends them.

Schemathesis draws each parameter by its own schema, and expects that every request of such parameters is accepted. The
service has rules that join several parameters as well, and OpenAPI 3.1 has no words for those: it describes one parameter
at a time, and no schema sees two of them. A request that breaks such a rule is mended here, and then sent and checked
like any other.

No request is left out and no check is turned off. Requests that are wrong by the schema on purpose are sent as they were
drawn. Schemathesis holds what was mended to the schema again, so that a mistake made here would show as a failure.
"""

import json
import zlib
from functools import cache
from urllib.request import urlopen

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive or not case.path.startswith("/maze"):
        return
    query = dict(case.query)
    choose = chooser(query, tested=case.meta.phase.data.parameter)
    columns, rows = mend_size(query, about(case.operation.base_url))
    mend_algorithm(query, choose)
    mend_ends(query, choose, columns, rows)
    mend_walls(query, columns, rows)
    mend_encoding(query, choose)
    if query != case.query:
        case.query = query


@cache
def about(server):
    with urlopen(f"{server.rstrip('/')}/algorithms", timeout=10) as answer:
        return json.load(answer)


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


def mend_size(query, server):
    """`w` × `h` is limited, not only `w` and `h`; and so is the time.

    A schema cannot multiply. Nor can it say what takes too long: the algorithms that prefer no maze walk at random, which
    is as good as for ever in a maze that is long and narrow.
    """
    drawn = {name: int(query.get(name, 30)) for name in ("w", "h")}
    sides = dict(drawn)
    short, long = sorted(sides, key=sides.get)
    sides[short] = min(sides[short], server["limits"]["max_cells"] // sides[long])
    walkers = [name for row in server["algorithms"] if row["uniform"] for name in (row["name"], *row["aliases"])]
    if query.get("algo") in walkers:
        sides[long] = min(sides[long], 100 * sides[short])
    query.update({name: side for name, side in sides.items() if side != drawn[name]})
    return sides["w"], sides["h"]


def mend_algorithm(query, choose):
    """`pick` goes only with `algo=growing-tree`, `bias` only with `algo=binary-tree`.

    OpenAPI cannot say that a parameter goes with some values of another.
    """
    owners = {"pick": "growing-tree", "bias": "binary-tree"}
    chosen = choose("algo", *owners)
    if chosen in owners:
        query["algo"] = owners[chosen]
    for option, owner in owners.items():
        if query.get("algo") != owner:
            query.pop(option, None)


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
        if name in query:
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
        query["remove"] = ["{},{},{}".format(*inside(cell, columns, rows), side) for cell, side in walls]


def mend_encoding(query, choose):
    """`encoding` goes only with JSON.

    OpenAPI cannot say that a parameter goes with some values of another. (Without `format` the answer is JSON here: the
    header `Accept` could change that, but OpenAPI does not describe it as a parameter, and `*/*` is sent.)
    """
    if "encoding" in query and query.get("format", "json") != "json":
        if choose("format", "encoding") == "encoding":
            query["format"] = "json"
        else:
            del query["encoding"]


def inside(cell, columns, rows):
    """Row and column of the cell, counted on from 0 where they go beyond the last."""
    row, column = cell.split(",")
    return int(row) % rows, int(column) % columns
