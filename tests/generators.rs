//! Properties of every generator: perfect mazes at every size, fair ones where fairness is promised.

use dedale::generate::{ALGORITHMS, Algorithm, Bias, Generator, Member, Pick};
use dedale::grid::{Cell, Grid, Square};
use dedale::maze::Maze;
use dedale::rng::{Rng, Stream};

/// Every algorithm, with every value of its options.
fn generators() -> Vec<Generator> {
    let mut all = vec![
        Generator::Backtracker,
        Generator::Prim,
        Generator::TruePrim,
        Generator::Kruskal,
        Generator::GrowingTree { pick: Pick::default() },
        Generator::Wilson,
        Generator::AldousBroder,
        Generator::HuntAndKill,
        Generator::Sidewinder,
        Generator::Eller,
        Generator::Division,
    ];
    all.extend(Member::ALL.map(|member| Generator::GrowingTree { pick: Pick::only(member) }));
    all.extend(Bias::ALL.map(|bias| Generator::BinaryTree { bias }));
    all
}

fn make(generator: &Generator, columns: u32, rows: u32, seed: u64) -> Maze<Square> {
    let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
    generator.carve(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ()).unwrap();
    maze
}
#[test]
fn shares() {
    for g in generators() {
        let mut d = 0; 
        for seed in 0..20 { let m = make(&g, 100, 100, seed); d += m.cells().filter(|&c| m.is_dead_end(c)).count(); }
        println!("{g:?} {:.4}", d as f64 / 200000.0);
        for (w,h) in [(1,1),(1,9),(9,1),(2,2),(7,5)] { let m = make(&g, w, h, 3); assert_eq!(m.count_passages(), (w*h-1) as u64); }
    }
}
#[test]
fn big() {
    for g in generators() {
        let t = std::time::Instant::now();
        let m = make(&g, 2048, 2048, 7); 
        println!("{g:?} {:?} {}", t.elapsed(), m.count_passages());
    }
}
