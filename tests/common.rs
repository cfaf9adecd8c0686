//! Helpers that several tests share: short ways to fill a tree, and to read the names in a catalog.

use std::sync::LazyLock;

use skillglass::hosts::{HostEditions, hosts};
use skillglass::model::catalog::{Catalog, LeftOutReason};
use skillglass::tree::Contents;
use skillglass::{Workspace, WorkspaceOptions};

/// Returns the editions of a host, oldest first.
pub fn editions(host: &str) -> Vec<&'static str> {
    static HOSTS: LazyLock<Vec<HostEditions>> = LazyLock::new(hosts);
    let mut all = HOSTS.iter();
    let found = all.find(|known| known.host == host);
    let editions = &found.expect("there is such a host").editions;
    editions.iter().map(String::as_str).collect()
}

/// Returns options for a host in the repository `/repo`, with the home directory `/home/me`.
pub fn in_repo(host: &str) -> WorkspaceOptions {
    WorkspaceOptions::new("/repo").home("/home/me").host(host)
}

/// Returns the folder in which a host looks for a project's skills, or the user's if the host reads
/// no others.
pub fn skills_folder(host: &str) -> &'static str {
    match host {
        "claude-code" => "/repo/.claude/skills",
        "opencode" => "/repo/.opencode/skills",
        "openclaw" => "/home/me/.openclaw/skills",
        "gemini-cli" => "/repo/.gemini/skills",
        "pi" => "/repo/.pi/skills",
        "cline" => "/repo/.cline/skills",
        "kilo" => "/repo/.kilo/skills",
        "qwen-code" => "/repo/.qwen/skills",
        "claude-ai" | "deep-agents" | "openai-agents" | "agent-framework" | "google-adk"
        | "strands-agents" | "agno" => "/repo/skills",
        _ => "/repo/.agents/skills",
    }
}

/// Ways to change a workspace that panic if the change fails.
pub trait Files {
    /// Writes a file.
    fn put(&mut self, path: impl AsRef<str>, contents: impl Into<Contents>);

    /// Makes a symbolic link.
    fn put_link(&mut self, path: impl AsRef<str>, target: impl AsRef<str>);

    /// Makes a directory.
    fn put_folder(&mut self, path: impl AsRef<str>);
}

impl Files for Workspace {
    #[track_caller]
    fn put(&mut self, path: impl AsRef<str>, contents: impl Into<Contents>) {
        self.write(path.as_ref(), contents).unwrap();
    }

    #[track_caller]
    fn put_link(&mut self, path: impl AsRef<str>, target: impl AsRef<str>) {
        self.link(path.as_ref(), target.as_ref()).unwrap();
    }

    #[track_caller]
    fn put_folder(&mut self, path: impl AsRef<str>) {
        self.make_directory(path.as_ref()).unwrap();
    }
}

/// Writes a small skill with this name into a folder.
pub fn write_named(workspace: &mut Workspace, folder: &str, name: &str) {
    let text = format!("---\nname: {name}\ndescription: About {name}.\n---\n# {name}\n");
    workspace.put(format!("{folder}/SKILL.md"), text);
}

/// Writes a small skill into a folder. The skill's name is that of the folder.
pub fn write_skill(workspace: &mut Workspace, folder: &str) {
    write_named(workspace, folder, folder.rsplit('/').next().unwrap());
}

/// Returns the workspace with one more file.
pub fn with_file(mut workspace: Workspace, path: &str, text: &str) -> Workspace {
    workspace.put(path, text);
    workspace
}

/// Returns the names of the catalog's skills.
pub fn names(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.name.as_str()).collect()
}

/// Returns the real paths of the catalog's skills, after symbolic links.
pub fn paths(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.path.as_str()).collect()
}

/// Returns the paths by which the host found the catalog's skills. They may go through symbolic
/// links.
pub fn locations(catalog: &Catalog) -> Vec<&str> {
    let skills = catalog.skills.iter();
    skills.map(|skill| skill.discovered_path.as_str()).collect()
}

/// Returns the paths that the host did not load, each with the reason.
pub fn left_out(catalog: &Catalog) -> Vec<(&str, LeftOutReason)> {
    let left_out = catalog.left_out.iter();
    left_out
        .map(|left| (left.path.as_str(), left.reason))
        .collect()
}
