//! Permissions: reads the rules that decide which tools, skills and files the model may use
//! (`docs/hosts/opencode.md#permissions`).

use super::config::Surroundings;
use super::options::OpencodeOptions;
use crate::host::pattern_rules::{ANY, Rules};
use crate::host::stages::View;
use crate::model::environment::Environment;
use crate::model::permission::Verdict;
use crate::text::js_yaml::JsYamlValue;
use crate::tree::path;

/// The origin of the rules that every agent has.
const DEFAULT: &str = "the agent's default";

/// The permission for folders outside of the project.
pub(super) const EXTERNAL: &str = "external_directory";

/// Returns the rules of a session. The last rule that matches decides.
pub(super) fn rules(surroundings: &Surroundings<'_>, options: &OpencodeOptions) -> Rules {
    let mut rules = Rules::default();
    rules.add_plain(ANY, Verdict::Allow, DEFAULT);
    add_configured(&mut rules, surroundings, options);
    rules
}

/// Returns the rules of a session for all tools: the rules that the program's agents have by default, and the rules of
/// the user. The folders of skills are allowed.
pub(super) fn all_rules(
    surroundings: &Surroundings<'_>,
    options: &OpencodeOptions,
    view: &View<'_>,
) -> Rules {
    let own_folders = own_folders(view.environment);
    let mut rules = Rules::default();
    rules.add_plain(ANY, Verdict::Allow, DEFAULT);
    rules.add_plain("doom_loop", Verdict::Ask, DEFAULT);
    rules.add_for(EXTERNAL, ANY, Verdict::Ask, DEFAULT);
    for folder in own_folders.iter().flatten() {
        rules.add_for(EXTERNAL, folder, Verdict::Allow, DEFAULT);
    }
    let skills = view.catalog.skills.iter();
    for skill in skills.filter(|skill| skill.path.starts_with('/')) {
        let folder = format!("{}/*", skill.directory());
        rules.add_for(EXTERNAL, &folder, Verdict::Allow, DEFAULT);
    }
    for name in ["question", "plan_enter", "plan_exit"] {
        rules.add_plain(name, Verdict::Deny, DEFAULT);
    }
    for (pattern, action) in [
        (ANY, Verdict::Allow),
        ("*.env", Verdict::Ask),
        ("*.env.*", Verdict::Ask),
        ("*.env.example", Verdict::Allow),
    ] {
        rules.add_for("read", pattern, action, DEFAULT);
    }
    for name in ["question", "plan_enter"] {
        rules.add_plain(name, Verdict::Allow, DEFAULT);
    }
    add_configured(&mut rules, surroundings, options);
    // The folder of long outputs stays allowed, unless a rule denies exactly this folder.
    if let Some(outputs) = &own_folders[0] {
        let is_denied = (rules.on(EXTERNAL))
            .any(|rule| rule.pattern == *outputs && rule.action == Verdict::Deny);
        if !is_denied {
            rules.add_for(EXTERNAL, outputs, Verdict::Allow, DEFAULT);
        }
    }
    rules
}

/// Returns the patterns of the program's own folders: the folder for long outputs and the folder for temporary files.
fn own_folders(environment: &Environment) -> [Option<String>; 2] {
    let variable = |name: &str| environment.variables.get(name).cloned();
    let of_home = |home: &String| path::join(home, ".local/share");
    let data = variable("XDG_DATA_HOME").or_else(|| environment.home.as_ref().map(of_home));
    let temporary = variable("TMPDIR").unwrap_or_else(|| "/tmp".to_owned());
    [
        data.map(|data| path::join(&data, "opencode/tool-output/*")),
        Some(path::join(&temporary, "opencode/*")),
    ]
}

/// Adds the rules of the configuration, of the agent and of the options.
fn add_configured(rules: &mut Rules, surroundings: &Surroundings<'_>, options: &OpencodeOptions) {
    let config = &surroundings.merged;
    let agent = Surroundings::agent(options);
    let of_agent = config.get("agent").and_then(|agents| agents.get(agent));
    let in_agent = ["agent", agent];
    for (value, keys, words) in [
        (Some(config), &[][..], "the configuration".to_owned()),
        (
            of_agent,
            &in_agent[..],
            format!("the configuration of agent {agent}"),
        ),
    ] {
        let Some(value) = value else { continue };
        let source = |last: &[&str]| {
            let path = surroundings.source(&[keys, last].concat());
            path.unwrap_or(&words).to_owned()
        };
        let permission = with_tools(value);
        rules.add_all(&permission, surroundings.home.as_deref(), &|last| {
            let of_permission = [&["permission"], last].concat();
            match surroundings.source(&[keys, &of_permission].concat()) {
                Some(path) => path.to_owned(),
                None => source(&["tools"]),
            }
        });
    }
    for rule in &options.rules {
        rules.add(&rule.pattern, rule.action, "a rule of the agent");
    }
}

/// Returns the field `permission`, with the rules of the older field `tools` placed before its own rules. `tools` turns
/// tools on and off. The tools that change files share one permission.
fn with_tools(config: &JsYamlValue) -> JsYamlValue {
    let permission = config.get("permission");
    let tools = config.get("tools").map_or(&[][..], JsYamlValue::entries);
    let mut all = JsYamlValue::Mapping(Vec::new());
    for (tool, is_on) in tools {
        let JsYamlValue::Bool(is_on) = is_on else {
            continue;
        };
        let name = match tool.as_str() {
            "write" | "edit" | "patch" | "multiedit" => "edit",
            other => other,
        };
        let action = if *is_on { "allow" } else { "deny" };
        let action = JsYamlValue::Text(action.to_owned());
        all.merge(JsYamlValue::Mapping(vec![(name.to_owned(), action)]));
    }
    match permission {
        None => {}
        Some(JsYamlValue::Text(action)) => {
            let action = JsYamlValue::Text(action.clone());
            all.merge(JsYamlValue::Mapping(vec![(ANY.to_owned(), action)]));
        }
        Some(map) => all.merge(map.clone()),
    }
    all
}
