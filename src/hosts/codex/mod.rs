//! The emulation of Codex. This file implements `Host`. Each other file contains one stage, or code
//! that several stages share.

mod approvals;
mod catalog;
mod config;
mod dependencies;
mod discover;
mod editions;
mod features;
mod fields;
mod frontmatter;
mod implicit;
mod inject;
mod install_servers;
mod left_out;
mod list;
mod names;
mod openai_yaml;
mod options;
mod plugin;
mod repair;
mod sections;
mod select;
mod set_enabled;
mod system_skills;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use frontmatter::plain_reader_agrees;

pub(crate) use editions::Codex;
pub use editions::ID;
pub use options::{CodexOptions, ConfigLayer, LayerKind};

use std::collections::BTreeMap;

use crate::host::Host;
use crate::host::configuration::Configuration;
use crate::host::conversation_calls::conversation_calls;
use crate::host::format::{Envelope, SkillFormat};
use crate::host::limit::{Limit, Limited};
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::tool_permissions::Decides;
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::budget_setting::{BudgetSetting, BudgetSettings};
use crate::model::catalog::Catalog;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::obstacle::UseObstacle;
use crate::model::permission::PermissionBasis;
use crate::model::request_form::{RequestForm, RequestFormat};
use crate::model::skill::{Skill, ToolDependency};
use crate::model::turn::Client;
use crate::tree::{Contents, Tree, path};

impl Host for Codex {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, ".agents/skills")
    }

    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String> {
        Some(select::typed(skill, catalog, self.edition))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn limits(&self) -> Vec<Limit> {
        let entries = self.edition.max_entries;
        std::iter::once(Limit::new(Limited::Directories, names::MAX_DIRECTORIES))
            .chain(entries.map(|entries| Limit::new(Limited::Entries, entries)))
            .collect()
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            format: RequestFormat::OpenaiResponses,
            ..RequestForm::USUAL
        }
    }

    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings {
            name_only: &[],
            conditional: &[],
            hide: &[BudgetSetting::OpenaiPolicy],
            off: &[BudgetSetting::CodexConfig],
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }

    fn decides(&self) -> Decides<'_> {
        let calls = self
            .edition
            .decides_on_calls
            .then(conversation_calls)
            .flatten();
        calls.map_or(Decides::Otherwise(PermissionBasis::Unknown), |calls| {
            (calls.decides)(self)
        })
    }

    fn configuration(&self) -> Option<&dyn Configuration> {
        Some(self)
    }
}

/// The functions that only conversations need. They are in one value, so that a WebAssembly module
/// without conversations can omit them.
struct ConversationCalls {
    decides: fn(&Codex) -> Decides<'_>,
}

impl ConversationCalls {
    const ALL: Self = Self {
        decides: |host| Decides::ByRules(host),
    };
}

conversation_calls!(ConversationCalls);

impl SkillFormat for Codex {
    fn hides(&self, skill: &Skill) -> Option<(UseObstacle, &'static str)> {
        let policy = skill.policy.as_ref()?;
        (policy.allow_implicit_invocation == Some(false)).then_some((
            UseObstacle::ImplicitInvocationOff,
            "Set `allow_implicit_invocation: true` in agents/openai.yaml.",
        ))
    }

    fn features(&self, _: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(skill)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: list::tags(&self.edition.list),
            text: inject::TAGS,
        }
    }
}

impl SessionRules for Codex {
    fn implicit_use<'s>(&self, view: &View<'s>, command: &str, workdir: &str) -> Option<&'s Skill> {
        implicit::detect(view.tree, &view.catalog.skills, command, workdir)
    }

    fn variables<'s>(&self, skill: &'s Skill, client: &Client) -> Vec<&'s str> {
        dependencies::variables(skill, client)
    }

    fn installs(&self, answer: &str) -> Option<bool> {
        dependencies::installs(answer)
    }

    fn secret_in_answer<'a>(&self, answer: &'a str) -> Option<&'a str> {
        dependencies::secret_in_answer(answer)
    }
}

impl Configuration for Codex {
    fn key(&self, tree: &Tree, environment: &Environment) -> String {
        discover::configuration(tree, environment, self)
    }

    fn set_enabled(
        &self,
        tree: &Tree,
        environment: &Environment,
        skill: &Skill,
        enabled: bool,
    ) -> Result<ConfigEdit, ArgumentError> {
        let config = discover::config(tree, environment, self);
        set_enabled::set_enabled(tree, environment, self.edition, config, skill, enabled)
    }

    fn keeps_catalog(&self) -> bool {
        self.options.stale_until_reload == Some(true)
    }

    fn install_servers(
        &self,
        tree: &Tree,
        environment: &Environment,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError> {
        let config = discover::config(tree, environment, self);
        install_servers::install(config, servers)
    }

    fn system_skills(
        &self,
        tree: &Tree,
        _: &Environment,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError> {
        let home = self.options.home.as_deref().ok_or_else(|| {
            ArgumentError::new("home", "without a home there is no folder to install to")
        })?;
        Ok(system_skills::plan(tree, home, embedded))
    }
}
