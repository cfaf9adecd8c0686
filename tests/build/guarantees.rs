//! Tests the guarantees of every build, with real skills and with random ones.

use skillglass::tree::Entry;

use super::*;

/// Checks that a build keeps its promises, such as that no file of the user changes.
fn check(workspace: &mut Workspace, request: &BuildRequest) {
    let before = files(workspace);
    let plan = build(workspace, request);
    let after = files(workspace);
    // A build may change only files that a build wrote.
    for (path, content) in &before {
        assert_eq!(after.get(path), Some(content), "{path}");
    }
    for row in &plan.proof {
        assert!(row.times <= 1, "{row:?}");
        let is_told = plan
            .conflicts
            .iter()
            .any(|one| one.path == row.skill && one.hosts.contains(&row.host));
        let is_listed = row.listed != ListedAs::Nothing;
        assert!(is_listed || is_told || row.because.is_some(), "{row:?}");
    }
    // A copy that a fix changed has all words of the source, or a note on what it leaves out.
    for write in &plan.writes {
        let BuildContent::Text { text } = &write.content else {
            continue;
        };
        if !write.path.ends_with("/SKILL.md") {
            continue;
        }
        let unit = write.path.trim_end_matches("/SKILL.md");
        let notes: Vec<_> = plan.notes.iter().filter(|note| note.path == unit).collect();
        assert!(!notes.is_empty(), "{}: {text}", write.path);
    }
    let second = workspace.build(request).unwrap();
    assert!(
        second.is_up_to_date(),
        "{:?} {:?}",
        second.writes,
        second.removes
    );
}

/// Returns how often each word occurs in the files of a folder. `read` returns the words of a
/// file's text.
fn words_in(folder: Entry<'_>, read: fn(&str) -> Vec<String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut open = vec![folder];
    while let Some(entry) = open.pop() {
        open.extend(entry.children());
        let text = entry.contents().and_then(|contents| contents.text().ok());
        for word in read(text.unwrap_or_default()) {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts
}

/// Returns the words of a skill's text that a built copy must have, each as often as the text has
/// it. Safe fixes may remove a repeated line from the frontmatter, so its words are counted
/// differently from those of the body.
fn kept(text: &str) -> Vec<String> {
    let delimiters = text.match_indices("\n---").map(|(at, _)| at);
    let body = delimiters
        .take(2)
        .find(|at| text[..*at].contains("---"))
        .unwrap_or_default();
    let (frontmatter, body) = text.split_at(body);
    [counted(frontmatter), shown(body)].concat()
}

/// Returns the words of a skill that its built copy has less often than the source.
fn lost(source: Entry<'_>, copy: Entry<'_>) -> Vec<String> {
    let (source, built) = (words_in(source, kept).into_iter(), words_in(copy, shown));
    let lost = source.filter(|(word, count)| built.get(word).is_none_or(|built| built < count));
    lost.map(|(word, _)| word).collect()
}

#[test]
fn many_skills_are_listed_by_every_host_that_can_list_them() {
    let cases = corpus::skills();
    let mut by_name = BTreeMap::new();
    for case in &cases {
        let (folder, text) = (
            case["folder"].as_str().unwrap(),
            case["text"].as_str().unwrap(),
        );
        let name = folder.to_lowercase();
        if !folder.contains(['/', '\0']) && !folder.is_empty() {
            by_name.entry(name).or_insert((folder, text));
        }
    }
    // All of them take minutes, so every 24th is built, unless the variable asks for all.
    let step = if std::env::var_os("ALL_SKILLS").is_some() {
        1
    } else {
        24
    };
    let all: Vec<_> = by_name.into_values().step_by(step).collect();
    let (mut rows, mut same, mut fixed, mut unexplained) = (0, 0, 0, Vec::new());
    let (mut copies, mut losses, mut dropped) = (0, Vec::new(), Vec::new());
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for batch in all.chunks(250) {
        let mut workspace = workspace();
        for (folder, text) in batch {
            workspace.put(format!("/repo/skills/{folder}/SKILL.md"), *text);
        }
        let request = request(&[
            "codex",
            "claude-code",
            "opencode",
            "copilot-cli",
            "gemini-cli",
        ]);
        check(&mut workspace, &request);
        let plan = workspace.build(&request).unwrap();
        for folder in plan.folders.iter().filter(|folder| !folder.is_source) {
            for (name, _) in batch {
                let at = |folder: &str| workspace.tree().entry(&format!("{folder}/{name}"));
                let source = at("/repo/skills").unwrap();
                let Some(copy) = at(&folder.path) else {
                    let mut conflicts = plan.conflicts.iter();
                    if !conflicts.any(|one| one.path.starts_with(&*source.path())) {
                        dropped.push(format!("{}: {name}", folder.path));
                    }
                    continue;
                };
                copies += 1;
                let lost = lost(source, copy);
                if !lost.is_empty() {
                    losses.push(format!("{}: {lost:?}", copy.path()));
                }
            }
        }
        rows += plan.proof.len();
        same += plan.proof.iter().filter(|row| row.same).count();
        fixed += plan
            .notes
            .iter()
            .filter(|note| note.message.contains("fixed"))
            .count();
        let rest = plan.proof.iter();
        let rest = rest.filter(|row| row.listed != ListedAs::Whole && row.because.is_none());
        unexplained.extend(rest.map(|row| format!("{row:?}")));
        for conflict in &plan.conflicts {
            *reasons
                .entry(format!(
                    "{:?}: {:?} {}",
                    conflict.reason, conflict.hosts, conflict.message
                ))
                .or_default() += 1;
        }
    }
    println!(
        "{} skills, {rows} rows, {same} same, {fixed} fixed copies, {copies} copies with all words",
        all.len()
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| usize::MAX - count);
    for (reason, count) in reasons.iter().take(30) {
        println!("{count} {reason}");
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
    assert!(losses.is_empty(), "{}", losses.join("\n"));
    // A skill without a copy has a conflict, because its author would not miss it otherwise.
    assert!(dropped.is_empty(), "{}", dropped.join("\n"));
}

fn texts() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        PDF.to_owned(),
        "---\nname: pdf\ndescription: Fills in: forms.\n---\n".to_owned(),
        "---\nname: pdf\ndescription:Fills in forms.\n---\n# A\n".to_owned(),
        "---\nname: Other Name\ndescription: Fills in forms.\nmodel: x\n---\n# A\n".to_owned(),
        "---\nname: csv\ndescription: \"x\ninterface:\n  a: b\n---\n".to_owned(),
        "---\nname: csv\ndescription: x\ninterface:\n  display_name: b\npolicy: {}\n---\nText.\n"
            .to_owned(),
        "---\nname: csv\ndescription: x\ndisable-model-invocation: true\n---\nText.\n".to_owned(),
        "# No frontmatter\n".to_owned(),
        String::new(),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// For any skills and any files of the user, a build overwrites no file of the user, and a
    /// second build changes nothing.
    #[test]
    fn builds_keep_what_they_did_not_write(
        skills in prop::collection::btree_map("[a-c]{1,2}", texts(), 0..5),
        others in prop::collection::btree_map(
            prop::sample::select(vec![
                "/repo/.agents/skills/a/SKILL.md", "/repo/.claude/skills/b/SKILL.md",
                "/repo/.agents/skills/c", "/repo/.claude/settings.json", "/repo/.opencode/skills/a/SKILL.md",
            ]),
            texts(), 0..3,
        ),
        link in any::<bool>(),
        plugin in any::<bool>(),
    ) {
        let mut workspace = workspace();
        workspace.put_folder("/repo/skills");
        for (name, text) in &skills {
            workspace.put(format!("/repo/skills/{name}/SKILL.md"), text);
        }
        for (path, text) in &others {
            workspace.put(path, text);
        }
        let request = BuildRequest {
            how: if link { BuildHow::Link } else { BuildHow::Copy },
            plugin: plugin.then(|| "plugin".to_owned()),
            ..request(&["codex", "claude-code", "opencode"])
        };
        let before = files(&workspace);
        build(&mut workspace, &request);
        let built = files(&workspace);
        for (path, content) in &before {
            prop_assert_eq!(built.get(path), Some(content), "{}", path);
        }
        let second = workspace.build(&request).unwrap();
        prop_assert!(second.is_up_to_date(), "{:?} {:?}", second.writes, second.removes);
        // Without skills, the build removes everything that it built.
        workspace.remove("/repo/skills");
        workspace.put_folder("/repo/skills");
        build(&mut workspace, &request);
        let mut rest = before;
        rest.retain(|path, _| !path.starts_with("/repo/skills/"));
        prop_assert_eq!(files(&workspace), rest);
    }

    /// No text of the build's record makes a build fail or remove a file of the user.
    #[test]
    fn any_record_is_read_or_refused(record in ".{0,80}", digest in "[a-f0-9:]{0,8}") {
        for text in [
            record.clone(),
            format!("{{\"version\":1,\"builds\":{{\"skills\":{{{record:?}:{digest:?}}}}}}}"),
        ] {
            let mut workspace = workspace();
            workspace.put("/repo/skills/pdf/SKILL.md", PDF);
            workspace.put("/repo/.agents/skills/x/SKILL.md", PDF);
            workspace.put("/repo/.skillglass-build.json", text);
            let plan = workspace.build(&request(&["codex"])).unwrap();
            prop_assert!(!plan.removes.contains(&"/repo/.agents/skills/x/SKILL.md".to_owned()));
        }
    }
}
