//! Facts about the git repository that contains the source of skills.

use std::collections::BTreeMap;

use super::report::GhSkillRequest;
use crate::sort;
use crate::tree::Tree;
use crate::tree::path;

/// The known facts about the git repository that contains the source of skills.
pub(super) struct Git {
    /// The top folder of the repository, or the source's folder if no repository is found.
    pub(super) top: String,
    /// True if the source is in a repository, false if it is not. None if this is unknown.
    pub(super) is_git: Option<bool>,
    /// The addresses of the remotes, in the order in which `gh skill` checks them. None if the
    /// remotes are unknown.
    pub(super) remotes: Option<Vec<String>>,
}

impl Git {
    pub(super) fn read(tree: &Tree, request: &GhSkillRequest) -> Self {
        let source = request.source.as_str();
        let mut above = path::ancestors(source);
        let top = above.find(|folder| tree.resolve(&path::join(folder, ".git")).is_ok());
        let is_git = request.is_git.or(top.is_some().then_some(true));
        let config = || {
            let file = tree.resolve(&path::join(top?, ".git/config")).ok()?;
            file.contents()
                .map(|contents| remotes(&contents.text_lossy()))
        };
        let known = request.remotes.clone().or_else(config);
        Self {
            top: top.unwrap_or(source).to_owned(),
            is_git: is_git.or(request.remotes.is_some().then_some(true)),
            remotes: known.map(ordered),
        }
    }

    /// Returns the owner and the name of the first remote that is on GitHub, such as
    /// `octocat/skills`. Returns none if no remote is on GitHub.
    pub(super) fn repository(&self) -> Option<String> {
        let remotes = self.remotes.as_deref().unwrap_or_default();
        remotes.iter().find_map(|url| repository_of(url))
    }
}

/// Returns the addresses of remotes: first those of `upstream`, `github` and `origin`, then the others, sorted by name.
fn ordered(remotes: BTreeMap<String, String>) -> Vec<String> {
    let mut remotes: Vec<_> = remotes.into_iter().collect();
    let rank = |name: &str| match name {
        "upstream" => 0,
        "github" => 1,
        "origin" => 2,
        _ => 3,
    };
    sort::by(&mut remotes, |(left, _), (right, _)| {
        (rank(left), left).cmp(&(rank(right), right))
    });
    remotes.into_iter().map(|(_, url)| url).collect()
}

/// Returns the remotes in a git configuration: the address of each, by name.
fn remotes(config: &str) -> BTreeMap<String, String> {
    let mut remotes = BTreeMap::new();
    let mut section = None;
    for line in config.lines() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let name = header
                .strip_prefix("remote \"")
                .and_then(|rest| rest.strip_suffix("\"]"));
            section = name.map(str::to_owned);
        } else if let (Some(name), Some((key, value))) = (&section, line.split_once('='))
            && key.trim() == "url"
        {
            remotes
                .entry(name.clone())
                .or_insert_with(|| value.trim().trim_matches('"').to_owned());
        }
    }
    remotes
}

/// Returns the owner and the name of a repository from its address. Returns none if the address is
/// not at github.com or at a subdomain of ghe.com.
fn repository_of(url: &str) -> Option<String> {
    let rest = match url.split_once("://") {
        Some(("https" | "http" | "ssh" | "git" | "git+ssh" | "git+https", rest)) => rest.to_owned(),
        Some(_) => return None,
        None => {
            let (host, rest) = url.split_once(':')?;
            format!("{host}/{}", rest.trim_start_matches('/'))
        }
    };
    let (host, rest) = rest.split_once('/')?;
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let host = host.split(':').next()?.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let is_known = matches!(host, "github.com" | "ssh.github.com") || host.ends_with(".ghe.com");
    let mut parts = rest.trim_matches('/').splitn(3, '/');
    let (owner, name) = (parts.next()?, parts.next()?);
    let name = name.strip_suffix(".git").unwrap_or(name);
    let is_whole = is_known && parts.next().is_none() && !owner.is_empty() && !name.is_empty();
    is_whole.then(|| format!("{owner}/{name}"))
}
