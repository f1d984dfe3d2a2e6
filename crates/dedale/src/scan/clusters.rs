//! The two colors that most of a picture has.
//!
//! Walls and corridors are most often on two sides of half of white. Where both are dark or both are light, such as blue on black, darkness alone says
//! nothing, and the luma between the two does.

use crate::pixel_rows::luma;

/// How many pixels there are of similar colors, and the sums of their samples.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

/// How many pixels of each color there are, where colors are similar if the upper four bits of each sample are equal.
#[derive(Clone, Debug)]
pub(super) struct ColorCounts(Vec<Bin>);

impl Default for ColorCounts {
    fn default() -> ColorCounts {
        ColorCounts(vec![Bin::default(); 1 << 12])
    }
}

/// A color, and how many pixels are similar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    pub(super) color: [u8; 3],
    pub(super) count: u64,
}

impl ColorCounts {
    /// How many bytes they take.
    pub(super) const BYTES: u64 = (size_of::<Bin>() << 12) as u64;

    /// Counts pixels of a color, unless they are transparent.
    pub(super) fn add(&mut self, [red, green, blue, alpha]: [u8; 4], count: u64) {
        if alpha < 128 {
            return;
        }
        let place = [red, green, blue].iter().fold(0, |place, sample| place << 4 | usize::from(sample >> 4));
        let bin = &mut self.0[place];
        bin.count += count;
        for (sum, sample) in bin.sums.iter_mut().zip([red, green, blue]) {
            *sum += count * u64::from(sample);
        }
    }

    /// How many pixels there are of colors for which `has` says so.
    pub(super) fn count(&self, has: impl Fn([u8; 3]) -> bool) -> u64 {
        self.0.iter().filter(|bin| bin.count > 0 && has(mean(&[**bin]))).map(|bin| bin.count).sum()
    }

    /// Returns the colors for which `has` says so, as one.
    pub(super) fn cluster(&self, has: impl Fn([u8; 3]) -> bool) -> Option<Cluster> {
        let bins: Vec<Bin> = self.0.iter().copied().filter(|bin| bin.count > 0 && has(mean(&[*bin]))).collect();
        (!bins.is_empty()).then(|| Cluster { color: mean(&bins), count: bins.iter().map(|bin| bin.count).sum() })
    }

    /// Returns the two largest clusters of colors, the largest first. In one, samples differ by `radius` from those of most pixels.
    pub(super) fn largest(&self, radius: u8) -> Option<[Cluster; 2]> {
        let mut left: Vec<Bin> = self.0.iter().copied().filter(|bin| bin.count > 0).collect();
        let mut next = || {
            let most = left.iter().max_by_key(|bin| bin.count).map(|bin| mean(&[*bin]))?;
            let (near, far): (Vec<Bin>, Vec<Bin>) =
                left.iter().copied().partition(|bin| distance(mean(&[*bin]), most) <= radius);
            left = far;
            Some(Cluster { color: mean(&near), count: near.iter().map(|bin| bin.count).sum() })
        };
        Some([next()?, next()?])
    }
}

impl Cluster {
    /// Returns the luma, from 0 to 1.
    pub(super) fn luma(&self) -> f64 {
        f64::from(luma(self.color.map(u32::from))) / 255_000.0
    }

    /// Returns the color between two.
    pub(super) fn between(&self, other: &Cluster) -> [u8; 3] {
        [0, 1, 2].map(|sample| self.color[sample].midpoint(other.color[sample]))
    }

    /// Its digits, as in HTML.
    pub(super) fn digits(&self) -> String {
        self.color.iter().map(|sample| format!("{sample:02x}")).collect()
    }
}

/// By how much the samples of two colors differ at most.
pub(super) fn distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Returns the mean color of some bins that have pixels.
fn mean(bins: &[Bin]) -> [u8; 3] {
    let count = bins.iter().map(|bin| bin.count).sum::<u64>().max(1);
    [0, 1, 2].map(|sample| ((bins.iter().map(|bin| bin.sums[sample]).sum::<u64>() + count / 2) / count) as u8)
}
