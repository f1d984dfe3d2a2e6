"""Books, opened by qpdf and Poppler, and solved as their pages show them."""

import json
import subprocess
import time
from collections import deque

import numpy

# How fine pages are painted, in dots for an inch.
DPI = 90


def derived_seed(seed, i):
    """As docs/determinism.md has it."""
    def mix(word):
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    golden = 0x9E3779B97F4A7C15
    key = mix(((seed | 5 << 53) + golden) % 2**64)
    return seed if i == 0 else mix(key ^ i * golden % 2**64) >> 11


def tell(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout + done.stderr


def painted(file, page):
    """A page as red, green and blue."""
    picture = subprocess.run(("pdftoppm", "-r", str(DPI), "-f", str(page), "-l", str(page), file),
                             capture_output=True, check=True, timeout=120).stdout
    kind, size, most, pixels = picture.split(b"\n", 3)
    assert (kind, most) == (b"P6", b"255")
    width, height = map(int, size.split())
    return numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(height, width, 3).astype(int)


def dark(page):
    return page.max(axis=2) < 130


def crimson(page):
    red, green, blue = page[:, :, 0], page[:, :, 1], page[:, :, 2]
    return (red > 180) & (green < 110) & (blue < 140)


def flooded(free, start):
    """All that can be reached from a pixel, up and down and to both sides."""
    seen = numpy.zeros_like(free)
    seen[start] = True
    queue = deque([start])
    height, width = free.shape
    while queue:
        y, x = queue.popleft()
        for to in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= to[0] < height and 0 <= to[1] < width and free[to] and not seen[to]:
                seen[to] = True
                queue.append(to)
    return seen


def parts(shown):
    """The parts of a picture that hang together and are more than a few pixels."""
    left, found = shown.copy(), []
    while left.any():
        part = flooded(left, tuple(numpy.argwhere(left)[0]))
        left &= ~part
        if part.sum() > 12:
            found.append(part)
    return found


def are_read(saved):
    """Two readers have nothing to say against books, and find all that is in them."""
    for query, pages in (
        ("count=60&title=Mazes%20for%20rainy%20days&lang=fr&w=12&h=16&doors=true&paper=6x9&bleed=3&gutter=12", 2 + 60 + 1 + 10),
        ("count=9&grid=hex&w=9&h=9&per_page=4&answers_per_page=9&lang=ru&paper=a5", 3 + 1),
        ("count=4&grid=polar&rings=9&answers=facing&paper=letter", 1 + 8),
        ("count=2&floors=3&w=5&h=5&lang=el", 2 + 1),
        ("count=2&weave=0.5&w=15&h=15&answers=none", 2),
        ("count=6&mask=heart&w=30&h=30&per_page=6&paper=8.5x8.5&lang=de", 1 + 1),
    ):
        file = saved(f"/book.pdf?{query}&seed=7", "book.pdf")
        assert "No syntax or stream encoding errors found" in tell("qpdf", "--check", file), query
        about = dict(line.split(":", 1) for line in tell("pdfinfo", file).splitlines())
        assert int(about["Pages"]) == pages, (query, about)
        assert "CreationDate" not in about, about
        fonts = tell("pdffonts", file).splitlines()[2:]
        # Embedded, cut to what is used, and with their letters.
        assert len(fonts) == 2 and all("yes yes yes" in " ".join(font.split()) for font in fonts), fonts
    file = saved("/book.pdf?count=25&seed=7&w=9&h=9&title=%D0%9B%D0%B0%D0%B1%D0%B8%D1%80%D0%B8%D0%BD%D1%82%D1%8B&lang=ru&show=seed", "book.pdf")
    text = tell("pdftotext", "-layout", file, "-")
    for i in range(25):
        assert f"Лабиринт {i + 1}" in text and str(derived_seed(7, i)) in text, i
    assert text.split()[0] == "Лабиринты" and "Решения" in text
    marks = json.loads(tell("qpdf", "--json", "--json-key=outlines", file))["outlines"]
    assert [mark["title"] for mark in marks] == [
        "Лабиринты", "Лабиринт 1–10", "Лабиринт 11–20", "Лабиринт 21–25", "Решения"]
    assert [len(mark["kids"]) for mark in marks] == [0, 10, 10, 5, 0]


def are_solved(saved):
    """Mazes lead from one mark to the other and are closed to the outside, and ways do not cross walls."""
    for query in ("w=14&h=18", "grid=hex&w=11&h=12", "grid=polar&rings=7", "weave=0&braid=0.4&w=12&h=9", "mask=circle&w=19&h=19"):
        file = saved(f"/book.pdf?{query}&doors=false&count=2&answers_per_page=1&seed=11", "book.pdf")
        for number in (1, 2):
            page = painted(file, number)
            free, marks = ~dark(page), parts(crimson(page))
            assert len(marks) == 2, (query, len(marks))
            start, end = (tuple(part[len(part) // 2]) for part in map(numpy.argwhere, marks))
            inside = flooded(free, start)
            assert inside[end] and not inside[2, 2], query
            solved = painted(file, 2 + number)
            # A wall across the way would cut it in two.
            ways = parts(crimson(solved))
            assert len(ways) == 1, (query, len(ways))
            assert ways[0].sum() > marks[0].sum() + marks[1].sum(), query


def have_doors(saved):
    """Through its doors, a maze leads from one edge to the other, and nowhere else out."""
    file = saved("/book.pdf?w=16&h=12&doors=true&count=3&answers=none&seed=5", "book.pdf")
    for number in (1, 2, 3):
        walls = dark(painted(file, number))
        # The outer walls are the longest lines.
        rows, columns = (numpy.flatnonzero(walls.sum(axis=axis) > 0.9 * walls.sum(axis=axis).max()) for axis in (1, 0))
        box = walls[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
        left, right = (numpy.flatnonzero(~box[:, edge]) for edge in (0, -1))
        assert len(left) and len(right) and box[0].all() and box[-1].all(), number
        inside = flooded(~box, (int(left[len(left) // 2]), 0))
        assert inside[right[len(right) // 2], -1], number
        # All cells are joined.
        height, width = box.shape
        middles = [(int((y + 0.5) * height / 12), int((x + 0.5) * width / 16)) for y in range(12) for x in range(16)]
        assert all(inside[middle] for middle in middles), number


def are_fast(saved):
    """A long book is there soon."""
    start = time.monotonic()
    file = saved("/book.pdf?count=500&w=40&h=40&seed=1", "long.pdf")
    took = time.monotonic() - start
    print(f"a book of 500 mazes of 40 × 40 with solutions has {file.stat().st_size >> 10} KiB, and was there after {took:.2f} s")
    assert "No syntax" in tell("qpdf", "--check", file)


def books(saved):
    """All of these; `saved` fetches a path of the service into a file."""
    for check in (are_read, are_solved, have_doors, are_fast):
        check(saved)
