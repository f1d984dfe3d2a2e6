//! Suggestions for names that are not parameters.

use dedale::about::parse_digits;

use crate::parameters::table::{Groups, Name};
use crate::problem::nearest;

/// Words of other programs and of earlier versions, and the parameters or paths to suggest instead. The words are in
/// lower case, without `_` and `-`.
const OTHER_WORDS: &[(&[&str], &[&str])] = &[
    (&["method", "generatoralgorithm"], &["algo"]),
    (&["type", "kind"], &["algo", "format"]),
    (&["columns", "cols", "ncols", "numcols"], &["w"]),
    (&["rows", "nrows", "numrows"], &["h"]),
    (&["size", "dimensions", "dims", "dimension", "gridsize", "mazesize"], &["w", "h"]),
    (&["circles", "radius"], &["rings"]),
    (&["levels", "storeys", "stories", "layers", "depth"], &["floors"]),
    (&["shape", "outline"], &["grid", "mask"]),
    (&["tiling", "tessellation", "topology", "cellshape"], &["grid"]),
    (&["torus", "toroidal", "wraparound", "periodic"], &["wrap"]),
    (&["bridges", "bridge", "tunnels", "tunnel", "crossings"], &["weave"]),
    (&["random", "rng", "randomseed", "rand", "attempt"], &["seed"]),
    (&["loops", "loop", "cycles", "braided", "braidness", "imperfect"], &["braid"]),
    (&["deadends", "deadend", "maxdeadends"], &["max_dead_end", "braid", "sparse"]),
    (&["treasures", "treasure", "keys", "key", "loot", "chests", "spawn"], &["items"]),
    (&["lockeddoors", "lock"], &["locks"]),
    (&["letters", "words", "solutionword", "message", "secret"], &["word"]),
    (&["numbers", "arithmetic", "math"], &["sum"]),
    (&["distractors"], &["decoys"]),
    (&["unsolvable", "reachable"], &["solvable"]),
    (&["corridors", "windiness", "twistiness", "straight"], &["straightness"]),
    (&["mirror", "symmetric"], &["symmetry"]),
    (&["labyrinth"], &["unicursal"]),
    (&["hidden", "picture", "hiddenpicture"], &["reveal"]),
    (&["roomcount", "numrooms"], &["rooms"]),
    (&["complexity", "hardness", "hard", "easy"], &["difficulty"]),
    (&["pathlength", "solutionlength"], &["length"]),
    (&["start", "entrance", "entry", "begin", "source", "startcell"], &["from"]),
    (&["goal", "exit", "finish", "target", "destination", "endcell"], &["to"]),
    (&["end"], &["to", "ends"]),
    (&["openings", "gates", "entrances", "door"], &["doors", "exits"]),
    (&["cost", "costs", "terrain"], &["weights"]),
    (&["obstacle", "density", "obstacledensity", "blocked", "blocks"], &["obstacles"]),
    (&["openwalls", "removewalls"], &["remove"]),
    (&["region", "crop", "viewport", "bbox"], &["window", "/map/window"]),
    (&["level"], &["floors", "zoom_level"]),
    (&["zoom"], &["zoom_level"]),
    (&["output", "out", "extension", "ext", "filetype", "fileformat", "as"], &["format"]),
    (&["cellsize", "cellwidth", "cellpx", "tilesize", "blocksize"], &["cell"]),
    (&["scale", "resolution", "imagewidth", "picturewidth", "px"], &["pixels"]),
    (&["linewidth", "wallwidth", "wallthickness", "thickness", "stroke", "strokewidth"], &["wall"]),
    (&["padding", "border", "borderwidth"], &["margin"]),
    (&["wallcolor", "linecolor", "foreground", "fg", "strokecolor", "bordercolor", "colour"], &["color"]),
    (&["bg", "bgcolor", "backgroundcolor", "backgroundcolour", "fill"], &["background"]),
    (&["solutioncolor", "pathcolour", "routecolor"], &["path_color"]),
    (&["pathfill", "fillpath"], &["path_style"]),
    (&["dark", "darkmode", "mode"], &["theme"]),
    (&["colormap", "cmap", "gradient"], &["palette"]),
    (&["heatmap", "colors", "colours"], &["heat"]),
    (&["framerate", "speed", "delay"], &["fps"]),
    (&["duration", "time"], &["seconds"]),
    (&["pathfinder", "pathfinding", "heuristic"], &["solver"]),
    (&["solve", "solved", "showsolution", "showpath", "drawsolution"], &["solver", "/solve"]),
    (&["fields", "details", "stats"], &["include"]),
    (&["points", "cells"], &["point"]),
    (&["moves", "route"], &["directions", "path"]),
    (&["number", "n", "amount", "num"], &["count"]),
    (&["skip", "first"], &["offset"]),
    (&["unique"], &["distinct"]),
    (&["bound", "bindingedge", "spine"], &["binding"]),
    (&["titlepage", "frontpage", "frontmatter"], &["cover"]),
    (&["pagesize", "papersize"], &["paper"]),
    (&["perpage", "mazesperpage"], &["per_page"]),
    (&["solutions", "answer"], &["answers"]),
    (&["language", "locale"], &["lang"]),
    (&["heading", "caption"], &["title"]),
    (&["pdf", "print", "worksheet"], &["/maze.pdf"]),
];

/// Suggests parameters, in quotes, and paths for an unknown name at a path that takes the parameters of `groups`. If
/// the value must be written differently, the suggestion says how.
pub fn suggestion(given: &str, value: &str, groups: Groups) -> Option<String> {
    let word: String =
        given.chars().filter(|sign| !['_', '-'].contains(sign)).map(|sign| sign.to_ascii_lowercase()).collect();
    let entry = OTHER_WORDS.iter().find(|(words, _)| words.contains(&&*word));
    let is_valid = |name: &&&str| name.starts_with('/') || Name::find(name, groups).is_some();
    let listed: Vec<&str> = entry.iter().flat_map(|(_, names)| *names).filter(is_valid).copied().collect();
    let known = || groups.parameters().flat_map(|known| known.aliases.iter().copied().chain([known.name]));
    let names =
        if listed.is_empty() { nearest(given, &known().collect::<Vec<_>>()).into_iter().collect() } else { listed };
    // A size needs both parameters.
    let separator = if names == ["w", "h"] { " and " } else { " or " };
    let quoted = |name: &&str| if name.starts_with('/') { (*name).to_owned() } else { format!("'{name}'") };
    let query = suggested_query(&word, value, &names).map_or_else(String::new, |query| format!(", as {query}"));
    let list = names.iter().map(quoted).collect::<Vec<_>>().join(separator);
    (!list.is_empty()).then(|| list + &query)
}

/// Translates the value of another word, if the suggested parameters take it in another form.
fn suggested_query(word: &str, value: &str, names: &[&str]) -> Option<String> {
    let number = |text: &str| parse_digits(text.trim()).filter(|&number| number <= 1_000_000);
    match names {
        ["w", "h"] => {
            let (w, h) = value.split_once(['x', 'X', '*', '×', ','])?;
            Some(format!("w={}&h={}", number(w)?, number(h)?))
        }
        ["items"] => Some(format!("items={}:{}", word.trim_end_matches('s'), number(value)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_word_is_listed_once_and_means_a_parameter_or_a_path() {
        let mut all = BTreeSet::new();
        for (words, names) in OTHER_WORDS {
            for word in *words {
                assert!(all.insert(*word), "{word} is listed twice");
                let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
                assert!(is_plain, "{word}: without signs and in lower case");
            }
            for name in *names {
                assert!(name.starts_with('/') || Name::find_anywhere(name).is_some(), "{name}");
            }
        }
    }
}
