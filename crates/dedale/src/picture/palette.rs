//! Color maps: colors for numbers, in which equal differences of the number look equal.

use crate::about::named;

/// Red, green and blue, each 0 … 255.
pub(crate) type Rgb = [u8; 3];

named! {
    /// The colors of a heat map, from the nearest to the farthest.
    ///
    /// The lightness of each grows evenly, so it can be read in gray and by people who see fewer colors: *viridis*, *magma*,
    /// *plasma* and *inferno* by S. van der Walt and N. Smith, "A better default colormap for Matplotlib", *SciPy* (2015); *cividis*
    /// by J. R. Nuñez, C. R. Anderton and R. S. Renslow, "Optimizing colormaps with consideration for color vision deficiency",
    /// *PLoS ONE* 13 (2018).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Palette {
        /// Violet, teal, green, yellow.
        #[default]
        Viridis = "viridis",
        /// Black, violet, rose, cream.
        Magma = "magma",
        /// Blue, violet, orange, yellow.
        Plasma = "plasma",
        /// Black, violet, orange, cream.
        Inferno = "inferno",
        /// Blue, gray, yellow: looks the same to people who see no difference between red and green.
        Cividis = "cividis",
    }
}

impl Palette {
    /// Returns the color of step `k` of `count` equal steps.
    pub(crate) fn color(self, k: u32, count: u32) -> Rgb {
        static SHADES: [[Rgb; 256]; 5] =
            [shades(&VIRIDIS), shades(&MAGMA), shades(&PLASMA), shades(&INFERNO), shades(&CIVIDIS)];
        // The darkest sixth is left out, since walls must be visible on it.
        const DARKEST: u32 = 42;
        let step = DARKEST + k * (255 - DARKEST) / (count - 1).max(1);
        SHADES[self as usize][step.min(255) as usize]
    }
}

/// Interpolates equidistant stops in 256 equal steps.
pub(crate) const fn shades<const N: usize>(stops: &[Rgb; N]) -> [Rgb; 256] {
    let mut shades = [[0; 3]; 256];
    let mut step = 0;
    while step < 256 {
        // In units of 1/255 of the way between two stops.
        let along = step * (N - 1);
        let (stop, part) = (along / 255, along % 255);
        let next = if part == 0 { stop } else { stop + 1 };
        let mut channel = 0;
        while channel < 3 {
            let mix = stops[stop][channel] as usize * (255 - part) + stops[next][channel] as usize * part;
            shades[step][channel] = ((mix + 127) / 255) as u8;
            channel += 1;
        }
        step += 1;
    }
    shades
}

const VIRIDIS: [Rgb; 17] = [
    [68, 1, 84],
    [72, 24, 106],
    [71, 45, 123],
    [66, 64, 134],
    [59, 82, 139],
    [51, 99, 141],
    [44, 114, 142],
    [38, 130, 142],
    [33, 145, 140],
    [31, 160, 136],
    [40, 174, 128],
    [63, 188, 115],
    [94, 201, 98],
    [132, 212, 75],
    [173, 220, 48],
    [216, 226, 25],
    [253, 231, 37],
];

const MAGMA: [Rgb; 17] = [
    [0, 0, 4],
    [10, 8, 34],
    [29, 17, 71],
    [54, 16, 107],
    [81, 18, 124],
    [106, 28, 129],
    [131, 38, 129],
    [156, 46, 127],
    [183, 55, 121],
    [208, 65, 111],
    [231, 82, 99],
    [245, 107, 92],
    [252, 137, 97],
    [254, 167, 114],
    [254, 196, 136],
    [253, 226, 163],
    [252, 253, 191],
];

const PLASMA: [Rgb; 17] = [
    [13, 8, 135],
    [49, 5, 151],
    [76, 2, 161],
    [102, 0, 167],
    [126, 3, 168],
    [149, 17, 161],
    [170, 35, 149],
    [188, 53, 135],
    [204, 71, 120],
    [218, 90, 106],
    [230, 108, 92],
    [240, 128, 78],
    [248, 149, 64],
    [253, 172, 51],
    [253, 197, 39],
    [248, 223, 37],
    [240, 249, 33],
];

const INFERNO: [Rgb; 17] = [
    [0, 0, 4],
    [11, 7, 36],
    [33, 12, 74],
    [61, 9, 101],
    [87, 16, 110],
    [113, 25, 110],
    [138, 34, 106],
    [163, 44, 97],
    [188, 55, 84],
    [210, 70, 68],
    [228, 90, 49],
    [241, 115, 29],
    [249, 142, 9],
    [252, 172, 17],
    [249, 203, 53],
    [242, 234, 105],
    [252, 255, 164],
];

const CIVIDIS: [Rgb; 17] = [
    [0, 34, 78],
    [0, 46, 106],
    [26, 56, 111],
    [50, 67, 109],
    [67, 78, 108],
    [83, 90, 109],
    [97, 101, 111],
    [111, 112, 115],
    [125, 124, 120],
    [140, 136, 120],
    [155, 148, 118],
    [171, 160, 114],
    [188, 174, 108],
    [205, 187, 99],
    [222, 201, 88],
    [240, 216, 70],
    [254, 232, 56],
];
