//! The time to make a grid is proportional to its cells, and an observer can stop the work.

use dedale::generate::ALGORITHMS;
use dedale::grid::{Grid as _, GridKind, Mask, Mesh, MeshOptions};
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::{EndsRule, MakeError, MazeBuilder, MazeOptions};
use dedale::rng::{Rng, Stream};

/// Counts how often it is asked, and stops the work after so many times.
struct Asked {
    times: u64,
    most: u64,
}

impl Observer for Asked {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.times += 1;
        if self.times > self.most { Err(Stopped) } else { Ok(()) }
    }

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.go_on()
    }
}

impl Asked {
    fn to_the_end() -> Asked {
        Asked { times: 0, most: u64::MAX }
    }
}

/// A column at the left, from which rows lead to the right whose every second cell has a cell above it and one below. Where such a cell is
/// crossed, these two are cut off.
fn combs(side: u32) -> MeshOptions {
    let is_in = |row: u32, column: u32| column == 0 || row % 4 == 1 || row % 4 != 3 && column.is_multiple_of(2);
    let mask = Mask::from_bits((0..side * side).map(|bit| is_in(bit / side, bit % side)).collect());
    MeshOptions { columns: side, rows: side, mask: Some(mask), ..MeshOptions::new(GridKind::Square) }
}

#[test]
fn crossings_that_cut_cells_off_are_filled_in_all_at_once() {
    let asked = |side: u32| {
        let mesh = Mesh::new(&combs(side)).unwrap();
        let mut asked = Asked::to_the_end();
        let woven = mesh.clone().woven(&mut Rng::new(7, Stream::Weave), |most| most, &mut asked).unwrap();
        // Nearly all are filled in, and the cells are connected: a maze of all of them can be made.
        assert!(woven.crossings().len() as u32 <= mesh.cells() / 100, "{}", woven.crossings().len());
        assert_eq!(woven.cells(), mesh.cells());
        asked.times
    };
    let times = [64, 128, 256, 512].map(asked);
    assert!(times.windows(2).all(|pair| pair[1] <= 4 * pair[0] + 8), "{times:?}");
}

#[test]
fn crossings_are_filled_in_one_after_the_other_as_long_as_one_joins_two_parts() {
    for (side, seed) in (8..30).zip(0..) {
        let mut rng = Rng::new(seed, Stream::Generate);
        let bits = (0..side * side).map(|_| rng.below(5) > 0).collect();
        let mask = Some(Mask::from_bits(bits));
        let options =
            MeshOptions { columns: side, rows: side, mask, largest_part: true, ..MeshOptions::new(GridKind::Square) };
        let plain = Mesh::new(&options).unwrap();
        let most = |mesh: &Mesh| mesh.clone().woven(&mut Rng::new(seed, Stream::Weave), |most| most, &mut ()).unwrap();
        let woven = most(&plain);
        // The crossings that are left are possible, and the grid is connected.
        assert_eq!(plain.clone().woven_at(woven.crossings()).unwrap().crossings(), woven.crossings());
    }
}

#[test]
fn a_grid_is_woven_once() {
    let squares = Mesh::new(&MeshOptions { columns: 12, rows: 12, ..MeshOptions::new(GridKind::Square) }).unwrap();
    let woven = |mesh: Mesh, seed| mesh.woven(&mut Rng::new(seed, Stream::Weave), |most| most, &mut ()).unwrap();
    let once = woven(squares, 7);
    assert_eq!(woven(once.clone(), 8).crossings(), once.crossings());
}

#[test]
fn whoever_waits_for_a_grid_is_asked_every_few_thousand_cells() {
    for &kind in GridKind::ALL {
        for mask in [None, Some("circle".parse().unwrap())] {
            let size = MeshOptions {
                columns: 400,
                rows: 400,
                rings: 200,
                largest_part: mask.is_some(),
                mask,
                ..MeshOptions::new(kind)
            };
            let mut asked = Asked::to_the_end();
            let Ok(mesh) = Mesh::make(&size, false, &mut asked).unwrap() else { continue };
            assert!(asked.times >= u64::from(mesh.cells()) / 5000, "{kind}: {}", asked.times);
            for most in [0, 1, asked.times / 2, asked.times - 1] {
                assert_eq!(Mesh::make(&size, false, &mut Asked { times: 0, most }).unwrap_err(), Stopped, "{kind}");
            }
        }
    }
    // And by all that makes one.
    let options = MazeBuilder::default().size(300, 300).weave(1.0).options().unwrap();
    let mut asked = Asked::to_the_end();
    let _ = options.build_grid(&mut asked).unwrap();
    for most in 0..asked.times {
        assert_eq!(options.build_grid(&mut Asked { times: 0, most }).unwrap_err(), MakeError::Stopped(Stopped));
        assert_eq!(options.make(&mut Asked { times: 0, most }).unwrap_err(), MakeError::Stopped(Stopped));
    }
}

#[test]
fn the_largest_sizes_have_an_estimate() {
    let edits = [
        "",
        "&braid=1",
        "&max_walls=0.5",
        "&remove=0,0,E",
        "&rooms=100&room_size=20",
        "&sparse=0.5",
        "&weave=1",
        "&straightness=1",
        "&symmetry=mirror-x",
        "&symmetry=mirror-y",
        "&unicursal=true",
        "&reveal=heart",
        "&wrap=xy",
        "&wrap=x&braid=1",
        "&doors=true",
    ];
    let most = u32::MAX;
    for info in ALGORITHMS {
        for (edit, size) in edits.iter().flat_map(|edit| {
            [[most, most], [most - 1, most - 1], [1, most], [most, 1], [2, most - 1], [most - 1, 2]]
                .map(|size| (edit, size))
        }) {
            for ends in EndsRule::NAMES {
                let [w, h] = size;
                let query = format!("algo={}&w={w}&h={h}{edit}&ends={ends}", info.name);
                if let Ok(options) = query.parse::<MazeOptions>() {
                    assert!(options.expected_steps() >= u64::from(w) / 2, "{query}");
                    assert!(options.expected_bytes() >= u64::from(w), "{query}");
                }
            }
        }
    }
}

/// The grid is the same for all attempts at a maze, unless there are tunnels in it.
#[test]
fn a_grid_is_made_once_for_all_attempts() {
    /// Counts the calls of `go_on`, and no steps.
    struct CountAsked(u64);

    impl Observer for CountAsked {
        type Stop = Stopped;

        fn go_on(&mut self) -> Result<(), Stopped> {
            self.0 += 1;
            Ok(())
        }

        fn see(&mut self, _: Step) -> Result<(), Stopped> {
            Ok(())
        }
    }

    let options: MazeOptions = "w=80&h=80&mask=circle&difficulty=0..0".parse().unwrap();
    let mut laying = CountAsked(0);
    let mesh = options.build_grid(&mut laying).unwrap();
    let mut making = CountAsked(0);
    options.make_on(mesh, &mut making).unwrap();
    let asked = |attempts: u32| {
        let mut all = CountAsked(0);
        let found = options.find(attempts, &mut all);
        assert!(matches!(found, Err(MakeError::NotFound(_))), "a corridor alone has no difficulty");
        all.0
    };
    let each = (asked(12) - asked(2)) / 10;
    assert!(laying.0 > 0 && each >= making.0 && each < making.0 + laying.0, "{} {} {each}", laying.0, making.0);
}
