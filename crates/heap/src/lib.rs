//! Two functions of the GNU C library that return freed memory to the operating system. With other libraries, this crate is empty.
//!
//! It is the only crate of this workspace with `unsafe`, in two places: no crate on crates.io has safe functions for this.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::ffi::c_int;
use std::fs;

// SAFETY: these are the declarations in `<malloc.h>`. `malloc_trim` is safe: any thread may call it at any time, with any number.
unsafe extern "C" {
    fn mallopt(parameter: c_int, value: c_int) -> c_int;
    safe fn malloc_trim(padding: usize) -> c_int;
}

/// `M_MMAP_THRESHOLD` of `<malloc.h>`.
const MMAP_THRESHOLD: c_int = -3;

/// Sets the size from which a block has its own pages, which are returned as soon as it is freed.
///
/// By default, the size rises with the largest block that has been freed, up to 32 MiB, and twice as much is kept at the end of each
/// arena, where [`trim`] does not look.
///
/// The library reads the size without synchronization. So nothing is set, and `false` is returned, if the process has other threads
/// already, or if `/proc` does not tell.
///
/// # Examples
///
/// ```
/// assert!(dedale_heap::map_blocks_from(256 * 1024));
/// ```
pub fn map_blocks_from(bytes: i32) -> bool {
    let is_only_thread = fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == 1);
    // SAFETY: no other thread can allocate meanwhile, and any size is valid.
    is_only_thread && unsafe { mallopt(MMAP_THRESHOLD, bytes) } == 1
}

/// Returns the free pages between the blocks of all arenas.
///
/// The library itself returns only those at the end of an arena: one small block that stays in use keeps everything before it. Threads that
/// allocate meanwhile wait, for a few milliseconds if there is much to return.
///
/// # Examples
///
/// ```
/// # fn resident_pages() -> usize {
/// #     let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
/// #     pages.split(' ').nth(1).unwrap().parse().unwrap()
/// # }
/// let blocks: Vec<Vec<u8>> = (0..65_536).map(|_| vec![1; 1024]).collect();
/// // Every hundredth stays.
/// let kept: Vec<Vec<u8>> = blocks.into_iter().step_by(100).collect();
/// let before = resident_pages();
/// dedale_heap::trim();
/// // Most of 64 MiB is returned.
/// assert!(resident_pages() + 12_000 < before);
/// # drop(kept);
/// ```
pub fn trim() {
    malloc_trim(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_set_beside_other_threads() {
        // The thread of the tests waits for this one.
        assert!(!map_blocks_from(256 * 1024));
    }
}
