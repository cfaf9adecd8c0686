//! Rows about limits. Limits on fields and on numbers are from the hosts' tables. Limits on the list and on the depth
//! of folders are measured with tiny trees.

use std::sync::Arc;

use super::fields::long_example;
use super::probe::{Files, Probe, Session, WINDOW};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup};
use super::words::{number, over};
use crate::host::Host;
use crate::host::limit::Limited;
use crate::host::topic::Topic;
use crate::text::budget::BudgetUnit;

/// The number of skills in the test tree with a long list of skills.
const MANY: usize = 40;

/// The length, in characters, of each skill's description in the test tree with a long list of
/// skills.
const LONG: usize = 900;

/// The largest number of folder levels below the skill root at which a test skill is placed.
const LEVELS: usize = 9;

/// Returns the files of many skills with long descriptions.
pub(super) fn files() -> Files {
    let words = "Long words. ".repeat(LONG / 12);
    let skills = (0..MANY).map(|index| {
        let text = format!("---\nname: long-{index}\ndescription: {words}\n---\nText.\n");
        (format!("long-{index}/SKILL.md"), text)
    });
    skills.collect()
}

/// Returns the files of several skills: one for each number of folder levels below the skill root,
/// from 1 to `LEVELS`. No two of these skills have a common folder below the root.
pub(super) fn deep_files() -> Files {
    let skills = (1..=LEVELS).map(|level| {
        let text = format!("---\nname: level-{level}\ndescription: Deep.\n---\nText.\n");
        (deep_file(level), text)
    });
    skills.collect()
}

fn deep_file(level: usize) -> String {
    let above: String = (1..level)
        .map(|folder| format!("deep-{level}-{folder}/"))
        .collect();
    format!("{above}level-{level}/SKILL.md")
}

/// The limits that have a row in the table "Can I use" if a host declares them. Each item has the
/// limit, the row's id, title and summary, the unit, and the topic in the documentation.
const COUNTED: [(Limited, &str, &str, &str, &str, Topic); 9] = [
    (
        Limited::Directories,
        "directories",
        "Directories",
        "Directories that are visited below one root",
        "directories",
        Topic::Limits,
    ),
    (
        Limited::Entries,
        "entries",
        "Entries",
        "Files and folders that are visited below one root",
        "entries",
        Topic::Limits,
    ),
    (
        Limited::Folders,
        "folders",
        "Folders in a folder",
        "Child folders that are visited in one folder",
        "folders",
        Topic::Limits,
    ),
    (
        Limited::Skills,
        "skills",
        "Skills",
        "Skills that are loaded from one root",
        "skills",
        Topic::Limits,
    ),
    (
        Limited::FileBytes,
        "file",
        "Size of a file",
        "Bytes of a `SKILL.md` that loads",
        "bytes",
        Topic::Limits,
    ),
    (
        Limited::ListedSkills,
        "listed-skills",
        "Skills in the list",
        "Skills that the list shows",
        "skills",
        Topic::List,
    ),
    (
        Limited::ListedNames,
        "listed-names",
        "Names after the list",
        "UTF-16 units of the names of skills that the list has no room for",
        "UTF-16 units",
        Topic::List,
    ),
    (
        Limited::NamedFiles,
        "named-files",
        "Files of a skill",
        "Files beside `SKILL.md` that are named with its text",
        "files",
        Topic::Text,
    ),
    (
        Limited::Mentions,
        "mentions",
        "Skills in a message",
        "Skills that one message of the user's may name",
        "skills",
        Topic::Typed,
    ),
];

pub(super) fn rows(hosts: &[Arc<dyn Host>]) -> Vec<Row> {
    let row = |id: &str, title: &str, summary: &str, topic, ask| Row {
        example: match id {
            "name" | "description" => long_example(id, hosts),
            "list" => Example {
                files: files(),
                session: Session::Narrow,
                ..Example::default()
            },
            "depth" => Example::plain(deep_files()),
            // To exceed any other limit, a tree needs too many files for an example.
            _ => Example::default(),
        },
        id: format!("limit/{id}"),
        group: SupportGroup::Limits,
        title: title.to_owned(),
        summary: summary.to_owned(),
        topic,
        ask,
    };
    let mut rows = vec![
        row(
            "name",
            "A long name",
            "Characters of `name`, and the effect of a longer one",
            Topic::Names,
            Box::new(|probe: &Probe| of_field(probe, "name")) as Box<_>,
        ),
        row(
            "description",
            "A long description",
            "Characters of `description`, and the effect of a longer one",
            Topic::Descriptions,
            Box::new(|probe: &Probe| of_field(probe, "description")),
        ),
        row(
            "list",
            "A long list",
            "What the list of skills may cost, and the effect of a longer one",
            Topic::List,
            Box::new(list),
        ),
        row(
            "depth",
            "Deep folders",
            "Levels of folders below a root in which skills are found",
            Topic::Walk,
            Box::new(depth),
        ),
    ];
    for (of, id, title, summary, unit, topic) in COUNTED {
        let ask = move |probe: &Probe| counted(probe, of, unit);
        rows.push(row(id, title, summary, topic, Box::new(ask)));
    }
    rows
}

fn of_field(probe: &Probe, key: &str) -> Answer {
    let field = probe.fields.iter().find(|field| field.key == key);
    match field.and_then(|field| field.limit) {
        None => Answer::works("no limit"),
        Some(limit) => {
            let most = number(limit.characters);
            Answer::partly(format!("{most} characters, {}", over(limit.over)))
        }
    }
}

fn counted(probe: &Probe, of: Limited, unit: &str) -> Answer {
    let limits = probe.host.limits();
    match limits.iter().find(|limit| limit.of == of) {
        None => Answer::works("no limit"),
        Some(limit) => Answer::partly(format!("{} {unit}", number(limit.most))),
    }
}

/// Returns an answer that shows how a host lists many skills with long descriptions.
fn list(probe: &Probe) -> Answer {
    let report = &probe.many.listing.report;
    let Some(budget) = report.budget else {
        return Answer::works("no limit");
    };
    let unit = match budget.unit {
        BudgetUnit::Tokens => "tokens",
        BudgetUnit::Characters => "characters",
        BudgetUnit::Utf16 => "UTF-16 units",
        BudgetUnit::Columns => "terminal columns",
    };
    // The limit depends on the size of the context window if another window has another limit.
    let wide = probe.habits.listing.report.budget;
    let window = if wide == Some(budget) {
        String::new()
    } else {
        format!(" in a window of {} tokens", number(WINDOW as usize))
    };
    let most = number(usize::try_from(budget.limit).unwrap_or(usize::MAX));
    let answer = Answer::partly(format!("{most} {unit}{window}"));
    let answer = if report.shortened > 0 || report.cut > 0 {
        answer.and("descriptions are cut")
    } else {
        answer
    };
    if report.omitted > 0 {
        answer.and("skills are left out")
    } else {
        answer
    }
}

fn depth(probe: &Probe) -> Answer {
    let is_found = |level: &usize| probe.habits.skill(&deep_file(*level)).is_some();
    let deepest = (1..=LEVELS).filter(is_found).last();
    match deepest {
        Some(LEVELS) => Answer::works("no limit"),
        Some(1) => Answer::partly("1 level: a skill's folder is directly in the root"),
        Some(levels) => Answer::partly(format!("{levels} levels")),
        None => Answer::breaks("no skill in a folder below the root is found"),
    }
}
