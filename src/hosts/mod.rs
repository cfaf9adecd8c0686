//! The list of hosts. Each is one folder here with one file for each stage; none knows another.
//!
//! To add a host: write its folder, implement [`Host`], and add it to the modules and the array below
//! (`docs/adding-a-host.md`).

pub mod claude_code;
pub mod codex;
pub mod openclaw;
pub mod opencode;
pub mod standard;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::hosts::claude_code::ClaudeCodeOptions;
use crate::hosts::codex::CodexOptions;
use crate::hosts::openclaw::OpenclawOptions;
use crate::hosts::opencode::OpencodeOptions;
use crate::hosts::standard::StandardOptions;
use crate::model::argument::ArgumentError;
use crate::model::field::Field;
use crate::model::host_choice::HostChoice;

/// The hosts, in the order in which they are shown.
const HOSTS: [Entry; 5] = [
    Entry {
        id: codex::ID,
        label: codex::LABEL,
        default: codex::DEFAULT_EDITION,
        usual: true,
        editions: codex::editions,
        open: |edition, options| codex::open(edition, &options.codex),
    },
    Entry {
        id: claude_code::ID,
        label: claude_code::LABEL,
        default: claude_code::DEFAULT_EDITION,
        usual: true,
        editions: claude_code::editions,
        open: |edition, options| claude_code::open(edition, &options.claude_code),
    },
    Entry {
        id: opencode::ID,
        label: opencode::LABEL,
        default: opencode::DEFAULT_EDITION,
        usual: true,
        editions: opencode::editions,
        open: |edition, options| opencode::open(edition, &options.opencode),
    },
    Entry {
        id: standard::ID,
        label: standard::LABEL,
        default: standard::DEFAULT_EDITION,
        usual: true,
        editions: standard::editions,
        open: |edition, options| standard::open(edition, &options.standard),
    },
    Entry {
        id: openclaw::ID,
        label: openclaw::LABEL,
        default: openclaw::DEFAULT_EDITION,
        usual: false,
        editions: openclaw::editions,
        open: |edition, options| openclaw::open(edition, &options.openclaw),
    },
];

/// The host when none is asked for.
const DEFAULT: &str = codex::ID;

/// A host and how to open it.
struct Entry {
    id: &'static str,
    /// Its name.
    label: &'static str,
    /// The edition when none is asked for: what most people run.
    default: &'static str,
    /// Whether it is asked when no host is named: several hosts at once cost what each of them costs.
    usual: bool,
    /// Newest last.
    editions: fn() -> Vec<&'static str>,
    open: fn(edition: &str, options: &HostOptions) -> Option<Arc<dyn Host>>,
}

/// The options that only one host reads, for each host, checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostOptions {
    /// The options that only Codex reads, its home filled in.
    pub codex: CodexOptions,
    /// The options that only Claude Code reads.
    pub claude_code: ClaudeCodeOptions,
    /// The options that only opencode reads.
    pub opencode: OpencodeOptions,
    /// The options that only OpenClaw reads.
    pub openclaw: OpenclawOptions,
    /// The options that only clients of the open standard read.
    pub standard: StandardOptions,
}

/// A host with its editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostEditions {
    /// Such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// Its name.
    pub label: String,
    /// The editions, oldest first.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition[]"))]
    pub editions: Vec<String>,
    /// The edition when none is asked for: what most people run.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub default: String,
    /// Whether comparison and diagnostics ask it when no host is named.
    pub usual: bool,
}

/// The hosts, each with its editions, oldest first.
#[must_use]
pub fn hosts() -> Vec<HostEditions> {
    let owned = |editions: Vec<&str>| editions.into_iter().map(str::to_owned).collect();
    HOSTS
        .iter()
        .map(|host| HostEditions {
            host: host.id.to_owned(),
            label: host.label.to_owned(),
            editions: owned((host.editions)()),
            default: host.default.to_owned(),
            usual: host.usual,
        })
        .collect()
}

/// The label of a host; its name when there is no such host.
#[must_use]
pub fn label(id: &str) -> &str {
    let host = HOSTS.iter().find(|host| host.id == id);
    host.map_or(id, |host| host.label)
}

/// The fields that a host knows, those of the frontmatter first; without an edition in its default.
///
/// # Errors
/// When there is no such host or edition.
pub fn fields(id: &str, edition: Option<&str>) -> Result<Vec<Field>, ArgumentError> {
    let host = open(Some(id), edition, &HostOptions::default())?;
    Ok(host.format().fields())
}

/// Opens a host, which may be named with its edition (`codex@2026-02`); without a name the default one, without an edition
/// its default.
///
/// # Errors
/// When there is no such host or edition; the message lists those that there are.
pub(crate) fn open(
    id: Option<&str>,
    edition: Option<&str>,
    options: &HostOptions,
) -> Result<Arc<dyn Host>, ArgumentError> {
    let choice = HostChoice::from(id.unwrap_or(DEFAULT));
    let id = choice.host.as_str();
    let edition = match (choice.edition.as_deref(), edition) {
        (Some(said), Some(edition)) if said != edition => {
            let message = format!("is {edition:?}, and the host is of {said:?}; say it once");
            return Err(ArgumentError::new("edition", message));
        }
        (said, edition) => said.or(edition),
    };
    let host = HOSTS.iter().find(|host| host.id == id).ok_or_else(|| {
        let known: Vec<_> = HOSTS.iter().map(|host| host.id).collect();
        ArgumentError::new(
            "host",
            format!("there is no host {id:?}; there is {}", known.join(", ")),
        )
    })?;
    let editions = (host.editions)();
    let edition = edition.unwrap_or(host.default);
    (host.open)(edition, options).ok_or_else(|| {
        ArgumentError::new(
            "edition",
            format!(
                "{id} has no edition {edition:?}; it has {}",
                editions.join(", ")
            ),
        )
    })
}
