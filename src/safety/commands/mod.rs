//! Commands in the texts of a skill, and their effects.
//!
//! One pass over a text finds words of commands. Only the text around such a word is parsed. This
//! text is a block or a span of code, a line of prose, a value of the frontmatter, or a script.
//!
//! - [`words`] parses the text as a shell does.
//! - [`code`] reads other languages by their tokens.
//! - [`flow`] follows data from other places until it is executed or sent away.
//! - [`warned`] excludes commands that a text warns of.
//!
//! Claude Code has a parser of shell commands of its own, which rejects some commands. The parser
//! in [`words`] accepts every text.

mod act;
mod addresses;
mod arguments;
mod code;
mod flow;
mod harms;
mod packages;
mod programs;
mod prose;
mod sinks;
mod sources;
mod warned;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use crate::safety::lists::{has_part, is_in};
use crate::sort;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::SpanKind;
use crate::text::needles::Needles;
use crate::tree::path;
use crate::tree::skill_text::SkillText;
use act::Effects;
pub(crate) use act::{Act, ActKind};
use flow::Flow;
pub(crate) use prose::quoted;

/// The maximum length in bytes of a section that is read as commands. If a section is longer, only
/// its start is read. No host has this limit.
const MAX_REGION: usize = 256 << 10;

/// Words of commands that fetch, decode, send or install, in lowercase. Every harmful command contains one of them.
const TRIGGERS: &str = "curl|wget|iwr |irm |invoke-webrequest|invoke-restmethod|downloadstring|downloadfile|downloaddata|\
    bitstransfer|fetch|aria2c|axel |lynx |urlopen|urlretrieve|requests.|httpx|axios|https.|http.|net::http|lwp::|uri.open|base64|\
    b64|base32|openssl|xxd|certutil|bitsadmin|ld_preload|socket.|os.system|subprocess|child_process|exec(|eval(|shell script|tojson(|dyld_insert|atob|fromhex|unhexlify|fromcharcode|buffer.from|marshal.loads|powershell|pwsh|/dev/tcp|\
    /dev/udp| nc |nc |`nc |ncat|netcat|socat|dig |nslookup|n-za-m|\\x|scp |rsync |sendall|mail |rclone|s3 |gist create|registry|\
    index|conda |goproxy|deno run|mshta|unzip|7z|unrar|uudecode|rev| -i http| -f http|--source http|dup2|npx |bunx |dlx |uvx |.request(|\
    pack(|.post|pip install|crontab|schtasks|scheduledtask|currentversion|hookspath|git config|pkg set|mcp add|add-mcp|rc|profile|\
    sudoers|authorized_keys|.ssh/|launchagents|launchdaemons|systemd|/hooks/|settings|claude|.mcp.json|cursor|codex|agents.md|\
    bypasspermissions|memory.md|soul.md|gemini.md|copilot-instructions|tasks.json|/etc/|setvalueex|mppreference|stop-service|systemctl|\
    netsh|setenforce|spctl|csrutil|enablelua|disableantispyware|disablerealtime|wevtutil|eventlog|bcdedit|vssadmin|shadowcopy|wbadmin|tmutil|\
    auditctl|auditpol|cloudtrail|delete-detector|strict-ssl|iptables|ufw dis|rm -|remove-item|rmdir|histfile|history -c|-delete|os.remove|.unlink|unlinksync|delete from|clear-disk|\
    localgroup|useradd|/dev/sda|format c|pkill|taskkill|shred |rmtree|rmsync|fernet|aes.new|createcipher|git push|git commit|getattr(|re.sub(|\
    npm i|yarn add|pnpm add|bun add|uv add|pty.spawn|net.connect|smtp|upload_|put_object|os.walk|zipfile|tarfile|glob(|chmod|docker|podman|public-|tmate|ttyd|gotty|ngrok|base_url|proxy";

/// Beginnings of words that occur in the descriptions of skills about attacks, such as skills for
/// security tests. The texts of such skills contain harmful commands as examples.
const HARMFUL: [&str; 11] = [
    "malicious",
    "malware",
    "threat",
    "pentest",
    "injection",
    "exploit",
    "vulnerab",
    "attack",
    "forensic",
    "phishing",
    "detect-reverse",
];

static TRIGGERED: LazyLock<Vec<&str>> = LazyLock::new(|| TRIGGERS.split('|').collect());

/// All words that the first pass over a text searches for: the names of commands, and words about
/// pasting and about passwords.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let all = TRIGGERED.iter().copied();
    all.chain(prose::PASTE.split('|'))
        .chain(prose::PASSWORD.split('|'))
        .collect()
});

static FOUND: LazyLock<Needles<'static>> = LazyLock::new(|| Needles::ignoring_ascii_case(&WORDS));

/// Returns the harmful effects of the commands in one text of a skill, in the order of the text.
/// Effects with the same cause are merged. `topic` is the skill's name, followed by its description
/// on the next lines.
pub(crate) fn acts(topic: &str, text: &SkillText<'_>) -> Vec<Act> {
    let (mut hits, mut pastes, mut passwords) = (Vec::new(), Vec::new(), Vec::new());
    let commands = TRIGGERED.len();
    let pasting = prose::PASTE.split('|').count();
    for (at, number) in FOUND.places(text.text) {
        match number {
            _ if number < commands => hits.push(at),
            _ if number < commands + pasting => pastes.push(at),
            _ => passwords.push((at, WORDS[number].trim_end_matches([' ', ':']).len())),
        }
    }
    let mut flow = Flow::of(topic);
    let name = path::file_name(&text.path);
    let is_list = name.starts_with("requirements") || name == "package.json";
    if !hits.is_empty() || is_list {
        read_commands(text, &hits, &mut flow);
        for act in &mut flow.acts {
            // Offsets in decoded or unquoted commands are only approximate, and may be within a character.
            act.bytes = prose::on_characters(text.text, &act.bytes);
            act.source = act
                .source
                .map(|source| floor_char_boundary(text.text, source));
        }
    }
    prose::pasted(text, &pastes, &mut flow.acts);
    prose::find_requests(text, &pastes, &passwords, &mut flow);
    let mut acts = flow.acts;
    acts.retain(|act| {
        let is_data = act.kind.runs() && is_of_event(text.text, act.bytes.start);
        !is_data && !warned::is_warned(text, &act.bytes)
    });
    let lasting = acts
        .iter_mut()
        .filter(|act| act.kind == ActKind::LastingChange);
    let is_shown = |act: &Act| {
        warned::is_shown(text, &act.bytes) || has_only_elided_keys(&text.text[act.bytes.clone()])
    };
    for act in lasting.filter(|act| is_shown(act)) {
        act.is_usual = true;
    }
    for act in &mut acts {
        let is_mentioned =
            matches!(act.kind, ActKind::Destroys | ActKind::Disables) || is_on_harm(topic);
        // A command in the middle of a sentence or in a table is often only mentioned.
        if is_mentioned && text.is_markdown && !warned::is_in_block(text, act.bytes.start) {
            act.is_usual = true;
        }
    }
    if is_on_harm(topic) {
        // Skills about attacks show how a shell is given away.
        let shells = acts.iter_mut();
        for act in shells.filter(|act| act.kind == ActKind::RemoteShell) {
            act.is_certain = false;
        }
    }
    if !acts.is_empty() && is_example(topic, text) {
        for act in &mut acts {
            act.is_usual = true;
        }
    }
    distinct(acts)
}

/// Returns true if a command is the value of a field that records what ran on a machine, as in
/// `cmd_line: "…"` of an event or of a line of a log. Nobody runs such a value.
fn is_of_event(text: &str, at: usize) -> bool {
    const FIELDS: &str = "cmd_line cmdline command_line commandline parent_cmd_line parentcommandline scriptblocktext";
    const MAX_KEY: usize = 80;
    let is_field = |key: &str| {
        let key = key.trim_end_matches([' ', '"', '\'', '`']);
        let key = key.strip_suffix([':', '=']).unwrap_or_default();
        let key = key.trim_end_matches([' ', '"', '\'']);
        let words = key.rsplit(|c: char| !c.is_alphanumeric() && c != '_');
        words
            .take(1)
            .any(|word| is_in(&word.to_ascii_lowercase(), FIELDS))
    };
    let low = floor_char_boundary(text, at.saturating_sub(MAX_KEY));
    let line = text[low..at].rsplit('\n').next().unwrap_or_default();
    // In YAML, the command may begin with its key.
    let first = text[at..].split_whitespace().next().unwrap_or_default();
    is_field(line) || is_field(first)
}

/// Returns true if a command has public keys of SSH, and letters are left out in each of them, as in
/// `AAAA...76RH`. Such a command only shows its form, because such a key gives nobody access.
fn has_only_elided_keys(command: &str) -> bool {
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let mut keys = command.match_indices("AAAA").peekable();
    keys.peek().is_some()
        && keys.all(|(at, _)| {
            command[at..]
                .trim_start_matches(is_of_key)
                .starts_with("...")
        })
}

/// Returns true if a text is only an example. Examples are in tests, and in skills about harmful
/// actions.
pub(crate) fn is_example(topic: &str, text: &SkillText<'_>) -> bool {
    text.is_test() || text.kind.is_some() && text.is_markdown && is_on_harm(topic)
}

/// Returns true if the name or the description of a skill shows that the skill is about attacks and
/// the defence against attacks, such as a skill for security tests.
pub(crate) fn is_on_harm(topic: &str) -> bool {
    let topic = topic.to_lowercase();
    let mut words = addresses::words(&topic);
    words.any(|word| HARMFUL.iter().any(|harm| word.starts_with(harm)))
}

/// Returns the effects in order, without repetitions. If several effects that execute something
/// overlap, only the first of them remains, with the highest severity of all of them.
fn distinct(mut acts: Vec<Act>) -> Vec<Act> {
    sort::by_key(&mut acts, |act| (act.kind, act.bytes.start, act.bytes.end));
    let mut kept: Vec<Act> = Vec::new();
    for act in acts {
        let known = kept.iter_mut().find(|other| {
            let is_same = other.kind == act.kind || other.kind.runs() && act.kind.runs();
            is_same && other.bytes.start < act.bytes.end && act.bytes.start < other.bytes.end
        });
        match known {
            Some(known) => {
                known.is_certain |= act.is_certain;
                // An effect without its object may be the same effect, read less exactly.
                known.is_usual &= act.is_usual || act.detail.is_empty();
            }
            None => kept.push(act),
        }
    }
    sort::by_key(&mut kept, |act| (act.bytes.start, act.kind));
    kept
}

/// Returns true if a byte range contains at least one offset of `hits`. The sorted list `hits` has
/// the byte offsets of the words that a search has found in a text.
fn any_within(hits: &[usize], bytes: &Range<usize>) -> bool {
    let next = hits.partition_point(|hit| *hit < bytes.start);
    hits.get(next).is_some_and(|hit| *hit < bytes.end)
}

fn read_commands(text: &SkillText<'_>, hits: &[usize], flow: &mut Flow) {
    if !text.is_markdown {
        return file(text, hits, flow);
    }
    if text.kind.is_none() && text.body.start > 0 {
        for field in &text.fields {
            if any_within(hits, &field.bytes) {
                flow.is_hook = field.key == "hooks";
                flow.shell(&text.text[field.bytes.clone()], field.bytes.start);
                lines(text, hits, field.bytes.clone(), flow);
            }
        }
        flow.is_hook = false;
    }
    // Code and prose are read in the order of the text, because one may execute what the other has written.
    let mut from = text.body.start;
    for span in &text.spans {
        if !matches!(span.kind, SpanKind::Block | SpanKind::Code) {
            continue;
        }
        lines(text, hits, from..span.bytes.start.max(from), flow);
        from = span.bytes.end.max(from);
        let begin = span.bytes.start.saturating_sub(1);
        if any_within(hits, &(begin..span.bytes.end)) || flow.follows_files() {
            let language = match span.kind {
                SpanKind::Block => text.language(span),
                _ => "",
            };
            code_region(text.text, span.bytes.clone(), language, flow);
            if span.kind == SpanKind::Block {
                added(text, span.bytes.clone(), flow);
            }
        }
    }
    lines(text, hits, from..text.text.len(), flow);
}

/// Interprets the commands in calls of the tool `Bash`, such as `Bash(curl https://a.invalid/x)`. A
/// permission rule, such as `Bash(curl *)` or `Bash(curl:*)`, runs nothing.
fn tool_calls(region: &str, start: usize, flow: &mut Flow) {
    const CALL: &str = "Bash(";
    flow.new_place();
    let mut at = 0;
    for inner in region.split(CALL) {
        let (line, rest) = inner.split_at(inner.find('\n').unwrap_or(inner.len()));
        let line_end = start + at + line.len();
        let closed = line.trim_end_matches([' ', '\r', '"', '\'', ',', ';']);
        let closed = closed.strip_suffix(')');
        let is_rule = closed.is_some_and(|rule| rule.ends_with('*') || rule.contains(":*"));
        let (command, rest) = closed.map_or((inner, ""), |command| (command, rest));
        if !is_rule {
            flow.shell(command, start + at);
        }
        flow.shell(rest, line_end);
        at += inner.len() + CALL.len();
    }
}

fn code_region(text: &str, bytes: Range<usize>, language: &str, flow: &mut Flow) {
    let mut end = bytes.end.min(bytes.start + MAX_REGION);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let region = &text[bytes.start..end];
    if region.trim_start_matches(['"', '\'']).starts_with("Bash(") {
        return tool_calls(region, bytes.start, flow);
    }
    let language = language.to_ascii_lowercase();
    flow.new_place();
    let program = code::program(&language);
    if let Some(program) = program {
        code::read(flow, program, region, bytes.start);
    } else if matches!(language.as_str(), "json" | "jsonc" | "json5" | "toml") {
        flow.is_hook = is_hook_settings(region);
        code::settings(flow, region, bytes.start);
        flow.is_hook = false;
    } else if !is_in(&language, "diff mermaid regex csv css") {
        flow.shell(region, bytes.start);
        if code::is_powershell(region) {
            code::tokens_only(flow, "powershell", region, bytes.start);
        } else if language.is_empty() && region.contains('(') {
            code::tokens_only(flow, "python", region, bytes.start);
        }
        if language == "yaml" || language == "yml" {
            code::settings(flow, region, bytes.start);
        }
        return;
    }
    // A line that is a command is read as such, even if the fence names a language other than a shell.
    if program == Some("powershell") {
        return;
    }
    let mut at = bytes.start;
    for line in region.split_inclusive('\n') {
        let begins = line.trim_start_matches([' ', '\t', '$', '!', '>', '"', '-']);
        let name = begins.split([' ', '\t']).next().unwrap_or_default();
        if is_in(name, "curl wget bash sh sudo eval source") {
            let skipped = line.len() - begins.len();
            flow.shell(
                begins.trim_end_matches(['"', ',', '\n', '\r']),
                at + skipped,
            );
        }
        at += line.len();
    }
}

/// Returns true if the text of a settings file defines hooks of an agent, such as `PreToolUse`.
/// Hosts run such hooks without asking the user.
fn is_hook_settings(text: &str) -> bool {
    const EVENTS: &str = "\"PreToolUse\"|\"PostToolUse\"|\"UserPromptSubmit\"|\"SessionStart\"|\"Stop\"|\"SessionEnd\"";
    text.contains("\"hooks\"") && has_part(text, EVENTS)
}

/// Records an effect if the line before a code block asks the reader to add the block to a file
/// that takes effect in later sessions, such as a shell's start-up file.
fn added(text: &SkillText<'_>, bytes: Range<usize>, flow: &mut Flow) {
    let lead = warned::introducing_line(text.text, bytes.start, text.body.start);
    let lower = lead.to_lowercase();
    let verbs = [
        "add ", "append ", "put ", "write ", "insert ", "save ", "paste ", "create ", "end ",
        "include ", "keep ", "加入", "添加", "写入", "追加",
    ];
    let is_asked = lead.len() < 400 && verbs.iter().any(|verb| lower.contains(verb));
    if let Some(sink) = sinks::place(lead).filter(|_| is_asked) {
        flow.lasting(sink, &text.text[bytes.clone()], false, bytes);
    }
}

/// Interprets the commands in lines of prose. `hits` has the byte offsets of words that may begin a
/// command, such as `curl`. If a program such as `bash` is directly before such a word, the command
/// begins at this program.
fn lines(text: &SkillText<'_>, hits: &[usize], within: Range<usize>, flow: &mut Flow) {
    let mut next = hits.partition_point(|hit| *hit < within.start);
    while let Some(hit) = hits.get(next).copied().filter(|hit| *hit < within.end) {
        let line_end = text.text[hit..within.end].find('\n');
        let end = line_end.map_or(within.end, |length| hit + length);
        let line_start = text.text[within.start..hit]
            .rfind('\n')
            .map_or(within.start, |at| within.start + at + 1);
        // If the output of the command is executed, the program that executes the output is named before the command.
        let before = &text.text[line_start..hit];
        let opened = before
            .rfind(['(', '"', '\''])
            .filter(|at| before.len() - at <= 3);
        let openers = [
            "bash", "sh ", "zsh", "source", "eval", "iex", "python", "node", ". <",
        ];
        let opener = opened.and_then(|opened| {
            openers
                .iter()
                .filter_map(|opener| before[..opened].rfind(opener))
                .max()
        });
        let opener = opener.filter(|at| before.len() - at <= 24);
        let start = opener.map_or(hit, |at| line_start + at);
        let is_word = !text.text[..start]
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
        if is_word && text.text[start..end].contains([' ', '(']) {
            flow.new_place();
            let line = text.text[start..end]
                .trim_end_matches(['.', ')', '"', '\'', '`', '*', '_', '\r', ',', '。']);
            flow.is_prose = true;
            flow.shell(line, start);
            flow.is_prose = false;
            if code::is_powershell(line) {
                code::tokens_only(flow, "powershell", line, start);
            }
        }
        // Skips the words that were read with this line. At least one word is skipped, because a word may begin at the
        // end of a line.
        next = hits.partition_point(|hit| *hit < end).max(next + 1);
    }
}

/// Interprets the commands in a file that is not Markdown. The file's extension determines the
/// language.
fn file(text: &SkillText<'_>, hits: &[usize], flow: &mut Flow) {
    let name = path::file_name(&text.path);
    let lower = name.to_ascii_lowercase();
    let (stem, ending) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    let mut end = text.text.len().min(MAX_REGION);
    while !text.text.is_char_boundary(end) {
        end -= 1;
    }
    let region = &text.text[..end];
    let first = region.lines().next().unwrap_or_default();
    let shebang = first.strip_prefix("#!").map(|line| {
        let mut words = line.split_whitespace().map(programs::name);
        let first = words.next().unwrap_or_default();
        if first == "env" {
            words.next().unwrap_or_default()
        } else {
            first
        }
    });
    let program = code::program(ending).or_else(|| shebang.as_deref().and_then(code::program));
    if let Some(program) = program {
        return code::read(flow, program, region, 0);
    }
    const SHELLS: &str = "sh bash zsh ksh fish command bats envrc bat cmd dockerfile mk";
    let is_shell = shebang.is_some()
        || is_in(ending, SHELLS)
        || matches!(stem, "dockerfile" | "makefile" | "justfile" | "") && ending.is_empty();
    if is_shell {
        flow.shell(region, 0);
        if code::is_powershell(region) {
            code::tokens_only(flow, "powershell", region, 0);
        }
        return;
    }
    match ending {
        "json" | "jsonc" | "json5" | "toml" => {
            flow.is_package = name == "package.json";
            if flow.is_package {
                packages::listed(flow, &lower, region);
            }
            flow.is_hook = is_hook_settings(region);
            code::settings(flow, region, 0);
            flow.is_hook = false;
            if let Some(at) = region.find("bypassPermissions")
                && let Some(sink) = sinks::place(&text.path)
            {
                flow.lasting(
                    sink,
                    &region[at..],
                    false,
                    at..at + "bypassPermissions".len(),
                );
            }
        }
        "yaml" | "yml" => {
            code::yaml_commands(flow, region);
            code::settings(flow, region, 0);
        }
        "ipynb" => code::notebook(flow, region),
        "npmrc" | "yarnrc" | "condarc" | "gemrc" | "conf" | "ini" => {
            packages::configured(flow, &lower, region, 0..end.min(first.len().max(1)))
        }
        "txt" if lower.starts_with("requirements") => packages::listed(flow, &lower, region),
        "txt" | "rst" | "adoc" | "org" | "mdx" | "" => lines(text, hits, 0..end, flow),
        _ => {}
    }
}
