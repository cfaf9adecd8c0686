//! Reads the facts about dependencies from the files of skills. A file is read again only if its
//! contents change.

use std::sync::Arc;

use super::collector::{Collector, Facts};
use super::{code, commands, frontmatter, prose, side_files};
use crate::memo::Memo;
use crate::tree::resources::{self, Beside};
use crate::tree::{Entry, EntryId, Tree, path};

/// The maximum length of a text that is read, in bytes. No host has this limit.
const MAX_TEXT: usize = 1 << 20;

/// The kind of a file. Files of different kinds are read in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    SkillFile,
    Markdown,
    Shell,
    Code,
    OpenaiYaml,
    McpJson,
    EnvExample,
    /// A file without an extension. The file is a program if its text begins with `#!`.
    Unknown,
}

/// Returns the kind of a file beside a skill, by the file's path below the skill's folder. Returns
/// none if such files are not read.
fn role(relative: &str) -> Option<Role> {
    if relative == "agents/openai.yaml" {
        return Some(Role::OpenaiYaml);
    }
    let name = path::file_name(relative);
    match name {
        ".mcp.json" | "mcp.json" => return Some(Role::McpJson),
        ".env.example" | ".env.sample" | ".env.template" | "env.example" => {
            return Some(Role::EnvExample);
        }
        _ => {}
    }
    let Some((before, ending)) = name.rsplit_once('.') else {
        return Some(Role::Unknown);
    };
    if before.is_empty() {
        return None;
    }
    Some(match ending.to_ascii_lowercase().as_str() {
        "md" | "markdown" | "mdx" => Role::Markdown,
        "sh" | "bash" | "zsh" => Role::Shell,
        "py" | "js" | "mjs" | "cjs" | "ts" | "tsx" | "rb" | "go" | "rs" | "php" | "pl" | "ps1"
        | "lua" => Role::Code,
        _ => return None,
    })
}

/// A skill's folder, and the skill's files in which Skillglass searches for dependencies.
#[derive(Debug)]
pub(super) struct SkillFiles {
    /// The name of the skill's folder.
    pub(super) folder: String,
    /// The files with their kinds and paths. The skill's main file is the first.
    files: Vec<(EntryId, Role, Arc<str>)>,
}

impl SkillFiles {
    /// Returns the path of the skill's own file.
    pub(super) fn path(&self) -> &str {
        self.files.first().map_or("", |(_, _, path)| path)
    }
}

/// A file of a skill, and the facts about dependencies in this file.
#[derive(Debug)]
pub(super) struct FileFacts {
    pub(super) entry: EntryId,
    /// The revision of the file from which the facts were read.
    pub(super) revision: u64,
    pub(super) path: Arc<str>,
    pub(super) facts: Arc<Facts>,
}

/// The cached facts of a tree.
#[derive(Debug, Default)]
pub(crate) struct FactCache {
    /// The files of each skill. The list is made again if a file is added, moved or removed.
    files: Memo<(), u64, Arc<Vec<SkillFiles>>>,
    /// The facts about dependencies in each file. A file is read again if its contents or its kind
    /// change.
    facts: Memo<EntryId, (u64, Role), Arc<Facts>>,
}

impl FactCache {
    /// Returns the skills of a tree with their files, sorted by path.
    pub(super) fn skills(&self, tree: &Tree) -> Arc<Vec<SkillFiles>> {
        self.files.get_or_insert((), tree.structure_revision(), || {
            self.facts.retain(|entry| tree.by_id(*entry).is_some());
            let skills = resources::skills(tree).into_iter();
            let skills = skills.map(|skill| {
                let mut files = vec![(skill.id(), Role::SkillFile, skill.path().into())];
                for (relative, entry) in Beside::of(skill).iter() {
                    let role = role(relative);
                    files.extend(role.map(|role| (entry.id(), role, entry.path().into())));
                }
                SkillFiles {
                    folder: skill.parent().map_or("", Entry::name).to_owned(),
                    files,
                }
            });
            Arc::new(skills.collect())
        })
    }

    /// Returns the facts about dependencies in each file of a skill.
    pub(super) fn of(&self, tree: &Tree, skill: &SkillFiles) -> Vec<FileFacts> {
        let files = skill.files.iter().filter_map(|(entry, role, path)| {
            let file = tree.by_id(*entry)?;
            let key = (file.revision(), *role);
            let facts = self
                .facts
                .get_or_insert(*entry, key, || Arc::new(read(file, *role)));
            Some(FileFacts {
                entry: *entry,
                revision: file.revision(),
                path: Arc::clone(path),
                facts,
            })
        });
        files.collect()
    }
}

/// Reads the facts about dependencies in a file of the kind `role`.
fn read(file: Entry<'_>, role: Role) -> Facts {
    let unread = Facts {
        unread: role != Role::Unknown,
        ..Facts::default()
    };
    let Some(contents) = file.contents() else {
        return unread;
    };
    let Ok(text) = contents.text() else {
        return unread;
    };
    if text.len() > MAX_TEXT {
        return unread;
    }
    let mut collector = Collector::new(text);
    match role {
        Role::SkillFile => {
            frontmatter::read(&mut collector);
            prose::read(&mut collector);
        }
        Role::Markdown => prose::read(&mut collector),
        Role::Shell => commands::read_script(&mut collector),
        Role::Code => code::read_program(&mut collector),
        Role::OpenaiYaml => side_files::read_openai_yaml(&mut collector),
        Role::McpJson => side_files::read_mcp_json(&mut collector),
        Role::EnvExample => side_files::read_env_example(&mut collector),
        Role::Unknown => match commands::interpreter(text) {
            Some((name, _)) if commands::is_shell(name) => commands::read_script(&mut collector),
            Some(_) => code::read_program(&mut collector),
            None => {}
        },
    }
    collector.facts
}
