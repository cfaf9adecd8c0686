//! The instructions and the files that they name.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops;

use crate::host::format::Replacement;
use crate::lint::diagnostic::{Diagnostic, Fix, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::lint::verdict::{Verdict, labels};
use crate::text::budget::{BudgetUnit, Size};
use crate::text::markdown::SpanKind;
use crate::tree::path;
use crate::tree::resources::{
    ReferenceForm, ReferenceTarget, ResourceFile, ResourceKind, ResourceReference,
};

static EMPTY_BODY: Rule = Rule::new(
    RuleGroup::Body,
    "empty-body",
    Severity::Warning,
    "there are no instructions behind the frontmatter",
);
static LONG_BODY: Rule = Rule::new(
    RuleGroup::Body,
    "long-body",
    Severity::Info,
    "the body is longer than the standard advises",
);
static MISSING_FILE: Rule = Rule::new(
    RuleGroup::Body,
    "missing-file",
    Severity::Warning,
    "the skill names a file that is not there",
);
static UNNAMED_FILE: Rule = Rule::new(
    RuleGroup::Body,
    "unnamed-file",
    Severity::Hint,
    "nothing that the model reads names a file of the skill",
);
static DEEP_REFERENCE: Rule = Rule::new(
    RuleGroup::Body,
    "deep-reference",
    Severity::Info,
    "a reference is named only by another reference",
);
static LONG_REFERENCE: Rule = Rule::new(
    RuleGroup::Body,
    "long-reference",
    Severity::Hint,
    "a long reference does not begin with its contents",
);
static MACHINE_PATH: Rule = Rule::new(
    RuleGroup::Body,
    "machine-path",
    Severity::Warning,
    "a path is of the author's machine",
);
static BACKSLASH_PATH: Rule = Rule::new(
    RuleGroup::Body,
    "backslash-path",
    Severity::Info,
    "a path of the skill's is written with backslashes",
);
static REPLACED_TEXT: Rule = Rule::new(
    RuleGroup::Body,
    "replaced-text",
    Severity::Warning,
    "a host takes text for the place of an argument",
);
static UNFILLED_PLACEHOLDER: Rule = Rule::new(
    RuleGroup::Body,
    "unfilled-placeholder",
    Severity::Info,
    "a placeholder that a host fills in is plain text in others",
);
static INLINE_COMMAND: Rule = Rule::new(
    RuleGroup::Body,
    "inline-command",
    Severity::Info,
    "a host runs a command in the text, and others do not",
);
static UNMEANT_COMMAND: Rule = Rule::new(
    RuleGroup::Body,
    "unmeant-command",
    Severity::Warning,
    "a host takes text for a command and runs it",
);
static SCAFFOLD: Rule = Rule::new(
    RuleGroup::Body,
    "scaffold-leftover",
    Severity::Info,
    "a mark of a template was never filled in",
);
static EXTRA_DOCUMENT: Rule = Rule::new(
    RuleGroup::Body,
    "extra-document",
    Severity::Hint,
    "a skill's folder holds a document for people",
);
static UNPINNED_RUNNER: Rule = Rule::new(
    RuleGroup::Body,
    "unpinned-runner",
    Severity::Hint,
    "a command runs whatever version of a package is the latest",
);
static ASKING_SCRIPT: Rule = Rule::new(
    RuleGroup::Body,
    "asking-script",
    Severity::Info,
    "a script waits for input that an agent cannot type",
);

/// The rules of this group.
pub(in crate::lint) const RULES: &[&Rule] = &[
    &EMPTY_BODY,
    &LONG_BODY,
    &MISSING_FILE,
    &UNNAMED_FILE,
    &DEEP_REFERENCE,
    &LONG_REFERENCE,
    &MACHINE_PATH,
    &BACKSLASH_PATH,
    &REPLACED_TEXT,
    &UNFILLED_PLACEHOLDER,
    &INLINE_COMMAND,
    &UNMEANT_COMMAND,
    &SCAFFOLD,
    &EXTRA_DOCUMENT,
    &UNPINNED_RUNNER,
    &ASKING_SCRIPT,
];

/// What the standard advises to stay below (host facts C1).
const MAX_LINES: usize = 500;
const MAX_TOKENS: u64 = 5_000;

/// Lines from which on a reference wants contents, since models look at the start of long files first. The guide for
/// authors of Claude's skills says 100; three times as much is ours, to speak of the long ones only.
const LONG_REFERENCE_LINES: usize = 300;

/// Lines that contents are looked for in.
const CONTENTS_LINES: usize = 60;

/// Findings of one rule in one skill; what is more is not worth a list. The limit is ours.
const MAX_FOUND: usize = 20;

/// What is wrong with the body and the files beside it.
pub(in crate::lint) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    found: &mut Vec<Diagnostic>,
) {
    size(context, found);
    missing(context, texts, found);
    unnamed(context, texts, found);
    deep(context, found);
    backslashes(context, texts, found);
    replaced(context, texts, found);
    for text in texts {
        long_reference(context, text, found);
        machine_paths(context, text, found);
        scaffold(context, text, found);
        runners(context, text, found);
        asks(context, text, found);
    }
}

fn size(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let body = context.slice(&context.body);
    if body.trim().is_empty() {
        if context.frontmatter.delimited.is_ok() {
            let range = context.range(context.body.clone());
            found.push(
                Diagnostic::new(
                    &EMPTY_BODY,
                    context.path,
                    range,
                    "there are no instructions behind the frontmatter",
                )
                .help("Write what the model is to do once it has chosen the skill.")
                .concerning(context.all_hosts()),
            );
        }
        return;
    }
    let lines = body.lines().count();
    let tokens = BudgetUnit::Tokens.cost(Size::of(body));
    if lines > MAX_LINES || tokens > MAX_TOKENS {
        let first = context.body.start + (body.len() - body.trim_start().len());
        let end = context.text[first..].find('\n');
        let end = end.map_or(context.text.len(), |end| first + end);
        let message = format!(
            "the body has {lines} lines and about {tokens} tokens; the standard advises {MAX_LINES} and {MAX_TOKENS} at most"
        );
        found.push(
            Diagnostic::new(&LONG_BODY, context.path, context.range(first..end), message)
                .help("Move what is not always needed into files in references/ and say when to read each.")
                .concerning(context.all_hosts()),
        );
    }
}

/// The path of a file from the folder of the one that names it.
fn relative_to(context: &SkillContext<'_>, from: &str, relative: &str) -> Option<String> {
    let root = path::parent(context.path).unwrap_or("/");
    let folder = path::parent(from)?.strip_prefix(root)?;
    match folder.trim_start_matches('/') {
        "" => Some(relative.to_owned()),
        folder => {
            let inside = relative.strip_prefix(folder)?;
            inside.strip_prefix('/').map(str::to_owned)
        }
    }
}

/// Words of lines whose paths are examples.
const EXAMPLES: [&str; 7] = [
    "example",
    "e.g.",
    "such as",
    "for instance",
    "例如",
    "比如",
    "示例",
];

/// A reference to a file that is not there.
struct Gone<'r, 'a> {
    reference: &'r ResourceReference,
    text: &'r SkillText<'a>,
    /// The path from the skill's folder.
    relative: &'r str,
}

impl Gone<'_, '_> {
    fn bytes(&self) -> ops::Range<usize> {
        let range = self.reference.range;
        range.start.byte..range.end.byte
    }

    fn message(&self) -> String {
        format!("there is no {} in the skill's folder", self.relative)
    }
}

fn missing(context: &SkillContext<'_>, texts: &[SkillText<'_>], found: &mut Vec<Diagnostic>) {
    let root = path::parent(context.path).unwrap_or("/");
    let files = &context.resources.files;
    let folder_of = |relative: &str| {
        relative
            .split_once('/')
            .map(|(folder, _)| folder.to_owned())
    };
    let folders: HashSet<_> = (files.iter())
        .filter_map(|file| folder_of(&file.relative))
        .collect();
    let mut seen = HashSet::new();
    let mut references = context.resources.references.iter();
    let gone = std::iter::from_fn(|| {
        references.find_map(|reference| {
            // What lies elsewhere may not have been given.
            let inside = reference.target.strip_prefix(root)?;
            let relative = inside.strip_prefix('/')?;
            let is_link = matches!(reference.form, ReferenceForm::Link | ReferenceForm::Image);
            // A project that is worked on has scripts and assets, too.
            let is_meant = || {
                let folder = folder_of(relative);
                match folder {
                    Some(folder) => folder == "references" || folders.contains(&folder),
                    // It is there but for its capitals.
                    None => true,
                }
            };
            let text = texts.iter().find(|text| text.path == reference.path)?;
            let line = text.line_at(reference.range.start.byte).to_lowercase();
            let is_example = !is_link && EXAMPLES.iter().any(|word| line.contains(word));
            let span = text.span_at(reference.range.start.byte);
            let is_commented = span.is_some_and(|span| span.kind == SpanKind::Comment);
            let counts = reference.found == ReferenceTarget::Missing
                && !is_commented
                && !is_example
                && (is_link || is_meant());
            (counts && seen.insert(&reference.target)).then_some(Gone {
                reference,
                text,
                relative,
            })
        })
    });
    let gone: Vec<_> = gone.take(MAX_FOUND).collect();
    // Where nothing came with the skill's file, that is one fault.
    if let ([first, rest @ ..], true) = (&gone[..], files.is_empty()) {
        let message = match rest.len() {
            0 => first.message(),
            more => format!(
                "{}, nor {more} more files that the skill names",
                first.message()
            ),
        };
        let help = "Put the files beside SKILL.md, or take their names out of the text.";
        let diagnostic = first
            .text
            .say(context, &MISSING_FILE, first.bytes(), message, help);
        found.push(rest.iter().fold(diagnostic, |diagnostic, gone| {
            diagnostic.related(gone.message(), &gone.text.path, gone.reference.range)
        }));
        return;
    }
    for gone in &gone {
        let nearest = nearest(gone.relative, files);
        let help = match nearest {
            Some(file) => format!("Did you mean {}?", file.relative),
            None => "Add the file, or take its name out of the text.".to_owned(),
        };
        let renamed = nearest.and_then(|file| renamed(context, gone, file));
        found.push(
            gone.text
                .say(context, &MISSING_FILE, gone.bytes(), gone.message(), help)
                .fix(renamed),
        );
    }
}

/// The name of a file in place of one that is nearly the same.
fn renamed(context: &SkillContext<'_>, gone: &Gone<'_, '_>, file: &ResourceFile) -> Option<Fix> {
    let reference = gone.reference;
    let name = relative_to(context, &reference.path, &file.relative)?;
    let bytes = gone.bytes();
    let end = reference.written.find(['#', '?']);
    let end = end.map_or(bytes.end, |end| bytes.start + end);
    let title = format!("Write {name}");
    let fix = match file.relative.eq_ignore_ascii_case(gone.relative) {
        true => gone.text.fix(context, title),
        false => Fix::unsafe_(title),
    };
    let written = match reference.form {
        ReferenceForm::Link | ReferenceForm::Image => name.replace(' ', "%20"),
        ReferenceForm::Code | ReferenceForm::Block | ReferenceForm::Plain => name,
    };
    Some(fix.replace(
        &gone.text.path,
        &gone.text.places,
        bytes.start..end,
        written,
    ))
}

/// The file whose path, or whose name, is nearest to one that is not there.
fn nearest<'f>(wanted: &str, files: &'f [ResourceFile]) -> Option<&'f ResourceFile> {
    let lower = wanted.to_lowercase();
    let name = path::file_name(&lower);
    let near = files.iter().filter_map(|file| {
        let other = file.relative.to_lowercase();
        let whole = distance(&lower, &other);
        // The right name in another folder is near.
        let moved = match path::file_name(&other) == name {
            true => 1,
            false => usize::MAX,
        };
        Some((whole.min(moved), file)).filter(|(far, _)| *far <= lower.chars().count() / 4)
    });
    near.min_by_key(|(far, _)| *far).map(|(_, file)| file)
}

/// How many characters must be changed, put in or taken out; far for what is long, since that takes the product.
fn distance(one: &str, other: &str) -> usize {
    const LONGEST: usize = 100;
    match one.len().max(other.len()) > LONGEST {
        true => usize::MAX,
        false => strsim::osa_distance(one, other),
    }
}

/// What belongs to a folder of files whatever it is for.
fn is_housekeeping(relative: &str) -> bool {
    const NAMES: [&str; 14] = [
        "__init__.py",
        "package.json",
        "package-lock.json",
        "pnpm-lock.yaml",
        "yarn.lock",
        "requirements.txt",
        "pyproject.toml",
        "uv.lock",
        "tsconfig.json",
        "cargo.toml",
        "cargo.lock",
        "go.mod",
        "go.sum",
        "makefile",
    ];
    let name = path::file_name(relative).to_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    relative.split('/').any(|segment| segment.starts_with('.'))
        || ["license", "licence", "notice", "copying"].contains(&stem)
        || name.starts_with("test_")
        || relative.starts_with("tests/")
        || relative.starts_with("evals/")
        || relative.starts_with("evaluations/")
        || relative.contains("node_modules/")
        || relative.contains("__pycache__/")
        || NAMES.contains(&name.as_str())
}

/// A document for people who look at the folder: no host shows it, and the model does not need it.
fn is_for_people(relative: &str) -> bool {
    let name = relative.to_lowercase();
    let stem = name
        .strip_suffix(".md")
        .or_else(|| name.strip_suffix(".txt"));
    let stem = stem.unwrap_or(&name).replace('-', "_");
    [
        "readme",
        "changelog",
        "contributing",
        "installation",
        "installation_guide",
        "install",
        "quick_reference",
    ]
    .contains(&stem.as_str())
}

fn unnamed(context: &SkillContext<'_>, texts: &[SkillText<'_>], found: &mut Vec<Diagnostic>) {
    let resources = &context.resources;
    if !resources.complete || resources.files.is_empty() {
        return;
    }
    for file in resources
        .files
        .iter()
        .filter(|file| is_for_people(&file.relative))
    {
        if file.depth.is_none() {
            let start = texts.iter().find(|text| text.path == file.path);
            let range = start.map_or_else(|| context.start(), |text| text.range(0..0));
            let message = format!(
                "{} is for people; the model is never told of it",
                file.relative
            );
            found.push(
                Diagnostic::new(&EXTRA_DOCUMENT, &file.path, range, message)
                    .help("Keep it outside of the skill's folder, or move what the model needs into references/.")
                    .concerning(context.all_hosts()),
            );
        }
    }
    // Programs name one another without their endings.
    let words: HashSet<&str> = (texts.iter())
        .flat_map(|text| {
            text.text
                .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
        })
        .collect();
    let is_imported = |file: &ResourceFile| {
        let name = path::file_name(&file.relative);
        let stem = name.split('.').next().unwrap_or_default();
        file.kind != ResourceKind::Reference && words.contains(stem)
    };
    // What is named in other capitals is a missing file.
    let missing: HashSet<_> = (resources.references.iter())
        .filter(|reference| reference.found == ReferenceTarget::Missing)
        .map(|reference| reference.target.to_lowercase())
        .collect();
    let unnamed: Vec<_> = (resources.files.iter())
        .filter(|file| {
            file.depth.is_none()
                && file.named_by.is_empty()
                && file.kind != ResourceKind::AgentsConfig
                && !is_housekeeping(&file.relative)
                && !is_for_people(&file.relative)
                && !is_imported(file)
                && !missing.contains(&file.path.to_lowercase())
        })
        .collect();
    let Some(first) = unnamed.first() else {
        return;
    };
    let message = match unnamed.len() {
        1 => format!("nothing names {}", first.relative),
        more => format!(
            "nothing names {} and {} more files",
            first.relative,
            more - 1
        ),
    };
    let mut diagnostic = Diagnostic::new(&UNNAMED_FILE, context.path, context.start(), message)
        .help("Say in SKILL.md what it is for and when to use it, or take it out.")
        .concerning(context.all_hosts());
    for file in unnamed.iter().take(MAX_FOUND) {
        let text = texts.iter().find(|text| text.path == file.path);
        let range = text.map_or_else(|| context.start(), |text| text.range(0..0));
        diagnostic = diagnostic.related("named nowhere", &file.path, range);
    }
    found.push(diagnostic);
}

fn deep(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let files = &context.resources.files;
    let depths: HashMap<&str, Option<usize>> = (files.iter())
        .map(|file| (file.path.as_str(), file.depth))
        .collect();
    let deep = files.iter().filter_map(|file| {
        let depth = file.depth.filter(|depth| *depth > 1)?;
        // Where the way from the skill's file goes on to it.
        let mut sites = file.named_by.iter();
        let site = sites.find(|site| depths.get(site.path.as_str()) == Some(&Some(depth - 1)))?;
        let is_read = file.kind == ResourceKind::Reference && file.relative.ends_with(".md");
        is_read.then_some((file, depth, site))
    });
    for (file, depth, site) in deep.take(MAX_FOUND) {
        let message = format!(
            "{} is {depth} files away from SKILL.md; models look into far files less, or only at their start",
            file.relative
        );
        found.push(
            Diagnostic::new(&DEEP_REFERENCE, &site.path, site.range, message)
                .help("Name it in SKILL.md, too.")
                .concerning(context.all_hosts()),
        );
    }
}

fn long_reference(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if text.kind != Some(ResourceKind::Reference) || !text.is_markdown {
        return;
    }
    let lines = text.text.lines().count();
    let start = || text.text.lines().take(CONTENTS_LINES);
    let is_contents = |line: &str| {
        let lower = line.to_lowercase();
        let is_heading = lower.starts_with(['#', '*']) && lower.len() < 60;
        is_heading
            && ["contents", "toc", "index", "目录", "overview of sections"]
                .iter()
                .any(|word| lower.contains(word))
    };
    let links = start().filter(|line| line.contains("](#")).count();
    if lines > LONG_REFERENCE_LINES && links < 3 && !start().any(is_contents) {
        let message = format!("the file has {lines} lines and does not begin with its contents");
        let help =
            "Begin it with a list of its sections: models look at the start of a long file first.";
        found.push(text.say(context, &LONG_REFERENCE, 0..0, message, help));
    }
}

/// Users that stand for any in examples, and those of images of machines.
const ANY_USERS: [&str; 52] = [
    "admin",
    "bitnami",
    "dev",
    "developer",
    "docs",
    "jdoe",
    "jsmith",
    "pi",
    "project",
    "vagrant",
    "agent",
    "alice",
    "app",
    "bob",
    "coder",
    "codespace",
    "example",
    "foo",
    "guest",
    "jane",
    "jenkins",
    "john",
    "johndoe",
    "linuxbrew",
    "me",
    "my-user",
    "myname",
    "myuser",
    "name",
    "node",
    "openclaw",
    "public",
    "root",
    "runner",
    "sandbox",
    "shared",
    "someone",
    "target",
    "test",
    "ubuntu",
    "user",
    "user1",
    "username",
    "users",
    "victim",
    "vscode",
    "xxx",
    "you",
    "your-name",
    "your-user",
    "your-username",
    "yourname",
];

/// Paths below the home of somebody.
fn machine_paths(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    const HOMES: [&str; 4] = ["/Users/", "/home/", ":\\Users\\", ":/Users/"];
    let body = &text.text[text.body.clone()];
    let mut homes: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    for home in HOMES {
        for (at, _) in body.match_indices(home) {
            let is_drive = home.starts_with(':');
            let before = body[..at].chars().next_back();
            let begins = match is_drive {
                true => before.is_some_and(|before| before.is_ascii_uppercase()),
                // `https://x.org/home/a` and `data/home/a` are no paths from a root, and `:/Users/` is a drive's.
                false => before.is_none_or(|before| {
                    !before.is_alphanumeric() && !"._-~}>/:*%".contains(before)
                }),
            };
            let rest = &body[at + home.len()..];
            let ends = |c: char| !(c.is_alphanumeric() || "._-".contains(c));
            let length = rest.find(ends).unwrap_or(rest.len());
            let user = &rest[..length];
            let goes_on = rest[length..].starts_with(['/', '\\']);
            let lower = user.to_lowercase();
            let is_any = ANY_USERS.contains(&lower.as_str())
                || user.is_empty()
                || lower.starts_with("your")
                || lower.starts_with("xx")
                || lower.contains("user")
                || !user.is_ascii();
            if begins && goes_on && !is_any {
                let start = at - usize::from(is_drive);
                let path_ends = |c: char| c.is_whitespace() || "`'\"()<>,;，。；）|*".contains(c);
                let end = rest
                    .find(path_ends)
                    .map_or(body.len(), |end| at + home.len() + end);
                homes.insert(start, (end, user));
            }
        }
    }
    let mut users = HashSet::new();
    for (start, (end, user)) in homes {
        if users.insert(user) && users.len() <= MAX_FOUND {
            let path = body[start..end].trim_end_matches(['.', ':']);
            let bytes = text.body.start + start..text.body.start + start + path.len();
            let message =
                format!("the path is below the home of {user}, and other machines have none");
            let help = "Write it from the skill's folder, from the project's, or with `~`.";
            found.push(text.say(context, &MACHINE_PATH, bytes, message, help));
        }
    }
}

fn backslashes(context: &SkillContext<'_>, texts: &[SkillText<'_>], found: &mut Vec<Diagnostic>) {
    let is_ours = |reference: &&ResourceReference| {
        reference.written.contains('\\') && reference.found == ReferenceTarget::File
    };
    let references = context.resources.references.iter().filter(is_ours);
    for reference in references.take(MAX_FOUND) {
        let text = texts.iter().find(|text| text.path == reference.path);
        let Some(text) = text.filter(|text| text.is_markdown) else {
            continue;
        };
        let bytes = reference.range.start.byte..reference.range.end.byte;
        let slashed = reference.written.replace('\\', "/");
        let message = format!("{} is a path on Windows only", reference.written);
        let fix = text.fix(context, format!("Write {slashed}"));
        let help = format!("Write {slashed}, which is a path everywhere.");
        let fix = fix.replace(&text.path, &text.places, bytes.clone(), slashed);
        found.push(
            text.say(context, &BACKSLASH_PATH, bytes, message, help)
                .fix(fix),
        );
    }
}

/// Where hosts put something else in the place of the text, by what: each stretch with the hosts that do.
type Places<'a> = BTreeMap<(usize, usize), Vec<&'a Verdict<'a>>>;

fn replaced(context: &SkillContext<'_>, texts: &[SkillText<'_>], found: &mut Vec<Diagnostic>) {
    let Some(text) = texts.first().filter(|text| text.text.contains(['$', '!'])) else {
        return;
    };
    let (mut arguments, mut variables, mut commands) =
        (Places::new(), Places::new(), Places::new());
    for verdict in &context.verdicts {
        let host = verdict.pipeline.host();
        let parsed = context.file.contents().map(|contents| host.parse(contents));
        let fields = parsed.and_then(|parsed| parsed.outcome.ok()?.text.ok()?.frontmatter);
        for replaced in host
            .format()
            .replaces(context.text, &fields.unwrap_or_default())
        {
            let places = match replaced.by {
                Replacement::Argument => &mut arguments,
                Replacement::Variable => &mut variables,
                Replacement::Command => &mut commands,
            };
            let hosts = places.entry((replaced.bytes.start, replaced.bytes.end));
            hosts.or_default().push(verdict);
        }
    }
    placeholders(context, text, &arguments, &variables, found);
    let (meant, unmeant): (Vec<_>, Vec<_>) = commands
        .iter()
        .partition(|((start, _), _)| is_meant(text, *start));
    if let Some(((start, end), hosts)) = unmeant.first() {
        let bytes = *start..*end;
        let more = match unmeant.len() {
            1 => String::new(),
            count => format!(", and {} more like it", count - 1),
        };
        let message = format!(
            "{} takes {:?} for a command and runs it{more}",
            labels(hosts.iter().map(|host| host.who())),
            command_in(text, &bytes)
        );
        let help = "Put something between `!` and the backquote, or write it another way.";
        found.push(
            Diagnostic::new(&UNMEANT_COMMAND, context.path, text.range(bytes), message)
                .help(help)
                .concerning(hosts.iter().map(|verdict| verdict.who())),
        );
    }
    for ((start, end), hosts) in meant.into_iter().take(MAX_FOUND) {
        command(context, text, *start..*end, hosts, found);
    }
}

/// What is filled in: meant where the skill says that it takes arguments, and an accident elsewhere.
fn placeholders(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    arguments: &Places<'_>,
    variables: &Places<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let named = |(start, end): &(usize, usize)| text.text[*start..*end].starts_with("$A");
    let takes_arguments = arguments.keys().any(named)
        || ["argument-hint", "arguments"]
            .iter()
            .any(|key| context.member(key).is_some());
    let numbered: Vec<_> = arguments
        .iter()
        .filter(|(bytes, _)| !named(bytes))
        .collect();
    if let Some(((start, end), hosts)) = numbered.first().filter(|_| !takes_arguments) {
        let written = &text.text[*start..*end];
        let more = match numbered.len() {
            1 => String::new(),
            count => format!(", and {} more like it", count - 1),
        };
        let message = format!(
            "{} takes {written} for the place of an argument{more}: what the user types behind the skill's name stands there",
            labels(hosts.iter().map(|host| host.who()))
        );
        found.push(
            Diagnostic::new(
                &REPLACED_TEXT,
                context.path,
                text.range(*start..*end),
                message,
            )
            .help("Move the code into a file beside SKILL.md, or write amounts without `$`.")
            .concerning(hosts.iter().map(|verdict| verdict.who())),
        );
    }
    let meant = arguments
        .iter()
        .filter(|(bytes, _)| named(bytes))
        .chain(variables);
    let Some(((start, end), hosts)) = meant.min_by_key(|(bytes, _)| **bytes) else {
        return;
    };
    let fills = |verdict: &&Verdict<'_>| hosts.iter().any(|host| host.who() == verdict.who());
    let others: Vec<_> = (context.verdicts.iter())
        .filter(|verdict| verdict.cell.loaded && !fills(verdict))
        .collect();
    if !others.is_empty() {
        let written = &text.text[*start..*end];
        let message = format!(
            "{} fills in {written}; {} shows it as it is",
            labels(hosts.iter().map(|host| host.who())),
            labels(others.iter().map(|host| host.who()))
        );
        found.push(
            Diagnostic::new(&UNFILLED_PLACEHOLDER, context.path, text.range(*start..*end), message)
                .help("Say in words what stands there, so that a model that sees the placeholder knows what is meant.")
                .concerning(others.iter().map(|verdict| verdict.who())),
        );
    }
}

/// Whether somebody meant a command: its `!` stands free, and not at the end of code.
fn is_meant(text: &SkillText<'_>, start: usize) -> bool {
    let before = text.text[..start].chars().next_back();
    let is_free = before.is_none_or(|before| before.is_whitespace() || before == '(');
    let span = text.span_at(start);
    is_free && span.is_none_or(|span| span.kind != SpanKind::Code)
}

/// The beginning of the command in a stretch.
fn command_in(text: &SkillText<'_>, bytes: &ops::Range<usize>) -> String {
    let written = text.text[bytes.clone()].trim_matches(['!', '`']);
    written.trim().chars().take(60).collect()
}

fn command(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    bytes: ops::Range<usize>,
    hosts: &[&Verdict<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let runs = format!(
        "{} runs {:?} and puts its output there",
        labels(hosts.iter().map(|host| host.who())),
        command_in(text, &bytes)
    );
    let runs_there = |verdict: &&Verdict<'_>| hosts.iter().any(|host| host.who() == verdict.who());
    let others: Vec<_> = (context.verdicts.iter())
        .filter(|verdict| verdict.cell.loaded && !runs_there(verdict))
        .collect();
    let message = match others.is_empty() {
        true => runs,
        false => format!(
            "{runs}; {} shows it as it is",
            labels(others.iter().map(|host| host.who()))
        ),
    };
    let help = "Make sure that it is quick and changes nothing, and tell a model that sees the command to run it itself.";
    found.push(text.say(context, &INLINE_COMMAND, bytes, message, help));
}

/// What stands where nothing has been written.
const FILLER: &str = "lorem ipsum dolor";

fn scaffold(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if !text.is_markdown {
        return;
    }
    let marks = text.lines().filter_map(|(start, line)| {
        let words = line.trim_start_matches(['#', '-', '*', '>', ' ', '\t']);
        let is_mark = words.starts_with("[TODO")
            || words.starts_with("TODO:")
            || words.starts_with("TODO：")
            || words.starts_with("<!-- TODO")
            || (words.get(..FILLER.len())).is_some_and(|first| first.eq_ignore_ascii_case(FILLER));
        let at = start + line.len() - words.len();
        (is_mark && !text.is_code(at)).then_some(at..start + line.trim_end().len())
    });
    if let Some(bytes) = marks.take(1).next() {
        let message = "a mark of a template was never filled in";
        let help = "Write what belongs there, or take it out.";
        found.push(text.say(context, &SCAFFOLD, bytes, message, help));
    }
}

/// Programs that run a package without installing it, as the words that they begin with.
const RUNNERS: [&[&str]; 8] = [
    &["npx"],
    &["bunx"],
    &["pnpm", "dlx"],
    &["yarn", "dlx"],
    &["uvx"],
    &["pipx", "run"],
    &["uv", "tool", "run"],
    &["bun", "x"],
];

/// What projects have among their own packages, so that a runner takes it from there.
const PROJECTS_OWN: [&str; 29] = [
    "ava",
    "knex",
    "biome",
    "cdk",
    "cypress",
    "drizzle-kit",
    "esbuild",
    "eslint",
    "expo",
    "hardhat",
    "jest",
    "lerna",
    "mocha",
    "next",
    "nx",
    "playwright",
    "prettier",
    "prisma",
    "rollup",
    "stylelint",
    "tailwindcss",
    "ts-node",
    "tsc",
    "tsup",
    "tsx",
    "turbo",
    "vite",
    "vitest",
    "webpack",
];

fn runners(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: Option<(ops::Range<usize>, &str)> = None;
    let mut packages = HashSet::new();
    let may_run = ["npx", "bunx", "dlx", "uvx", "pipx", "uv tool", "bun x"];
    for (start, line) in text.lines_with(&text.text[text.body.clone()], &may_run) {
        let ends = |c: char| c.is_whitespace() || "`\"'()[]{}<>|;&,，。".contains(c);
        let words: Vec<&str> = line.split(ends).filter(|word| !word.is_empty()).collect();
        for at in 0..words.len() {
            let runner = RUNNERS
                .iter()
                .find(|runner| words[at..].starts_with(runner));
            let Some(runner) = runner else { continue };
            let rest = words[at + runner.len()..].iter();
            let mut rest = rest
                .skip_while(|word| matches!(**word, "-y" | "--yes" | "-q" | "--quiet" | "--bun"));
            let Some(package) = rest.next() else { continue };
            let offset = start + (package.as_ptr().addr() - line.as_ptr().addr());
            let name = package.trim_end_matches(['.', ':', '\\']);
            let is_placeholder = text.text[..offset].ends_with(['<', '{', '[', '$']);
            if !is_placeholder && text.is_code(offset) && is_unpinned(name) {
                packages.insert(name);
                first.get_or_insert((offset..offset + name.len(), name));
            }
        }
    }
    if let Some((bytes, name)) = first {
        let message = match packages.len() {
            1 => format!("{name} runs in whatever version is the latest"),
            more => format!(
                "{name} and {} more packages run in whatever version is the latest",
                more - 1
            ),
        };
        let help = format!("Name a version, such as `{name}@1.2.3`.");
        found.push(text.say(context, &UNPINNED_RUNNER, bytes, message, help));
    }
}

fn is_unpinned(package: &str) -> bool {
    let bare = package.strip_prefix('@').unwrap_or(package);
    let is_name = bare.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && bare
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_./@".contains(c))
        && bare.len() > 1;
    let is_path = !package.starts_with('@') && package.contains('/') || package.contains("..");
    is_name
        && !is_path
        && !bare.contains('@')
        && !PROJECTS_OWN.contains(&bare)
        && !["package", "your", "create-"]
            .iter()
            .any(|word| bare.contains(word))
        && !bare.starts_with("xxx")
}

/// Scripts that wait for somebody to type.
fn asks(context: &SkillContext<'_>, text: &SkillText<'_>, found: &mut Vec<Diagnostic>) {
    if text.kind != Some(ResourceKind::Script) {
        return;
    }
    let ending = text.path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let calls: &[&str] = match ending {
        "py" => &["input(", "getpass.getpass("],
        "sh" | "bash" | "zsh" => &["read -p", "read -rp", "read -r -p", "read -s", "read -n"],
        "js" | "mjs" | "cjs" | "ts" => &["inquirer.prompt(", ".question(", "readlineSync."],
        "rb" => &["gets.chomp", "STDIN.gets"],
        _ => return,
    };
    let call = text.lines().find_map(|(start, line)| {
        let code = line.trim_start();
        if code.starts_with('#') || code.starts_with("//") {
            return None;
        }
        calls.iter().find_map(|call| {
            let at = line.find(call)?;
            let before = line[..at].chars().next_back();
            let stands = call.starts_with('.')
                || before
                    .is_none_or(|before| !before.is_alphanumeric() && !"_.\"'".contains(before));
            let defines = line[..at].trim_end().ends_with("def");
            (stands && !defines).then_some(start + at..start + at + call.len())
        })
    });
    if let Some(bytes) = call {
        let message = "the script waits for input, and an agent cannot type into it";
        let help =
            "Take what it asks for as arguments, and fail with a message where one is missing.";
        found.push(text.say(context, &ASKING_SCRIPT, bytes, message, help));
    }
}
