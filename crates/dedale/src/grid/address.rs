//! Where a cell is, in the numbers that people use for it.

use std::fmt;

/// Where a cell is: one to three numbers, each from 0.
///
/// What they are depends on the grid: the row and the column of a square, `[row, column]`; `[floor, row, column]` where there are
/// floors; the ring and the place in it, `[ring, index]`, on a circle; `[row, column, piece]` on most tilings; the number of the cell
/// alone, `[number]`, on a custom grid.
///
/// ```
/// use dedale::grid::Address;
/// assert_eq!(Address::from([2, 5]).to_string(), "2,5");
/// assert_eq!(Address::from([1, 2, 5]).numbers(), [1, 2, 5]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    numbers: [u32; 3],
    count: u8,
}

impl Address {
    /// The numbers, in their order.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers[..usize::from(self.count)]
    }

    /// The address with these numbers; `None` unless there are one to three of them.
    pub fn new(numbers: &[u32]) -> Option<Address> {
        let mut address = Address { numbers: [0; 3], count: numbers.len() as u8 };
        if numbers.is_empty() {
            return None;
        }
        address.numbers.get_mut(..numbers.len())?.copy_from_slice(numbers);
        Some(address)
    }
}

impl From<[u32; 1]> for Address {
    fn from([number]: [u32; 1]) -> Address {
        Address { numbers: [number, 0, 0], count: 1 }
    }
}

impl From<[u32; 2]> for Address {
    fn from([row, column]: [u32; 2]) -> Address {
        Address { numbers: [row, column, 0], count: 2 }
    }
}

impl From<[u32; 3]> for Address {
    fn from(numbers: [u32; 3]) -> Address {
        Address { numbers, count: 3 }
    }
}

impl fmt::Display for Address {
    /// The numbers with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.numbers().iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}
