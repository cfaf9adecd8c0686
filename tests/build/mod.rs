//! Tests builds for every host: the folders, the copies, the record, and the proof that the hosts
//! list the skills.

mod guarantees;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use skillglass::build::{
    BuildConflictReason, BuildContent, BuildHow, BuildPlan, BuildRequest, BuildScope,
};
use skillglass::compare::ListedAs;
use skillglass::hosts::{SkillsFrom, hosts};
use skillglass::model::host_choice::HostChoice;
use skillglass::tree::EntryKind;
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::{Files, write_skill};
use crate::corpus;
use crate::lost_words::{counted, shown};

const PDF: &str = "---\nname: pdf\ndescription: Fills in forms.\n---\n# Forms\n";

fn workspace() -> Workspace {
    let options = WorkspaceOptions {
        context_window: Some(100_000_000),
        ..WorkspaceOptions::new("/repo").home("/home/me")
    };
    Workspace::new(&options).unwrap()
}

fn request(hosts: &[&str]) -> BuildRequest {
    BuildRequest {
        from: "skills".to_owned(),
        hosts: hosts.iter().map(|host| (*host).into()).collect(),
        ..BuildRequest::default()
    }
}

/// Returns the hosts that load skills from folders on the machine.
fn local_hosts() -> Vec<HostChoice> {
    let local = hosts().into_iter();
    let local = local.filter(|host| host.skills_from == SkillsFrom::Folders);
    local.map(|host| HostChoice::from(&*host.host)).collect()
}

fn folders(plan: &BuildPlan) -> Vec<&str> {
    let folders = plan.folders.iter();
    folders.map(|folder| &*folder.path).collect()
}

fn writes(plan: &BuildPlan) -> Vec<&str> {
    plan.writes.iter().map(|write| &*write.path).collect()
}

fn conflicts(plan: &BuildPlan) -> Vec<(&str, BuildConflictReason)> {
    let conflicts = plan.conflicts.iter();
    conflicts.map(|one| (&*one.path, one.reason)).collect()
}

/// Runs the build in the workspace and returns its plan. Panics if a file could not be written.
fn build(workspace: &mut Workspace, request: &BuildRequest) -> BuildPlan {
    let plan = workspace.build(request).unwrap();
    let report = workspace.put_build(request).unwrap();
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    plan
}

fn text(workspace: &Workspace, path: &str) -> Option<String> {
    let entry = workspace.tree().resolve(path).ok()?;
    Some(entry.contents()?.text().unwrap().to_owned())
}

/// Returns the files and symbolic links of a tree by path. The value is the file's contents or the
/// link's target.
fn files(workspace: &Workspace) -> BTreeMap<String, String> {
    let entries = workspace.tree().entries();
    let files = entries.filter_map(|entry| match entry.kind() {
        EntryKind::Directory => None,
        EntryKind::File(contents) => Some((entry.path(), format!("{contents:?}"))),
        EntryKind::Link(target) => Some((entry.path(), target.to_owned())),
    });
    files.collect()
}

#[test]
fn a_build_uses_the_fewest_folders_that_all_hosts_read() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    for (hosts, expected) in [
        (&["codex"][..], &["/repo/.agents/skills"][..]),
        (&["claude-code"], &["/repo/.claude/skills"]),
        (&["claude-code", "opencode"], &["/repo/.claude/skills"]),
        (
            &["codex", "claude-code", "opencode", "copilot-cli"],
            &["/repo/.agents/skills", "/repo/.claude/skills"],
        ),
        (
            &["codex", "opencode", "copilot-cli"],
            &["/repo/.agents/skills"],
        ),
    ] {
        let plan = workspace.build(&request(hosts)).unwrap();
        assert_eq!(folders(&plan), expected, "{hosts:?}");
        for row in &plan.proof {
            assert_eq!((row.times, row.same), (1, true), "{row:?}");
        }
    }
}

#[test]
fn all_hosts_with_folders_list_each_skill_with_the_same_description() {
    let mut workspace = workspace();
    for name in ["pdf", "csv", "deploy"] {
        write_skill(&mut workspace, &format!("/repo/skills/{name}"));
    }
    let request = BuildRequest {
        hosts: local_hosts(),
        ..request(&[])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(conflicts(&plan), []);
    for row in &plan.proof {
        let reads_none = plan
            .notes
            .iter()
            .any(|note| note.message.contains("reads no folder"));
        assert!(row.same || reads_none, "{row:?}");
        assert!(row.times <= 1, "{row:?}");
    }
    let unlisted = plan.proof.iter().filter(|row| row.times == 0);
    let unlisted: BTreeSet<_> = unlisted.map(|row| &*row.host).collect();
    assert!(unlisted.len() <= 1, "{unlisted:?}");
}

#[test]
fn a_folder_of_skills_that_a_host_reads_is_not_built_again() {
    let mut workspace = workspace();
    workspace.put("/repo/.agents/skills/pdf/SKILL.md", PDF);
    let request = BuildRequest {
        from: ".agents/skills".to_owned(),
        ..request(&["codex", "claude-code"])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(
        folders(&plan),
        ["/repo/.agents/skills", "/repo/.claude/skills"]
    );
    assert!(plan.folders[0].is_source);
    assert_eq!(
        writes(&plan),
        [
            "/repo/.claude/skills/pdf/SKILL.md",
            "/repo/.skillglass-build.json"
        ]
    );
}

#[test]
fn a_link_of_the_project_from_one_folder_to_the_other_is_used() {
    let mut workspace = workspace();
    workspace.put("/repo/.agents/skills/pdf/SKILL.md", PDF);
    workspace.put_link("/repo/.claude/skills", "../.agents/skills");
    let request = BuildRequest {
        from: ".agents/skills".to_owned(),
        ..request(&["codex", "claude-code"])
    };
    let plan = workspace.build(&request).unwrap();
    assert!(plan.is_up_to_date(), "{:?}", plan.writes);
    assert!(plan.proof.iter().all(|row| row.same));
}

#[test]
fn a_second_build_changes_nothing() {
    for how in [BuildHow::Copy, BuildHow::Link] {
        let mut workspace = workspace();
        workspace.put("/repo/skills/pdf/SKILL.md", PDF);
        workspace.put("/repo/skills/pdf/scripts/fill.py", "print(1)\n");
        workspace.put("/repo/skills/pdf/logo.png", vec![0xff, 0, 1]);
        let request = BuildRequest {
            how,
            plugin: Some("dist/forms".to_owned()),
            ..request(&["codex", "claude-code"])
        };
        build(&mut workspace, &request);
        let before = files(&workspace);
        let second = build(&mut workspace, &request);
        assert!(
            second.is_up_to_date(),
            "{:?} {:?}",
            second.writes,
            second.removes
        );
        assert_eq!(conflicts(&second), []);
        assert_eq!(files(&workspace), before);
    }
}

#[test]
fn links_lead_to_the_folder_of_the_skill() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let request = BuildRequest {
        how: BuildHow::Link,
        ..request(&["codex", "claude-code"])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(
        plan.writes[0].content,
        BuildContent::Link {
            target: "../../skills/pdf".to_owned()
        }
    );
    assert!(plan.proof.iter().all(|row| row.same && row.times == 1));
    assert_eq!(
        text(&workspace, "/repo/.claude/skills/pdf/SKILL.md").as_deref(),
        Some(PDF)
    );
}

#[test]
fn copies_become_links_and_links_become_copies() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let copy = request(&["codex"]);
    let link = BuildRequest {
        how: BuildHow::Link,
        ..copy.clone()
    };
    build(&mut workspace, &copy);
    let copied = files(&workspace);
    let plan = build(&mut workspace, &link);
    assert_eq!(plan.removes, ["/repo/.agents/skills/pdf/SKILL.md"]);
    assert!(workspace.build(&link).unwrap().is_up_to_date());
    build(&mut workspace, &copy);
    assert_eq!(files(&workspace), copied);
}

#[test]
fn an_edit_changes_only_the_copies_of_that_file() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    write_skill(&mut workspace, "/repo/skills/csv");
    let request = request(&["codex", "claude-code"]);
    build(&mut workspace, &request);
    workspace.put("/repo/skills/pdf/SKILL.md", PDF.replace("Forms", "New"));
    let plan = build(&mut workspace, &request);
    assert_eq!(
        writes(&plan),
        [
            "/repo/.agents/skills/pdf/SKILL.md",
            "/repo/.claude/skills/pdf/SKILL.md",
            "/repo/.skillglass-build.json"
        ]
    );
    assert!(plan.writes.iter().all(|write| write.replaces));
}

#[test]
fn a_removed_skill_is_removed_from_all_folders() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    write_skill(&mut workspace, "/repo/skills/csv");
    let request = request(&["codex", "claude-code"]);
    build(&mut workspace, &request);
    workspace.remove("/repo/skills/csv");
    let plan = build(&mut workspace, &request);
    assert_eq!(
        plan.removes,
        [
            "/repo/.agents/skills/csv/SKILL.md",
            "/repo/.claude/skills/csv/SKILL.md"
        ]
    );
    assert!(workspace.tree().entry("/repo/.agents/skills/csv").is_none());
    workspace.remove("/repo/skills/pdf");
    build(&mut workspace, &request);
    assert_eq!(files(&workspace), BTreeMap::new());
}

#[test]
fn a_build_for_fewer_hosts_reads_the_recorded_files_of_the_others_and_removes_them() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    workspace.put("/repo/skills/pdf/fill.py", "print(1)\n");
    build(&mut workspace, &request(&["codex", "claude-code"]));
    let other = "/repo/.claude/skills/pdf/fill.py";
    workspace.write_unread(other).unwrap();
    let request = request(&["codex"]);
    assert_eq!(workspace.plan_for_build(&request).unwrap(), [other]);
    let plan = workspace.build(&request).unwrap();
    assert_eq!(conflicts(&plan), [(other, BuildConflictReason::Unread)]);
    workspace.put(other, "print(1)\n");
    let plan = build(&mut workspace, &request);
    assert_eq!(conflicts(&plan), []);
    assert_eq!(plan.removes, ["/repo/.claude/skills/pdf/SKILL.md", other]);
}

#[test]
fn a_changed_copy_is_neither_overwritten_nor_removed() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let request = request(&["codex"]);
    build(&mut workspace, &request);
    let copy = "/repo/.agents/skills/pdf/SKILL.md";
    let edited = PDF.replace("Forms", "Mine");
    workspace.put(copy, &edited);
    let plan = build(&mut workspace, &request);
    assert_eq!(conflicts(&plan), [(copy, BuildConflictReason::Changed)]);
    assert_eq!(text(&workspace, copy), Some(edited.clone()));
    workspace.remove("/repo/skills/pdf");
    write_skill(&mut workspace, "/repo/skills/csv");
    let plan = build(&mut workspace, &request);
    assert_eq!(conflicts(&plan), [(copy, BuildConflictReason::Changed)]);
    assert_eq!(text(&workspace, copy), Some(edited));
}

#[test]
fn a_folder_that_no_build_wrote_is_left_alone() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    workspace.put("/repo/skills/pdf/scripts/fill.py", "print(1)\n");
    let own = PDF.replace("Forms", "Mine");
    workspace.put("/repo/.agents/skills/pdf/SKILL.md", &own);
    let plan = build(&mut workspace, &request(&["codex", "claude-code"]));
    assert_eq!(
        conflicts(&plan),
        [("/repo/.agents/skills/pdf", BuildConflictReason::NotBuilt)]
    );
    assert_eq!(
        text(&workspace, "/repo/.agents/skills/pdf/SKILL.md"),
        Some(own)
    );
    assert_eq!(
        text(&workspace, "/repo/.agents/skills/pdf/scripts/fill.py"),
        None
    );
    assert_eq!(
        text(&workspace, "/repo/.claude/skills/pdf/SKILL.md").as_deref(),
        Some(PDF)
    );
}

#[test]
fn a_file_or_link_in_place_of_a_folder_is_a_conflict() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    workspace.put("/repo/.claude/skills/pdf", "a file");
    let plan = build(&mut workspace, &request(&["claude-code"]));
    assert_eq!(
        conflicts(&plan)[0],
        ("/repo/.claude/skills/pdf", BuildConflictReason::Blocked)
    );
    assert_eq!(
        text(&workspace, "/repo/.claude/skills/pdf").as_deref(),
        Some("a file")
    );
}

#[test]
fn a_broken_record_stops_the_build() {
    for record in [
        "",
        "{",
        "[]",
        "{\"version\": 2, \"builds\": {}}",
        "{\"version\": 1, \"builds\": {\"skills\": {\"../x\": \"sha256:0\"}}}",
        "{\"version\": 1, \"builds\": {\"skills\": {\"\": \"\"}}}",
    ] {
        let mut workspace = workspace();
        workspace.put("/repo/skills/pdf/SKILL.md", PDF);
        workspace.put("/repo/.skillglass-build.json", record);
        let plan = build(&mut workspace, &request(&["codex"]));
        assert_eq!(
            conflicts(&plan),
            [("/repo/.skillglass-build.json", BuildConflictReason::Record)],
            "{record}"
        );
        assert!(plan.is_up_to_date());
        assert_eq!(
            text(&workspace, "/repo/.skillglass-build.json").as_deref(),
            Some(record)
        );
    }
}

#[test]
fn a_record_cannot_remove_files_outside_of_folders_of_skills() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    // The digest of an empty file.
    let digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    workspace.put("/repo/src/main.rs", "");
    let record = format!(
        "{{\"version\": 1, \"builds\": {{\"skills\": {{\"src/main.rs\": \"{digest}\"}}}}}}"
    );
    workspace.put("/repo/.skillglass-build.json", record);
    let plan = build(&mut workspace, &request(&["codex"]));
    assert_eq!(plan.removes, [""; 0]);
    assert_eq!(plan.notes[0].path, "/repo/src/main.rs");
    assert_eq!(text(&workspace, "/repo/src/main.rs").as_deref(), Some(""));
}

#[test]
fn two_folders_of_skills_do_not_remove_the_skills_of_each_other() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    write_skill(&mut workspace, "/repo/more/csv");
    let first = request(&["codex"]);
    let second = BuildRequest {
        from: "more".to_owned(),
        ..first.clone()
    };
    build(&mut workspace, &first);
    build(&mut workspace, &second);
    assert!(workspace.build(&first).unwrap().is_up_to_date());
    assert!(text(&workspace, "/repo/.agents/skills/csv/SKILL.md").is_some());
    workspace.remove("/repo/more");
    build(&mut workspace, &first);
    assert_eq!(text(&workspace, "/repo/.agents/skills/csv/SKILL.md"), None);
}

#[test]
fn of_two_skills_with_one_name_the_first_is_built() {
    for (other, skill) in [
        (
            "/repo/skills/zz/pdf/SKILL.md",
            PDF.replace("name: pdf", "name: other"),
        ),
        (
            "/repo/skills/zz/PDF/SKILL.md",
            PDF.replace("name: pdf", "name: other"),
        ),
        ("/repo/skills/zz/SKILL.md", PDF.to_owned()),
    ] {
        let mut workspace = workspace();
        workspace.put("/repo/skills/pdf/SKILL.md", PDF);
        workspace.put(other, skill);
        let plan = build(&mut workspace, &request(&["codex"]));
        assert_eq!(conflicts(&plan), [(other, BuildConflictReason::SameName)]);
        assert_eq!(plan.skills, 1);
    }
}

#[test]
fn a_link_out_of_the_project_is_not_followed() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    workspace.put("/home/me/.ssh/id", "secret");
    workspace.put_link("/repo/skills/pdf/key", "/home/me/.ssh/id");
    workspace.put_link("/repo/skills/pdf/gone", "nowhere");
    workspace.put_link("/repo/skills/pdf/inside", "SKILL.md");
    workspace.put("/repo/docs/guide.md", "A guide.");
    workspace.put_link("/repo/skills/pdf/guide.md", "../../docs/guide.md");
    let plan = build(&mut workspace, &request(&["codex"]));
    assert_eq!(
        conflicts(&plan),
        [
            ("/repo/skills/pdf/gone", BuildConflictReason::LinkOut),
            ("/repo/skills/pdf/key", BuildConflictReason::LinkOut)
        ]
    );
    let copy = "/repo/.agents/skills/pdf";
    assert!(workspace.tree().entry(&format!("{copy}/key")).is_none());
    assert_eq!(
        text(&workspace, &format!("{copy}/guide.md")).as_deref(),
        Some("A guide.")
    );
    let inside = workspace.tree().entry(&format!("{copy}/inside")).unwrap();
    assert_eq!(inside.kind(), EntryKind::Link("SKILL.md"));
}

#[test]
fn files_without_contents_are_asked_for_and_never_written() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    workspace.write_unread("/repo/skills/pdf/big.bin").unwrap();
    workspace.write_unread("/repo/other.txt").unwrap();
    let request = request(&["codex"]);
    assert_eq!(
        workspace.plan_for_build(&request).unwrap(),
        ["/repo/skills/pdf/big.bin"]
    );
    let plan = build(&mut workspace, &request);
    assert_eq!(
        conflicts(&plan),
        [("/repo/skills/pdf/big.bin", BuildConflictReason::Unread)]
    );
    assert!(writes(&plan).contains(&"/repo/.agents/skills/pdf/SKILL.md"));
}

#[test]
fn fields_that_only_codex_reads_move_to_its_file() {
    let mut workspace = workspace();
    let source = "---\nname: pdf\ndescription: Fills in forms.\ndisable-model-invocation: true\ninterface:\n  display_name: PDF forms\n---\n# Forms\n";
    workspace.put("/repo/skills/pdf/SKILL.md", source);
    build(&mut workspace, &request(&["codex", "claude-code"]));
    assert_eq!(
        text(&workspace, "/repo/.agents/skills/pdf/agents/openai.yaml").as_deref(),
        Some(
            "interface:\n  display_name: PDF forms\npolicy:\n  allow_implicit_invocation: false\n"
        )
    );
    assert_eq!(
        text(&workspace, "/repo/.agents/skills/pdf/SKILL.md"),
        Some(source.replace("interface:\n  display_name: PDF forms\n", ""))
    );
    assert_eq!(
        text(&workspace, "/repo/.claude/skills/pdf/SKILL.md").as_deref(),
        Some(source)
    );
    workspace
        .set_options(&WorkspaceOptions::new("/repo").host("codex"))
        .unwrap();
    let catalog = workspace.catalog();
    let interface = catalog.skills[0].interface.as_ref().unwrap();
    assert_eq!(interface.display_name.as_deref(), Some("PDF forms"));
    assert!(!catalog.skills[0].model_invocable);
}

#[test]
fn an_openai_yaml_of_the_author_stays_as_it_is() {
    let mut workspace = workspace();
    let own = "policy:\n  allow_implicit_invocation: true\n";
    workspace.put(
        "/repo/skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Fills in forms.\ndisable-model-invocation: true\n---\n",
    );
    workspace.put("/repo/skills/pdf/agents/openai.yaml", own);
    build(&mut workspace, &request(&["codex"]));
    let copy = "/repo/.agents/skills/pdf/agents/openai.yaml";
    assert_eq!(text(&workspace, copy).as_deref(), Some(own));
}

#[test]
fn a_copy_has_the_safe_fixes_that_its_hosts_need() {
    let mut workspace = workspace();
    let source = "---\nname: pdf\ndescription:Fills in forms.\n---\n# Forms\n";
    workspace.put("/repo/skills/pdf/SKILL.md", source);
    let plan = build(&mut workspace, &request(&["codex"]));
    assert_eq!(conflicts(&plan), []);
    assert!(plan.proof[0].same, "{:?}", plan.proof);
    assert_eq!(plan.notes[0].path, "/repo/.agents/skills/pdf");
    let copy = text(&workspace, "/repo/.agents/skills/pdf/SKILL.md").unwrap();
    assert_ne!(copy, source);
    assert_eq!(shown(&copy), shown(source));
    assert_eq!(
        text(&workspace, "/repo/skills/pdf/SKILL.md").as_deref(),
        Some(source)
    );
}

#[test]
fn a_skill_that_no_safe_fix_helps_is_a_conflict_with_the_hosts_reason() {
    let mut workspace = workspace();
    workspace.put(
        "/repo/skills/pdf/SKILL.md",
        "---\nname: pdf\n---\n# Forms\n",
    );
    let plan = build(&mut workspace, &request(&["codex", "claude-code"]));
    let [conflict] = &plan.conflicts[..] else {
        panic!("{:?}", plan.conflicts)
    };
    assert_eq!(conflict.reason, BuildConflictReason::NotListed);
    assert_eq!(conflict.hosts, ["codex"]);
    assert_eq!(conflict.message, "missing field `description`");
    assert!(text(&workspace, "/repo/.claude/skills/pdf/SKILL.md").is_some());
}

#[test]
fn a_plugin_has_the_skills_that_conform_to_the_specification() {
    let mut workspace = workspace();
    workspace.put(
        "/repo/skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Fills in forms.\nmodel: opus\n---\n# Forms\n",
    );
    let request = BuildRequest {
        plugin: Some("dist/team-skills".to_owned()),
        ..request(&["claude-code"])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(conflicts(&plan), []);
    let plugin = plan.plugin.unwrap();
    assert_eq!(plugin.name.as_deref(), Some("team-skills"));
    assert_eq!(plugin.skills, ["pdf"]);
    let claude = text(&workspace, "/repo/.claude/skills/pdf/SKILL.md").unwrap();
    assert!(claude.contains("model: opus"));
    let copy = text(&workspace, "/repo/dist/team-skills/skills/pdf/SKILL.md").unwrap();
    assert!(!copy.contains("model"));
}

#[test]
fn without_skills_there_is_no_plugin() {
    let mut workspace = workspace();
    workspace.put_folder("/repo/skills");
    let request = BuildRequest {
        plugin: Some("dist/team".to_owned()),
        ..request(&["codex"])
    };
    let plan = build(&mut workspace, &request);
    assert!(plan.is_up_to_date() && plan.plugin.is_none());
    assert_eq!(conflicts(&plan), []);
}

#[test]
fn a_manifest_of_the_author_stays() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let manifest = "{\"$schema\": \"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json\", \"name\": \"mine\", \"version\": \"2\"}";
    workspace.put("/repo/dist/team/plugin.json", manifest);
    let request = BuildRequest {
        plugin: Some("dist/team".to_owned()),
        ..request(&["claude-code"])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(plan.plugin.unwrap().name.as_deref(), Some("mine"));
    assert_eq!(
        text(&workspace, "/repo/dist/team/plugin.json").as_deref(),
        Some(manifest)
    );
    assert_eq!(conflicts(&workspace.build(&request).unwrap()), []);
}

#[test]
fn skills_of_the_user_are_built_into_the_home() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let request = BuildRequest {
        scope: BuildScope::User,
        ..request(&["codex", "claude-code"])
    };
    let plan = build(&mut workspace, &request);
    assert_eq!(plan.record, "/home/me/.skillglass-build.json");
    for folder in folders(&plan) {
        assert!(folder.starts_with("/home/me/"), "{folder}");
    }
    assert!(plan.proof.iter().all(|row| row.same && row.times == 1));
}

#[test]
fn wrong_arguments_are_errors() {
    let mut workspace = workspace();
    workspace.put("/repo/skills/pdf/SKILL.md", PDF);
    let plain = request(&["codex"]);
    for (request, argument) in [
        (
            BuildRequest {
                from: "nowhere".to_owned(),
                ..plain.clone()
            },
            "from",
        ),
        (
            BuildRequest {
                from: "skills/pdf/SKILL.md".to_owned(),
                ..plain.clone()
            },
            "from",
        ),
        (
            BuildRequest {
                plugin: Some("skills/x".to_owned()),
                ..plain.clone()
            },
            "plugin",
        ),
        (
            BuildRequest {
                plugin: Some("/tmp/x".to_owned()),
                ..plain.clone()
            },
            "plugin",
        ),
        (
            BuildRequest {
                plugin: Some(".".to_owned()),
                ..plain.clone()
            },
            "plugin",
        ),
        (request_of("codes"), "hosts[0]"),
    ] {
        let error = workspace.build(&request).unwrap_err();
        assert!(error.argument.starts_with(argument), "{error}");
    }
    let homeless = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    let user = BuildRequest {
        scope: BuildScope::User,
        ..plain
    };
    assert_eq!(homeless.build(&user).unwrap_err().argument, "scope");
}

fn request_of(host: &str) -> BuildRequest {
    request(&[host])
}
