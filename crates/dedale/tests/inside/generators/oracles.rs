//! The algorithms once more, in the slowest and most obvious form: the same draws must make the same maze.
//!
//! Where the library keeps a stack, a heap, a forest or a tree of counts, the versions here recurse, search and count
//! anew each time. What they share with the library is the order or the keys of the draws, which are part of what a generator is.

use super::{Sets, make, rng};
use dedale::generate::{Algorithm, Member, Pick};
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::rng::{Key, Rng};

/// Makes mazes of several sizes from many seeds both ways.
fn assert_same(generator: &Algorithm, oracle: impl Fn(&mut Maze<Square>, &mut Rng)) {
    for (columns, rows) in [(1, 1), (1, 9), (9, 1), (2, 2), (2, 3), (7, 5), (12, 12), (23, 17)] {
        for seed in 0..25 {
            let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
            oracle(&mut maze, &mut rng(seed));
            assert_eq!(make(generator, columns, rows, seed), maze, "{generator:?} {columns} × {rows}, seed {seed}");
        }
    }
}

fn any_cell(maze: &Maze<Square>, rng: &mut Rng) -> Cell {
    Cell(rng.below(u64::from(maze.grid().cells())) as u32)
}

/// One of `items`, all of which are sides behind which there may be something: at most four, which twelfths divide evenly.
fn any_of<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    (!items.is_empty()).then(|| items[rng.twelfth() as usize * items.len() / 12])
}

/// The cell across any inner side of `cell`, and the side: sides are drawn until one is an inner one.
fn any_neighbor(grid: &Square, cell: Cell, rng: &mut Rng) -> (Side, Cell) {
    loop {
        let side = Side::new(rng.bits(2) as u8);
        if grid.inner_sides(cell).contains(side) {
            return (side, grid.across(cell, side));
        }
    }
}

fn is_new(maze: &Maze<Square>, cell: Cell) -> bool {
    maze.passages(cell).is_empty()
}

/// The inner sides of `cell` whose far cells are new, or are not.
fn ways(maze: &Maze<Square>, cell: Cell, to_new: bool) -> Vec<Side> {
    let grid = maze.grid();
    grid.inner_sides(cell).into_iter().filter(|&side| is_new(maze, grid.across(cell, side)) == to_new).collect()
}

/// Every edge once: from the cell with the lower number, in the order of cells, then of sides.
fn edges(grid: &Square) -> Vec<(Cell, Side)> {
    let cells = (0..grid.cells()).map(Cell);
    cells
        .flat_map(|cell| grid.inner_sides(cell).into_iter().map(move |side| (cell, side)))
        .filter(|&(c, s)| grid.across(c, s) > c)
        .collect()
}

/// Whether a way of open passages leads from `a` to `b`.
fn connected(maze: &Maze<Square>, a: Cell, b: Cell) -> bool {
    let mut sets = Sets::new(maze.grid().cells());
    for (cell, side) in edges(maze.grid()) {
        if maze.passages(cell).contains(side) {
            sets.unite(cell, maze.grid().across(cell, side));
        }
    }
    sets.root(a) == sets.root(b)
}

#[test]
fn backtracker_by_recursion() {
    fn visit(maze: &mut Maze<Square>, cell: Cell, rng: &mut Rng) {
        while let Some(side) = any_of(&ways(maze, cell, true), rng) {
            let far = maze.link(cell, side);
            visit(maze, far, rng);
        }
    }
    assert_same(&Algorithm::Backtracker, |maze, rng| {
        let start = any_cell(maze, rng);
        visit(maze, start, rng);
    });
}

#[test]
fn hunt_and_kill_by_going_through_all_rows() {
    assert_same(&Algorithm::HuntAndKill, |maze, rng| {
        let mut cell = any_cell(maze, rng);
        loop {
            while let Some(side) = any_of(&ways(maze, cell, true), rng) {
                cell = maze.link(cell, side);
            }
            let beside = |&cell: &Cell| is_new(maze, cell) && !ways(maze, cell, false).is_empty();
            let Some(found) = maze.cells().find(beside) else { break };
            let side = any_of(&ways(maze, found, false), rng).unwrap();
            maze.link(found, side);
            cell = found;
        }
    });
}

/// A member by its weight: a ticket for each unit that the weights have in common, and numbers of as many bits as it takes until
/// one is on a ticket.
fn any_ticket(pick: &[(Member, u64)], rng: &mut Rng) -> Member {
    let unit = (1..=100).rev().find(|unit| pick.iter().all(|(_, weight)| weight % unit == 0)).unwrap();
    let tickets: Vec<Member> = pick.iter().flat_map(|&(m, weight)| (0..weight / unit).map(move |_| m)).collect();
    let width = (0..32).find(|width| 1 << width >= tickets.len()).unwrap();
    loop {
        if let Some(&member) = tickets.get(rng.bits(width) as usize) {
            return member;
        }
    }
}

#[test]
fn growing_tree_by_a_plain_list() {
    use Member::{Middle, Newest, Oldest, Random};
    let picks: [&[(Member, u64)]; 7] = [
        &[(Newest, 1)],
        &[(Oldest, 1)],
        &[(Random, 1)],
        &[(Middle, 1)],
        &[(Newest, 50), (Random, 50)],
        &[(Oldest, 1), (Newest, 9)],
        &[(Middle, 3), (Random, 2), (Oldest, 1), (Newest, 4)],
    ];
    for pick in picks {
        let text: Vec<_> = pick.iter().map(|(member, weight)| format!("{}:{weight}", member.name())).collect();
        let generator = Algorithm::GrowingTree { pick: text.join(",").parse::<Pick>().unwrap() };
        let has = |wanted| pick.iter().any(|&(member, _)| member == wanted);
        let (may_be_random, is_counted) = (has(Random), has(Middle));
        // One kind of member is no draw, however heavy it is.
        let any_member = |rng: &mut Rng| if pick.len() == 1 { pick[0].0 } else { any_ticket(pick, rng) };
        if !is_counted {
            assert_same(&generator, |maze, rng| {
                // In the order in which they came; and in the order of which a random one is drawn.
                let start = any_cell(maze, rng);
                let (mut active, mut slots) = (vec![start], vec![start]);
                while let (Some(&oldest), Some(&newest)) = (active.first(), active.last()) {
                    let member = any_member(rng);
                    // Where it may be random, one is drawn first, wanted or not.
                    let drawn = may_be_random.then(|| slots[rng.index(slots.len())]);
                    let cell = match member {
                        Newest => newest,
                        Oldest => oldest,
                        _ => drawn.unwrap(),
                    };
                    if let Some(side) = any_of(&ways(maze, cell, true), rng) {
                        active.push(maze.link(cell, side));
                        slots.extend(active.last());
                    } else {
                        active.retain(|&other| other != cell);
                        slots.swap_remove(slots.iter().position(|&other| other == cell).unwrap());
                    }
                }
            });
            continue;
        }
        assert_same(&generator, |maze, rng| {
            // Gaps stay where cells were, until there are many of them: what is random is drawn from all of it.
            let mut active = vec![Some(any_cell(maze, rng))];
            while !active.is_empty() {
                let member = any_member(rng);
                let drawn = may_be_random.then(|| rng.index(active.len()));
                let filled: Vec<usize> = (0..active.len()).filter(|&slot| active[slot].is_some()).collect();
                let slot = match member {
                    Newest => filled[filled.len() - 1],
                    Oldest => filled[0],
                    Random => {
                        let mut slot = drawn.unwrap();
                        while active[slot].is_none() {
                            slot = rng.index(active.len());
                        }
                        slot
                    }
                    Middle => filled[filled.len() / 2],
                };
                let cell = active[slot].unwrap();
                if let Some(side) = any_of(&ways(maze, cell, true), rng) {
                    active.push(Some(maze.link(cell, side)));
                    continue;
                }
                active[slot] = None;
                while active.last() == Some(&None) {
                    active.pop();
                }
                if active.len() >= 64 && active.len() > 2 * (filled.len() - 1) {
                    active.retain(Option::is_some);
                }
            }
        });
    }
}

#[test]
fn prim_by_a_plain_list() {
    assert_same(&Algorithm::Prim, |maze, rng| {
        let ways_out = |maze: &Maze<Square>, cell| ways(maze, cell, true).into_iter().map(move |side| (cell, side));
        let start = any_cell(maze, rng);
        let mut frontier: Vec<_> = ways_out(maze, start).collect();
        while maze.count_passages() + 1 < u64::from(maze.grid().cells()) {
            // Four at a time, each from as many as there can be by then: an edge out, and three in.
            let bounds = [0, 2, 4, 6].map(|more| frontier.len() as u64 + more);
            for index in rng.below_each(bounds) {
                if index < frontier.len() {
                    let (cell, side) = frontier.swap_remove(index);
                    if is_new(maze, maze.grid().across(cell, side)) {
                        let far = maze.link(cell, side);
                        frontier.extend(ways_out(maze, far));
                    }
                }
            }
        }
    });
}

#[test]
fn kruskal_by_shuffling_all_edges() {
    assert_same(&Algorithm::Kruskal, |maze, rng| {
        // Four choices at a time.
        let mut edges = edges(maze.grid());
        for i in (0..edges.len()).step_by(4) {
            let drawn = rng.four_below(edges.len() - i);
            (i..edges.len()).zip(drawn).for_each(|(i, drawn)| edges.swap(i, i + drawn));
        }
        let mut sets = Sets::new(maze.grid().cells());
        for (cell, side) in edges {
            if sets.unite(cell, maze.grid().across(cell, side)) {
                maze.link(cell, side);
            }
        }
    });
}

/// True Prim by a search for the lightest edge; and once all weights are known, Kruskal's algorithm on the very same
/// weights: the minimum spanning tree of different weights is one and the same.
#[test]
fn true_prim_is_the_minimum_spanning_tree() {
    assert_same(&Algorithm::TruePrim, |maze, rng| {
        let grid = *maze.grid();
        let start = any_cell(maze, rng);
        let mut frontier: Vec<(u64, Cell, Side)> = Vec::new();
        let mut weighed = Vec::new();
        let mut reached = vec![start];
        let mut cell = start;
        loop {
            for side in grid.inner_sides(cell) {
                if !reached.contains(&grid.across(cell, side)) {
                    frontier.push((rng.word(), cell, side));
                }
            }
            frontier.retain(|&edge| {
                let leads_out = !reached.contains(&grid.across(edge.1, edge.2));
                if !leads_out {
                    weighed.push(edge);
                }
                leads_out
            });
            let Some(&lightest) = frontier.iter().min() else { break };
            cell = maze.link(lightest.1, lightest.2);
            reached.push(cell);
        }
        assert_eq!(weighed.len(), edges(&grid).len(), "every edge has one weight");
        weighed.sort_unstable();
        let mut sets = Sets::new(grid.cells());
        for (_, cell, side) in weighed {
            let in_tree = sets.unite(cell, grid.across(cell, side));
            assert_eq!(in_tree, maze.passages(cell).contains(side));
        }
    });
}

#[test]
fn wilson_by_a_list_of_the_walk() {
    assert_same(&Algorithm::Wilson, |maze, rng| {
        let grid = *maze.grid();
        let mut tree = vec![any_cell(maze, rng)];
        for start in maze.cells() {
            let mut walk: Vec<(Cell, Side)> = Vec::new();
            let mut cell = start;
            while !tree.contains(&cell) {
                // Back where the walk has been: it is as though it had never left.
                if let Some(loop_start) = walk.iter().position(|&(visited, _)| visited == cell) {
                    walk.truncate(loop_start);
                }
                let (side, far) = any_neighbor(&grid, cell, rng);
                walk.push((cell, side));
                cell = far;
            }
            for (cell, side) in walk {
                maze.link(cell, side);
                tree.push(cell);
            }
        }
    });
}

#[test]
fn aldous_broder_by_a_list_of_the_visited() {
    assert_same(&Algorithm::AldousBroder, |maze, rng| {
        let grid = *maze.grid();
        let mut cell = any_cell(maze, rng);
        let mut visited = vec![cell];
        while visited.len() < grid.cells() as usize {
            let (side, far) = any_neighbor(&grid, cell, rng);
            if !visited.contains(&far) {
                visited.push(maze.link(cell, side));
            }
            cell = far;
        }
    });
}

/// All walls look at all others before any changes.
#[test]
fn cellular_by_looking_at_every_wall() {
    assert_same(&Algorithm::Cellular, |maze, rng| {
        let grid = *maze.grid();
        let edges = edges(&grid);
        let ends = |(cell, side): (Cell, Side)| [cell, grid.across(cell, side)];
        let is_open = |maze: &Maze<Square>, (cell, side): (Cell, Side)| maze.passages(cell).contains(side);
        for &(cell, side) in edges.iter().filter(|_| rng.coin()) {
            maze.link(cell, side);
        }
        for _ in 0..24 {
            let wants_to_change = |&edge: &(Cell, Side)| {
                let touches =
                    |&other: &(Cell, Side)| other != edge && ends(other).iter().any(|end| ends(edge).contains(end));
                let near = edges.iter().copied().filter(touches).filter(|&other| is_open(maze, other)).count();
                if is_open(maze, edge) { near > 3 } else { near < 3 }
            };
            let wanting: Vec<_> = edges.iter().copied().filter(wants_to_change).collect();
            if wanting.is_empty() {
                break;
            }
            for edge in wanting.into_iter().filter(|_| rng.coin()) {
                if is_open(maze, edge) {
                    maze.unlink(edge.0, edge.1)
                } else {
                    maze.link(edge.0, edge.1)
                };
            }
        }
        let mut parts = Sets::new(grid.cells());
        for &edge in edges.iter().filter(|&&edge| is_open(maze, edge)) {
            parts.unite(ends(edge)[0], ends(edge)[1]);
        }
        let mut between: Vec<_> =
            edges.into_iter().filter(|&edge| parts.root(ends(edge)[0]) != parts.root(ends(edge)[1])).collect();
        rng.shuffle(&mut between);
        for edge in between {
            if parts.unite(ends(edge)[0], ends(edge)[1]) {
                maze.link(edge.0, edge.1);
            }
        }
    });
}

/// Eller without his rings: two cells of a row are in one set when a way leads from one to the other in the maze so far.
#[test]
fn eller_by_looking_for_ways() {
    let generator = Algorithm::Eller;
    for (columns, rows) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 5), (10, 8)] {
        for seed in 0..12 {
            let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
            eller_slowly(&mut maze, rng(seed).key());
            assert_eq!(make(&generator, columns, rows, seed), maze, "{columns} × {rows}, seed {seed}");
        }
    }
}

fn eller_slowly(maze: &mut Maze<Square>, key: Key) {
    let grid = *maze.grid();
    for row in 0..grid.rows() {
        let part = |number| key.of(number).of(u64::from(row));
        let coin = |part: Key, column: usize| part.word(column as u64 / 64) >> (column % 64) & 1 == 1;
        let cells: Vec<Cell> = grid.row_cells(row).collect();
        let last = row + 1 == grid.rows();
        for (column, pair) in cells.windows(2).enumerate() {
            if !connected(maze, pair[0], pair[1]) && (last || coin(part(0), column)) {
                maze.link(pair[0], Side::E);
            }
        }
        if last {
            return;
        }
        // The column that each set is carried down in for certain: the k-th of the set replaces the one before by 1 in k.
        let first = |cell: Cell| cells.iter().position(|&other| connected(maze, other, cell)).unwrap();
        let sets: Vec<usize> = cells.iter().map(|&cell| first(cell)).collect();
        let mut certain = vec![0; cells.len()];
        for (column, &set) in sets.iter().enumerate() {
            let so_far = sets[..=column].iter().filter(|&&other| other == set).count();
            if part(2).below(so_far as u64, column as u64) == 0 {
                certain[set] = column;
            }
        }
        for (column, &set) in sets.iter().enumerate() {
            if certain[set] == column || coin(part(1), column) {
                maze.link(cells[column], Side::S);
            }
        }
    }
}

/// A rectangle of cells: row, column, rows, columns.
type Room = (u32, u32, u32, u32);

/// Whether the maze inside `room` can come from recursive division: some straight wall across the longer side (a square
/// either way) has exactly one gap, and both halves are divided in the same way, until rooms are one cell wide.
fn is_divided(maze: &Maze<Square>, (row, column, rows, columns): Room, known: &mut Vec<(Room, bool)>) -> bool {
    let room = (row, column, rows, columns);
    if rows < 2 || columns < 2 {
        return true;
    }
    if let Some(&(_, answer)) = known.iter().find(|(other, _)| *other == room) {
        return answer;
    }
    let grid = *maze.grid();
    let gaps_south = |line: u32| {
        (column..column + columns).filter(|&c| maze.passages(grid.at(row + line - 1, c)).contains(Side::S)).count()
    };
    let gaps_east = |line: u32| {
        (row..row + rows).filter(|&r| maze.passages(grid.at(r, column + line - 1)).contains(Side::E)).count()
    };
    let mut answer = false;
    if rows >= columns {
        answer |= (1..rows).filter(|&line| gaps_south(line) == 1).any(|line| {
            is_divided(maze, (row, column, line, columns), known)
                && is_divided(maze, (row + line, column, rows - line, columns), known)
        });
    }
    if columns >= rows && !answer {
        answer |= (1..columns).filter(|&line| gaps_east(line) == 1).any(|line| {
            is_divided(maze, (row, column, rows, line), known)
                && is_divided(maze, (row, column + line, rows, columns - line), known)
        });
    }
    known.push((room, answer));
    answer
}

#[test]
fn division_leaves_one_gap_in_each_wall() {
    let divided = |generator: &Algorithm, (columns, rows), seed| {
        let maze = make(generator, columns, rows, seed);
        is_divided(&maze, (0, 0, rows, columns), &mut Vec::new())
    };
    for size in [(2, 2), (3, 7), (9, 4), (12, 12), (15, 10)] {
        for seed in 0..25 {
            assert!(divided(&Algorithm::Division, size, seed), "{size:?}, seed {seed}");
        }
    }
    // The check can fail: other mazes are hardly ever divided rooms.
    let others = (0..25).filter(|&seed| divided(&Algorithm::Wilson, (12, 12), seed)).count();
    assert_eq!(others, 0);
}
