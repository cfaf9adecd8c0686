//! The functions of a host that only conversations call. If the module is built in parts, these functions are in a
//! separate file, which catalogs do not load.

/// Writes `conversation_calls`, which returns the functions `ALL` of a type. In a module in parts, it returns none
/// until the separate file is loaded, and this macro also writes `provide_conversation`, which the file calls when it
/// is loaded.
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

        /// Connects the functions that only conversations call.
        #[cfg(feature = "parts")]
        pub(crate) fn provide_conversation() {
            // A file may be loaded twice. Both times it has the same functions, so the first functions are retained.
            let _ = CONVERSATION_CALLS.set(std::hint::black_box(<$calls>::ALL));
        }
    };
}

pub(crate) use conversation_calls;
