//! The parts of Codex's configuration that concern skills: layers, project root markers, disable
//! rules, and the switch for bundled skills.

use serde::Deserialize;
use toml_edit::{Document, DocumentMut, Item, Table};

use super::editions::CodexEdition;
use super::options::{CodexOptions, LayerKind};
use crate::hashing::HashSet;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::sort;
use crate::text::document::{Place, PlaceIndex};
use crate::tree::{Entry, EntryKind, Tree, path};

/// The name of the configuration file in each layer's folder.
pub(super) const CONFIG_FILE: &str = "config.toml";

/// The name of the table that lists MCP servers (`docs/hosts/codex.md#questions-before-that`).
pub(super) const SERVERS: &str = "mcp_servers";

/// The folder beside each `config.toml` that contains the permission rules for commands.
const RULES_FOLDER: &str = "rules";

/// The extension of files with permission rules for commands.
const RULES_ENDING: &str = ".rules";

/// The folder of the machine's administrator.
const ADMIN_FOLDER: &str = "/etc/codex";

/// The files or folders that mark the project's root directory, if no configuration layer defines
/// others (`docs/hosts/codex.md#roots-and-configuration`).
const DEFAULT_MARKERS: [&str; 1] = [".git"];

/// A parsed layer of Codex's configuration.
#[derive(Clone)]
pub(super) struct Layer {
    pub kind: LayerKind,
    pub folder: Option<String>,
    pub disabled: bool,
    /// The parser's message if the layer's text is not TOML. None if it is TOML. A layer that is
    /// not TOML counts as empty.
    pub problem: Option<String>,
    /// The position of each entry of `skills.config` in the layer's text, in order.
    places: Vec<Place>,
    table: DocumentMut,
}

/// The configuration layers, from the lowest to the highest precedence.
pub(super) struct Config<'t> {
    pub layers: Vec<Layer>,
    /// The `config.toml` files of the layers, including files whose contents the caller has not
    /// passed yet. Empty if the caller passed the layers as an option.
    pub files: Vec<Entry<'t>>,
}

/// An MCP server that a configuration layer defines.
pub(super) struct Server {
    name: String,
    url: Option<String>,
}

impl Server {
    /// Returns true if this server has this name or this URL.
    pub fn is(&self, name: &str, url: Option<&str>) -> bool {
        self.name == name || (url.is_some() && self.url.as_deref() == url)
    }
}

/// An entry of `skills.config`, which enables or disables skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    pub selector: Selector,
    pub enabled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Selector {
    /// Selects a skill by the absolute path of its `SKILL.md`.
    Path(String),
    /// Selects skills by their name, including the namespace.
    Name(String),
}

/// The entries of `skills.config` that have an effect, and the ignored entries. `fatal` is the
/// reason why Codex loads no skill at all; `None` if Codex loads skills.
pub(super) struct Rules {
    pub rules: Vec<Rule>,
    pub ignored: Vec<Ignored>,
    pub fatal: Option<String>,
}

impl<'t> Config<'t> {
    /// Reads the configuration layers that the caller passed. If the caller passed none, reads the
    /// layers from the tree. `project` lists the project's directories, the deepest last.
    pub fn read(tree: &'t Tree, options: &CodexOptions, project: &[&str]) -> Self {
        if let Some(layers) = &options.layers {
            let layers = layers
                .iter()
                .map(|layer| Layer {
                    disabled: layer.disabled,
                    ..Layer::new(layer.kind, layer.folder.clone(), &layer.config)
                })
                .collect();
            return Self {
                layers,
                files: Vec::new(),
            };
        }
        let mut config = Self {
            layers: Vec::new(),
            files: Vec::new(),
        };
        config.add(tree, LayerKind::System, ADMIN_FOLDER.to_owned());
        if let Some(codex_home) = &options.home {
            config.add(tree, LayerKind::User, codex_home.clone());
        }
        for directory in project {
            config.add(tree, LayerKind::Project, path::join(directory, ".codex"));
        }
        config
    }

    fn add(&mut self, tree: &'t Tree, kind: LayerKind, folder: String) {
        let file = tree.resolve(&path::join(&folder, CONFIG_FILE)).ok();
        let text = file
            .and_then(Entry::contents)
            .and_then(|contents| contents.text().ok())
            .unwrap_or_default();
        self.layers.push(Layer::new(kind, Some(folder), text));
        self.files.extend(file);
    }

    /// Returns the user's layer, or none if the user has no layer. If there are several, returns
    /// the layer with the highest precedence.
    pub fn user(&mut self) -> Option<&mut Layer> {
        let layers = self.layers.iter_mut().rev();
        layers
            .into_iter()
            .find(|layer| layer.kind == LayerKind::User)
    }

    /// Returns the names of the files or folders that mark the project's root, such as `.git`.
    /// Reads the names from the configuration with the highest precedence that defines such names,
    /// but never from the configuration of a project. If no configuration defines names, returns
    /// the default names.
    pub fn project_root_markers(&self) -> Vec<String> {
        self.layers
            .iter()
            .rev()
            .filter(|layer| layer.kind != LayerKind::Project && !layer.disabled)
            .find_map(|layer| layer.table.get("project_root_markers"))
            .and_then(|markers| {
                markers
                    .as_array()?
                    .iter()
                    .map(|marker| marker.as_str().map(str::to_owned))
                    .collect()
            })
            .unwrap_or_else(|| DEFAULT_MARKERS.map(str::to_owned).to_vec())
    }

    /// Returns true if the bundled skills are switched on. In some editions one malformed entry
    /// voids a layer's whole `skills` table, including the switch for bundled skills.
    pub fn bundled(&self, environment: &Environment, edition: &CodexEdition) -> bool {
        self.layers
            .iter()
            .rev()
            .filter(|layer| layer.kind != LayerKind::Project && !layer.disabled)
            .filter(|layer| !layer.is_void(environment, edition))
            .find_map(|layer| {
                layer
                    .table
                    .get("skills")?
                    .get("bundled")?
                    .get("enabled")?
                    .as_bool()
            })
            .unwrap_or(true)
    }

    /// Returns the MCP servers that trusted layers define. Disabled servers are included
    /// (`docs/hosts/codex.md#questions-before-that`).
    pub fn servers(&self) -> Vec<Server> {
        let trusted = self.layers.iter().filter(|layer| !layer.disabled);
        let tables = trusted.filter_map(|layer| layer.table.get(SERVERS)?.as_table_like());
        let servers = tables.flat_map(|table| table.iter());
        let servers = servers.map(|(name, server)| Server {
            name: name.to_owned(),
            url: server.get("url").and_then(Item::as_str).map(str::to_owned),
        });
        servers.collect()
    }

    /// Returns the entries of `skills.config` that enable or disable skills, in the order in which
    /// they apply (`docs/hosts/codex.md#disable-rules`).
    pub fn rules(&self, environment: &Environment, edition: &CodexEdition) -> Rules {
        let mut outcome = Rules {
            rules: Vec::new(),
            ignored: Vec::new(),
            fatal: None,
        };
        for layer in &self.layers {
            let counts = match layer.kind {
                LayerKind::User => true,
                LayerKind::Session => edition.rules.session,
                LayerKind::System | LayerKind::Project => false,
            };
            if !counts {
                continue;
            }
            layer.rules(environment, edition, &mut outcome);
        }
        // If several rules have the same selector, only the last one stays.
        let mut seen = HashSet::default();
        outcome.rules.reverse();
        outcome
            .rules
            .retain(|rule| seen.insert(rule.selector.clone()));
        outcome.rules.reverse();
        outcome
    }
}

impl Layer {
    fn new(kind: LayerKind, folder: Option<String>, text: &str) -> Self {
        let parsed = Document::parse(text);
        let starts = parsed.as_ref().map(|document| entries(document));
        let starts = starts.unwrap_or_default().into_iter();
        let places = PlaceIndex::new(text);
        Self {
            kind,
            folder,
            disabled: false,
            problem: parsed
                .as_ref()
                .err()
                .map(|error| error.message().to_owned()),
            places: starts
                .map(|(_, start)| places.place(start.unwrap_or(0)))
                .collect(),
            table: parsed.map(Document::into_mut).unwrap_or_default(),
        }
    }

    /// Returns the value of a top-level key in this layer. None if the layer does not have the key.
    pub fn get(&self, key: &str) -> Option<&Item> {
        self.table.get(key)
    }

    /// Returns the path of this layer's `config.toml`. None if the layer has no folder.
    pub fn file(&self) -> Option<String> {
        let folder = self.folder.as_deref()?;
        Some(path::join(folder, CONFIG_FILE))
    }

    /// Returns the path of this layer's `config.toml`, for an edit of the file.
    ///
    /// # Errors
    /// Returns an error if the layer has no folder, or if its text is not TOML and so cannot be
    /// edited.
    pub fn editable(&self) -> Result<String, ArgumentError> {
        let file = self
            .file()
            .ok_or_else(|| ArgumentError::new("codex.layers", "the user's layer has no folder"))?;
        match &self.problem {
            Some(problem) => Err(ArgumentError::new(
                file,
                format!("the text is not TOML: {problem}"),
            )),
            None => Ok(file),
        }
    }

    /// Returns the parsed text of this layer, which callers may edit.
    pub fn document(&mut self) -> &mut DocumentMut {
        &mut self.table
    }

    /// Converts a path in this layer to an absolute path. `~` is the user's home, and a relative
    /// path starts at the layer's folder.
    pub fn absolute(&self, path: &str, environment: &Environment) -> String {
        match (path.strip_prefix('~'), environment.home.as_deref()) {
            (Some(""), Some(home)) => home.to_owned(),
            (Some(rest), Some(home)) if rest.starts_with('/') => path::resolve(home, &rest[1..]),
            _ => path::resolve(self.folder.as_deref().unwrap_or(&environment.cwd), path),
        }
    }

    /// Adds this layer's entries of `skills.config` to `into`: valid entries to the rules, and
    /// others to the ignored fields.
    fn rules(&self, environment: &Environment, edition: &CodexEdition, into: &mut Rules) {
        let path = self.file().unwrap_or_else(|| "session".to_owned());
        let mut ignore = |field: Option<String>, message: String, place: Option<Place>| {
            into.ignored.push(Ignored {
                path: path.clone(),
                field,
                message,
                place,
            });
        };
        if let Some(problem) = &self.problem {
            ignore(None, format!("the text is not TOML: {problem}"), None);
        }
        let mut rules = Vec::new();
        let mut malformed = false;
        for (index, entry) in self.entries().enumerate() {
            let message = match Rule::read(&entry, self, environment, edition) {
                Ok(rule) => {
                    rules.push(rule);
                    continue;
                }
                Err(RuleProblem::Fatal(message)) => {
                    into.fatal = Some(message.clone());
                    message
                }
                Err(RuleProblem::Malformed(message)) => {
                    malformed = true;
                    message
                }
                Err(RuleProblem::Pointless(message)) => message,
            };
            let field = format!("skills.config[{index}]");
            ignore(Some(field), message, self.places.get(index).copied());
        }
        if !(malformed && edition.rules.one_malformed_entry_voids_all) {
            into.rules.extend(rules);
        } else if !rules.is_empty() {
            let message = "one malformed entry voids all entries".to_owned();
            ignore(Some("skills.config".to_owned()), message, None);
        }
    }

    fn is_void(&self, environment: &Environment, edition: &CodexEdition) -> bool {
        edition.rules.one_malformed_entry_voids_all
            && self.entries().any(|entry| {
                let rule = Rule::read(&entry, self, environment, edition);
                matches!(rule, Err(RuleProblem::Malformed(_)))
            })
    }

    fn entries(&self) -> impl Iterator<Item = Item> {
        entries(&self.table).into_iter().map(|(entry, _)| entry)
    }
}

/// Returns the files with Codex's permission rules for commands, sorted by path. `folder` is a
/// folder with configuration, such as `~/.codex`. The files are in its subfolder for rules.
pub(super) fn rule_files<'t>(tree: &'t Tree, folder: &str) -> Vec<(String, Entry<'t>)> {
    let folder = path::join(folder, RULES_FOLDER);
    let Ok(entry) = tree.resolve(&folder) else {
        return Vec::new();
    };
    let files = entry.children().filter(|file| {
        let name = file.name();
        matches!(file.kind(), EntryKind::File(_))
            && name.ends_with(RULES_ENDING)
            && name != RULES_ENDING
    });
    let mut files: Vec<_> = files
        .map(|file| (path::join(&folder, file.name()), file))
        .collect();
    sort::by_key(&mut files, |(path, _)| path.clone());
    files
}

/// Returns the entries of `skills.config`, each with its byte offset in the text. The offset is
/// none if the table was edited after it was parsed.
fn entries(table: &Table) -> Vec<(Item, Option<usize>)> {
    let config = table.get("skills").and_then(|skills| skills.get("config"));
    let tables = config.and_then(Item::as_array_of_tables).into_iter();
    let tables = tables.flatten().map(|table| {
        let start = table.span().map(|bytes| bytes.start);
        (Item::Table(table.clone()), start)
    });
    let inline = config.and_then(Item::as_array).into_iter();
    let inline = inline.flatten().map(|value| {
        let start = value.span().map(|bytes| bytes.start);
        (Item::Value(value.clone()), start)
    });
    tables.chain(inline).collect()
}

/// An entry of `skills.config`, as Codex deserializes it.
#[derive(Deserialize)]
struct RawRule {
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    name: Option<String>,
    enabled: Option<bool>,
}

enum RuleProblem {
    /// A value in the entry of `skills.config` has the wrong type. The text describes the mistake.
    Malformed(String),
    /// The entry of `skills.config` has the right types, but selects no skill. The text describes
    /// the mistake.
    Pointless(String),
    /// The entry of `skills.config` prevents every skill from loading. The text describes the
    /// mistake.
    Fatal(String),
}

impl Rule {
    fn read(
        entry: &Item,
        layer: &Layer,
        environment: &Environment,
        edition: &CodexEdition,
    ) -> Result<Self, RuleProblem> {
        let table = entry
            .clone()
            .into_table()
            .map_err(|_| RuleProblem::Malformed("the entry is not a table".to_owned()))?;
        let raw: RawRule = toml_edit::de::from_document(DocumentMut::from(table))
            .map_err(|error| RuleProblem::Malformed(error.message().to_owned()))?;
        let Some(enabled) = raw.enabled else {
            let message = "missing field `enabled`".to_owned();
            return Err(if edition.rules.missing_enabled_is_fatal {
                RuleProblem::Fatal(message)
            } else {
                RuleProblem::Malformed(message)
            });
        };
        let selector = match (raw.path, raw.name.as_deref().map(str::trim)) {
            (Some(path), None) => Ok(Selector::Path(layer.absolute(&path, environment))),
            (None, Some("")) => Err("the name is empty"),
            (None, Some(name)) if edition.rules.by_name => Ok(Selector::Name(name.to_owned())),
            (None, Some(_)) => Err("this edition has only rules by path"),
            (Some(_), Some(_)) => Err("it has both a path and a name"),
            (None, None) => Err("it has neither a path nor a name"),
        };
        let selector = selector.map_err(|message| RuleProblem::Pointless(message.to_owned()))?;
        Ok(Self { selector, enabled })
    }
}
