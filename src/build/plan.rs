//! Computes the plan of a build.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::changes::{self, Changes, Wanted};
use super::fields;
use super::fitting::{Fitted, Fitting};
use super::folders::{Choice, Folder, Question};
use super::layout::{self, SkillCopy, link_target};
use super::proof::{self, Placed};
use super::record::{self, Files, Record};
use super::report::{
    BuildConflict, BuildConflictReason, BuildContent, BuildFolder, BuildHow, BuildNote, BuildPlan,
    BuildProof, BuildRequest, BuildScope, BuildWrite, BuiltPlugin,
};
use super::source::{Source, SourceSkill};
use crate::host::Host;
use crate::host::agent_plugins::{
    MANIFEST, MANIFEST_SCHEMA, PluginEffect, SKILLS, SPECIFICATION, read_plugin,
};
use crate::hosts;
use crate::model::argument::ArgumentError;
use crate::model::environment::Environment;
use crate::sort;
use crate::tree::{EntryKind, Tree, path};
use crate::workspace::Workspace;

/// A build whose request was checked.
pub(super) struct Build<'w> {
    workspace: &'w Workspace,
    request: &'w BuildRequest,
    hosts: Vec<Arc<dyn Host>>,
    /// The environment that determines the layout. For a project, the environment contains nothing about the user or
    /// the machine, so that every user builds the same layout.
    environment: Environment,
    /// The directory below which the build writes its folders: the working directory, or the user's
    /// home.
    pub base: String,
    /// The folder that contains the source skills.
    pub from: String,
    /// The path of the Agent Plugin's folder. None if the build creates no Agent Plugin.
    plugin: Option<String>,
}

impl<'w> Build<'w> {
    /// Checks a request and returns the build. Returns an error if an argument is invalid.
    pub fn new(workspace: &'w Workspace, request: &'w BuildRequest) -> Result<Self, ArgumentError> {
        let environment = workspace.environment();
        let base = match request.scope {
            BuildScope::Project => environment.cwd.clone(),
            BuildScope::User => environment.home.clone().ok_or_else(|| {
                let message = "is \"user\", and the workspace has no home; give it one";
                ArgumentError::new("scope", message)
            })?,
        };
        let given = path::resolve(&environment.cwd, &request.from);
        let entry = workspace.tree().resolve(&given).ok();
        let entry = entry.filter(|entry| entry.kind() == EntryKind::Directory);
        let from = entry.map(|entry| entry.path()).ok_or_else(|| {
            let message =
                format!("there is no folder {given:?} in the tree; name a folder of skills");
            ArgumentError::new("from", message)
        })?;
        let plugin = request.plugin.as_deref();
        let plugin = plugin.map(|plugin| path::resolve(&environment.cwd, plugin));
        if let Some(plugin) = &plugin {
            let is_apart = !path::is_within(plugin, &from) && !path::is_within(&from, plugin);
            if !path::is_within(plugin, &base) || *plugin == base || !is_apart {
                let message = format!(
                    "is {plugin:?}; name a folder in {base:?} that neither contains {from:?} nor is in it"
                );
                return Err(ArgumentError::new("plugin", message));
            }
        }
        let hosts = workspace.with_pipelines(&request.hosts, |pipelines| {
            let hosts = pipelines.iter();
            hosts.map(|pipeline| pipeline.shared_host()).collect()
        })?;
        let environment = match request.scope {
            BuildScope::User => environment.clone(),
            BuildScope::Project => Environment {
                variables: BTreeMap::new(),
                plugins: Vec::new(),
                touched: Vec::new(),
                ..environment.clone()
            },
        };
        Ok(Self {
            workspace,
            request,
            hosts,
            environment,
            base,
            from,
            plugin,
        })
    }

    fn record_path(&self) -> String {
        path::join(&self.base, record::FILE)
    }

    /// Returns the record of earlier builds, which is empty if no record exists. If the record
    /// cannot be read, the error is the conflict to report.
    fn record(&self) -> Result<Record, BuildConflict> {
        let path = self.record_path();
        let fault = |message: String| {
            BuildConflict {
            path: path.clone(),
            reason: BuildConflictReason::Record,
            message: format!("{message}. Nothing is built, because nothing else tells built files from others"),
            help: "Restore the file from version control; or remove it and the built folders, then build again.".to_owned(),
            hosts: Vec::new(),
        }
        };
        let Some(entry) = self.workspace.tree().entry(&path) else {
            return Ok(Record::default());
        };
        match entry.contents().map(|contents| contents.text()) {
            Some(Ok(text)) => Record::read(text).map_err(fault),
            Some(Err(_)) => Err(fault("it is not UTF-8".to_owned())),
            None if matches!(entry.kind(), EntryKind::File(_)) => {
                Err(fault("its contents have not been given".to_owned()))
            }
            None => Err(fault("it is a folder or a link, not a file".to_owned())),
        }
    }

    /// Returns a tree with the files from which the folders are chosen that the build writes. In a
    /// build for a project, these are the files of the repository and of the source skills. In a
    /// build for a user, they are all files of `tree`.
    fn shared_tree(&self, tree: &Tree) -> Tree {
        if self.request.scope == BuildScope::User {
            return tree.clone();
        }
        let mut above = path::ancestors(&self.base);
        let is_top = |at: &&str| tree.entry(&path::join(at, ".git")).is_some();
        let top = above.find(is_top).unwrap_or(&self.base);
        layout::part(tree, |path| {
            path::is_within(path, top) || path::is_within(path, &self.from)
        })
    }

    fn question<'q>(&'q self, tree: &'q Tree) -> Question<'q> {
        Question {
            tree,
            environment: &self.environment,
            hosts: &self.hosts,
            scope: self.request.scope,
            how: self.request.how,
            base: &self.base,
            from: &self.from,
        }
    }

    /// Returns the files that the build reads but whose contents the workspace does not have,
    /// sorted.
    pub fn unread(&self) -> Vec<String> {
        let tree = self.workspace.tree();
        let mut folders = self.question(&self.shared_tree(tree)).candidates();
        folders.extend(self.plugin.clone());
        let path_of_record = self.record_path();
        // An earlier build may have written files for hosts that this build leaves out.
        let record = self.record().unwrap_or_default();
        let unread = tree.entries().filter_map(|entry| {
            let path = (entry.kind() == EntryKind::File(None)).then(|| entry.path())?;
            let is_read = path == path_of_record
                || folders.iter().any(|folder| path::is_within(&path, folder))
                || record.has(&record::relative(&path, &self.base));
            is_read.then_some(path)
        });
        let mut unread = sort::collect_set(unread);
        let mut source = self.source(tree, &folders);
        for skill in source.skills() {
            for content in skill.files.into_values() {
                if let BuildContent::File { from } = content
                    && tree
                        .entry(&from)
                        .is_some_and(|entry| entry.contents().is_none())
                {
                    unread.insert(from);
                }
            }
        }
        unread.into_iter().collect()
    }

    fn source<'s>(&'s self, tree: &'s Tree, outputs: &'s [String]) -> Source<'s> {
        Source {
            tree,
            from: &self.from,
            project: &self.base,
            outputs,
            conflicts: Vec::new(),
        }
    }

    /// Returns the plan of the build.
    pub fn plan(&self) -> BuildPlan {
        let tree = self.workspace.tree();
        let mut plan = BuildPlan {
            from: self.from.clone(),
            record: self.record_path(),
            folders: Vec::new(),
            skills: 0,
            removes: Vec::new(),
            writes: Vec::new(),
            keeps: Vec::new(),
            conflicts: Vec::new(),
            notes: Vec::new(),
            proof: Vec::new(),
            plugin: None,
        };
        let mut record = match self.record() {
            Ok(record) => record,
            Err(conflict) => {
                plan.conflicts.push(conflict);
                return plan;
            }
        };
        let key = record::relative(&self.from, &self.base);
        let exists = |folder: &str| tree.resolve(&path::resolve(&self.base, folder)).is_ok();
        let taken = record.take(&key, exists);
        let mut bare = tree.clone();
        let recorded: Vec<String> = (taken.keys())
            .map(|file| path::join(&self.base, file))
            .collect();
        changes::remove_all(&mut bare, &self.base, &recorded);
        let shared = self.shared_tree(&bare);
        let question = self.question(&shared);
        let candidates = question.candidates();
        let ours = self.ours(taken, &candidates, &mut plan);
        let outputs: Vec<String> = candidates.iter().chain(&self.plugin).cloned().collect();
        let mut source = self.source(&bare, &outputs);
        let skills = source.skills();
        plan.conflicts.append(&mut source.conflicts);
        plan.skills = skills.len();
        let parents = skills
            .iter()
            .filter_map(|skill| path::parent(&skill.folder));
        let parents = sort::collect_set(parents.map(str::to_owned));
        let choice = question.choose(&candidates, &parents);
        self.describe(&choice, &mut plan);

        let built = self.fitted((&bare, &shared), &skills, &choice, &mut plan);
        let mut wanted = BTreeMap::new();
        for (folder, copies) in choice.folders.iter().zip(&built) {
            for (skill, fitted) in skills.iter().zip(copies) {
                self.want(folder, skill, fitted, &mut wanted, &mut plan);
            }
        }
        if let Some(plugin) = self.plugin.as_ref().filter(|_| !skills.is_empty()) {
            self.want_plugin(plugin, &bare, &skills, &ours, &mut wanted, &mut plan);
        }
        let changes = changes::changes(tree, &self.base, &wanted, &ours);
        self.finish(changes, record, key, &mut plan);
        self.prove(&skills, &choice, &built, &mut plan);
        plan
    }

    /// Returns the digests of the files that earlier builds wrote, keyed by absolute path. The
    /// record of these builds lists the files. Because somebody may have edited the record, a
    /// listed file is left out if builds never write to its path. The plan gets a note about each
    /// file that is left out.
    fn ours(&self, taken: Files, candidates: &[String], plan: &mut BuildPlan) -> Files {
        let mut ours = Files::new();
        for (file, digest) in taken {
            let at = path::join(&self.base, &file);
            let is_skills = |name: &str| matches!(name, "skills" | "skill");
            let is_built = file.split('/').any(is_skills)
                || path::file_name(&file) == MANIFEST
                || candidates.iter().any(|folder| path::is_within(&at, folder))
                || self
                    .plugin
                    .as_ref()
                    .is_some_and(|folder| path::is_within(&at, folder));
            if is_built && !path::is_within(&at, &self.from) {
                ours.insert(at, digest);
            } else {
                plan.notes.push(BuildNote {
                    path: at,
                    message: "the record names this file, but builds write no file there; it stays"
                        .to_owned(),
                });
            }
        }
        ours
    }

    /// Adds the chosen folders to the plan, and a note for each host that reads no folder or lists
    /// skills twice.
    fn describe(&self, choice: &Choice, plan: &mut BuildPlan) {
        let ids = |hosts: &[usize]| -> Vec<String> {
            let hosts = hosts.iter();
            hosts
                .map(|host| self.hosts[*host].id().to_owned())
                .collect()
        };
        if !choice.source.is_empty() {
            plan.folders.push(BuildFolder {
                path: self.from.clone(),
                hosts: ids(&choice.source),
                is_source: true,
            });
        }
        for folder in &choice.folders {
            plan.folders.push(BuildFolder {
                path: folder.path.clone(),
                hosts: ids(&folder.hosts),
                is_source: false,
            });
            if self.request.how == BuildHow::Link && !folder.follows_links {
                plan.notes.push(BuildNote {
                    path: folder.path.clone(),
                    message: "a host follows no links in this folder, so the skills are copies"
                        .to_owned(),
                });
            }
        }
        if plan.skills == 0 {
            plan.notes.push(BuildNote {
                path: self.from.clone(),
                message: "no folder in it has a SKILL.md, so there is nothing to build".to_owned(),
            });
            return;
        }
        let whose = match self.request.scope {
            BuildScope::Project => "project",
            BuildScope::User => "home",
        };
        for host in &choice.none {
            plan.notes.push(BuildNote {
                path: self.base.clone(),
                message: format!(
                    "{} reads no folder of the {whose} that a build may write, so it lists none of the skills",
                    hosts::label(self.hosts[*host].id())
                ),
            });
        }
        for host in &choice.twice {
            plan.notes.push(BuildNote {
                path: self.base.clone(),
                message: format!(
                    "{} lists each skill twice, because it reads several of the folders that the hosts need",
                    hosts::label(self.hosts[*host].id())
                ),
            });
        }
    }

    /// Returns the copies of all skills for each chosen folder. Adds a note to the plan for each
    /// change that a copy needs.
    fn fitted(
        &self,
        (bare, shared): (&Tree, &Tree),
        skills: &[SourceSkill],
        choice: &Choice,
        plan: &mut BuildPlan,
    ) -> Vec<Vec<Fitted>> {
        let hosts_of = |folder: &Folder| -> Vec<Arc<dyn Host>> {
            let hosts = folder.hosts.iter();
            hosts.map(|host| Arc::clone(&self.hosts[*host])).collect()
        };
        let mut built: Vec<Vec<Fitted>> = Vec::new();
        let mut trial = shared.clone();
        for folder in &choice.folders {
            let hosts = hosts_of(folder);
            let fitting = self.fitting(bare, &folder.path, &hosts);
            let copies = skills
                .iter()
                .map(|skill| fitting.plain(SkillCopy::of(skill)));
            let copies: Vec<Fitted> = copies.collect();
            for fitted in &copies {
                fitted.copy.put(&mut trial, bare, &folder.path);
            }
            built.push(copies);
        }
        let placed = placed(skills, &choice.folders, &built);
        let proof = proof::prove(&trial, &self.environment, &self.hosts, &placed);
        for (index, rows) in proof.chunks(self.hosts.len().max(1)).enumerate() {
            let is_bad = |host: &usize| rows.get(*host).is_some_and(proof::is_unreadable);
            for (folder, copies) in choice.folders.iter().zip(&mut built) {
                if !folder.hosts.iter().any(is_bad) {
                    continue;
                }
                let hosts = hosts_of(folder);
                let fitting = self.fitting(bare, &folder.path, &hosts);
                let is_vacant = |name: &str| {
                    let mut others = copies.iter();
                    others.all(|other| !other.copy.name.eq_ignore_ascii_case(name))
                };
                if let Some(better) = fitting.better(&copies[index], is_vacant) {
                    copies[index] = better;
                }
            }
        }
        for (folder, copies) in choice.folders.iter().zip(&built) {
            for fitted in copies {
                let at = path::join(&folder.path, &fitted.copy.name);
                plan.notes
                    .extend(fitted.notes.iter().map(|message| BuildNote {
                        path: at.clone(),
                        message: message.clone(),
                    }));
            }
        }
        built
    }

    fn fitting<'f>(
        &'f self,
        source: &'f Tree,
        folder: &'f str,
        hosts: &'f [Arc<dyn Host>],
    ) -> Fitting<'f> {
        Fitting {
            source,
            options: self.workspace.options(),
            environment: &self.environment,
            folder,
            hosts,
        }
    }

    /// Adds the files of a skill's copy to `wanted`, or a link to the source skill.
    fn want(
        &self,
        folder: &Folder,
        skill: &SourceSkill,
        fitted: &Fitted,
        wanted: &mut BTreeMap<String, Wanted>,
        plan: &mut BuildPlan,
    ) {
        let unit = path::join(&folder.path, &fitted.copy.name);
        if self.request.how == BuildHow::Link && folder.follows_links {
            if !fitted.copy.is_changed {
                let target = link_target(&unit, &skill.folder);
                let content = BuildContent::Link { target };
                wanted.insert(unit.clone(), Wanted { content, unit });
                return;
            }
            plan.notes.push(BuildNote {
                path: unit.clone(),
                message: "a copy in place of a link, because it differs from the source".to_owned(),
            });
        }
        add_files(&fitted.copy, &unit, wanted);
    }

    /// Adds the files of the Agent Plugin to `wanted`. A manifest that the author wrote is not
    /// replaced.
    fn want_plugin(
        &self,
        plugin: &str,
        bare: &Tree,
        skills: &[SourceSkill],
        ours: &Files,
        wanted: &mut BTreeMap<String, Wanted>,
        plan: &mut BuildPlan,
    ) {
        let manifest = path::join(plugin, MANIFEST);
        if ours.contains_key(&manifest) || self.workspace.tree().entry(&manifest).is_none() {
            let value =
                serde_json::json!({ "$schema": MANIFEST_SCHEMA, "name": path::file_name(plugin) });
            // Serialization of a map of texts cannot fail.
            let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
            let content = BuildContent::Text { text };
            let unit = manifest.clone();
            wanted.insert(manifest, Wanted { content, unit });
        }
        let standard = hosts::open(Some("standard"), None, &hosts::HostOptions::default());
        let hosts: Vec<Arc<dyn Host>> = standard.into_iter().collect();
        let folder = path::join(plugin, SKILLS);
        let fitting = self.fitting(bare, &folder, &hosts);
        for skill in skills {
            let plain = Fitted {
                copy: SkillCopy::of(skill),
                notes: Vec::new(),
            };
            let mut fitted = if conforms(&plain.copy, bare) {
                plain
            } else {
                fitting.better(&plain, |_| false).unwrap_or(plain)
            };
            if !conforms(&fitted.copy, bare) {
                let mut copy = fitted.copy.clone();
                let is_known = |key: &str| SPECIFIED.contains(&key);
                let removed = fields::keep_only(&mut copy, bare, is_known);
                if !removed.is_empty() && conforms(&copy, bare) {
                    fitted.copy = copy;
                    fitted.notes.push(format!(
                        "`{}` is left out of this copy, because strict clients of Agent Plugins refuse skills that have it",
                        removed.join("`, `")
                    ));
                }
            }
            let unit = path::join(&folder, &fitted.copy.name);
            plan.notes
                .extend(fitted.notes.iter().map(|message| BuildNote {
                    path: unit.clone(),
                    message: message.clone(),
                }));
            add_files(&fitted.copy, &unit, wanted);
        }
    }

    /// Adds the changed files to the plan. Also plans to write, keep or remove the record that
    /// lists the built files.
    fn finish(&self, changes: Changes, mut record: Record, key: String, plan: &mut BuildPlan) {
        plan.removes = changes.removes;
        plan.writes = changes.writes;
        plan.keeps = changes.keeps;
        plan.conflicts.extend(changes.conflicts);
        for items in [&mut plan.removes, &mut plan.keeps] {
            sort::by(items, Ord::cmp);
        }
        sort::by(&mut plan.writes, |one, other| one.path.cmp(&other.path));
        record.put(key, changes.files);
        let path = plan.record.clone();
        let entry = self.workspace.tree().entry(&path);
        if record.is_empty() {
            if entry.is_some() {
                plan.removes.push(path);
            }
            return;
        }
        let text = record.write();
        let before = entry.and_then(|entry| entry.contents()?.text().ok());
        if before == Some(&*text) {
            plan.keeps.push(path);
        } else {
            plan.writes.push(BuildWrite {
                path,
                content: BuildContent::Text { text },
                replaces: before.is_some(),
            });
        }
    }

    /// Adds the proof to the plan: how each host lists each skill in the tree after the build.
    fn prove(
        &self,
        skills: &[SourceSkill],
        choice: &Choice,
        built: &[Vec<Fitted>],
        plan: &mut BuildPlan,
    ) {
        let mut after = self.workspace.tree().clone();
        changes::apply(&mut after, plan, &self.base);
        let placed = placed(skills, &choice.folders, built);
        let environment = self.workspace.environment();
        let proof: Vec<BuildProof> = proof::prove(&after, environment, &self.hosts, &placed);
        let none: Vec<String> = (choice.none.iter())
            .map(|host| self.hosts[*host].id().to_owned())
            .collect();
        plan.conflicts.extend(proof::not_listed(&proof, &none));
        plan.proof = proof;
        if let Some(folder) = self.plugin.as_ref().filter(|_| !skills.is_empty()) {
            let plugin = read_plugin(&after, folder, &SPECIFICATION);
            let serious = plugin.problems.iter().filter(|problem| {
                !matches!(
                    problem.effect,
                    PluginEffect::IgnoresField | PluginEffect::IgnoresPath
                )
            });
            plan.conflicts.extend(serious.map(|problem| BuildConflict {
                path: problem.path.clone(),
                reason: BuildConflictReason::Plugin,
                message: problem.message.clone(),
                help: problem.help.clone(),
                hosts: Vec::new(),
            }));
            plan.plugin = Some(BuiltPlugin {
                path: folder.clone(),
                name: plugin.name,
                skills: plugin.skills.into_iter().map(|skill| skill.name).collect(),
            });
        }
        sort::by(&mut plan.conflicts, |one, other| {
            (&one.path, one.reason).cmp(&(&other.path, other.reason))
        });
        sort::by(&mut plan.notes, Ord::cmp);
        plan.notes.dedup();
        plan.conflicts.dedup();
    }
}

/// The frontmatter fields that the Agent Skills specification defines.
const SPECIFIED: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Returns true if a client of Agent Plugins that follows the specification loads the copy.
fn conforms(copy: &SkillCopy, source: &Tree) -> bool {
    let mut tree = Tree::new();
    let value = serde_json::json!({ "$schema": MANIFEST_SCHEMA, "name": "plugin" });
    let _ = tree.write("/plugin/plugin.json", Some(value.to_string().into()));
    copy.put(&mut tree, source, "/plugin/skills");
    let plugin = read_plugin(&tree, "/plugin", &SPECIFICATION);
    !plugin.skills.is_empty()
}

fn add_files(copy: &SkillCopy, unit: &str, wanted: &mut BTreeMap<String, Wanted>) {
    for (name, content) in &copy.files {
        let wanted_file = Wanted {
            content: content.clone(),
            unit: unit.to_owned(),
        };
        wanted.insert(path::join(unit, name), wanted_file);
    }
}

/// Returns the files of each skill: its source, and its copies in the chosen folders.
fn placed(skills: &[SourceSkill], folders: &[Folder], built: &[Vec<Fitted>]) -> Vec<Placed> {
    let skills = skills.iter().enumerate();
    let placed = skills.map(|(index, skill)| {
        let copies = folders.iter().zip(built).map(|(folder, copies)| {
            let copy = &copies[index].copy;
            path::join(&path::join(&folder.path, &copy.name), &copy.file)
        });
        Placed {
            skill: skill.file.clone(),
            files: std::iter::once(skill.file.clone()).chain(copies).collect(),
        }
    });
    placed.collect()
}
