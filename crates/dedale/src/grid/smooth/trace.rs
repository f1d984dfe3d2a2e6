//! The lines around the pixels of a picture.

use super::region::{LatticePoint, cross};

/// By how many half pixels a line may miss the middles of the edges of pixels, and what part of the longer side of the picture that is at most.
const TOLERANCE: f64 = 1.2;
const OF_SIDE: f64 = 1.0 / 64.0;

/// Right, down, left and up.
const STEPS: [[i64; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// Returns the lines around the pixels that are set, with these to the right of each line: along the edges of pixels, from corner to corner. Where two
/// pixels touch at a corner alone, their lines stay apart.
pub(in crate::grid) fn around(is_set: impl Fn(i64, i64) -> bool, [columns, rows]: [i64; 2]) -> Vec<Vec<LatticePoint>> {
    // The pixels to the right and to the left of a step from a corner.
    let beside = |[x, y]: LatticePoint, step: usize| match step {
        0 => [[x, y], [x, y - 1]],
        1 => [[x - 1, y], [x, y]],
        2 => [[x - 1, y - 1], [x - 1, y]],
        _ => [[x, y - 1], [x - 1, y - 1]],
    };
    let is_border = |at: LatticePoint, step: usize| {
        let [right, left] = beside(at, step).map(|[x, y]| is_set(x, y));
        right && !left
    };
    // Every line has a step to the right, and is found by its first one.
    let mut is_used = vec![false; (columns * rows) as usize];
    let mut lines = Vec::new();
    for start in (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y])) {
        if is_used[(start[1] * columns + start[0]) as usize] || !is_border(start, 0) {
            continue;
        }
        let (mut at, mut step, mut line) = (start, 0, Vec::new());
        loop {
            if step == 0 {
                is_used[(at[1] * columns + at[0]) as usize] = true;
            }
            at = [at[0] + STEPS[step][0], at[1] + STEPS[step][1]];
            // To the right first, around the same pixel.
            let next = [1, 0, 3].into_iter().map(|turn| (step + turn) % 4).find(|&next| is_border(at, next));
            let next = next.unwrap_or(step);
            if next != step {
                line.push(at);
            }
            step = next;
            if at == start && step == 0 {
                break;
            }
        }
        lines.push(line);
    }
    lines
}

/// Returns lines along the middles of the edges of pixels, in half pixels, from those around pixels.
fn through_middles(line: &[LatticePoint]) -> Vec<LatticePoint> {
    let next = line.iter().cycle().skip(1);
    let edges = line.iter().zip(next).flat_map(|(&[ax, ay], &[bx, by])| {
        let (length, [dx, dy]) = ((bx - ax).abs() + (by - ay).abs(), [(bx - ax).signum(), (by - ay).signum()]);
        (0..length).map(move |k| [2 * ax + (2 * k + 1) * dx, 2 * ay + (2 * k + 1) * dy])
    });
    edges.collect()
}

/// Returns lines around pixels with few corners, in half pixels. None is farther than [`TOLERANCE`] from the middles of the edges of pixels, unless lines
/// would cross then.
pub(in crate::grid) fn simplified(lines: &[Vec<LatticePoint>], [columns, rows]: [i64; 2]) -> Vec<Vec<LatticePoint>> {
    let tolerance = TOLERANCE.min(2.0 * columns.max(rows) as f64 * OF_SIDE);
    let lines: Vec<Vec<LatticePoint>> = lines.iter().map(|line| through_middles(line)).collect();
    let fewer: Vec<Vec<LatticePoint>> =
        lines.iter().map(|line| simplify(line, tolerance)).filter(|line| line.len() > 2).collect();
    if cross_each_other(&fewer) { lines } else { fewer }
}

/// Removes corners by the algorithm of Ramer, Douglas and Peucker, from the first corner and the one that is farthest from it.
fn simplify(line: &[LatticePoint], tolerance: f64) -> Vec<LatticePoint> {
    let count = line.len();
    let squared = |[ax, ay]: LatticePoint, [bx, by]: LatticePoint| (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
    let Some(opposite) = (0..count).max_by_key(|&k| squared(line[0], line[k])) else { return Vec::new() };
    let mut is_kept = vec![false; count];
    (is_kept[0], is_kept[opposite]) = (true, true);
    let mut waiting = vec![(0, opposite), (opposite, count)];
    while let Some((first, last)) = waiting.pop() {
        let [from, to] = [line[first], line[last % count]];
        let base = squared(from, to);
        let away = |at: LatticePoint| {
            if base == 0 {
                return (squared(from, at) as f64).sqrt();
            }
            let across = cross([to[0] - from[0], to[1] - from[1]], [at[0] - from[0], at[1] - from[1]]);
            across.abs() as f64 / (base as f64).sqrt()
        };
        let farthest = (first + 1..last).map(|k| (away(line[k]), k)).reduce(|a, b| if b.0 > a.0 { b } else { a });
        if let Some((_, middle)) = farthest.filter(|(away, _)| *away > tolerance) {
            is_kept[middle] = true;
            waiting.extend([(first, middle), (middle, last)]);
        }
    }
    line.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(&at, _)| at).collect()
}

/// Returns true if two of these closed lines cross, or one crosses itself, or two lie on each other. Edges are compared if their rows overlap.
pub(in crate::grid) fn cross_each_other(lines: &[Vec<LatticePoint>]) -> bool {
    let mut edges: Vec<[LatticePoint; 2]> =
        lines.iter().flat_map(|line| line.iter().zip(line.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])).collect();
    let top = |edge: &[LatticePoint; 2]| edge[0][1].min(edge[1][1]);
    edges.sort_unstable_by_key(top);
    let minus = |a: LatticePoint, b: LatticePoint| [a[0] - b[0], a[1] - b[1]];
    let side = |[a, b]: [LatticePoint; 2], c: LatticePoint| cross(minus(b, a), minus(c, a)).signum();
    edges.iter().enumerate().any(|(number, first)| {
        let bottom = first[0][1].max(first[1][1]);
        edges[number + 1..].iter().take_while(|second| top(second) <= bottom).any(|second| {
            let [a, b] = second.map(|end| side(*first, end));
            let [c, d] = first.map(|end| side(*second, end));
            if a == 0 && b == 0 {
                // Both are on one straight line, on which they may have one place in common.
                let axis = usize::from(first[0][0] == first[1][0]);
                let span = |edge: &[LatticePoint; 2]| {
                    let [from, to] = edge.map(|end| end[axis]);
                    [from.min(to), from.max(to)]
                };
                let ([from, to], [other_from, other_to]) = (span(first), span(second));
                return from.max(other_from) < to.min(other_to);
            }
            a * b < 0 && c * d < 0
        })
    })
}
