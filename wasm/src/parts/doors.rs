//! The doors of the parts. A door is the only function through which the main module calls into a part.
//!
//! The tool that cuts the module into parts identifies a door by two names: the name of the main module's import, and
//! the name of the part's export.
#![allow(unsafe_code, reason = "declares functions that the cut puts in place")]

macro_rules! doors {
    ($($feature:literal $part:ident [$($provide:path),*] $import:literal $export:literal;)*) => {
        $(
            #[cfg(feature = $feature)]
            mod $part {
                #[link(wasm_import_module = "__wasm_split_placeholder__")]
                unsafe extern "C" {
                    #[link_name = $import]
                    pub safe fn open();
                }

                #[unsafe(export_name = $export)]
                extern "C" fn provide() {
                    $($provide();)*
                }
            }
        )*

        /// Makes the functions of a loaded part available to the main module. Returns true if the
        /// WebAssembly module has a part with the name `part`.
        pub fn open(part: &str) -> bool {
            match part {
                $(
                    #[cfg(feature = $feature)]
                    $feature => $part::open(),
                )*
                _ => return false,
            }
            true
        }
    };
}

doors! {
    "codex" codex [skillglass::hosts::parts::codex, crate::parts::provide::codex]
        "__wasm_split_00codex00_import_00000000000000000000000000000001"
        "__wasm_split_00codex00_export_00000000000000000000000000000001";
    "claude-code" claude_code [skillglass::hosts::parts::claude_code]
        "__wasm_split_00claude_code00_import_00000000000000000000000000000002"
        "__wasm_split_00claude_code00_export_00000000000000000000000000000002";
    "opencode" opencode [skillglass::hosts::parts::opencode]
        "__wasm_split_00opencode00_import_00000000000000000000000000000003"
        "__wasm_split_00opencode00_export_00000000000000000000000000000003";
    "copilot-cli" copilot_cli [skillglass::hosts::parts::copilot_cli]
        "__wasm_split_00copilot_cli00_import_00000000000000000000000000000004"
        "__wasm_split_00copilot_cli00_export_00000000000000000000000000000004";
    "gemini-cli" gemini_cli [skillglass::hosts::parts::gemini_cli]
        "__wasm_split_00gemini_cli00_import_00000000000000000000000000000005"
        "__wasm_split_00gemini_cli00_export_00000000000000000000000000000005";
    "vscode" vscode [skillglass::hosts::parts::vscode]
        "__wasm_split_00vscode00_import_00000000000000000000000000000006"
        "__wasm_split_00vscode00_export_00000000000000000000000000000006";
    "openclaw" openclaw [skillglass::hosts::parts::openclaw]
        "__wasm_split_00openclaw00_import_00000000000000000000000000000007"
        "__wasm_split_00openclaw00_export_00000000000000000000000000000007";
    "pi" pi [skillglass::hosts::parts::pi]
        "__wasm_split_00pi00_import_00000000000000000000000000000008"
        "__wasm_split_00pi00_export_00000000000000000000000000000008";
    "cline" cline [skillglass::hosts::parts::cline]
        "__wasm_split_00cline00_import_00000000000000000000000000000013"
        "__wasm_split_00cline00_export_00000000000000000000000000000013";
    "kilo" kilo [skillglass::hosts::parts::kilo]
        "__wasm_split_00kilo00_import_00000000000000000000000000000014"
        "__wasm_split_00kilo00_export_00000000000000000000000000000014";
    "qwen-code" qwen_code [skillglass::hosts::parts::qwen_code]
        "__wasm_split_00qwen_code00_import_00000000000000000000000000000012"
        "__wasm_split_00qwen_code00_export_00000000000000000000000000000012";
    "deep-agents" deep_agents [skillglass::hosts::parts::deep_agents]
        "__wasm_split_00deep_agents00_import_00000000000000000000000000000018"
        "__wasm_split_00deep_agents00_export_00000000000000000000000000000018";
    "openai-agents" openai_agents [skillglass::hosts::parts::openai_agents]
        "__wasm_split_00openai_agents00_import_00000000000000000000000000000019"
        "__wasm_split_00openai_agents00_export_00000000000000000000000000000019";
    "agent-framework" agent_framework [skillglass::hosts::parts::agent_framework]
        "__wasm_split_00agent_framework00_import_0000000000000000000000000000001a"
        "__wasm_split_00agent_framework00_export_0000000000000000000000000000001a";
    "google-adk" google_adk [skillglass::hosts::parts::google_adk]
        "__wasm_split_00google_adk00_import_00000000000000000000000000000015"
        "__wasm_split_00google_adk00_export_00000000000000000000000000000015";
    "strands-agents" strands_agents [skillglass::hosts::parts::strands_agents]
        "__wasm_split_00strands_agents00_import_00000000000000000000000000000016"
        "__wasm_split_00strands_agents00_export_00000000000000000000000000000016";
    "agno" agno [skillglass::hosts::parts::agno]
        "__wasm_split_00agno00_import_00000000000000000000000000000017"
        "__wasm_split_00agno00_export_00000000000000000000000000000017";
    "claude-ai" claude_ai [skillglass::hosts::parts::claude_ai]
        "__wasm_split_00claude_ai00_import_00000000000000000000000000000009"
        "__wasm_split_00claude_ai00_export_00000000000000000000000000000009";
    "standard" standard [skillglass::hosts::parts::standard, crate::parts::provide::standard]
        "__wasm_split_00standard00_import_0000000000000000000000000000000a"
        "__wasm_split_00standard00_export_0000000000000000000000000000000a";
    "conversation" conversation [crate::parts::provide::conversation]
        "__wasm_split_00conversation00_import_0000000000000000000000000000001c"
        "__wasm_split_00conversation00_export_0000000000000000000000000000001c";
    "lint" lint [crate::parts::provide::lint]
        "__wasm_split_00lint00_import_0000000000000000000000000000000b"
        "__wasm_split_00lint00_export_0000000000000000000000000000000b";
    "safety" safety [skillglass::parts::safety]
        "__wasm_split_00safety00_import_0000000000000000000000000000000c"
        "__wasm_split_00safety00_export_0000000000000000000000000000000c";
    "compare" compare [crate::parts::provide::compare]
        "__wasm_split_00compare00_import_0000000000000000000000000000000d"
        "__wasm_split_00compare00_export_0000000000000000000000000000000d";
    "search" search [skillglass::parts::plain_names, crate::parts::provide::search]
        "__wasm_split_00search00_import_0000000000000000000000000000000e"
        "__wasm_split_00search00_export_0000000000000000000000000000000e";
    "install" install [crate::parts::provide::install]
        "__wasm_split_00install00_import_0000000000000000000000000000000f"
        "__wasm_split_00install00_export_0000000000000000000000000000000f";
    "sources" sources [crate::parts::provide::sources]
        "__wasm_split_00sources00_import_00000000000000000000000000000010"
        "__wasm_split_00sources00_export_00000000000000000000000000000010";
    "support" support [crate::parts::provide::support]
        "__wasm_split_00support00_import_00000000000000000000000000000011"
        "__wasm_split_00support00_export_00000000000000000000000000000011";
    "change" change [crate::parts::provide::change]
        "__wasm_split_00change00_import_0000000000000000000000000000001b"
        "__wasm_split_00change00_export_0000000000000000000000000000001b";
    "locks" locks [skillglass::parts::locks, crate::parts::provide::locks]
        "__wasm_split_00locks00_import_0000000000000000000000000000001d"
        "__wasm_split_00locks00_export_0000000000000000000000000000001d";
    "build" build [crate::parts::provide::build]
        "__wasm_split_00build00_import_0000000000000000000000000000001e"
        "__wasm_split_00build00_export_0000000000000000000000000000001e";
    "passages" passages [crate::parts::provide::passages]
        "__wasm_split_00passages00_import_0000000000000000000000000000001f"
        "__wasm_split_00passages00_export_0000000000000000000000000000001f";
    "dependencies" dependencies [crate::parts::provide::dependencies]
        "__wasm_split_00dependencies00_import_00000000000000000000000000000020"
        "__wasm_split_00dependencies00_export_00000000000000000000000000000020";
    "budget-plan" budget_plan [crate::parts::provide::budget_plan]
        "__wasm_split_00budget_plan00_import_00000000000000000000000000000021"
        "__wasm_split_00budget_plan00_export_00000000000000000000000000000021";
    "health" health [crate::parts::provide::health]
        "__wasm_split_00health00_import_00000000000000000000000000000022"
        "__wasm_split_00health00_export_00000000000000000000000000000022";
    "triggers" triggers [crate::parts::provide::triggers]
        "__wasm_split_00triggers00_import_00000000000000000000000000000023"
        "__wasm_split_00triggers00_export_00000000000000000000000000000023";
    "usage" usage [crate::parts::provide::usage]
        "__wasm_split_00usage00_import_00000000000000000000000000000024"
        "__wasm_split_00usage00_export_00000000000000000000000000000024";
    "codex-conversation" codex_conversation [skillglass::parts::codex_conversation]
        "__wasm_split_00codex_conversation00_import_00000000000000000000000000000025"
        "__wasm_split_00codex_conversation00_export_00000000000000000000000000000025";
    "claude-code-conversation" claude_code_conversation [skillglass::parts::claude_code_conversation]
        "__wasm_split_00claude_code_conversation00_import_00000000000000000000000000000026"
        "__wasm_split_00claude_code_conversation00_export_00000000000000000000000000000026";
}
