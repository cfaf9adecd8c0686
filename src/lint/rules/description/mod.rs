//! The description: with the name it is all that a model sees before it chooses a skill.
//!
//! What is said of its words is said of English, and of Chinese where that has words of its own for it; other languages
//! are passed over in silence.

pub(in crate::lint) mod description_too_long;
pub(in crate::lint) mod missing_description;

use std::collections::HashMap;

use crate::compare::{self, Comparison, ListedAs};
use crate::lint::cache::LintCache;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostEdition, Verdict, labels};
use crate::model::obstacle::UseObstacle;
use crate::pipeline::{HostPipeline, Inputs};
use crate::search::Document;
use crate::text::document::Range;
use crate::tree::path;

static CUT_BY_CAP: Rule = Rule::new(
    RuleGroup::Description,
    "description-over-cap",
    Severity::Warning,
    "the description is longer than a host shows of any",
);
static CUT_BY_BUDGET: Rule = Rule::new(
    RuleGroup::Description,
    "description-over-budget",
    Severity::Warning,
    "the descriptions of all skills are longer than a host's list has room for",
);
static NO_WHEN: Rule = Rule::new(
    RuleGroup::Description,
    "no-when-to-use",
    Severity::Info,
    "the description does not say when to use the skill",
);
static SHORT: Rule = Rule::new(
    RuleGroup::Description,
    "short-description",
    Severity::Info,
    "the description says no more than the name, or next to nothing",
);
static UNFINISHED: Rule = Rule::new(
    RuleGroup::Description,
    "unfinished-description",
    Severity::Info,
    "the description is a placeholder or breaks off",
);
static PERSON: Rule = Rule::new(
    RuleGroup::Description,
    "description-person",
    Severity::Hint,
    "the description speaks as the skill, or to the user",
);
static VAGUE_NAME: Rule = Rule::new(
    RuleGroup::Description,
    "vague-name",
    Severity::Hint,
    "the name would fit any skill",
);
static TAG_IN_DESCRIPTION: Rule = Rule::new(
    RuleGroup::Description,
    "tag-in-description",
    Severity::Info,
    "the description holds a tag, and a host's list is made of tags",
);
pub(in crate::lint) static NEAR_DUPLICATE: Rule = Rule::new(
    RuleGroup::Description,
    "near-duplicate-description",
    Severity::Info,
    "another skill's description says nearly the same",
);

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &missing_description::RULE,
    &description_too_long::RULE,
    &CUT_BY_CAP,
    &CUT_BY_BUDGET,
    &NO_WHEN,
    &SHORT,
    &UNFINISHED,
    &PERSON,
    &VAGUE_NAME,
    &TAG_IN_DESCRIPTION,
    &NEAR_DUPLICATE,
];

/// From which similarity on two descriptions compete for the same requests (`docs/search.md` says what the measure is).
/// The threshold is ours: of twelve pairs of real skills above it that were read, all said the same.
const SIMILAR: f64 = 0.8;

/// Names that say nothing (the guide for authors of Claude's skills names most of them as ones to avoid).
const VAGUE_NAMES: [&str; 24] = [
    "common",
    "data",
    "demo",
    "documents",
    "example",
    "files",
    "general",
    "helper",
    "helpers",
    "misc",
    "my-skill",
    "new-skill",
    "sample",
    "skill",
    "skills",
    "stuff",
    "temp",
    "test",
    "tool",
    "tools",
    "untitled",
    "util",
    "utilities",
    "utils",
];

/// Words of English by which it is told from other languages in Latin letters.
const ENGLISH: [&str; 26] = [
    "a", "an", "and", "any", "are", "as", "by", "for", "from", "if", "in", "into", "is", "it",
    "of", "on", "or", "that", "the", "this", "to", "use", "using", "when", "with", "your",
];

/// Words of the others.
const NOT_ENGLISH: [&str; 38] = [
    "att", "che", "com", "con", "das", "de", "del", "den", "der", "des", "di", "die", "do", "el",
    "em", "en", "est", "et", "ett", "för", "het", "il", "la", "las", "le", "les", "los", "med",
    "mit", "och", "para", "per", "por", "pour", "que", "und", "una", "van",
];

/// What says when, in English, as words in a row.
const WHEN: [&str; 44] = [
    "when",
    "whenever",
    "if",
    "use this",
    "use it",
    "use for",
    "used for",
    "used to",
    "use to",
    "use as",
    "use before",
    "use after",
    "use during",
    "use on",
    "use in",
    "use with",
    "use cases",
    "use case",
    "using this",
    "use proactively",
    "use the",
    "trigger",
    "triggers",
    "triggered",
    "activate",
    "activates",
    "invoke",
    "invoked",
    "for any",
    "asks",
    "asked",
    "ask for",
    "ask to",
    "needs to",
    "need to",
    "wants to",
    "want to",
    "before",
    "after",
    "while",
    "during",
    "must be used",
    "for tasks",
    "useful for",
];

/// The same in Chinese.
const WHEN_IN_CHINESE: [&str; 21] = [
    "用于",
    "适用",
    "适合",
    "当",
    "时",
    "如果",
    "若",
    "场景",
    "触发",
    "使用",
    "需要",
    "可用",
    "用来",
    "帮助",
    "支持",
    "要求",
    "請",
    "用於",
    "適用",
    "時",
    "当用户",
];

/// How a sentence begins that speaks as the skill or to the user.
const PERSONS: [&str; 20] = [
    "i can",
    "i will",
    "i'll",
    "i am",
    "i'm",
    "i help",
    "i have",
    "i provide",
    "we can",
    "we will",
    "we'll",
    "we help",
    "we provide",
    "let me",
    "my job",
    "you can",
    "you will",
    "you'll",
    "you are",
    "you're",
];

/// What stands where a description was to be written.
const PLACEHOLDERS: [&str; 8] = [
    "todo",
    "[todo",
    "tbd",
    "your description",
    "description here",
    "add description",
    "lorem ipsum",
    "a brief description of",
];

/// A language whose words are known here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    Chinese,
}

/// What is wrong with the description of one skill.
pub(in crate::lint) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    shown(context, found);
    name(context, found);
    let Some(description) = description(context) else {
        return;
    };
    tags(context, description, found);
    words(context, description, found);
}

/// The description as a host has it.
fn description<'a>(context: &SkillContext<'a>) -> Option<&'a str> {
    let mut cells = context.verdicts.iter().map(|verdict| verdict.cell);
    let description = cells.find_map(|cell| {
        let description = cell.description.as_deref()?;
        // What a host makes of the text, where there is none, is no description of the author's.
        Some(description.trim()).filter(|description| !description.is_empty())
    });
    context.member("description").and(description)
}

/// Where the description stands; the start of the text where there is none.
fn place(context: &SkillContext<'_>) -> Range {
    let member = context.member("description");
    member.map_or_else(
        || context.start(),
        |member| context.range(member.value_bytes.clone()),
    )
}

fn new(context: &SkillContext<'_>, rule: &Rule, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, context.path, place(context), message)
}

/// What the hosts' lists show of it.
fn shown(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    // By rule and how much is missing, with the hosts.
    let mut cut: Vec<(&Rule, Option<usize>, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let of_budget = |no: &compare::Obstacle| no.reason == UseObstacle::OverBudget.into();
        let by = match verdict.cell.listed {
            ListedAs::Cut { by } => Some(by),
            ListedAs::Nothing if verdict.cell.obstacles.iter().any(of_budget) => None,
            _ => continue,
        };
        // A cap cuts it when there is no other skill, either.
        let host = verdict.pipeline.shared_host();
        let alone = compare::Alone::new(host, context.environment, context.folder(), context.text);
        let (rule, by) = match alone.listed() {
            ListedAs::Cut { by } => (&CUT_BY_CAP, Some(by)),
            _ => (&CUT_BY_BUDGET, by),
        };
        match cut
            .iter_mut()
            .find(|(known, of, _)| (*known, *of) == (rule, by))
        {
            Some((.., hosts)) => hosts.push(verdict.who()),
            None => cut.push((rule, by, vec![verdict.who()])),
        }
    }
    let length = description(context).unwrap_or_default().chars().count();
    for (rule, by, hosts) in cut {
        let labels = labels(hosts.iter().copied());
        let (message, help) = if *rule == CUT_BY_CAP {
            (
                format!(
                    "{labels} cuts {} of the {length} characters of the description, whatever else is there",
                    by.unwrap_or_default()
                ),
                "Say what it does and when to use it first, and move the rest into the body.",
            )
        } else {
            (
                match by {
                    Some(by) if by >= length => format!(
                        "the list of {labels} has no room for the description beside the other skills"
                    ),
                    Some(by) => format!(
                        "the list of {labels} has no room for {by} of the description's {length} characters beside the other skills"
                    ),
                    None => {
                        format!("the list of {labels} has no room for the skill beside the others")
                    }
                },
                "Shorten the descriptions of all skills, or disable skills that are not needed.",
            )
        };
        found.push(new(context, rule, message).help(help).concerning(hosts));
    }
}

fn name(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(member) = context.member("name") else {
        return;
    };
    let name = context.slice(&member.value_bytes).trim_matches(['"', '\'']);
    if VAGUE_NAMES.contains(&name.to_ascii_lowercase().as_str()) {
        let range = context.range(member.value_bytes.clone());
        let message = format!("the name {name:?} would fit any skill");
        found.push(
            Diagnostic::new(&VAGUE_NAME, context.path, range, message)
                .help("Name it after what it does, such as `pdf-forms`.")
                .concerning(context.all_hosts()),
        );
    }
}

/// Tags in it, for hosts whose list has it between tags and does not escape it.
fn tags(context: &SkillContext<'_>, description: &str, found: &mut Vec<Diagnostic>) {
    let tag = description.match_indices('<').find_map(|(start, _)| {
        let rest = &description[start..];
        let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        let end = rest.find('>').filter(|end| *end <= 100)?;
        (name.starts_with(|first: char| first.is_ascii_alphabetic())).then(|| &rest[..=end])
    });
    let hosts: Vec<_> = (context.verdicts.iter())
        .filter(|verdict| !verdict.pipeline.host().format().envelope().list.is_empty())
        .map(Verdict::who)
        .collect();
    if let Some(tag) = tag.filter(|_| !hosts.is_empty()) {
        let message = format!(
            "the description holds {tag}, and {} puts it between tags as it is",
            labels(hosts.iter().copied())
        );
        found.push(
            new(context, &TAG_IN_DESCRIPTION, message)
                .help("Write it without angle brackets, such as `NAME` for `<name>`.")
                .concerning(hosts),
        );
    }
}

/// What its words say.
fn words(context: &SkillContext<'_>, description: &str, found: &mut Vec<Diagnostic>) {
    let mut say = |rule: &Rule, message: &str, help: &str| {
        let diagnostic = new(context, rule, message).help(help);
        found.push(diagnostic.concerning(context.all_hosts()));
    };
    let lower = description.to_lowercase();
    if let Some(problem) = unfinished(description, &lower) {
        say(
            &UNFINISHED,
            problem,
            "Write what the skill does and when to use it.",
        );
        return;
    }
    if says_nothing(context, &lower) {
        say(
            &SHORT,
            "the description says too little for a model to choose by",
            "Write what the skill does and when to use it.",
        );
        return;
    }
    let language = language(&lower);
    let has_when_field = context.member("when_to_use").is_some();
    let says_when = match language {
        Some(Language::English) => {
            let words = padded(&lower);
            WHEN.iter().any(|when| words.contains(&format!(" {when} ")))
        }
        Some(Language::Chinese) => WHEN_IN_CHINESE.iter().any(|when| lower.contains(when)),
        None => true,
    };
    if !says_when && !has_when_field {
        say(
            &NO_WHEN,
            "the description says what the skill does, and not when to use it",
            "Add when to use it, with the words that users say: `Use when …`.",
        );
    }
    if language == Some(Language::English) && speaks(&lower) {
        say(
            &PERSON,
            "the description speaks as the skill or to the user",
            "Write it in the third person: `Fills in PDF forms`, not `I can help you fill in forms`.",
        );
    }
}

/// Lower-case words with one blank around each; apostrophes stay in them.
fn padded(lower: &str) -> String {
    let mut padded = " ".to_owned();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    for word in words.filter(|word| !word.is_empty()) {
        padded.push_str(word);
        padded.push(' ');
    }
    padded
}

/// The language of a text in small letters, if it is sure.
fn language(lower: &str) -> Option<Language> {
    let letters = lower.chars().filter(|c| c.is_alphabetic()).count();
    let han = lower
        .chars()
        .filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c))
        .count();
    let kana = lower
        .chars()
        .any(|c| ('\u{3040}'..='\u{30ff}').contains(&c));
    if han * 3 > letters && !kana {
        return Some(Language::Chinese);
    }
    let ascii = lower.chars().filter(char::is_ascii_alphabetic).count();
    if ascii * 20 < letters * 19 {
        return None;
    }
    let words = || lower.split(|c: char| !c.is_alphanumeric());
    let english = words().filter(|word| ENGLISH.contains(word)).count();
    let other = words().filter(|word| NOT_ENGLISH.contains(word)).count();
    (english > 2 * other).then_some(Language::English)
}

/// Whether a sentence of it begins in the first or second person, quotes aside: users' words are in quotes.
fn speaks(lower: &str) -> bool {
    let mut in_quotes = false;
    let unquoted: String = lower
        .replace(['“', '”'], "\"")
        .replace('’', "'")
        .chars()
        .filter(|c| {
            in_quotes ^= *c == '"';
            !in_quotes
        })
        .collect();
    unquoted.split(['.', '!', '?', '\n']).any(|sentence| {
        let words = padded(sentence);
        PERSONS
            .iter()
            .any(|person| words.starts_with(&format!(" {person} ")))
    })
}

fn unfinished(description: &str, lower: &str) -> Option<&'static str> {
    if PLACEHOLDERS
        .iter()
        .any(|placeholder| lower.starts_with(placeholder))
    {
        return Some("the description is a placeholder");
    }
    let opened = description.matches(['(', '（']).count();
    let closed = description.matches([')', '）']).count();
    let breaks_off = description.ends_with([',', ':', '，', '：', '、', '(', '（', '…'])
        || description.ends_with("...")
        || opened > closed && description.rfind(['(', '（']) > description.rfind([')', '）']);
    breaks_off.then_some("the description breaks off")
}

/// Whether it is the name in other words, or hardly more than one word.
fn says_nothing(context: &SkillContext<'_>, lower: &str) -> bool {
    let is_name = |name: &str| padded(&name.to_lowercase()) == padded(lower);
    let mut names = (context.verdicts.iter())
        .filter_map(|verdict| verdict.cell.name.as_deref())
        .chain([context.folder()]);
    let letters = lower.chars().filter(|c| c.is_alphanumeric()).count();
    let wide = lower
        .chars()
        .filter(|c| c.is_alphanumeric() && *c >= '\u{1100}')
        .count();
    // A character of Chinese, Japanese or Korean says as much as three letters do.
    names.any(is_name) || letters + 2 * wide < 10
}

/// What says nearly the same as another skill's. Copies of one skill, which have its name, are meant.
pub(in crate::lint) fn near_duplicates(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    comparison: &Comparison,
    kept: &LintCache,
    found: &mut Vec<Diagnostic>,
) {
    // What hosts call each skill.
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    let mut documents: Vec<Document> = Vec::new();
    let mut add = |path: &str, name: &str, description: &str| match names.get_mut(path) {
        Some(known) if known.iter().any(|known| known == name) => {}
        Some(known) => known.push(name.to_owned()),
        None => {
            names.insert(path.to_owned(), vec![name.to_owned()]);
            documents.push(Document {
                path: path.to_owned(),
                name: name.to_owned(),
                description: description.to_owned(),
                headings: Vec::new(),
            });
        }
    };
    for pipeline in pipelines {
        for skill in &pipeline.catalog(inputs).skills {
            add(&skill.path, &skill.name, &skill.description);
        }
    }
    // And those that a host would have if they lay where it looks.
    for skill in &comparison.skills {
        for cell in &skill.cells {
            if let (Some(name), Some(description)) = (&cell.name, &cell.description) {
                add(&skill.path, name, description);
            }
        }
    }
    let are_copies = |left: &str, right: &str| {
        let names = names.get(left).zip(names.get(right));
        names.is_some_and(|(left, right)| left.iter().any(|name| right.contains(name)))
    };
    let folder = |file: &str| path::parent(file).map(|folder| path::file_name(folder).to_owned());
    // The most similar other of each, with how similar.
    let mut nearest: HashMap<&str, (&str, f64)> = HashMap::new();
    let pairs = kept.near_duplicates(&documents, SIMILAR);
    for pair in pairs.iter() {
        let (left, right) = (pair.left.as_str(), pair.right.as_str());
        if are_copies(left, right) || folder(left) == folder(right) {
            continue;
        }
        for (one, other) in [(left, right), (right, left)] {
            nearest.entry(one).or_insert((other, pair.similarity));
        }
    }
    for skill in &comparison.skills {
        let Some((other, similarity)) = nearest.get(skill.path.as_str()) else {
            continue;
        };
        let range = place_in(inputs, &skill.path);
        let name = names.get(*other).map_or("", |names| &names[0]);
        let message = format!(
            "the description says nearly the same as that of {name} ({:.0} % alike)",
            (similarity * 100.0).floor()
        );
        let hosts = comparison.hosts.iter();
        let hosts = hosts.map(|host| (host.host.as_str(), host.edition.as_str()));
        found.push(
            Diagnostic::new(&NEAR_DUPLICATE, &skill.path, range, message)
                .help("Say in each what sets it apart, or make one skill of them.")
                .concerning(hosts)
                .related(
                    format!("the description of {name}"),
                    other,
                    place_in(inputs, other),
                ),
        );
    }
}

/// Where the description of a file stands.
fn place_in(inputs: Inputs<'_>, file: &str) -> Range {
    let entry = inputs.tree.resolve(file).ok();
    let contents = entry.and_then(|entry| entry.contents());
    let text = contents.and_then(|contents| contents.text().ok());
    crate::lint::skill_context::place_of("description", text.unwrap_or_default())
}
