//! Adds the MCP servers that skills need to the user's configuration. The edit preserves comments
//! and layout.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use super::config::{Config, SERVERS};
use super::set_enabled::user_layer;
use crate::model::argument::ArgumentError;
use crate::model::configuration::{ConfigEdit, ServerInstallation};
use crate::model::skill::ToolDependency;

/// The value of a server's `transport` if the server is a program that communicates over its
/// standard input and output.
const STDIO: &str = "stdio";

/// Returns the user's configuration with these servers added, in the order of `servers`. Servers
/// that the configuration already has are skipped.
pub(super) fn install(
    mut config: Config<'_>,
    servers: &[ToolDependency],
) -> Result<ServerInstallation, ArgumentError> {
    for (index, server) in servers.iter().enumerate() {
        let wrong = |member: &str, message: &str| {
            Err(ArgumentError::new(
                format!("servers[{index}].{member}"),
                message,
            ))
        };
        match (&*server.kind, &*server.value) {
            ("mcp", "") => return wrong("value", "is empty"),
            ("mcp", _) => {}
            _ => return wrong("type", "must be mcp; nothing else is installed"),
        }
    }
    let mut installation = ServerInstallation {
        edit: None,
        installed: Vec::new(),
        unreachable: Vec::new(),
    };
    let user = user_layer(&mut config)?;
    let path = user.editable()?;
    let document = user.document();
    for server in servers {
        if is_installed(document, &server.value) {
            continue;
        }
        let Some(address) = Address::of(server) else {
            installation.unreachable.push(server.value.clone());
            continue;
        };
        add(document, &server.value, address)
            .map_err(|message| ArgumentError::new(path.clone(), message))?;
        installation.installed.push(server.value.clone());
    }
    installation.edit = (!installation.installed.is_empty()).then(|| ConfigEdit {
        text: document.to_string(),
        path,
    });
    Ok(installation)
}

/// The address of an MCP server: a URL, or a program to start.
enum Address {
    Url(String),
    /// A program, and the arguments of the program.
    Command(String, Vec<String>),
}

impl Address {
    /// Returns the URL of the server, or its command. If both exist, the command is returned only
    /// if `transport` is `stdio`. None if the server has neither
    /// (`docs/hosts/codex.md#questions-before-that`).
    fn of(server: &ToolDependency) -> Option<Self> {
        let url = server.url.clone().map(Self::Url);
        let command = server.command.as_deref().and_then(Self::command);
        match server.transport.as_deref() {
            Some(STDIO) => command.or(url),
            _ => url.or(command),
        }
    }

    /// Splits a command line into a program and its arguments, as a shell does. If the text cannot
    /// be split, the whole text is the program. None if the text has no words.
    fn command(command: &str) -> Option<Self> {
        let words = shlex::split(command).unwrap_or_else(|| vec![command.to_owned()]);
        let mut words = words.into_iter();
        Some(Self::Command(words.next()?, words.collect()))
    }

    fn write(self, table: &mut dyn TableLike) {
        match self {
            Self::Url(url) => {
                table.insert("url", value(url));
            }
            Self::Command(program, arguments) => {
                table.insert("command", value(program));
                if !arguments.is_empty() {
                    table.insert("args", value(Array::from_iter(arguments)));
                }
            }
        }
    }
}

fn is_installed(document: &DocumentMut, name: &str) -> bool {
    let servers = document.get(SERVERS).and_then(Item::as_table_like);
    servers.is_some_and(|servers| servers.contains_key(name))
}

fn add(document: &mut DocumentMut, name: &str, address: Address) -> Result<(), String> {
    let servers = document.entry(SERVERS).or_insert_with(|| {
        let mut servers = Table::new();
        // A table that contains only tables needs no header.
        servers.set_implicit(true);
        Item::Table(servers)
    });
    match servers {
        Item::Table(servers) => {
            let mut table = Table::new();
            address.write(&mut table);
            servers.insert(name, Item::Table(table));
        }
        Item::Value(Value::InlineTable(servers)) => {
            let mut table = InlineTable::new();
            address.write(&mut table);
            // The whitespace before the closing brace moves to the new last server.
            if let Some((_, last)) = servers.iter_mut().last() {
                let suffix = last.decor().suffix().cloned().unwrap_or_default();
                last.decor_mut().set_suffix("");
                table.decor_mut().set_suffix(suffix);
            }
            servers.insert(name, Value::InlineTable(table));
        }
        _ => return Err(format!("{SERVERS} is not a table")),
    }
    Ok(())
}
