//! Edits the texts of skills and of settings files for the changes of a budget plan. Each host
//! reads different settings and fields.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::frontmatter::{has_field, quoted, with_field};
use super::json_members::with_members;
use super::report::BudgetMeans;
use crate::hashing::HashSet;
pub(super) use crate::model::budget_setting::BudgetSetting;
use crate::model::budget_setting::BudgetSettings;
use crate::model::skill::{Scope, Skill};
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::{Tree, path};

impl BudgetSetting {
    const ALL: [Self; 7] = [
        Self::Description,
        Self::DisableModelInvocation,
        Self::Paths,
        Self::OpenaiPolicy,
        Self::CodexConfig,
        Self::SkillOverrides,
        Self::PermissionSkill,
    ];

    /// Returns the settings of the host with which a kind of change can be made, such as hiding a
    /// skill. The preferred setting is first. The budget plan tries the settings in this order,
    /// because some editions of a host ignore some settings.
    pub(super) fn all(of: &BudgetSettings, means: BudgetMeans) -> &'static [Self] {
        match means {
            BudgetMeans::Shorten => &[Self::Description],
            BudgetMeans::NameOnly => of.name_only,
            BudgetMeans::Conditional => of.conditional,
            BudgetMeans::Hide => of.hide,
            BudgetMeans::Off => of.off,
        }
    }

    /// Returns the setting with this name; `None` if the name is unknown.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.name() == name)
    }

    /// Returns the name of the field or setting, exactly as files contain it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::DisableModelInvocation => "disable-model-invocation",
            Self::Paths => "paths",
            Self::OpenaiPolicy => "policy.allow_implicit_invocation",
            Self::CodexConfig => "skills.config",
            Self::SkillOverrides => "skillOverrides",
            Self::PermissionSkill => "permission.skill",
        }
    }

    /// Returns true if this setting can be edited for the skill. The file of a skill that belongs
    /// to a plugin or to the host is not edited, because an update would replace the edits.
    pub(super) fn is_for(self, skill: &Skill, tree: &Tree) -> bool {
        let is_own = matches!(skill.scope, Scope::Repo | Scope::User) && skill.plugin_id.is_none();
        let text = || text_at(tree, &skill.path);
        match self {
            Self::Description => {
                is_own && text().is_some_and(|text| has_field(text, "description"))
            }
            Self::DisableModelInvocation | Self::Paths => {
                is_own && text().is_some_and(|text| with_field(text, self.name(), "").is_some())
            }
            Self::OpenaiPolicy => is_own && text().is_some(),
            Self::CodexConfig => text().is_some(),
            Self::SkillOverrides | Self::PermissionSkill => true,
        }
    }

    /// Returns the path of the file in which this setting must be edited for the skill.
    pub(super) fn file(self, pipeline: &HostPipeline, inputs: Inputs<'_>, skill: &Skill) -> String {
        let cwd = &inputs.environment.cwd;
        match self {
            Self::Description | Self::DisableModelInvocation | Self::Paths => skill.path.clone(),
            Self::OpenaiPolicy => openai_yaml(skill),
            Self::CodexConfig => {
                let edit = pipeline.host().configuration().map(|configuration| {
                    configuration.set_enabled(inputs.tree, inputs.environment, skill, false)
                });
                edit.and_then(Result::ok)
                    .map(|edit| edit.path)
                    .unwrap_or_default()
            }
            Self::SkillOverrides => path::join(cwd, ".claude/settings.local.json"),
            Self::PermissionSkill => {
                let folder = |file: &str| path::join(cwd, file);
                let in_use = [folder("opencode.jsonc"), folder("opencode.json")];
                let known = in_use
                    .into_iter()
                    .find(|file| inputs.tree.resolve(file).is_ok());
                known.unwrap_or_else(|| folder("opencode.json"))
            }
        }
    }
}

fn openai_yaml(skill: &Skill) -> String {
    path::join(
        path::parent(&skill.path).unwrap_or("/"),
        "agents/openai.yaml",
    )
}

pub(super) fn text_at<'t>(tree: &'t Tree, path: &str) -> Option<&'t str> {
    tree.resolve(path).ok()?.contents()?.text().ok()
}

/// A change of one setting for one skill.
#[derive(Debug, Clone)]
pub(super) struct Step<'s> {
    pub skill: &'s Skill,
    /// The index of the skill in the host's catalog.
    pub index: usize,
    pub setting: BudgetSetting,
    pub means: BudgetMeans,
    /// The new description; empty if the change does not shorten the description.
    pub text: String,
    /// The glob patterns of a conditional skill: the host's list shows the skill after a matching
    /// file was touched. Empty if the change does not make the skill conditional.
    pub paths: Vec<String>,
}

/// The new texts of files after the steps of a budget plan. A step changes one setting for one
/// skill, for example by shortening the skill's description.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// The new full text of each changed file, by path.
    pub files: Rc<BTreeMap<String, Rc<str>>>,
    /// The indices of the steps for which no new text could be made, for example because the file
    /// is not valid JSON.
    pub failed: Vec<usize>,
}

/// A property to set in a JSON settings file: the index of a [`Step`] in the plan's steps, and the
/// name and value of the property that this step sets.
type Member = (usize, String, String);

/// The edits of the last plan, which a new plan uses again.
#[derive(Default)]
pub(super) struct KnownEdits {
    /// The edit of the last plan for each skill, at the skill's index in the host's catalog. `None`
    /// if the last plan did not edit the skill, or if the edited file has changed since.
    of_skills: Vec<Option<KnownEdit>>,
    /// The new texts of all files that the last plan changed, by path. `None` if `of_skills` lacks
    /// an edit of the last plan.
    files: Option<Rc<BTreeMap<String, Rc<str>>>>,
}

/// An edit of one file, which the last plan made for one skill. A new plan uses this edit again if
/// the new plan makes the same change.
struct KnownEdit {
    setting: BudgetSetting,
    text: String,
    paths: Vec<String>,
    /// The path of the edited file.
    file: String,
    /// The new full text of the file.
    new: Rc<str>,
}

impl KnownEdits {
    /// Removes the edits of these files.
    pub fn remove(&mut self, files: &HashSet<String>) {
        for known in &mut self.of_skills {
            if known
                .as_ref()
                .is_some_and(|edit| files.contains(&edit.file))
            {
                *known = None;
                self.files = None;
            }
        }
    }

    /// Returns the new texts of all files if the steps are those of the last plan.
    fn same(&self, steps: &[Step<'_>]) -> Option<Rc<BTreeMap<String, Rc<str>>>> {
        let files = self.files.as_ref()?;
        let is_known = |step: &Step<'_>| {
            let known = self.of_skills.get(step.index).and_then(Option::as_ref);
            known.is_some_and(|edit| edit.is_of(step))
        };
        let is_same = files.len() == steps.len() && steps.iter().all(is_known);
        is_same.then(|| Rc::clone(files))
    }

    fn insert(&mut self, index: usize, edit: KnownEdit) {
        if self.of_skills.len() <= index {
            self.of_skills.resize_with(index + 1, || None);
        }
        self.of_skills[index] = Some(edit);
    }
}

impl KnownEdit {
    fn is_of(&self, step: &Step<'_>) -> bool {
        (self.setting, &self.text, &self.paths) == (step.setting, &step.text, &step.paths)
    }
}

/// Returns the new text of each file that the steps of a plan change. Does not write to the tree.
///
/// `known` has the edits of the last plan. If a step was also in the last plan, its edit is taken
/// from `known`. Then the edits in `known` are replaced by the edits of these steps.
pub(super) fn files(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    steps: &[Step<'_>],
    known: &mut KnownEdits,
) -> Made {
    if let Some(files) = known.same(steps) {
        return Made {
            files,
            failed: Vec::new(),
        };
    }
    let mut files: BTreeMap<String, Rc<str>> = BTreeMap::new();
    let mut failed = Vec::new();
    let mut before = std::mem::take(known).of_skills;
    let mut in_json: BTreeMap<(BudgetSetting, String), Vec<Member>> = BTreeMap::new();
    let mut in_toml = Vec::new();
    let mut is_known = true;
    for (index, step) in steps.iter().enumerate() {
        let file = || step.setting.file(pipeline, inputs, step.skill);
        let current = |file: &str| {
            let known = files.get(file).map(|text| text.as_ref().to_owned());
            known.or_else(|| text_at(inputs.tree, file).map(str::to_owned))
        };
        let edit = before.get_mut(step.index).and_then(Option::take);
        if let Some(edit) = edit.filter(|edit| edit.is_of(step))
            && !files.contains_key(&edit.file)
        {
            files.insert(edit.file.clone(), Rc::clone(&edit.new));
            known.insert(step.index, edit);
            continue;
        }
        let new = match step.setting {
            BudgetSetting::Description => {
                let text = current(&step.skill.path);
                text.and_then(|text| with_field(&text, "description", &quoted(&step.text)))
            }
            BudgetSetting::DisableModelInvocation => {
                let text = current(&step.skill.path);
                text.and_then(|text| with_field(&text, step.setting.name(), "true"))
            }
            BudgetSetting::Paths => {
                let globs: Vec<_> = step.paths.iter().map(|glob| quoted(glob)).collect();
                let globs = format!("[{}]", globs.join(", "));
                let text = current(&step.skill.path);
                text.and_then(|text| with_field(&text, "paths", &globs))
            }
            BudgetSetting::OpenaiPolicy => with_policy(current(&file()).as_deref()),
            BudgetSetting::SkillOverrides | BudgetSetting::PermissionSkill => {
                let value = match (step.setting, step.means) {
                    (BudgetSetting::PermissionSkill, _) => "deny",
                    (_, BudgetMeans::NameOnly) => "name-only",
                    (_, BudgetMeans::Off) => "off",
                    _ => "user-invocable-only",
                };
                let member = (index, step.skill.name.clone(), value.to_owned());
                in_json
                    .entry((step.setting, file()))
                    .or_default()
                    .push(member);
                continue;
            }
            BudgetSetting::CodexConfig => {
                in_toml.push(index);
                continue;
            }
        };
        let Some(text) = new else {
            failed.push(index);
            continue;
        };
        let (file, new) = (file(), Rc::<str>::from(text));
        if files.insert(file.clone(), Rc::clone(&new)).is_some() {
            is_known = false;
            continue;
        }
        let edit = KnownEdit {
            setting: step.setting,
            text: step.text.clone(),
            paths: step.paths.clone(),
            file,
            new,
        };
        known.insert(step.index, edit);
    }
    for ((setting, file), members) in &in_json {
        let keys: &[&str] = match setting {
            BudgetSetting::PermissionSkill => &["permission", "skill"],
            _ => &["skillOverrides"],
        };
        let pairs = members
            .iter()
            .map(|(_, key, value)| (key.clone(), value.clone()));
        let pairs: Vec<_> = pairs.collect();
        match with_members(text_at(inputs.tree, file), keys, &pairs) {
            Some(text) => {
                files.insert(file.clone(), text.into());
            }
            None => failed.extend(members.iter().map(|(index, ..)| *index)),
        }
    }
    codex_config(pipeline, inputs, steps, &in_toml, (&mut files, &mut failed));
    let files = Rc::new(files);
    if is_known && failed.is_empty() && in_json.is_empty() && in_toml.is_empty() {
        known.files = Some(Rc::clone(&files));
    }
    Made { files, failed }
}

/// Disables skills in Codex's configuration. `indices` has the indices of the steps in `steps` that
/// disable a skill in this way. The edit of each step is applied to the text that the previous edit
/// produced.
fn codex_config(
    pipeline: &HostPipeline,
    inputs: Inputs<'_>,
    steps: &[Step<'_>],
    indices: &[usize],
    (files, failed): (&mut BTreeMap<String, Rc<str>>, &mut Vec<usize>),
) {
    if indices.is_empty() {
        return;
    }
    let Some(configuration) = pipeline.host().configuration() else {
        failed.extend(indices);
        return;
    };
    let mut tree = inputs.tree.clone();
    for index in indices {
        let skill = steps[*index].skill;
        let edit = configuration.set_enabled(&tree, inputs.environment, skill, false);
        let written = edit.ok().filter(|edit| {
            tree.write(&edit.path, Some(edit.text.as_str().into()))
                .is_ok()
        });
        match written {
            Some(edit) => {
                files.insert(edit.path, edit.text.into());
            }
            None => failed.push(*index),
        }
    }
}

/// Returns the text of `agents/openai.yaml` with a policy that forbids the model to choose the
/// skill on its own. Returns `None` if the file has a `policy` in a form that cannot be edited.
fn with_policy(text: Option<&str>) -> Option<String> {
    const KEY: &str = "allow_implicit_invocation";
    let text = text.unwrap_or_default();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let policy = lines.iter().position(|line| line.trim_end() == "policy:");
    let Some(policy) = policy else {
        if lines.iter().any(|line| line.starts_with("policy")) {
            return None;
        }
        if let Some(last) = lines.last_mut()
            && !last.ends_with('\n')
        {
            last.push('\n');
        }
        lines.push(format!("policy:\n  {KEY}: false\n"));
        return Some(lines.concat());
    };
    let inside = lines[policy + 1..]
        .iter()
        .take_while(|line| line.starts_with([' ', '\t']) || line.trim().is_empty());
    let inside = inside.count();
    let indent = lines[policy + 1..]
        .first()
        .filter(|_| inside > 0)
        .map_or("  ", |line| {
            let indent = &line[..line.len() - line.trim_start().len()];
            if indent.is_empty() {
                "  "
            } else {
                indent.trim_end_matches(['\n', '\r'])
            }
        });
    let line = format!("{indent}{KEY}: false\n");
    let is_key = |line: &String| line.trim_start().starts_with(KEY);
    match lines[policy + 1..=policy + inside].iter().position(is_key) {
        Some(at) => lines[policy + 1 + at] = line,
        None => {
            if !lines[policy].ends_with('\n') {
                lines[policy].push('\n');
            }
            lines.insert(policy + 1, line);
        }
    }
    Some(lines.concat())
}
