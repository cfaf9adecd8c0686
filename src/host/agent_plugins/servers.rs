//! The MCP servers in `mcp.json` (§7.2). Clients skip an invalid server, and use the other servers.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops;

use super::containment::is_inside;
use super::manifest::{member, unknown_members};
use super::problem::{PluginEffect, PluginProblem, PluginProblemKind};
use crate::hashing::HashSet;
use crate::sort;
use crate::text::placed_json::{JsonMember, PlacedJson};
use crate::tree::{Tree, path};

/// The name of the file in a plugin's root that lists the MCP servers of the plugin.
pub const SERVERS: &str = "mcp.json";

/// The value of `$schema` in an `mcp.json` of version 1.0.0.
pub const SERVERS_SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

/// The environment variables that the client sets (§9 of the Agent Plugins specification). The
/// `env` of a server must not contain them.
const RESERVED: [&str; 2] = ["PLUGIN_ROOT", "PLUGIN_DATA"];

const STDIO: [&str; 5] = ["type", "command", "args", "env", "cwd"];
const REMOTE: [&str; 3] = ["type", "url", "headers"];

/// The `mcp.json` that is being checked.
struct ServersFile<'t> {
    tree: &'t Tree,
    /// The path of the plugin's folder, as the caller gave it.
    root: &'t str,
    path: &'t str,
    text: &'t str,
}

/// A server's fault, with a message, a remedy, the byte range in the file, and the section of the
/// specification.
struct Invalid {
    message: String,
    help: &'static str,
    bytes: ops::Range<usize>,
    section: &'static str,
    kind: PluginProblemKind,
}

impl Invalid {
    fn new(bytes: ops::Range<usize>, message: impl Into<String>, help: &'static str) -> Self {
        Self {
            message: message.into(),
            help,
            bytes,
            section: "7.2.1",
            kind: PluginProblemKind::Content,
        }
    }
}

/// Checks the text of an `mcp.json`. Returns the names of the valid servers, sorted, and adds the
/// problems to `problems`.
pub(super) fn read(
    tree: &Tree,
    root: &str,
    path: &str,
    text: &str,
    problems: &mut Vec<PluginProblem>,
) -> Vec<String> {
    let file = ServersFile {
        tree,
        root,
        path,
        text,
    };
    match file.members() {
        Ok(members) => file.valid(members, problems),
        Err(problem) => {
            problems.push(*problem);
            Vec::new()
        }
    }
}

impl<'t> ServersFile<'t> {
    fn disabled(&self, section: &'static str, message: impl Into<String>) -> PluginProblem {
        PluginProblem::new(PluginEffect::DisablesServers, section, self.path, message)
    }

    /// Returns the entries of `mcpServers`. Returns a problem if the file as a whole is invalid,
    /// which disables all servers.
    fn members(&self) -> Result<Vec<JsonMember<'t>>, Box<PluginProblem>> {
        let json = PlacedJson::read(self.text).map_err(|error| {
            let problem = self.disabled("7.2.2", error.message);
            let problem = problem.of_kind(PluginProblemKind::NotJson);
            let help = "Write JSON: an object without comments and without a last comma.";
            Box::new(problem.help(help).at(self.text, error.byte..error.byte))
        })?;
        let example = "Write an object with `$schema` and `mcpServers`.";
        let Some(members) = json.members() else {
            let problem = self.disabled("7.2.1", "mcp.json must contain a JSON object.");
            return Err(Box::new(problem.help(example).at(self.text, json.bytes())));
        };
        let schema = member(&members, "$schema");
        let value = schema.and_then(|schema| schema.value.string());
        if value.as_deref() != Some(SERVERS_SCHEMA) {
            let message =
                format!("Unsupported or mismatched mcp.json $schema; expected '{SERVERS_SCHEMA}'.");
            let bytes = schema.map_or_else(|| json.bytes(), |schema| schema.value.bytes());
            let section = if value.is_some() { "7.2.2" } else { "7.2.1" };
            let problem = self.disabled(section, message).at(self.text, bytes);
            let help = format!("Write \"$schema\": \"{SERVERS_SCHEMA}\".");
            return Err(Box::new(problem.help(help)));
        }
        let is_known = |key: &str| matches!(key, "$schema" | "mcpServers");
        if let [unknown, ..] = unknown_members(&members, is_known)[..] {
            let message = format!("mcp.json contains unknown field '{}'.", unknown.key);
            let problem = self.disabled("7.2.1", message).help("Remove the field.");
            return Err(Box::new(problem.at(self.text, unknown.bytes.clone())));
        }
        let servers = member(&members, "mcpServers");
        servers
            .and_then(|servers| servers.value.members())
            .ok_or_else(|| {
                let message = "mcp.json field 'mcpServers' must be an object.";
                let bytes = servers.map_or_else(|| json.bytes(), |servers| servers.value.bytes());
                let problem = self.disabled("7.2.1", message).help(example);
                Box::new(problem.at(self.text, bytes))
            })
    }

    /// Returns the names of the valid servers, and adds the problems of the invalid servers to
    /// `problems`.
    fn valid(
        &self,
        mut servers: Vec<JsonMember<'t>>,
        problems: &mut Vec<PluginProblem>,
    ) -> Vec<String> {
        sort::by(&mut servers, |one, other| {
            one.key.encode_utf16().cmp(other.key.encode_utf16())
        });
        let mut valid = Vec::new();
        for server in servers {
            match self.check(&server) {
                Ok(()) => valid.push(server.key),
                Err(invalid) => {
                    let effect = PluginEffect::SkipsServer;
                    let problem =
                        PluginProblem::new(effect, invalid.section, self.path, invalid.message);
                    let problem = problem.help(invalid.help).of_kind(invalid.kind);
                    let problem = problem.at(self.text, invalid.bytes);
                    problems.push(problem.about(server.key));
                }
            }
        }
        valid
    }

    fn check(&self, server: &JsonMember<'t>) -> Result<(), Invalid> {
        let all = || server.value.bytes();
        let Some(fields) = server.value.members() else {
            let help = "Write an object with `type` and the fields of that type.";
            return Err(Invalid::new(all(), "server must be an object.", help));
        };
        let kind = member(&fields, "type");
        let transport = kind.and_then(|kind| kind.value.string());
        match transport.as_deref() {
            Some("stdio") => {
                check_fields(&fields, &STDIO, "stdio")?;
                self.check_process(&fields, all)
            }
            Some(transport @ ("streamable-http" | "sse")) => {
                check_fields(&fields, &REMOTE, transport)?;
                check_remote(&fields, transport, all)
            }
            _ => {
                let bytes = kind.map_or_else(all, |kind| kind.value.bytes());
                let message = "server has an unsupported or missing transport type.";
                let help = "Write \"type\": \"stdio\", \"streamable-http\" or \"sse\".";
                Err(Invalid::new(bytes, message, help))
            }
        }
    }

    fn check_process(
        &self,
        fields: &[JsonMember<'t>],
        all: impl Fn() -> ops::Range<usize>,
    ) -> Result<(), Invalid> {
        let command = member(fields, "command");
        let text = command.and_then(|command| command.value.string());
        let bytes = || command.map_or_else(&all, |command| command.value.bytes());
        let Some(text) = text.filter(|text| is_command(text)) else {
            let message = "stdio MCP 'command' must be one bare executable token or a plugin-relative path beginning with './'.";
            let help = "Write the program in `command`, and its arguments in `args`.";
            return Err(Invalid::new(bytes(), message, help));
        };
        if text.starts_with("./") {
            self.contained(self.root, &text, bytes())?;
        }
        if let Some(arguments) = member(fields, "args") {
            let items = arguments.value.items();
            let are_texts =
                |items: &Vec<PlacedJson<'_>>| items.iter().all(|it| it.string().is_some());
            if !items.as_ref().is_some_and(are_texts) {
                let message = "MCP field 'args' must be an array of strings.";
                let help = "Put every argument in quotes.";
                return Err(Invalid::new(arguments.value.bytes(), message, help));
            }
        }
        if let Some(variables) = member(fields, "env") {
            let variables = texts(variables, "env")?;
            let reserved = variables.iter().find(|it| RESERVED.contains(&&*it.key));
            if let Some(reserved) = reserved {
                let message = format!(
                    "stdio MCP env cannot configure reserved key '{}'.",
                    reserved.key
                );
                let help = "Remove the variable, because the client sets it.";
                return Err(Invalid {
                    section: "9.2",
                    ..Invalid::new(reserved.bytes.clone(), message, help)
                });
            }
        }
        match member(fields, "cwd") {
            Some(directory) => self.check_directory(directory),
            None => Ok(()),
        }
    }

    fn check_directory(&self, directory: &JsonMember<'t>) -> Result<(), Invalid> {
        let bytes = directory.value.bytes();
        let text = directory.value.string().unwrap_or_default();
        let below = |variable: &str| {
            let rest = text.strip_prefix(variable)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!(".{rest}"))
        };
        if text.starts_with("./") {
            self.contained(self.root, &text, bytes)
        } else if let Some(rest) = below("${PLUGIN_ROOT}") {
            self.contained(self.root, &rest, bytes)
        } else if let Some(rest) = below("${PLUGIN_DATA}") {
            // The client chooses the data folder, so the tree does not contain this folder. The check works with any
            // name.
            let inside = path::resolve("/data", &rest);
            if path::is_within(&inside, "/data") {
                Ok(())
            } else {
                Err(outside(&inside, bytes))
            }
        } else {
            let message =
                "stdio MCP 'cwd' must begin with './', '${PLUGIN_ROOT}', or '${PLUGIN_DATA}'.";
            let help = "Begin the folder with `./`.";
            Err(Invalid::new(bytes, message, help))
        }
    }

    /// Checks that a relative path stays within the folder `root`, both as written and after links
    /// are resolved.
    fn contained(
        &self,
        root: &str,
        relative: &str,
        bytes: ops::Range<usize>,
    ) -> Result<(), Invalid> {
        let resolved = path::resolve(root, relative);
        if path::is_within(&resolved, root) && is_inside(self.tree, root, &resolved) {
            Ok(())
        } else {
            Err(outside(&resolved, bytes))
        }
    }
}

fn outside(path: &str, bytes: ops::Range<usize>) -> Invalid {
    let message = format!("path resolves outside its permitted root: {path}");
    let help = "Keep the path within the plugin's folder.";
    Invalid {
        kind: PluginProblemKind::Outside,
        ..Invalid::new(bytes, message, help)
    }
}

/// Returns true if a text is a valid `command` of a server: the name of a program, or a path that
/// begins with `./`.
fn is_command(text: &str) -> bool {
    match text.strip_prefix("./") {
        Some(rest) => !rest.is_empty(),
        None => {
            let is_of_token =
                |character: char| !character.is_whitespace() && !matches!(character, '/' | '\\');
            !text.is_empty() && !matches!(text, "." | "..") && text.chars().all(is_of_token)
        }
    }
}

fn check_fields(fields: &[JsonMember<'_>], known: &[&str], transport: &str) -> Result<(), Invalid> {
    let unknown = unknown_members(fields, |key| known.contains(&key));
    match unknown[..] {
        [] => Ok(()),
        [unknown, ..] => {
            let message = format!(
                "{transport} MCP server contains unknown field '{}'.",
                unknown.key
            );
            let help = "Remove the field.";
            Err(Invalid::new(unknown.bytes.clone(), message, help))
        }
    }
}

/// Returns the members of the object in a field. Returns an error if the value is not an object, or
/// if the value of a member is not a string.
fn texts<'t>(field: &JsonMember<'t>, name: &str) -> Result<Vec<JsonMember<'t>>, Invalid> {
    let members = field.value.members();
    let are_texts =
        |members: &Vec<JsonMember<'_>>| members.iter().all(|it| it.value.string().is_some());
    members.filter(are_texts).ok_or_else(|| {
        let message = format!("MCP field '{name}' must be an object of strings.");
        let help = "Write an object, and put every value in quotes.";
        Invalid::new(field.value.bytes(), message, help)
    })
}

fn check_remote(
    fields: &[JsonMember<'_>],
    transport: &str,
    all: impl Fn() -> ops::Range<usize>,
) -> Result<(), Invalid> {
    let field = member(fields, "url");
    let bytes = || field.map_or_else(&all, |field| field.value.bytes());
    let url = field.and_then(|field| field.value.string());
    let address = url.as_deref().and_then(Address::parse);
    let Some(address) = address else {
        let message = format!("{transport} MCP 'url' must be an absolute HTTP(S) URL.");
        let help = "Write a whole address, such as \"https://example.com/mcp\".";
        return Err(Invalid::new(bytes(), message, help));
    };
    if !matches!(&*address.scheme, "http" | "https") || address.has_user || address.has_fragment {
        let message = format!(
            "{transport} MCP 'url' must be HTTP(S) without user information or a fragment."
        );
        let help = "Remove the user and the part after `#`.";
        return Err(Invalid::new(bytes(), message, help));
    }
    if address.scheme == "http" && !is_loopback(&address.host) {
        let message = format!("{transport} MCP endpoints must use HTTPS unless loopback.");
        let help = "Begin the address with `https://`.";
        return Err(Invalid::new(bytes(), message, help));
    }
    let Some(headers) = member(fields, "headers") else {
        return Ok(());
    };
    let mut known = HashSet::default();
    for header in texts(headers, "headers")? {
        let value = header.value.string().unwrap_or_default();
        if !is_header_name(&header.key) || !value.chars().all(is_of_header_value) {
            let message = format!("Invalid MCP header '{}'.", header.key);
            let help =
                "Use letters, digits and hyphens in the name, and one line of text in the value.";
            return Err(Invalid::new(header.bytes, message, help));
        }
        let folded = header.key.to_ascii_lowercase();
        if !known.insert(folded) {
            let message = format!("Duplicate case-insensitive MCP header '{}'.", header.key);
            let help = "Keep one of the headers.";
            return Err(Invalid::new(header.bytes, message, help));
        }
    }
    Ok(())
}

/// The components of a server's URL that the specification restricts.
struct Address {
    /// The scheme of the address, in lowercase.
    scheme: String,
    has_user: bool,
    host: String,
    has_fragment: bool,
}

impl Address {
    /// Parses an absolute URL that contains a host. Returns `None` for any other text.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let is_scheme = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.')
        };
        let is_valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(is_scheme)
            && !text.chars().any(|it| it.is_whitespace() || it.is_control());
        let authority = rest.split(['/', '\\', '?', '#']).next()?;
        let (user, place) = match authority.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, authority),
        };
        let (host, port) = match place.strip_prefix('[') {
            Some(literal) => literal.split_once(']')?,
            None => place.split_at(place.find(':').unwrap_or(place.len())),
        };
        let port = port.strip_prefix(':').unwrap_or(port);
        let is_port = port.is_empty()
            || port.bytes().all(|digit| digit.is_ascii_digit()) && port.parse::<u16>().is_ok();
        (is_valid && !host.is_empty() && is_port).then(|| Self {
            scheme: scheme.to_ascii_lowercase(),
            has_user: user.is_some(),
            host: host.to_ascii_lowercase(),
            has_fragment: text.contains('#'),
        })
    }
}

/// Returns true if a host is `localhost` or a loopback address, such as `127.0.0.1`.
fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.parse().is_ok_and(|host: Ipv4Addr| host.is_loopback())
        || host.parse().is_ok_and(|host: Ipv6Addr| host.is_loopback())
}

fn is_header_name(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token)
}

fn is_of_header_value(character: char) -> bool {
    matches!(character, '\t' | ' '..='~' | '\u{80}'..='\u{ff}')
}
