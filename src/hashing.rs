//! Maps and sets with a fast hash function. The standard library's hash function (SipHash) took a sixth of the time of
//! an answer in the WebAssembly module. The function here is seeded, too, so that nobody can easily choose names that
//! collide.

use foldhash::fast::RandomState;

/// A map like the standard library's.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;
/// A set like the standard library's.
pub(crate) type HashSet<T> = std::collections::HashSet<T, RandomState>;
