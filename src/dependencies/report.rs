//! The request and the inventory.

use serde::Serialize;

use crate::model::eligibility::Requirements;
use crate::model::host_choice::HostChoice;
use crate::text::document::Range;

/// A request for the inventory of dependencies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct DependenciesRequest {
    /// The hosts that are asked for their questions; the workspace's own host if the list is empty. The inventory itself is
    /// the same for all hosts.
    pub hosts: Vec<HostChoice>,
    /// The names of everything that is installed on the machine.
    pub installed: Installed,
    /// The paths of the files of skills that will be removed. The inventory is that of the other skills, and `plan.drop` has
    /// what no other skill needs.
    pub without: Vec<String>,
}

crate::record! { DependenciesRequest: has(hosts, installed, without) }

/// The names of everything that is installed on a machine. Nothing is reported as missing from a list that is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Installed {
    /// The programs on the path, such as `git`.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub programs: Option<Vec<String>>,
    /// The environment variables that are set.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub variables: Option<Vec<String>>,
    /// The MCP servers that are configured.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub servers: Option<Vec<String>>,
    /// The installed plugins.
    #[cfg_attr(feature = "typescript", tsify(type = "readonly string[] | null"))]
    pub plugins: Option<Vec<String>>,
}

crate::record! { Installed: has(programs, variables, servers, plugins) }

/// Everything that the skills of a tree need.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Inventory {
    /// The dependencies, by kind, then by name.
    pub dependencies: Vec<Dependency>,
    /// The questions of each host, in the order of the request.
    pub hosts: Vec<HostNeeds>,
    /// The steps from the present state to one in which all needs are met.
    pub plan: DependencyPlan,
    /// The files beside skills that were not read, because their contents are not loaded, are not UTF-8, or are longer than
    /// 1 MiB. A file without loaded contents is listed only if its name is that of a text or program.
    pub unread: Vec<String>,
}

/// A kind of dependency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DependencyKind {
    /// A program on the path. The utilities that every Unix has, such as `ls`, are left out.
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

/// Something that skills need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Dependency {
    /// The kind.
    pub kind: DependencyKind,
    /// The name, such as `git` or `OPENAI_API_KEY`.
    pub name: String,
    /// True if a skill declares the need in a field for it; false if its texts and programs only use it.
    pub declared: bool,
    /// True if at least one skill cannot do without the dependency; false if every skill names it as optional.
    pub required: bool,
    /// True if the dependency is installed: the request reports this, or for a skill the tree. None if the request has
    /// no answer.
    pub installed: Option<bool>,
    /// The skills that need the dependency, by path.
    #[serde(rename = "neededBy")]
    pub needed_by: Vec<NeededBy>,
    /// The ways to install the dependency. Skills name these ways.
    pub ways: Vec<InstallWay>,
    /// The skills' statements about the dependency that contradict each other.
    pub contradictions: Vec<Contradiction>,
}

/// A skill that needs a dependency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NeededBy {
    /// The path of the skill's file.
    pub skill: String,
    /// True if the skill declares the need.
    pub declared: bool,
    /// True if the skill needs it in any case.
    pub required: bool,
    /// The other programs of which one is enough.
    #[serde(rename = "orElse")]
    pub or_else: Vec<String>,
    /// The number of places.
    pub count: usize,
    /// The first 20 places, declarations first.
    pub places: Vec<NeedPlace>,
}

/// A place that shows a need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct NeedPlace {
    /// The file.
    pub path: String,
    /// The range of the name, or of the value that contains it.
    pub range: Range,
    /// The kind of text that shows the need.
    pub source: NeedSource,
    /// True if the need is optional at this place.
    pub optional: bool,
}

/// The kind of text that shows a need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum NeedSource {
    /// OpenClaw's requirements in the field `metadata`.
    Metadata,
    /// The dependencies in `agents/openai.yaml`.
    OpenaiYaml,
    /// The field `allowed-tools`.
    AllowedTools,
    /// The field `compatibility`.
    Compatibility,
    /// An example of settings, such as `.env.example`.
    EnvExample,
    /// The first line of a script.
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
    /// Returns true for fields and files in which authors declare what a skill needs.
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

/// A way to install a dependency that a skill names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstallWay {
    /// The installer, such as `brew`, `npm` or `url`.
    pub installer: String,
    /// The package, formula, module or address.
    pub target: String,
    /// The skill that names it.
    pub skill: String,
}

/// Two statements that do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Contradiction {
    /// The kind of contradiction.
    pub reason: ContradictionReason,
    /// The contradiction in words, with the remedy.
    pub message: String,
    /// The paths of the files of the skills that contradict themselves or each other.
    pub skills: Vec<String>,
}

/// A kind of contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ContradictionReason {
    /// A skill declares a need for one host, and no text or program of the skill uses it.
    DeclaredUnused,
    /// A skill declares a need for one host only, and its declaration for another host lacks it.
    DeclaredForOneHost,
    /// `allowed-tools` allows some commands, and the skill's texts run another.
    NotAllowed,
    /// Two skills give one server different addresses.
    DifferentAddress,
    /// Two skills install one program from different packages of the same installer.
    DifferentPackage,
}

/// The questions of a host, and the skills that it does not offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostNeeds {
    /// The host's identifier.
    #[cfg_attr(feature = "typescript", tsify(type = "HostId"))]
    pub host: String,
    /// The edition.
    #[cfg_attr(feature = "typescript", tsify(type = "Edition"))]
    pub edition: String,
    /// The questions at the first use of each skill, in the order in which the host asks them: skills by path.
    pub asks: Vec<HostQuestion>,
    /// The skills that the host does not offer, because requirements are not met.
    pub withholds: Vec<HostWithholds>,
}

/// A question of a host at the first use of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostQuestion {
    /// The path of the skill's file.
    pub skill: String,
    /// The kind of dependency that the host asks for.
    pub kind: DependencyKind,
    /// The names that the host asks for in this question.
    pub names: Vec<String>,
    /// The question, as the user reads it.
    pub question: String,
}

/// A skill that a host does not offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct HostWithholds {
    /// The path of the skill's file.
    pub skill: String,
    /// The requirements that are not met.
    pub missing: Requirements,
}

/// The steps of a life cycle. Nothing runs: a step is data for the caller, who carries it out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct DependencyPlan {
    /// The missing dependencies, in an order in which it can be installed: programs, plugins, skills, servers, variables.
    pub install: Vec<DependencyStep>,
    /// The dependencies that `installed` does not report, to be checked before skills are used.
    pub check: Vec<DependencyStep>,
    /// The dependencies that no skill needs any more without the skills of `without`.
    pub drop: Vec<DependencyStep>,
}

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct DependencyStep {
    /// The kind of dependency.
    pub kind: DependencyKind,
    /// The name.
    pub name: String,
    /// True if some skill needs it in any case.
    pub required: bool,
    /// The paths of the files of the skills that need it, or needed it.
    pub skills: Vec<String>,
    /// The ways to install it that skills name; empty for a check and a drop.
    pub ways: Vec<InstallWay>,
}
