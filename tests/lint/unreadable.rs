//! Tests files that a host cannot read, and configuration that keeps a host from loading any skill.

use skillglass::Workspace;
use skillglass::compare::{CompareRequest, CompareStage};
use skillglass::lint::{self, Diagnostic, Severity};
use skillglass::model::catalog::LeftOutReason;

use super::support::{self, SKILL, repository};

/// Returns each error as `code line:column message`, with the hosts that it concerns.
fn errors(workspace: &Workspace) -> Vec<(String, Vec<String>)> {
    let found = support::lint(workspace).into_iter();
    let found = found.filter(|one| one.severity == Severity::Error);
    found
        .map(|one| {
            let start = one.range.start;
            let hosts = one.hosts.iter().map(|host| host.host.clone());
            let line = format!(
                "{} {}:{} {}",
                one.code, start.line, start.column, one.message
            );
            (line, hosts.collect())
        })
        .collect()
}

/// Returns a workspace with one skill, whose file has these bytes.
fn of_bytes(bytes: &[u8]) -> Workspace {
    let mut workspace = repository(&[]);
    workspace.write(SKILL, bytes).unwrap();
    workspace
}

fn utf_16(text: &str) -> Vec<u8> {
    let marked = std::iter::once(0xfeff).chain(text.encode_utf16());
    marked.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn the_first_byte_that_is_no_utf_8_has_its_place_and_what_each_host_makes_of_it() {
    let workspace =
        of_bytes(b"---\nname: pdf\ndescription: Fills in a r\xe9sum\xe9.\n---\nText.\n");
    let expected = "not-utf8 3:26 the byte 0xE9 is not UTF-8 here; shown with \u{fffd} in Claude Code and opencode";
    let hosts = ["codex", "standard"].map(str::to_owned).to_vec();
    assert_eq!(errors(&workspace), [(expected.to_owned(), hosts)]);
}

#[test]
fn a_file_in_utf_16_is_told_as_such_and_not_as_one_without_frontmatter() {
    let text = "---\nname: pdf\ndescription: Fills in forms.\n---\nText.\n";
    let found = errors(&of_bytes(&utf_16(text)));
    let [(said, hosts)] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        said.starts_with("not-utf8 1:1 the file is UTF-16, not UTF-8"),
        "{said}"
    );
    assert!(hosts.contains(&"codex".to_owned()), "{hosts:?}");
}

#[test]
fn frontmatter_that_is_too_much_is_told_once_and_nothing_of_what_is_in_it() {
    let brackets = "[".repeat(20_000);
    let text = format!("---\nname: pdf\ndescription: a: b\nx: {brackets}\n---\nText.\n");
    let found = support::lint(&repository(&[(SKILL, &text)]));
    let errors: Vec<&Diagnostic> = (found.iter())
        .filter(|one| one.severity == Severity::Error)
        .collect();
    let [one] = errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(
        (&*one.code, one.range.start.line),
        ("frontmatter-too-large", 2)
    );
    assert!(!found.iter().any(|one| one.code == "unquoted-colon"));
}

#[test]
fn a_configuration_for_which_nothing_loads_is_one_error_where_it_stands() {
    let skill =
        |name: &str| format!("---\nname: {name}\ndescription: Fills in forms.\n---\nText.\n");
    let config = "model = \"o\"\n\n[[skills.config]]\nname = \"a\"\nenabled = false\n\n[[skills.config]]\nname = \"b\"\n";
    let inline = "[skills]\nconfig = [{ name = \"a\" }]\n";
    let path = "/home/me/.codex/config.toml";
    let mended = "[skills]\nconfig = [{ enabled = false, name = \"a\" }]\n";
    let off = "[[skills.config]]\nname = \"b\"\n";
    let off = config.replace(off, "[[skills.config]]\nenabled = false\nname = \"b\"\n");
    for (config, place, index, mended) in [(config, (7, 1), 1, &*off), (inline, (2, 11), 0, mended)]
    {
        let workspace = repository(&[
            (SKILL, &skill("pdf")),
            ("/repo/.agents/skills/csv/SKILL.md", &skill("csv")),
            (path, config),
        ]);
        let found = support::lint(&workspace);
        let errors: Vec<_> = (found.iter())
            .filter(|one| one.severity == Severity::Error)
            .map(|one| (&*one.code, &*one.path, one.range.start, &*one.message))
            .map(|(code, path, start, message)| (code, path, (start.line, start.column), message))
            .collect();
        let message = format!("skills.config[{index}]: missing field `enabled`, so no skill loads");
        assert_eq!(errors, [("host-configuration", path, place, &*message)]);
        let one = found.iter().find(|one| one.code == "host-configuration");
        let applied = lint::apply(|_| Some(config), &one.unwrap().fixes);
        assert_eq!(applied.files[path], mended);
    }
}

#[test]
fn a_skill_that_a_configuration_keeps_from_loading_is_compared_as_such() {
    let text = "---\nname: pdf\ndescription: Fills in forms.\n---\nText.\n";
    let config = "[[skills.config]]\nname = \"a\"\n";
    let workspace = repository(&[(SKILL, text), ("/home/me/.codex/config.toml", config)]);
    let compared = workspace.compare(&CompareRequest::default()).unwrap();
    let codex = compared.hosts.iter().position(|host| host.host == "codex");
    let cell = &compared.skills[0].cells[codex.unwrap()];
    let obstacles = cell.obstacles.iter();
    let obstacles: Vec<_> = obstacles.map(|no| (no.stage, no.reason)).collect();
    assert_eq!(
        obstacles,
        [(CompareStage::Load, LeftOutReason::Configuration.into())]
    );
    assert!(cell.discovered && cell.parsed && !cell.loaded);
}

#[test]
fn a_configuration_for_which_nothing_loads_is_no_error_where_there_is_nothing_to_load() {
    let config = "[[skills.config]]\nname = \"a\"\n";
    let workspace = repository(&[("/home/me/.codex/config.toml", config)]);
    assert_eq!(support::lint(&workspace), []);
}
