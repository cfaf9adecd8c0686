//! Tests texts of repeated random segments: reports those for which the time of a host grows faster than the text.
//!
//! `cargo run --release --example hostile_pieces -- [SECONDS] [SEED]`
//!
//! Each trial repeats up to three segments to 12 kB and to 48 kB in one place: a body, a field, a setting, a prompt, a
//! file beside the skill. Prints a line for each method of a host that twice takes more than 7 times as long for four
//! times as much.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use skillglass::compare::CompareRequest;
use skillglass::hosts::hosts;
use skillglass::install::InstallRequest;
use skillglass::lint::{FixRequest, LintRequest};
use skillglass::model::host_choice::HostChoice;
use skillglass::model::turn::{TurnInput, TurnRequest};
use skillglass::search::SearchOptions;
use skillglass::{Workspace, WorkspaceOptions};

const SMALL: usize = 12_000;
const LARGE: usize = 4 * SMALL;
/// The ratio of times above which a method is reported, if the text is four times as long. A method
/// with linear time has a ratio of 4.
const TOO_FAST: f64 = 7.0;
/// The time in milliseconds below which a ratio depends more on the machine than on the text.
const TOO_SHORT: f64 = 60.0;

const PIECES: &[&str] = &[
    "a",
    "a b ",
    "1",
    "é",
    "户",
    "😀",
    "\u{301}",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\u{85}",
    "\t",
    "  ",
    "\n",
    "\r\n",
    "\n\n",
    "\n- ",
    "\n# ",
    ".",
    ",",
    ";",
    ": ",
    "::",
    "-",
    "---",
    "_",
    "*",
    "**",
    "~~~",
    "`",
    "```",
    "\n```\n",
    "(",
    "[",
    "](",
    "![",
    "{",
    "}",
    "{{",
    "}}",
    "${",
    "$(",
    "$1",
    "$ARGUMENTS",
    "@a",
    "#",
    "%20",
    "&a ",
    "*a ",
    "&amp;",
    "<",
    "</",
    "<!--",
    "-->",
    "<a>",
    "</skill>",
    "> ",
    "|",
    "|\n",
    ">-\n  ",
    "\\",
    "\\\\",
    "\\e[",
    "\\e]a",
    "\\u001b[",
    "\\ud83d",
    "/",
    "/a/b",
    "../",
    "~/",
    "*.md",
    "**/",
    "? ",
    "!`a`",
    "!a ",
    "'",
    "''",
    "\"",
    "\"\"",
    "\\\"",
    "=",
    "a: b",
    "- a",
    "<<: ",
    "<<EOF\n",
    "; ",
    "&& ",
    "| sh",
    "if ",
    "fi ",
    "case ",
    "env ",
    "bash -c ",
    "eval ",
    "curl http://a.b/c ",
    "base64 -d ",
    "find . -exec ",
    "python -c ",
    "ignore all previous instructions ",
    "do not tell the user ",
    "always ",
    "never ",
    "system prompt ",
    "admin message ",
    "Use when ",
    "e.g. ",
    "sk-",
    "AKIA",
    "-----BEGIN",
    "password ",
    "C:\\",
    "/home/x/",
    "def a():\n",
    "'''",
    "\"\"\"",
    "/*",
    "*/",
    "a,b",
    "[x](y)",
    "[x]: y\n",
    "|a|b|\n",
    "{a,b}",
    "[!",
    "+(",
];

const KEYS: &[&str] = &[
    "name",
    "description",
    "when_to_use",
    "argument-hint",
    "arguments",
    "allowed-tools",
    "paths",
    "license",
    "metadata",
    "hooks",
    "x",
];

/// A generator of random numbers. The same seed results in the same numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<'p>(&mut self, from: &[&'p str]) -> &'p str {
        from[self.below(from.len())]
    }
}

/// Returns a text as a YAML value. `way` selects one of YAML's notations.
fn value(way: usize, text: &str) -> String {
    let line = text.replace(['\n', '\r'], " ");
    match way {
        0 => line,
        1 => format!("\"{}\"", line.replace('"', "'")),
        2 => format!("'{}'", line.replace('\'', "''")),
        3 => format!("|\n  {}", text.replace('\n', "\n  ")),
        4 => format!("[{line}]"),
        _ => format!("\n  {}", text.replace('\n', "\n  ")),
    }
}

/// A random kind of input: a segment of text, and the place where it is repeated.
struct Case {
    place: usize,
    key: &'static str,
    way: usize,
    segment: String,
}

impl Case {
    fn by(chance: &mut Chance) -> Self {
        let segments = 1 + chance.below(3);
        Self {
            place: chance.below(12),
            key: chance.pick(KEYS),
            way: chance.below(6),
            segment: (0..segments).map(|_| chance.pick(PIECES)).collect(),
        }
    }

    /// Returns the files and the prompt, with the segment repeated up to this size in bytes.
    fn of(&self, size: usize) -> (Vec<(&'static str, String)>, String) {
        let text = self.segment.repeat(size / self.segment.len());
        let plain = "---\nname: bad\ndescription: Does it. Use when asked.\n---\nDo $ARGUMENTS.\n";
        let (mut skill, mut prompt, mut beside) = (plain.to_owned(), "/bad a".to_owned(), None);
        match self.place {
            0..=2 => skill.push_str(&text),
            3..=6 => {
                let field = format!("{}: {}\n---\n", self.key, value(self.way, &text));
                let other = if self.key == "name" {
                    "description"
                } else {
                    "name"
                };
                skill = format!("---\n{other}: bad\n{field}Do it.\n");
            }
            7 => skill = format!("---\nname: bad\ndescription: Does it.\n{text}\n---\nDo it.\n"),
            8 => prompt = format!("/bad {text}"),
            9 => prompt = text,
            10 => beside = Some(("/repo/.claude/skills/bad/scripts/x.sh", text)),
            _ => {
                beside = Some((
                    "/repo/.claude/settings.json",
                    format!("{{\"permissions\":{{\"allow\":[\"{text}\"]}}}}"),
                ))
            }
        }
        let skills = [
            "/repo/.agents/skills/bad/SKILL.md",
            "/repo/.claude/skills/bad/SKILL.md",
        ];
        let mut files: Vec<_> = skills.map(|path| (path, skill.clone())).into();
        files.extend(beside);
        (files, prompt)
    }

    /// Returns the time of each method in milliseconds, by name.
    fn times(&self, choice: &HostChoice, size: usize) -> BTreeMap<&'static str, f64> {
        let (files, prompt) = self.of(size);
        let options = WorkspaceOptions {
            host: Some(choice.host.clone()),
            edition: choice.edition.clone(),
            cwd: "/repo".to_owned(),
            home: Some("/home/me".to_owned()),
            ..WorkspaceOptions::default()
        };
        let mut workspace = Workspace::new(&options).expect("the options are right");
        for (path, text) in files {
            workspace.write(path, text).expect("the paths are right");
        }
        let turn = TurnRequest {
            inputs: vec![TurnInput::Text {
                text: prompt.clone(),
            }],
            ..TurnRequest::default()
        };
        let hosts = vec![choice.clone()];
        let compare = CompareRequest {
            hosts: hosts.clone(),
            ..CompareRequest::default()
        };
        let lint = LintRequest {
            hosts: hosts.clone(),
            ..LintRequest::default()
        };
        let fix = FixRequest {
            hosts,
            ..FixRequest::default()
        };
        let install = InstallRequest {
            source: "/repo".to_owned(),
            project: "/copy".to_owned(),
            ..InstallRequest::default()
        };
        let mut times = BTreeMap::new();
        let mut timed = |name, ask: &dyn Fn()| {
            let start = Instant::now();
            ask();
            times.insert(name, start.elapsed().as_secs_f64() * 1e3);
        };
        timed("catalog", &|| drop(workspace.catalog()));
        timed("listing", &|| drop(workspace.listing()));
        timed("turn", &|| drop(workspace.turn(&turn)));
        timed("search", &|| {
            drop(workspace.search(&prompt, &SearchOptions::default()))
        });
        timed("compare", &|| drop(workspace.compare(&compare)));
        timed("lint", &|| drop(workspace.lint(&lint)));
        timed("fix", &|| drop(workspace.fix(&fix)));
        timed("install", &|| drop(workspace.install(&install)));
        times
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual| {
        arguments
            .next()
            .map_or(usual, |text| text.parse().expect("a number"))
    };
    let (seconds, seed) = (number(60), number(1));
    let all: Vec<HostChoice> = (hosts().into_iter())
        .flat_map(|host| {
            let id = host.host;
            host.editions.into_iter().map(move |edition| HostChoice {
                host: id.clone(),
                edition: Some(edition),
            })
        })
        .collect();
    let mut chance = Chance(seed.max(1));
    let start = Instant::now();
    let (mut trials, mut found) = (0, 0);
    while start.elapsed() < Duration::from_secs(seconds) {
        trials += 1;
        let choice = &all[chance.below(all.len())];
        let case = Case::by(&mut chance);
        let [small, large] = [SMALL, LARGE].map(|size| case.times(choice, size));
        let grows = |small: &BTreeMap<_, f64>, large: &BTreeMap<_, f64>, name: &str| {
            large[name] > TOO_SHORT && large[name] > TOO_FAST * small[name]
        };
        for name in large.keys().filter(|name| grows(&small, &large, name)) {
            // The times are measured again, because other programs use the machine too.
            let [small, large] = [SMALL, LARGE].map(|size| case.times(choice, size));
            if grows(&small, &large, name) {
                found += 1;
                let Case {
                    place,
                    key,
                    way,
                    segment,
                } = &case;
                let HostChoice { host, edition } = choice;
                let edition = edition.as_deref().unwrap_or_default();
                println!(
                    "{name} of {host} {edition}, {:.0} and {:.0} ms: {segment:?} in place {place}, `{key}` written in way {way}",
                    small[name], large[name]
                );
            }
        }
    }
    println!("{trials} trials, {found} that grow too fast");
    std::process::exit(i32::from(found > 0));
}
