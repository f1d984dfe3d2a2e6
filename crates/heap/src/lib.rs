//! The memory of a process: an allocator that counts the bytes of each thread, and two functions of the GNU C library that return freed
//! memory to the operating system.
//!
//! It is the only crate of this workspace with `unsafe`: an allocator is unsafe to write, and no crate on crates.io has safe functions for
//! the rest. With other C libraries, the two functions do nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Without a constructor and a destructor, so that nothing is allocated when a thread allocates for the first time or the last.
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

/// The allocator of the system, which counts the bytes of each thread. No counter is shared between threads.
///
/// # Examples
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;
///
/// let before = dedale_heap::live();
/// let block = vec![0_u8; 1000];
/// assert_eq!(dedale_heap::live() - before, 1000);
/// drop(block);
/// assert_eq!(dedale_heap::live(), before);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

/// Adds to the bytes of this thread, or takes from them. A thread that is ending has no counters any more, and is not counted.
#[inline]
fn count(bytes: i64) {
    #[cfg(feature = "process")]
    process::count(bytes);
    let _ = LIVE.try_with(|live| {
        let now = live.get() + bytes;
        live.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
    });
}

/// Counts a block that was allocated, unless there was no memory for it.
#[inline]
fn counted(block: *mut u8, layout: Layout) -> *mut u8 {
    if !block.is_null() {
        count(layout.size() as i64);
    }
    block
}

// SAFETY: every call is passed on to the allocator of the system, with the arguments as they are. Counting neither allocates nor panics: a
// block has at most `isize::MAX` bytes, and a counter wraps in no program that ends.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this function, which is the same.
        counted(unsafe { System.alloc(layout) }, layout)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        counted(unsafe { System.alloc_zeroed(layout) }, layout)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) };
        count(-(layout.size() as i64));
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        let new = unsafe { System.realloc(block, layout, size) };
        if !new.is_null() {
            // Both blocks may have existed for a moment, and the peak has both.
            count(size as i64);
            count(-(layout.size() as i64));
        }
        new
    }
}

/// How many bytes this thread has allocated by [`Counting`], less those that it has freed. It is negative if other threads allocated what it
/// freed. It is 0 if the process has another allocator.
///
/// # Examples
///
/// ```
/// # #[global_allocator]
/// # static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;
/// let block = vec![0_u8; 1 << 20];
/// let before = dedale_heap::live();
/// std::thread::spawn(move || {
///     drop(block);
///     assert!(dedale_heap::live() < -1_000_000);
/// })
/// .join()
/// .unwrap();
/// // What other threads do is not counted here.
/// assert!((dedale_heap::live() - before).abs() < 10_000);
/// ```
#[inline]
pub fn live() -> i64 {
    LIVE.try_with(Cell::get).unwrap_or(0)
}

/// The largest [`live`] of this thread since [`reset_peak`].
///
/// # Examples
///
/// ```
/// # #[global_allocator]
/// # static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;
/// dedale_heap::reset_peak();
/// let before = dedale_heap::live();
/// drop(vec![0_u8; 1000]);
/// assert_eq!(dedale_heap::live(), before);
/// assert_eq!(dedale_heap::peak(), before + 1000);
/// ```
#[inline]
pub fn peak() -> i64 {
    PEAK.try_with(Cell::get).unwrap_or(0)
}

/// Sets the [`peak`] of this thread to what is [`live`].
pub fn reset_peak() {
    let now = live();
    let _ = PEAK.try_with(|peak| peak.set(now));
}

/// Counts of the whole process, for tests.
#[cfg(feature = "process")]
pub mod process {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

    static LIVE: AtomicI64 = AtomicI64::new(0);
    static RESERVED: OnceLock<&AtomicI64> = OnceLock::new();
    static EXCESS: AtomicI64 = AtomicI64::new(0);
    static BLOCKS: AtomicU64 = AtomicU64::new(0);
    static BYTES: AtomicU64 = AtomicU64::new(0);

    /// What all threads have allocated by [`Counting`](super::Counting).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Usage {
        /// How many bytes are allocated and not freed.
        pub live: i64,
        /// The largest difference between `live` and the bytes that were reserved at the same moment, since [`reset_excess`].
        pub excess: i64,
        /// How many blocks were ever allocated, or allocated with another size.
        pub blocks: u64,
        /// How many bytes these had.
        pub bytes: u64,
    }

    pub(super) fn count(bytes: i64) {
        let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
        if let Ok(allocated) = u64::try_from(bytes) {
            EXCESS.fetch_max(live - reserved(), Relaxed);
            BLOCKS.fetch_add(1, Relaxed);
            BYTES.fetch_add(allocated, Relaxed);
        }
    }

    fn reserved() -> i64 {
        RESERVED.get().map_or(0, |bytes| bytes.load(Relaxed))
    }

    /// Sets what says how many bytes are reserved; once, and until then there are none.
    pub fn set_reserved(bytes: &'static AtomicI64) {
        let _ = RESERVED.set(bytes);
    }

    /// What all threads have allocated so far.
    pub fn usage() -> Usage {
        Usage {
            live: LIVE.load(Relaxed),
            excess: EXCESS.load(Relaxed),
            blocks: BLOCKS.load(Relaxed),
            bytes: BYTES.load(Relaxed),
        }
    }

    /// Sets the excess to that of this moment.
    pub fn reset_excess() {
        EXCESS.store(LIVE.load(Relaxed) - reserved(), Relaxed);
    }
}

/// Sets the size from which a block has its own pages, which are returned as soon as it is freed.
///
/// By default, the GNU C library raises the size with the largest block that has been freed, up to 32 MiB, and keeps twice as much at the
/// end of each arena, where [`trim`] does not look.
///
/// The library reads the size without synchronization. So nothing is set, and `false` is returned, if the process has other threads
/// already, if `/proc` does not tell, or with another C library.
///
/// # Examples
///
/// ```
/// let is_set = dedale_heap::map_blocks_from(256 * 1024);
/// # #[cfg(all(target_os = "linux", target_env = "gnu"))]
/// assert!(is_set);
/// ```
pub fn map_blocks_from(bytes: i32) -> bool {
    libc::map_blocks_from(bytes)
}

/// Gives the free pages between the blocks of all arenas back to the system. With another C library, it does nothing.
///
/// The library itself returns only those at the end of an arena: one small block that stays in use keeps everything before it. Threads that
/// allocate meanwhile wait, for a few milliseconds if there is much to return.
///
/// # Examples
///
/// ```
/// # #[cfg(all(target_os = "linux", target_env = "gnu"))]
/// # {
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
/// # }
/// ```
pub fn trim() {
    libc::trim();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod libc {
    use std::ffi::c_int;
    use std::fs;

    // SAFETY: these are the declarations in `<malloc.h>`. `malloc_trim` is safe: any thread may call it at any time, with any number.
    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
        safe fn malloc_trim(padding: usize) -> c_int;
    }

    /// `M_MMAP_THRESHOLD` of `<malloc.h>`.
    const MMAP_THRESHOLD: c_int = -3;

    pub fn map_blocks_from(bytes: i32) -> bool {
        let is_only_thread = fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == 1);
        // SAFETY: no other thread can allocate meanwhile, and any size is valid.
        is_only_thread && unsafe { mallopt(MMAP_THRESHOLD, bytes) } == 1
    }

    pub fn trim() {
        malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod libc {
    pub fn map_blocks_from(_: i32) -> bool {
        false
    }

    pub fn trim() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    #[test]
    fn nothing_is_set_beside_other_threads() {
        // The thread of the tests waits for this one.
        assert!(!map_blocks_from(256 * 1024));
    }

    #[test]
    fn a_block_that_grows_is_counted_with_both_sizes() {
        let before = live();
        let mut block: Vec<u8> = Vec::with_capacity(1000);
        reset_peak();
        block.reserve_exact(3000);
        assert_eq!([live() - before, peak() - before], [3000, 4000]);
        block.shrink_to(500);
        assert_eq!([live() - before, peak() - before], [500, 4000]);
        drop(block);
        assert_eq!(live(), before);
    }
}
