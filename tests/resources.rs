//! Tests the index of a skill's files and of the references to them in the skill's texts.

use skillglass::tree::resources::{ReferenceForm, ReferenceTarget, ResourceKind, SkillResources};
use skillglass::{Workspace, WorkspaceOptions};

use crate::common::Files;

const ROOT: &str = "/repo/.claude/skills/pdf";

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    for (path, text) in files {
        workspace.put(format!("{ROOT}/{path}"), *text);
    }
    workspace
}

fn index(files: &[(&str, &str)]) -> SkillResources {
    let mut all = workspace(files).resources(&[]).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Returns the references in a skill's body: the written text, the form, the target, and what the
/// target is. A target in the skill's folder is relative to this folder.
fn named(body: &str) -> Vec<(String, ReferenceForm, String, ReferenceTarget)> {
    let files = [
        ("SKILL.md", body),
        ("FORMS.md", "x"),
        ("scripts/run.py", "x"),
        ("scripts/lib/util.py", "x"),
        ("references/a b.md", "x"),
        ("references/guide.md", "x"),
        ("assets/logo.png", "x"),
    ];
    let references = index(&files).references.into_iter();
    let references = references.map(|one| {
        let target = one.target.strip_prefix(ROOT).map(str::to_owned);
        let target = target.map_or(one.target, |inside| {
            inside.trim_start_matches('/').to_owned()
        });
        (one.written, one.form, target, one.found)
    });
    references.collect()
}

#[test]
fn names_of_files_are_told_from_prose() {
    use ReferenceForm::{Block, Code, Image, Link, Plain};
    use ReferenceTarget::{File, Folder, Missing};
    type Named = (&'static str, ReferenceForm, &'static str, ReferenceTarget);
    let cases: &[(&str, &[Named])] = &[
        (
            "[a](references/guide.md#top)",
            &[("references/guide.md#top", Link, "references/guide.md", File)],
        ),
        (
            "[a](<references/a b.md>)",
            &[("references/a b.md", Link, "references/a b.md", File)],
        ),
        (
            "[a](references/a%20b.md)",
            &[("references/a%20b.md", Link, "references/a b.md", File)],
        ),
        (
            "![a](./assets/logo.png)",
            &[("./assets/logo.png", Image, "assets/logo.png", File)],
        ),
        ("[a](gone.md)", &[("gone.md", Link, "gone.md", Missing)]),
        (
            "[a](url) [b](#top) [c](https://x.org/a.md) [d](mailto:a@b.c) [e](/etc/a.md)",
            &[],
        ),
        ("[a](path/to/file.md) [b]({{name}}.md) [c](example.md)", &[]),
        (
            "Run `python scripts/run.py --all`.",
            &[("scripts/run.py", Code, "scripts/run.py", File)],
        ),
        (
            "Run scripts/run.py.",
            &[("scripts/run.py", Plain, "scripts/run.py", File)],
        ),
        (
            "```sh\n./scripts/run.py\n```",
            &[("./scripts/run.py", Block, "scripts/run.py", File)],
        ),
        (
            "See FORMS.md, and guide.md",
            &[
                ("FORMS.md", Plain, "FORMS.md", File),
                ("guide.md", Plain, "references/guide.md", File),
            ],
        ),
        (
            "All in references/, or `scripts/*.py`",
            &[
                ("references/", Plain, "references", Folder),
                ("scripts/", Code, "scripts", Folder),
            ],
        ),
        ("the scripts of references and/or assets", &[]),
        (
            "`${CLAUDE_SKILL_DIR}/scripts/run.py`",
            &[("scripts/run.py", Code, "scripts/run.py", File)],
        ),
        (
            "`$SKILL_DIR/scripts/run.py` {baseDir}/FORMS.md",
            &[
                ("scripts/run.py", Code, "scripts/run.py", File),
                ("FORMS.md", Plain, "FORMS.md", File),
            ],
        ),
        (
            "`<skill-dir>/scripts/run.py`",
            &[("scripts/run.py", Code, "scripts/run.py", File)],
        ),
        (
            "`{baseDir}/gone/x.py` $HOME/gone/x.py",
            &[("gone/x.py", Code, "gone/x.py", Missing)],
        ),
        (
            "~/.claude/skills/pdf/scripts/run.py",
            &[(
                "~/.claude/skills/pdf/scripts/run.py",
                Plain,
                "scripts/run.py",
                File,
            )],
        ),
        (
            "scripts/gone.py src/main.rs",
            &[("scripts/gone.py", Plain, "scripts/gone.py", Missing)],
        ),
        (
            "scripts\\run.py",
            &[("scripts\\run.py", Plain, "scripts/run.py", File)],
        ),
        (
            "lib/util.py",
            &[("lib/util.py", Plain, "scripts/lib/util.py", File)],
        ),
        (
            "|programs:{scripts/run.py,lib/util.py}",
            &[
                ("scripts/run.py", Plain, "scripts/run.py", File),
                ("lib/util.py", Plain, "scripts/lib/util.py", File),
            ],
        ),
        (
            "sh -c \\\"scripts/run.py\\\"",
            &[("scripts/run.py", Plain, "scripts/run.py", File)],
        ),
        (
            "请运行 scripts/run.py，然后",
            &[("scripts/run.py", Plain, "scripts/run.py", File)],
        ),
        (
            "<!-- scripts/run.py -->",
            &[("scripts/run.py", Plain, "scripts/run.py", File)],
        ),
    ];
    for (body, expected) in cases {
        let found = named(body);
        let found: Vec<_> = (found.iter())
            .map(|(written, form, target, found)| {
                (written.as_str(), *form, target.as_str(), *found)
            })
            .collect();
        assert_eq!(found, *expected, "{body:?}");
    }
}

#[test]
fn files_have_a_kind_and_a_size() {
    let found = index(&[
        ("SKILL.md", ""),
        ("FORMS.md", "1234"),
        ("LICENSE", ""),
        ("agents/openai.yaml", ""),
        ("assets/a.png", ""),
        ("fill.py", ""),
        ("references/a.json", ""),
        ("scripts/data.txt", ""),
    ]);
    let kinds: Vec<_> = found
        .files
        .iter()
        .map(|file| (file.relative.as_str(), file.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("FORMS.md", ResourceKind::Reference),
            ("LICENSE", ResourceKind::Other),
            ("agents/openai.yaml", ResourceKind::AgentsConfig),
            ("assets/a.png", ResourceKind::Asset),
            ("fill.py", ResourceKind::Script),
            ("references/a.json", ResourceKind::Reference),
            ("scripts/data.txt", ResourceKind::Script),
        ]
    );
    assert_eq!(found.files[0].bytes, Some(4));
    assert_eq!(found.files[0].path, format!("{ROOT}/FORMS.md"));
}

#[test]
fn depth_counts_the_files_on_the_way() {
    let found = index(&[
        ("SKILL.md", "[a](a.md), scripts/"),
        ("a.md", "[b](b.md)"),
        ("b.md", "[c](c.md), [a](a.md)"),
        ("c.md", ""),
        ("d.md", "[e](e.md)"),
        ("e.md", ""),
        ("scripts/x/run.py", "open('table.csv')"),
        ("scripts/x/table.csv", ""),
    ]);
    let depths: Vec<_> = found
        .files
        .iter()
        .map(|file| (file.relative.as_str(), file.depth))
        .collect();
    assert_eq!(
        depths,
        [
            ("a.md", Some(1)),
            ("b.md", Some(2)),
            ("c.md", Some(3)),
            ("d.md", None),
            ("e.md", None),
            ("scripts/x/run.py", Some(1)),
            ("scripts/x/table.csv", Some(1)),
        ]
    );
    let named_by: Vec<_> = found.files[0]
        .named_by
        .iter()
        .map(|site| site.path.as_str())
        .collect();
    assert_eq!(
        named_by,
        [format!("{ROOT}/SKILL.md"), format!("{ROOT}/b.md")]
    );
    assert_eq!(found.files[0].named_by[0].range.start.column, 5);
}

#[test]
fn a_skill_in_a_folder_below_keeps_its_files() {
    let mut workspace = workspace(&[
        ("SKILL.md", "x"),
        ("a.md", ""),
        ("more/SKILL.md", "../a.md"),
        ("more/b.md", ""),
    ]);
    let all = workspace.resources(&[]).unwrap();
    let files: Vec<Vec<_>> = (all.iter())
        .map(|skill| {
            skill
                .files
                .iter()
                .map(|file| file.relative.as_str())
                .collect()
        })
        .collect();
    assert_eq!(files, [vec!["a.md"], vec!["b.md"]]);
    assert_eq!(all[1].references[0].found, ReferenceTarget::File);
    assert!(all.iter().all(|skill| skill.complete));

    workspace.write_unread(&format!("{ROOT}/c.md")).unwrap();
    let one = workspace.resources(&[format!("{ROOT}/SKILL.md")]).unwrap();
    assert_eq!((one.len(), one[0].complete), (1, false));
    assert!(workspace.resources(&["/gone.md".to_owned()]).is_err());
}

#[test]
fn a_flat_file_has_no_files_beside_it() {
    let mut workspace = workspace(&[]);
    workspace.put("/repo/.claude/commands/a.md", "[b](b.md)");
    workspace.put("/repo/.claude/commands/b.md", "");
    let found = workspace
        .resources(&["/repo/.claude/commands/a.md".to_owned()])
        .unwrap();
    assert_eq!(found[0].files, []);
}

#[test]
fn files_that_a_link_to_a_folder_leads_to_exist() {
    let body = "[a](references/a.md), references/tax/b.md, references/c.md";
    let mut workspace = workspace(&[("SKILL.md", body)]);
    workspace.put("/repo/.claude/skills/tax/SKILL.md", "x");
    workspace.put("/repo/.claude/skills/tax/references/a.md", "x");
    workspace.put("/repo/.claude/skills/tax/references/tax/b.md", "x");
    let link = format!("{ROOT}/references");
    workspace.put_link(&link, "../tax/references");
    let all = workspace.resources(&[]).unwrap();
    let pdf = all.iter().find(|one| one.path.starts_with(ROOT)).unwrap();
    let found: Vec<_> = (pdf.references.iter())
        .map(|one| (one.target.as_str(), one.found))
        .collect();
    assert_eq!(
        found,
        [
            (&*format!("{link}/a.md"), ReferenceTarget::File),
            (&*format!("{link}/tax/b.md"), ReferenceTarget::File),
            (&*format!("{link}/c.md"), ReferenceTarget::Missing),
        ]
    );
}
