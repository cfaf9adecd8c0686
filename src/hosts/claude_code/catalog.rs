//! The stage that builds the catalog. It decides on names, precedence, path conditions, overrides
//! in the settings, and prompts of MCP servers.

use super::editions::{Arrangement, ClaudeCode, Fallback, PathConditions, PluginStyle, SameName};
use super::left_out::{LeftOutContext, explain};
use super::names::{COMMAND_ENDING, NO_PROMPTS, SERVER_SCHEME, is_synced, nested_in, sanitized};
use super::naming;
use super::options::McpPrompt;
use super::path_rules::PathRules;
use super::plugin::{self, Plugin};
use super::settings::{self, Settings};
use super::switch::Switch;
use crate::hashing::{HashMap, HashSet};
use crate::host::Assemble;
use crate::host::stages::{Assembly, Candidate, Considered, Fields, IgnoredField, Text};
use crate::model::catalog::{Ignored, LeftOut, LeftOutReason};
use crate::model::environment::Environment;
use crate::model::skill::{
    DescriptionSource, Frontmatter, NameSource, Scope, Skill, SkillKind, Visibility,
};
use crate::text::unicode;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Tree, path};

/// The prefix that is added to the name of a skill from the user's account if another skill or
/// command has the same name (docs/hosts/claude-code.md#one-name-twice).
const SYNCED_PREFIX: &str = "anthropic-skills:";

impl Assemble for ClaudeCode {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        let settings = settings::read(tree, environment, self);
        let plugins = plugin::all(tree, environment, self);
        let builder = Builder {
            environment,
            settings: &settings,
            plugins: &plugins,
            setup: self,
        };
        let mut assembly = Assembly {
            ignored: (settings.ignored.iter())
                .chain(plugins.iter().flat_map(|plugin| &plugin.ignored))
                .cloned()
                .collect(),
            ..Assembly::default()
        };
        let mut loaded = HashSet::default();
        for Considered {
            candidate, parsed, ..
        } in candidates
        {
            let file = &candidate.found;
            let mut leave_out = |reason, names: &str| {
                let place = LeftOutContext::after(&candidate.root, names);
                assembly
                    .left_out
                    .push(explain(&file.discovered_path, reason, place));
            };
            let Some(parsed) = parsed else {
                leave_out(LeftOutReason::Unread, "");
                continue;
            };
            // If several paths lead to a file, only the first is used, even if the file does not
            // load (docs/hosts/claude-code.md#where-it-looks).
            if !loaded.insert(file.path.as_str()) {
                leave_out(LeftOutReason::Duplicate, "");
                continue;
            }
            match &parsed.outcome {
                Ok(fields) => {
                    let ignored = parsed.ignored.iter().cloned();
                    assembly
                        .ignored
                        .extend(ignored.map(|field| field.at(&file.path)));
                    let (skill, ignored) = builder.skill(candidate, fields, parsed.bytes);
                    assembly.ignored.extend(ignored);
                    assembly.skills.push(skill);
                }
                Err(fault) => {
                    let place = LeftOutContext::after(&candidate.root, &fault.message);
                    assembly.left_out.push(LeftOut {
                        fault: Some(fault.code),
                        help: fault.help.clone(),
                        ..explain(&file.discovered_path, LeftOutReason::Unreadable, place)
                    });
                }
            }
        }
        for prompt in &self.options.mcp_prompts {
            let skill = builder.prompt(prompt);
            // The switch for commands also turns off prompts, because they are commands
            // (docs/hosts/claude-code.md#switches).
            if self.options.disable_slash_commands {
                let place =
                    LeftOutContext::after(&skill.root, &Switch::DisableSlashCommands.to_string());
                let left = explain(&skill.path, LeftOutReason::SourceOff, place);
                assembly.left_out.push(left);
            } else {
                assembly.skills.push(skill);
            }
        }
        settle_names(environment, self, &mut assembly);
        for skill in assembly.skills.iter_mut().chain(&mut assembly.hidden) {
            builder.settle(skill);
        }
        assembly
    }
}

struct Builder<'a> {
    environment: &'a Environment,
    settings: &'a Settings,
    plugins: &'a [Plugin],
    setup: &'a ClaudeCode,
}

impl Builder<'_> {
    fn skill(&self, candidate: &Candidate, fields: &Fields, bytes: usize) -> (Skill, Vec<Ignored>) {
        let file = &candidate.found;
        let (name, name_source) = self.name(candidate, fields);
        // The parser of this host always returns a text.
        let text = fields.text.clone().unwrap_or_else(|_| Text {
            description: String::new(),
            description_source: DescriptionSource::None,
            short_description: None,
            frontmatter: None,
        });
        let mut frontmatter = text.frontmatter.clone().unwrap_or_default();
        let mut ignored = Vec::new();
        if candidate.kind == SkillKind::Command {
            // A command is named after its file and is always available
            // (docs/hosts/claude-code.md#names).
            let given = [
                ("name", frontmatter.name.is_some()),
                ("paths", !frontmatter.paths.is_empty()),
            ];
            frontmatter.paths.clear();
            let given = given.into_iter().filter(|(_, given)| *given);
            ignored.extend(given.map(|(field, _)| {
                IgnoredField::new(Some(field), "applies to skills, not to commands").at(&file.path)
            }));
        }
        let bundled = self.setup.options.bundled.iter();
        let aliases = bundled
            .filter(|bundled| {
                candidate.scope == Scope::System && bundled.directory == candidate.root
            })
            .flat_map(|bundled| bundled.aliases.clone())
            .collect();
        if self.setup.edition.path_conditions == PathConditions::OwnAndNarrow
            && (candidate.plugin_id.is_some() || self.is_nested(&candidate.root))
            && !frontmatter.paths.is_empty()
        {
            frontmatter.paths.clear();
            ignored.push(
                IgnoredField::new(Some("paths"), "has no effect in plugins and nested skills")
                    .at(&file.path),
            );
        }
        let is_first_line = self.setup.edition.description_fallback == Fallback::FirstLine;
        let description = match text.description_source {
            DescriptionSource::None if is_first_line => {
                let text = match (candidate.kind, candidate.plugin_id.is_some()) {
                    (SkillKind::Command, false) => "Custom command",
                    (SkillKind::Command, true) => "Plugin command",
                    (SkillKind::Skill | SkillKind::McpPrompt, false) => "Skill",
                    (SkillKind::Skill | SkillKind::McpPrompt, true) => "Plugin skill",
                };
                text.to_owned()
            }
            DescriptionSource::Name => name.clone(),
            _ => text.description.clone(),
        };
        let active = frontmatter.paths.is_empty() || self.is_touched(&frontmatter.paths);
        let skill = Skill {
            name_source,
            aliases,
            description,
            active,
            user_invocable: frontmatter.user_invocable.unwrap_or(true),
            model_invocable: !frontmatter.disable_model_invocation.unwrap_or(false),
            frontmatter: Some(frontmatter),
            ..candidate.skill(bytes, name, &text)
        };
        (skill, ignored)
    }

    /// Returns true if the root (a directory of skills) is searched only because of a touched file.
    fn is_nested(&self, root: &str) -> bool {
        let cwd = &self.environment.cwd;
        let added = &self.setup.options.add_directories;
        nested_in(root, cwd).is_some() && !naming::is_added(root, added, cwd)
    }

    /// Returns the skill for a prompt of an MCP server. The skill has no file. Its path consists of
    /// the server's and the prompt's name.
    fn prompt(&self, prompt: &McpPrompt) -> Skill {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join("_");
        let description = prompt.description.clone().unwrap_or_default();
        let path = format!("{SERVER_SCHEME}{}/{}", prompt.server, prompt.name);
        Skill {
            name_source: NameSource::Server,
            kind: SkillKind::McpPrompt,
            description_source: if description.is_empty() {
                DescriptionSource::None
            } else {
                DescriptionSource::Frontmatter
            },
            description,
            root: format!("{SERVER_SCHEME}{}", prompt.server),
            model_invocable: self.setup.edition.model_uses_mcp_prompts,
            frontmatter: Some(Box::new(Frontmatter {
                arguments: prompt.arguments.clone(),
                ..Frontmatter::default()
            })),
            ..Skill::plain(
                format!("mcp__{}__{}", plain(&prompt.server), plain(&prompt.name)),
                path,
                Scope::Mcp,
            )
        }
    }

    fn name(&self, candidate: &Candidate, fields: &Fields) -> (String, NameSource) {
        let file = &candidate.found.discovered_path;
        let inside = file.strip_prefix(&candidate.root).unwrap_or(file);
        let plugin = candidate.plugin_id.as_deref();
        let plugin = plugin.and_then(|id| self.plugins.iter().find(|plugin| plugin.id == id));
        let qualify = |name: String| match plugin {
            // A name that already has the prefix does not get it again (2.1.246,
            // docs/hosts/claude-code.md#versions).
            Some(plugin) if !name.starts_with(&format!("{}:", plugin.name)) => {
                format!("{}:{name}", plugin.name)
            }
            _ => name,
        };
        if candidate.kind == SkillKind::Command {
            let inside = if inside.is_empty() {
                path::file_name(file)
            } else {
                inside.trim_start_matches('/')
            };
            if self.setup.edition.command_folders && is_skill_file_name(path::file_name(inside)) {
                // A folder of commands with a `SKILL.md` is one command, named after the folder.
                let folder = path::parent(file).unwrap_or("/");
                let folder = folder.strip_prefix(&candidate.root).unwrap_or(folder);
                let folder = match folder.trim_start_matches('/') {
                    "" => path::file_name(&candidate.root),
                    folder => folder,
                };
                return (qualify(folder.replace('/', ":")), NameSource::Folder);
            }
            let command = inside.strip_suffix(COMMAND_ENDING).unwrap_or(inside);
            return (qualify(command.replace('/', ":")), NameSource::Folder);
        }
        let folders = inside
            .strip_suffix(SKILL_FILE)
            .unwrap_or(inside)
            .trim_matches('/');
        let folders = if folders.is_empty() {
            path::file_name(&candidate.root)
        } else {
            folders
        };
        let (above, folder) = folders.rsplit_once('/').unwrap_or(("", folders));
        if let Some(plugin) = plugin.filter(|_| self.setup.edition.plugins == PluginStyle::Strict) {
            // The name of the folder is the skill's name. A plugin that is a single skill may give
            // another name in its frontmatter.
            let own = fields.name.as_deref();
            let own = own.filter(|_| plugin.single && candidate.root == plugin.root);
            let name_source = match own {
                Some(_) => NameSource::Frontmatter,
                None => NameSource::Folder,
            };
            let part = naming::plugin_part(own.unwrap_or(folder));
            return (format!("{}:{part}", plugin.name), name_source);
        }
        match (plugin, &fields.name) {
            (Some(_), Some(name)) if self.setup.edition.plugin_names_replace => {
                (name.clone(), NameSource::Frontmatter)
            }
            (Some(_), name) => {
                let last = name.as_deref().unwrap_or(folder);
                let name_source = match name {
                    Some(_) => NameSource::Frontmatter,
                    None => NameSource::Folder,
                };
                let middle = if above.is_empty() {
                    String::new()
                } else {
                    format!("{}:", above.replace('/', ":"))
                };
                (qualify(format!("{middle}{last}")), name_source)
            }
            // Outside of plugins, the name in the frontmatter is only a label
            // (docs/hosts/claude-code.md#names).
            (None, _) => (folder.to_owned(), NameSource::Folder),
        }
    }

    /// Returns true if one of the patterns matches the path of a touched file, relative to the
    /// working directory.
    fn is_touched(&self, patterns: &[String]) -> bool {
        let options = &self.setup.options;
        let matching = options
            .path_matching
            .unwrap_or(self.setup.edition.path_matching);
        let cwd = &self.environment.cwd;
        let inside = (self.environment.touched.iter())
            .filter(|file| path::is_within(file, cwd))
            .filter_map(|file| file.strip_prefix(cwd.as_str()))
            .map(|file| file.trim_start_matches('/'));
        let mut inside = inside.peekable();
        if inside.peek().is_none() {
            return false;
        }
        let rules = PathRules::new(patterns, matching);
        inside.any(|file| rules.matches(file))
    }

    /// Applies the settings' `skillOverrides`, and the list of skills that an SDK program sets.
    /// Both refer to skills by their final names.
    fn settle(&self, skill: &mut Skill) {
        if is_synced(skill) {
            skill.description = sanitized(&skill.description);
        }
        if self.setup.edition.overrides && skill.plugin_id.is_none() {
            let by_name = self.settings.overrides.get(&skill.name);
            let by_alias = || {
                let aliases = skill.aliases.iter();
                let mut entries = aliases.filter_map(|alias| self.settings.overrides.get(alias));
                entries.find(|entry| entry.trusted)
            };
            if let Some(entry) = by_name.or_else(by_alias) {
                skill.visibility = entry.visibility;
            }
        }
        let sdk = self.setup.options.sdk.as_ref();
        let let_in = sdk
            .and_then(|sdk| sdk.skills.as_ref())
            .is_none_or(|skills| skills.contains(&skill.name));
        skill.enabled = skill.visibility != Visibility::Off;
        skill.user_invocable &= skill.enabled;
        skill.model_invocable &=
            let_in && matches!(skill.visibility, Visibility::On | Visibility::NameOnly);
    }
}

/// Decides which skill keeps its name if several skills have the same name. Renames or drops the
/// other skills.
fn settle_names(environment: &Environment, setup: &ClaudeCode, assembly: &mut Assembly) {
    let edition = setup.edition;
    let added = &setup.options.add_directories;
    let skills = std::mem::take(&mut assembly.skills);
    let mut winners: HashMap<String, String> = HashMap::default();
    // A skill from the account is renamed if any other skill has its name.
    let has_synced = skills.iter().any(is_synced);
    let others: HashSet<String> = (skills.iter())
        .filter(|skill| has_synced && !is_synced(skill))
        .map(|skill| folded(&skill.name))
        // A skill from the account is also renamed if a command of the program has its name.
        .chain(
            NO_PROMPTS
                .map(str::to_owned)
                .into_iter()
                .filter(|_| has_synced),
        )
        .collect();
    if edition.arrangement == Arrangement::Collated {
        let skills = skills.into_iter().map(|mut skill| {
            if is_synced(&skill) && others.contains(&folded(&skill.name)) {
                skill.name.insert_str(0, SYNCED_PREFIX);
            }
            skill
        });
        naming::settle(environment, added, skills.collect(), assembly);
        return;
    }
    for mut skill in skills {
        if edition.same_name == SameName::FirstRuns {
            if let Some(first) = winners.get(&skill.name) {
                let message = format!("the skill of the same name at {first} runs instead");
                let field = IgnoredField::new(Some("name"), message);
                assembly.ignored.push(field.at(&skill.path));
            }
        } else if is_synced(&skill) && others.contains(&folded(&skill.name)) {
            skill.name.insert_str(0, SYNCED_PREFIX);
        } else if let Some(first) = winners.get(&skill.name) {
            match nested_in(&skill.root, &environment.cwd) {
                Some(directory) => {
                    skill.name = format!("{directory}:{}", skill.name);
                    // The documentation reports that the description names the directory; the
                    // wording is ours.
                    let description = format!("{} (in {directory})", skill.description);
                    skill.description = description.trim().to_owned();
                }
                None => {
                    // A bundled skill whose name is taken can still be invoked by its aliases
                    // (docs/hosts/claude-code.md#one-name-twice).
                    skill.aliases.retain(|alias| !winners.contains_key(alias));
                    if skill.aliases.is_empty() {
                        let place = LeftOutContext::after(&skill.root, first);
                        let left = explain(&skill.discovered_path, LeftOutReason::Shadowed, place);
                        assembly.left_out.push(left);
                        continue;
                    }
                    let message = format!("the skill of the same name at {first} takes it");
                    let field = IgnoredField::new(Some("name"), message);
                    assembly.ignored.push(field.at(&skill.path));
                    skill.name = skill.aliases.remove(0);
                }
            }
        }
        winners
            .entry(skill.name.clone())
            .or_insert_with(|| skill.path.clone());
        assembly.skills.push(skill);
    }
}

/// Normalizes a name for comparison with the names of skills from the user's account. The
/// comparison ignores case, spaces, invisible characters and Unicode compatibility forms
/// (docs/hosts/claude-code.md#one-name-twice).
fn folded(name: &str) -> String {
    let is_invisible = |character: char| {
        character.is_control()
            || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
    };
    unicode::nfkc(name)
        .chars()
        .filter(|character| !character.is_whitespace() && !is_invisible(*character))
        .flat_map(char::to_lowercase)
        .collect()
}
