//! Tiles in the libraries that they are for: Leaflet and OpenLayers, as they come from npm.

use serde_json::{Value, json};

use crate::service;
use crate::tab::Tab;

tests![leaflet_shows_every_corner, openlayers_shows_every_corner];

/// A maze up to which the arithmetic of both libraries is exact.
const SIDE: u64 = 1 << 46;
const DEEPEST: u64 = 42;

/// How many blocks are compared in each direction.
const BLOCKS: u64 = 24;

/// Each library has `show(row, col, zoom)`, which shows a cell in the middle and waits for all tiles; and `picture()`, which
/// returns what is seen as a canvas, whose middle is that of the map.
const LEAFLET: &str = "
    const crs = L.extend({}, L.CRS.Simple, { transformation: new L.Transformation(1, 0, 1, 0) });
    const map = L.map(box, { crs, minZoom: 0, maxZoom: deepest, fadeAnimation: false, zoomAnimation: false, attributionControl: false });
    const layer = L.tileLayer(tiles, { minZoom: 0, maxZoom: deepest, noWrap: true, bounds: [[0, 0], [256, 256]] });
    const show = async (row, col, zoom) => {
        const loaded = new Promise((resolve) => layer.once('load', resolve));
        map.setView([row / unit, col / unit], zoom, { animate: false });
        if (!map.hasLayer(layer)) layer.addTo(map);
        await loaded;
    };
    const picture = () => {
        const canvas = new OffscreenCanvas(640, 640), ctx = canvas.getContext('2d'), { left, top } = box.getBoundingClientRect();
        for (const tile of box.querySelectorAll('img.leaflet-tile')) {
            const place = tile.getBoundingClientRect();
            ctx.drawImage(tile, place.left - left, place.top - top);
        }
        return canvas;
    };";

const OPENLAYERS: &str = "
    const extent = [0, -(256 * unit), 256 * unit, 0];
    const resolutions = Array.from({ length: deepest + 1 }, (_, zoom) => unit * 2 ** -zoom);
    const tileGrid = new ol.tilegrid.TileGrid({ origin: [0, 0], extent, resolutions, tileSize: 256 });
    const projection = new ol.proj.Projection({ code: 'cells', units: 'pixels', extent });
    const source = new ol.source.XYZ({ url: tiles, projection, tileGrid, wrapX: false, transition: 0 });
    const view = new ol.View({ projection, resolutions, maxZoom: deepest, extent, constrainOnlyCenter: true, center: [0, 0], zoom: 0 });
    const map = new ol.Map({ target: box, controls: [], layers: [new ol.layer.Tile({ source })], view, pixelRatio: 1 });
    const show = async (row, col, zoom) => {
        view.setCenter([col, -row]);
        view.setResolution(resolutions[zoom]);
        await new Promise((resolve) => { map.once('rendercomplete', resolve); map.render(); });
    };
    const picture = () => box.querySelector('canvas');";

/// Compares what is seen with the maze of the service. Neighboring tiles meet at lines that are two pixels wide at most.
const COMPARE: &str = "
    const found = [];
    for (const [row, col, zoom, first, cells] of places) {
        await show(row, col, zoom);
        const copy = new OffscreenCanvas(640, 640).getContext('2d', { willReadFrequently: true });
        copy.fillStyle = 'white';
        copy.fillRect(0, 0, 640, 640);
        copy.drawImage(picture(), 0, 0);
        const { data } = copy.getImageData(0, 0, 640, 640);
        const isDark = (x, y) => data[(y * 640 + x) * 4] < 128;
        const block = 2 ** (deepest - zoom);
        const x = (c) => Math.round(320 + (c - col / block) * 16), y = (r) => Math.round(320 + (r - row / block) * 16);
        const across = (r, c) => [-1, 0].some((off) => isDark(x(c) + 8, y(r) + off));
        const down = (r, c) => [-1, 0].some((off) => isDark(x(c) + off, y(r) + 8));
        const inside = (r, c) => x(c) >= 1 && y(r) >= 1 && x(c + 1) < 639 && y(r + 1) < 639;
        let others = 0, same = 0;
        cells.forEach((line, i) => line.forEach((bits, j) => {
            const r = first[0] + i, c = first[1] + j;
            if (!inside(r, c)) return;
            const seen = across(r, c) + 2 * down(r, c + 1) + 4 * across(r + 1, c) + 8 * down(r, c);
            if (seen === bits) same += 1;
            else others += 1;
        }));
        found.push([zoom, row, col, same, others]);
    }
    return found;";

/// Shows the whole, both far corners and a place in the middle with one library, and compares them.
fn compare(tab: &mut Tab, library: &str, uses: &str) {
    let server = &tab.programs.server_url;
    let query = format!("w={SIDE}&h={SIDE}&seed=7");
    // Corners, and a place at which the level changes.
    let near = |at: u64, zoom: u64| {
        let (block, blocks) = (1 << (DEEPEST - zoom), 16 << zoom);
        let first = (at / block).saturating_sub(BLOCKS / 2).min(blocks - BLOCKS.min(blocks));
        (first, BLOCKS.min(blocks))
    };
    let mut places: Vec<Value> = Vec::new();
    for (row, col) in [(0, 0), (SIDE, SIDE), (SIDE, 0), (SIDE / 2, SIDE / 4 * 3)] {
        for zoom in [DEEPEST, DEEPEST - 1, 20, 1, 0] {
            let ((top, rows), (left, cols)) = (near(row, zoom), near(col, zoom));
            let level = DEEPEST - zoom;
            let url = format!(
                "{server}/map/window.json?{query}&zoom_level={level}&window={top},{left},{rows},{cols}&encoding=bits"
            );
            let cells = service::json(&url)["cells"].clone();
            places.push(json!([row, col, zoom, [top, left], cells]));
        }
    }
    // An empty map, whose policy lets it show pictures. Scripts of the driver are not subject to the policy.
    tab.expect("the server responded with a status of 400");
    tab.load("/map?w=0&h=0");
    tab.state("error");
    let source = tab.programs.package(library);
    tab.run(&format!("{source}\nif (typeof ol !== 'undefined') globalThis.ol = ol;"), vec![]);
    let found = tab.run(
        &format!(
            "const [tiles, deepest, places] = arguments;
             const unit = 2 ** 46 / 256;
             const sheet = new CSSStyleSheet();
             sheet.replaceSync('#box {{ position: relative; width: 640px; height: 640px; overflow: hidden; }} \
                 .leaflet-pane, .leaflet-tile, .leaflet-tile-container {{ position: absolute; left: 0; top: 0; }}');
             document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
             const box = Object.assign(document.createElement('div'), {{ id: 'box' }});
             document.body.replaceChildren(box);
             {uses} {COMPARE}"
        ),
        vec![json!(format!("{server}/map/tiles/{{z}}/{{x}}/{{y}}.png?{query}")), json!(DEEPEST), json!(places)],
    );
    let found: Vec<[u64; 5]> = serde_json::from_value(found).unwrap();
    assert_eq!(found.len(), places.len());
    for [zoom, row, col, same, others] in found {
        assert!(
            others == 0 && same > 100,
            "zoom {zoom}, cell {row}, {col}: {same} blocks are right, and {others} wrong"
        );
    }
}

fn leaflet_shows_every_corner(tab: &mut Tab) {
    compare(tab, "leaflet/dist/leaflet.js", LEAFLET);
}

fn openlayers_shows_every_corner(tab: &mut Tab) {
    compare(tab, "ol/dist/ol.js", OPENLAYERS);
}
