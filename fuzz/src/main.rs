//! Fuzzing with libFuzzer. All targets are in one binary, because linking the instrumented core takes long.
//!
//! `SKILLGLASS_FUZZ_TARGET` names the target; `scripts/fuzz.sh` builds and runs them. A target accepts any bytes, calls
//! the core, and panics if an answer is inconsistent. `input` converts bytes to a case.

#![no_main]

mod checks;
mod input;
#[path = "../../tests/lost_words.rs"]
mod lost_words;
mod targets;

use std::sync::OnceLock;

use targets::{TARGETS, Target};

/// The variable that names the target.
const VARIABLE: &str = "SKILLGLASS_FUZZ_TARGET";

fn chosen() -> &'static Target {
    static CHOSEN: OnceLock<&'static Target> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let name = std::env::var(VARIABLE).unwrap_or_default();
        let target = TARGETS.iter().find(|target| target.name == name);
        target.unwrap_or_else(|| {
            let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!(
                "{VARIABLE} is {name:?}; it names one of {}",
                names.join(", ")
            );
            std::process::exit(2);
        })
    })
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (chosen().run)(bytes));
