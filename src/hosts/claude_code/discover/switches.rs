//! Determines the switches that turn directories of skills off, so that the skills in them do not
//! load.

use crate::hosts::claude_code::options::{ClaudeCodeOptions, SettingSource};
use crate::hosts::claude_code::settings::{self, Settings};
use crate::hosts::claude_code::switch::Switch;
use crate::model::environment::Environment;

/// The switches of a session that turn off roots, which are directories of skills
/// (docs/hosts/claude-code.md#switches).
pub(super) struct Switches<'e> {
    environment: &'e Environment,
    options: &'e ClaudeCodeOptions,
    settings: &'e Settings,
    /// The switch that turns all directories of skills off. None if no such switch is set.
    all: Option<Switch>,
    safe_mode: bool,
    bare: bool,
}

impl<'e> Switches<'e> {
    pub fn new(
        environment: &'e Environment,
        options: &'e ClaudeCodeOptions,
        settings: &'e Settings,
    ) -> Self {
        Self {
            environment,
            options,
            settings,
            all: options
                .disable_slash_commands
                .then_some(Switch::DisableSlashCommands),
            safe_mode: options.safe_mode || environment.is_on("CLAUDE_CODE_SAFE_MODE"),
            bare: options.bare || environment.is_on("CLAUDE_CODE_SIMPLE"),
        }
    }

    fn first(&self, switches: &[(bool, Switch)]) -> Option<Switch> {
        let on = switches
            .iter()
            .find(|(on, _)| *on)
            .map(|(_, switch)| *switch);
        self.all.or(on)
    }

    pub fn managed(&self) -> Option<Switch> {
        self.first(&[
            (self.safe_mode, Switch::SafeMode),
            (self.bare, Switch::Bare),
            (
                self.environment.is_on("CLAUDE_CODE_DISABLE_POLICY_SKILLS"),
                Switch::DisablePolicySkills,
            ),
        ])
    }

    pub fn source(&self, source: SettingSource) -> Option<Switch> {
        let is_active = settings::is_active(self.options, source);
        self.first(&[
            (self.safe_mode, Switch::SafeMode),
            (self.bare, Switch::Bare),
            (!is_active, Switch::SettingSources),
            (self.settings.plugins_only, Switch::StrictPluginOnly),
        ])
    }

    /// Returns the option or setting that turns off the skills in added directories. None if these
    /// skills are on. The option `--bare` does not turn off these skills.
    pub fn added(&self) -> Option<Switch> {
        let is_active = settings::is_active(self.options, SettingSource::Project);
        self.first(&[
            (self.safe_mode, Switch::SafeMode),
            (!is_active, Switch::SettingSources),
            (self.settings.plugins_only, Switch::StrictPluginOnly),
        ])
    }

    pub fn plugin(&self) -> Option<Switch> {
        self.first(&[
            (self.safe_mode, Switch::SafeMode),
            (self.bare, Switch::Bare),
        ])
    }

    pub fn synced(&self) -> Option<Switch> {
        let synced = self.options.headless && self.environment.is_on("CLAUDE_CODE_SYNC_SKILLS");
        self.first(&[(!synced, Switch::SyncSkills)])
    }

    /// Returns the switch that turns off a bundled skill. None if the skill is on. The skill
    /// `/doctor` has its own switch, and ignores the switches of other bundled skills.
    pub fn bundled(&self, name: &str) -> Option<Switch> {
        const DOCTOR: &str = "doctor";
        if name == DOCTOR {
            let hidden = self.environment.is_on("DISABLE_DOCTOR_COMMAND");
            return self.first(&[(hidden, Switch::DisableDoctor)]);
        }
        self.first(&[
            (self.settings.disable_bundled, Switch::DisableBundled),
            (
                self.environment.is_on("CLAUDE_CODE_DISABLE_BUNDLED_SKILLS"),
                Switch::DisableBundledVariable,
            ),
        ])
    }
}
