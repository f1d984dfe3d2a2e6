//! Color maps: colors for numbers, in which equal differences of the number look equal.

use colorous::Gradient;

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
    /// Returns the color of step `k` of `count` equal steps, counted from 0: red, green and blue. A later step has the color of the last.
    ///
    /// ```
    /// use dedale::picture::Palette;
    ///
    /// // The farthest cells are yellow.
    /// assert_eq!(Palette::Viridis.color(9, 10), [253, 231, 37]);
    /// ```
    pub fn color(self, k: u32, count: u32) -> [u8; 3] {
        // The darkest sixth is left out, since walls must be visible on it.
        const DARKEST: u32 = 42;
        let step = DARKEST + k * (255 - DARKEST) / (count - 1).max(1);
        self.gradient().eval_rational(step.min(255) as usize, 256).as_array()
    }

    fn gradient(self) -> Gradient {
        match self {
            Palette::Viridis => colorous::VIRIDIS,
            Palette::Magma => colorous::MAGMA,
            Palette::Plasma => colorous::PLASMA,
            Palette::Inferno => colorous::INFERNO,
            Palette::Cividis => colorous::CIVIDIS,
        }
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
