//! Claude Code: editions as one table of values, a file for each stage, and one for each thing that a skill may ask
//! for.

mod arguments;
mod attached;
mod catalog;
mod discover;
mod editions;
mod expand;
mod features;
mod fields;
mod frontmatter;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod hooks;
mod invoke;
mod left_out;
mod list;
mod names;
mod options;
mod path_rules;
mod path_sets;
mod permissions;
mod plugin;
mod recorded_names;
mod recorded_text;
mod recorded_yaml;
mod restore;
mod rewrite;
mod sections;
mod select;
mod settings;
mod setup;
mod shell;
mod switch;
mod words;

use editions::ListText;
pub use editions::{DEFAULT_EDITION, editions};
pub use names::ID;
pub use options::{
    BundledSkill, ClaudeCodeOptions, McpPrompt, PathMatching, SdkOptions, SettingSource,
};

use setup::Setup;

use crate::host::Host;
use crate::host::format::SkillFormat;
use crate::host::format::{Envelope, Replaced, Variable};
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::stages::{Assembly, Considered, Discovery, Parsed};
use crate::host::tool::SkillTool;
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::hook::Hook;
use crate::model::invocation::{Invocation, SkillCall};
use crate::model::listing::Listing;
use crate::model::memory::Memory;
use crate::model::message::Message;
use crate::model::skill::{Frontmatter, Skill};
use crate::model::touch::Touch;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::path;
use crate::tree::{Contents, Tree};
use std::sync::Arc;

/// The name for people.
pub const LABEL: &str = "Claude Code";

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &ClaudeCodeOptions) -> Option<Arc<dyn Host>> {
    let setup = Setup {
        edition: editions::edition(edition)?,
        options: options.clone(),
    };
    Some(Arc::new(ClaudeCode { setup }))
}

struct ClaudeCode {
    setup: Setup,
}

impl Host for ClaudeCode {
    fn id(&self) -> &'static str {
        ID
    }

    fn edition(&self) -> &'static str {
        self.setup.edition.id
    }

    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        discover::discover(tree, environment, &self.setup)
    }

    fn parse(&self, contents: &Contents) -> Parsed {
        frontmatter::parse(contents, self.setup.edition)
    }

    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(tree, environment, candidates, &self.setup)
    }

    fn list(&self, view: &View<'_>, agent: &str) -> Listing {
        list::list(view, agent, &self.setup)
    }

    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        select::turn(view, request, &self.setup)
    }

    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, names::SKILLS)
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }
}

impl SkillFormat for ClaudeCode {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self.setup.edition)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.setup.edition).to_vec()
    }

    fn tool_rule_fault(&self, rule: &str) -> Option<String> {
        permissions::Rule::parse(rule).err()
    }

    fn tool_names(&self) -> &'static [&'static str] {
        &names::TOOLS
    }

    fn replaces(&self, text: &str, fields: &Frontmatter) -> Vec<Replaced> {
        features::replaces(text, fields, self.setup.edition)
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text, self.setup.edition)
    }

    fn label(&self, name: &str) -> Option<Result<(), &'static str>> {
        const FAULT: &str = "a label is made of letters, digits, `_`, `.`, `:` and `-`";
        let may_be = recorded_names::may_be_label(name);
        (self.setup.edition.list.labels).then(|| may_be.then_some(()).ok_or(FAULT))
    }

    fn variables(&self) -> Vec<Variable> {
        let variables = self.setup.edition.all_variables();
        let variables = variables.map(|variable| Variable {
            mark: format!("${{{}}}", variable.name()),
            of_plugins: editions::Variable::OF_PLUGINS.contains(&variable),
        });
        variables.collect()
    }

    fn envelope(&self) -> Envelope {
        // Its list stands in a reminder, and a reminder in a skill's text is taken for the host's.
        const TAGS: &[&str] = &[names::REMINDER];
        Envelope {
            list: match self.setup.edition.list.text {
                ListText::Folded => TAGS,
                ListText::Escaped => &[],
            },
            text: TAGS,
        }
    }

    fn unlimited_tools(&self, fields: &Frontmatter) -> Vec<String> {
        features::unlimited_tools(fields)
    }
}

impl SkillTool for ClaudeCode {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        Some(invoke::call(view, call, &self.setup))
    }

    fn fork_result(&self, skill: &str, result: &str) -> Option<String> {
        Some(invoke::fork_result(skill, result))
    }
}

impl SessionRules for ClaudeCode {
    fn hook_events(&self) -> &'static [&'static str] {
        &hooks::EVENTS
    }

    fn hook_runs(&self, hook: &Hook, event: &str, subject: &str) -> bool {
        hook.event == event && hooks::fires(hook, subject, self.setup.edition.matchers) == Ok(true)
    }

    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        restore::restore(memory, agent, self.setup.edition)
    }

    fn skills_added(&self, catalog: &Catalog, environment: &Environment, touch: &mut Touch) {
        list::added(catalog, environment, touch, &self.setup);
    }
}
