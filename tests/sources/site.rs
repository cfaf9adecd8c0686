//! Tests loading skills from the index of a website.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skillglass::Workspace;
use skillglass::install::HiddenReason;
use skillglass::sources::{
    ArchiveContent, ArchiveEntry, ArchiveFormat, Archives, Downloads, SiteNeed, SiteReport,
    SiteRequest, SourceProblemCode,
};
use skillglass::tree::Contents;

use super::{digest, install, installed, names, text, told, workspace};

const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const INDEX: &str = "https://x.org/.well-known/agent-skills/index.json";
const OLD_INDEX: &str = "https://x.org/.well-known/skills/index.json";

/// The files and archives of a website, by URL.
#[derive(Default)]
struct Site {
    files: BTreeMap<String, Vec<u8>>,
    archives: Archives,
}

impl Site {
    fn file(mut self, url: &str, contents: impl AsRef<[u8]>) -> Self {
        self.files
            .insert(url.to_owned(), contents.as_ref().to_vec());
        self
    }

    fn index(self, skills: Value) -> Self {
        let index = json!({ "$schema": SCHEMA, "skills": skills });
        self.file(INDEX, index.to_string())
    }

    fn archive(mut self, url: &str, entries: Vec<ArchiveEntry>) -> Self {
        self.archives.insert(url.to_owned(), Some(entries));
        self.file(url, b"PK\x03\x04")
    }

    /// Loads the website's skills into a workspace: answers all needs of the report until there are
    /// none.
    fn take(&self, request: &SiteRequest) -> (Workspace, SiteReport) {
        let mut workspace = workspace();
        let mut downloads = Downloads::new();
        let mut archives = Archives::new();
        loop {
            let report = workspace.take_site(request, &downloads, &archives).unwrap();
            if report.needs.is_empty() {
                return (workspace, report);
            }
            for need in report.needs {
                match need {
                    SiteNeed::Fetch { url, .. } => {
                        let contents = self.files.get(&url).map(Contents::from);
                        assert_eq!(downloads.insert(url, contents), None, "asked for once");
                    }
                    SiteNeed::Unpack { url, .. } => {
                        let entries = self.archives.get(&url).cloned().unwrap_or_default();
                        assert_eq!(archives.insert(url, entries), None, "asked for once");
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }

    fn report(&self) -> SiteReport {
        self.take(&request()).1
    }
}

fn request() -> SiteRequest {
    SiteRequest {
        url: "https://x.org".to_owned(),
        install: install(),
    }
}

/// Returns an entry of the website's index for a skill in the file `/NAME.md`.
fn entry(name: &str) -> Value {
    entry_for(name, &text(name))
}

fn entry_for(name: &str, text: &str) -> Value {
    json!({
        "name": name,
        "type": "skill-md",
        "description": "As the index says.",
        "url": format!("/{name}.md"),
        "digest": digest(text),
    })
}

fn archive_entry(name: &str) -> Value {
    json!({
        "name": name,
        "type": "archive",
        "description": "As the index says.",
        "url": format!("/{name}.zip"),
        "digest": digest(b"PK\x03\x04"),
    })
}

fn file(path: &str, contents: impl Into<Contents>) -> ArchiveEntry {
    ArchiveEntry {
        path: path.to_owned(),
        content: ArchiveContent::File(contents.into()),
    }
}

fn fetched(report: &SiteReport) -> Vec<&str> {
    let needs = report.needs.iter().map(|need| match need {
        SiteNeed::Fetch { url, .. } => &**url,
        other => panic!("{other:?}"),
    });
    needs.collect()
}

#[test]
fn every_index_is_asked_for_first_in_the_programs_order() {
    let cases: [(&str, &[&str]); 3] = [
        ("https://x.org", &[INDEX, OLD_INDEX]),
        ("https://x.org/", &[INDEX, OLD_INDEX]),
        (
            "https://x.org/docs/?q",
            &[
                "https://x.org/docs/.well-known/agent-skills/index.json",
                INDEX,
                "https://x.org/docs/.well-known/skills/index.json",
                OLD_INDEX,
            ],
        ),
    ];
    for (url, expected) in cases {
        let request = SiteRequest {
            url: url.to_owned(),
            ..request()
        };
        let report = workspace().take_site(&request, &Downloads::new(), &Archives::new());
        assert_eq!(fetched(&report.unwrap()), expected, "{url}");
    }
}

#[test]
fn a_skill_is_installed_under_the_indexs_name_and_described_by_its_file() {
    let site = Site::default()
        .index(json!([entry_for("beta", &text("Beta Name"))]))
        .file("https://x.org/beta.md", text("Beta Name"));
    let (mut workspace, report) = site.take(&request());
    assert_eq!(report.index.as_deref(), Some(INDEX));
    assert_eq!(report.install.skills[0].name, "beta");
    assert_eq!(report.install.skills[0].description, "About Beta Name.");
    assert_eq!(
        installed(&report.install),
        [
            "/project/.agents/skills/beta/SKILL.md = /source/beta/SKILL.md",
            "/project/.claude/skills/beta -> ../../.agents/skills/beta",
        ]
    );
    workspace.put_installed(&report.install);
    let catalog = workspace.catalog();
    assert_eq!(
        catalog.skills[0].discovered_path,
        "/project/.claude/skills/beta/SKILL.md"
    );
}

#[test]
fn a_file_elsewhere_is_told_from_one_of_the_site() {
    let mut skill = entry("a");
    skill["url"] = json!("https://other.org/a.md");
    let site = Site::default().index(json!([skill, entry("b")]));
    let mut downloads = Downloads::new();
    for url in [INDEX, OLD_INDEX] {
        downloads.insert(url.to_owned(), site.files.get(url).map(Contents::from));
    }
    let report = workspace().take_site(&request(), &downloads, &Archives::new());
    let fetch = |url: &str, same_origin| SiteNeed::Fetch {
        url: url.to_owned(),
        same_origin,
    };
    let needs = [
        fetch("https://other.org/a.md", false),
        fetch("https://x.org/b.md", true),
    ];
    assert_eq!(report.unwrap().needs, needs);
}

#[test]
fn an_unfit_entry_is_left_out_with_the_member_that_is_wrong() {
    let cases = [
        (
            json!({ "name": "Big" }),
            "bad-name drops skill: skills[0].name",
        ),
        (
            json!({ "name": "a--b" }),
            "bad-name drops skill: skills[0].name",
        ),
        (
            json!({ "name": "-a" }),
            "bad-name drops skill: skills[0].name",
        ),
        (
            json!({ "name": "" }),
            "bad-name drops skill: skills[0].name",
        ),
        (
            json!({ "name": "a".repeat(65) }),
            "bad-name drops skill: skills[0].name",
        ),
        (json!({ "name": 3 }), "bad-name drops skill: skills[0].name"),
        (
            json!({ "name": "__proto__" }),
            "bad-name drops skill: skills[0].name",
        ),
        (
            json!({ "description": "" }),
            "bad-description drops skill: skills[0].description",
        ),
        (
            json!({ "description": "😀".repeat(513) }),
            "bad-description drops skill: skills[0].description",
        ),
        (
            json!({ "type": "zip" }),
            "bad-type drops skill: skills[0].type",
        ),
        (
            json!({ "url": "file:///etc/passwd" }),
            "bad-url drops skill: skills[0].url",
        ),
        (json!({ "url": null }), "bad-url drops skill: skills[0].url"),
        (
            json!({ "digest": null }),
            "bad-digest drops skill: skills[0].digest",
        ),
        (
            json!({ "digest": "sha256:00" }),
            "bad-digest drops skill: skills[0].digest",
        ),
        (
            json!({ "digest": digest(text("a")).to_uppercase() }),
            "bad-digest drops skill: skills[0].digest",
        ),
    ];
    for (changes, expected) in cases {
        let mut unfit = entry("a");
        for (name, value) in changes.as_object().unwrap() {
            unfit[name] = value.clone();
        }
        let site = Site::default()
            .index(json!([unfit, entry("b")]))
            .file("https://x.org/b.md", text("b"));
        let report = site.report();
        assert_eq!(names(&report.install), ["b"], "{changes}");
        let expected = expected.replace("skill: ", &format!("skill: {INDEX} "));
        assert_eq!(told(&report.problems), [expected], "{changes}");
    }
}

#[test]
fn an_entry_that_is_no_object_is_left_out() {
    let site = Site::default()
        .index(json!([null, 3, [], entry("b")]))
        .file("https://x.org/b.md", text("b"));
    let report = site.report();
    assert_eq!(names(&report.install), ["b"]);
    assert_eq!(
        told(&report.problems)[1],
        format!("bad-entry drops skill: {INDEX} skills[1]")
    );
}

#[test]
fn an_index_that_cannot_be_read_counts_as_none() {
    let cases = [
        ("<html>", "not-json", ""),
        ("[]", "not-an-index", "skills"),
        (r#"{"skills": {}}"#, "not-an-index", "skills"),
        (
            r#"{"$schema": "x/0.3.0", "skills": []}"#,
            "unknown-schema",
            "$schema",
        ),
        (
            r#"{"$schema": null, "skills": []}"#,
            "unknown-schema",
            "$schema",
        ),
    ];
    for (text, code, at) in cases {
        let report = Site::default().file(INDEX, text).report();
        let expected = format!("{code} drops index: {INDEX} {at}");
        assert_eq!(told(&report.problems), [expected], "{text}");
        assert_eq!(
            report.install.error.as_deref(),
            Some("Download failed with HTTP 404"),
            "{text}"
        );
    }
}

#[test]
fn a_byte_order_mark_before_an_index_does_no_harm() {
    let index = json!({ "$schema": SCHEMA, "skills": [entry("a")] });
    let site = Site::default()
        .file(INDEX, format!("\u{feff}{index}"))
        .file("https://x.org/a.md", text("a"));
    assert_eq!(names(&site.report().install), ["a"]);
}

#[test]
fn a_byte_order_mark_of_a_file_counts_for_its_digest_and_is_not_installed() {
    let marked = format!("\u{feff}{}", text("a"));
    let site = Site::default()
        .index(json!([entry_for("a", &marked)]))
        .file("https://x.org/a.md", &marked);
    let (workspace, report) = site.take(&request());
    assert_eq!(names(&report.install), ["a"]);
    let file = workspace.tree().entry("/source/a/SKILL.md").unwrap();
    assert_eq!(file.contents().unwrap().text(), Ok(&*text("a")));
}

#[test]
fn a_file_is_left_out_when_it_is_not_what_the_index_says() {
    let broken = "---\nname: [x\n---\n";
    let number = "---\nname: 12\ndescription: x\n---\n";
    let site = Site::default()
        .index(json!([
            entry("gone"),
            entry_for("changed", "as it was"),
            entry_for("broken", broken),
            entry_for("number", number),
            entry_for("bare", "text"),
            entry("fine"),
        ]))
        .file("https://x.org/changed.md", text("changed"))
        .file("https://x.org/broken.md", broken)
        .file("https://x.org/number.md", number)
        .file("https://x.org/bare.md", "text")
        .file("https://x.org/fine.md", text("fine"));
    let report = site.report();
    assert_eq!(names(&report.install), ["fine"]);
    assert_eq!(
        told(&report.problems),
        [
            "missing-file drops skill: https://x.org/gone.md ",
            &format!("digest-mismatch drops skill: {INDEX} skills[1].digest"),
            "bad-frontmatter drops skill: https://x.org/broken.md ",
            "bad-frontmatter drops skill: https://x.org/number.md ",
            "bad-frontmatter drops skill: https://x.org/bare.md ",
        ]
    );
    let actual = digest(text("changed"));
    assert!(
        report.problems[1].message.contains(&actual),
        "{:?}",
        report.problems[1]
    );
}

#[test]
fn an_empty_name_and_description_are_taken_from_a_site() {
    let empty = "---\nname: ''\ndescription: ''\n---\n";
    let site = Site::default()
        .index(json!([entry_for("a", empty)]))
        .file("https://x.org/a.md", empty);
    assert_eq!(names(&site.report().install), ["a"]);
}

#[test]
fn an_internal_skill_is_hidden_unless_one_is_asked_for_by_either_name() {
    let internal = "---\nname: Alpha Name\ndescription: x\nmetadata:\n  internal: true\n---\n";
    let site = Site::default()
        .index(json!([entry_for("alpha", internal), entry("beta")]))
        .file("https://x.org/alpha.md", internal)
        .file("https://x.org/beta.md", text("beta"));
    let report = site.report();
    assert_eq!(names(&report.install), ["beta"]);
    assert_eq!(report.install.hidden[0].reason, HiddenReason::Internal);
    for asked in ["ALPHA", "alpha name"] {
        let mut request = request();
        request.install.skills = vec![asked.to_owned()];
        let (_, report) = site.take(&request);
        let chosen: Vec<_> = report
            .install
            .skills
            .iter()
            .map(|skill| skill.chosen)
            .collect();
        assert_eq!(chosen, [true, false], "{asked}");
    }
    let mut request = request();
    request.install.skills = vec!["gamma".to_owned()];
    let error = site.take(&request).1.install.error;
    assert_eq!(
        error.as_deref(),
        Some("No matching skills found for: gamma")
    );
}

#[test]
fn of_two_entries_of_one_name_the_later_one_is_installed() {
    let mut second = entry_for("a", &text("other"));
    second["url"] = json!("/2.md");
    let site = Site::default()
        .index(json!([entry("a"), second]))
        .file("https://x.org/a.md", text("a"))
        .file("https://x.org/2.md", text("other"));
    let report = site.report();
    assert_eq!(names(&report.install), ["a", "a"]);
    assert_eq!(
        report.install.skills[0].replaced_by.as_deref(),
        Some("/source/a~2")
    );
    assert_eq!(
        installed(&report.install)[0],
        "/project/.agents/skills/a/SKILL.md = /source/a~2/SKILL.md"
    );
    assert_eq!(
        told(&report.problems),
        ["same-name drops nothing: https://x.org/2.md "]
    );
}

#[test]
fn the_older_form_lists_a_skills_files_and_one_unfit_entry_refuses_it() {
    let folder = "https://x.org/.well-known/skills/a";
    let index = |skills: Value| json!({ "skills": skills }).to_string();
    let site = Site::default()
        .file(
            OLD_INDEX,
            index(json!([{
                "name": "a",
                "description": "d",
                "files": ["SKILL.md", "scripts/run.sh", "gone.txt"],
            }])),
        )
        .file(&format!("{folder}/SKILL.md"), text("a"))
        .file(&format!("{folder}/scripts/run.sh"), "run\n");
    let report = site.report();
    assert_eq!(
        installed(&report.install)[..2],
        [
            "/project/.agents/skills/a/SKILL.md = /source/a/SKILL.md",
            "/project/.agents/skills/a/scripts/run.sh = /source/a/scripts/run.sh",
        ]
    );
    assert_eq!(
        told(&report.problems),
        [format!("missing-file drops file: {folder}/gone.txt ")]
    );
    for (member, value) in [
        ("name", json!("Big")),
        ("files", json!(["SKILL.md", "../x"])),
        ("files", json!(["/SKILL.md"])),
        ("files", json!(["a.md"])),
        ("files", json!([])),
        ("files", json!(["SKILL.md", 3])),
    ] {
        let mut unfit = json!({ "name": "b", "description": "d", "files": ["SKILL.md"] });
        unfit[member] = value.clone();
        let fit = json!({ "name": "a", "description": "d", "files": ["SKILL.md"] });
        let site = Site::default()
            .file(OLD_INDEX, index(json!([fit, unfit])))
            .file(&format!("{folder}/SKILL.md"), text("a"));
        let report = site.report();
        assert_eq!(report.install.skills, [], "{value}");
        assert!(
            told(&report.problems)[0]
                .ends_with(&format!("drops index: {OLD_INDEX} skills[1].{member}")),
            "{value}: {:?}",
            report.problems
        );
    }
}

#[test]
fn the_first_index_that_yields_a_skill_is_used() {
    let old = r#"{"skills": [{"name": "old", "description": "d", "files": ["SKILL.md"]}]}"#;
    let old_file = "https://x.org/.well-known/skills/old/SKILL.md";
    let both = |new: Value| {
        Site::default()
            .index(json!([new]))
            .file("https://x.org/a.md", text("a"))
            .file(OLD_INDEX, old)
            .file(old_file, text("old"))
    };
    let report = both(entry("a")).report();
    assert_eq!(names(&report.install), ["a"]);
    assert_eq!(
        told(&report.problems),
        [format!("unused-index drops index: {OLD_INDEX} ")]
    );
    let report = both(entry_for("a", "as it was")).report();
    assert_eq!(names(&report.install), ["old"]);
    assert_eq!(report.index.as_deref(), Some(OLD_INDEX));
}

#[test]
fn a_path_does_not_fall_back_to_the_index_of_the_root() {
    let site = Site::default()
        .index(json!([entry("a")]))
        .file("https://x.org/a.md", text("a"));
    let request = SiteRequest {
        url: "https://x.org/docs".to_owned(),
        ..request()
    };
    let (_, report) = site.take(&request);
    let error = report.install.error.unwrap();
    assert!(
        error.starts_with(
            "No skills found for the scoped path '/docs' on https://x.org. Not falling back"
        ),
        "{error}"
    );
    assert!(
        error.ends_with("run 'skills add https://x.org' to install from the root index."),
        "{error}"
    );
}

#[test]
fn an_archive_is_asked_to_be_unpacked_by_its_format() {
    let cases: [(&str, &[u8], Option<ArchiveFormat>); 4] = [
        ("/a.bin", b"PK\x03\x04", Some(ArchiveFormat::Zip)),
        ("/a.bin", b"\x1f\x8b", Some(ArchiveFormat::TarGz)),
        ("/a.tgz?v=1", b"?", Some(ArchiveFormat::TarGz)),
        ("/a.tar", b"ustar", None),
    ];
    for (url, bytes, format) in cases {
        let mut skill = archive_entry("a");
        skill["url"] = json!(url);
        skill["digest"] = json!(digest(bytes));
        let url = format!("https://x.org{url}");
        let site = Site::default().index(json!([skill])).file(&url, bytes);
        let mut downloads = Downloads::new();
        for known in [INDEX, OLD_INDEX, &url] {
            downloads.insert(known.to_owned(), site.files.get(known).map(Contents::from));
        }
        let report = workspace()
            .take_site(&request(), &downloads, &Archives::new())
            .unwrap();
        let unpack = format.map(|format| SiteNeed::Unpack {
            url: url.clone(),
            format,
        });
        assert_eq!(
            report.needs.first(),
            unpack.as_ref().or(report.needs.first()),
            "{url}"
        );
        let told = told(&report.problems);
        let refused = format!("not-an-archive drops skill: {url} ");
        assert_eq!(told.contains(&refused), format.is_none(), "{url}: {told:?}");
    }
}

#[test]
fn an_archive_is_taken_whole() {
    let site = Site::default().index(json!([archive_entry("a")])).archive(
        "https://x.org/a.zip",
        vec![
            ArchiveEntry {
                path: "scripts/".to_owned(),
                content: ArchiveContent::Directory,
            },
            file("SKILL.md", text("a")),
            file("scripts/run.sh", "run\n"),
            file("metadata.json", "{}"),
            file(".git/HEAD", "ref\n"),
        ],
    );
    let report = site.report();
    assert_eq!(told(&report.problems), [""; 0]);
    let files: Vec<_> = installed(&report.install);
    assert_eq!(
        files[..4],
        [
            "/project/.agents/skills/a/.git/HEAD = /source/a/.git/HEAD",
            "/project/.agents/skills/a/SKILL.md = /source/a/SKILL.md",
            "/project/.agents/skills/a/metadata.json = /source/a/metadata.json",
            "/project/.agents/skills/a/scripts/run.sh = /source/a/scripts/run.sh",
        ]
    );
}

#[test]
fn one_unsafe_entry_drops_the_whole_archive() {
    use SourceProblemCode::{Link, NoSkillFile, TooLarge, TooManyFiles, UnsafePath};
    let link = || ArchiveEntry {
        path: "link".to_owned(),
        content: ArchiveContent::Link,
    };
    let many = |count| {
        (0..count)
            .map(|number| file(&format!("f{number}"), ""))
            .collect()
    };
    let large = |bytes| vec![file("large", vec![0; bytes])];
    const MIB_50: usize = 50 << 20;
    let skill_file = text("a").len();
    let cases: Vec<(&str, Vec<ArchiveEntry>, Option<SourceProblemCode>)> = vec![
        ("absolute", vec![file("/etc/x", "")], Some(UnsafePath)),
        ("climbs", vec![file("../x", "")], Some(UnsafePath)),
        (
            "climbs inside",
            vec![file("a/../../x", "")],
            Some(UnsafePath),
        ),
        ("dot", vec![file("./x", "")], Some(UnsafePath)),
        ("backslash", vec![file("a\\x", "")], Some(UnsafePath)),
        ("no name", vec![file("", "")], Some(UnsafePath)),
        ("NUL", vec![file("a\0", "")], Some(UnsafePath)),
        (
            "below a file",
            vec![file("SKILL.md/x", "")],
            Some(UnsafePath),
        ),
        (
            "too long",
            vec![file(&"a".repeat(5_000), "")],
            Some(UnsafePath),
        ),
        ("link", vec![link()], Some(Link)),
        ("1,000 files", many(999), None),
        ("1,001 files", many(1_000), Some(TooManyFiles)),
        ("50 MiB", large(MIB_50 - skill_file), None),
        (
            "50 MiB and a byte",
            large(MIB_50 - skill_file + 1),
            Some(TooLarge),
        ),
        ("twice", vec![file("SKILL.md", text("b"))], None),
    ];
    for (name, mut entries, expected) in cases {
        entries.insert(0, file("SKILL.md", text("a")));
        let site = Site::default()
            .index(json!([archive_entry("a"), entry("b")]))
            .archive("https://x.org/a.zip", entries)
            .file("https://x.org/b.md", text("b"));
        let report = site.report();
        let codes: Vec<_> = report.problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, Vec::from_iter(expected), "{name}");
        assert_eq!(report.install.skills.len(), 2 - codes.len(), "{name}");
    }
    let inside = vec![file("a/SKILL.md", text("a"))];
    let site = Site::default()
        .index(json!([archive_entry("a")]))
        .archive("https://x.org/a.zip", inside);
    assert_eq!(site.report().problems[0].code, NoSkillFile);
}

#[test]
fn an_archive_that_could_not_be_unpacked_is_left_out() {
    let mut site = Site::default()
        .index(json!([archive_entry("a")]))
        .archive("https://x.org/a.zip", Vec::new());
    site.archives.insert("https://x.org/a.zip".to_owned(), None);
    assert_eq!(
        told(&site.report().problems),
        ["not-an-archive drops skill: https://x.org/a.zip "]
    );
}

#[test]
fn without_an_index_the_url_itself_is_a_skill_or_an_archive_of_some() {
    let url = "https://x.org/dl";
    let request = SiteRequest {
        url: url.to_owned(),
        ..request()
    };
    let archive = |entries| Site::default().archive(url, entries);
    let skills = vec![
        file("repo-main/skills/a/SKILL.md", text("a")),
        file("repo-main/skills/a/metadata.json", "{}"),
        file("repo-main/skills/b/SKILL.md", text("Big Name")),
    ];
    let not_supported = Some("Downloaded URL is not a valid SKILL.md file or supported archive");
    let cases = [
        (Site::default().file(url, text("a")), vec!["a"], None),
        (archive(skills), vec!["a", "big-name"], None),
        (Site::default().file(url, "hello"), vec![], not_supported),
        (archive(vec![file("../x", "")]), vec![], not_supported),
        (
            Site::default(),
            vec![],
            Some("Download failed with HTTP 404"),
        ),
    ];
    for (site, folders, error) in cases {
        let (_, report) = site.take(&request);
        let found = report
            .install
            .skills
            .iter()
            .map(|skill| &*skill.installed_as);
        assert_eq!(found.collect::<Vec<_>>(), folders);
        assert_eq!(report.install.error.as_deref(), error);
        assert_eq!(report.index, None);
        let paths: Vec<_> = report
            .install
            .entries
            .iter()
            .map(|entry| &*entry.path)
            .collect();
        assert!(
            !paths.iter().any(|path| path.ends_with("metadata.json")),
            "{paths:?}"
        );
        assert_eq!(paths.len(), 2 * folders.len(), "{paths:?}");
    }
}

#[test]
fn the_folder_of_the_source_is_emptied_first_and_nothing_else() {
    let mut workspace = workspace();
    workspace
        .write("/source/old/SKILL.md", text("old"))
        .unwrap();
    workspace.write("/project/SKILL.md", text("kept")).unwrap();
    let downloads = Downloads::from([(INDEX.to_owned(), None), (OLD_INDEX.to_owned(), None)]);
    workspace
        .take_site(&request(), &downloads, &Archives::new())
        .unwrap();
    assert!(workspace.tree().entry("/source/old").is_none());
    assert!(workspace.tree().entry("/project/SKILL.md").is_some());
}

#[test]
fn a_wrong_argument_is_named() {
    let cases: [(&str, &str, &str); 7] = [
        ("x.org", "/source", "url"),
        ("file:///x", "/source", "url"),
        ("", "/source", "url"),
        ("https://x.org", "source", "install.source"),
        ("https://x.org", "/", "install.source"),
        ("https://x.org", "/project", "install.source"),
        ("https://x.org", "/home", "install.source"),
    ];
    for (url, source, argument) in cases {
        let mut request = request();
        request.url = url.to_owned();
        request.install.source = source.to_owned();
        let mut workspace = workspace();
        workspace.write("/project/SKILL.md", "kept").unwrap();
        let error = workspace.take_site(&request, &Downloads::new(), &Archives::new());
        assert_eq!(error.unwrap_err().argument, argument, "{url} {source}");
        assert!(workspace.tree().entry("/project/SKILL.md").is_some());
    }
    let mut request = request();
    request.install.agents = vec!["nobody".to_owned()];
    let error = workspace().take_site(&request, &Downloads::new(), &Archives::new());
    assert_eq!(error.unwrap_err().argument, "install.agents[0]");
}
