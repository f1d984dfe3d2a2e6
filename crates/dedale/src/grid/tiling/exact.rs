//! Points of the plane that are sums of unit steps in multiples of 15 degrees, exactly.
//!
//! Such a point is an integer combination of the powers of ζ, a 24th root of unity. The first eight powers are a basis, since ζ⁸ = ζ⁴ − 1. So
//! a point is eight integers, and two points are equal if all eight are. Nothing is rounded: the edges of tiles match or do not, however far
//! away they are.

use std::ops::{Add, Mul, Sub};

/// A point, or a step from one point to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Exact([i32; 8]);

impl Exact {
    pub(super) const ZERO: Exact = Exact([0; 8]);

    /// Returns the unit step in the direction `turn`, in 24ths of a full turn, clockwise from the east, since `y` points down.
    pub(super) fn step(turn: u8) -> Exact {
        let turn = usize::from(turn % 24);
        if turn >= 12 {
            return Exact::step(turn as u8 - 12) * -1;
        }
        let mut powers = [0; 8];
        if turn < 8 {
            powers[turn] = 1;
        } else {
            powers[turn - 4] = 1;
            powers[turn - 8] = -1;
        }
        Exact(powers)
    }

    /// Returns the sum of the unit steps in these directions.
    pub(super) fn walk(turns: &[u8]) -> Exact {
        turns.iter().fold(Exact::ZERO, |sum, &turn| sum + Exact::step(turn))
    }

    /// Returns the point divided by a number, which must divide it.
    pub(super) fn divided_by(self, number: i32) -> Exact {
        debug_assert!(self.0.iter().all(|power| power % number == 0), "{self:?} / {number}");
        Exact(self.0.map(|power| power / number))
    }

    /// Returns the integers `[a, b]`, both small, such that `a × along + b × down` is this step, if there are any.
    pub(super) fn as_steps(self, along: Exact, down: Exact) -> Option<[i32; 2]> {
        let small = -4..=4;
        let pairs = small.clone().flat_map(|a| small.clone().map(move |b| [a, b]));
        pairs.into_iter().find(|&[a, b]| along * a + down * b == self)
    }

    /// Returns the coordinates `[x, y]`, rounded. Additions, multiplications and square roots are rounded the same way on every machine.
    pub(super) fn rounded(self) -> [f64; 2] {
        let (two, three, six) = (2_f64.sqrt(), 3_f64.sqrt(), 6_f64.sqrt());
        // The cosines of 0, 15, … 90 degrees; the sines are the same backwards.
        let cosines = [1.0, (six + two) / 4.0, three / 2.0, two / 2.0, 0.5, (six - two) / 4.0, 0.0];
        let cosine = |power: usize| if power <= 6 { cosines[power] } else { -cosines[12 - power] };
        let sine = |power: usize| cosines[power.abs_diff(6)];
        let sum = |of: &dyn Fn(usize) -> f64| (0..8).map(|power| f64::from(self.0[power]) * of(power)).sum();
        [sum(&cosine), sum(&sine)]
    }
}

impl Add for Exact {
    type Output = Exact;

    fn add(self, other: Exact) -> Exact {
        Exact(std::array::from_fn(|power| self.0[power] + other.0[power]))
    }
}

impl Sub for Exact {
    type Output = Exact;

    fn sub(self, other: Exact) -> Exact {
        self + other * -1
    }
}

impl Mul<i32> for Exact {
    type Output = Exact;

    fn mul(self, number: i32) -> Exact {
        Exact(self.0.map(|power| power * number))
    }
}
