//! Compares the recorded answers of real hosts with the emulated hosts.
//!
//! `cargo run --release --example conformance -- [--host HOST] [FILE…]`
//!
//! Without files, it runs all recordings of the hosts in `conformance/`. Further answers about real
//! skills, whose texts are not in the repository, are read from `corpus/` in `$SKILLGLASS_SHARED`,
//! or in `../shared` beside the repository. Recordings of hosts that this project does not emulate
//! yet are only listed, with their number of cases. `cargo test` compares the documents of
//! `pyyaml.jsonl`, because no public function reads as PyYAML does, and the logs of `usage.jsonl`.
//!
//! Each file has one case in JSON on each line, and may be compressed (`.br`). The fields of a case
//! determine its kind. Each answer of a line that the emulated hosts can give counts as one case.
//!
//! The first 20 disagreements are printed in full; `--print N` changes this number. The last line
//! is `N passed, N failed`, and the exit code is 0 only if nothing failed. `known.toml` lists known
//! disagreements with their causes, by the file of the case. A listed disagreement counts neither
//! as passed nor as failed, and a listed case that agrees fails.
//!
//! A line with an answer but without a text uses the text with the same `id` from an earlier file.
//! For Claude Code, each aspect of a case is compared separately. The case passes if all aspects
//! agree, and a table shows how many agree for each aspect.

mod claude_code;
mod claude_hooks;
mod cline;
mod codex;
mod copilot_cli;
mod gemini_cli;
mod gh_skill;
mod kilo;
mod openclaw;
mod opencode;
mod permission;
mod pi;
mod qwen_code;
#[path = "../shared/recorded.rs"]
mod recorded;
mod requests;
mod sdks;
mod site;
mod skills_cli;
mod standard;
mod vscode;

use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::Value;
use skillglass::Workspace;

const MAX_PRINTED: usize = 20;

/// A function that compares the recorded answers of one host in one line of a recording.
type Run = fn(&Line<'_>, &mut Tally) -> Result<(), Failure>;

/// The hosts whose answers can be compared, each with its function. `--host` chooses one of them.
const HOSTS: &[(&str, Run)] = &[
    ("agent-framework", sdks::agent_framework),
    ("agno", sdks::agno),
    ("claude-code", claude_code::run),
    ("cline", cline::run),
    ("codex", codex::run),
    ("copilot-cli", copilot_cli::run),
    ("deep-agents", sdks::deep_agents),
    ("gemini-cli", gemini_cli::run),
    ("gh-skill", gh_skill::run),
    ("google-adk", sdks::google_adk),
    ("kilo", kilo::run),
    ("openai-agents", sdks::openai_agents),
    ("openclaw", openclaw::run),
    ("opencode", opencode::run),
    ("pi", pi::run),
    ("qwen-code", qwen_code::run),
    ("requests", requests::run),
    ("skills-cli", skills_cli::run),
    ("standard", standard::run),
    ("strands-agents", sdks::strands),
    ("vscode", vscode::run),
];

/// The agent SDKs whose answers share one recording.
const SDKS: &[&str] = &["agno", "google-adk", "strands-agents"];

/// The starts of file names of recordings that are only listed, because their host is not emulated
/// or because they are not about one host.
const NOT_EMULATED: &[(&str, &str)] = &[];

/// The starts of file names of recordings that the unit tests compare.
const IN_UNIT_TESTS: &[&str] = &["pyyaml", "usage"];

/// The start of the file names of recordings that identify real skills by a hash. They contain no
/// texts, so no host is compared.
const HASHES: &str = "real-skills";

fn main() -> ExitCode {
    let mut host = None;
    let mut files = Vec::new();
    let mut printed = MAX_PRINTED;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--host" => host = arguments.next(),
            "--print" => {
                let number = arguments.next();
                printed = number
                    .and_then(|number| number.parse().ok())
                    .unwrap_or(MAX_PRINTED);
            }
            _ => files.push(argument),
        }
    }
    let (hosts, runs): (Vec<&str>, Vec<Run>) = HOSTS
        .iter()
        .filter(|(known, _)| host.as_deref().is_none_or(|host| host == *known))
        .copied()
        .unzip();
    if runs.is_empty() {
        let hosts: Vec<_> = HOSTS.iter().map(|(host, _)| *host).collect();
        let hosts = hosts.join("|");
        eprintln!("usage: conformance [--host {hosts}] [--print N] [FILE…]");
        return ExitCode::from(2);
    }
    if files.is_empty() {
        files = recordings(&hosts);
        if host.is_none() {
            match not_emulated() {
                Ok(lines) => lines.iter().for_each(|line| println!("{line}")),
                Err(error) => {
                    eprintln!("conformance: {error}");
                    return ExitCode::from(2);
                }
            }
        }
    }
    let mut tally = match known() {
        Ok(known) => Tally {
            known,
            printed,
            ..Tally::default()
        },
        Err(error) => {
            eprintln!("known.toml: {error}");
            return ExitCode::from(2);
        }
    };
    let mut texts = HashMap::new();
    for file in &files {
        if let Err(error) = run_file(file, &runs, &mut texts, &mut tally) {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    }
    for (aspect, [agrees, all]) in &tally.aspects {
        println!("{agrees:6} of {all:6}  {aspect}");
    }
    if tally.excused > 0 {
        println!("{} known to disagree", tally.excused);
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the folder that may have further recorded answers, about real skills.
fn further() -> PathBuf {
    std::env::var_os("SKILLGLASS_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    )
}

/// Returns the last segment of a file's path.
fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns true if the recording with this file name has answers of a host.
fn is_of(host: &str, name: &str) -> bool {
    let beginnings: &[&str] = match host {
        "claude-code" => &["hooks-claude-code", "permission-claude-code"],
        "codex" => &["permission-codex"],
        "cline" | "copilot-cli" | "standard" => &["agent-plugins"],
        "kilo" => &["permission-kilo"],
        "opencode" => &["permission-opencode"],
        "agent-framework" => &["sdks", "sdk-agent-framework"],
        "deep-agents" => &["sdks", "sdk-deepagents"],
        "openai-agents" => &["sdks", "sdk-openai-agents"],
        _ => &[],
    };
    let of_sdk = SDKS.contains(&host)
        && (name.starts_with("sdks.") || name.starts_with(&format!("sdk-{host}.")));
    let begins = |beginning: &&str| name.starts_with(*beginning);
    name.starts_with(host) || of_sdk || beginnings.iter().any(begins)
}

/// Returns the recordings of these hosts, sorted. The texts of real skills come first, because
/// other files refer to them.
fn recordings(hosts: &[&str]) -> Vec<String> {
    let corpus = further().join("corpus");
    let texts = Some(corpus.join("skills.jsonl")).filter(|path| path.exists());
    let answers = std::fs::read_dir(corpus.join("answers"));
    let mut answers: Vec<_> = (answers.into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .collect();
    answers.sort();
    let of_hosts = answers.into_iter().chain(recorded::recorded());
    let of_hosts = of_hosts.filter(|path| {
        let name = name_of(path).replace('_', "-");
        hosts.iter().any(|host| is_of(host, &name)) && name.contains(".jsonl")
    });
    let files = texts.into_iter().chain(of_hosts);
    files.map(|path| path.display().to_string()).collect()
}

/// Returns a line with the number of cases for each recording that is not compared. A recording of
/// no known host that [`NOT_EMULATED`] does not list is an error, so that no recording is
/// forgotten.
fn not_emulated() -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    for path in recorded::recorded() {
        let name = name_of(&path);
        let is_compared = HOSTS.iter().any(|(host, _)| is_of(host, &name))
            || IN_UNIT_TESTS.iter().any(|it| name.starts_with(it));
        if is_compared || name.starts_with(HASHES) {
            continue;
        }
        let known = NOT_EMULATED.iter().find(|(it, _)| name.starts_with(it));
        let (_, title) = known.ok_or_else(|| format!("{name} belongs to no known host"))?;
        let cases = recorded::open(&path)?.lines().count();
        lines.push(format!(
            "{cases:6} cases recorded, not emulated yet: {title} ({name})"
        ));
    }
    Ok(lines)
}

/// The contents of `known.toml`: known disagreements with their causes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownDisagreements {
    disagreement: Vec<KnownDisagreement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownDisagreement {
    host: String,
    /// The file name of the recording that has the cases, without `.br`.
    file: String,
    cause: String,
    cases: Vec<String>,
}

/// The key of a known disagreement: the host, the file name of the recording, and the id of the
/// case.
type CaseKey = (String, String, String);

/// Returns the causes of all known disagreements.
fn known() -> Result<HashMap<CaseKey, String>, Failure> {
    let known: KnownDisagreements = toml_edit::de::from_str(include_str!("known.toml"))?;
    let mut causes = HashMap::new();
    for KnownDisagreement {
        host,
        file,
        cause,
        cases,
    } in known.disagreement
    {
        for case in cases {
            let key = (host.clone(), file.clone(), case.clone());
            if causes.insert(key, cause.clone()).is_some() {
                return Err(format!("{host} {case} of {file} is listed twice").into());
            }
        }
    }
    Ok(causes)
}

#[derive(Default)]
struct Tally {
    known: HashMap<CaseKey, String>,
    printed: usize,
    /// The file name of the recording that is being read, without `.br`.
    file: String,
    /// The number of comparisons that agree and the number of all comparisons, by aspect.
    aspects: BTreeMap<&'static str, [usize; 2]>,
    passed: usize,
    failed: usize,
    excused: usize,
}

impl Tally {
    /// Counts a case of a host whose aspects were compared separately. The case passes if all
    /// aspects agree.
    fn count_aspects(&mut self, host: &str, line: &Line<'_>, aspects: claude_code::Aspects) {
        let mut disagreements = Vec::new();
        for (aspect, found) in aspects {
            let [agrees, all] = self.aspects.entry(aspect).or_default();
            *agrees += usize::from(found.is_empty());
            *all += 1;
            disagreements.extend(found);
        }
        self.count(host, line.id, &disagreements);
    }

    /// Counts a case of a host. The case passes if there are no disagreements.
    fn count(&mut self, host: &str, id: &str, disagreements: &[Disagreement]) {
        let key = (host.to_owned(), self.file.clone(), id.to_owned());
        let cause = self.known.get(&key);
        match (cause, disagreements.is_empty()) {
            (None, true) => self.passed += 1,
            (Some(_), false) => self.excused += 1,
            (Some(cause), true) => {
                self.failed += 1;
                println!("{host} {id}: agrees, and known.toml says that it does not: {cause}");
            }
            (None, false) => {
                self.failed += 1;
                if self.failed > self.printed {
                    return;
                }
                for Disagreement {
                    field,
                    expected,
                    got,
                } in disagreements
                {
                    println!("{id}: {field}: expected {expected}, got {got}");
                }
            }
        }
    }
}

struct Disagreement {
    field: String,
    expected: Value,
    got: Value,
}

fn compare(into: &mut Vec<Disagreement>, field: impl Into<String>, expected: &Value, got: Value) {
    if *expected != got {
        into.push(Disagreement {
            field: field.into(),
            expected: expected.clone(),
            got,
        });
    }
}

type Failure = Box<dyn std::error::Error>;

/// A line of a recording with its parsed case.
struct Line<'c> {
    /// The index of the line in its file, from 0.
    index: usize,
    case: &'c Value,
    id: &'c str,
}

/// The texts of real skills in the files that were read so far, by the id of their line.
type Texts = HashMap<String, Value>;

fn run_file(file: &str, runs: &[Run], texts: &mut Texts, tally: &mut Tally) -> Result<(), Failure> {
    let path = Path::new(file);
    tally.file = name_of(path).trim_end_matches(".br").to_owned();
    for (index, line) in recorded::open(path)?.lines().enumerate() {
        let line = line?;
        let case = serde_json::from_str(&line);
        let mut case: Value = case.or_else(|_| serde_json::from_str(&shallow(&line)))?;
        let id = text(&case["id"]);
        match case.get("text") {
            Some(text) => {
                texts.insert(id, text.clone());
            }
            None => {
                if let Some(text) = texts.get(&id) {
                    case["text"] = text.clone();
                }
            }
        }
        let line = Line {
            index,
            case: &case,
            id: case["id"].as_str().unwrap_or_default(),
        };
        for run in runs {
            run(&line, tally)?;
        }
    }
    Ok(())
}

/// Returns a line of JSON in which values below the maximum depth of the parser are replaced by
/// `null`. A few recorded answers contain such values.
fn shallow(line: &str) -> String {
    const MOST: usize = 100;
    let mut shallow = String::new();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for character in line.chars() {
        let is_open = !quoted && "[{".contains(character);
        let is_close = !quoted && "]}".contains(character);
        depth += usize::from(is_open);
        if is_open && depth == MOST {
            shallow.push_str("null");
        } else if depth < MOST {
            shallow.push(character);
        }
        depth = depth.saturating_sub(usize::from(is_close));
        quoted ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
    }
    shallow
}

/// Returns a recorded path with the links in its folders resolved.
fn below_links(workspace: &Workspace, path: &str) -> String {
    let folders = skillglass::tree::path::ancestors(path).skip(1);
    let mut found = folders.filter_map(|it| Some((it, workspace.tree().resolve(it).ok()?)));
    let Some((folder, entry)) = found.next() else {
        return path.to_owned();
    };
    let below = path.strip_prefix(folder).unwrap_or_default();
    skillglass::tree::path::join(&entry.path(), below.trim_start_matches('/'))
}

/// Writes the files, folders and links of a recorded case into the workspace.
fn fill(workspace: &mut Workspace, case: &Value) -> Result<(), Failure> {
    for entry in list(&case["tree"]) {
        let path = below_links(workspace, &text(&entry["path"]));
        match entry["type"].as_str() {
            Some("dir") => workspace.make_directory(&path)?,
            Some("symlink") => workspace.link(&path, &text(&entry["target"]))?,
            _ => match entry["text"].as_str() {
                Some(text) => workspace.write(&path, text)?,
                None => workspace.write(&path, from_base64(&text(&entry["base64"])))?,
            },
        }
    }
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for symbol in text.bytes().filter(|byte| *byte != b'=') {
        let value = ALPHABET
            .iter()
            .position(|known| *known == symbol)
            .unwrap_or_default();
        bits = bits << 6 | u32::try_from(value).unwrap_or_default();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
