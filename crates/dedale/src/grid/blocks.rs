//! Shapes of blocks, each of two by two squares, inside of a rectangle.

use super::{InvalidMesh, Mask, Mesh, MeshOptions, Square};
use crate::observe::Observer;

/// The share of the shorter side that is left free on each side of a shape.
const FREE: u32 = 7;

/// A rectangle of blocks: its first column and row, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockFrame {
    corner: [u32; 2],
    size: [u32; 2],
}

impl BlockFrame {
    /// Returns the frame of this size in the middle of a rectangle.
    fn amid(size: [u32; 2], blocks: [u32; 2]) -> BlockFrame {
        BlockFrame { corner: [0, 1].map(|axis| (blocks[axis] - size[axis]) / 2), size }
    }
}

impl Mask {
    /// Returns the frame into which the mask is fitted in a rectangle of blocks, with room around it. A point of a letter is a whole number
    /// of blocks; bits are those of the blocks.
    ///
    /// # Errors
    ///
    /// The least number of columns and rows of blocks.
    fn block_frame(&self, blocks: [u32; 2]) -> Result<BlockFrame, [u32; 2]> {
        if self.is_of_cells() {
            return Ok(BlockFrame { corner: [0; 2], size: blocks });
        }
        // The rim around an inverted shape belongs to it.
        let rim = u32::from(self.is_inverted());
        let margin = (blocks[0].min(blocks[1]) / FREE).max(1) + rim;
        let within = |margin: u32| blocks.map(|side| side.saturating_sub(2 * margin));
        let Some(points) = self.points() else {
            let size = within(margin);
            return if size.contains(&0) { Err([3; 2]) } else { Ok(BlockFrame::amid(size, blocks)) };
        };
        let times = |[columns, rows]: [u32; 2]| (columns / points[0]).min(rows / points[1]);
        let whole = times(within(margin)).max(times(within(1 + rim)).min(1));
        if self.is_picture() {
            let size = within(margin).map(u64::from);
            let points = points.map(u64::from);
            // As large as there is room for.
            let is_wide = points[0] * size[1] > points[1] * size[0];
            let [columns, rows] = match is_wide {
                true => [size[0], (size[0] * points[1] / points[0]).max(1)],
                false => [(size[1] * points[0] / points[1]).max(1), size[1]],
            };
            return Ok(BlockFrame::amid([columns as u32, rows as u32], blocks));
        }
        match whole {
            0 => Err(points.map(|side| side + 2 * (1 + rim))),
            whole => Ok(BlockFrame::amid(points.map(|side| side * whole), blocks)),
        }
    }

    /// Returns why the mask is no shape of blocks in a rectangle with these columns and rows of blocks; `None` if it may be one.
    pub(crate) fn blocks_fault(&self, blocks: [u32; 2]) -> Option<BlocksFault> {
        let count = blocks[0].checked_mul(blocks[1]);
        if self.is_of_cells() && count.is_none_or(|count| self.fitted(count).is_none()) {
            return Some(BlocksFault::Bits(count.unwrap_or(u32::MAX)));
        }
        self.block_frame(blocks).err().map(BlocksFault::Small)
    }

    /// Returns true for each block of a rectangle that belongs to the shape, row by row: at least half of its squares do.
    pub(crate) fn blocks<O: Observer>(
        &self,
        blocks: &Square,
        observer: &mut O,
    ) -> Result<Result<Vec<bool>, InvalidMesh>, O::Stop> {
        let mut kept = vec![false; blocks.columns() as usize * blocks.rows() as usize];
        let Ok(BlockFrame { corner, size }) = self.block_frame([blocks.columns(), blocks.rows()]) else {
            return Ok(Err(InvalidMesh::Size));
        };
        if self.is_inverted() && !self.is_of_cells() {
            // A rectangle around the shape, which is left out.
            for row in corner[1] - 1..=corner[1] + size[1] {
                let columns = corner[0] - 1..=corner[0] + size[0];
                columns.for_each(|column| kept[blocks.at(row, column).index()] = true);
            }
        }
        // Bits are blocks. Any other shape is compared with squares, and a block is four of them.
        let each = if self.is_of_cells() { 1 } else { 2 };
        let [columns, rows] = size.map(|side| side * each);
        let options = MeshOptions { columns, rows, mask: Some(self.clone()), ..MeshOptions::default() };
        let mesh = match Mesh::make(&options, true, observer)? {
            Ok(mesh) => mesh,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let squares = mesh.bits();
        let mut counts = vec![0_u8; kept.len()];
        for place in squares.places() {
            let [row, column] = [place / columns / each, place % columns / each];
            counts[blocks.at(corner[1] + row, corner[0] + column).index()] += 1;
        }
        let least = if each == 1 { 1 } else { 2 };
        for row in corner[1]..corner[1] + size[1] {
            for column in corner[0]..corner[0] + size[0] {
                let block = blocks.at(row, column).index();
                kept[block] = counts[block] >= least;
            }
        }
        Ok(Ok(kept))
    }
}

/// Why a mask is no shape of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlocksFault {
    /// There must be this many bits, one for each block.
    Bits(u32),
    /// There must be at least this many columns and rows of blocks.
    Small([u32; 2]),
}
