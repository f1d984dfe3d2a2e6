//! Pictures as pixels: SVG drawn by another program (resvg), and PNG read by its own library.

use resvg::{tiny_skia, usvg};

/// A picture as pixels.
#[derive(PartialEq)]
pub struct Pixels {
    pub width: usize,
    pub rgba: Vec<[u8; 4]>,
}

impl Pixels {
    pub fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.rgba[y * self.width + x]
    }
}

pub fn draw_svg(svg: &[u8]) -> Pixels {
    let tree = usvg::Tree::from_data(svg, &usvg::Options::default()).unwrap();
    let (width, height) = (tree.size().width() as u32, tree.size().height() as u32);
    let mut pixmap = tiny_skia::Pixmap::new(width, height).unwrap();
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    let pixel = |pixel: &tiny_skia::PremultipliedColorU8| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    };
    Pixels { width: width as usize, rgba: pixmap.pixels().iter().map(pixel).collect() }
}

pub fn read_png(bytes: &[u8]) -> Pixels {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let (pixels, []) = data.as_chunks::<4>() else { panic!("four bytes a pixel") };
    Pixels { width: info.width as usize, rgba: pixels.to_vec() }
}
