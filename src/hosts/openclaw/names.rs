//! The sources of skills, the reserved commands, and the order of names.

use std::cmp::Ordering;

use crate::text::collation;

/// OpenClaw's names for the sources of skills (`docs/hosts/openclaw.md#where-it-looks`).
pub(super) const EXTRA: &str = "openclaw-extra";
pub(super) const BUNDLED: &str = "openclaw-bundled";
pub(super) const CUSTODIAN: &str = "openclaw-custodian";
pub(super) const WORKSHOP: &str = "openclaw-workshop";
pub(super) const MANAGED: &str = "openclaw-managed";
pub(super) const PERSONAL: &str = "agents-skills-personal";
pub(super) const PROJECT: &str = "agents-skills-project";
pub(super) const WORKSPACE: &str = "openclaw-workspace";

/// The name of the folder that contains the skills of a skill pack. It is searched even if its
/// parent folder has more child folders than OpenClaw reads.
pub(super) const SKILLS: &str = "skills";

/// The names of OpenClaw's own commands. The command of a skill cannot have such a name
/// (`docs/hosts/openclaw.md#use`).
const RESERVED: &str = "acp activation agents allowlist approve bash btw commands compact config context dashboard debug \
    diagnostics elev elevated exec export export-session export-trajectory fast goal help id learn login loop mcp model \
    models name new openclaw plugin plugins queue reason reasoning reset restart send session side skill status steer stop \
    subagents t tasks tell think thinking tools trace trajectory tts update usage v verbose whoami";

pub(super) fn is_reserved(command: &str) -> bool {
    RESERVED
        .split_ascii_whitespace()
        .any(|known| known == command)
}

/// Returns true if skills from this source are bundled with OpenClaw.
pub(super) fn is_bundled(source: &str) -> bool {
    matches!(source, BUNDLED | CUSTODIAN)
}

/// Compares two names in OpenClaw's order: by the collation rules of English.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    // A fullwidth letter is compared like the plain letter.
    let narrow = |name: &str| -> String {
        let narrow = |character: char| match u32::from(character) {
            code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(character),
            _ => character,
        };
        name.chars().map(narrow).collect()
    };
    collation::compare(&narrow(left), &narrow(right)).then_with(|| collation::compare(left, right))
}

/// Returns a path with `~` in place of the home directory, as OpenClaw shows it in lists and
/// messages.
pub(super) fn compact(path: &str, homes: &[String]) -> String {
    let home = homes.iter().find(|home| {
        let rest = path.strip_prefix(home.as_str());
        home.len() > 1 && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    match home {
        Some(home) => format!("~{}", &path[home.len()..]),
        None => path.to_owned(),
    }
}
