// Sets the order and the names of the package's type declarations. wasm-bindgen writes these in the
// order of the crate's files.

/**
 * Types that only one host has, with their names in the package. In the crate, they need no prefix,
 * because they are in the host's module.
 */
const HOST_NAMES = {
  Activation: "StandardActivation",
  ApprovalMode: "GeminiApprovalMode",
  BuiltInSkill: "OpencodeBuiltInSkill",
  BundledSkill: "ClaudeBundledSkill",
  ConfigLayer: "CodexConfigLayer",
  Dependencies: "CodexDependencies",
  Eligibility: "OpenclawEligibility",
  Finding: "StandardFinding",
  FindingCode: "StandardFindingCode",
  Installation: "CodexInstallation",
  InstalledFile: "CodexInstalledFile",
  Installer: "OpenclawInstaller",
  InstallerKind: "OpenclawInstallerKind",
  InstallOption: "OpenclawInstallOption",
  Interface: "CodexInterface",
  LayerKind: "CodexLayerKind",
  ListSkillsRequest: "CodexListRequest",
  McpPrompt: "ClaudeMcpPrompt",
  Needs: "OpenclawNeeds",
  PathMatching: "ClaudePathMatching",
  Policy: "CodexPolicy",
  Product: "CodexProduct",
  Requirements: "OpenclawRequirements",
  SdkOptions: "ClaudeSdkOptions",
  ServerInstallation: "CodexServerInstallation",
  SettingSource: "ClaudeSettingSource",
  SkillRule: "OpencodeSkillRule",
  SkillsListEntry: "CodexSkillList",
  ToolDependency: "CodexToolDependency",
};

/**
 * The topics of the file in order, each with its declarations in order. The smaller module lacks
 * some of them.
 */
const TOPICS = [
  ["Classes", "Workspace Session Codex"],
  [
    "Functions",
    `init load initSync hosts lint applyFixes toLsp toSarif rules fields schema support changelog diffTrees
    validateStandard version`,
  ],
  ["Errors", "ArgumentError PartNotLoaded ModuleStopped StopReason"],
  ["Start of the module", "PartsRequest Part PartSource InitInput SyncInitInput InitOutput"],
  ["Hosts", "HostId Edition HostChoice HostEdition HostEditions SkillsFrom"],
  ["Options of a workspace", "WorkspaceOptions SessionOptions SavedSession Plugin"],
  ["Files", `Files FileContents BundledFiles WriteOptions WriteReport RefusedPath RefusedReason PlanRequest Range Place`],
  [
    "Catalog",
    `Catalog Root RootStatus Skill SkillKind Scope NameSource DescriptionSource Visibility Frontmatter SkillError FaultCode Ignored LeftOut
    LeftOutReason`,
  ],
  ["List of the model", "ListingRequest Listing ListingEntry ListingReport ListingAttachment Budget BudgetUnit SkillTool"],
  [
    "Turn of a user",
    `TurnRequest TurnInput Client Turn TypedText Mention MentionKind MentionTarget Outcome SkipReason SelectedSkill SelectedBy Message Role QuestionSet
    Question QuestionOption Answers RefusedAnswer RefusedAnswerReason`,
  ],
  [
    "Invocation of a skill",
    `SkillCall Invocation InvokedBy InvocationOutcome RefusalReason InvocationRequest RequestOutput Permission PermissionSuggestion Verdict
    ToolCall CommandSkill ToolPermission PermissionRule PermissionBasis
    ContextChanges Until Fork`,
  ],
  [
    "Session",
    `InvokedSkill RegisteredHook Hook HookHandler HookOccurrence HookRun HookSkipReason HookResult HookAnswer HookOutcome HookDecision Touch TouchedSkill TouchedBy TouchAttachment SkillEvent EventStatus InvocationType`,
  ],
  [
    "Comparison of hosts",
    `CompareRequest CompareStage Comparison HostSummary ReasonCount SkillComparison SkillInHost ListedAs Injected Obstacle ObstacleReason
    UseObstacle Feature Portability PortabilityVerdict PortabilityFix BoundFeature HostTurn`,
  ],
  [
    "Diagnostics and fixes",
    `LintRequest FoundInSkill LintConfig Level Diagnostic DiagnosticCode Severity ConcernedHost Related Fix TextEdit FileRename FixRequest Fixed Applied Rule
    RuleGroup ConvertOptions`,
  ],
  ["Fields and schemas", "Field FieldFile FieldKind FieldStatus TextFrom Limit OverLimit SchemaKind"],
  ["Can I use", "Support SupportColumn SupportRow SupportGroup SupportCell SupportLevel"],
  [
    "Changes",
    `DiffRequest HostDiff ChangedSkill SkillChange SkillMove DiffLine TokenChange TogetherChange TreeDiffRequest TreeDiff SinceRequest Since EditionState
    Changelog EditionChanges ChangedRow RowState ChangeExample`,
  ],
  [
    "Builds for every host",
    `BuildRequest BuildScope BuildHow BuildPlan BuildFolder BuildWrite BuildContent BuildConflict BuildConflictReason BuildNote BuildProof
    BuiltPlugin`,
  ],
  ["Budget plan", "BudgetPlanRequest BudgetMeans BudgetPlan BudgetChange BudgetFilesRequest"],
  ["Health", "HealthRequest HealthReport SkillHealth HealthSymptom HealthKind"],
  [
    "Triggers",
    `TriggersRequest TriggerPrompt TriggersReport TriggerResult TriggerPlace TriggerCompetitor SkillTriggers TriggerWord TriggerConfusion
    TriggerFinding TriggerFindingCode RequestOptions RequestFormat HostRequest RequestTool RequestSkill`,
  ],
  [
    "Usage",
    `UsageRequest UsageLog UsageReport LogUsage LogFormat ListSource UsageTurn TurnSkill UsageOutcome ExpectedState ExpectedIn SkillUsage
    UsageSymptom UsageSymptomKind LogProblem LogProblemCode`,
  ],
  ["Files beside skills", "SkillResources ResourceFile ResourceKind ResourceReference ReferenceForm ReferenceTarget"],
  ["Passages", "PassagesOptions Passages Passage PassageField MatchedWord SkippedText SkippedTextReason"],
  [
    "Dependencies",
    `DependenciesRequest Installed Inventory Dependency DependencyKind NeededBy NeedPlace NeedSource InstallWay Contradiction
    ContradictionReason HostNeeds HostQuestion HostWithholds DependencyPlan DependencyStep`,
  ],
  ["Search", `SearchOptions SearchField Hit MatchedTerm Competitor NearDuplicates DuplicatePair NamedSkill NamedCandidate Strength`],
  [
    "Installation by the skills CLI",
    `InstallRequest InstallReport OfferedSkill SkippedSkill HiddenSkill HiddenReason InstalledEntry InstalledContent`,
  ],
  [
    "Lock files",
    "LocksReport LockFile LockFormat LockEntry LockState LockReason LockDigest LockAlgorithm LockedCopy UnlistedSkill LockProblem LockProblemCode",
  ],
  [
    "Installation by gh skill",
    `GhSkillRequest GhRemote GhSkillReport GhSkill GhConvention GhPassedOver GhPassedOverReason GhPublish GhFinding GhSeverity GhFix GhInstall
    GhEntry GhContent`,
  ],
  [
    "Skills of sites and MCP servers",
    `SiteRequest SiteReport Site SiteNeed Downloads Archives ArchiveEntry ArchiveFormat McpRequest McpReport McpSkill McpCall McpAnswer
    SourceProblem SourceProblemCode DroppedPart`,
  ],
  [
    "Codex",
    `CodexOptions CodexProduct CodexConfigLayer CodexLayerKind CodexInterface CodexDependencies CodexToolDependency CodexPolicy
    CodexListRequest CodexSkillList ConfigEdit CodexServerInstallation CodexInstallation CodexInstalledFile`,
  ],
  ["Claude Code", `ClaudeCodeOptions ClaudePathMatching ClaudeSettingSource ClaudeSdkOptions ClaudeBundledSkill ClaudeMcpPrompt`],
  ["opencode", "OpencodeOptions OpencodeBuiltInSkill OpencodeSkillRule"],
  ["Copilot CLI", "CopilotCliOptions CopilotBuiltInSkill"],
  ["Gemini CLI", "GeminiCliOptions GeminiApprovalMode"],
  ["VS Code", "VscodeOptions VscodeExtensionSkill"],
  [
    "OpenClaw",
    `OpenclawOptions OpenclawEligibility OpenclawRequirements OpenclawNeeds OpenclawInstaller OpenclawInstallerKind OpenclawInstallOption`,
  ],
  ["pi", "PiOptions"],
  ["Cline", "ClineOptions"],
  ["Kilo", "KiloOptions"],
  ["Qwen Code", "QwenCodeOptions"],
  ["Deep Agents", "DeepAgentsOptions"],
  ["OpenAI Agents SDK", "OpenaiAgentsOptions"],
  ["Agent Framework", "AgentFrameworkOptions"],
  ["Google ADK", "GoogleAdkOptions"],
  ["Strands Agents", "StrandsAgentsOptions"],
  ["agno", "AgnoOptions"],
  ["claude.ai", "ClaudeAiOptions"],
  ["The open standard", "StandardOptions StandardActivation StandardFinding StandardFindingCode"],
].map(([topic, names]) => [topic, names.trim().split(/\s+/)]);

const NAME = /^export (?<isDefault>default )?(?:class|interface|type|function) (?<name>\w+)/m;

/** Matches the comments that wasm-bindgen writes for linters. */
const FOR_LINTERS = /^\/\* [\w:-]+disable \*\/\n/gm;

/**
 * Matches a comment or a string, so that it stays as it is, or otherwise a name in `HOST_NAMES`.
 */
const HOST_NAME = new RegExp(String.raw`\/\*.*?\*\/|"[^"\n]*"|\b(?:${Object.keys(HOST_NAMES).join("|")})\b`, "gs");

/** Returns declarations in which the types in `HOST_NAMES` have the names of the package. */
export const withHostNames = (declarations) => declarations.replace(HOST_NAME, (found) => HOST_NAMES[found] ?? found);

/**
 * Splits a file into its declarations, each with its comment. Returns them by name. The default
 * export has the name `init`.
 */
function split(declarations) {
  const starts = [...declarations.matchAll(/^(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?export /gms)].map(({ index }) => index);
  return new Map(
    starts.map((start, index) => {
      const declaration = declarations.slice(start, starts[index + 1]).trim();
      const { isDefault, name } = NAME.exec(declaration).groups;
      return [isDefault ? "init" : name, declaration];
    }),
  );
}

/**
 * Returns declarations in the order of TOPICS, with a line above each topic. Throws if a declaration is in no topic, or if a topic
 * names a declaration that does not exist.
 */
export function arranged(declarations) {
  const named = split(declarations.replaceAll(FOR_LINTERS, ""));
  const listed = TOPICS.flatMap(([, names]) => names);
  const unlisted = [...named.keys()].filter((name) => !listed.includes(name));
  if (unlisted.length > 0) throw new Error(`scripts/declarations.mjs has no topic for ${unlisted.join(", ")}`);
  const missing = listed.filter((name) => !named.has(name));
  if (missing.length > 0) throw new Error(`scripts/declarations.mjs lists ${missing.join(", ")}, which are not declared`);
  const sections = TOPICS.map(([topic, names]) => [topic, names.filter((name) => named.has(name))]);
  return sections
    .filter(([, names]) => names.length > 0)
    .map(([topic, names]) => [`// ${topic}`, ...names.map((name) => named.get(name))].join("\n\n"))
    .join("\n\n")
    .concat("\n");
}
