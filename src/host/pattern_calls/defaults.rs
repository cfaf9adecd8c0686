//! The permission rules that opencode and Kilo have by default.

use super::program::{EXTERNAL, Program};
use crate::host::pattern_rules::{ANY, Rules};
use crate::host::stages::View;
use crate::model::environment::Environment;
use crate::model::permission::Verdict;
use crate::tree::path;

/// Returns the permission rules of a session: the default rules of the program's agents, and the
/// rules that `configure` adds. Access to the skills' folders and to `folders` is allowed.
pub(crate) fn default_rules(
    program: &Program,
    view: &View<'_>,
    folders: &[String],
    configure: &dyn Fn(&mut Rules),
) -> Rules {
    let own = own_folders(program, view.environment);
    let mut rules = Rules::default();
    rules.add_plain(ANY, Verdict::Allow);
    rules.add_plain("doom_loop", Verdict::Ask);
    rules.add_for(EXTERNAL, ANY, Verdict::Ask);
    for folder in own.iter().flatten().chain(folders) {
        rules.add_for(EXTERNAL, folder, Verdict::Allow);
    }
    let skills = view.catalog.skills.iter();
    for skill in skills.filter(|skill| skill.path.starts_with('/')) {
        let folder = format!("{}/*", skill.directory());
        rules.add_for(EXTERNAL, &folder, Verdict::Allow);
    }
    for name in program.denied {
        rules.add_plain(name, Verdict::Deny);
    }
    for (pattern, action) in [
        (ANY, Verdict::Allow),
        ("*.env", Verdict::Ask),
        ("*.env.*", Verdict::Ask),
        ("*.env.example", Verdict::Allow),
    ] {
        rules.add_for("read", pattern, action);
    }
    for (pattern, action) in program.commands {
        rules.add_for("bash", pattern, *action);
    }
    for name in program.asked {
        rules.add_plain(name, Verdict::Ask);
    }
    for name in program.allowed {
        rules.add_plain(name, Verdict::Allow);
    }
    configure(&mut rules);
    // The folder of long outputs stays allowed, unless a rule denies exactly this folder.
    if let Some(outputs) = &own[0] {
        let is_denied = (rules.on(EXTERNAL))
            .any(|rule| rule.pattern == *outputs && rule.action == Verdict::Deny);
        if !is_denied {
            rules.add_for(EXTERNAL, outputs, Verdict::Allow);
        }
    }
    rules
}

/// Returns patterns for the folders that a program such as opencode creates: the folder for long
/// outputs, and the folder for temporary files.
fn own_folders(program: &Program, environment: &Environment) -> [Option<String>; 2] {
    let variable = |name: &str| environment.variables.get(name).cloned();
    let of_home = |home: &String| path::join(home, ".local/share");
    let data = variable("XDG_DATA_HOME").or_else(|| environment.home.as_ref().map(of_home));
    let temporary = variable("TMPDIR").unwrap_or_else(|| "/tmp".to_owned());
    let folder = program.name;
    [
        data.map(|data| path::join(&data, &format!("{folder}/tool-output/*"))),
        Some(path::join(&temporary, &format!("{folder}/*"))),
    ]
}
