//! Settings and manifests of hosts: JSON, JSON with comments, JSON5, TOML and YAML of any shape, read and edited.

use skillglass::hosts::claude_code::ClaudeCodeOptions;
use skillglass::model::environment::Plugin;

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ": ",
    ", ",
    "\"",
    "true",
    "false",
    "null",
    "1",
    "-1",
    "1e9",
    "0.001",
    "{\"",
    "\": ",
    "\": {\"",
    "\": [\"",
    "\": \"",
    "\", \"",
    "\"}",
    "\"]}",
    "// c\n",
    "/* c */",
    "# c\n",
    "\n",
    " = ",
    "[[",
    "]]\n",
    "[skills]\n",
    "[[skills.config]]\n",
    "name = \"a\"\n",
    "path = \"/r/p/.agents/skills/a\"\n",
    "enabled = false\n",
    "config = [",
    "bundled = {enabled = false}\n",
    "[mcp_servers.x]\n",
    "project_root_markers = [",
    "skillOverrides",
    "off",
    "name-only",
    "permissions",
    "allow",
    "deny",
    "ask",
    "Skill",
    "Skill(a:*)",
    "Skill(a)",
    "Bash(git *)",
    "defaultMode",
    "skillListingBudgetFraction",
    "skillListingMaxDescChars",
    "disableBundledSkills",
    "disableSkillShellExecution",
    "strictPluginOnlyCustomization",
    "enabledPlugins",
    "permission",
    "skill",
    "skills",
    "paths",
    "urls",
    "agent",
    "build",
    "disabled",
    "admin",
    "settings",
    "tools",
    "core",
    "exclude",
    "entries",
    "a",
    "*",
    "allowBundled",
    "load",
    "extraDirs",
    "env",
    "limits",
    "maxSkillsPromptChars",
    "name",
    "version",
    "commands",
    "./",
    "./a",
    "./../..",
    "'",
    "x: ",
    "- ",
    "Infinity",
    "0x1f",
    "+1",
    "\\u0061",
    "$HOME",
    "~/a",
    "interface:\n  display_name: ",
    "policy:\n  allow_implicit_invocation: ",
    "dependencies:\n  tools:\n  - ",
    "type: ",
    "mcp\n",
    "env_var\n",
    "value: ",
];

/// Files that some host reads beside skills, with the host.
const FILES: &[(&str, &str)] = &[
    ("claude-code", "/r/p/.claude/settings.json"),
    ("claude-code", "/h/.claude/settings.json"),
    ("claude-code", "/etc/claude-code/managed-settings.json"),
    ("claude-code", "/c/.claude-plugin/plugin.json"),
    ("codex", "/h/.codex/config.toml"),
    ("codex", "/r/p/.codex/config.toml"),
    ("codex", "/r/p/.agents/skills/a/agents/openai.yaml"),
    ("codex", "/r/p/.agents/skills/a/.codex-plugin/plugin.json"),
    ("opencode", "/r/p/opencode.json"),
    ("opencode", "/r/p/opencode.jsonc"),
    ("opencode", "/h/.config/opencode/opencode.json"),
    ("gemini-cli", "/h/.gemini/settings.json"),
    ("gemini-cli", "/r/p/.gemini/settings.json"),
    (
        "gemini-cli",
        "/h/.gemini/extensions/x/gemini-extension.json",
    ),
    ("gemini-cli", "/h/.gemini/trustedFolders.json"),
    ("openclaw", "/h/.openclaw/openclaw.json"),
    ("kilo", "/h/.config/kilo/kilo.json"),
    ("kilo", "/r/p/.kilo/kilo.jsonc"),
    ("qwen-code", "/h/.qwen/settings.json"),
    ("qwen-code", "/r/p/.qwen/settings.json"),
    ("qwen-code", "/h/.qwen/extensions/x/qwen-extension.json"),
    ("copilot-cli", "/h/.copilot/config.json"),
    ("pi", "/h/.pi/agent/settings.json"),
    ("vscode", "/r/p/.vscode/settings.json"),
    ("cline", "/h/.cline/data/settings/global-settings.json"),
    ("cline", "/h/.agents/plugins/x/plugin.json"),
    ("cline", "/h/.cline/plugins/x/package.json"),
    ("cline", "/r/p/.cline/x/managed.json"),
];

const SKILL: &str = "/r/p/.agents/skills/a/SKILL.md";
const TEXT: &str = "---\nname: a\ndescription: A.\n---\nText, $ARGUMENTS.\n";

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let (host, file) = input.pick(FILES);
    let choice = *input.pick(&checks::editions_of(host));
    let enabled = input.flag();
    let mut options = checks::options(choice);
    if *host == "claude-code" {
        options.plugins = Some(vec![Plugin {
            id: "c@m".to_owned(),
            root: "/c".to_owned(),
            ..Plugin::default()
        }]);
        // The same text as `--settings` and as a file.
        options.claude_code = input.flag().then(|| ClaudeCodeOptions {
            settings: Some(Input::new(bytes.get(4..).unwrap_or_default(), WORDS).rest()),
            ..ClaudeCodeOptions::default()
        });
    }
    let text = input.contents();
    let mut workspace = checks::workspace(&options);
    for path in [
        SKILL,
        "/r/p/.claude/skills/a/SKILL.md",
        "/r/p/.claude/skills/b/SKILL.md",
        "/c/a/SKILL.md",
        "/h/.gemini/extensions/x/skills/a/SKILL.md",
    ] {
        workspace.write(path, TEXT).expect("the path is right");
    }
    workspace.write(file, text).expect("the path is right");
    let catalog = workspace.catalog();
    checks::catalog_holds(&workspace, &catalog);
    checks::listing_holds(&workspace.listing());
    for prompt in ["/a b", "$a"] {
        checks::turn_holds(&workspace, prompt, &workspace.turn(&checks::typed(prompt)));
    }
    let _ = workspace.plan();
    if *host == "codex" {
        if let Ok(edit) = workspace.set_enabled(SKILL, enabled) {
            workspace
                .write(&edit.path, edit.text)
                .expect("it has been written before");
            let after = workspace.catalog();
            let skill = after.skills.iter().find(|skill| skill.path == SKILL);
            assert_eq!(skill.map(|skill| skill.enabled), Some(enabled));
        }
        let needed: Vec<_> = (catalog.skills.iter())
            .flat_map(|skill| skill.dependencies.iter())
            .flat_map(|dependencies| dependencies.tools.iter().cloned())
            .collect();
        let _ = workspace.install_servers(&needed);
    }
}
