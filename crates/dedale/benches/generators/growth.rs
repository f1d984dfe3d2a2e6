//! How each algorithm grows with the size: a table, and a plot as SVG.
//!
//! Written as text, since all there is to it is a frame and a line for each algorithm: a library for plots would bring more than
//! this file saves.

/// The sides of the mazes.
pub const SIDES: [u32; 8] = [30, 60, 100, 250, 500, 1000, 2000, 4000];

/// A line of the plot: a name, and nanoseconds for each cell at each of [`SIDES`].
pub type Line = (&'static str, [f64; SIDES.len()]);

/// Where the plot lies in the picture: left, top, right and bottom.
const FRAME: [f64; 4] = [60.0, 40.0, 760.0, 500.0];

/// The least and the most of nanoseconds for a cell that the plot has room for.
const RANGE: [f64; 2] = [0.1, 2000.0];

/// One hue for each line, those next to each other far apart; light enough for a dark ground, dark enough for a light one. The lines
/// after the last hue have the same ones again, and are dashed.
const HUES: [u32; 13] = [210, 20, 130, 280, 45, 170, 330, 95, 240, 0, 190, 300, 150];

pub fn table(lines: &[Line]) -> String {
    let row = |name: &str, cells: [String; SIDES.len()]| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>6} |")).collect();
        format!("| {name:<20} |{cells}\n")
    };
    let head = row("ns a cell", SIDES.map(|side| format!("{side}²")));
    let rule = format!("|{}|{}\n", "-".repeat(22), "-------:|".repeat(SIDES.len()));
    let rows = lines.iter().map(|(name, figures)| row(name, figures.map(|figure| format!("{figure:.1}"))));
    [head, rule].into_iter().chain(rows).collect()
}

/// Both axes are logarithmic. `caches` are the sides at which a byte for each cell fills a cache, with the name of it.
pub fn plot(lines: &[Line], caches: &[(f64, &str)]) -> String {
    let [left, top, right, bottom] = FRAME;
    let share = |value: f64, least: f64, most: f64| (value / least).ln() / (most / least).ln();
    let x = |side: f64| left + share(side, f64::from(SIDES[0]), f64::from(SIDES[SIDES.len() - 1])) * (right - left);
    let y = |ns: f64| bottom - share(ns, RANGE[0], RANGE[1]) * (bottom - top);
    let mut svg = String::from(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 550" font-family="sans-serif" font-size="13">
<title>Nanoseconds for each cell, by the size of the maze</title>
<style>
  .ground { fill: #fff } .text { fill: #222 } .grid { stroke: #ddd } .cache { stroke: #888; stroke-dasharray: 2 4 }
  .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } .text { fill: #ddd } .grid { stroke: #30363d }
  }
</style>
<rect class="ground" width="960" height="550"/>
"#,
    );
    let mut add = |element: String| {
        svg += &element;
        svg.push('\n');
    };
    for side in SIDES {
        let x = x(f64::from(side));
        add(format!(r#"<path class="grid" d="M{x:.1} {top}V{bottom}"/>"#));
        add(format!(r#"<text class="text" x="{x:.1}" y="{}" text-anchor="middle">{side}²</text>"#, bottom + 20.0));
    }
    for ns in [0.1, 1.0, 10.0, 100.0, 1000.0] {
        let y = y(ns);
        add(format!(r#"<path class="grid" d="M{left} {y:.1}H{right}"/>"#));
        add(format!(r#"<text class="text" x="{}" y="{:.1}" text-anchor="end">{ns}</text>"#, left - 8.0, y + 4.0));
    }
    for &(side, name) in caches {
        let x = x(side);
        add(format!(r#"<path class="cache" d="M{x:.1} {top}V{bottom}"/>"#));
        add(format!(r#"<text class="text" x="{x:.1}" y="{}" text-anchor="middle">{name}</text>"#, top - 8.0));
    }
    add(format!(r#"<text class="text" x="{left}" y="20">ns a cell</text>"#));
    add(format!(r#"<text class="text" x="{right}" y="{}" text-anchor="end">cells</text>"#, bottom + 40.0));
    // The names are placed at the ends of their lines, and moved apart if they would overlap.
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| lines[b].1[SIDES.len() - 1].total_cmp(&lines[a].1[SIDES.len() - 1]));
    let mut lowest = top - 16.0;
    for k in order {
        let (name, figures) = &lines[k];
        let points: String =
            SIDES.iter().zip(figures).map(|(&side, &ns)| format!("{:.1},{:.1} ", x(f64::from(side)), y(ns))).collect();
        let end = y(figures[SIDES.len() - 1]);
        lowest = end.max(lowest + 16.0);
        let color = format!("hsl({}, 70%, 47%)", HUES[k % HUES.len()]);
        let dashes = if k < HUES.len() { "" } else { r#" stroke-dasharray="7 3""# };
        add(format!(r#"<polyline class="line" stroke="{color}"{dashes} points="{}"/>"#, points.trim_end()));
        add(format!(r#"<path fill="none" stroke="{color}"{dashes} d="M{right} {end:.1}l18 {:.1}"/>"#, lowest - end));
        add(format!(r#"<text fill="{color}" x="{}" y="{:.1}">{name}</text>"#, right + 22.0, lowest + 4.0));
    }
    svg + "</svg>\n"
}
