//! Permissions: reads the rules that decide which skills the model may use (`docs/hosts/opencode.md#the-tool`).

use super::config::Surroundings;
use super::options::OpencodeOptions;
use crate::host::skill_permissions::{ANY, Rules, TOOL};
use crate::model::permission::Verdict;
use crate::text::js_yaml::JsYamlValue;

/// Returns the rules of a session. The last rule that matches a skill decides.
pub(super) fn rules(surroundings: &Surroundings<'_>, options: &OpencodeOptions) -> Rules {
    let mut rules = Rules::default();
    // The agents that are built into the program allow every skill by default (`docs/hosts/opencode.md#the-tool`).
    rules.add(ANY, Verdict::Allow, "the agent's default");
    let config = &surroundings.merged;
    let agent = Surroundings::agent(options);
    let of_agent = config.get("agent").and_then(|agents| agents.get(agent));
    for (value, source) in [
        (Some(config), "the configuration".to_owned()),
        (of_agent, format!("the configuration of agent {agent}")),
    ] {
        let Some(value) = value else { continue };
        if let Some(JsYamlValue::Bool(false)) = value.get("tools").and_then(|tools| tools.get(TOOL))
        {
            rules.add(ANY, Verdict::Deny, &source);
        }
        if let Some(permission) = value.get("permission") {
            rules.add_all(permission, &source);
        }
    }
    for rule in &options.rules {
        rules.add(&rule.pattern, rule.action, "a rule of the agent");
    }
    rules
}
