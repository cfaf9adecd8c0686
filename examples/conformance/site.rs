//! Compares the recorded answers of the `skills` CLI about sites: its requests, its list, its
//! messages, and the installed files.

use std::io::Read;

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::install::{InstallRequest, InstalledContent};
use skillglass::sources::{
    ArchiveContent, ArchiveEntry, ArchiveFormat, Archives, Downloads, SiteNeed, SiteReport,
    SiteRequest,
};
use skillglass::tree::{Contents, EntryKind, path};

use crate::claude_code::Aspects;
use crate::skills_cli::{opened, option, words};
use crate::{Failure, compare, from_base64, list, text};

pub fn site(case: &Value) -> Result<Aspects, Failure> {
    let mut aspects: Aspects = Vec::new();
    let mut aspect = |name, expected: &Value, got: Value| {
        let mut out = Vec::new();
        compare(&mut out, name, expected, got);
        aspects.push((name, out));
    };
    let expect = &case["expect"]["list"];
    let (workspace, report, asked) = taken(case, &words(&case["list_args"]))?;
    let expected: Vec<_> = list(&expect["requests"])
        .iter()
        .map(|request| text(&request["url"]))
        .collect();
    aspect(
        "site: asked",
        &json!(in_order(expected)),
        json!(in_order(asked)),
    );
    let error = report.install.error.as_deref();
    let failed = error.filter(|error| !error.starts_with("No matching"));
    aspect(
        "site: exit",
        &expect["exit"],
        json!(u8::from(failed.is_some())),
    );
    if let Some(words) = failed {
        let said = list(&expect["says"]).iter().map(text);
        let said = said.filter_map(|line| line.strip_prefix("■ ").map(str::to_owned));
        let said: Vec<_> = said.filter(|line| line != "Canceled").collect();
        aspect("site: words", &json!(said), json!([words]));
    } else {
        let shown = report.install.skills.iter().map(|skill| {
            let mut shown = json!({ "name": skill.name, "description": skill.description });
            let is_below = |at: &str| path::is_within(at, &skill.folder);
            let files = workspace.tree().entries().filter(|entry| {
                matches!(entry.kind(), EntryKind::File(_)) && is_below(&entry.path())
            });
            let files = files.count();
            // If the URL itself is an archive, its folders are shown like those of a repository.
            if files > 1 && report.index.is_some() {
                shown["files"] = json!(files);
            }
            shown
        });
        aspect(
            "site: listed",
            &expect["skills"],
            json!(shown.collect::<Vec<_>>()),
        );
    }
    let words = words(&case["install_args"]);
    let names_agents = words.iter().any(|word| word == "--agent");
    if names_agents && !words.iter().any(|word| word == "--json") {
        let (workspace, report, _) = taken(case, &words)?;
        let got = report.install.entries.iter().map(|entry| {
            let (kind, of) = match &entry.content {
                InstalledContent::File { from } => {
                    let file = workspace.tree().entry(from);
                    let bytes = file.and_then(|file| file.contents());
                    (
                        "file",
                        lossy(bytes.map(Contents::bytes).unwrap_or_default()),
                    )
                }
                InstalledContent::Directory => ("dir", String::new()),
                InstalledContent::Link { target } => ("symlink", target.clone()),
            };
            json!([entry.path, kind, of])
        });
        let expected = list(&case["expect"]["install"]["tree"])
            .iter()
            .map(|entry| {
                let of = match entry["target"].as_str() {
                    Some(target) => target.to_owned(),
                    None => lossy(&bytes(entry)),
                };
                json!([entry["path"], entry["type"], of])
            });
        aspect(
            "site: installed",
            &json!(expected.collect::<Vec<_>>()),
            json!(got.collect::<Vec<_>>()),
        );
    }
    Ok(aspects)
}

/// Replays taking skills from a recorded site. Returns the workspace, the report, and the requested
/// URLs including redirects.
fn taken(case: &Value, words: &[String]) -> Result<(Workspace, SiteReport, Vec<String>), Failure> {
    let mut workspace = opened(case)?;
    crate::fill(&mut workspace, case)?;
    let url = text(&case["source"]);
    let origin = url
        .match_indices('/')
        .nth(2)
        .map_or(url.len(), |(at, _)| at);
    let origin = url[..origin].to_owned();
    let request = SiteRequest {
        url,
        install: InstallRequest {
            source: "/site".to_owned(),
            project: text(&case["cwd"]),
            home: case["home"].as_str().map(str::to_owned),
            skills: option(words, "--skill"),
            agents: option(words, "--agent"),
            ..InstallRequest::default()
        },
    };
    let mut asked = Vec::new();
    let mut downloads = Downloads::new();
    let mut archives = Archives::new();
    loop {
        let report = workspace.take_site(&request, &downloads, &archives)?;
        if report.needs.is_empty() {
            return Ok((workspace, report, asked));
        }
        for need in report.needs {
            match need {
                SiteNeed::Fetch { url, .. } => {
                    let mut at = url.strip_prefix(&origin).unwrap_or(&url).to_owned();
                    let mut answer = &case["site"][&at];
                    asked.push(at);
                    while let Some(location) = answer["location"].as_str() {
                        at = location.to_owned();
                        answer = &case["site"][&at];
                        asked.push(at);
                    }
                    let contents = answer.is_object().then(|| Contents::from(bytes(answer)));
                    downloads.insert(url, contents);
                }
                SiteNeed::Unpack { url, format } => {
                    let packed = downloads[&url].as_ref().map(Contents::bytes);
                    let entries = unpacked(packed.unwrap_or_default(), format).ok();
                    archives.insert(url, entries);
                }
                _ => return Err("something else is needed".into()),
            }
        }
    }
}

/// Returns URLs in the order in which they are compared: indexes in their own order, then files in
/// sorted order.
fn in_order(urls: Vec<String>) -> Vec<String> {
    let is_index = |url: &String| url.ends_with("/index.json");
    let (mut urls, mut files): (Vec<_>, Vec<_>) = urls.into_iter().partition(is_index);
    files.sort();
    urls.extend(files);
    urls
}

fn bytes(entry: &Value) -> Vec<u8> {
    match entry["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => from_base64(&text(&entry["base64"])),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn unpacked(bytes: &[u8], format: ArchiveFormat) -> Result<Vec<ArchiveEntry>, Failure> {
    let mut entries = Vec::new();
    match format {
        ArchiveFormat::Zip => {
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes))?;
            for index in 0..archive.len() {
                let mut entry = archive.by_index(index)?;
                let mut contents = Vec::new();
                entry.read_to_end(&mut contents)?;
                entries.push(ArchiveEntry {
                    path: entry.name()?.into_owned(),
                    content: match (entry.is_dir(), entry.is_symlink()) {
                        (true, _) => ArchiveContent::Directory,
                        (_, true) => ArchiveContent::Link,
                        _ => ArchiveContent::File(contents.into()),
                    },
                });
            }
        }
        ArchiveFormat::TarGz => {
            let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
            for entry in archive.entries()? {
                let mut entry = entry?;
                let mut contents = Vec::new();
                entry.read_to_end(&mut contents)?;
                let kind = entry.header().entry_type();
                entries.push(ArchiveEntry {
                    path: lossy(&entry.path_bytes()),
                    content: if kind.is_dir() {
                        ArchiveContent::Directory
                    } else if kind.is_file() {
                        ArchiveContent::File(contents.into())
                    } else {
                        ArchiveContent::Link
                    },
                });
            }
        }
    }
    Ok(entries)
}
