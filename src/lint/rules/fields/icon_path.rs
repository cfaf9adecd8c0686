//! `icon-path`: an icon does not exist, or is outside of the folders from which a host reads icons.
//!
//! Fix: none.

use crate::host::stages::Side;
use crate::lint::helpers::side_file::{SideFile, plugin_of};
use crate::lint::prelude::*;
use crate::tree::{EntryKind, path};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "icon-path",
    Severity::Warning,
    "an icon is outside of assets/, or does not exist",
    &[Run::Search(Search::OpenaiYaml)],
);

/// Returns the finding about an icon that a host ignores, with the host's message.
pub fn report(file: &SideFile<'_>, key: &str, message: &str) -> Diagnostic {
    let message = match message.strip_prefix("it ") {
        // The icon of a plugin's skill may be in a folder above the skill, so the path may contain `..`.
        Some(message) if message.contains("..") => {
            "`..` may only lead to the assets/ of the skill's plugin".to_owned()
        }
        Some(message) => format!("the path {message}"),
        None => message.to_owned(),
    };
    file.report(&RULE, key, format!("`{key}`: {message}"))
        .help("Put the picture into the skill's assets/ and write `assets/icon.png`.")
}

/// Reports icons in a skill's `agents/openai.yaml` that are not in the tree. If the tree has only
/// the skills of a plugin, not the plugin's other files, icons outside of the skill's folder are
/// not reported. These icons may be among the plugin's other files.
pub fn missing(file: &SideFile<'_>, reading: &Reading<'_, '_>, side: &Side) -> Vec<Diagnostic> {
    let interface = side.interface.iter();
    let icons = interface.flat_map(|interface| {
        [
            ("interface.icon_small", &interface.icon_small),
            ("interface.icon_large", &interface.icon_large),
        ]
    });
    let folder = path::parent(reading.context.path).unwrap_or("/");
    let is_known = || {
        let plugin = plugin_of(reading.context.file);
        plugin.is_none_or(|plugin| !plugin.has_only_skills())
    };
    let missing = icons.filter_map(|(key, icon)| {
        let icon = icon.as_deref()?;
        let entry = reading.inputs.tree.resolve(icon);
        let is_file = entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)));
        let is_missing = !is_file && (path::is_within(icon, folder) || is_known());
        is_missing.then(|| {
            let shown = icon
                .strip_prefix(folder)
                .unwrap_or(icon)
                .trim_start_matches('/');
            file.report(
                &RULE,
                key,
                format!("`{key}`: the file {shown} does not exist"),
            )
            .help("Add the picture, or remove the line.")
        })
    });
    missing.collect()
}
