//! Stage Discover: searches the folder that the program gives to the SDK
//! (`docs/hosts/openai-agents.md#where-it-looks`).

use super::editions::OpenaiAgents;
use super::options::OpenaiAgentsOptions;
use crate::host::Discover;
use crate::host::roots::{OffReason, Search};
use crate::host::sdk::{self, Listed, Order, Rules};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{EntryKind, Tree, path};

const RULES: Rules = Rules {
    label: "The OpenAI Agents SDK",
    files: &[SKILL_FILE],
    depth: 1,
    hidden: true,
    folder_links: false,
    file_links: false,
    takes_root: false,
    order: Order::Name,
    reasons: &[(
        LeftOutReason::OutsideRoots,
        "the file is not in the folder that the program gives to Skills",
        "Move the skill's folder into that folder.",
    )],
};

/// The reason why a folder outside of the working directory is not searched, and the remedy.
const OUTSIDE: OffReason = (
    "the SDK reads only folders below the working directory",
    "Move the folder of skills below the working directory.",
);

/// The reason why a folder is not searched if it is a link or below a link, and the remedy.
const LINK: OffReason = (
    "the SDK reads no folder that is a link or is below one",
    "Give the folder to which the link leads.",
);

/// Returns the path of the folder that contains the skills: the option `source`, or `skills` in the
/// working directory if the option is missing.
pub(super) fn source(environment: &Environment, options: &OpenaiAgentsOptions) -> String {
    let given = options.source.as_slice();
    (sdk::sources(environment, given).into_iter().next()).unwrap_or_default()
}

/// Returns the reason why the SDK does not search the folder `source`, and the remedy; `None` if it
/// searches the folder.
fn off(tree: &Tree, environment: &Environment, source: &str) -> Option<OffReason> {
    if !path::is_within(source, &environment.cwd) {
        return Some(OUTSIDE);
    }
    let below = path::ancestors(source).take_while(|folder| *folder != environment.cwd);
    let mut entries = below.filter_map(|folder| tree.entry(folder));
    let is_link = entries.any(|entry| matches!(entry.kind(), EntryKind::Link(_)));
    is_link.then_some(LINK)
}

impl Discover for OpenaiAgents {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let source = source(environment, &self.options);
        let Some(off) = off(tree, environment, &source) else {
            let given = self.options.source.as_slice();
            return sdk::discover(tree, environment, &RULES, given, &Listed::new());
        };
        let mut search = Search::new(tree);
        let roots = search.switch_off(vec![(Root::new(source, Scope::Repo, "given"), Some(off))]);
        search.walk(roots, &mut |_, _, _, _| Default::default());
        search.explain_rest(&|path, reason, root, roots| {
            sdk::explain(&RULES, path, reason, root, roots)
        });
        search.discovery
    }
}
