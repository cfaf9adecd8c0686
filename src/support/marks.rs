//! Rows about placeholders and tags in a skill's text. For each placeholder or tag, a skill that
//! contains it is invoked, and the resulting text is checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::probe::{Files, Probe, Use, in_uses};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup};
use crate::host::Host;
use crate::host::topic::Topic;
use crate::model::invocation::InvocationRequest;
use crate::sort;

/// The arguments that every tested skill is invoked with.
const ARGUMENTS: &str = "alpha beta";

/// Placeholders for arguments. Each placeholder has a row in the table "Can I use", and the second
/// text is the row's summary.
const PLACEHOLDERS: [(&str, &str); 5] = [
    ("$ARGUMENTS", "All arguments in the text"),
    ("$ARGUMENTS[0]", "An argument by its place, from 0"),
    ("$0", "An argument by its place, from 0, in short"),
    ("$1", "An argument by its place, in short"),
    (
        "$topic",
        "An argument by the name that the field `arguments` gives it",
    ),
];

/// Placeholders that run a command. Each item is for a row of the table "Can I use": the row's id,
/// an example text, the row's summary, and the folder of the example skill.
const RUN: [(&str, &str, &str, &str); 2] = [
    (
        "!`command`",
        "!`echo hi`",
        "A command in the text, whose output takes its place",
        "runs-inline",
    ),
    (
        "```!",
        "```!\necho hi\n```",
        "A block of commands in the text, whose output takes its place",
        "runs-block",
    ),
];

const ATTACHES: &str = "attaches/SKILL.md";

/// The path of an example skill whose text has a variable. The tests do not invoke this skill,
/// because each host has a table of the variables that it replaces.
const VARIABLE: &str = "variable/SKILL.md";

/// The characters that tests write directly before (`BEFORE`) and directly after (`BEHIND`) a
/// placeholder. When a host has replaced the placeholder, the text between these characters is the
/// value.
const BEFORE: &str = "<<";
const BEHIND: &str = ">>";

/// Returns the path of the test skill for the placeholder at `index`. Each test skill has only one
/// placeholder, because a second placeholder in the same text may change the value of the first.
fn placeholder_file(index: usize) -> String {
    format!("replaces-{index}/SKILL.md")
}

/// Returns the path and the text of a skill's file.
fn skill(file: &str, fields: &str, body: &str) -> (String, String) {
    let name = file.trim_end_matches("/SKILL.md");
    let text = format!("---\nname: {name}\ndescription: Marks.\n{fields}---\n{body}\n");
    (file.to_owned(), text)
}

/// Returns the files of the test skills. The text of each test skill has a placeholder, a command,
/// or the mention of a file to attach (`@notes.md`).
pub(super) fn files() -> Files {
    let mut files = vec![
        skill(ATTACHES, "", "See @notes.md for more."),
        ("attaches/notes.md".to_owned(), "Notes.\n".to_owned()),
        ("./notes.md".to_owned(), "Notes.\n".to_owned()),
    ];
    for (index, (mark, _)) in PLACEHOLDERS.iter().enumerate() {
        let body = format!("{BEFORE}{mark}{BEHIND}");
        let file = placeholder_file(index);
        files.push(skill(&file, "arguments: [topic, aim]\n", &body));
    }
    for (_, command, _, name) in RUN {
        let file = format!("{name}/SKILL.md");
        files.push(skill(&file, "allowed-tools: Bash(echo *)\n", command));
    }
    files
}

pub(super) fn rows(hosts: &[Arc<dyn Host>]) -> Vec<Row> {
    let row = |mark: &str, summary: &str, topic, ask, example| Row {
        id: format!("placeholder/{mark}"),
        group: SupportGroup::Placeholders,
        // A placeholder that contains backquotes is written between double backquotes.
        title: if mark.contains('`') {
            format!("`` {mark} ``")
        } else {
            format!("`{mark}`")
        },
        summary: summary.to_owned(),
        topic,
        ask,
        example,
    };
    let about = |file: &str| {
        let folder = file.trim_end_matches("SKILL.md");
        let mut all = files();
        all.retain(|(path, _)| path.starts_with(folder) || path == "./notes.md");
        Example::plain(all)
    };
    let mut rows: Vec<_> = (PLACEHOLDERS.into_iter().enumerate())
        .map(|(index, (mark, summary))| {
            let ask = move |probe: &Probe| replaced(probe, index, mark);
            let example = about(&placeholder_file(index));
            row(
                mark,
                summary,
                Topic::Arguments,
                Box::new(ask) as Box<_>,
                example,
            )
        })
        .collect();
    let variables = hosts.iter().flat_map(|host| host.format().variables());
    let marks = sort::collect_set(variables.map(|variable| variable.mark));
    for mark in marks {
        let asked = mark.clone();
        let ask = move |probe: &Probe| variable(probe, &asked);
        let summary = "A variable in the text, whose value takes its place";
        let example = Example::plain(vec![skill(VARIABLE, "", &mark)]);
        rows.push(row(
            &mark,
            summary,
            Topic::Variables,
            Box::new(ask),
            example,
        ));
    }
    for (mark, _, summary, name) in RUN {
        let file = format!("{name}/SKILL.md");
        let example = about(&file);
        let ask = move |probe: &Probe| runs(probe, &file);
        rows.push(row(mark, summary, Topic::Commands, Box::new(ask), example));
    }
    let summary = "A file that the text names, which is brought along";
    let example = about(ATTACHES);
    rows.push(row(
        "@file",
        summary,
        Topic::Text,
        Box::new(attaches),
        example,
    ));
    rows.extend(tag_rows(hosts));
    rows
}

/// Returns the value that replaced a placeholder. The tests write `BEFORE` and `BEHIND` around the
/// placeholder, so the value is the text between them. Returns `None` if `BEFORE` or `BEHIND` is
/// missing.
fn instead(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(BEFORE)?;
    Some(rest.split_once(BEHIND)?.0)
}

fn replaced(probe: &Probe, index: usize, mark: &str) -> Answer {
    let uses = probe.habits.uses(&placeholder_file(index), ARGUMENTS);
    let changed = |one: &Use| {
        let instead = instead(&one.text)?;
        (instead != mark).then(|| instead.to_owned())
    };
    let Some(value) = uses.iter().find_map(&changed) else {
        return Answer::ignored("stays as it is");
    };
    let yes = match &*value {
        "" => format!("of `{ARGUMENTS}` nothing takes its place"),
        value => format!("of `{ARGUMENTS}` it becomes `{value}`"),
    };
    let answer = in_uses(&uses, &yes, "", |one| changed(one).is_some());
    let is_argument = value == ARGUMENTS || ARGUMENTS.split(' ').any(|word| word == value);
    if is_argument {
        answer
    } else {
        // The host replaced the placeholder with something else than the arguments.
        Answer::partly(answer.note)
    }
}

/// Answers whether the host replaces a variable, according to the host's table of variables.
fn variable(probe: &Probe, mark: &str) -> Answer {
    let variables = probe.host.format().variables();
    match variables.iter().find(|variable| variable.mark == mark) {
        Some(variable) if variable.of_plugins => Answer::partly(
            "its value takes its place, but only in the skills of plugins or extensions",
        ),
        Some(_) => Answer::works("its value takes its place"),
        None => Answer::ignored("stays as it is"),
    }
}

fn runs(probe: &Probe, file: &str) -> Answer {
    let uses = probe.habits.uses(file, "");
    in_uses(
        &uses,
        "runs, and its output takes its place",
        "stays as it is",
        |one| {
            let mut requests = one.invocations.iter().flat_map(|one| &one.requests);
            requests.any(|request| matches!(request, InvocationRequest::Command { .. }))
        },
    )
}

fn attaches(probe: &Probe) -> Answer {
    let uses = probe.habits.uses(ATTACHES, "");
    in_uses(
        &uses,
        "the file is brought along",
        "stays as it is",
        |one| one.attached,
    )
}

/// Returns a row for each tag that any host puts around the unchanged text of a skill.
fn tag_rows(hosts: &[Arc<dyn Host>]) -> Vec<Row> {
    let envelopes = hosts.iter().map(|host| host.format().envelope());
    let tags = envelopes.flat_map(|envelope| envelope.list.iter().chain(envelope.text));
    let tags: BTreeSet<&'static str> = sort::collect_set(tags.copied());
    let rows = tags.into_iter().map(|tag| Row {
        id: format!("tag/{tag}"),
        group: SupportGroup::Tags,
        title: format!("`</{tag}>`"),
        summary: "A tag in a skill's text or description that a host closes its own words with"
            .to_owned(),
        topic: Topic::Text,
        ask: Box::new(move |probe| closes(probe, tag)),
        // If the host writes the tag around its own words, every skill shows the tag.
        example: Example::general(vec![skill(VARIABLE, "", "Text.")]),
    });
    rows.collect()
}

fn closes(probe: &Probe, tag: &str) -> Answer {
    let envelope = probe.host.format().envelope();
    match (envelope.list.contains(&tag), envelope.text.contains(&tag)) {
        (true, true) => Answer::breaks(
            "closes the host's tag around the description, and around the text: what follows speaks for the host",
        ),
        (true, false) => Answer::breaks(
            "closes the host's tag around the description: what follows speaks for the host",
        ),
        (false, true) => Answer::breaks(
            "closes the host's tag around the text: what follows speaks for the host",
        ),
        (false, false) => Answer::works("is text like any other"),
    }
}
