//! The request for the inventory of dependencies, and the inventory.

use std::rc::Rc;

use serde::Serialize;

use crate::model::eligibility::Requirements;
use crate::model::host_choice::HostChoice;
use crate::text::document::Range;

/// A request for the inventory of dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct DependenciesRequest {
    /// The hosts whose questions to the user are reported, such as whether to install a missing MCP
    /// server. If the list is empty, the workspace's own host is used. The dependencies are the
    /// same for all hosts.
    pub hosts: Vec<HostChoice>,
    /// The names of everything that is installed on the machine.
    pub installed: Installed,
    /// The paths of the main files of skills that will be removed, such as
    /// `/repo/.claude/skills/pdf/SKILL.md`. The inventory then has only the dependencies of the
    /// remaining skills. The list `plan.drop` of the inventory has the dependencies that only the
    /// removed skills need.
    pub without: Vec<String>,
}

crate::record! { DependenciesRequest: has(hosts, installed, without) }

/// The names of everything that is installed on a machine. If a list is absent, nothing of its kind is reported as
/// missing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Installed {
    /// The programs in `PATH`, such as `git`. None if unknown.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub programs: Option<Vec<String>>,
    /// The environment variables that are set. None if unknown.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub variables: Option<Vec<String>>,
    /// The MCP servers that are configured. None if unknown.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub servers: Option<Vec<String>>,
    /// The installed plugins. None if unknown.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub plugins: Option<Vec<String>>,
}

crate::record! { Installed: has(programs, variables, servers, plugins) }

/// Everything that the skills of a tree need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Inventory {
    /// The dependencies, sorted by kind and then by name.
    #[cfg_attr(feature = "typescript", tsify(type = "Dependency[]"))]
    pub dependencies: Vec<Rc<Dependency>>,
    /// The questions that each host asks the user, and the skills that each host does not offer.
    /// The hosts are in the order of the request.
    pub hosts: Vec<HostNeeds>,
    /// The plan: missing dependencies to install, uncertain dependencies to check, and dependencies
    /// to drop because all skills that need them will be removed.
    pub plan: DependencyPlan,
    /// The files beside skills that were not read, because their contents are not loaded, are not
    /// UTF-8, or are longer than 1 MiB. Files whose names show that they are neither texts nor
    /// programs, such as images, are not listed.
    pub unread: Vec<String>,
}

/// A kind of dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DependencyKind {
    /// A program in `PATH`. The utilities that every Unix has, such as `ls`, are left out.
    Program,
    /// An environment variable.
    Variable,
    /// An MCP server.
    Server,
    /// A plugin of a host.
    Plugin,
    /// Another skill.
    Skill,
}

/// Something that skills need, such as a program or an environment variable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Dependency {
    /// The kind of the dependency.
    pub kind: DependencyKind,
    /// The name of the dependency, such as `git` or `OPENAI_API_KEY`.
    pub name: String,
    /// True if a skill declares the dependency in a field or file for declarations, such as
    /// `allowed-tools`. False if only the skill's texts and programs use the dependency.
    pub declared: bool,
    /// True if at least one skill cannot work without the dependency. False if the dependency is optional in every
    /// skill, or if another program can replace the dependency.
    pub required: bool,
    /// True if the request lists the dependency as installed, or if the dependency is a skill in the
    /// tree. None if the request has no list of installed dependencies of this kind.
    pub installed: Option<bool>,
    /// The skills that need the dependency, sorted by path.
    #[serde(rename = "neededBy")]
    #[cfg_attr(feature = "typescript", tsify(type = "NeededBy[]"))]
    pub needed_by: Vec<Rc<NeededBy>>,
    /// The ways to install the dependency, as the skills' files describe them.
    pub ways: Vec<InstallWay>,
    /// The contradictions between the skills' statements about the dependency.
    pub contradictions: Vec<Contradiction>,
}

/// A skill that needs a dependency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NeededBy {
    /// The path of the skill's main file, such as `SKILL.md`.
    pub skill: String,
    /// True if the skill declares the dependency in a field or file for declarations, such as
    /// `allowed-tools`.
    pub declared: bool,
    /// True if the skill cannot work without the dependency.
    pub required: bool,
    /// The other programs that the skill can use instead of this program.
    #[serde(rename = "orElse")]
    pub or_else: Vec<String>,
    /// The number of places in the skill's files that show that the skill needs the dependency.
    pub count: usize,
    /// The first 20 places that show that the skill needs the dependency. Places in declarations
    /// come first.
    pub places: Vec<NeedPlace>,
}

/// A place in a file that shows that a skill needs a dependency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NeedPlace {
    /// The path of the file that names the dependency.
    pub path: String,
    /// The range of the dependency's name, or of the value that contains the name.
    pub range: Range,
    /// The kind of text that names the dependency.
    pub source: NeedSource,
    /// True if the text or code at `range` shows that the dependency is optional.
    pub optional: bool,
}

/// The kind of text that shows that a skill needs a dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum NeedSource {
    /// OpenClaw's requirements in the frontmatter field `metadata`.
    Metadata,
    /// The dependencies in Codex's file `agents/openai.yaml`.
    OpenaiYaml,
    /// The frontmatter field `allowed-tools`.
    AllowedTools,
    /// The frontmatter field `compatibility`.
    Compatibility,
    /// A file with example settings, such as `.env.example`.
    EnvExample,
    /// The first line of a script, such as `#!/usr/bin/env node`.
    Shebang,
    /// A command in a shell script.
    Script,
    /// The code of a program, such as `os.environ["X"]`.
    Code,
    /// A command in a code block of a Markdown text.
    ShellBlock,
    /// A sentence of a Markdown text.
    Text,
}

impl NeedSource {
    /// Returns true if authors use this field or file to declare dependencies.
    #[must_use]
    pub fn is_declaration(self) -> bool {
        matches!(
            self,
            Self::Metadata
                | Self::OpenaiYaml
                | Self::AllowedTools
                | Self::Compatibility
                | Self::EnvExample
        )
    }
}

/// A way to install a dependency, as a skill's file describes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstallWay {
    /// The installer, such as `brew`, `npm` or `url`.
    pub installer: String,
    /// The package, formula, module or address that is installed.
    pub target: String,
    /// The path of the main file of the skill whose files describe this way to install the
    /// dependency.
    pub skill: String,
}

/// Two statements about a dependency that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Contradiction {
    /// The kind of contradiction.
    pub reason: ContradictionReason,
    /// A description of the contradiction, and advice on how to fix it.
    pub message: String,
    /// The paths of the main files of the skills that contradict themselves or each other.
    pub skills: Vec<String>,
}

/// The way in which statements about a dependency contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ContradictionReason {
    /// A skill declares a dependency, but no text or program of the skill uses it.
    DeclaredUnused,
    /// A skill declares a dependency for one host, but does not declare this dependency for another
    /// host.
    DeclaredForOneHost,
    /// `allowed-tools` allows only some commands, and the skill's texts run a command that is not among them.
    NotAllowed,
    /// Two skills give one server different addresses.
    DifferentAddress,
    /// Two skills install one program from different packages of the same installer.
    DifferentPackage,
}

/// The questions that a host asks the user about missing dependencies, and the skills that the host
/// does not offer because requirements of the skills are not met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostNeeds {
    /// The host's identifier, such as `codex`.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The host's edition, such as `2026-11`.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The questions that the host asks at the first use of each skill. Skills are sorted by path,
    /// and each skill's questions are in the host's order.
    pub asks: Vec<HostQuestion>,
    /// The skills that the host does not offer to the model, because requirements of the skills are
    /// not met.
    pub withholds: Vec<HostWithholds>,
}

/// A question that a host asks when a skill is used for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostQuestion {
    /// The path of the skill's main file, such as `SKILL.md`.
    pub skill: String,
    /// The kind of dependency that the host asks for.
    pub kind: DependencyKind,
    /// The names of the dependencies in the question: MCP servers or environment variables, as
    /// `kind` shows.
    pub names: Vec<String>,
    /// The question, as the user reads it.
    pub question: String,
}

/// A skill that a host does not offer to the model, because requirements of the skill are not met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostWithholds {
    /// The path of the skill's main file, such as `SKILL.md`.
    pub skill: String,
    /// The requirements that are not met.
    pub missing: Requirements,
}

/// The steps to install, check and drop dependencies. The steps are data: the caller carries them
/// out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct DependencyPlan {
    /// The missing dependencies, in an order in which they can be installed: programs, plugins, skills, servers,
    /// variables.
    #[cfg_attr(feature = "typescript", tsify(type = "DependencyStep[]"))]
    pub install: Vec<Rc<DependencyStep>>,
    /// The dependencies that may or may not be installed, because the request does not list which
    /// programs, variables, servers or plugins are installed. Check them before a skill is used.
    #[cfg_attr(feature = "typescript", tsify(type = "DependencyStep[]"))]
    pub check: Vec<Rc<DependencyStep>>,
    /// The dependencies that only removed skills need. The removed skills are the skills in the
    /// field `without` of the request.
    #[cfg_attr(feature = "typescript", tsify(type = "DependencyStep[]"))]
    pub drop: Vec<Rc<DependencyStep>>,
}

/// A step of a plan: a dependency to install, to check or to drop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct DependencyStep {
    /// The kind of dependency.
    pub kind: DependencyKind,
    /// The name of the dependency.
    pub name: String,
    /// True if at least one skill cannot work without the dependency.
    pub required: bool,
    /// The paths of the main files of the skills that need the dependency. In the list `drop` of a
    /// plan, these are the skills that will be removed.
    pub skills: Vec<String>,
    /// The ways to install the dependency, as the skills' files describe them. Always empty in the
    /// list `drop` of a plan.
    pub ways: Vec<InstallWay>,
}
