//! Collects the prompts of a request and of files. Each prompt names the skill that the model
//! should choose or should not choose.

use super::offered::Offered;
use super::read::{self, Entry};
use super::report::{TriggerFinding, TriggerFindingCode, TriggerPlace, TriggersRequest};
use crate::model::argument::ArgumentError;
use crate::sort;
use crate::tree::resources;
use crate::tree::{self, EntryKind, path};
use crate::workspace::Workspace;

/// The maximum number of prompts for which one request can rank skills. No host has this limit.
const MAX_PROMPTS: usize = 5_000;

/// The folder beside a skill's file that contains files of prompts.
const FOLDER: &str = "evals";

/// The usual names of files with prompts. A file with another name is skipped if none of its
/// entries looks like a prompt.
const NAMES: [&str; 2] = ["evals.json", "eval_queries.json"];

/// A prompt, and the skill that the prompt should trigger or should not trigger.
#[derive(Debug)]
pub(super) struct Prompt {
    pub text: String,
    pub should_trigger: bool,
    pub expected: Expected,
    pub place: Option<TriggerPlace>,
}

/// The skill that a prompt should or should not trigger, as the prompt's file names it.
#[derive(Debug)]
pub(super) enum Expected {
    /// The prompt should trigger no skill.
    Nothing,
    /// A skill that the host offers to its model.
    Skill { name: String, path: String },
    /// A skill that the host loads, but does not offer to its model.
    Unoffered { name: String, path: String },
    /// A name that no loaded skill has.
    Unknown { name: String },
}

impl Expected {
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Skill { name, .. } | Self::Unoffered { name, .. } | Self::Unknown { name } => {
                Some(name)
            }
        }
    }

    /// Returns the path of the skill's file; `None` if the host does not load the skill.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Skill { path, .. } | Self::Unoffered { path, .. } => Some(path),
            Self::Nothing | Self::Unknown { .. } => None,
        }
    }

    /// Finds the loaded skill with this name or path. If several skills have the name, an offered
    /// skill is preferred.
    fn named(named: &str, offered: &Offered) -> Self {
        let mut unoffered = None;
        for (path, names) in &offered.loaded {
            if path != named && !names.iter().any(|name| name == named) {
                continue;
            }
            let name = names.first().cloned().unwrap_or_default();
            let path = path.clone();
            if offered.number(&path).is_some() {
                return Self::Skill { name, path };
            }
            unoffered.get_or_insert(Self::Unoffered { name, path });
        }
        let name = named.to_owned();
        unoffered.unwrap_or(Self::Unknown { name })
    }
}

/// Returns the prompts in a request, and those in the files of prompts. Also returns findings about
/// unreadable files, and about skills that the host does not load or offer.
pub(super) fn collect(
    workspace: &Workspace,
    request: &TriggersRequest,
    offered: &Offered,
) -> Result<(Vec<Prompt>, Vec<TriggerFinding>), ArgumentError> {
    let mut prompts = Vec::new();
    let mut findings = Vec::new();
    for (index, given) in request.prompts.iter().enumerate() {
        let named = given.skill.as_deref();
        let expected = named.map_or(Expected::Nothing, |named| Expected::named(named, offered));
        if let Expected::Unknown { name } = &expected {
            let host = &offered.host;
            let message = format!("{host} loads no skill {name:?}");
            return Err(ArgumentError::new(
                format!("prompts[{index}].skill"),
                message,
            ));
        }
        prompts.push(Prompt {
            text: given.prompt.clone(),
            should_trigger: given.should_trigger.unwrap_or(named.is_some()),
            expected,
            place: None,
        });
    }
    for file in files(workspace, request)? {
        let mut read = read::file(file.entry);
        if file.is_passed_over(&read) {
            continue;
        }
        findings.append(&mut read.findings);
        for entry in read.entries {
            prompts.push(file.prompt(entry, offered));
        }
    }
    if prompts.len() > MAX_PROMPTS {
        findings.push(TriggerFinding {
            code: TriggerFindingCode::TooManyPrompts,
            message: format!("{} prompts are more than Skillglass reads", prompts.len()),
            help: format!("Name the files to read; at most {MAX_PROMPTS} prompts are read."),
            place: prompts[MAX_PROMPTS].place.clone(),
            prompt: None,
        });
        prompts.truncate(MAX_PROMPTS);
    }
    findings.extend(prompts.iter().enumerate().filter_map(|(number, prompt)| {
        let place = prompt.place.clone();
        about_skill(number, &prompt.expected, &offered.host, place)
    }));
    Ok((prompts, findings))
}

/// Returns the finding about a prompt whose skill is unknown or is not offered to the model.
/// Returns `None` for other prompts.
fn about_skill(
    number: usize,
    expected: &Expected,
    host: &str,
    place: Option<TriggerPlace>,
) -> Option<TriggerFinding> {
    let (code, message, help) = match expected {
        Expected::Unoffered { name, .. } => (
            TriggerFindingCode::NotOffered,
            format!("{host} does not show {name} to its model, so no prompt triggers it"),
            "Ask the host for its list, which has the reason: `workspace.listing()`.",
        ),
        Expected::Unknown { name } => (
            TriggerFindingCode::UnknownSkill,
            format!("{host} loads no skill {name:?}"),
            "Correct the name, or ask the host for its catalog, which has the reasons: `workspace.catalog()`.",
        ),
        Expected::Nothing | Expected::Skill { .. } => return None,
    };
    Some(TriggerFinding {
        code,
        message,
        help: help.to_owned(),
        place,
        prompt: Some(number),
    })
}

/// A file with prompts, each with the skill that the prompt should trigger.
struct PromptFile<'t> {
    entry: tree::Entry<'t>,
    /// The path of the skill's file, if the file of prompts is in a skill's folder. `None` if no
    /// parent folder is a skill.
    skill: Option<String>,
    /// True if the request names this file.
    is_named: bool,
}

impl PromptFile<'_> {
    /// Returns true if the file is skipped: it is in the folder `evals`, but does not look like a
    /// file with prompts.
    fn is_passed_over(&self, read: &read::PromptsRead) -> bool {
        let is_unread = |finding: &TriggerFinding| finding.code == TriggerFindingCode::Unread;
        let is_known = read.has_shape || read.findings.iter().any(is_unread);
        !self.is_named && !is_known && !NAMES.contains(&self.entry.name())
    }

    fn prompt(&self, entry: Entry, offered: &Offered) -> Prompt {
        let expected = match (&entry.skill, &self.skill) {
            (Some(Some(named)), own) => {
                let own = own.as_deref().map(|own| Expected::named(own, offered));
                let own = own.filter(|_| entry.is_of_file);
                match Expected::named(named, offered) {
                    // The file's name for its skill may be outdated, so the skill of the folder is used.
                    Expected::Unknown { name } => own.unwrap_or(Expected::Unknown { name }),
                    known => known,
                }
            }
            (None, Some(own)) => match Expected::named(own, offered) {
                Expected::Unknown { .. } => Expected::Unknown {
                    name: path::file_name(path::parent(own).unwrap_or(own)).to_owned(),
                },
                known => known,
            },
            (Some(None), _) | (None, None) => Expected::Nothing,
        };
        Prompt {
            text: entry.text,
            should_trigger: entry
                .should_trigger
                .unwrap_or(!matches!(expected, Expected::Nothing)),
            expected,
            place: Some(entry.place),
        }
    }
}

/// Returns the files that contain prompts: the files that the request names. If the request names
/// no files and has no prompts of its own, returns the files with prompts in the folders of all
/// skills.
fn files<'w>(
    workspace: &'w Workspace,
    request: &TriggersRequest,
) -> Result<Vec<PromptFile<'w>>, ArgumentError> {
    let tree = workspace.tree();
    if request.files.is_empty() && !request.prompts.is_empty() {
        return Ok(Vec::new());
    }
    if !request.files.is_empty() {
        let files = request.files.iter().enumerate().map(|(index, path)| {
            let entry = tree.resolve(path).map_err(|_| {
                let message = format!("there is no file {path:?} in the tree");
                ArgumentError::new(format!("files[{index}]"), message)
            })?;
            let mut folders = path::ancestors(path);
            let skill = folders.find_map(|folder| {
                let skill = tree.entry(&path::join(folder, "SKILL.md"))?;
                Some(skill.path())
            });
            Ok(PromptFile {
                entry,
                skill,
                is_named: true,
            })
        });
        return files.collect();
    }
    let mut files = Vec::new();
    for skill in tree
        .entries()
        .filter(|entry| resources::is_skill_file(*entry))
    {
        // A skill's file in the root of the tree has no folder of its own.
        let folder = skill.parent().filter(|folder| folder.parent().is_some());
        let found = folder.into_iter().flat_map(in_folder);
        files.extend(found.map(|entry| (skill.path(), entry.path(), entry)));
    }
    sort::by(&mut files, |(skill, path, _), (other, other_path, _)| {
        (skill, path).cmp(&(other, other_path))
    });
    let files = files.into_iter().map(|(skill, _, entry)| PromptFile {
        entry: entry.follow().unwrap_or(entry),
        skill: Some(skill),
        is_named: false,
    });
    Ok(files.collect())
}

/// Returns the files of prompts in the folder of a skill.
fn in_folder(folder: tree::Entry<'_>) -> impl Iterator<Item = tree::Entry<'_>> {
    folder.children().flat_map(|child| {
        let is_folder = child.kind() == EntryKind::Directory;
        let is_prompts = !is_folder && NAMES.contains(&child.name());
        let is_searched =
            is_folder && child.name() == FOLDER && !child.children().any(resources::is_skill_file);
        let inside = is_searched.then(|| child.children()).into_iter().flatten();
        let inside = inside
            .filter(|file| file.kind() != EntryKind::Directory && file.name().ends_with(".json"));
        is_prompts.then_some(child).into_iter().chain(inside)
    })
}
