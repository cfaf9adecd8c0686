//! Ways of breaking a well-formed skill, and the results of the fixes.
//!
//! The test requires minimum shares of repaired skills. `examples/broken_skills.rs` prints the
//! shares for real skills.

use std::collections::BTreeMap;

use skillglass::compare::{CompareRequest, HostChoice};
use skillglass::lint::{FixRequest, Fixed};
use skillglass::{Workspace, WorkspaceOptions};

/// The folder that contains the skills of these tests.
const ROOT: &str = "/repo/.agents/skills";

/// A skill whose frontmatter has a name and a description, each on a line of its own.
#[derive(Debug, Clone)]
pub struct Skill {
    pub folder: String,
    /// The lines of the frontmatter between the delimiters, without line ends.
    pub head: Vec<String>,
    /// The text after the frontmatter.
    pub body: String,
}

/// A skill's file, with its path relative to the folder of skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub text: String,
    /// The description that the skill's author means.
    pub meant: String,
}

/// A way of breaking a skill: a name, and a function that returns the broken file. The function
/// returns `None` if the way does not apply to the skill.
pub type Way = (&'static str, fn(&Skill) -> Option<File>);

impl Skill {
    /// Reads a skill from the text of `SKILL.md`. Returns `None` if the frontmatter is not of the
    /// plain kind that the ways can break.
    pub fn read(folder: &str, text: &str) -> Option<Self> {
        let rest = text.strip_prefix("---\n")?;
        let (head, body) = rest.split_once("\n---\n")?;
        let head: Vec<String> = head.lines().map(str::to_owned).collect();
        let skill = Self {
            folder: folder.to_owned(),
            head,
            body: body.to_owned(),
        };
        let is_plain = |key: &str| {
            let line = skill.line(key)?;
            let next = skill.head.get(line + 1);
            let value = skill.value(key);
            let is_plain = value.starts_with(char::is_alphanumeric)
                && !value.contains([':', '#', '"', '\''])
                && next.is_none_or(|next| next.starts_with(|first: char| first.is_alphabetic()));
            is_plain.then_some(())
        };
        is_plain("name")?;
        is_plain("description")?;
        (!text.contains('\r') && skill.value("name") == folder).then_some(skill)
    }

    /// Returns the index of the frontmatter's line with this key, `None` if no line has the key.
    fn line(&self, key: &str) -> Option<usize> {
        let mut lines = self.head.iter();
        lines.position(|line| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.starts_with(": "))
        })
    }

    /// Returns the text after a key in the frontmatter, an empty string if the key is missing.
    fn value(&self, key: &str) -> &str {
        let line = self.line(key).map_or("", |line| &*self.head[line]);
        line.split_once(": ").map_or("", |(_, value)| value).trim()
    }

    /// Returns the file of the unchanged skill.
    pub fn file(&self) -> File {
        self.framed("---\n", "\n---\n")
    }

    fn with_text(&self, text: String) -> File {
        File {
            path: format!("{}/SKILL.md", self.folder),
            text,
            meant: self.value("description").to_owned(),
        }
    }

    /// Returns the skill's file with other text before and after the frontmatter in place of the
    /// delimiters.
    fn framed(&self, open: &str, close: &str) -> File {
        let head = self.head.join("\n");
        self.with_text(format!("{open}{head}{close}{}", self.body))
    }

    /// Returns the skill's file with each line of its frontmatter changed by a function.
    fn lines(&self, change: impl Fn(&str) -> String) -> File {
        let head: Vec<_> = self.head.iter().map(|line| change(line)).collect();
        self.with_text(format!("---\n{}\n---\n{}", head.join("\n"), self.body))
    }

    /// Returns the skill's file with another line in place of the line of its description. The
    /// function gets the description and returns the whole new line.
    fn description(&self, change: impl Fn(&str) -> String) -> File {
        let value = self.value("description");
        self.lines(|line| {
            if line.starts_with("description: ") {
                change(value)
            } else {
                line.to_owned()
            }
        })
    }

    /// Returns the skill's file with the description `written`, by which the author means `meant`.
    fn meaning(&self, written: &str, meant: &str) -> File {
        File {
            meant: meant.to_owned(),
            ..self.description(|_| format!("description: {written}"))
        }
    }

    /// Returns the skill's file with a character in front of the description. The character is
    /// meant as a part of the description.
    fn begun(&self, character: &str) -> File {
        let value = format!("{character}{}", self.value("description"));
        self.meaning(&value, &value)
    }

    /// Returns the skill's file with `insert` in place of the space after the description's second
    /// word, all between two `quote`s. Returns `None` if the description has fewer than four words.
    fn put_in(&self, insert: &str, quote: &str) -> Option<File> {
        let text = self.value("description");
        let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        let at = *spaces.get(1).filter(|_| spaces.len() > 2)?;
        let value = format!("{}{insert}{}", &text[..at], &text[at + 1..]);
        Some(self.meaning(&format!("{quote}{value}{quote}"), &value))
    }

    /// Returns the skill's file with `sign` in place of the colon and the space after each key of
    /// the frontmatter.
    fn signs(&self, sign: &str) -> File {
        self.lines(|line| match key_of(line) {
            Some(_) => line.replacen(": ", sign, 1),
            None => line.to_owned(),
        })
    }

    /// Returns the skill's file with other keys in place of `name` and `description`.
    fn keys(&self, name: &str, description: &str) -> File {
        self.lines(|line| match key_of(line) {
            Some("name") => line.replacen("name", name, 1),
            Some("description") => line.replacen("description", description, 1),
            _ => line.to_owned(),
        })
    }

    /// Returns the skill's file at another path. `NAME` in the path stands for the name of the
    /// skill's folder.
    fn named(&self, path: &str) -> File {
        File {
            path: path.replace("NAME", &self.folder),
            ..self.file()
        }
    }
}

/// Returns the key of a line without indentation, `None` if the line does not begin with a key.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(": ")?;
    let is_of_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!key.is_empty() && key.bytes().all(is_of_key)).then_some(key)
}

/// All ways of breaking a skill.
pub const WAYS: &[Way] = &[
    ("blank lines before", |it| {
        Some(it.framed("\n\n---\n", "\n---\n"))
    }),
    ("a comment before", |it| {
        Some(it.framed("<!-- A draft. -->\n---\n", "\n---\n"))
    }),
    ("spaces before", |it| Some(it.framed("  ---\n", "\n---\n"))),
    ("byte order mark", |it| {
        Some(it.framed("\u{feff}---\n", "\n---\n"))
    }),
    ("two byte order marks", |it| {
        Some(it.framed("\u{feff}\u{feff}---\n", "\n---\n"))
    }),
    ("two dashes", |it| Some(it.framed("--\n", "\n--\n"))),
    ("four dashes", |it| Some(it.framed("----\n", "\n----\n"))),
    ("four dashes at the start", |it| {
        Some(it.framed("----\n", "\n---\n"))
    }),
    ("five dashes at the end", |it| {
        Some(it.framed("---\n", "\n-----\n"))
    }),
    ("em dashes", |it| Some(it.framed("———\n", "\n———\n"))),
    ("one em dash", |it| Some(it.framed("—\n", "\n—\n"))),
    ("plus signs", |it| Some(it.framed("+++\n", "\n+++\n"))),
    ("TOML", |it| {
        let file = it.lines(|line| match line.split_once(": ") {
            Some((key, value)) => format!("{key} = \"{value}\""),
            None => line.to_owned(),
        });
        let is_flat = it
            .head
            .iter()
            .all(|line| key_of(line).is_some_and(|_| !line.contains(['"', '\\'])));
        let text = file
            .text
            .replacen("---\n", "+++\n", 1)
            .replacen("\n---\n", "\n+++\n", 1);
        is_flat.then(|| it.with_text(text))
    }),
    ("JSON", |it| {
        let fields =
            ["name", "description"].map(|key| format!("  \"{key}\": \"{}\"", it.value(key)));
        let text = format!("{{\n{}\n}}\n{}", fields.join(",\n"), it.body);
        (!text.contains('\\')).then(|| it.with_text(text))
    }),
    ("asterisks", |it| Some(it.framed("***\n", "\n***\n"))),
    ("underscores", |it| Some(it.framed("___\n", "\n___\n"))),
    ("equals signs", |it| Some(it.framed("===\n", "\n===\n"))),
    ("no start", |it| Some(it.framed("", "\n---\n"))),
    ("no end", |it| Some(it.framed("---\n", "\n\n"))),
    ("no delimiters", |it| Some(it.framed("", "\n\n"))),
    ("three dots at the end", |it| {
        Some(it.framed("---\n", "\n...\n"))
    }),
    ("end indented", |it| Some(it.framed("---\n", "\n  ---\n"))),
    ("end on the last line", |it| {
        Some(it.framed("---\n", " ---\n"))
    }),
    ("start on the first line", |it| {
        Some(it.framed("--- ", "\n---\n"))
    }),
    ("a fence in place of the delimiters", |it| {
        Some(it.framed("```yaml\n", "\n```\n"))
    }),
    ("a fence around the delimiters", |it| {
        Some(it.framed("```yaml\n---\n", "\n---\n```\n"))
    }),
    ("a fence within the delimiters", |it| {
        Some(it.framed("---\n```yaml\n", "\n```\n---\n"))
    }),
    ("a fence around all of it", |it| {
        let file = it.framed("```markdown\n---\n", "\n---\n");
        (!it.body.contains("```")).then(|| it.with_text(format!("{}\n```\n", file.text.trim_end())))
    }),
    ("an HTML comment around", |it| {
        Some(it.framed("<!--\n", "\n-->\n"))
    }),
    ("two documents", |it| {
        let file = it.description(|value| format!("---\ndescription: {value}"));
        (it.line("name") < it.line("description")).then_some(file)
    }),
    ("descripton", |it| Some(it.keys("name", "descripton"))),
    ("desciption", |it| Some(it.keys("name", "desciption"))),
    ("decription", |it| Some(it.keys("name", "decription"))),
    ("descriptions", |it| Some(it.keys("name", "descriptions"))),
    ("nmae", |it| Some(it.keys("nmae", "description"))),
    ("titel", |it| Some(it.keys("titel", "description"))),
    ("desc", |it| Some(it.keys("name", "desc"))),
    ("Name and Description", |it| {
        Some(it.keys("Name", "Description"))
    }),
    ("NAME and DESCRIPTION", |it| {
        Some(it.keys("NAME", "DESCRIPTION"))
    }),
    ("bold keys", |it| {
        Some(it.keys("**name**", "**description**"))
    }),
    ("headings for keys", |it| {
        Some(it.keys("# name", "# description"))
    }),
    ("quotes in one key", |it| {
        Some(it.keys("name", "\"description"))
    }),
    ("no break before the key", |it| {
        let name = it.line("name").zip(it.line("description"));
        let head = it
            .head
            .join("\n")
            .replacen("\ndescription: ", " description: ", 1);
        name.filter(|(name, description)| name + 1 == *description)?;
        Some(it.with_text(format!("---\n{head}\n---\n{}", it.body)))
    }),
    ("a key after a tab", |it| {
        Some(it.description(|value| format!("\tdescription: {value}")))
    }),
    ("a key after two spaces", |it| {
        Some(it.description(|value| format!("  description: {value}")))
    }),
    ("a key after one space", |it| {
        Some(it.description(|value| format!(" description: {value}")))
    }),
    ("all keys indented", |it| {
        Some(it.lines(|line| format!("  {line}")))
    }),
    ("all keys after a tab", |it| {
        Some(it.lines(|line| format!("\t{line}")))
    }),
    ("tabs below a key", |it| {
        Some(it.description(|value| format!("description: |\n\t{value}")))
    }),
    ("tabs below a folded key", |it| {
        Some(it.description(|value| format!("description: >-\n\t{value}")))
    }),
    ("a tab after the colon", |it| Some(it.signs(":\t"))),
    ("bullets", |it| {
        Some(it.lines(|line| match key_of(line) {
            Some(_) => format!("- {line}"),
            None => format!("  {line}"),
        }))
    }),
    ("asterisks as bullets", |it| {
        let is_flat = it.head.iter().all(|line| key_of(line).is_some());
        is_flat.then(|| it.lines(|line| format!("* {line}")))
    }),
    ("a list for text", |it| {
        Some(it.description(|value| format!("description:\n  - {value}")))
    }),
    ("a list in brackets for text", |it| {
        Some(it.description(|value| format!("description: [{value}]")))
    }),
    ("a mapping for text", |it| {
        Some(File {
            meant: format!("en {}", it.value("description")),
            ..it.description(|value| format!("description:\n  en: {value}"))
        })
    }),
    ("name = x", |it| Some(it.signs(" = "))),
    ("name=x", |it| Some(it.signs("="))),
    ("name -> x", |it| Some(it.signs(" -> "))),
    ("no space after the colon", |it| Some(it.signs(":"))),
    ("no space after one colon", |it| {
        Some(it.description(|value| format!("description:{value}")))
    }),
    ("full-width colons", |it| Some(it.signs("："))),
    ("no-break spaces", |it| Some(it.signs(":\u{a0}"))),
    ("an unclosed double quote", |it| {
        Some(it.description(|value| format!("description: \"{value}")))
    }),
    ("an unclosed single quote", |it| {
        Some(it.description(|value| format!("description: '{value}")))
    }),
    ("a quote that nothing opens", |it| {
        Some(it.description(|value| format!("description: {value}\"")))
    }),
    ("two kinds of quotes", |it| {
        Some(it.description(|value| format!("description: \"{value}'")))
    }),
    ("typographic quotes", |it| {
        Some(it.description(|value| format!("description: “{value}”")))
    }),
    ("text after quotes", |it| {
        let file = it.put_in("\" ", "\"")?;
        let text = file.text.replacen("\"\n", "\n", 1);
        Some(File { text, ..file })
    }),
    ("an apostrophe in single quotes", |it| it.put_in("'s ", "'")),
    ("quotes in double quotes", |it| it.put_in(" \"and\" ", "\"")),
    ("a backslash in double quotes", |it| {
        it.put_in(" \\d ", "\"")
    }),
    ("an unquoted colon", |it| it.put_in(": ", "")),
    ("a comment in the value", |it| it.put_in(" #", "")),
    ("at sign", |it| Some(it.begun("@"))),
    ("backquote", |it| Some(it.begun("`"))),
    ("code", |it| it.put_in(" ", "`")),
    ("percent sign", |it| Some(it.begun("%"))),
    ("ampersand", |it| Some(it.begun("&"))),
    ("asterisk", |it| Some(it.begun("*"))),
    ("bold", |it| {
        let value = format!("**{}**", it.value("description"));
        Some(it.meaning(&value, &value))
    }),
    ("exclamation mark", |it| Some(it.begun("!"))),
    ("bracket", |it| Some(it.begun("["))),
    ("brace", |it| Some(it.begun("{"))),
    ("wrong brackets", |it| {
        Some(it.description(|value| format!("description: [{value}}}")))
    }),
    ("greater-than sign", |it| {
        Some(it.description(|value| format!("description: > {value}")))
    }),
    ("vertical line", |it| {
        Some(it.description(|value| format!("description: | {value}")))
    }),
    ("unindented text of a block", |it| {
        Some(it.description(|value| format!("description: |\n{value}")))
    }),
    ("text on the next line", |it| {
        Some(it.description(|value| format!("description:\n{value}")))
    }),
    ("a line that is not indented", |it| it.put_in("\n", "")),
    ("a quoted line that is not indented", |it| {
        it.put_in("\n", "\"")
    }),
    ("the same key twice", |it| {
        Some(it.description(|value| format!("description: {value}\ndescription: {value}")))
    }),
    ("another value twice", |it| {
        Some(it.description(|value| format!("description: {value}\ndescription: TODO")))
    }),
    ("lone carriage returns", |it| {
        let file = it.file();
        Some(it.with_text(file.text.replace('\n', "\r")))
    }),
    ("below a key", |it| {
        let file = it.lines(|line| format!("  {line}"));
        Some(it.with_text(file.text.replacen("---\n", "---\nskill:\n", 1)))
    }),
    ("below metadata", |it| {
        let file = it.lines(|line| format!("  {line}"));
        let is_free = it.line("metadata").is_none();
        is_free.then(|| it.with_text(file.text.replacen("---\n", "---\nmetadata:\n", 1)))
    }),
    ("prose in the frontmatter", |it| {
        Some(it.framed("---\nA skill\n", "\n---\n"))
    }),
    ("braces around the fields", |it| {
        let is_flat = it.head.iter().all(|line| key_of(line).is_some());
        is_flat.then(|| it.framed("---\n{\n", "\n}\n---\n"))
    }),
    ("commas after the lines", |it| {
        let is_flat = it.head.iter().all(|line| key_of(line).is_some());
        is_flat.then(|| it.lines(|line| format!("\"{}\",", line.replacen(": ", "\": \"", 1))))
    }),
    ("skill.md", |it| Some(it.named("NAME/skill.md"))),
    ("Skill.md", |it| Some(it.named("NAME/Skill.md"))),
    ("SKILL.MD", |it| Some(it.named("NAME/SKILL.MD"))),
    ("a flat file", |it| Some(it.named("NAME.md"))),
];

/// The name and the description that a host shows for a skill.
pub type Shown = (String, String);

/// Returns the choices of the hosts with these ids.
pub fn hosts(ids: &[&str]) -> Vec<HostChoice> {
    ids.iter().map(|id| HostChoice::from(*id)).collect()
}

/// Returns a workspace with one skill's file in a repository at `/repo`.
pub fn workspace(file: &File) -> Workspace {
    let mut workspace = Workspace::new(&WorkspaceOptions {
        cwd: "/repo".to_owned(),
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::default()
    })
    .unwrap();
    workspace.make_directory("/repo/.git").unwrap();
    workspace
        .write(&format!("{ROOT}/{}", file.path), &*file.text)
        .unwrap();
    workspace
}

/// Returns the name and the description that each host shows for a skill's file, by the host's id.
/// A host that would not load the file is left out. The comparison assumes that each host reads
/// the file's path.
pub fn shown(file: &File, hosts: &[HostChoice]) -> BTreeMap<String, Shown> {
    let workspace = workspace(file);
    let request = CompareRequest {
        hosts: hosts.to_vec(),
        skills: vec![format!("{ROOT}/{}", file.path)],
    };
    let Ok(compared) = workspace.compare(&request) else {
        return BTreeMap::new();
    };
    let cells = compared.skills.into_iter().flat_map(|skill| skill.cells);
    (compared.hosts.iter().zip(cells))
        .filter(|(_, cell)| cell.loaded)
        .map(|(host, cell)| {
            let text = |text: Option<String>| text.unwrap_or_default().trim().to_owned();
            (host.host.clone(), (text(cell.name), text(cell.description)))
        })
        .collect()
}

/// Returns the file after its fixes, and the whole result of `fix`.
pub fn fixed(file: &File, hosts: &[HostChoice], unsafe_fixes: bool) -> (File, Fixed) {
    let request = FixRequest {
        hosts: hosts.to_vec(),
        unsafe_fixes,
        ..FixRequest::default()
    };
    let fixed = workspace(file).fix(&request).unwrap();
    let mut path = format!("{ROOT}/{}", file.path);
    for rename in &fixed.renames {
        if let Some(rest) = path.strip_prefix(&rename.from) {
            path = format!("{}{rest}", rename.to);
        }
    }
    let text = fixed.files.get(&path).unwrap_or(&file.text).clone();
    let path = path
        .strip_prefix(ROOT)
        .map_or(path.clone(), |path| path[1..].to_owned());
    (
        File {
            path,
            text,
            meant: file.meant.clone(),
        },
        fixed,
    )
}

/// Returns the letters and digits of a text, and the few symbols that a name or a description may
/// need.
pub fn letters(text: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || "@%&*!#".contains(*c);
    text.chars().filter(is_kept).collect()
}

/// Returns true if the repair kept each host's name of the skill and restored the description.
/// `was` holds the hosts that loaded the skill before it was broken, `is` those that load the
/// repaired skill.
pub fn is_repaired(
    was: &BTreeMap<String, Shown>,
    is: &BTreeMap<String, Shown>,
    meant: &str,
) -> bool {
    let meant = letters(meant);
    was.iter().all(|(host, (name, _))| {
        (is.get(host))
            .is_some_and(|(now, description)| now == name && letters(description) == meant)
    })
}
