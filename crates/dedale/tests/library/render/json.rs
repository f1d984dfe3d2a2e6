//! JSON: a small maze in every encoding, with everything that is known of it and with nothing.

use std::collections::BTreeMap;

use dedale::MazeBuilder;
use dedale::formats::{Encoding, Format, Section, SolutionDocument, SolutionHead};
use dedale::grid::Cell;
use dedale::picture::OptionList;
use dedale::solve::costs;
use serde_json::{Value, json};

use super::{comb, text};

#[test]
fn json_is_of_this_form() {
    let mut picture = comb();
    picture.metadata.algo = Some("prim");
    picture.metadata.seed = Some(7);
    picture.metadata.generator = Some(1);
    picture.metadata.options = Some(OptionList::default());
    let head = r#"{"algo":"prim","w":3,"h":2,"seed":7,"generator":1,"options":{},"from":[0,0],"to":[1,2]"#;
    let tails = [
        r#","encoding":"walls","cells":[["NW","N","NE"],["ESW","ESW","ESW"]]}"#,
        r#","encoding":"passages","cells":[["ES","ESW","SW"],["N","N","N"]]}"#,
        r#","encoding":"bits","cells":[[9,1,3],[14,14,14]]}"#,
        concat!(
            r#","encoding":"named","cells":[[{"N":true,"E":false,"S":false,"W":true},"#,
            r#"{"N":true,"E":false,"S":false,"W":false},{"N":true,"E":true,"S":false,"W":false}],"#,
            r#"[{"N":false,"E":true,"S":true,"W":true},{"N":false,"E":true,"S":true,"W":true},"#,
            r#"{"N":false,"E":true,"S":true,"W":true}]]}"#
        ),
        concat!(
            r#","encoding":"blocks","cells":[[1,1,1,1,1,1,1],[1,0,0,0,0,0,1],[1,0,1,0,1,0,1],"#,
            r#"[1,0,1,0,1,0,1],[1,1,1,1,1,1,1]]}"#
        ),
    ];
    for (encoding, tail) in Encoding::ALL.iter().copied().zip(tails) {
        assert_eq!(text(&picture, Format::Json(encoding)), format!("{head}{tail}\n"));
    }
}

#[test]
fn json_leaves_out_what_is_not_known() {
    let mut picture = comb();
    let tail = r#""encoding":"bits","cells":[[9,1,3],[14,14,14]]}"#;
    let bits = Format::Json(Encoding::Bits);
    assert_eq!(text(&picture, bits), format!(r#"{{"w":3,"h":2,"from":[0,0],"to":[1,2],{tail}{}"#, '\n'));
    let mut options = OptionList::default();
    options.0.push(("braid", 0.5.into()));
    options.0.push(("pick", "newest:50,random:50".into()));
    options.0.push(("remove", vec!["0,0,N".to_owned()].into()));
    options.0.push(("doors", true.into()));
    picture.metadata.options = Some(options);
    picture.metadata.seed = Some((1 << 53) - 1);
    let value: Value = serde_json::from_str(&text(&picture, bits)).unwrap();
    let options = json!({"braid": 0.5, "pick": "newest:50,random:50", "remove": ["0,0,N"], "doors": true});
    assert_eq!(value["options"], options);
    assert_eq!(value["seed"], 9_007_199_254_740_991_u64);
}

/// The bytes of the matrix of all cells are those of the matrix that has them all: with loops and without, in parts, with weights, and where
/// numbers have five digits.
#[test]
fn a_matrix_of_all_cells_is_one_of_every_cell() {
    let squares = |columns, rows, braid| {
        let options = MazeBuilder::default().size(columns, rows).seed(7).braid(braid).options().unwrap();
        (options.make(&mut ()).unwrap().maze, options.metadata())
    };
    let mut parts = squares(7, 5, 0.0);
    parts.0.unlink(Cell(17), parts.0.passages(Cell(17)).into_iter().next().unwrap());
    let mut weighed = squares(30, 1, 0.0);
    weighed.0.set_weights([1000; 30].into()).unwrap();
    for (maze, metadata) in [squares(7, 5, 0.2), squares(7, 5, 0.0), parts, weighed] {
        let cells: Vec<Cell> = maze.cells().collect();
        let row = |&cell: &Cell| {
            let Ok(found) = costs(&maze, cell, &mut ());
            cells.iter().map(|&other| found.to(other)).collect()
        };
        let matrix = Section::Matrix(cells.clone(), cells.iter().map(row).collect());
        let [expected, written] = [matrix, Section::WholeMatrix].map(|section| {
            let head = SolutionHead {
                maze: metadata.clone(),
                solver: "bfs",
                options: BTreeMap::new(),
                reachable: true,
                length: None,
                cost: None,
                visited: 1,
                gave_up: None,
            };
            let document = SolutionDocument { maze: maze.clone(), head, sections: vec![section] };
            let mut text = Vec::new();
            document.pieces().for_each(|piece| text.extend(piece));
            String::from_utf8(text).unwrap()
        });
        assert_eq!(written, expected);
    }
}
