//! Tests the table "Can I use", which shows what each host supports. A cell's value comes from the
//! host's tables, or from running the host on a tiny tree.

use std::collections::BTreeSet;
use std::sync::Arc;

use skillglass::host::format::{Envelope, SkillFormat, Variable};
use skillglass::host::limit::{Limit, Limited};
use skillglass::host::stages::{Assembly, Considered, Discovery, Parsed, View};
use skillglass::host::{Assemble, Discover, Host, Identity, List, Parse, Select};
use skillglass::hosts;
use skillglass::model::catalog::Catalog;
use skillglass::model::environment::Environment;
use skillglass::model::field::{Field, FieldStatus};
use skillglass::model::host_choice::HostChoice;
use skillglass::model::listing::Listing;
use skillglass::model::skill::Skill;
use skillglass::model::turn::{Turn, TurnRequest};
use skillglass::support::{Support, SupportCell, SupportLevel, support, support_of};
use skillglass::tree::{Contents, Tree};

use crate::adding_a_host::notebook;

#[path = "../examples/can_i_use/page.rs"]
mod page;

fn all() -> Support {
    support(&[]).unwrap()
}

/// Returns the cell in a row and a column. The column is a host's id, or an id and an edition such
/// as `codex@2026-11`.
fn cell<'s>(support: &'s Support, row: &str, column: &str) -> &'s SupportCell {
    let choice = HostChoice::from(column);
    let is_it = |host: &str, edition: &str| {
        host == choice.host
            && choice
                .edition
                .as_deref()
                .is_none_or(|named| named == edition)
    };
    let mut columns = support.columns.iter();
    let index = columns.position(|column| {
        is_it(&column.host, &column.edition) && (choice.edition.is_some() || column.is_default)
    });
    let index = index.unwrap_or_else(|| panic!("no column {column}"));
    let mut rows = support.rows.iter();
    let row = rows.find(|known| known.id == row);
    &row.unwrap_or_else(|| panic!("no such row")).cells[index]
}

#[test]
fn every_host_in_every_edition_is_a_column() {
    let columns: Vec<_> = (all().columns.into_iter())
        .map(|column| (column.host, column.edition))
        .collect();
    let known = hosts::hosts().into_iter();
    let known: Vec<_> = known
        .flat_map(|host| {
            let editions = host.editions.into_iter();
            editions.map(move |edition| (host.host.clone(), edition))
        })
        .collect();
    assert_eq!(columns, known);
}

#[test]
fn every_row_has_a_cell_for_every_column_and_a_name_of_its_own() {
    let support = all();
    let mut names = BTreeSet::new();
    for row in &support.rows {
        assert_eq!(row.cells.len(), support.columns.len(), "{}", row.id);
        assert!(names.insert(&row.id), "{} occurs twice", row.id);
        assert!(
            !row.title.is_empty() && !row.summary.is_empty(),
            "{}",
            row.id
        );
        for cell in &row.cells {
            assert!(
                !cell.note.is_empty(),
                "{} has a cell without a note",
                row.id
            );
            assert!(!cell.note.contains("/home/"), "{}: {}", row.id, cell.note);
        }
    }
}

#[test]
fn the_rows_are_the_same_whichever_hosts_are_asked() {
    let ids = |support: &Support| -> Vec<_> {
        let rows = support.rows.iter();
        rows.map(|row| row.id.clone()).collect()
    };
    let pi = support(&["pi".into()]).unwrap();
    assert_eq!(ids(&pi), ids(&all()));
    assert_eq!(
        cell(&pi, "field/context", "pi").support,
        SupportLevel::Ignored
    );
}

#[test]
fn hosts_come_in_the_order_asked_with_what_all_editions_say() {
    let some = support(&["opencode@2.0".into(), "codex".into()]).unwrap();
    let columns: Vec<_> = (some.columns.iter())
        .map(|column| (&*column.host, &*column.edition, column.is_default))
        .collect();
    assert_eq!(
        columns,
        [("opencode", "2.0", false), ("codex", "2026-11", true)]
    );
    let all = all();
    for row in &some.rows {
        for column in ["opencode@2.0", "codex@2026-11"] {
            assert_eq!(
                cell(&some, &row.id, column),
                cell(&all, &row.id, column),
                "{}",
                row.id
            );
        }
    }
}

#[test]
fn an_unknown_host_is_an_error() {
    let error = support(&["codex".into(), "codexx".into()]).unwrap_err();
    assert_eq!(error.argument, "hosts[1].host");
}

/// Cells that the hosts' pages state: the row, the column, the support, and words in the cell's
/// note.
const KNOWN: &[(&str, &str, SupportLevel, &str)] = {
    use SupportLevel::{Breaks, Ignored, Partly, Works};
    &[
        // docs/hosts/codex.md
        ("field/name", "codex@2026-02", Works, "required"),
        (
            "field/allowed-tools",
            "codex",
            Ignored,
            "the host does not know it",
        ),
        (
            "openai-yaml/policy.allow_implicit_invocation",
            "codex",
            Works,
            "choosing the skill",
        ),
        (
            "openai-yaml/policy.allow_implicit_invocation",
            "pi",
            Ignored,
            "the host does not read the file",
        ),
        ("behaviour/missing-name", "codex@2026-02", Breaks, "name"),
        (
            "behaviour/missing-name",
            "codex",
            Works,
            "called `nameless`",
        ),
        ("behaviour/colon", "codex@2026-05", Breaks, ""),
        ("behaviour/colon", "codex", Works, "Use when: asked"),
        ("behaviour/typed-dollar", "codex", Works, ""),
        ("behaviour/typed-slash", "codex", Ignored, ""),
        ("behaviour/frontmatter-told", "codex", Works, ""),
        ("limit/depth", "codex", Partly, "6 levels"),
        ("limit/directories", "codex", Partly, "2,000"),
        ("limit/entries", "codex@2026-05", Works, "no limit"),
        ("limit/entries", "codex", Partly, "20,000"),
        ("folder/.agents/skills", "codex", Works, "repository"),
        ("folder/~/.codex/skills", "codex", Works, "Codex home"),
        (
            "folder/~/.codex/skills",
            "claude-code",
            Ignored,
            "does not look there",
        ),
        // docs/hosts/claude-code.md and docs/hosts/claude-code-use.md
        ("field/context", "claude-code", Works, "sub-agent"),
        ("field/disallowed-tools", "claude-code@2026-02", Ignored, ""),
        (
            "placeholder/$ARGUMENTS",
            "claude-code",
            Works,
            "`alpha beta`",
        ),
        ("placeholder/$0", "claude-code", Works, "`alpha`"),
        ("placeholder/$topic", "claude-code", Works, "`alpha`"),
        ("placeholder/${CLAUDE_SKILL_DIR}", "claude-code", Works, ""),
        (
            "placeholder/${CLAUDE_PLUGIN_ROOT}",
            "claude-code",
            Partly,
            "plugins",
        ),
        ("placeholder/!`command`", "claude-code", Works, "runs"),
        ("behaviour/fork", "claude-code", Works, ""),
        ("behaviour/hooks", "claude-code", Works, ""),
        ("behaviour/paths", "claude-code", Works, "waits"),
        ("behaviour/model-tool", "claude-code", Works, "`Skill`"),
        (
            "behaviour/no-frontmatter",
            "claude-code",
            Partly,
            "described by its first heading",
        ),
        ("folder/.claude/skills", "claude-code", Works, "project"),
        ("limit/depth", "claude-code", Partly, "1 level"),
        // docs/hosts/opencode.md
        (
            "placeholder/$1",
            "opencode",
            Partly,
            "only when the user types",
        ),
        ("placeholder/$1", "opencode@2.0", Ignored, "stays as it is"),
        ("folder/.claude/skills", "opencode", Works, ""),
        ("behaviour/flat-file", "opencode", Breaks, ""),
        ("behaviour/flat-file", "opencode@2.0", Works, ""),
        ("limit/named-files", "opencode", Partly, "10"),
        // docs/hosts/copilot-cli.md
        (
            "limit/name",
            "copilot-cli",
            Partly,
            "64 characters, else the skill does not load",
        ),
        ("folder/.github/skills", "copilot-cli", Works, "project"),
        ("behaviour/nested-skill", "copilot-cli", Breaks, ""),
        // docs/hosts/gemini-cli.md
        (
            "placeholder/${extensionPath}",
            "gemini-cli",
            Partly,
            "extensions",
        ),
        ("behaviour/typed-slash", "gemini-cli@2026-02", Ignored, ""),
        ("behaviour/typed-slash", "gemini-cli", Works, ""),
        // docs/hosts/vscode.md
        (
            "behaviour/user-invocable",
            "vscode",
            Partly,
            "still runs it",
        ),
        (
            "behaviour/other-name",
            "vscode",
            Partly,
            "called `folder-name`",
        ),
        // docs/hosts/openclaw.md
        ("limit/listed-skills", "openclaw", Partly, "150"),
        (
            "behaviour/missing-description",
            "openclaw",
            Breaks,
            "description is required",
        ),
        // docs/hosts/pi.md
        ("behaviour/git-ignored", "pi", Breaks, ""),
        ("behaviour/typed", "pi", Works, "`/skill:used`"),
        // docs/hosts/cline.md
        ("field/disabled", "cline", Works, "switches the skill off"),
        ("behaviour/model-tool", "cline", Works, "`skills`"),
        ("behaviour/typed-slash", "cline", Ignored, ""),
        ("behaviour/empty-text", "cline", Breaks, "instructions body"),
        ("folder/.clinerules/skills", "cline", Works, "workspace"),
        // docs/hosts/claude-ai.md
        (
            "field/model",
            "claude-ai",
            Breaks,
            "refuses a skill with it",
        ),
        ("behaviour/reserved-name", "claude-ai", Breaks, "`claude`"),
        ("behaviour/reserved-name", "claude-code", Works, ""),
        ("behaviour/description-tag", "claude-ai", Breaks, "<file>"),
        ("folder/skills", "claude-ai", Works, ""),
        ("limit/description", "claude-ai", Partly, "1,024 characters"),
        // docs/hosts/standard.md
        (
            "field/context",
            "standard",
            Ignored,
            "a validator refuses it",
        ),
        ("limit/named-files", "standard", Partly, "50"),
    ]
};

#[test]
fn cells_are_what_the_pages_of_the_hosts_say() {
    let support = all();
    let mut wrong = Vec::new();
    for (row, column, level, note) in KNOWN {
        let cell = cell(&support, row, column);
        if cell.support != *level || !cell.note.contains(note) {
            wrong.push(format!("{row} {column}: {:?} {}", cell.support, cell.note));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_cell_says_which_edition_brought_its_verdict() {
    let support = all();
    for (row, column, since) in [
        ("behaviour/colon", "codex@2026-02", None),
        ("behaviour/colon", "codex@2026-11", Some("2026-11")),
        ("behaviour/missing-name", "codex@2026-11", Some("2026-05")),
        ("field/description", "codex@2026-11", None),
        (
            "behaviour/typed-slash",
            "gemini-cli@2026-11",
            Some("2026-11"),
        ),
    ] {
        let cell = cell(&support, row, column);
        assert_eq!(cell.since.as_deref(), since, "{row} {column}");
    }
}

/// A host that works like the example `notebook`. Tests change its tables.
#[derive(Default)]
struct Toy {
    fields: Vec<Field>,
    refuses: bool,
    tags: &'static [&'static str],
    variables: Vec<Variable>,
    limits: Vec<Limit>,
    folder: Option<&'static str>,
}

impl Toy {
    /// Returns the example `notebook`, which carries out the stages of this host.
    fn stages() -> Arc<dyn Host> {
        notebook::open()
    }
}

impl Identity for Toy {
    fn id(&self) -> &'static str {
        "toy"
    }

    fn edition(&self) -> &'static str {
        "1"
    }
}

impl Discover for Toy {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let mut environment = environment.clone();
        if let Some(folder) = self.folder {
            environment.cwd = format!("{}/{folder}", environment.cwd);
        }
        Self::stages().discover(tree, &environment)
    }
}

impl Parse for Toy {
    fn parse(&self, contents: &Contents) -> Parsed {
        Self::stages().parse(contents)
    }
}

impl Assemble for Toy {
    fn assemble(
        &self,
        tree: &Tree,
        environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        Self::stages().assemble(tree, environment, candidates)
    }
}

impl List for Toy {
    fn list(&self, view: &View<'_>, agent: &str) -> Listing {
        Self::stages().list(view, agent)
    }
}

impl Select for Toy {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        Self::stages().turn(view, request)
    }
}

impl Host for Toy {
    fn placement(&self, environment: &Environment) -> String {
        Self::stages().placement(environment)
    }

    fn typed(&self, skill: &Skill, catalog: &Catalog) -> Option<String> {
        Self::stages().typed(skill, catalog)
    }

    fn limits(&self) -> Vec<Limit> {
        self.limits.clone()
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for Toy {
    fn fields(&self) -> Vec<Field> {
        self.fields.clone()
    }

    fn refuses_unknown_fields(&self) -> bool {
        self.refuses
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            list: &[],
            text: self.tags,
        }
    }

    fn variables(&self) -> Vec<Variable> {
        self.variables.clone()
    }
}

/// Returns the support and the note that a row has for a toy host. The table also contains
/// [`model`], so that the row exists.
fn of_toy(toy: Toy, row: &str) -> (SupportLevel, String) {
    let support = support_of(&[Arc::new(toy), Arc::new(model())]).unwrap();
    let cell = cell(&support, row, "toy");
    (cell.support, cell.note.clone())
}

/// Returns a toy host whose tables all have at least one entry.
fn model() -> Toy {
    Toy {
        fields: vec![a_field()],
        refuses: false,
        tags: &["note"],
        variables: vec![a_variable()],
        limits: vec![Limit::new(Limited::Skills, 7)],
        folder: None,
    }
}

fn a_field() -> Field {
    let fields = hosts::fields("codex", None).unwrap().into_iter();
    let mut names = fields.filter(|field| field.key == "name");
    let field = names.next().unwrap();
    Field {
        key: "colour",
        summary: "paints it",
        limit: None,
        required: false,
        ..field
    }
}

fn a_variable() -> Variable {
    Variable {
        mark: "${NOTE}".to_owned(),
        of_plugins: false,
    }
}

#[test]
fn a_changed_table_of_a_host_changes_the_cell() {
    use SupportLevel::{Breaks, Ignored, Partly, Works};
    let with = |fields: Vec<Field>| Toy {
        fields,
        ..Toy::default()
    };
    let ignored = Field {
        status: FieldStatus::Ignored,
        ..a_field()
    };
    let deprecated = Field {
        status: FieldStatus::Deprecated,
        instead: Some("color"),
        ..a_field()
    };
    let tagged = Toy {
        tags: &["note"],
        ..Toy::default()
    };
    let refusing = Toy {
        refuses: true,
        ..Toy::default()
    };
    let limited = |most| Toy {
        limits: vec![Limit::new(Limited::Skills, most)],
        ..Toy::default()
    };
    let knows = Toy {
        variables: vec![a_variable()],
        ..Toy::default()
    };
    let elsewhere = Toy {
        folder: Some("desk"),
        ..Toy::default()
    };
    for (toy, row, level, note) in [
        (
            Toy::default(),
            "field/colour",
            Ignored,
            "the host does not know it",
        ),
        (
            refusing,
            "field/colour",
            Ignored,
            "the host does not know it; a validator refuses it, and the skill loads",
        ),
        (with(vec![a_field()]), "field/colour", Works, "paints it"),
        (with(vec![ignored]), "field/colour", Ignored, "paints it"),
        (
            with(vec![deprecated]),
            "field/colour",
            Partly,
            "paints it; deprecated; use `color`",
        ),
        (Toy::default(), "tag/note", Works, "is text like any other"),
        (
            tagged,
            "tag/note",
            Breaks,
            "closes the host's tag around the text: what follows speaks for the host",
        ),
        (Toy::default(), "limit/skills", Works, "no limit"),
        (limited(7), "limit/skills", Partly, "7 skills"),
        (limited(8000), "limit/skills", Partly, "8,000 skills"),
        (
            Toy::default(),
            "placeholder/${NOTE}",
            Ignored,
            "stays as it is",
        ),
        (
            knows,
            "placeholder/${NOTE}",
            Works,
            "its value takes its place",
        ),
        (Toy::default(), "folder/notes", Works, "notes"),
        (elsewhere, "folder/notes", Ignored, "does not look there"),
    ] {
        assert_eq!(of_toy(toy, row), (level, note.to_owned()), "{row}");
    }
}

#[test]
fn a_host_of_ones_own_is_asked_with_tiny_trees() {
    use SupportLevel::{Breaks, Ignored, Partly, Works};
    let support = support_of(&[notebook::open()]).unwrap();
    for (row, level, note) in [
        (
            "behaviour/no-frontmatter",
            Partly,
            "described by the beginning of its text",
        ),
        ("behaviour/small-letters", Breaks, "does not look there"),
        ("behaviour/typed", Works, "types `@used`"),
        ("behaviour/typed-slash", Ignored, "is text like any other"),
        ("behaviour/model-tool", Ignored, "there is no such tool"),
        ("behaviour/fork", Ignored, "changes nothing"),
        ("limit/depth", Partly, "1 level"),
    ] {
        let cell = cell(&support, row, "notebook");
        assert_eq!(cell.support, level, "{row}: {}", cell.note);
        assert!(cell.note.contains(note), "{row}: {}", cell.note);
        assert_eq!(cell.page, None);
    }
}

#[test]
fn every_cell_of_a_listed_host_leads_to_a_section() {
    for row in all().rows {
        for cell in row.cells {
            let page = cell.page.unwrap_or_default();
            let problem = crate::docs_links::broken_in_repository(&page);
            assert_eq!(problem, None, "{}", row.id);
        }
    }
}

#[test]
fn the_page_is_what_the_hosts_say_now() {
    let written = include_str!("../docs/can-i-use.md");
    assert!(
        written == page::page(&all()),
        "docs/can-i-use.md is old; write it anew: cargo run --example can_i_use > docs/can-i-use.md"
    );
}
