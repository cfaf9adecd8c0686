//! The parts of the module.
//!
//! With the feature `parts`, the module is cut into the main module, which is always loaded, and a file for each host
//! and each room (`scripts/cut-parts.mjs`). [`enter`] calls the door of a part once, when the part is loaded. The part
//! then stores its functions where the main module finds them. Nothing else in the main module refers to these
//! functions, so the cutting tool can move the functions out of the main module. `black_box` hides from the compiler
//! that only one value is ever stored, because the compiler would otherwise call the functions directly. Without the
//! feature, all functions are available from the start.

#[cfg(feature = "parts")]
mod doors;

use skillglass::model::host_choice::HostChoice;
use wasm_bindgen::prelude::*;

#[cfg(feature = "codex")]
use crate::codex::Codex;
#[cfg(feature = "conversation")]
use crate::session::Session;
use crate::thrown::Thrown;
use crate::workspace::Workspace;

macro_rules! parts {
    ($($feature:literal $part:ident $calls:ident {
        $($call:ident: fn($($argument:ty),*) -> $answer:ty,)*
    })*) => {$(
        #[cfg(feature = $feature)]
        mod $part;

        #[doc = concat!("The functions of the part `", $feature, "`.")]
        #[cfg(feature = $feature)]
        pub struct $calls {
            $(pub $call: fn($($argument),*) -> $answer,)*
        }

        #[cfg(feature = $feature)]
        impl $calls {
            const ALL: Self = Self { $($call: $part::$call,)* };
        }

        /// Returns the functions of this part of the WebAssembly module.
        ///
        /// # Errors
        /// Returns an error if the part is not loaded.
        #[cfg(all(feature = $feature, not(feature = "parts")))]
        pub fn $part() -> Result<$calls, Thrown> {
            Ok($calls::ALL)
        }

        /// Returns the functions of this part of the WebAssembly module.
        ///
        /// # Errors
        /// Returns an error if the part is not loaded.
        #[cfg(all(feature = $feature, feature = "parts"))]
        pub fn $part() -> Result<&'static $calls, Thrown> {
            let loaded = loaded::$part.get();
            loaded.ok_or_else(|| Thrown::of_part($feature))
        }
    )*

        /// The functions that each loaded part of the WebAssembly module provides.
        #[cfg(feature = "parts")]
        #[allow(non_upper_case_globals, reason = "named after their parts")]
        mod loaded {
            use std::sync::OnceLock;

            $(
                #[cfg(feature = $feature)]
                pub static $part: OnceLock<super::$calls> = OnceLock::new();
            )*
        }

        #[cfg(feature = "parts")]
        mod provide {$(
            #[cfg(feature = $feature)]
            pub fn $part() {
                // If a part is provided twice, its functions are the same, so the first ones are used.
                let _ = super::loaded::$part.set(std::hint::black_box(super::$calls::ALL));
            }
        )*}
    };
}

type Answer = Result<JsValue, Thrown>;

parts! {
    "lint" lint LintCalls {
        rules: fn() -> Answer,
        lint_files: fn(JsValue, JsValue) -> Answer,
        apply_fixes: fn(JsValue, JsValue) -> Answer,
        to_lsp: fn(JsValue, JsValue) -> Answer,
        to_sarif: fn(JsValue, JsValue) -> Answer,
        schema: fn(JsValue, JsValue) -> Answer,
        lint: fn(&Workspace, JsValue) -> Answer,
        lint_skills: fn(&Workspace, JsValue) -> Answer,
        fix: fn(&Workspace, JsValue) -> Answer,
        plan: fn(&Workspace, &[HostChoice]) -> Answer,
    }
    "conversation" conversation ConversationCalls {
        start: fn(&Workspace, JsValue) -> Result<Session, Thrown>,
        workspace_turn: fn(&Workspace, JsValue) -> Answer,
        workspace_invoke: fn(&Workspace, JsValue) -> Answer,
        workspace_permission: fn(&Workspace, JsValue) -> Answer,
        turn: fn(&Session, JsValue) -> Answer,
        invoke: fn(&Session, JsValue) -> Answer,
        permission: fn(&Session, JsValue) -> Answer,
        save: fn(&Session) -> Answer,
        catalog: fn(&Session) -> Answer,
        plan: fn(&Session) -> Answer,
        listing: fn(&Session, JsValue) -> Answer,
        touch: fn(&Session, JsValue) -> Answer,
        finish_fork: fn(&Session, JsValue, JsValue) -> Answer,
        fail_fork: fn(&Session, JsValue, JsValue) -> Answer,
        end_agent: fn(&Session, JsValue) -> Result<(), Thrown>,
        compact: fn(&Session, JsValue) -> Answer,
        invoked: fn(&Session) -> Answer,
        changes: fn(&Session, JsValue) -> Answer,
        usage: fn(&Session) -> Answer,
        hooks: fn(&Session, JsValue, JsValue) -> Answer,
        hook_run: fn(&Session, JsValue, JsValue) -> Answer,
        hook_answer: fn(&Session, JsValue, JsValue, JsValue) -> Answer,
        hook_succeeded: fn(&Session, JsValue) -> Result<bool, Thrown>,
        answer: fn(&Session, JsValue) -> Answer,
        variable: fn(&Session, JsValue) -> Answer,
        command: fn(&Session, JsValue, JsValue) -> Answer,
    }
    "support" support SupportCalls {
        support: fn(JsValue) -> Answer,
    }
    "change" change ChangeCalls {
        diff: fn(&Workspace, JsValue) -> Answer,
        since: fn(&Workspace, JsValue) -> Answer,
        changelog: fn(JsValue) -> Answer,
        diff_trees: fn(&Workspace, &Workspace, JsValue) -> Answer,
    }
    "locks" locks LocksCalls {
        locks: fn(&Workspace) -> Answer,
    }
    "build" build BuildCalls {
        build: fn(&Workspace, JsValue) -> Answer,
        plan: fn(&Workspace, JsValue) -> Answer,
        put_build: fn(&Workspace, JsValue) -> Answer,
    }
    "budget-plan" budget_plan BudgetPlanCalls {
        budget_plan: fn(&Workspace, JsValue) -> Answer,
        budget_files: fn(&Workspace, JsValue) -> Answer,
    }
    "health" health HealthCalls {
        health: fn(&Workspace, JsValue) -> Answer,
    }
    "triggers" triggers TriggersCalls {
        triggers: fn(&Workspace, JsValue) -> Answer,
        requests: fn(&Workspace, JsValue, JsValue) -> Answer,
    }
    "usage" usage UsageCalls {
        usage: fn(&Workspace, JsValue) -> Answer,
    }
    "standard" standard StandardCalls {
        validate: fn(JsValue, JsValue) -> Answer,
    }
    "install" install InstallCalls {
        install: fn(&Workspace, JsValue) -> Answer,
        put_installed: fn(&Workspace, JsValue) -> Answer,
        gh_skill: fn(&Workspace, JsValue) -> Answer,
        put_gh_skill: fn(&Workspace, JsValue) -> Answer,
    }
    "sources" sources SourcesCalls {
        take_site: fn(&Workspace, JsValue, JsValue, JsValue) -> Answer,
        take_mcp_skills: fn(&Workspace, JsValue, JsValue) -> Answer,
    }
    "compare" compare CompareCalls {
        compare: fn(&Workspace, JsValue) -> Answer,
        turns: fn(&Workspace, JsValue, JsValue) -> Answer,
    }
    "search" search SearchCalls {
        search: fn(&Workspace, JsValue, JsValue) -> Answer,
        competitors: fn(&Workspace, JsValue, JsValue) -> Answer,
        near_duplicates: fn(&Workspace, JsValue) -> Answer,
        candidates: fn(&Workspace, JsValue) -> Answer,
    }
    "passages" passages PassagesCalls {
        passages: fn(&Workspace, JsValue, JsValue) -> Answer,
    }
    "dependencies" dependencies DependenciesCalls {
        dependencies: fn(&Workspace, JsValue) -> Answer,
    }
    "codex" codex CodexCalls {
        list_skills: fn(&Codex, JsValue) -> Answer,
        list_counts: fn(&Codex) -> Answer,
        set_enabled: fn(&Codex, JsValue, JsValue) -> Answer,
        install_servers: fn(&Codex, JsValue) -> Answer,
        system_skills: fn(&Codex, JsValue) -> Answer,
    }
}

/// Makes the functions of a loaded part available. Returns false if the module has no part with
/// this name.
#[wasm_bindgen(js_name = __enter, skip_typescript)]
#[must_use]
pub fn enter(part: &str) -> bool {
    #[cfg(feature = "parts")]
    return doors::open(part);
    #[cfg(not(feature = "parts"))]
    {
        let _ = part;
        true
    }
}
