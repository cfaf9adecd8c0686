//! The emulation of Claude Code: a table of editions, a file for each stage, and a file for each
//! feature of skills.

mod arguments;
mod attached;
mod calls;
mod catalog;
mod discover;
mod editions;
mod expand;
mod features;
mod fields;
mod frontmatter;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
mod hooks;
mod invoke;
mod left_out;
mod lenient_yaml;
mod list;
mod list_text;
mod names;
mod naming;
mod options;
mod path_rules;
mod path_sets;
mod permissions;
mod plugin;
mod restore;
mod rewrite;
mod sections;
mod select;
mod settings;
mod shell;
mod shell_words;
mod switch;

pub(crate) use editions::ClaudeCode;
pub use editions::ID;
use editions::ListText;
pub use options::{
    BundledSkill, ClaudeCodeOptions, McpPrompt, PathMatching, SdkOptions, SettingSource,
};

use crate::host::Host;
use crate::host::conversation_calls::conversation_calls;
use crate::host::format::{Envelope, Replaced, SkillFormat, Variable};
use crate::host::session_rules::SessionRules;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::host::tool_permissions::Decides;
use crate::host::topic::Topic;
use crate::model::argument::ArgumentError;
use crate::model::budget_setting::{BudgetSetting, BudgetSettings};
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::feature::Feature;
use crate::model::field::Field;
use crate::model::hook::Hook;
use crate::model::hook_run::{HookAnswer, HookOccurrence, HookResult, HookRun};
use crate::model::memory::{Memory, RegisteredHook};
use crate::model::message::Message;
use crate::model::permission::PermissionBasis;
use crate::model::request_form::{ListPlace, RequestForm, RequestFormat};
use crate::model::skill::{Frontmatter, Skill};
use crate::model::touch::Touch;
use crate::tree::path;

impl Host for ClaudeCode {
    fn placement(&self, environment: &Environment) -> String {
        path::join(&environment.cwd, names::SKILLS)
    }

    fn typed(&self, skill: &Skill, _catalog: &Catalog) -> Option<String> {
        skill.user_invocable.then(|| format!("/{}", skill.name))
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(sections::section(topic))
    }

    fn request_form(&self) -> RequestForm {
        RequestForm {
            format: RequestFormat::AnthropicMessages,
            list: ListPlace::AfterPrompt,
            adds_line_ends: true,
            ..RequestForm::USUAL
        }
    }

    fn budget_settings(&self) -> BudgetSettings {
        BudgetSettings {
            name_only: &[BudgetSetting::SkillOverrides],
            conditional: &[BudgetSetting::Paths],
            hide: &[
                BudgetSetting::SkillOverrides,
                BudgetSetting::DisableModelInvocation,
            ],
            off: &[BudgetSetting::SkillOverrides],
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }

    fn tool(&self) -> Option<&dyn SkillTool> {
        Some(self)
    }

    fn decides(&self) -> Decides<'_> {
        conversation_calls().map_or(Decides::Otherwise(PermissionBasis::Unknown), |calls| {
            (calls.decides)(self)
        })
    }

    fn session_rules(&self) -> Option<&dyn SessionRules> {
        Some(self)
    }
}

/// The functions that only conversations need. They are in one value, so that a WebAssembly module
/// without conversations can omit them.
struct ConversationCalls {
    decides: fn(&ClaudeCode) -> Decides<'_>,
    hook_run: fn(
        &View<'_>,
        &RegisteredHook,
        &HookOccurrence,
        &ClaudeCode,
    ) -> Result<HookRun, ArgumentError>,
    hook_answer:
        fn(&RegisteredHook, &HookOccurrence, &HookResult) -> Result<HookAnswer, ArgumentError>,
}

impl ConversationCalls {
    const ALL: Self = Self {
        decides: |host| Decides::ByRules(host),
        hook_run: hooks::run,
        hook_answer: hooks::answer,
    };
}

conversation_calls!(ConversationCalls);

impl SkillFormat for ClaudeCode {
    fn features(&self, view: &View<'_>, skill: &Skill) -> Vec<Feature> {
        features::features(view, skill, self.edition)
    }

    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition).to_vec()
    }

    fn tool_rule_fault(&self, rule: &str) -> Option<String> {
        permissions::Rule::parse(rule).err()
    }

    fn tool_names(&self) -> &'static [&'static str] {
        &names::TOOLS
    }

    fn first_argument(&self) -> usize {
        0
    }

    fn keeps_missing_arguments(&self) -> bool {
        self.edition.arguments.unmatched_index == editions::Unmatched::Kept
    }

    fn replaces(&self, text: &str, fields: &Frontmatter) -> Vec<Replaced> {
        features::replaces(text, fields, self.edition)
    }

    fn frontmatter_end(&self, text: &str) -> Option<usize> {
        frontmatter::end(text, self.edition)
    }

    fn label(&self, name: &str) -> Option<Result<(), &'static str>> {
        const FAULT: &str = "a label is made of letters, digits, `_`, `.`, `:` and `-`";
        let may_be = naming::may_be_label(name);
        (self.edition.list.labels).then(|| may_be.then_some(()).ok_or(FAULT))
    }

    fn variables(&self) -> Vec<Variable> {
        let variables = self.edition.all_variables();
        let variables = variables.map(|variable| Variable {
            mark: format!("${{{}}}", variable.name()),
            of_plugins: editions::Variable::OF_PLUGINS.contains(&variable),
        });
        variables.collect()
    }

    fn envelope(&self) -> Envelope {
        // The list is inside a reminder. A reminder in a skill's text would look to the model like
        // the host's own.
        const TAGS: &[&str] = &[names::REMINDER];
        Envelope {
            list: match self.edition.list.text {
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

impl SessionRules for ClaudeCode {
    fn hook_events(&self) -> &'static [&'static str] {
        &hooks::EVENTS
    }

    fn hook_runs(&self, hook: &Hook, event: &str, subject: &str) -> bool {
        hook.event == event && hooks::fires(hook, subject, self.edition.matchers) == Ok(true)
    }

    fn hook_run(
        &self,
        view: &View<'_>,
        hook: &RegisteredHook,
        occurrence: &HookOccurrence,
    ) -> Result<Option<HookRun>, ArgumentError> {
        let calls = conversation_calls();
        let run = calls.map(|calls| (calls.hook_run)(view, hook, occurrence, self));
        run.transpose()
    }

    fn hook_answer(
        &self,
        hook: &RegisteredHook,
        occurrence: &HookOccurrence,
        result: &HookResult,
    ) -> Result<Option<HookAnswer>, ArgumentError> {
        let calls = conversation_calls();
        let answer = calls.map(|calls| (calls.hook_answer)(hook, occurrence, result));
        answer.transpose()
    }

    fn restore(&self, memory: &Memory, agent: &str) -> Vec<Message> {
        restore::restore(memory, agent, self.edition)
    }

    fn skills_added(&self, catalog: &Catalog, environment: &Environment, touch: &mut Touch) {
        list::added(catalog, environment, touch, self);
    }
}
