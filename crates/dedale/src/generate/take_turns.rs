//! Several walkers that carve at the same time.

/// Lets each walker advance in turn, round after round, and removes those that are done: for which `advance` returns false.
#[inline(always)]
pub(super) fn take_turns<W, E>(
    mut walkers: Vec<W>,
    mut advance: impl FnMut(&mut W) -> Result<bool, E>,
) -> Result<(), E> {
    while !walkers.is_empty() {
        let mut index = 0;
        while let Some(walker) = walkers.get_mut(index) {
            if advance(walker)? {
                index += 1;
            } else {
                walkers.swap_remove(index);
            }
        }
    }
    Ok(())
}
