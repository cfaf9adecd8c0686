//! Measures the rules on safety with a labelled set of skills. The rules must report malicious
//! skills, and no benign skills that only look like them. `set/README.md` describes the form of a
//! case, and `docs/rules/safety.md` has the results.

mod cases;
mod escapes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::{env, fs};

use cases::{Case, Fault, Label, cases, data};
use skillglass::lint::{Diagnostic, RuleGroup, Severity, rules};

use crate::lint::support::{lint, repository};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules/safety.md");

/// The name that the page on safety uses for the real skills that measure each rule's precision.
const PUBLISHED: &str = "skills of known publishers";

/// The languages with cases of both labels. Other languages have only a few cases.
const LANGUAGES: [&str; 4] = ["English", "Chinese", "Japanese", "Spanish"];

/// Hosts of real addresses that a case may contain: the usual package registries. All other
/// addresses must not exist.
const REGISTRIES: [&str; 2] = ["registry.npmjs.org", "pypi.org"];

/// Names of the local machine, which a case may contain as well.
const LOCAL: [&str; 2] = ["localhost", "127.0.0.1"];

/// Returns the codes of all rules on safety, sorted.
fn group() -> BTreeSet<&'static str> {
    let rules = rules().into_iter();
    rules
        .filter(|rule| rule.group == RuleGroup::Safety)
        .map(|rule| rule.code)
        .collect()
}

/// A case, and the rules on safety that report a finding in it. A finding below its rule's own
/// severity does not count.
struct Judged {
    case: Case,
    found: BTreeSet<&'static str>,
    findings: Vec<Diagnostic>,
}

impl Judged {
    fn of(case: Case, group: &BTreeSet<&'static str>) -> Self {
        let findings: Vec<_> = [".agents/skills", ".claude/skills"]
            .iter()
            .flat_map(|skills| {
                let files = case.placed(skills);
                let files: Vec<_> = (files.iter())
                    .map(|(path, text)| (path.as_str(), text.as_str()))
                    .collect();
                lint(&repository(&files))
            })
            .filter(|one| {
                // A finding below its rule's severity is worth a thought only.
                let mut rules = rules().into_iter();
                rules.any(|rule| {
                    rule.code == one.code
                        && group.contains(rule.code)
                        && one.severity <= rule.severity
                })
            })
            .collect();
        let codes = findings.iter().filter_map(|one| group.get(&*one.code));
        Self {
            found: codes.copied().collect(),
            findings,
            case,
        }
    }

    /// Returns true if `skillglass check` without options shows a finding for the case.
    fn is_warned(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|one| one.severity <= Severity::Warning)
    }

    /// Returns true if one of the rules that the case expects reports a finding.
    fn is_met(&self) -> bool {
        let mut expected = self.case.expects.iter();
        expected.any(|rule| self.found.contains(&**rule))
    }

    fn fault(&self) -> Option<Fault> {
        let found = || self.found.iter().map(ToString::to_string).collect();
        match self.case.label {
            Label::Malicious => (!self.is_met()).then_some(Fault::Missed),
            Label::Benign => (!self.found.is_empty()).then(|| Fault::FalseAlarm(found())),
        }
    }
}

/// All cases with the findings in them. They are computed once for all tests.
static JUDGED: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let group = group();
    let cases = cases().into_iter();
    cases.map(|case| Judged::of(case, &group)).collect()
});

fn labelled(label: Label) -> impl Iterator<Item = &'static Judged> {
    JUDGED.iter().filter(move |one| one.case.label == label)
}

/// Returns a share in percent, with one digit after the decimal point. A dash stands for a share of
/// nothing.
fn percent(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{:.1} %", part as f64 * 100.0 / whole as f64),
    }
}

#[test]
fn cases_are_labelled_in_full() {
    let all = cases();
    let mut names = BTreeSet::new();
    let mut folders = BTreeSet::new();
    for label in [Label::Malicious, Label::Benign] {
        let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
        for case in all.iter().filter(|case| case.label == label) {
            let name = &case.name;
            assert!(names.insert(name), "{name} occurs twice");
            assert!(
                folders.insert(case.folder()),
                "{name}: another has its folder"
            );
            assert!(case.why.ends_with('.'), "{name} does not say why");
            assert_eq!(case.expects.is_empty(), label == Label::Benign, "{name}");
            assert_eq!(case.tempts.is_empty(), label == Label::Malicious, "{name}");
            *languages.entry(&case.language).or_default() += 1;
        }
        assert!(languages.values().sum::<usize>() >= 120, "{label:?}");
        for language in LANGUAGES {
            assert!(languages[language] >= 10, "{label:?} in {language}");
        }
    }
}

#[test]
fn cases_name_rules_of_the_group() {
    let group = group();
    for Case {
        name,
        expects,
        tempts,
        ..
    } in cases()
    {
        let unknown: Vec<_> = (expects.iter().chain(&tempts))
            .filter(|rule| !group.contains(&***rule))
            .collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
}

#[test]
fn no_address_of_the_set_exists() {
    for (name, text) in [Label::Malicious, Label::Benign].into_iter().flat_map(data) {
        for rest in text.split("://").skip(1) {
            let authority = rest.split(['/', '"', '\'', '`', ')', '>', ' ', '\n', '?', '|']);
            let authority = authority.into_iter().next().unwrap();
            let host = authority.rsplit('@').next().unwrap();
            let host = host.split(':').next().unwrap();
            // Upper case, an ellipsis or a variable stands for the user's own.
            let is_placeholder =
                host.contains(['…', '$', '{']) || host.chars().all(char::is_uppercase);
            assert!(
                host.ends_with(".invalid")
                    || LOCAL.contains(&host)
                    || is_placeholder
                    || REGISTRIES.contains(&host),
                "{name}: {host}"
            );
        }
    }
}

#[test]
fn the_files_of_the_set_can_be_read() {
    for (name, text) in [Label::Malicious, Label::Benign].into_iter().flat_map(data) {
        let unseen = |c: char| {
            c.is_control() && c != '\n'
                || matches!(c, '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202f}')
                || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3000}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
                || c >= '\u{e0000}'
        };
        for (line, text) in text.lines().enumerate() {
            let found = text.chars().find(|c| unseen(*c));
            assert_eq!(found, None, "{name}:{}", line + 1);
        }
    }
}

#[test]
fn each_case_has_its_recorded_outcome() {
    let changed: Vec<_> = (JUDGED.iter())
        .filter_map(|one| {
            let known = one.case.known.as_ref().map(|(fault, _)| fault.clone());
            let now = one.fault();
            (known != now).then(|| {
                let Case { name, label, .. } = &one.case;
                let messages: Vec<_> = one
                    .findings
                    .iter()
                    .map(|one| format!("{}: {}", one.code, one.message))
                    .collect();
                format!("{label:?} {name}: recorded {known:?}, now {now:?} {messages:?}")
            })
        })
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn recall_is_at_least_90_percent_and_precision_95() {
    let found = labelled(Label::Malicious)
        .filter(|one| one.is_met())
        .count();
    let missed = labelled(Label::Malicious).count() - found;
    let alarms = labelled(Label::Benign)
        .filter(|one| !one.found.is_empty())
        .count();
    assert!(found >= 9 * missed, "{found} found, {missed} missed");
    assert!(found >= 19 * alarms, "{found} found, {alarms} false alarms");
}

/// Returns the results for the page on safety: for the whole set, each rule and each language, and
/// the list of faults.
fn figures() -> String {
    let mut out = String::new();
    let malicious = labelled(Label::Malicious).count();
    let benign = labelled(Label::Benign).count();
    let found = labelled(Label::Malicious)
        .filter(|one| one.is_met())
        .count();
    let alarms = labelled(Label::Benign)
        .filter(|one| !one.found.is_empty())
        .count();
    out += &format!(
        "The rules find {found} of {malicious} malicious skills: recall {}. They report something in {alarms} of {benign} benign skills: precision {}.\n\n",
        percent(found, malicious),
        percent(found, found + alarms),
    );

    let of_check = |label| labelled(label).filter(|one| one.is_warned()).count();
    let (shown, alarms) = (of_check(Label::Malicious), of_check(Label::Benign));
    out += &format!(
        "The figures of this section count a finding if its severity is the rule's default severity or a higher severity. `unlimited-tools` has the default severity hint, so the hints of this rule count. Hints of all other rules do not count.\n\n\
        Without options, `skillglass check` shows only warnings and errors. It reports {shown} of the {malicious} malicious skills ({}), by any rule of the group *safety*, and {alarms} of the {benign} benign skills.\n\n",
        percent(shown, malicious),
    );

    out += "| rule | cases | found | recall | right | besides | false | precision |\n";
    out += "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for rule in group() {
        let about = || labelled(Label::Malicious).filter(move |one| one.case.expects[0] == rule);
        let found = about().filter(|one| one.is_met()).count();
        let fires = |one: &&Judged| one.found.contains(rule);
        let accepted = |one: &Judged| one.case.expects.iter().any(|expected| expected == rule);
        let (right, besides): (Vec<_>, Vec<_>) = labelled(Label::Malicious)
            .filter(fires)
            .partition(|one| accepted(one));
        let wrong = labelled(Label::Benign).filter(fires).count();
        out += &format!(
            "| [`{rule}`]({rule}.md) | {} | {found} | {} | {} | {} | {wrong} | {} |\n",
            about().count(),
            percent(found, about().count()),
            right.len(),
            besides.len(),
            percent(right.len(), right.len() + wrong),
        );
    }

    out += "\n| language | malicious | found | benign | false alarms |\n| --- | ---: | ---: | ---: | ---: |\n";
    let all: BTreeSet<_> = JUDGED.iter().map(|one| &*one.case.language).collect();
    let others = all
        .into_iter()
        .filter(|language| !LANGUAGES.contains(language));
    for language in LANGUAGES.into_iter().chain(others) {
        let of = |label| labelled(label).filter(move |one| one.case.language == language);
        out += &format!(
            "| {language} | {} | {} | {} | {} |\n",
            of(Label::Malicious).count(),
            of(Label::Malicious).filter(|one| one.is_met()).count(),
            of(Label::Benign).count(),
            of(Label::Benign)
                .filter(|one| !one.found.is_empty())
                .count(),
        );
    }

    out += "\n| case | outcome | reason |\n| --- | --- | --- |\n";
    for one in JUDGED.iter() {
        let Some((fault, reason)) = &one.case.known else {
            continue;
        };
        let outcome = match fault {
            Fault::Missed => format!("missed (`{}`)", one.case.expects.join("`, `")),
            Fault::FalseAlarm(rules) => format!("false alarm (`{}`)", rules.join("`, `")),
        };
        out += &format!("| `{}` | {outcome} | {reason} |\n", one.case.name);
    }
    out
}

#[test]
fn the_page_has_the_figures_of_the_set() {
    const START: &str = "<!-- figures -->\n";
    const END: &str = "<!-- end of figures -->\n";
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (figures_there, after) = rest.split_once(END).unwrap();
    let figures = format!("\n{}\n", figures());
    if env::var_os("UPDATE_SAFETY_PAGE").is_some() {
        fs::write(PAGE, format!("{before}{START}{figures}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(
        figures_there, figures,
        "UPDATE_SAFETY_PAGE=1 writes them anew"
    );
}

/// Returns the line on a rule's page that states the rule's precision in skills of known
/// publishers. `read` is the number of the rule's findings that were judged, and `right` the number
/// of right ones. `read` is `None` if the rule is newer than the measurement.
fn precision(read: Option<usize>, right: usize) -> String {
    let page = "[Safety](safety.md#on-skills-of-known-publishers)";
    match read {
        None => format!(
            "*It is not known how many findings of this rule in {PUBLISHED} are right. The rule is newer than the measurement on these skills ({page}).*"
        ),
        Some(0) => format!("*This rule has no finding in 2,113 {PUBLISHED} ({page}).*"),
        Some(1) => format!(
            "*This rule had one finding in 2,113 {PUBLISHED}. People who did not know the rules judged this finding {} ({page}).*",
            if right == 0 { "wrong" } else { "right" }
        ),
        Some(read) if right == 0 => format!(
            "*This rule had {read} findings in 2,113 {PUBLISHED}. People who did not know the rules judged none of them right ({page}).*"
        ),
        Some(read) => format!(
            "*This rule had {read} findings in 2,113 {PUBLISHED}. People who did not know the rules judged {right} of them right ({}, see {page}).*",
            percent(right, read)
        ),
    }
}

#[test]
fn each_rules_page_has_its_precision_in_skills_of_known_publishers() {
    let page = fs::read_to_string(PAGE).unwrap();
    let (_, table) = page.split_once("<!-- precision -->\n").unwrap();
    let (table, _) = table.split_once("<!-- end of precision -->").unwrap();
    let rows = table.lines().skip(2).map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].parse::<usize>().ok();
        let right = number(3).unwrap_or_default();
        (cells[1].trim_matches('`'), number(2), right)
    });
    let rows: Vec<_> = rows.collect();
    let rules: Vec<_> = rows.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(rules, Vec::from_iter(group()));
    for (rule, read, right) in rows {
        let path = PAGE.replace("safety.md", &format!("{rule}.md"));
        let page = fs::read_to_string(&path).unwrap();
        let line = precision(read, right);
        let there = page
            .lines()
            .find(|line| line.starts_with('*') && line.contains(PUBLISHED));
        if env::var_os("UPDATE_SAFETY_PAGE").is_some() {
            let page = match there {
                Some(there) => page.replace(there, &line),
                None => page.replacen("*\n", &format!("*\n\n{line}\n"), 1),
            };
            fs::write(path, page).unwrap();
        } else {
            assert_eq!(
                there,
                Some(&*line),
                "{rule}: UPDATE_SAFETY_PAGE=1 writes it anew"
            );
        }
    }
}
