//! The list of all rules, and of the functions with which the rules check skills.

use std::sync::LazyLock;

use super::rule::{Rule, RuleCodes, RuleGroup};
#[cfg(feature = "locks")]
use super::rules::locks;
use super::rules::{body, configuration, description, fields, safety, structure, yaml};
use super::run::{LintRule, Run};
use crate::sort;

/// The rules, in one list for each group.
const GROUPS: &[&[&LintRule]] = &[
    structure::RULES,
    yaml::RULES,
    description::RULES,
    fields::RULES,
    body::RULES,
    safety::RULES,
    configuration::RULES,
    #[cfg(feature = "locks")]
    locks::RULES,
];

static SORTED: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let all = GROUPS.iter().flat_map(|rules| rules.iter());
    let mut all: Vec<_> = all.map(|rule| ***rule).collect();
    sort::by_key(&mut all, |rule| (rule.group, rule.code));
    all
});

/// Returns the metadata of all rules, by group.
#[must_use]
pub fn rules() -> Vec<Rule> {
    SORTED.clone()
}

/// Returns true if the rule with this code is in a group.
pub(super) fn is_in_group(code: &str, group: RuleGroup) -> bool {
    let place = SORTED.binary_search_by(|rule| (rule.group, rule.code).cmp(&(group, code)));
    place.is_ok()
}

/// Returns the functions with which the rules check skills, each with its rule, in the order of the
/// rules.
pub(super) fn runs() -> impl Iterator<Item = (&'static Rule, &'static Run)> {
    let rules = GROUPS.iter().flat_map(|rules| rules.iter());
    rules.flat_map(|rule| rule.runs.iter().map(|run| (&***rule, run)))
}

/// Returns the functions of the rules in `only`, in the order of the rules. If `only` is `None`,
/// returns the functions of all rules.
pub(super) fn runs_of(only: Option<RuleCodes>) -> impl Iterator<Item = &'static Run> {
    let is_listed = move |rule: &Rule| only.is_none_or(|only| only.contains(&rule.code));
    runs().filter_map(move |(rule, run)| is_listed(rule).then_some(run))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::lint::run::Search;

    fn folder() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lint"))
    }

    /// Returns the text of a file, or the texts of all files in a folder.
    fn text(path: &Path) -> String {
        if path.is_dir() {
            let files = fs::read_dir(path).unwrap();
            files.map(|file| text(&file.unwrap().path())).collect()
        } else {
            fs::read_to_string(path).unwrap()
        }
    }

    fn place(search: Search) -> &'static str {
        match search {
            Search::OtherDrops => "drops.rs",
            Search::NoFrontmatter => "searches/no_frontmatter.rs",
            Search::Yaml => "searches/yaml",
            Search::Keys => "searches/keys.rs",
            Search::OpenaiYaml => "searches/openai_yaml.rs",
            Search::Plugins => "searches/plugins.rs",
            #[cfg(feature = "locks")]
            Search::Locks => "searches/locks.rs",
            Search::Unseen => "rules/safety/mod.rs",
            #[cfg(feature = "safety")]
            Search::Deeds => "rules/safety/mod.rs",
            Search::NearDuplicates => "mod.rs",
            Search::Comments => "ignore.rs",
            Search::Settings => "config.rs",
        }
    }

    #[test]
    fn each_file_of_a_rule_is_in_the_list_that_runs_it() {
        let mut files = BTreeSet::new();
        for group in fs::read_dir(folder().join("rules")).unwrap() {
            let group = group.unwrap().path();
            if !group.is_dir() {
                continue;
            }
            for file in fs::read_dir(&group).unwrap() {
                let path = file.unwrap().path();
                let code = path.file_stem().unwrap().to_str().unwrap();
                if path.is_file() && text(&path).contains("static RULE") {
                    let group = group.file_name().unwrap().to_str().unwrap().to_owned();
                    files.insert((group, code.replace('_', "-")));
                }
            }
        }
        let run = runs().map(|(rule, _)| (rule.group.name().to_owned(), rule.code.to_owned()));
        assert_eq!(files, run.collect());
    }

    #[test]
    fn a_search_calls_the_rules_that_name_it() {
        for (rule, run) in runs() {
            if let Run::Search(search) = run {
                let place = place(*search);
                let module = format!("{}::", rule.code.replace('-', "_"));
                let searched = text(&folder().join(place));
                assert!(searched.contains(&module), "{place} does not call {module}");
            }
        }
    }
}
