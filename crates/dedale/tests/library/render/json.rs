//! JSON: a small maze in every encoding, with everything that is known of it and with nothing.

use dedale::format::Format;
use dedale::picture::OptionList;
use dedale::text::Encoding;
use serde_json::{Value, json};

use super::{comb, text};

#[test]
fn json_is_of_this_form() {
    let mut picture = comb();
    picture.head.algo = Some("prim");
    picture.head.seed = Some(7);
    picture.head.generator = Some(1);
    picture.head.options = Some(OptionList::default());
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
    options.push("braid", 0.5);
    options.push("pick", "newest:50,random:50");
    options.push("remove", vec!["0,0,N".to_owned()]);
    options.push("doors", true);
    picture.head.options = Some(options);
    picture.head.seed = Some((1 << 53) - 1);
    let value: Value = serde_json::from_str(&text(&picture, bits)).unwrap();
    let options = json!({"braid": 0.5, "pick": "newest:50,random:50", "remove": ["0,0,N"], "doors": true});
    assert_eq!(value["options"], options);
    assert_eq!(value["seed"], 9_007_199_254_740_991_u64);
}
