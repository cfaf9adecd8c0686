//! Stage Discover: searches the folders that a program passes to `SkillsProvider`
//! (`docs/hosts/agent-framework.md#where-it-looks`).

use super::editions::AgentFramework;
use crate::host::Discover;
use crate::host::sdk::{self, Order, Rules};
use crate::host::stages::Discovery;
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::tree::Tree;
use crate::tree::skill_file::SKILL_FILE;

const RULES: Rules = Rules {
    label: "Agent Framework",
    files: &[SKILL_FILE],
    depth: 2,
    hidden: true,
    folder_links: false,
    file_links: false,
    takes_root: true,
    order: Order::Listed,
    reasons: &[(
        LeftOutReason::TooDeep,
        "Agent Framework looks two folders deep, and not inside of a skill",
        "Move the skill's folder directly into one of the given folders.",
    )],
};

impl Discover for AgentFramework {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let options = &self.options;
        sdk::discover(tree, environment, &RULES, &options.sources, &options.order)
    }
}
