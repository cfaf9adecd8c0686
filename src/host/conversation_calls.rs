//! The functions of a host that only conversations need. If the WebAssembly module is built in
//! parts, these functions are in a separate file that catalogs do not load.

/// Declares the function `conversation_calls`, which returns the functions of a host that only
/// conversations need. These functions are in the constant `ALL` of the type `$calls`.
///
/// With the feature `parts`, the code for conversations is in a separate WebAssembly file, and
/// `conversation_calls` returns `None` until this file is loaded. When the file is loaded, it calls
/// `provide_conversation`. The macro declares this function, too.
macro_rules! conversation_calls {
    ($calls:ty) => {
        #[cfg(not(feature = "parts"))]
        #[allow(clippy::unnecessary_wraps, reason = "none in a module in parts")]
        fn conversation_calls() -> Option<&'static $calls> {
            Some(&<$calls>::ALL)
        }

        #[cfg(feature = "parts")]
        static CONVERSATION_CALLS: std::sync::OnceLock<$calls> = std::sync::OnceLock::new();

        #[cfg(feature = "parts")]
        fn conversation_calls() -> Option<&'static $calls> {
            CONVERSATION_CALLS.get()
        }

        /// Sets the functions that `conversation_calls` returns. The conversation part of the
        /// WebAssembly module calls this when it is loaded.
        #[cfg(feature = "parts")]
        pub(crate) fn provide_conversation() {
            // A file may be loaded twice. Both times it has the same functions, so the first functions are retained.
            let _ = CONVERSATION_CALLS.set(std::hint::black_box(<$calls>::ALL));
        }
    };
}

pub(crate) use conversation_calls;
