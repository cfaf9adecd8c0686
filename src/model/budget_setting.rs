//! The settings with which a skill takes up less of a host's list.

/// A field of a skill or a setting of a host that decides how the list shows a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BudgetSetting {
    /// The field `description` in the skill's file.
    Description,
    /// The field `disable-model-invocation` in the skill's file.
    DisableModelInvocation,
    /// The field `paths` in the skill's file.
    Paths,
    /// Codex: `policy.allow_implicit_invocation` in `agents/openai.yaml`.
    OpenaiPolicy,
    /// Codex: an entry of `skills.config` in the user's `config.toml`.
    CodexConfig,
    /// Claude Code: `skillOverrides` in the project's local settings.
    SkillOverrides,
    /// opencode: `permission.skill` in the project's configuration.
    PermissionSkill,
}

/// The settings of a host for each effect, the preferred setting first. Some editions may not read a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetSettings {
    /// The settings after which the list shows only the skill's name.
    pub name_only: &'static [BudgetSetting],
    /// The settings after which the list shows the skill only after a matching file was touched.
    pub conditional: &'static [BudgetSetting],
    /// The settings after which the list does not show the skill.
    pub hide: &'static [BudgetSetting],
    /// The settings after which the host does not use the skill at all.
    pub off: &'static [BudgetSetting],
}

impl BudgetSettings {
    /// The settings of most hosts: the field `disable-model-invocation` hides a skill.
    pub const USUAL: Self = Self {
        name_only: &[],
        conditional: &[],
        hide: &[BudgetSetting::DisableModelInvocation],
        off: &[],
    };
}
