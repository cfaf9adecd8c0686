//! Settings that make a skill take up less of the budget of a host's list of skills.

/// A setting that changes how a host's list of skills shows a skill. It is either a field of the
/// skill or a setting of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BudgetSetting {
    /// The field `description` in the frontmatter of `SKILL.md`.
    Description,
    /// The field `disable-model-invocation` in the frontmatter of `SKILL.md`.
    DisableModelInvocation,
    /// The field `paths` in the frontmatter of `SKILL.md`.
    Paths,
    /// Codex: the field `policy.allow_implicit_invocation` in the skill's `agents/openai.yaml`.
    OpenaiPolicy,
    /// Codex: an entry of `skills.config` in the user's `config.toml`.
    CodexConfig,
    /// Claude Code: an entry of `skillOverrides` in the project's local settings.
    SkillOverrides,
    /// opencode: an entry of `permission.skill` in the project's configuration.
    PermissionSkill,
}

/// The settings of a host that shorten its list of skills, grouped by their effect on a skill. In
/// each group the preferred setting is first. Some editions of the host may not read a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetSettings {
    /// The settings that reduce the skill to its name in the list.
    pub name_only: &'static [BudgetSetting],
    /// The settings that make the skill conditional: the skill has patterns of file paths, and the
    /// host hides the skill from the list until the session has touched a file that matches a
    /// pattern.
    pub conditional: &'static [BudgetSetting],
    /// The settings that hide the skill from the list.
    pub hide: &'static [BudgetSetting],
    /// The settings that make the host ignore the skill.
    pub off: &'static [BudgetSetting],
}

impl BudgetSettings {
    /// The settings of most hosts. Only the field `disable-model-invocation` changes the list,
    /// because it hides the skill.
    pub const USUAL: Self = Self {
        name_only: &[],
        conditional: &[],
        hide: &[BudgetSetting::DisableModelInvocation],
        off: &[],
    };
}
