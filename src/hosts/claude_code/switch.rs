//! [`Switch`]: a setting, option or variable that turns directories of skills off.

use std::fmt;

/// A setting, option or environment variable that turns directories of skills off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    DisableSlashCommands,
    SafeMode,
    Bare,
    SettingSources,
    StrictPluginOnly,
    DisablePolicySkills,
    SyncSkills,
    DisableDoctor,
    DisableBundled,
    DisableBundledVariable,
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DisableSlashCommands => "--disable-slash-commands",
            Self::SafeMode => "--safe-mode",
            Self::Bare => "--bare",
            Self::SettingSources => "--setting-sources",
            Self::StrictPluginOnly => "strictPluginOnlyCustomization",
            Self::DisablePolicySkills => "CLAUDE_CODE_DISABLE_POLICY_SKILLS",
            Self::SyncSkills => "only with -p and CLAUDE_CODE_SYNC_SKILLS=1",
            Self::DisableDoctor => "DISABLE_DOCTOR_COMMAND",
            Self::DisableBundled => "disableBundledSkills",
            Self::DisableBundledVariable => "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS",
        })
    }
}
