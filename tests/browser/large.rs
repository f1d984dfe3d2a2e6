//! A large maze is looked at from near and from far.

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};

use crate::picture::{pixels, pixels_at_rest};
use crate::tab::{Look, Tab};

tests![
    a_quarter_of_a_million_cells_are_zoomed_and_panned,
    moving_over_a_large_maze_paints_no_more_than_over_a_small_one,
    fingers_zoom_and_pan
];

/// Counts what is painted on the canvas, rectangle by rectangle.
const COUNT: &str = "
    window.painted = 0;
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (...place) {
        window.painted += 1;
        return fillRect.apply(this, place);
    };";

/// Turns the wheel all the way in and out again. While it turns, what waits for rest has to wait. Returns the most that is painted
/// between two frames.
const TURN: &str = "
    const canvas = document.getElementById('maze'), place = canvas.getBoundingClientRect();
    const { setTimeout } = window;
    window.setTimeout = () => 0;
    let most = 0;
    for (let turn = 0; turn < 40; turn++) {
        window.painted = 0;
        canvas.dispatchEvent(new WheelEvent('wheel', {
            deltaY: turn < 20 ? -240 : 240, bubbles: true, cancelable: true,
            clientX: place.left + place.width / 2, clientY: place.top + place.height / 2,
        }));
        await new Promise(requestAnimationFrame);
        most = Math.max(most, window.painted);
    }
    window.setTimeout = setTimeout;
    return most;";

/// Reads the canvas.
const READ: &str = "
    const canvas = document.getElementById('maze');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const now = copy.getImageData(0, 0, canvas.width, canvas.height).data;";

fn a_quarter_of_a_million_cells_are_zoomed_and_panned(tab: &mut Tab) {
    tab.go("/?algo=kruskal&w=500&h=500&seed=7");
    tab.state("ready");
    let whole = pixels_at_rest(tab, "#maze");
    tab.run(&format!("{READ} window.kept = now"), vec![]);
    let mut seen = vec![whole.clone()];
    let mut is_new = |tab: &Tab, what: &str| {
        let picture = pixels(tab, "#maze");
        assert!(!seen.contains(&picture), "{what} changes nothing");
        seen.push(picture);
    };
    for _ in 0..6 {
        tab.click("#zoom-in");
        is_new(tab, "zooming in");
    }
    let [left, top, width, height] = tab.place("#maze");
    let (x, y) = (left + width / 2.0, top + height / 2.0);
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveBy { duration: None, x: -80.0, y: -50.0 })
        .then(PointerAction::MoveBy { duration: None, x: -80.0, y: -50.0 })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    tab.act(mouse);
    is_new(tab, "dragging");
    tab.wheel(x, y, -240.0);
    is_new(tab, "the wheel");
    tab.run("document.getElementById('maze').focus()", Vec::new());
    tab.press(&[char::from(fantoccini::key::Key::Left)]);
    is_new(tab, "an arrow key");
    tab.click("#zoom-out");
    is_new(tab, "zooming out");
    tab.click("#zoom-fit");
    pixels_at_rest(tab, "#maze");
    // Round marks may come out a shade lighter or darker than before.
    let others = tab.run(
        &format!("{READ} return now.reduce((sum, value, i) => sum + (Math.abs(value - kept[i]) > 16), 0)"),
        vec![],
    );
    assert_eq!(others, 0, "all of it is not what it was");
}

/// However large the maze is, what is painted for a frame of a movement is what a small one needs.
fn moving_over_a_large_maze_paints_no_more_than_over_a_small_one(tab: &mut Tab) {
    tab.go("/?algo=kruskal&w=500&h=500&seed=7");
    tab.state("ready");
    pixels_at_rest(tab, "#maze");
    tab.run(COUNT, vec![]);
    let most = tab.run(TURN, vec![]).as_u64().unwrap();
    // Cells that are painted one by one, 15,000 of them at most, have two walls each, which share rectangles.
    assert!(0 < most && most < 20_000, "{most} rectangles in a frame");
    tab.run("window.painted = 0", vec![]);
    tab.click("#zoom-fit");
    tab.until("all of it is painted", "window.painted > 60_000");
}

fn fingers_zoom_and_pan(tab: &mut Tab) {
    tab.look(Look::PHONE);
    tab.go("/?algo=kruskal&w=100&h=100&seed=7");
    tab.state("ready");
    tab.run("document.getElementById('maze').scrollIntoView({ block: 'center' })", Vec::new());
    let whole = pixels_at_rest(tab, "#maze");
    let [left, top, width, height] = tab.place("#maze");
    let [x, y] = [left + width / 2.0, top + height / 2.0];
    tab.pinch([x, y], 40.0, 120.0);
    let near = pixels_at_rest(tab, "#maze");
    assert_ne!(near, whole, "two fingers do not zoom");
    tab.swipe([x, y], [x - 60.0, y - 40.0]);
    assert_ne!(pixels(tab, "#maze"), near, "a finger does not pan");
}
