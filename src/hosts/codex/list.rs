//! The list stage: builds the list of skills that the model sees, within the budget of the list.

use std::borrow::Cow;

use super::editions::{Accounting, Codex, HowTo, Style};
use crate::hashing::HashMap;
use crate::host::List;
use crate::host::stages::View;
use crate::model::catalog::Root;
use crate::model::listing::{Listing, ListingEntry, ListingReport};
use crate::model::message::Message;
use crate::model::shared_list::SharedList;
use crate::model::skill::{Scope, Skill};
use crate::sort;
use crate::text::budget::{self, Budget, BudgetUnit, Line, Overflow, Plan, Size};
use crate::tree::path;

/// The percentage of the context window that the list of skills may fill
/// (`docs/hosts/codex.md#the-list`).
const WINDOW_PERCENT: u64 = 2;

/// The list's budget in characters if the size of the context window is unknown
/// (`docs/hosts/codex.md#the-list`).
const FALLBACK_CHARACTERS: u64 = 8000;

/// Codex warns the user if the budget removes, on average, more than this number of characters from
/// a description (`docs/hosts/codex.md#warnings`).
const WORTH_A_WARNING: u64 = 100;

/// The name of the tag around the list of skills, in editions with such a tag.
const TAG: &str = "skills_instructions";

/// The introduction of the list of skills. The text is quoted from an article about Codex
/// (`docs/hosts/codex.md#the-text-around-the-lines`).
const INTRO: &str = "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. Each entry includes a name, description, and file path so you can open the source for full instructions when using a specific skill.";

/// The introduction of a list of skills with aliases for root directories, as recorded for edition
/// `2026-11` (`docs/hosts/codex.md#the-text-around-the-lines`).
const INTRO_WITH_ALIASES: &str = "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. Each entry includes a name, description, and a short path that can be expanded into an absolute path using the skill roots table.";

/// The instructions on how to use skills. The text is quoted from an article about Codex
/// (`docs/hosts/codex.md#the-text-around-the-lines`).
const HOW_TO: &str = "- Discovery: The list above is the skills available in this session (name + description + file path). Skill bodies live on disk at the listed paths.
- Trigger rules: If the user names a skill (with `$SkillName` or plain text) OR the task clearly matches a skill's description shown above, you must use that skill for that turn. Multiple mentions mean use them all. Do not carry skills across turns unless re-mentioned.
- Missing/blocked: If a named skill isn't in the list or the path can't be read, say so briefly and continue with the best fallback.
- How to use a skill (progressive disclosure):
  1) After deciding to use a skill, open its `SKILL.md`. Read only enough to follow the workflow.
  2) When `SKILL.md` references relative paths (e.g., `scripts/foo.py`), resolve them relative to the skill directory listed above first, and only consider other paths if needed.
  3) If `SKILL.md` points to extra folders such as `references/`, load only the specific files needed for the request; don't bulk-load everything.
  4) If `scripts/` exist, prefer running or patching them instead of retyping large code blocks.
  5) If `assets/` or templates exist, reuse them instead of recreating from scratch.";

impl List for Codex {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let (skills, roots) = (&view.catalog.skills, &view.catalog.roots);
        let style = &self.edition.list;
        let (how_to, accounting) = self.texts();
        let shown = in_order(shown(skills, style));
        let budget = budget_of(style, view);
        let mut chosen = Form::absolute(&shown, budget).fitted(&shown);
        if let (Some(accounting), Some(budget)) = (accounting, budget) {
            let under_pressure = chosen.plan.omitted > 0 || chosen.plan.cut > 0;
            if under_pressure || !accounting.aliases_under_pressure_only {
                let aliased = Form::aliased(&shown, roots, budget, &accounting);
                let aliased = aliased.map(|form| form.fitted(&shown));
                if let Some(aliased) = aliased.filter(|aliased| aliased.rank() < chosen.rank()) {
                    chosen = aliased;
                }
            }
        }
        chosen.listing(&shown, budget, style, how_to)
    }

    fn lists_all_whole(&self, view: &View<'_>, _: &str) -> bool {
        let style = &self.edition.list;
        let shown = shown(&view.catalog.skills, style);
        if shown.iter().any(|shown| shown.is_capped()) {
            return false;
        }
        let budget = budget_of(style, view);
        Form::absolute(&shown, budget).is_whole(&shown) || {
            let (_, accounting) = self.texts();
            let aliased = accounting.zip(budget).and_then(|(accounting, budget)| {
                Form::aliased(&shown, &view.catalog.roots, budget, &accounting)
            });
            aliased.is_some_and(|form| form.is_whole(&shown))
        }
    }
}

impl Codex {
    /// Returns true if the message with the list of skills also explains how to use skills. The
    /// second value has the sizes of the message's fixed texts, which count towards the budget of
    /// the list. It is none if the list has no budget.
    fn texts(&self) -> (bool, Option<Accounting>) {
        let style = &self.edition.list;
        match style.how_to {
            HowTo::Always => (true, style.budget),
            HowTo::WhenAsked(longer) if self.options.explains_skills.unwrap_or_default() => {
                (true, Some(longer))
            }
            HowTo::WhenAsked(_) => (false, style.budget),
        }
    }
}

/// Returns the skills that the list of skills shows, in the order of the catalog.
fn shown<'s>(skills: &'s SharedList<Skill>, style: &Style) -> Vec<Shown<'s>> {
    let skills = skills
        .iter()
        .filter(|skill| skill.enabled && skill.model_invocable);
    let shown = skills.map(|skill| Shown {
        skill,
        path: if style.discovered_paths {
            &skill.discovered_path
        } else {
            &skill.path
        },
        description: match style.max_description {
            Some(limit) => capped(&skill.description, limit),
            None => Cow::Borrowed(skill.description.as_str()),
        },
    });
    shown.collect()
}

/// Sorts the skills as the list of skills does (`docs/hosts/codex.md#the-list`).
fn in_order(mut shown: Vec<Shown<'_>>) -> Vec<Shown<'_>> {
    sort::by(&mut shown, |left, right| {
        let (left, right) = (left.skill, right.skill);
        scope_rank(left.scope)
            .cmp(&scope_rank(right.scope))
            .then_with(|| left.name.cmp(&right.name))
            .then_with(|| path::compare(&left.path, &right.path))
    });
    shown
}

fn scope_rank(scope: Scope) -> u8 {
    match scope {
        Scope::System => 0,
        Scope::Admin => 1,
        Scope::Repo => 2,
        // Codex has no skills of the scopes plugin and MCP.
        Scope::User | Scope::Plugin | Scope::Mcp => 3,
    }
}

fn capped(description: &str, limit: usize) -> Cow<'_, str> {
    const ELLIPSIS: &str = "...";
    if description.len() <= limit || budget::characters(description) <= limit {
        return Cow::Borrowed(description);
    }
    let mut capped: String = description.chars().take(limit - ELLIPSIS.len()).collect();
    capped.push_str(ELLIPSIS);
    Cow::Owned(capped)
}

/// Returns the budget of the list; `None` if the edition has none.
fn budget_of(style: &Style, view: &View<'_>) -> Option<Budget> {
    style
        .budget
        .map(|_| budget(view.environment.context_window))
}

fn budget(context_window: Option<i64>) -> Budget {
    match context_window.and_then(|window| u64::try_from(window).ok()) {
        None | Some(0) => Budget {
            unit: BudgetUnit::Characters,
            limit: FALLBACK_CHARACTERS,
        },
        Some(window) => Budget {
            unit: BudgetUnit::Tokens,
            limit: (window.saturating_mul(WINDOW_PERCENT) / 100).max(1),
        },
    }
}

/// The directories of a plugin in Codex's cache. The cache has the layout
/// `…/plugins/cache/<marketplace>/<plugin>/<version>/…` (`docs/hosts/codex.md#the-list`).
struct CachedPlugin<'r> {
    /// The path of the marketplace's directory in the cache.
    marketplace: &'r str,
    /// The path of the directory in the cache that contains one version of the plugin.
    version: &'r str,
}

impl<'r> CachedPlugin<'r> {
    fn of(root: &'r str) -> Option<Self> {
        const CACHE: &str = "/plugins/cache/";
        let start = root.find(CACHE)? + CACHE.len();
        let ends: Vec<_> = root[start..]
            .match_indices('/')
            .map(|(slash, _)| start + slash)
            .collect();
        Some(Self {
            marketplace: &root[..*ends.first()?],
            version: &root[..*ends.get(2)?],
        })
    }
}

/// A skill in the list of skills, with the path and the description that its line shows.
struct Shown<'s> {
    skill: &'s Skill,
    path: &'s str,
    description: Cow<'s, str>,
}

impl Shown<'_> {
    /// Returns true if the edition's limit shortens the description.
    fn is_capped(&self) -> bool {
        matches!(self.description, Cow::Owned(_))
    }
}

/// The list of skills in one of two forms: with absolute paths, or with aliases for root
/// directories.
struct Form<'s> {
    root_lines: Vec<String>,
    /// The names of the aliases, such as `r0`.
    aliases: Vec<String>,
    /// The path that each line shows, in the order of the skills.
    paths: Vec<LinePath<'s>>,
    /// The budget of the lines of skills.
    budget: Budget,
    /// The additional cost of a list of skills with aliases: longer fixed texts, and the lines that
    /// define the aliases. 0 for a list with absolute paths.
    overhead: u64,
}

/// The path of a skill, as a line of the list shows it.
struct LinePath<'s> {
    /// The index of the alias that replaces the beginning of the path. None if the line shows the
    /// whole path.
    alias: Option<usize>,
    /// The path after the part that the alias replaces.
    rest: &'s str,
}

impl<'s> LinePath<'s> {
    fn whole(path: &'s str) -> Self {
        Self {
            alias: None,
            rest: path,
        }
    }
}

/// A form of the list of skills whose lines are fitted into the budget.
struct FittedForm<'s> {
    form: Form<'s>,
    plan: Plan,
}

impl<'s> Form<'s> {
    fn absolute(shown: &[Shown<'s>], budget: Option<Budget>) -> Self {
        let paths = shown.iter().map(|shown| LinePath::whole(shown.path));
        Self {
            root_lines: Vec::new(),
            aliases: Vec::new(),
            paths: paths.collect(),
            budget: budget.unwrap_or(UNLIMITED),
            overhead: 0,
        }
    }

    /// Builds the list of skills with aliases for the directories of skills (roots). None if no
    /// root can have an alias, or if the fixed texts exceed the budget.
    fn aliased<'r>(
        shown: &[Shown<'s>],
        roots: &'r [Root],
        budget: Budget,
        accounting: &Accounting,
    ) -> Option<Self> {
        // The roots of the skills, each with the number of its skills.
        let mut in_root: Vec<(&str, usize)> = Vec::new();
        let root_of = shown.iter().map(|shown| {
            let root = &*shown.skill.root;
            let known = in_root.iter().position(|(known, _)| *known == root);
            let index = known.unwrap_or_else(|| {
                in_root.push((root, 0));
                in_root.len() - 1
            });
            in_root[index].1 += 1;
            index
        });
        let root_of: Vec<usize> = root_of.collect();
        let mut in_plugin: HashMap<&str, usize> = HashMap::default();
        for (root, count) in &in_root {
            if let Some(plugin) = CachedPlugin::of(root) {
                *in_plugin.entry(plugin.version).or_default() += count;
            }
        }
        // Returns the directory that an alias replaces for a root. For a root of a cached plugin
        // with one skill, this is the directory of the marketplace; for any other root, it is the
        // root itself.
        let aliased = |root: &'r str| match CachedPlugin::of(root) {
            Some(plugin)
                if in_plugin
                    .get(plugin.version)
                    .is_none_or(|count| *count <= 1) =>
            {
                plugin.marketplace
            }
            _ => root,
        };
        // A root gets an alias even if its only skill was found through a link and is outside of
        // the root.
        let mut aliases: Vec<&str> = Vec::new();
        for root in roots.iter().map(|root| root.path.as_str()) {
            let has_skills = in_root.iter().any(|(known, _)| *known == root);
            if has_skills && !aliases.contains(&aliased(root)) {
                aliases.push(aliased(root));
            }
        }
        if aliases.is_empty() {
            return None;
        }
        let root_lines: Vec<_> = aliases
            .iter()
            .enumerate()
            .map(|(index, directory)| format!("- `r{index}` = `{directory}`"))
            .collect();
        // For each root of `in_root`: the index of its alias, and the directory that the alias replaces.
        let alias_of = in_root.iter().map(|(known, _)| {
            let root = roots.iter().find(|root| root.path == *known)?;
            let directory = aliased(&root.path);
            let alias = aliases.iter().position(|alias| *alias == directory)?;
            Some((alias, directory))
        });
        let alias_of: Vec<Option<(usize, &str)>> = alias_of.collect();
        let short = |path: &'s str, root: usize| {
            let (alias, directory) = alias_of[root]?;
            Some(LinePath {
                alias: Some(alias),
                rest: path.strip_prefix(directory)?,
            })
        };
        let paths = shown.iter().zip(root_of).map(|(shown, root)| {
            let whole = LinePath::whole(shown.path);
            short(shown.path, root).unwrap_or(whole)
        });
        let paths = paths.collect();
        let overhead = overhead(&root_lines, budget.unit, accounting);
        let limit = budget.limit.checked_sub(overhead)?;
        Some(Self {
            aliases: (0..root_lines.len())
                .map(|index| format!("r{index}"))
                .collect(),
            root_lines,
            paths,
            budget: Budget { limit, ..budget },
            overhead,
        })
    }

    /// Returns the alias at the beginning of a path; empty if the line shows the whole path.
    fn alias(&self, path: &LinePath<'s>) -> &str {
        path.alias.map_or("", |index| &self.aliases[index])
    }

    /// Returns the lines of the list, one for each skill. The size of a line is computed only in
    /// the unit of the budget, such as tokens.
    fn lines<'l>(&'l self, shown: &'l [Shown<'s>]) -> impl Iterator<Item = Line<'l>> {
        let unit = self.budget.unit;
        let size = move |text: &str| Size::in_unit(unit, text);
        // The cost of a line includes the line end.
        let fixed = Size::of(&line("", "", "", "")).add(Size::of_ascii(1));
        let lines = shown.iter().zip(&self.paths);
        lines.map(move |(shown, path)| Line {
            minimum: [&shown.skill.name, self.alias(path), path.rest]
                .into_iter()
                .fold(fixed, |sum, text| sum.add(size(text))),
            separator: Size::of_ascii(1),
            description: &shown.description,
            worth: 0,
            exempt: false,
        })
    }

    /// Returns true if all lines fit into the budget with their whole descriptions.
    fn is_whole(&self, shown: &[Shown<'s>]) -> bool {
        let costs = self.lines(shown).map(|line| line.whole(self.budget.unit));
        costs.sum::<u64>() <= self.budget.limit
    }

    /// Fits the lines into the budget.
    fn fitted(self, shown: &[Shown<'s>]) -> FittedForm<'s> {
        let lines: Vec<_> = self.lines(shown).collect();
        let plan = budget::fit(&lines, self.budget, Overflow::Deal);
        FittedForm { form: self, plan }
    }
}

impl FittedForm<'_> {
    /// Returns the rank of this form of the list of skills: the number of omitted skills, the
    /// number of removed characters, and the cost. Codex uses the form with the lower rank.
    fn rank(&self) -> (usize, u64, u64) {
        (
            self.plan.omitted,
            self.plan.cut,
            self.plan.cost + self.form.overhead,
        )
    }

    fn listing(
        self,
        shown: &[Shown<'_>],
        budget: Option<Budget>,
        style: &Style,
        how_to: bool,
    ) -> Listing {
        let unit = budget.map_or(BudgetUnit::Characters, |budget| budget.unit);
        let entries: Vec<_> = shown
            .iter()
            .zip(&self.form.paths)
            .zip(&self.plan.kept)
            .map(|((shown, path), kept)| {
                let description = &shown.description[..kept.unwrap_or_default()];
                let alias = self.form.alias(path);
                let line = kept.map(|_| line(&shown.skill.name, description, alias, path.rest));
                ListingEntry {
                    path: shown.skill.path.clone(),
                    name: shown.skill.name.clone(),
                    cost: line.as_deref().map_or(0, |line| {
                        unit.cost(Size::in_unit(unit, line).add(Size::of_ascii(1)))
                    }),
                    line,
                    cut: hidden_characters(&shown.skill.description, description),
                }
            })
            .collect();
        let report = ListingReport {
            budget,
            cost: self.plan.cost + self.form.overhead,
            total: entries.len(),
            included: entries.len() - self.plan.omitted,
            omitted: self.plan.omitted,
            shortened: self
                .plan
                .kept
                .iter()
                .zip(shown)
                .filter(|(kept, shown)| kept.unwrap_or_default() < shown.description.len())
                .count(),
            cut: self.plan.cut,
        };
        let message = (!entries.is_empty()).then(|| {
            let text = message(&self.form.root_lines, &entries, style.tagged, how_to);
            Message::new(style.role, text)
        });
        Listing {
            warning: style
                .budget
                .and_then(|accounting| warning(&report, &accounting)),
            message,
            root_lines: self.form.root_lines,
            entries,
            report,
            ..Listing::default()
        }
    }
}

const UNLIMITED: Budget = Budget {
    unit: BudgetUnit::Characters,
    limit: u64::MAX,
};

/// Returns the number of characters of a skill's description that the text `shown` does not show. An
/// ellipsis at the end of `shown` is not counted.
fn hidden_characters(description: &str, shown: &str) -> usize {
    let same = description.char_indices().zip(shown.chars());
    let same = same.take_while(|((_, own), shown)| own == shown);
    let end = if description.starts_with(shown) {
        shown.len()
    } else {
        same.last().map_or(0, |((at, own), _)| at + own.len_utf8())
    };
    budget::characters(&description[end..])
}

fn overhead(root_lines: &[String], unit: BudgetUnit, accounting: &Accounting) -> u64 {
    let lines = root_lines
        .iter()
        .map(|line| Size::of(line).add(Size::of_ascii(1)))
        .fold(Size::default(), Size::add);
    let aliased = Size::of_ascii(accounting.aliased_text).add(lines);
    let absolute = Size::of_ascii(accounting.absolute_text);
    unit.cost(aliased).saturating_sub(unit.cost(absolute))
}

/// Returns the line of a skill. `alias` and `path` are the two parts of the path in this line.
fn line(name: &str, description: &str, alias: &str, path: &str) -> String {
    let path = if path.contains('\\') {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    };
    let space = if description.is_empty() { "" } else { " " };
    [
        "- ",
        name,
        ":",
        space,
        description,
        " (file: ",
        alias,
        &path,
        ")",
    ]
    .concat()
}

fn message(root_lines: &[String], entries: &[ListingEntry], tagged: bool, how_to: bool) -> String {
    let mut lines = vec!["## Skills"];
    if root_lines.is_empty() {
        lines.push(INTRO);
    } else {
        lines.extend([INTRO_WITH_ALIASES, "### Skill roots"]);
        lines.extend(root_lines.iter().map(String::as_str));
    }
    lines.push("### Available skills");
    lines.extend(entries.iter().filter_map(|entry| entry.line.as_deref()));
    if how_to {
        lines.extend(["### How to use skills", HOW_TO]);
    }
    let text = lines.join("\n");
    if tagged {
        format!("<{TAG}>\n{text}\n</{TAG}>")
    } else {
        text
    }
}

/// Returns the names of the tags around the list of skills. Empty if the edition has no such tags.
pub(super) fn tags(style: &Style) -> &'static [&'static str] {
    if style.tagged { &[TAG] } else { &[] }
}

/// Returns the warning to the user about the list of skills. None if the budget shortened the list
/// only slightly, or if the edition has no such warning (`docs/hosts/codex.md#warnings`).
fn warning(report: &ListingReport, accounting: &Accounting) -> Option<String> {
    let in_tokens = report
        .budget
        .is_some_and(|budget| budget.unit == BudgetUnit::Tokens);
    if report.omitted > 0 {
        let share = if in_tokens && accounting.warns_with_share {
            format!(" of {WINDOW_PERCENT}%")
        } else {
            String::new()
        };
        let (plural, verb) = if report.omitted == 1 {
            ("", "was")
        } else {
            ("s", "were")
        };
        return Some(format!(
            "Exceeded skills context budget{share}. All skill descriptions were removed and {} additional skill{plural} {verb} not included in the model-visible skills list.",
            report.omitted
        ));
    }
    let average = report.cut.div_ceil(report.total.max(1) as u64);
    (accounting.warns_of_cuts && average > WORTH_A_WARNING).then(|| {
        let share = if in_tokens {
            format!("{WINDOW_PERCENT}% ")
        } else {
            String::new()
        };
        format!(
            "Skill descriptions were shortened to fit the {share}skills context budget. Codex can still see every skill, but some descriptions are shorter. Disable unused skills or plugins to leave more room for the rest."
        )
    })
}
