//! Rows about habits of authors and users. Each row has a tiny skill that shows how a host treats the habit.

use super::probe::{CWD, Files, Probe, Session, TOUCHED, in_uses};
use super::row::{Example, Row};
use super::table::{Answer, SupportGroup, SupportLevel};
use crate::host::topic::Topic;
use crate::model::invocation::InvocationOutcome;
use crate::tree::path;

/// A question about a host's behaviour, and the files of a tree in which this behaviour can be
/// seen.
struct Question {
    id: &'static str,
    title: &'static str,
    summary: &'static str,
    topic: Topic,
    /// The files of the tree. Their paths have the forms that [`Seen::new`](super::probe::Seen::new) describes.
    files: &'static [(&'static str, &'static str)],
    ask: Ask,
}

/// The method that determines a host's answer to a question, such as a check whether the host loads
/// a file.
#[derive(Clone, Copy)]
enum Ask {
    /// Answers whether the host loads the file at the given path as a skill.
    Loads(&'static str),
    /// Answers whether the host loads the file at the given path as a skill, and gives the skill's
    /// name.
    Named(&'static str),
    /// Answers whether the host loads the file at the given path as a skill, and gives the skill's
    /// description.
    Described(&'static str),
    /// Answers with the result of a function that examines the host.
    By(fn(&Probe) -> Answer),
}

/// The path of the example skill for questions about invoked skills. The second file of this skill,
/// `BESIDE`, is in the same folder.
const USED: &str = "used/SKILL.md";
const BESIDE: &str = "template.txt";

const QUESTIONS: &[Question] = &[
    Question {
        id: "no-frontmatter",
        title: "No frontmatter",
        summary: "A `SKILL.md` with text only",
        topic: Topic::Frontmatter,
        files: &[("no-frontmatter/SKILL.md", "# Forms\n\nFill in forms.\n")],
        ask: Ask::Described("no-frontmatter/SKILL.md"),
    },
    Question {
        id: "unclosed-frontmatter",
        title: "Frontmatter that does not end",
        summary: "A first line `---` and no second one",
        topic: Topic::Frontmatter,
        files: &[(
            "unclosed/SKILL.md",
            "---\nname: unclosed\ndescription: Fill in forms.\n",
        )],
        ask: Ask::Described("unclosed/SKILL.md"),
    },
    Question {
        id: "late-frontmatter",
        title: "An empty line before the frontmatter",
        summary: "A `SKILL.md` that begins with an empty line",
        topic: Topic::Frontmatter,
        files: &[(
            "late/SKILL.md",
            "\n---\nname: late\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Described("late/SKILL.md"),
    },
    Question {
        id: "byte-order-mark",
        title: "A byte order mark",
        summary: "A `SKILL.md` that begins with U+FEFF, as some editors write it",
        topic: Topic::Frontmatter,
        files: &[(
            "marked/SKILL.md",
            "\u{feff}---\nname: marked\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Described("marked/SKILL.md"),
    },
    Question {
        id: "crlf",
        title: "Line ends of Windows",
        summary: "A `SKILL.md` whose lines end in CR LF",
        topic: Topic::Frontmatter,
        files: &[(
            "windows/SKILL.md",
            "---\r\nname: windows\r\ndescription: Fill in forms.\r\n---\r\nText.\r\n",
        )],
        ask: Ask::Described("windows/SKILL.md"),
    },
    Question {
        id: "tab",
        title: "A tab in the frontmatter",
        summary: "A nested line of the frontmatter that a tab indents",
        topic: Topic::Frontmatter,
        files: &[(
            "tabbed/SKILL.md",
            "---\nname: tabbed\ndescription: Fill in forms.\nmetadata:\n\tauthor: me\n---\nText.\n",
        )],
        ask: Ask::Described("tabbed/SKILL.md"),
    },
    Question {
        id: "colon",
        title: "A colon in the description",
        summary: "`description: Use when: asked`, without quotes",
        topic: Topic::Frontmatter,
        files: &[(
            "colon/SKILL.md",
            "---\nname: colon\ndescription: Use when: asked\n---\nText.\n",
        )],
        ask: Ask::Described("colon/SKILL.md"),
    },
    Question {
        id: "duplicate-key",
        title: "A field twice",
        summary: "Two lines `description:` in one frontmatter",
        topic: Topic::Frontmatter,
        files: &[(
            "doubled/SKILL.md",
            "---\nname: doubled\ndescription: The first.\ndescription: The second.\n---\nText.\n",
        )],
        ask: Ask::Described("doubled/SKILL.md"),
    },
    Question {
        id: "unknown-field",
        title: "A field of one's own",
        summary: "A key in the frontmatter that no host knows",
        topic: Topic::Fields,
        files: &[(
            "own-field/SKILL.md",
            "---\nname: own-field\ndescription: Fill in forms.\nx-team: forms\n---\nText.\n",
        )],
        ask: Ask::Loads("own-field/SKILL.md"),
    },
    Question {
        id: "missing-name",
        title: "No name",
        summary: "A frontmatter without `name`",
        topic: Topic::Names,
        files: &[(
            "nameless/SKILL.md",
            "---\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("nameless/SKILL.md"),
    },
    Question {
        id: "other-name",
        title: "A name that is not the folder's",
        summary: "A skill in the folder `folder-name` with `name: other-name`",
        topic: Topic::Names,
        files: &[(
            "folder-name/SKILL.md",
            "---\nname: other-name\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("folder-name/SKILL.md"),
    },
    Question {
        id: "capitals",
        title: "Uppercase letters in the name",
        summary: "A folder and a name `Fill-Forms`",
        topic: Topic::Names,
        files: &[(
            "Fill-Forms/SKILL.md",
            "---\nname: Fill-Forms\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("Fill-Forms/SKILL.md"),
    },
    Question {
        id: "blank-in-name",
        title: "A space in the name",
        summary: "A folder and a name `fill forms`",
        topic: Topic::Names,
        files: &[(
            "fill forms/SKILL.md",
            "---\nname: fill forms\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("fill forms/SKILL.md"),
    },
    Question {
        id: "script-of-name",
        title: "A name in another script",
        summary: "A folder and a name `表格`",
        topic: Topic::Names,
        files: &[(
            "表格/SKILL.md",
            "---\nname: 表格\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("表格/SKILL.md"),
    },
    Question {
        id: "reserved-name",
        title: "`claude` in the name",
        summary: "A `name` with a word that Anthropic reserves",
        topic: Topic::Names,
        files: &[(
            "claude-forms/SKILL.md",
            "---\nname: claude-forms\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Loads("claude-forms/SKILL.md"),
    },
    Question {
        id: "missing-description",
        title: "No description",
        summary: "A frontmatter without `description`",
        topic: Topic::Descriptions,
        files: &[(
            "undescribed/SKILL.md",
            "---\nname: undescribed\n---\n# Forms\n\nFill in forms.\n",
        )],
        ask: Ask::Described("undescribed/SKILL.md"),
    },
    Question {
        id: "description-tag",
        title: "A tag in the description",
        summary: "`description: Fill in <file>.`",
        topic: Topic::Descriptions,
        files: &[(
            "tagged/SKILL.md",
            "---\nname: tagged\ndescription: Fill in <file>.\n---\nText.\n",
        )],
        ask: Ask::Described("tagged/SKILL.md"),
    },
    Question {
        id: "description-list",
        title: "A list as the description",
        summary: "A `description` that YAML reads as a list",
        topic: Topic::Descriptions,
        files: &[(
            "listed/SKILL.md",
            "---\nname: listed\ndescription:\n  - Fill in forms.\n  - Read them.\n---\nText.\n",
        )],
        ask: Ask::Described("listed/SKILL.md"),
    },
    Question {
        id: "description-number",
        title: "A number as the description",
        summary: "`description: 42`",
        topic: Topic::Descriptions,
        files: &[(
            "numbered/SKILL.md",
            "---\nname: numbered\ndescription: 42\n---\nText.\n",
        )],
        ask: Ask::Described("numbered/SKILL.md"),
    },
    Question {
        id: "description-block",
        title: "A description of several lines",
        summary: "`description: |` with lines below it",
        topic: Topic::Descriptions,
        files: &[(
            "lined/SKILL.md",
            "---\nname: lined\ndescription: |\n  Fill in forms.\n  Read them.\n---\nText.\n",
        )],
        ask: Ask::Described("lined/SKILL.md"),
    },
    Question {
        id: "empty-text",
        title: "No text",
        summary: "A frontmatter with nothing after it",
        topic: Topic::Frontmatter,
        files: &[(
            "empty/SKILL.md",
            "---\nname: empty\ndescription: Fill in forms.\n---\n",
        )],
        ask: Ask::Loads("empty/SKILL.md"),
    },
    Question {
        id: "small-letters",
        title: "`skill.md` in lowercase",
        summary: "A skill's file whose name is in lowercase",
        topic: Topic::Walk,
        files: &[(
            "small/skill.md",
            "---\nname: small\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Loads("small/skill.md"),
    },
    Question {
        id: "flat-file",
        title: "A file without a folder",
        summary: "A Markdown file right in the folder of skills",
        topic: Topic::Walk,
        files: &[(
            "flat.md",
            "---\nname: flat\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Loads("flat.md"),
    },
    Question {
        id: "category-folder",
        title: "A folder of skills in the folder",
        summary: "A skill one level deeper, `group/skill/SKILL.md`",
        topic: Topic::Walk,
        files: &[(
            "group/grouped/SKILL.md",
            "---\nname: grouped\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named("group/grouped/SKILL.md"),
    },
    Question {
        id: "nested-skill",
        title: "A skill in a skill's folder",
        summary: "A `SKILL.md` below a folder that has one, too",
        topic: Topic::Walk,
        files: &[
            (
                "outer/SKILL.md",
                "---\nname: outer\ndescription: Fill in forms.\n---\nText.\n",
            ),
            (
                "outer/inner/SKILL.md",
                "---\nname: inner\ndescription: Read forms.\n---\nText.\n",
            ),
        ],
        ask: Ask::Named("outer/inner/SKILL.md"),
    },
    Question {
        id: "hidden-folder",
        title: "A hidden folder",
        summary: "A skill's folder whose name begins with a dot",
        topic: Topic::Walk,
        files: &[(
            ".hidden/SKILL.md",
            "---\nname: hidden\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Named(".hidden/SKILL.md"),
    },
    Question {
        id: "linked-folder",
        title: "A link to a folder",
        summary: "A skill's folder that is a symbolic link",
        topic: Topic::Walk,
        files: &[
            (
                "/opt/shared/linked/SKILL.md",
                "---\nname: linked\ndescription: Fill in forms.\n---\nText.\n",
            ),
            ("linked", "-> /opt/shared/linked"),
        ],
        ask: Ask::Loads("linked/SKILL.md"),
    },
    Question {
        id: "linked-file",
        title: "A link to a file",
        summary: "A `SKILL.md` that is a symbolic link",
        topic: Topic::Walk,
        files: &[
            (
                "/opt/shared/file.md",
                "---\nname: linked-file\ndescription: Fill in forms.\n---\nText.\n",
            ),
            ("linked-file/SKILL.md", "-> /opt/shared/file.md"),
        ],
        ask: Ask::Loads("linked-file/SKILL.md"),
    },
    Question {
        id: "git-ignored",
        title: "A folder that Git ignores",
        summary: "A skill's folder that a `.gitignore` beside it names",
        topic: Topic::Walk,
        files: &[
            (".gitignore", "private/\n"),
            (
                "private/SKILL.md",
                "---\nname: private\ndescription: Fill in forms.\n---\nText.\n",
            ),
        ],
        ask: Ask::Loads("private/SKILL.md"),
    },
    Question {
        id: "node-modules",
        title: "A skill in `node_modules`",
        summary: "A skill's folder in a folder `node_modules`",
        topic: Topic::Walk,
        files: &[(
            "node_modules/SKILL.md",
            "---\nname: node_modules\ndescription: Fill in forms.\n---\nText.\n",
        )],
        ask: Ask::Loads("node_modules/SKILL.md"),
    },
    Question {
        id: "below",
        title: "Folders below",
        summary: "A skill in a `skills` folder below the working directory, once a file there was touched",
        topic: Topic::Roots,
        files: &[],
        ask: Ask::By(|probe| match probe.touched.skill(BELOW) {
            Some(_) => Answer::works("once a file there was touched"),
            None => Answer::ignored("does not look there"),
        }),
    },
    Question {
        id: "agent-plugin",
        title: "Agent Plugins",
        summary: "A folder with a `plugin.json` of Agent Plugins 1.0.0 and skills in `skills`",
        topic: Topic::Roots,
        files: &[],
        ask: Ask::By(|probe| match probe.host.agent_plugins() {
            Some(rules) => Answer::works(format!("loads them from {}", rules.places)),
            None => Answer::ignored("loads none that is known"),
        }),
    },
    Question {
        id: "agent-plugin-skill",
        title: "A field of one's own in an Agent Plugin",
        summary: "A skill of an Agent Plugin that does not conform, such as one with a field `version`",
        topic: Topic::Roots,
        files: &[],
        ask: Ask::By(|probe| match probe.host.agent_plugins() {
            Some(rules) if rules.skips_invalid_skills => {
                Answer::breaks("skips the skill, as the specification demands")
            }
            Some(_) => Answer::works("reads the skill by the host's own rules"),
            None => Answer::ignored("loads no Agent Plugins"),
        }),
    },
    Question {
        id: "agent-plugin-link",
        title: "A link out of an Agent Plugin",
        summary: "A skill of an Agent Plugin that is a link to a folder outside of the plugin",
        topic: Topic::Roots,
        files: &[],
        ask: Ask::By(|probe| match probe.host.agent_plugins() {
            Some(rules) if rules.follows_links_out => {
                Answer::works("follows the link, which the specification forbids")
            }
            Some(_) => Answer::breaks("skips the skill, as the specification demands"),
            None => Answer::ignored("loads no Agent Plugins"),
        }),
    },
    Question {
        id: "same-name",
        title: "Two skills of one name",
        summary: "Two folders beside each other whose skills have the same `name`",
        topic: Topic::SameName,
        files: &[
            (
                "twin-a/SKILL.md",
                "---\nname: twin\ndescription: The first.\n---\nText.\n",
            ),
            (
                "twin-b/SKILL.md",
                "---\nname: twin\ndescription: The second.\n---\nText.\n",
            ),
        ],
        ask: Ask::By(same_name),
    },
    Question {
        id: "typed",
        title: "The user invokes it",
        summary: "A skill that the user invokes by typing its name in some form",
        topic: Topic::Typed,
        files: &[
            (
                USED,
                "---\nname: used\ndescription: Fill in forms.\n---\nFill in the form.\n",
            ),
            ("used/template.txt", "A template.\n"),
        ],
        ask: Ask::By(|probe| {
            let habits = &probe.habits;
            match habits.skill(USED).and_then(|skill| habits.typed(skill)) {
                Some(typed) => Answer::works(format!("types `{typed}`")),
                None => Answer::ignored("there is nothing to type"),
            }
        }),
    },
    Question {
        id: "typed-slash",
        title: "Typed `/name`",
        summary: "`/used the form` at the start of a message, of a skill `used`",
        topic: Topic::Typed,
        files: &[],
        ask: Ask::By(|probe| typed(probe, "/used the form")),
    },
    Question {
        id: "typed-dollar",
        title: "Typed `$name`",
        summary: "`Take $used for it` in a message, of a skill `used`",
        topic: Topic::Typed,
        files: &[],
        ask: Ask::By(|probe| typed(probe, "Take $used for it")),
    },
    Question {
        id: "typed-twice",
        title: "Two skills in one message",
        summary: "Two skills whose names are typed in one message, in the form that the host knows",
        topic: Topic::Typed,
        files: &[],
        ask: Ask::By(typed_twice),
    },
    Question {
        id: "model-tool",
        title: "The model calls a tool",
        summary: "A tool by which the model invokes a skill",
        topic: Topic::Model,
        files: &[],
        ask: Ask::By(|probe| match &probe.habits.listing.tool {
            Some(tool) => Answer::works(format!("the tool `{}`", tool.name)),
            None => Answer::ignored("there is no such tool"),
        }),
    },
    Question {
        id: "model-file",
        title: "The model reads the file",
        summary: "A list with the path of each skill's file",
        topic: Topic::List,
        files: &[],
        ask: Ask::By(|probe| {
            let message = probe.habits.listing.message.as_ref();
            if message.is_some_and(|message| message.text.contains(USED)) {
                Answer::works("the list has its path")
            } else {
                Answer::ignored("the list does not have its path")
            }
        }),
    },
    Question {
        id: "folder-told",
        title: "The skill's folder",
        summary: "The path of the skill's folder, put before the model with its text",
        topic: Topic::Text,
        files: &[],
        ask: Ask::By(|probe| {
            let habits = &probe.habits;
            let folder = habits.path("used");
            let uses = habits.uses(USED, "");
            in_uses(&uses, "is told", "is not shown", |one| {
                one.text.contains(&folder)
            })
        }),
    },
    Question {
        id: "files-told",
        title: "The files beside it",
        summary: "The names of the files in the skill's folder, put before the model with its text",
        topic: Topic::Text,
        files: &[],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses(USED, "");
            in_uses(&uses, "are named", "are not named", |one| {
                one.text.contains(BESIDE)
            })
        }),
    },
    Question {
        id: "frontmatter-told",
        title: "The frontmatter before the model",
        summary: "The frontmatter, put before the model with the text when the skill is used",
        topic: Topic::Text,
        files: &[],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses(USED, "");
            in_uses(&uses, "comes before the text", "is left out", |one| {
                one.text.contains("description: Fill in forms.")
            })
        }),
    },
    Question {
        id: "arguments",
        title: "Words after the name",
        summary: "Text that is typed after a skill's name, or given with the model's call, put before the model with the text",
        topic: Topic::Arguments,
        files: &[],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses(USED, "zebra");
            in_uses(
                &uses,
                "are shown with the text",
                "are not shown with the text",
                |one| one.text.contains("zebra"),
            )
        }),
    },
    Question {
        id: "disable-model-invocation",
        title: "Only the user may use it",
        summary: "`disable-model-invocation: true`",
        topic: Topic::Fields,
        files: &[(
            "for-users/SKILL.md",
            "---\nname: for-users\ndescription: Fill in forms.\ndisable-model-invocation: true\n---\nText.\n",
        )],
        ask: Ask::By(for_users),
    },
    Question {
        id: "user-invocable",
        title: "Only the model may use it",
        summary: "`user-invocable: false`",
        topic: Topic::Fields,
        files: &[(
            "for-model/SKILL.md",
            "---\nname: for-model\ndescription: Fill in forms.\nuser-invocable: false\n---\nText.\n",
        )],
        ask: Ask::By(for_model),
    },
    Question {
        id: "allowed-tools",
        title: "Tools without a question",
        summary: "`allowed-tools: Read`, which lets a tool run while the skill is used",
        topic: Topic::Permissions,
        files: &[(
            "allows/SKILL.md",
            "---\nname: allows\ndescription: Fill in forms.\nallowed-tools: Read\n---\nText.\n",
        )],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses("allows/SKILL.md", "");
            in_uses(&uses, "they need no question", "changes nothing", |one| {
                let mut changes = one
                    .invocations
                    .iter()
                    .filter_map(|one| one.changes.as_ref());
                changes.any(|changes| !changes.allowed_tools.is_empty())
            })
        }),
    },
    Question {
        id: "fork",
        title: "A sub-agent",
        summary: "`context: fork`, which gives the skill to a sub-agent",
        topic: Topic::Fork,
        files: &[(
            "forked/SKILL.md",
            "---\nname: forked\ndescription: Fill in forms.\ncontext: fork\n---\nText.\n",
        )],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses("forked/SKILL.md", "");
            in_uses(&uses, "a sub-agent gets it", "changes nothing", |one| {
                let mut invocations = one.invocations.iter();
                invocations.any(|one| one.outcome == InvocationOutcome::Forked)
            })
        }),
    },
    Question {
        id: "hooks",
        title: "Hooks",
        summary: "`hooks`, which run commands at events once the skill was used",
        topic: Topic::Hooks,
        files: &[(
            "hooked/SKILL.md",
            "---\nname: hooked\ndescription: Fill in forms.\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./check.sh\n---\nText.\n",
        )],
        ask: Ask::By(|probe| {
            let uses = probe.habits.uses("hooked/SKILL.md", "");
            in_uses(&uses, "are registered", "changes nothing", |one| {
                one.invocations.iter().any(|one| !one.hooks.is_empty())
            })
        }),
    },
    Question {
        id: "paths",
        title: "A skill for some files",
        summary: "`paths: src/*.rs`, which keeps the skill away until such a file is touched",
        topic: Topic::Conditions,
        files: &[(
            "conditional/SKILL.md",
            "---\nname: conditional\ndescription: Fill in forms.\npaths: src/*.rs\n---\nText.\n",
        )],
        ask: Ask::By(|probe| match probe.habits.skill("conditional/SKILL.md") {
            Some(skill) if !skill.active => Answer::works("waits for such a file"),
            Some(_) => Answer::ignored("is there from the start"),
            None => Answer::breaks("does not load"),
        }),
    },
];

const BELOW: &str = "./sub/<skills>/below/SKILL.md";

/// Returns the example files of all questions in [`QUESTIONS`]. One test tree contains all these
/// files.
pub(super) fn files() -> Files {
    let files = QUESTIONS.iter().flat_map(|question| question.files);
    let files = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    files.collect()
}

/// Returns a skill and another file, both in a subfolder of the working directory. The session
/// touches the other file.
pub(super) fn touched_files() -> Files {
    let skill = "---\nname: below\ndescription: Fill in forms.\n---\nText.\n";
    vec![
        (BELOW.to_owned(), skill.to_owned()),
        (path::join(CWD, TOUCHED), String::new()),
    ]
}

pub(super) fn rows() -> Vec<Row> {
    let rows = QUESTIONS.iter().map(|question| Row {
        id: format!("behaviour/{}", question.id),
        group: SupportGroup::Behaviours,
        title: question.title.to_owned(),
        summary: question.summary.to_owned(),
        topic: question.topic,
        ask: Box::new(|probe| answer(probe, question.ask)),
        example: example(question),
    });
    rows.collect()
}

/// Returns the example tree for a question. Questions about invoked skills share one example: the
/// skills that the tests invoke. Every other question has files of its own.
fn example(question: &Question) -> Example {
    match question.files {
        _ if question.id == "below" => Example {
            files: touched_files(),
            session: Session::Touched,
            ..Example::default()
        },
        [] | [(USED, _), ..] => {
            let invoked = [USED, "used/template.txt", "allows/SKILL.md"];
            let mut files = files();
            files.retain(|(path, _)| invoked.contains(&&**path));
            Example::general(files)
        }
        files => {
            let files = files.iter();
            let files = files.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
            Example::plain(files.collect())
        }
    }
}

fn answer(probe: &Probe, ask: Ask) -> Answer {
    let habits = &probe.habits;
    match ask {
        Ask::By(ask) => ask(probe),
        Ask::Loads(file) => habits.loads(file),
        Ask::Named(file) => match habits.skill(file) {
            Some(skill) => habits.loads(file).and(&format!("called `{}`", skill.name)),
            None => habits.loads(file),
        },
        Ask::Described(file) => {
            let answer = habits.loads(file);
            let description = habits.skill(file).map(|skill| &*skill.description);
            match description {
                None | Some("") => answer,
                Some(description) => answer.and(&format!("described as “{description}”")),
            }
        }
    }
}

fn same_name(probe: &Probe) -> Answer {
    let habits = &probe.habits;
    let twins = ["twin-a/SKILL.md", "twin-b/SKILL.md"].map(|file| habits.skill(file));
    match twins {
        [Some(first), Some(second)] if first.name != second.name => {
            Answer::works("both, called as their folders")
        }
        [Some(first), Some(_)] => {
            let answer = Answer::works("both are there");
            let typed = habits.typed(first);
            let chooses = typed.filter(|typed| habits.turn(typed).selected.is_empty());
            match chooses {
                Some(typed) => Answer::new(SupportLevel::Partly, answer.note)
                    .and(&format!("`{typed}` is none of them")),
                None => answer,
            }
        }
        [Some(_), None] => Answer::partly("the first by path counts"),
        [None, Some(_)] => Answer::partly("the last by path counts"),
        [None, None] => Answer::breaks("none counts"),
    }
}

/// Answers whether a text that the user types invokes a skill.
fn typed(probe: &Probe, text: &str) -> Answer {
    if chosen(probe, text).is_empty() {
        Answer::ignored("is text like any other")
    } else {
        Answer::works("invokes the skill")
    }
}

/// Returns the paths of the skills that the host invokes when the user types a text.
fn chosen(probe: &Probe, text: &str) -> Vec<String> {
    probe.habits.turn(text).used_skills()
}

fn typed_twice(probe: &Probe) -> Answer {
    let habits = &probe.habits;
    let typed = [USED, "allows/SKILL.md"]
        .map(|file| habits.skill(file).and_then(|skill| habits.typed(skill)));
    let [Some(first), Some(second)] = typed else {
        return Answer::ignored("there is nothing to type");
    };
    // If a host accepts a slash only before the first skill, the user may name the second skill with `$`.
    let texts = [format!("{first} {second}"), "$used $allows".to_owned()];
    let most = texts.iter().map(|text| chosen(probe, text).len()).max();
    match most.unwrap_or_default() {
        0 => Answer::ignored("neither is invoked"),
        1 => Answer::partly("the first is invoked"),
        _ => Answer::works("both are invoked"),
    }
}

fn for_users(probe: &Probe) -> Answer {
    let habits = &probe.habits;
    let Some(skill) = habits.skill("for-users/SKILL.md") else {
        return Answer::breaks("does not load");
    };
    let called = habits.called(skill, "");
    let can_call = called.is_some_and(|one| one.outcome.took_effect());
    let is_listed = habits.entry(skill).is_some();
    let can_type = habits.typed(skill).is_some();
    match (is_listed || can_call, can_type) {
        (false, true) => Answer::works("is kept from the model; the user still types its name"),
        (false, false) => {
            Answer::partly("is kept from the model, and the user has nothing to type")
        }
        (true, _) if skill.model_invocable => Answer::ignored("the model may use it"),
        (true, _) => Answer::partly("is kept from the model in part"),
    }
}

fn for_model(probe: &Probe) -> Answer {
    let habits = &probe.habits;
    let Some(skill) = habits.skill("for-model/SKILL.md") else {
        return Answer::breaks("does not load");
    };
    let used = habits.skill(USED).and_then(|used| habits.typed(used));
    let Some(used) = used else {
        return Answer::ignored("there is nothing to type");
    };
    if chosen(probe, &used).is_empty() {
        return Answer::ignored("every typed name goes to the model as it is");
    }
    let typed = used.replace("used", &skill.name);
    let effect = habits.effect(skill, "user-invocable");
    if let Some(effect) = effect.filter(|_| !chosen(probe, &typed).is_empty()) {
        return Answer::partly(effect).and(&format!("`{typed}` still runs it"));
    }
    match (skill.user_invocable, chosen(probe, &typed).is_empty()) {
        (_, true) => Answer::works(format!("`{typed}` does not run it")),
        (false, false) => Answer::partly(format!("is no choice in menus; `{typed}` still runs it")),
        (true, false) => Answer::ignored(format!("`{typed}` runs it")),
    }
}
