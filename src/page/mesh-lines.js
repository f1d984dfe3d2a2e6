// What is drawn of a maze on a mesh, as lines: x and y by turns, in sides of a square. The canvas and the paper draw the same lines, and the
// service draws them in its pictures.

/** @import { Mesh, Point } from './types.d.ts' */

/** How far the railings of a bridge are from the edges of its cell, and how far they flare out at their ends. */
const RAILING_INSET = 0.22, RAILING_FLARE = 0.2;

/** The parts of an edge that leads to the opposite edge at which a dash begins, and its length. */
const DASH_STARTS = [0.125, 0.625], DASH_LENGTH = 0.25;

/** Triangles of stairs: half their height and width, and how far two of them are from the middle. */
const STAIR_HEIGHT = 0.14, STAIR_WIDTH = 0.19, STAIRS_APART = 0.18;

/** The length of a line that is drawn as a dot. */
const DOT_LENGTH = 0.001;

/** How thick the walls along the outline of a shape are, beside the others. */
export const OUTLINE_RATIO = 1.6;

/** How thick a thread is beside the smallest cells, which is as thick as on squares. */
const THREAD_WIDTH = 0.26;

export class MeshLines {
  /** @param {Mesh} mesh */
  constructor(mesh) {
    this.mesh = mesh;
    this.layout = mesh.layout;
  }

  /**
   * The walls of some cells. Of two cells, the first has the wall between them; at an edge and at a tunnel, each has its own.
   * @param {Iterable<number>} cells
   * @returns {Generator<number[]>}
   */
  * walls(cells) {
    for (const cell of cells) {
      for (const side of this.layout.sides(cell)) {
        if (this.layout.hasEdge(cell, side) && !this.mesh.isOpen(cell, side) && this.#ownsWall(cell, side)) yield this.layout.outline(cell, side);
      }
      yield* this.layout.fixedWalls(cell);
      for (const mouth of this.#tunnelMouths(cell)) yield mouth.isOpen ? this.#railing(cell, mouth.side) : this.layout.edge(cell, mouth.side);
    }
  }

  /**
   * Of the walls of some cells those along the outline of a shape, if the grid is cut to one: nothing is behind them.
   * @param {Iterable<number>} cells
   * @returns {Generator<number[]>}
   */
  * outline(cells) {
    const { layout, mesh } = this;
    if (!layout.isShape) return;
    for (const cell of cells) {
      for (const side of layout.sides(cell)) {
        if (layout.hasEdge(cell, side) && layout.across(cell, side) < 0 && !mesh.isOpen(cell, side)) yield layout.outline(cell, side);
      }
      yield* layout.fixedWalls(cell);
    }
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  #ownsWall(cell, side) {
    const { layout } = this, far = layout.across(cell, side);
    // A tunnel has no walls. Those at its ends belong to the bridge.
    if (this.#isTunnelMouth(cell, side)) return false;
    if (far < 0) return true;
    if (layout.isTunnel(cell, side)) return layout.isSeam(cell, side, layout.next(cell, side), (side + 2) % 4);
    return cell < far || layout.isSeam(cell, side, far, layout.opposite(cell, side));
  }

  /**
   * Whether a tunnel runs under a cell through this side.
   * @param {number} cell
   * @param {number} side
   */
  #isTunnelMouth(cell, side) {
    return this.layout.crossings.get(cell)?.includes(side) ?? false;
  }

  /**
   * The ends of the tunnel under a cell, if one is there.
   * @param {number} cell
   */
  #tunnelMouths(cell) {
    const { layout } = this;
    return (layout.crossings.get(cell) ?? []).map((side) => {
      const near = layout.next(cell, side), back = (side + 2) % 4;
      return { side, near, back, isOpen: this.mesh.isOpen(near, back), isAtSeam: layout.isSeam(cell, side, near, back) };
    });
  }

  /**
   * The line of the railing along a side, from one end of the side to the other.
   * @param {number} cell
   * @param {number} side
   * @returns {number[]}
   */
  #railing(cell, side) {
    const [ax, ay, bx, by] = this.layout.edge(cell, side), [x, y] = this.layout.center(cell);
    const inX = 2 * RAILING_INSET * (x - (ax + bx) / 2), inY = 2 * RAILING_INSET * (y - (ay + by) / 2);
    /** @param {number} share */
    const point = (share) => [ax + share * (bx - ax) + inX, ay + share * (by - ay) + inY];
    return [ax, ay, ...point(RAILING_FLARE), ...point(1 - RAILING_FLARE), bx, by];
  }

  /**
   * Two dashes for each open side at an edge that leads to the opposite one.
   * @param {Iterable<number>} cells
   * @returns {Generator<number[]>}
   */
  * dashes(cells) {
    const { layout, mesh } = this;
    for (const cell of cells) {
      const seams = layout.sides(cell).filter((side) => {
        if (!layout.hasEdge(cell, side) || mesh.through(cell, side) < 0) return false;
        const far = layout.isTunnel(cell, side) ? layout.next(cell, side) : layout.across(cell, side);
        const back = layout.isTunnel(cell, side) ? (side + 2) % 4 : layout.opposite(cell, side);
        return layout.isSeam(cell, side, far, back);
      });
      const mouths = this.#tunnelMouths(cell).filter(({ isOpen, isAtSeam }) => isOpen && isAtSeam).map(({ side }) => side);
      for (const side of [...seams, ...mouths]) {
        const [ax, ay, bx, by] = layout.edge(cell, side);
        /** @param {number} share */
        const point = (share) => [ax + share * (bx - ax), ay + share * (by - ay)];
        for (const start of DASH_STARTS) yield [...point(start), ...point(start + DASH_LENGTH)];
      }
    }
  }

  /**
   * Triangles that point up and down, where stairs lead.
   * @param {Iterable<number>} cells
   * @returns {Generator<number[]>}
   */
  * stairs(cells) {
    if (!this.layout.hasFloors) return;
    for (const cell of cells) {
      const [x, y] = this.layout.center(cell), corners = this.layout.corners(cell);
      const [up, down] = [corners, corners + 1].map((side) => this.mesh.through(cell, side) >= 0);
      const apart = up && down ? STAIRS_APART : 0;
      /**
       * @param {number} middle
       * @param {number} height
       */
      const triangle = (middle, height) => [x, middle - height, x + STAIR_WIDTH, middle + height, x - STAIR_WIDTH, middle + height];
      if (up) yield triangle(y - apart, STAIR_HEIGHT);
      if (down) yield triangle(y + apart, -STAIR_HEIGHT);
    }
  }

  /**
   * The visible area of a cell. Through open sides it continues to the center of the cell across, where `reaches` allows that: such cells are
   * filled later and cover it, so that nothing shines through between the two.
   * @param {number} cell
   * @param {(other: number) => boolean} [reaches]
   * @returns {number[]}
   */
  area(cell, reaches = () => false) {
    const { layout, mesh } = this, points = [], count = layout.corners(cell), isCrossed = layout.crossings.size > 0;
    if (layout.isCut(cell)) return layout.around(cell);
    for (let side = 0; side < count; side++) {
      const line = layout.outline(cell, side), isOpen = mesh.through(cell, side) >= 0;
      if (isOpen && layout.isTunnel(cell, side)) {
        // The ground in front of the bridge is that of the cell where the tunnel begins.
        const bridge = layout.next(cell, side), there = (side + 2) % 4;
        points.push(line[0], line[1]);
        if (layout.isSeam(cell, side, bridge, there)) continue;
        const [, , cx, cy, dx, dy] = this.#railing(bridge, there);
        points.push(dx, dy, cx, cy);
      } else if (isOpen && layout.isDirect(cell, side) && !layout.isCut(layout.across(cell, side)) && reaches(layout.across(cell, side))) {
        points.push(line[0], line[1], ...layout.center(layout.across(cell, side)));
      } else if (isCrossed && this.#tunnelMouths(cell).some((mouth) => mouth.side === side && mouth.isOpen && !mouth.isAtSeam)) {
        points.push(...this.#railing(cell, side).slice(0, 6));
      } else {
        for (let i = 0; i < line.length - 2; i++) points.push(line[i]);
      }
    }
    return points;
  }

  get threadWidth() {
    return THREAD_WIDTH * this.layout.room * 2;
  }

  /**
   * A way from cell to cell as lines. It is broken at stairs, tunnels and where it leads to the opposite edge.
   * @param {number[]} way
   * @returns {Generator<number[]>}
   */
  * thread(way) {
    let line = [];
    for (let i = 0; i < way.length; i++) {
      const cell = way[i], before = way[i - 1], after = way[i + 1];
      const enters = before === undefined ? -1 : this.#entrance(before, cell), leaves = after === undefined ? -1 : this.mesh.sideTo(cell, after);
      const { points, comes, goes } = this.#threadInCell(cell, enters, leaves);
      if (!comes && line.length) {
        yield line;
        line = [];
      }
      line.push(...points);
      // Stairs that come and go in the same cell leave a dot.
      if (!comes && !goes && points.length === 2) line.push(points[0] + DOT_LENGTH, points[1]);
      if (!goes) {
        yield* this.#threadToTunnel(cell, leaves, line);
        line = [];
        if (leaves >= 0) yield* this.#threadFromTunnel(cell, leaves);
      }
    }
    if (line.length) yield line;
  }

  /**
   * The cells under which a way leads.
   * @param {number[]} way
   */
  bridges(way) {
    if (!this.layout.crossings.size) return [];
    const sides = way.slice(1).map((cell, i) => [way[i], this.mesh.sideTo(way[i], cell)]);
    return sides.filter(([cell, side]) => side >= 0 && this.layout.isTunnel(cell, side)).map(([cell, side]) => this.layout.next(cell, side));
  }

  /**
   * The side at which one comes into a cell from another, or -1.
   * @param {number} before
   * @param {number} cell
   */
  #entrance(before, cell) {
    const side = this.mesh.sideTo(before, cell);
    return side < 0 ? -1 : this.layout.opposite(before, side);
  }

  /**
   * The part of a way that is in a cell, and whether it goes on at once in the cells before and after.
   * @param {number} cell
   * @param {number} enters
   * @param {number} leaves
   */
  #threadInCell(cell, enters, leaves) {
    const { layout } = this;
    /** @param {number} side */
    const has = (side) => side >= 0 && layout.hasEdge(cell, side);
    const gates = [enters, leaves].map((side) => (has(side) ? this.#crossingPoint(cell, side) : null));
    const isInRing = layout.middle && layout.address(cell)[0] > 0 && !layout.isCut(cell);
    const [before, after] = [enters, leaves].map((side) => (has(side) ? layout.via(cell, side) : null) ?? []);
    const straight = [...(gates[0] ?? []), ...before, ...layout.center(cell), ...after, ...(gates[1] ?? [])];
    const points = isInRing ? this.#alongRing(cell, gates) : straight;
    return { points, comes: enters >= 0 && layout.isDirect(cell, enters), goes: leaves >= 0 && layout.isDirect(cell, leaves) };
  }

  /**
   * In a ring a way runs along the middle of the ring, and straight in and out.
   * @param {number} cell
   * @param {(Point | null)[]} gates
   */
  #alongRing(cell, gates) {
    const { layout } = this, [mx, my] = layout.middle ?? [0, 0], ring = layout.address(cell)[0];
    /**
     * @param {Point | null} gate
     * @returns {Point}
     */
    const place = (gate) => {
      const [x, y] = gate ?? layout.center(cell), length = Math.hypot(x - mx, y - my);
      return [mx + ((x - mx) * ring) / length, my + ((y - my) * ring) / length];
    };
    const [from, to] = gates.map(place);
    return [...(gates[0] ?? []), ...layout.arc([...from, ...to], ring), ...(gates[1] ?? [])];
  }

  /**
   * Where a way crosses a side: where the straight way from center to center does, but not near the ends of the side.
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  #crossingPoint(cell, side) {
    const { layout } = this;
    const far = layout.across(cell, side), isCut = layout.isCut(cell) || layout.isCut(far);
    if (isCut && !layout.isCut(cell)) return layout.gate(far, layout.opposite(cell, side));
    // A cell that is cut is not always on the straight way.
    if (!layout.isDirect(cell, side) || layout.middle || isCut) return layout.gate(cell, side);
    const [ax, ay, bx, by] = layout.longestEdge(cell, side), [cx, cy] = layout.center(cell), [fx, fy] = layout.center(layout.across(cell, side));
    const ex = bx - ax, ey = by - ay;
    /**
     * @param {number} x
     * @param {number} y
     */
    const away = (x, y) => ex * (y - ay) - ey * (x - ax);
    const before = away(cx, cy), after = away(fx, fy), part = before / (before - after);
    const x = cx + part * (fx - cx) - ax, y = cy + part * (fy - cy) - ay;
    const along = Math.min(Math.max((x * ex + y * ey) / (ex * ex + ey * ey), 0.25), 0.75);
    return [ax + along * ex, ay + along * ey];
  }

  /**
   * The end of a way at a tunnel: it goes on to the railing of the bridge.
   * @param {number} cell
   * @param {number} side
   * @param {number[]} line
   */
  * #threadToTunnel(cell, side, line) {
    const { layout } = this;
    if (side >= 0 && layout.isTunnel(cell, side)) {
      const bridge = layout.next(cell, side), there = (side + 2) % 4;
      if (layout.isSeam(cell, side, bridge, there)) yield this.#underRailing(bridge, there);
      else line.push(...this.#underRailing(bridge, there).slice(2));
    }
    yield line;
  }

  /**
   * The same at the other end of the tunnel.
   * @param {number} cell
   * @param {number} side
   */
  * #threadFromTunnel(cell, side) {
    const { layout } = this;
    if (!layout.isTunnel(cell, side)) return;
    const far = layout.across(cell, side), back = layout.opposite(cell, side);
    yield this.#underRailing(layout.next(far, back), (back + 2) % 4);
  }

  /**
   * From a side of a bridge nearly to its railing: the round end of the thread fills the rest.
   * @param {number} bridge
   * @param {number} side
   */
  #underRailing(bridge, side) {
    const [x, y] = this.layout.gate(bridge, side), [, , cx, cy, dx, dy] = this.#railing(bridge, side);
    const share = 1 - this.threadWidth / 2 / RAILING_INSET;
    return [x, y, x + share * ((cx + dx) / 2 - x), y + share * ((cy + dy) / 2 - y)];
  }
}
