//! Stage Select: invokes a skill if the user's text starts with `/` and the skill's command
//! (`docs/hosts/gemini-cli.md#typed-names`).

use super::body::body_of;
use super::editions::{GeminiCli, GeminiCliEdition};
use super::names::{FOLDER, is_built_in};
use super::settings::{REFUSAL, Surroundings, refuses};
use super::tool::activation;
use crate::hashing::{HashMap, HashSet};
use crate::host::Select;
use crate::host::scan::{self, Limits, Wanted};
use crate::host::stages::View;
use crate::model::environment::Environment;
use crate::model::invocation::{Invocation, InvocationOutcome};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn, TurnRequest};
use crate::text::document::PlaceIndex;
use crate::text::js::is_blank;
use crate::text::mention;
use crate::tree::{Tree, path};

/// The names of Gemini CLI's own commands. If a skill has one of these names, the skill's command
/// gets another name.
const OWN: &str = "about agents auth bug chat clear commands compress copy corgi directory docs editor extensions footer \
help hooks ide init mcp memory model permissions plan policies privacy quit restore resume rewind settings setup-github \
shortcuts skills stats tasks terminal-setup theme tools upgrade vim voice";

/// The maximum number of directories in one folder of commands that are searched for command files.
/// No host has this limit.
const MAX_DIRECTORIES: usize = 2000;

/// Assigns each skill a command. If the command differs from the skill's name, it becomes the
/// skill's second name.
pub(super) fn assign(
    tree: &Tree,
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    skills: &mut [Skill],
    edition: &GeminiCliEdition,
) {
    if !edition.has_commands {
        for skill in skills {
            skill.user_invocable = false;
        }
        return;
    }
    let own = OWN.split(' ').map(|name| (name.to_owned(), Owner::Program));
    let mut commands = Commands {
        first: OWN.split(' ').map(str::to_owned).collect(),
        by_name: own.collect(),
        numbers: HashMap::default(),
    };
    for (index, skill) in skills.iter().enumerate() {
        if skill.enabled && !is_built_in(skill) {
            let parts = skill.name.split(is_blank);
            let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
            commands.add(
                parts.join("-"),
                skill.plugin_id.as_deref(),
                Owner::Skill(index),
            );
        }
    }
    for name in files(tree, environment, surroundings) {
        commands.add(name, None, Owner::File);
    }
    let mut of_skills: HashMap<usize, String> = HashMap::default();
    for (name, owner) in commands.by_name {
        if let Owner::Skill(index) = owner {
            of_skills.insert(index, name);
        }
    }
    for (index, skill) in skills.iter_mut().enumerate() {
        let command = of_skills.remove(&index).filter(|name| !name.is_empty());
        skill.user_invocable = command.is_some();
        let command = command.filter(|command| *command != skill.name);
        skill.aliases = command.into_iter().collect();
    }
}

/// The commands of skills, files and Gemini CLI itself, by the names that users type.
struct Commands {
    /// The names of all commands that were added without the prefix of an extension. A name stays
    /// in this set after its command is renamed, so that a later command with this name is renamed
    /// too.
    first: HashSet<String>,
    by_name: HashMap<String, Owner>,
    /// For each name, such as `pdf`: the highest number that is known to be taken, such as 2 if the
    /// commands `pdf1` and `pdf2` exist. The search for a free name continues after this number.
    numbers: HashMap<String, usize>,
}

/// The owner of a command: Gemini CLI, a skill or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Program,
    /// A skill, as its index in the catalog.
    Skill(usize),
    /// A command file of the user or the project.
    File,
}

impl Commands {
    /// Adds a command. If an earlier command has the same name, both commands are renamed. Only the
    /// commands of Gemini CLI itself keep their names.
    ///
    /// The new name of a skill's command ends with a number. The new name of a command from a file
    /// begins with `user.`, but is stored as an empty name, because it does not affect skills.
    fn add(&mut self, name: String, extension: Option<&str>, owner: Owner) {
        let name = if let Some(extension) = extension {
            self.free(&format!("{extension}:{name}"))
        } else if self.first.contains(&name) {
            let renamed = match owner {
                Owner::File => String::new(),
                _ => self.free(&name),
            };
            let holder = self.by_name.get(&name).copied();
            if let Some(holder) = holder.filter(|holder| *holder != Owner::Program) {
                let moved = self.free(&name);
                self.by_name.remove(&name);
                self.by_name.insert(moved, holder);
            }
            renamed
        } else {
            self.first.insert(name.clone());
            name
        };
        // If the name belongs to an earlier command, the later command replaces it under this name.
        self.by_name.insert(name, owner);
    }

    /// Returns `name` if no command has this name. Otherwise appends the lowest number that makes
    /// the name unique.
    fn free(&mut self, name: &str) -> String {
        if !self.by_name.contains_key(name) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_owned()).or_default();
        loop {
            let numbered = format!("{name}{}", *number + 1);
            if !self.by_name.contains_key(&numbered) {
                return numbered;
            }
            *number += 1;
        }
    }
}

/// Returns the names of the commands that files of the user and the project define. If a skill's
/// command has the same name as one of these commands, Gemini CLI renames both.
fn files(tree: &Tree, environment: &Environment, surroundings: &Surroundings<'_>) -> Vec<String> {
    let project = surroundings.trusted.then_some(&environment.cwd);
    let mut names = Vec::new();
    for directory in surroundings.home.iter().chain(project) {
        let root = path::join(&path::join(directory, FOLDER), "commands");
        let Ok(folder) = tree.resolve(&root) else {
            continue;
        };
        let limits = Limits {
            depth: 0,
            directories: MAX_DIRECTORIES,
            link_files: true,
            ..Limits::default()
        };
        let walk = scan::walk(folder, &root, Wanted::Ending(".toml"), &limits);
        let found = walk
            .found
            .iter()
            .map(|found| path::file_name(&found.discovered_path));
        names.extend(found.filter_map(|name| Some(name.strip_suffix(".toml")?.to_owned())));
    }
    names
}

impl Select for GeminiCli {
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        if refuses(view.environment, self) {
            turn.warnings.push(REFUSAL.to_owned());
        }
        let why = "Gemini CLI has no menu that chooses skills; type a slash and the name";
        for (input, given) in request.inputs.iter().enumerate() {
            let text = turn.text_of(input, given, |_| why.to_owned());
            let Some((text, slash)) = text.and_then(|text| Some((text, mention::slash(text)?)))
            else {
                continue;
            };
            let outcome = match choose(view, slash.name, self) {
                Err((reason, message)) => Outcome::skipped(reason, message),
                Ok(skill) => {
                    turn.take(skill, invoke(view, skill, slash.rest));
                    Outcome::selected(skill)
                }
            };
            let range = PlaceIndex::new(text).range(slash.bytes);
            turn.mentions
                .push(Mention::slash(input, slash.name, range, outcome));
        }
        turn
    }
}

/// Returns the text that a user types after the slash to invoke a skill; `None` if users cannot
/// invoke the skill.
pub(super) fn command(skill: &Skill) -> Option<&str> {
    let command = skill.aliases.first().unwrap_or(&skill.name);
    (skill.user_invocable && skill.enabled).then_some(command.as_str())
}

fn choose<'s>(
    view: &View<'s>,
    name: &str,
    host: &GeminiCli,
) -> Result<&'s Skill, (SkipReason, String)> {
    let skills = &view.catalog.skills;
    let skill = skills.iter().find(|skill| command(skill) == Some(name));
    let named = || skills.iter().find(|skill| skill.name == name);
    match skill {
        Some(_) if host.options.headless => Err((
            SkipReason::NotOffered,
            "without a user (`-p`) no skill is run by its name, and the text goes out as it is"
                .to_owned(),
        )),
        Some(skill) => Ok(skill),
        None => Err(match named() {
            None => (
                SkipReason::Unknown,
                format!("no loaded skill is run by /{name}"),
            ),
            Some(skill) if !skill.enabled => (
                SkipReason::Disabled,
                "the settings switch the skill off (`skills.disabled`)".to_owned(),
            ),
            Some(_) if !host.edition.has_commands => {
                (SkipReason::NotOffered, NO_COMMANDS.to_owned())
            }
            Some(skill) => (
                SkipReason::NotUserInvocable,
                match skill.aliases.first() {
                    Some(command) => format!("the skill is run by /{command}"),
                    None => "the program has no command for the skill".to_owned(),
                },
            ),
        }),
    }
}

/// The reason why users cannot invoke skills in editions without skill commands.
pub(super) const NO_COMMANDS: &str =
    "this edition has no commands for skills; the model chooses them";

/// Returns the result of a command that the user typed. The skill is activated without a question,
/// and `arguments` is sent to the model.
fn invoke(view: &View<'_>, skill: &Skill, arguments: &str) -> Invocation {
    let mut invocation = Invocation::by_user(skill, arguments, InvocationOutcome::Injected);
    let text = match body_of(view, skill) {
        Ok(text) => activation(view.tree, skill, &skill.name, &text),
        Err(problem) => {
            invocation.outcome = InvocationOutcome::Failed {
                message: format!("The skill {:?} cannot be read: {problem}", skill.name),
                help: "Write the contents of its file.".to_owned(),
            };
            return invocation;
        }
    };
    // The program replaces each run of whitespace between words by one space.
    let words: Vec<_> = arguments.split_whitespace().collect();
    let prompt = if words.is_empty() {
        format!("Use the skill {}", skill.name)
    } else {
        words.join(" ")
    };
    invocation.messages = vec![
        Message::new(Role::Tool, text.clone()).about(&skill.path),
        Message::new(Role::User, prompt),
    ];
    invocation.content = Some(text);
    invocation
}

/// Returns the reason why users cannot invoke a skill by its name, and the remedy; `None` if users
/// can invoke it.
pub(super) fn not_typed(
    skill: &Skill,
    edition: &GeminiCliEdition,
) -> Option<(&'static str, &'static str)> {
    if !edition.has_commands {
        Some((NO_COMMANDS, "Ask for the skill in words."))
    } else if is_built_in(skill) {
        Some((
            "the program has no command for its built-in skills",
            "Ask for the skill in words.",
        ))
    } else {
        None
    }
}
