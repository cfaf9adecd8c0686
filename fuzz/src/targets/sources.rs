//! Sites, MCP servers and repositories with any answers: their skills are installed only in the intended folders.

use skillglass::install::{InstallReport, InstallRequest};
use skillglass::sources::{
    ArchiveContent, ArchiveEntry, Archives, Downloads, McpAnswer, McpCall, McpRequest, SiteNeed,
    SiteRequest,
};
use skillglass::tree::{Contents, path};
use skillglass::{Workspace, WorkspaceOptions};

use crate::checks;
use crate::input::Input;

const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\": \"",
    "\", \"",
    "\": [",
    "{\"skills\": [",
    "]}",
    "{\"skills\": [{\"name\": \"a\", \"description\": \"A.\", \"files\": [\"SKILL.md\", \"x.md\"]}]}",
    "{\"$schema\": \"https://schemas.agentskills.io/discovery/0.2.0/schema.json\", \"skills\": [",
    "{\"name\": \"a\", \"type\": \"skill-md\", \"description\": \"A.\", \"url\": \"",
    "\", \"digest\": \"sha256:",
    "name",
    "type",
    "skill-md",
    "archive",
    "description",
    "url",
    "files",
    "digest",
    "SKILL.md",
    "a.zip",
    "a.tar.gz",
    "../",
    "/",
    "//x.invalid/",
    "https://x.invalid",
    "https://s.invalid/",
    "%2e%2e",
    "%00",
    "?",
    "#",
    ":",
    ", ",
    "{\"result\": {\"skills\": [",
    "{\"uri\": \"skill://a/SKILL.md\", \"name\": \"a\", \"description\": \"A.\"",
    "{\"result\": {\"contents\": [{\"uri\": \"",
    "\"text\": \"",
    "\"blob\": \"",
    "\"nextCursor\": \"c\"",
    "\"mimeType\": \"text/markdown\"",
    "{\"error\": {\"code\": -32601, \"message\": \"no\"}}",
    "skill://",
    "skill://a/SKILL.md",
    "skill://index.json",
    "ui://",
    "\"frontmatter\": {",
    "\"size\": ",
    "\"resources\": [",
    "resources",
    "templates",
    "---\nname: a\ndescription: A.\n---\n",
    "---\n",
    "name: ",
    "description: ",
    "metadata:\n  internal: true\n",
    "\\n",
    "\\u0000",
    "null",
    "true",
    "1",
    "__proto__",
    "plugins",
    "\"source\": \"./a\"",
    "\"skills\": [\"./a\"]",
    "..",
    "a",
    "b",
    "C:\\",
    "\\",
    "con",
    "~",
];

/// Files of a repository that the program reads.
const FILES: &[&str] = &[
    "/repo/SKILL.md",
    "/repo/skills/a/SKILL.md",
    "/repo/skills/b/SKILL.md",
    "/repo/skills/a/x.md",
    "/repo/.claude-plugin/marketplace.json",
    "/repo/.claude-plugin/plugin.json",
    "/repo/.claude/skills/c/SKILL.md",
    "/repo/skills/.system/d/SKILL.md",
    "/repo/plugins/e/skills/f/SKILL.md",
    "/repo/metadata.json",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/r/p".to_owned(),
        home: Some("/h".to_owned()),
        ..WorkspaceOptions::default()
    })
    .expect("the options are right");
    let kind = input.below(3);
    let install = request(&mut input);
    let report = match kind {
        0 => site(&mut workspace, install, &mut input),
        1 => server(&mut workspace, install, &mut input),
        _ => repository(&mut workspace, &install, &mut input),
    };
    let Some(report) = report else { return };
    for entry in &report.entries {
        assert_eq!(path::check(&entry.path), Ok(()), "{entry:?}");
        let inside = ["/r/p", "/h"]
            .iter()
            .any(|folder| path::is_within(&entry.path, folder));
        assert!(
            inside,
            "{entry:?} is outside of the project and of the home"
        );
    }
    workspace.put_installed(&report);
    checks::catalog_holds(&workspace, &workspace.catalog());
}

fn request(input: &mut Input<'_>) -> InstallRequest {
    let flags = input.byte();
    InstallRequest {
        source: "/repo".to_owned(),
        project: "/r/p".to_owned(),
        home: Some("/h".to_owned()),
        skills: match flags & 3 {
            0 => vec![input.text()],
            _ => Vec::new(),
        },
        full_depth: flags & 4 != 0,
        internal: flags & 8 != 0,
        agents: match flags & 16 {
            0 => Vec::new(),
            _ => vec!["claude-code".to_owned(), "codex".to_owned()],
        },
        copy: flags & 32 != 0,
        global: flags & 64 != 0,
    }
}

/// Emulates a site that answers each request with the next texts of the input.
fn site(
    workspace: &mut Workspace,
    install: InstallRequest,
    input: &mut Input<'_>,
) -> Option<InstallReport> {
    let url = if input.flag() {
        input.text()
    } else {
        "https://s.invalid/x".to_owned()
    };
    let request = SiteRequest { url, install };
    let (mut downloads, mut archives) = (Downloads::new(), Archives::new());
    for _ in 0..8 {
        let report = workspace.take_site(&request, &downloads, &archives).ok()?;
        if report.needs.is_empty() {
            return Some(report.install);
        }
        for need in report.needs {
            match need {
                SiteNeed::Fetch { url, .. } => {
                    let there = !input.is_empty() && input.below(4) > 0;
                    downloads.insert(url, there.then(|| Contents::from(input.contents())));
                }
                SiteNeed::Unpack { url, .. } => {
                    archives.insert(url, (input.below(4) > 0).then(|| archive(input)));
                }
                need => panic!("{need:?} is new"),
            }
        }
    }
    panic!("it asks for ever: {downloads:?}");
}

fn archive(input: &mut Input<'_>) -> Vec<ArchiveEntry> {
    let mut entries = Vec::new();
    for _ in 0..input.below(6) {
        let content = match input.below(8) {
            0 => ArchiveContent::Directory,
            1 => ArchiveContent::Link,
            _ => ArchiveContent::File(Contents::from(input.contents())),
        };
        let path = input.text();
        entries.push(ArchiveEntry { path, content });
    }
    entries
}

/// Emulates a server that answers each call with the next text of the input.
fn server(
    workspace: &mut Workspace,
    install: InstallRequest,
    input: &mut Input<'_>,
) -> Option<InstallReport> {
    let request = McpRequest {
        uris: if input.flag() {
            vec![input.text()]
        } else {
            Vec::new()
        },
        supporting: input.flag(),
        install,
    };
    let mut answers: Vec<McpAnswer> = Vec::new();
    loop {
        let report = workspace.take_mcp_skills(&request, &answers).ok()?;
        if report.needs.is_empty() {
            return Some(report.install);
        }
        for call in report.needs {
            assert!(
                answers.iter().all(|known| known.call != call),
                "{call:?} was answered"
            );
            let answer = match (&call, input.is_empty()) {
                // A list may have a thousand pages.
                (McpCall::List { .. }, true) => "{}".to_owned(),
                _ => input.text(),
            };
            answers.push(McpAnswer { call, answer });
        }
    }
}

fn repository(
    workspace: &mut Workspace,
    install: &InstallRequest,
    input: &mut Input<'_>,
) -> Option<InstallReport> {
    while !input.is_empty() {
        let file = *input.pick(FILES);
        let _ = workspace.write(file, input.contents());
    }
    workspace.install(install).ok()
}
