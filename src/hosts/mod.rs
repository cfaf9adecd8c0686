//! The list of hosts. Each host is a folder in this module, with one file for each stage. Hosts do
//! not depend on each other.
//!
//! To add a host, write its folder, implement [`Host`], and add the host to the modules and to the
//! list below (`docs/adding-a-host.md`).

#[cfg(feature = "agent-framework")]
pub mod agent_framework;
#[cfg(feature = "agno")]
pub mod agno;
#[cfg(feature = "claude-ai")]
pub mod claude_ai;
#[cfg(feature = "claude-code")]
pub mod claude_code;
#[cfg(feature = "cline")]
pub mod cline;
#[cfg(feature = "codex")]
pub mod codex;
#[cfg(feature = "copilot-cli")]
pub mod copilot_cli;
#[cfg(feature = "deep-agents")]
pub mod deep_agents;
#[cfg(feature = "gemini-cli")]
pub mod gemini_cli;
#[cfg(feature = "google-adk")]
pub mod google_adk;
#[cfg(feature = "kilo")]
pub mod kilo;
#[cfg(feature = "openai-agents")]
pub mod openai_agents;
#[cfg(feature = "openclaw")]
pub mod openclaw;
#[cfg(feature = "opencode")]
pub mod opencode;
#[cfg(feature = "pi")]
pub mod pi;
#[cfg(feature = "qwen-code")]
pub mod qwen_code;
#[cfg(feature = "standard")]
pub mod standard;
#[cfg(feature = "strands-agents")]
pub mod strands_agents;
#[cfg(feature = "vscode")]
pub mod vscode;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::model::argument::ArgumentError;
use crate::model::field::Field;
use crate::model::host_choice::HostChoice;

/// Calls a macro with all hosts in display order. For each host, the macro receives:
///
/// - the host's Cargo feature,
/// - the host's module,
/// - the name of the host's type, and the name of the type of its options,
/// - whether the host is used when a request names no host,
/// - the origin of the host's skills ([`SkillsFrom`]),
/// - the documentation of the host's options.
macro_rules! with_hosts {
    ($then:ident) => {
        $then! {
            "codex" codex Codex CodexOptions { usual: true, from: Folders } "The options that only Codex reads."
            "claude-code" claude_code ClaudeCode ClaudeCodeOptions { usual: true, from: Folders } "The options that only Claude Code reads."
            "opencode" opencode Opencode OpencodeOptions { usual: true, from: Folders } "The options that only opencode reads."
            "copilot-cli" copilot_cli CopilotCli CopilotCliOptions { usual: false, from: Folders } "The options that only GitHub Copilot CLI reads."
            "gemini-cli" gemini_cli GeminiCli GeminiCliOptions { usual: false, from: Folders } "The options that only Gemini CLI reads."
            "vscode" vscode Vscode VscodeOptions { usual: false, from: Folders } "The options that only VS Code reads."
            "openclaw" openclaw Openclaw OpenclawOptions { usual: false, from: Folders } "The options that only OpenClaw reads."
            "pi" pi Pi PiOptions { usual: false, from: Folders } "The options that only pi reads."
            "cline" cline Cline ClineOptions { usual: false, from: Folders } "The options that only Cline reads."
            "kilo" kilo Kilo KiloOptions { usual: false, from: Folders } "The options that only Kilo reads."
            "qwen-code" qwen_code QwenCode QwenCodeOptions { usual: false, from: Folders } "The options that only Qwen Code reads."
            "deep-agents" deep_agents DeepAgents DeepAgentsOptions { usual: false, from: Program } "The options that only Deep Agents reads."
            "openai-agents" openai_agents OpenaiAgents OpenaiAgentsOptions { usual: false, from: Program } "The options that only the OpenAI Agents SDK reads."
            "agent-framework" agent_framework AgentFramework AgentFrameworkOptions { usual: false, from: Program } "The options that only Agent Framework reads."
            "google-adk" google_adk GoogleAdk GoogleAdkOptions { usual: false, from: Program } "The options that only Google ADK reads."
            "strands-agents" strands_agents StrandsAgents StrandsAgentsOptions { usual: false, from: Program } "The options that only Strands Agents reads."
            "agno" agno Agno AgnoOptions { usual: false, from: Program } "The options that only agno reads."
            "claude-ai" claude_ai ClaudeAi ClaudeAiOptions { usual: false, from: Uploads } "The options that only claude.ai reads."
            "standard" standard Standard StandardOptions { usual: true, from: Folders } "The options that only clients of the open standard read."
        }
    };
}

pub(crate) use with_hosts;

macro_rules! list {
    ($($feature:literal $module:ident $host:ident $options:ident { usual: $usual:literal, from: $from:ident } $words:tt)*) => {
        /// The hosts, in display order.
        const HOSTS: &[HostEntry] = &[$(
            #[cfg(feature = $feature)]
            HostEntry {
                id: $module::$host::KIND.id,
                label: $module::$host::KIND.label,
                default: $module::$host::KIND.default,
                usual: $usual,
                skills_from: SkillsFrom::$from,
                editions: $module::$host::KIND.editions,
                #[cfg(not(feature = "parts"))]
                open: |edition, options| ($module::$host::KIND.open)(edition, &options.$module),
            },
        )*];

        /// Functions that register one host each in a WebAssembly module that is built in parts.
        /// Only these functions refer to the code of the hosts, so the code of each host can be in
        /// its own part.
        #[cfg(feature = "parts")]
        pub mod parts {$(
            #[cfg(feature = $feature)]
            #[doc = concat!("Puts the host `", $feature, "` in its place.")]
            pub fn $module() {
                super::provide($feature, |edition, options| {
                    (super::$module::$host::KIND.open)(edition, &options.$module)
                });
            }
        )*}

        /// The checked options of all hosts. Each host has its own options, which no other host
        /// reads.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct HostOptions {$(
            #[doc = $words]
            #[cfg(feature = $feature)]
            pub $module: $module::$options,
        )*}
    };
}

with_hosts!(list);

/// The id of the host that a workspace uses when the caller names no host.
const DEFAULT: &str = match HOSTS {
    [first, ..] => first.id,
    [] => panic!("turn on the feature of a host, such as `codex`"),
};

/// A host in the list of hosts, with the function that opens it.
struct HostEntry {
    id: &'static str,
    /// The host's name in messages and user interfaces.
    label: &'static str,
    /// The edition that is used if a request names none. It is the edition that most people run.
    default: &'static str,
    /// True if the host is used when a request names no host. Only the most common hosts are used,
    /// because each host takes more time.
    usual: bool,
    skills_from: SkillsFrom,
    /// The ids of all editions, oldest first.
    editions: &'static [&'static str],
    #[cfg(not(feature = "parts"))]
    open: Open,
}

/// A function that opens an edition of a host; returns `None` if the host has no such edition.
type Open = fn(edition: &str, options: &HostOptions) -> Option<Arc<dyn Host>>;

/// For each host in `HOSTS`, the function that creates the host. The function is missing until the
/// part of the WebAssembly module that contains the host's code is loaded.
#[cfg(feature = "parts")]
static LOADED: [std::sync::OnceLock<Open>; HOSTS.len()] =
    [const { std::sync::OnceLock::new() }; HOSTS.len()];

#[cfg(feature = "parts")]
fn provide(id: &str, open: Open) {
    let loaded = HOSTS.iter().zip(&LOADED).find(|(host, _)| host.id == id);
    if let Some((_, loaded)) = loaded {
        // If the function is already set, it stays, because a host that is loaded again is the same host.
        let _ = loaded.set(std::hint::black_box(open));
    }
}

impl HostEntry {
    /// Returns the function that creates the host.
    ///
    /// # Errors
    /// Returns an error if the part of the WebAssembly module with the host's code is not loaded.
    #[cfg(not(feature = "parts"))]
    #[allow(clippy::unnecessary_wraps, reason = "fails in a module in parts")]
    fn opener(&self) -> Result<Open, ArgumentError> {
        Ok(self.open)
    }

    /// Returns the function that creates the host.
    ///
    /// # Errors
    /// Returns an error if the part of the WebAssembly module with the host's code is not loaded.
    #[cfg(feature = "parts")]
    fn opener(&self) -> Result<Open, ArgumentError> {
        let loaded = HOSTS
            .iter()
            .zip(&LOADED)
            .find(|(host, _)| host.id == self.id);
        let open = loaded.and_then(|(_, loaded)| loaded.get());
        open.copied()
            .ok_or_else(|| ArgumentError::of_part("host", self.id))
    }
}

/// The origin of a host's skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SkillsFrom {
    /// The skills are in folders of the project and of the user's home directory. The host knows
    /// these folders.
    Folders,
    /// The skills are in folders that a program gives to the host. The host is an SDK for such
    /// programs, and knows no folders of its own.
    Program,
    /// The skills are uploaded. The host reads no folders of a project or a home directory.
    Uploads,
}

/// A host, with the ids of its editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HostEditions {
    /// The host's id, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's name in messages and user interfaces.
    pub label: String,
    /// The ids of the host's editions, oldest first.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition[]"))]
    pub editions: Vec<String>,
    /// The edition that is used if a request names none. It is the edition that most people run.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub default: String,
    /// True if comparison and diagnostics use the host when no host is named.
    pub usual: bool,
    /// The origin of the host's skills.
    pub skills_from: SkillsFrom,
}

/// Returns all hosts, each with the ids of its editions, oldest first.
#[must_use]
pub fn hosts() -> Vec<HostEditions> {
    let owned = |editions: &[&str]| editions.iter().map(|id| (*id).to_owned()).collect();
    HOSTS
        .iter()
        .map(|host| HostEditions {
            host: host.id.to_owned(),
            label: host.label.to_owned(),
            editions: owned(host.editions),
            default: host.default.to_owned(),
            usual: host.usual,
            skills_from: host.skills_from,
        })
        .collect()
}

/// Returns the host's name for messages and user interfaces, or `id` if there is no such host.
#[must_use]
pub fn label(id: &str) -> &str {
    let host = HOSTS.iter().find(|host| host.id == id);
    host.map_or(id, |host| host.label)
}

/// Returns true if the host is an SDK, which gets its folders of skills from a program.
pub(crate) fn is_sdk(id: &str) -> bool {
    let mut sdks = (HOSTS.iter()).filter(|host| host.skills_from == SkillsFrom::Program);
    sdks.any(|host| host.id == id)
}

/// Returns the fields that a host knows in skill files, frontmatter fields first. If `edition` is
/// `None`, the host's default edition is used.
///
/// # Errors
/// Returns an error if there is no such host or edition.
pub fn fields(id: &str, edition: Option<&str>) -> Result<Vec<Field>, ArgumentError> {
    let host = open(Some(id), edition, &HostOptions::default())?;
    Ok(host.format().fields())
}

/// Returns the id and edition of each host that a request names. If the request names no host,
/// returns the most common hosts in their default editions.
///
/// # Errors
/// Returns an error if there is no host with the requested id, or if the host has no such edition.
pub(crate) fn choices(asked: &[HostChoice]) -> Result<Vec<(String, String)>, ArgumentError> {
    if asked.is_empty() {
        let usual = hosts().into_iter().filter(|host| host.usual);
        return Ok(usual.map(|host| (host.host, host.default)).collect());
    }
    let chosen = asked.iter().enumerate().map(|(index, choice)| {
        let (id, edition) = (Some(&*choice.host), choice.edition.as_deref());
        let host = open(id, edition, &HostOptions::default())
            .map_err(|error| error.inside(&format!("hosts[{index}]")))?;
        Ok((host.id().to_owned(), host.edition().to_owned()))
    });
    chosen.collect()
}

/// Checks that there is a host with this id.
///
/// # Errors
/// Returns an error that lists the known hosts.
pub(crate) fn check(id: &str) -> Result<(), ArgumentError> {
    entry(id).map(drop)
}

fn entry(id: &str) -> Result<&'static HostEntry, ArgumentError> {
    let found = HOSTS.iter().find(|host| host.id == id);
    found.ok_or_else(|| {
        let known: Vec<_> = HOSTS.iter().map(|host| host.id).collect();
        ArgumentError::new(
            "host",
            format!("there is no host {id:?}; there is {}", known.join(", ")),
        )
    })
}

/// Opens a host in an edition. `id` may contain the edition, such as `codex@2026-02`. If `id` is
/// `None`, opens the default host. Without an edition, opens the host's default edition.
///
/// # Errors
/// Returns an error that lists the known hosts or editions.
pub(crate) fn open(
    id: Option<&str>,
    edition: Option<&str>,
    options: &HostOptions,
) -> Result<Arc<dyn Host>, ArgumentError> {
    let choice = HostChoice::from(id.unwrap_or(DEFAULT));
    let id = choice.host.as_str();
    let edition = match (choice.edition.as_deref(), edition) {
        (Some(named), Some(edition)) if named != edition => {
            let message =
                format!("is {edition:?}, and the host names {named:?}; give the edition once");
            return Err(ArgumentError::new("edition", message));
        }
        (named, edition) => named.or(edition),
    };
    let host = entry(id)?;
    let edition = edition.unwrap_or(host.default);
    let opened = host.opener()?(edition, options);
    opened.ok_or_else(|| {
        ArgumentError::new(
            "edition",
            format!(
                "{id} has no edition {edition:?}; it has {}",
                host.editions.join(", ")
            ),
        )
    })
}
