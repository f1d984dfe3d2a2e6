//! The steps of building and solving, as they are shown.

use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::maze::Maze;
use dedale::observe::Step;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::picture::film::{CellMark, FILM_BYTES, Playback};
use dedale::picture::{Film, Picture, Shown, Trail};
use dedale::solve::SOLVERS;

/// The picture of a query with the film of how it was built.
fn built(query: &str) -> Picture {
    let mut film = Film::default();
    let options: MazeOptions = query.parse().unwrap();
    let made = options.make(&mut film.recorder(&mut ())).unwrap();
    Picture { film: Some(film), ..made }
}

/// All steps of a building lead to the maze.
fn assert_builds(picture: &Picture, what: &str) {
    let film = picture.film.as_ref().unwrap();
    let mut playback = Playback::new(picture, Shown::Building);
    assert_eq!(playback.now().maze, Maze::closed(picture.maze.grid().clone()), "{what}");
    // In pieces, as pictures are.
    for part in 1..4 {
        playback.advance_to(picture, film.steps.len() * part / 4);
    }
    playback.advance_to(picture, film.steps.len());
    assert!(playback.now().maze == picture.maze, "{what}");
    assert!(!playback.marks.contains(&Some(CellMark::Closed)), "{what}: a cell was not reached");
}

#[test]
fn every_building_ends_with_the_maze() {
    for info in ALGORITHMS {
        for edits in ["", "&braid=0.5&doors=true", "&max_walls=0.4", "&remove=1,1,S&ends=farthest&doors=true"] {
            let query = format!("algo={}&w=7&h=5&seed=3{edits}", info.name);
            assert_builds(&built(&query), &query);
        }
        let on_hexagons = MazeBuilder::default().algorithm(info.algorithm).grid(GridKind::Hex).size(6, 5);
        if let Ok(options) = on_hexagons.options() {
            let mut film = Film::default();
            let made = options.make(&mut film.recorder(&mut ())).unwrap();
            assert_builds(&Picture { film: Some(film), ..made }, info.name);
        }
    }
}

#[test]
fn every_search_ends_with_the_path() {
    for info in SOLVERS {
        let mut picture = built("w=9&h=7&seed=3&braid=0.3");
        let mut film = Film::default();
        let found = info.solver.solve_observed(&picture.maze, picture.from, picture.to, &mut film.recorder(&mut ()));
        let Ok(found) = found;
        picture.film = Some(film);
        let steps = picture.film.as_ref().map_or(0, |film| film.steps.len());
        let mut playback = Playback::new(&picture, Shown::Solving);
        playback.advance_to(&picture, steps);
        let last = playback.now();
        assert!(last.maze == picture.maze, "{}", info.name);
        assert_eq!(last.path, found.path().map(|path| Trail::new(&picture.maze, path)), "{}", info.name);
        assert_eq!(playback.head, Some(picture.to), "{}", info.name);
    }
}

#[test]
fn the_estimate_of_memory_is_that_of_a_growing_list() {
    let film = built("algo=aldous-broder&w=20&h=20&seed=1").film.unwrap();
    let (steps, room) = (film.steps.len() as u64, film.steps.capacity() as u64);
    assert!(room * size_of::<Step>() as u64 <= steps * FILM_BYTES, "{room} of {steps}");
}
