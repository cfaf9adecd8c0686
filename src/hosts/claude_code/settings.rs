//! Reads the settings that concern skills from the settings files.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::editions::ClaudeCode;
use super::options::{ClaudeCodeOptions, SettingSource};
use super::permissions::{Decider, Granted, Mode, Places, Rule, Rules};
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::model::permission::Verdict;
use crate::model::skill::Visibility;
use crate::sort;
use crate::tree::{Entry, Tree, path};

/// The administrator's directory on Linux (docs/hosts/claude-code.md#where-it-looks).
const MANAGED: &str = "/etc/claude-code";

/// The name of the administrator's settings file.
const MANAGED_FILE: &str = "managed-settings.json";

/// The name under which messages mention the settings from the command line.
const COMMAND_LINE: &str = "--settings";

/// The active values of the settings that concern skills.
#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    /// The permission rules from all sources of settings.
    pub rules: Rules,
    /// The permission rules from the administrator's settings.
    managed_rules: Rules,
    /// The setting `allowManagedPermissionRulesOnly`: true if only the administrator's permission
    /// rules apply.
    pub managed_rules_only: bool,
    /// The setting `skillOverrides`, keyed by the name of a skill.
    pub overrides: BTreeMap<String, Override>,
    /// The setting `skillListingBudgetFraction`: the fraction of the context window that the list
    /// of skills may fill. None if the setting is absent.
    pub budget_fraction: Option<f64>,
    /// The setting `skillListingMaxDescChars`: the maximum length of a description in the list of
    /// skills. None if the setting is absent.
    pub max_description: Option<u64>,
    /// The setting `disableBundledSkills`: true if the bundled skills do not load.
    pub disable_bundled: bool,
    /// The setting `disableSkillShellExecution`: true if commands in the texts of skills do not
    /// run.
    pub disable_shell: bool,
    /// The setting `strictPluginOnlyCustomization`: true if the skills of the user and of projects
    /// do not load.
    pub plugins_only: bool,
    /// The setting `permissions.defaultMode`: the permission mode, which decides on calls that no
    /// rule allows.
    pub mode: Mode,
    /// The setting `permissions.additionalDirectories`, from all sources of settings.
    pub directories: Vec<String>,
    /// The fields of the settings that were ignored because they are invalid.
    pub ignored: Vec<Ignored>,
}

impl Settings {
    /// Creates settings that have only permission rules. Tests and fuzzing call this function.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn with_rules(rules: Rules) -> Self {
        Self {
            rules,
            ..Self::default()
        }
    }

    /// Returns the working directories: the session's directory, and the directories that the user
    /// added.
    pub(super) fn working_directories(
        &self,
        environment: &Environment,
        options: &ClaudeCodeOptions,
    ) -> Vec<String> {
        let places = Places {
            cwd: &environment.cwd,
            home: environment.home.as_deref(),
            directories: &[],
        };
        let added = self.directories.iter().chain(&options.add_directories);
        let added = added.map(|directory| places.absolute(directory));
        let own = std::iter::once(environment.cwd.clone());
        own.chain(added).collect()
    }

    /// Returns a [`Decider`] for tool calls. `granted` are the allow rules of skills.
    pub(super) fn decider<'a>(
        &'a self,
        environment: &'a Environment,
        directories: &'a [String],
        granted: Vec<Granted>,
    ) -> Decider<'a> {
        let of_settings = self.rules.allow.iter().map(|rule| Granted {
            rule: rule.clone(),
            skill: None,
        });
        Decider {
            rules: &self.rules,
            allow: of_settings.chain(granted).collect(),
            places: Places {
                cwd: &environment.cwd,
                home: environment.home.as_deref(),
                directories,
            },
            mode: self.mode,
        }
    }
}

/// An entry of the setting `skillOverrides`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Override {
    pub visibility: Visibility,
    /// True if this entry of `skillOverrides` is from the administrator's settings or from the
    /// command line. Only such an entry can also refer to a skill by an alias.
    pub trusted: bool,
}

/// A source of settings. The variants have the order of their precedence, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    User,
    Project,
    Local,
    CommandLine,
    Managed,
}

/// Returns the path of the administrator's directory.
pub(super) fn managed_directory(options: &ClaudeCodeOptions) -> &str {
    options.managed.as_deref().unwrap_or(MANAGED)
}

/// Returns true if a source of settings is active. Skills of an inactive source do not load.
pub(super) fn is_active(options: &ClaudeCodeOptions, source: SettingSource) -> bool {
    options
        .setting_sources
        .as_ref()
        .is_none_or(|sources| sources.contains(&source))
}

/// Returns the settings files in the tree, from the lowest to the highest precedence. Files whose
/// contents are not available are included.
fn files<'t>(
    tree: &'t Tree,
    environment: &Environment,
    options: &ClaudeCodeOptions,
) -> Vec<(Source, String, Entry<'t>)> {
    let of_project = |name| path::join(&environment.cwd, name);
    let home = environment.home.as_deref();
    let user = home.map(|home| path::join(home, ".claude/settings.json"));
    [
        (Source::User, user, is_active(options, SettingSource::User)),
        (
            Source::Project,
            Some(of_project(".claude/settings.json")),
            is_active(options, SettingSource::Project),
        ),
        (
            Source::Local,
            Some(of_project(".claude/settings.local.json")),
            is_active(options, SettingSource::Local),
        ),
        (
            Source::Managed,
            Some(path::join(managed_directory(options), MANAGED_FILE)),
            true,
        ),
    ]
    .into_iter()
    .filter(|(_, _, is_active)| *is_active)
    .filter_map(|(source, path, _)| {
        let path = path?;
        let entry = tree.resolve(&path).ok()?;
        Some((source, path, entry))
    })
    .collect()
}

/// Returns the settings files that [`read`] reads.
pub(super) fn entries<'t>(
    tree: &'t Tree,
    environment: &Environment,
    options: &ClaudeCodeOptions,
) -> Vec<Entry<'t>> {
    let files = files(tree, environment, options).into_iter();
    files.map(|(_, _, entry)| entry).collect()
}

/// Reads the active settings. A value of the wrong type is ignored. In some editions, one such
/// value makes Claude Code ignore the whole file.
pub(super) fn read(tree: &Tree, environment: &Environment, setup: &ClaudeCode) -> Settings {
    let options = &setup.options;
    let policy = setup.edition.settings;
    let mut texts: Vec<(Source, String, String)> = files(tree, environment, options)
        .into_iter()
        .filter_map(|(source, path, entry)| {
            let text = entry.contents()?.text().ok()?;
            Some((source, path, text.to_owned()))
        })
        .collect();
    if let Some(text) = &options.settings {
        texts.push((Source::CommandLine, COMMAND_LINE.to_owned(), text.clone()));
    }
    sort::by_key(&mut texts, |(source, _, _)| *source);
    let mut settings = Settings::default();
    for (source, path, text) in texts {
        let before = settings.clone();
        let mut reader = SettingsReader {
            settings: &mut settings,
            source,
            path: path.clone(),
            void: None,
            // It is recorded that the project's file needs trust; for the user's own file in the
            // project this is inferred.
            untrusted: policy.allow_needs_trust
                && matches!(source, Source::Project | Source::Local)
                && options.trusted == Some(false),
        };
        match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(Value::Object(members)) => reader.members(&members),
            Ok(_) => reader.ignore(None, "the settings are not an object"),
            Err(error) => reader.ignore(None, format!("the settings are not JSON: {error}")),
        }
        if let (Some(value), true) = (reader.void, policy.checked_whole) {
            // One invalid value voids the whole file (recorded).
            let problems = std::mem::take(&mut settings.ignored);
            settings = before;
            settings.ignored = problems;
            settings.ignored.push(Ignored {
                path,
                field: None,
                message: format!("the whole file is ignored: {value}"),
                place: None,
            });
        }
    }
    if policy.checked_whole {
        // The program stores the overrides in a JavaScript object, in which `__proto__` is no
        // ordinary member.
        settings.overrides.remove("__proto__");
    }
    if settings.managed_rules_only {
        settings.rules = settings.managed_rules.clone();
    }
    settings
}

struct SettingsReader<'s> {
    settings: &'s mut Settings,
    source: Source,
    path: String,
    /// A description of the first invalid value in the settings file. None if all values are valid.
    /// Some editions ignore a file that has an invalid value.
    void: Option<String>,
    /// True if the allow rules of this source have no effect, because the user does not trust the
    /// folder.
    untrusted: bool,
}

impl SettingsReader<'_> {
    fn ignore(&mut self, field: Option<&str>, message: impl Into<String>) {
        self.settings.ignored.push(Ignored {
            path: self.path.clone(),
            field: field.map(str::to_owned),
            message: message.into(),
            place: None,
        });
    }

    /// Records an invalid value. Some editions ignore the whole settings file because of such a
    /// value.
    fn void_for(&mut self, field: &str, problem: &str) {
        self.void
            .get_or_insert_with(|| format!("`{field}` {problem}"));
        self.ignore(Some(field), problem);
    }

    /// Reads the fields of a settings file. Files with higher precedence are read later, so their
    /// values replace earlier values.
    fn members(&mut self, members: &Map<String, Value>) {
        for (key, value) in members {
            let taken = match key.as_str() {
                "permissions" => self.permissions(value),
                "skillOverrides" => self.overrides(value),
                "skillListingBudgetFraction" => match value.as_f64() {
                    Some(fraction) if fraction > 0.0 && fraction <= 1.0 => {
                        self.settings.budget_fraction = Some(fraction);
                        Ok(())
                    }
                    _ => Err("must be a number above 0 and up to 1"),
                },
                "skillListingMaxDescChars" => match value.as_u64() {
                    Some(limit) if limit > 0 => {
                        self.settings.max_description = Some(limit);
                        Ok(())
                    }
                    _ => Err("must be a whole number above 0"),
                },
                "disableBundledSkills" => flag(value, &mut self.settings.disable_bundled),
                "disableSkillShellExecution" => flag(value, &mut self.settings.disable_shell),
                "allowManagedPermissionRulesOnly" if self.source == Source::Managed => {
                    flag(value, &mut self.settings.managed_rules_only)
                }
                "strictPluginOnlyCustomization" if self.source == Source::Managed => {
                    self.plugins_only(value)
                }
                _ => Ok(()),
            };
            if let Err(problem) = taken {
                self.void_for(key, problem);
            }
        }
    }

    /// Reads the setting `strictPluginOnlyCustomization`: `true`, or a list of kinds of
    /// customization. Returns a message as an error if the value is neither.
    fn plugins_only(&mut self, value: &Value) -> Result<(), &'static str> {
        self.settings.plugins_only = match value {
            Value::Bool(all) => *all,
            Value::Array(kinds) => kinds.iter().any(|kind| kind == "skills"),
            _ => return Err("must be true, false or a list with \"skills\""),
        };
        Ok(())
    }

    fn overrides(&mut self, value: &Value) -> Result<(), &'static str> {
        let entries = value.as_object().ok_or("must be an object")?;
        for (skill, word) in entries {
            let visibility = match word.as_str() {
                Some("on") => Visibility::On,
                Some("name-only") => Visibility::NameOnly,
                Some("user-invocable-only") => Visibility::UserInvocableOnly,
                Some("off") => Visibility::Off,
                _ => {
                    self.void_for(
                        &format!("skillOverrides.{skill}"),
                        "must be on, name-only, user-invocable-only or off",
                    );
                    continue;
                }
            };
            let entry = Override {
                visibility,
                trusted: self.source >= Source::CommandLine,
            };
            self.settings.overrides.insert(skill.clone(), entry);
        }
        Ok(())
    }

    fn permissions(&mut self, value: &Value) -> Result<(), &'static str> {
        let lists = value.as_object().ok_or("must be an object")?;
        match lists.get("defaultMode").and_then(Value::as_str) {
            Some("acceptEdits") => self.settings.mode = Mode::AcceptEdits,
            Some("dontAsk") => self.settings.mode = Mode::DontAsk,
            Some("bypassPermissions") => self.settings.mode = Mode::Bypass,
            Some(_) => self.settings.mode = Mode::Default,
            None => {}
        }
        let directories = lists.get("additionalDirectories").and_then(Value::as_array);
        let directories = directories.into_iter().flatten().filter_map(Value::as_str);
        (self.settings.directories).extend(directories.map(str::to_owned));
        for (list, verdict) in [
            ("deny", Verdict::Deny),
            ("ask", Verdict::Ask),
            ("allow", Verdict::Allow),
        ] {
            let Some(value) = lists.get(list) else {
                continue;
            };
            let field = format!("permissions.{list}");
            let Some(rules) = value.as_array() else {
                self.void_for(&field, "must be a list of rules");
                continue;
            };
            if self.untrusted && verdict == Verdict::Allow && !rules.is_empty() {
                self.ignore(Some(&field), "applies only after the folder is trusted");
                continue;
            }
            for (index, rule) in rules.iter().enumerate() {
                let field = format!("{field}[{index}]");
                match rule.as_str().map(Rule::parse) {
                    Some(Ok(rule)) => self.rule(verdict, rule),
                    Some(Err(problem)) => self.ignore(Some(&field), problem),
                    None => self.void_for(&field, "must be a text"),
                }
            }
        }
        Ok(())
    }
}

impl SettingsReader<'_> {
    fn rule(&mut self, verdict: Verdict, mut rule: Rule) {
        rule.source.clone_from(&self.path);
        if self.source == Source::User {
            let folder = path::parent(&self.path);
            rule.root = folder.unwrap_or_default().to_owned();
        }
        let of = |rules: &mut Rules, rule| match verdict {
            Verdict::Deny => rules.deny.push(rule),
            Verdict::Ask => rules.ask.push(rule),
            Verdict::Allow => rules.allow.push(rule),
        };
        if self.source == Source::Managed {
            of(&mut self.settings.managed_rules, rule.clone());
        }
        of(&mut self.settings.rules, rule);
    }
}

fn flag(value: &Value, into: &mut bool) -> Result<(), &'static str> {
    *into = value.as_bool().ok_or("must be true or false")?;
    Ok(())
}
